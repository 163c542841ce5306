//! What notices a bug that is planted in one of the two older systems: a claim about it, on a small program about
//! which exhaustion says what is so; and examples worked out on paper.

use super::notice::{Killed, line};
use jaminan::{Program, Stmt};
use oracle::solver::{Solver, choose};
use semantics::header::Threads;
use semantics::mutants::{Mutant, with};
use semantics::{Axis, Dim, Expr, Header, Syntax, parser};
use std::cell::RefCell;
use std::sync::LazyLock;
use theories::agreement::{Seen, each, settings};
use theories::parametric_flows::claims::of_small;
use theories::parametric_flows::{Analysis, Verdict, Warps};
use theories::sarkar2018::{Reading, analyse};

/// Every program up to this size, and those that come with them.
const SIZE: usize = 2;

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    Flows,
    Formulas,
}

thread_local! {
    static SOLVER: RefCell<Option<Box<dyn Solver>>> = const { RefCell::new(None) };
}

fn asking<T>(f: impl FnOnce(&mut dyn Solver) -> T) -> T {
    SOLVER.with_borrow_mut(|solver| {
        let solver = solver.get_or_insert_with(|| choose("auto").unwrap().solver);
        f(solver.as_mut())
    })
}

/// Whether somebody is there to ask who decides all questions about numbers.
pub fn solver_is_there() -> bool {
    let there = choose("z3").is_ok();
    if !there {
        println!("skipped: z3 (not installed): bugs planted in parametric flows and formulas");
    }
    there
}

/// The programs, and what is so of each.
pub fn programs() -> &'static [Seen] {
    static ALL: LazyLock<Vec<Seen>> = LazyLock::new(|| {
        let mut all = Vec::new();
        each(SIZE, |seen| all.push(seen.clone())).unwrap();
        // The largest of those drawn at random take the most time.
        all.retain(|seen| seen.number.grammar != "divergence" || seen.number.size <= 4);
        all
    });
    &ALL
}

/// The first that notices.
pub fn killed(programs: &[Seen], mutant: Mutant, system: System) -> Option<Killed> {
    let found = programs.iter().enumerate().find_map(|(place, seen)| {
        let claim = with(mutant, || refuted(seen, system))?;
        let subject = format!("`{}`, `{}`", seen.number, line(&seen.program.body.to_string()));
        let by = format!("`{claim}`");
        Some(Killed { by, subject, after: place + 1, breaks_a_claim: true })
    });
    found.or_else(|| {
        let (n, example) = examples(system)
            .into_iter()
            .enumerate()
            .find(|(_, example)| with(mutant, || example.comes_to()) != example.expected)?;
        let subject = format!("`{}`", line(example.text));
        let by = "worked examples".into();
        Some(Killed { by, subject, after: n + 1, breaks_a_claim: false })
    })
}

/// The claim that does not hold of a program, of those that hold of all: as it stands, or as it is mended.
fn refuted(seen: &Seen, system: System) -> Option<&'static str> {
    match system {
        System::Flows => [32, 1].into_iter().find_map(|warp| {
            let analysis = of_small(warp);
            let found = asking(|s| analysis.run(&seen.program, &mut settings(s))).ok()?;
            let replayed = found.deadlocks.iter().any(|deadlock| deadlock.shown.replayed);
            let place = wrong(seen, found.verdict(), !found.deadlocks.is_empty(), replayed)?;
            Some(
                [
                    "li2012/claim-2",
                    "li2012/agreement",
                    "li2012/deadlocks",
                    "li2012/shown-deadlocks",
                ][place],
            )
        }),
        System::Formulas => {
            let ask = |s: &mut dyn Solver| {
                analyse(&seen.program, Reading::Mended, false, &mut settings(s))
            };
            let found = asking(ask).ok()?;
            let replayed = found.divergences.iter().any(|divergence| divergence.shown.replayed);
            let place = wrong(seen, found.verdict(), !found.divergences.is_empty(), replayed)?;
            Some(
                [
                    "sarkar2018/1-mended",
                    "sarkar2018/agreement",
                    "sarkar2018/1-barriers-mended",
                    "sarkar2018/3-mended",
                ][place],
            )
        }
    }
}

/// What is wrong of what was said: a race is missed, one is none; divergence is missed, or is none.
fn wrong(seen: &Seen, said: Verdict, apart: bool, replayed: bool) -> Option<usize> {
    let claims = [
        said == Verdict::Drf && seen.race == Some(true),
        said == Verdict::Racy && seen.race == Some(false),
        said == Verdict::Drf && !apart && seen.diverges == Some(true),
        replayed && seen.diverges == Some(false),
    ];
    claims.iter().position(|broken| *broken)
}

/// A program, and what a system has to say of it.
pub struct Example {
    pub text: &'static str,
    pub expected: &'static str,
    of: Of,
}

#[derive(Clone, Copy)]
enum Of {
    /// Flows of a few threads, in warps of two.
    Flows,
    /// Flows of four threads, in warps of two.
    Four,
    /// Flows of two blocks of a thread each.
    Blocks,
    /// Flows of a warp in lock step.
    LockStep,
    Formulas,
}

impl Example {
    /// What it comes to: the verdict, races by how their threads stand, and divergences.
    pub fn comes_to(&self) -> String {
        let body: Stmt =
            parser::statement(&semantics::Source::new("worked.jam", self.text)).unwrap();
        let warps = match self.of {
            Of::LockStep => Warps::Simd,
            _ => Warps::Independent,
        };
        let program = match self.of {
            Of::Blocks => {
                let (one, two) = (Expr::num(1), Expr::num(2));
                let grid = [two, one.clone(), one.clone()];
                let threads = Threads::Grid { grid, block: [one.clone(), one.clone(), one] };
                let header = Header { threads, ..Header::default() };
                Program { header, body: body.replace(&"b".into(), &Expr::Tid(Axis::Block(Dim::X))) }
            }
            Of::Four => {
                let threads = Threads::Below(Expr::num(4));
                Program { header: Header { threads, ..Header::default() }, body }
            }
            _ => Program { header: Header::default(), body },
        };
        if let Of::Formulas = self.of {
            let ask = |s: &mut dyn Solver| {
                analyse(&program, Reading::Mended, false, &mut settings(s)).unwrap()
            };
            let found = asking(ask);
            let (races, apart) = (found.races.len(), found.divergences.len());
            return format!("{}; {races} races, {apart} divergences", found.verdict().word());
        }
        let warp = if let Of::LockStep = self.of { 32 } else { 2 };
        let analysis = Analysis { warps, warp, ..Analysis::default() };
        let found = asking(|s| analysis.run(&program, &mut settings(s)).unwrap());
        let races: Vec<&str> = found.races.iter().map(|race| race.relation.name()).collect();
        let (races, apart) = (races.join(" "), found.deadlocks.len());
        format!("{}; {races}; {apart} deadlocks", found.verdict().word())
    }
}

/// The examples of a system.
pub fn examples(system: System) -> Vec<Example> {
    let flows = FLOWS.into_iter().map(|(text, expected, of)| Example { text, expected, of });
    let formulas = FORMULAS.into_iter();
    let formulas = formulas.map(|(text, expected)| Example { text, expected, of: Of::Formulas });
    match system {
        System::Flows => flows.collect(),
        System::Formulas => formulas.collect(),
    }
}

const FLOWS: [(&str, &str, Of); 20] = [
    ("A[0] := tid", "racy; same-warp same-block; 0 deadlocks", Of::Flows),
    ("if tid < 1 { A[0] := 1 }", "drf; ; 0 deadlocks", Of::Flows),
    // Only threads 0 and 1, of one warp; only 1 and 2, of two.
    ("if tid < 2 { A[0] := tid }", "racy; same-warp; 0 deadlocks", Of::Flows),
    (
        "if tid == 1 { A[0] := 1 } else { if tid == 2 { A[0] := 2 } }",
        "racy; same-block; 0 deadlocks",
        Of::Flows,
    ),
    (
        "A[tid] := 0; sync; let x = A[0] in if x < 1 { skip } else { B[0] := 0 }",
        "drf; ; 0 deadlocks",
        Of::Flows,
    ),
    (
        "A[tid] := 0; A[tid] := 1; sync; let x = A[tid] in if x < 1 { B[0] := 0 }",
        "drf; ; 0 deadlocks",
        Of::Flows,
    ),
    ("A[tid] := 1; let x = A[tid] in if x < 1 { B[0] := 0 }", "drf; ; 0 deadlocks", Of::Flows),
    // Both find the same.
    (
        "let x = A[0] in if x < 1 { if tid < 1 { B[0] := 1 } } else { if tid == 1 { B[0] := 2 } }",
        "drf; ; 0 deadlocks",
        Of::Flows,
    ),
    // Nobody is there to write what they find.
    (
        "A[tid] := 1; sync; let x = A[tid + 4] in if x == 5 { B[0] := 0 }",
        "potential; same-warp same-block; 0 deadlocks",
        Of::Four,
    ),
    // Any two of them by themselves pass; of all of them nobody does.
    (
        "A[tid] := 0; B[tid] := 0; sync; A[(tid + 1) % 4] := 1; B[(tid + 2) % 4] := 1; sync; \
         let x = A[tid] in let y = B[tid] in if x + y < 2 { C[0] := tid }",
        "potential; same-warp same-block; 0 deadlocks",
        Of::Four,
    ),
    // Threads from 9 on find what was there before.
    (
        "if tid < 9 { A[tid] := 1 }; sync; let x = A[tid] in if x < 1 { B[0] := 0 }",
        "racy; same-warp same-block; 0 deadlocks",
        Of::Flows,
    ),
    // Only an iteration that is not written out races.
    (
        "var n. for k in 0..n { if k < 9 { skip } else { A[0] := k } }",
        "racy; same-warp same-block; 0 deadlocks",
        Of::Flows,
    ),
    // Two of them have to have been.
    (
        "A[tid] := 0; B[tid] := 0; var n. { for k in 0..n { if k == 7 { A[tid] := 1 }; if k == 9 { B[tid] := 1 } }; \
         let x = A[tid] in let y = B[tid] in if x == 1 { if y == 1 { C[0] := 0 } } }",
        "racy; same-warp same-block; 0 deadlocks",
        Of::Flows,
    ),
    ("if tid < 1 { sync }", "drf; ; 1 deadlocks", Of::Flows),
    // Both sides come to the barrier; what is not replayed is asked for again with that.
    (
        "A[tid] := 1; sync; if tid < 4 { B[tid] := 0 }; sync; \
         let x = A[tid] in if x < 1 { if tid < 2 { C[0] := tid } }",
        "potential; same-warp; 0 deadlocks",
        Of::Flows,
    ),
    // What was decided before the barrier is so behind it.
    ("var n. if n < 1 { sync; if n == 1 { A[0] := 0 } }", "drf; ; 1 deadlocks", Of::Flows),
    ("A[0] := b", "racy; different-blocks; 0 deadlocks", Of::Blocks),
    (
        "if b < 1 { A[0] := 0 }; sync; if b < 1 { skip } else { A[0] := 1 }",
        "racy; different-blocks; 0 deadlocks",
        Of::Blocks,
    ),
    (
        "if tid < 1 { A[0] := 0 } else { let x = A[0] in skip }",
        "racy; same-warp same-block; 0 deadlocks",
        Of::LockStep,
    ),
    (
        "A[tid] := 0; let x = A[tid + 1] in skip; A[0] := 0",
        "racy; same-warp same-block same-block same-block; 0 deadlocks",
        Of::LockStep,
    ),
];

const FORMULAS: [(&str, &str); 10] = [
    ("A[0] := tid", "racy; 1 races, 0 divergences"),
    ("if tid < 1 { A[0] := 1 }", "drf; 0 races, 0 divergences"),
    ("A[tid] := 0", "drf; 0 races, 0 divergences"),
    ("if tid < 1 { sync }", "drf; 0 races, 1 divergences"),
    ("for k in 0..3 { sync }", "drf; 0 races, 0 divergences"),
    (
        "if tid < 1 { A[tid] := 1 }; let x = A[tid] in if x < 1 { B[0] := 0 }",
        "racy; 1 races, 0 divergences",
    ),
    (
        "A[tid] := 0; for k in 0..2 { let x = A[tid] in { if x < 1 { skip } else { B[0] := 0 }; A[tid] := 1 } }",
        "racy; 1 races, 0 divergences",
    ),
    (
        "A[tid] := 0; sync; A[tid + 1] := 1; sync; let x = A[tid] in if x < 1 { skip } else { B[0] := 0 }",
        "racy; 1 races, 0 divergences",
    ),
    // Only in one iteration.
    ("for k in 0..3 { A[k] := tid; sync }", "racy; 1 races, 0 divergences"),
    // What one iteration writes behind its barrier and the next one reads before it.
    (
        "for k in 0..3 { let x = A[tid + 1] in skip; sync; A[tid] := k }",
        "racy; 1 races, 0 divergences",
    ),
];
