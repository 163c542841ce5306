//! Examples worked out on paper: what noticing a bug comes to where no claim does.

use super::notice::{history, line, memory, parsed, thread};
use jaminan::babycuda::{self, Accesses, History, type_of};
use jaminan::{Initial, infer, reaches};
use maps::independence::Variables;
use maps::{Protocol, aa};
use oracle::Budget;
use semantics::{
    Choices, Flow, Header, Outcomes, Search, Source, Spelling, Thread, parser, printer, split,
};
use theories::Subjects;

/// A text, and what the definitions have to make of it.
pub struct Example {
    pub text: &'static str,
    pub expected: String,
    of: Of,
}

/// What is asked of a text.
#[derive(Clone, Copy)]
enum Of {
    /// A program: its protocol, its class and the runs of thread 1.
    Program,
    /// A program with barriers: how thread 1 comes to the first.
    Barriers,
    /// A protocol with barriers: its phases.
    Split,
    /// A program of BabyCUDA: its type, and what comes after a history, run by threads 0 and 1.
    BabyCuda(fn() -> History),
}

pub fn examples() -> impl Iterator<Item = Example> {
    let programs = PROGRAMS.into_iter().map(|(text, protocol, class, runs)| {
        (text, [protocol, class, runs].join("\n"), Of::Program)
    });
    let barriers = BARRIERS.into_iter().map(|(text, runs)| (text, runs.into(), Of::Barriers));
    let splits = SPLITS.into_iter().map(|(text, phases)| (text, phases.join("\n"), Of::Split));
    let after = BABYCUDA
        .into_iter()
        .map(|(text, h, u, found)| (text, format!("{u}\n{}", found.join("\n")), Of::BabyCuda(h)));
    let all = programs.chain(barriers).chain(splits).chain(after);
    all.map(|(text, expected, of)| Example { text, expected, of })
}

/// The programs of them that claims of these subjects are about.
pub fn programs(of: Subjects) -> Vec<&'static str> {
    match of {
        Subjects::Programs => PROGRAMS.iter().map(|(text, ..)| *text).collect(),
        Subjects::SynchronizedPrograms => BARRIERS.iter().map(|(text, _)| *text).collect(),
        Subjects::BabyCuda => BABYCUDA.iter().map(|(text, ..)| *text).collect(),
        _ => Vec::new(),
    }
}

impl Example {
    /// What it comes to.
    pub fn comes_to(&self) -> String {
        match self.of {
            Of::Program => program(self.text),
            Of::Barriers => reached(self.text),
            Of::Split => phases(self.text),
            Of::BabyCuda(h) => after(self.text, &h()),
        }
    }
}

/// Programs whose protocol, class and run are known: [L24, Fig. 1 and §4.1], and what the rules
/// give thread 1 from `A[0] = 1`, `A[1] = 2`.
const PROGRAMS: [(&str, &str, &str, &str); 7] = [
    (
        "if tid < 32 { let x = A[tid + 16] in A[tid] := x }",
        "if tid < 32 { rd A[tid + 16]; var x. wr A[tid] }",
        "CIDI",
        "A:1=0 {1: rd A[17], 1: wr A[1]} then; (tau; tau)",
    ),
    (
        "let x = A[0] in if x != 0 { var y. A[tid] := y }",
        "rd A[0]; var x. if x != 0 { var y. wr A[tid] }",
        "CDDI",
        "A:1=0 {1: rd A[0], 1: wr A[1]} tau; (then; tau) | \
         A:1=1 {1: rd A[0], 1: wr A[1]} tau; (then; tau)",
    ),
    (
        "var x. var y. A[x] := y",
        "var x. var y. wr A[x]",
        "CIDD",
        "A:0=0 {1: wr A[0]} tau | A:0=1 {1: wr A[0]} tau | \
         A:1=0 {1: wr A[1]} tau | A:1=1 {1: wr A[1]} tau",
    ),
    (
        "A[tid] := tid; let x = A[tid] in A[x] := 9",
        "wr A[tid]; rd A[tid]; var x. wr A[x]",
        "CIDD",
        "A:1=9 {1: rd A[1], 1: wr A[1]} tau; (tau; tau)",
    ),
    (
        "for k in 0..2 { let x = A[k] in A[k + 1] := x }",
        "for k in 0..2 { rd A[k]; var x. wr A[k + 1] }",
        "CIDI",
        "A:1=1,2=1 {1: rd A[0], 1: rd A[1], 1: wr A[1], 1: wr A[2]} \
         k := 0; (tau; tau; (k := 1; (tau; tau; tau)))",
    ),
    (
        "if tid < 1 { A[0] := 1 } else { skip }; for k in 1..1 { A[k] := 1 }",
        "if tid < 1 { wr A[0] }; for k in 1..1 { wr A[k] }",
        "CIDI",
        "{} {} else; tau; tau",
    ),
    (
        "var x. for k in 0..x { skip }",
        "var x. for k in 0..x { skip }",
        "CDDI",
        "{} {} k := 0; (tau; tau) | {} {} tau",
    ),
];

/// What thread 1 does from the same memory up to a barrier, and what it has left.
const BARRIERS: [(&str, &str); 5] = [
    (
        "A[tid] := 5; sync; let x = A[0] in A[x] := 1",
        "A:1=5 {1: wr A[1]} tau; tau then skip; let x = A[0] in A[x] := 1",
    ),
    (
        "for k in 0..2 { A[k] := k; sync }",
        "A:0=0 {1: wr A[0]} k := 0; (tau; tau) then skip; for k in 1..2 { A[k] := k; sync }",
    ),
    (
        "let x = A[tid] in { A[x] := x; sync }; A[0] := 0",
        "A:2=2 {1: rd A[1], 1: wr A[2]} tau; (tau; tau) then skip; A[0] := 0",
    ),
    (
        "if tid < 1 { sync } else { A[0] := 1; A[0] := 2; for k in 1..1 { sync }; sync }",
        "A:0=2 {1: wr A[0]} else; (tau; (tau; (tau; tau))) then skip",
    ),
    (
        "A[tid] := 5; let x = A[tid] in { A[x] := 9; sync }",
        "A:1=5,5=9 {1: rd A[1], 1: wr A[1], 1: wr A[5]} tau; (tau; (tau; tau)) then skip",
    ),
];

/// The phases of protocols: parameters, when it runs, and what.
const SPLITS: [(&str, &[&str]); 4] = [
    ("wr A[0]; sync; rd A[tid]; sync; wr A[tid]", &["wr A[0]", "rd A[tid]", "wr A[tid]"]),
    (
        "for k in 0..2 { rd A[k]; sync; wr A[k + 1] }; wr A[9]",
        &[
            "0 >= 2, wr A[9]",
            "0 < 2, rd A[0]",
            "k, 0 <= k, k + 1 < 2, wr A[k + 1]; rd A[k + 1]",
            "0 < 2, wr A[2 - 1 + 1]; wr A[9]",
        ],
    ),
    (
        "if 0 < 1 { wr A[0]; sync; rd A[0]; sync; skip } else { wr A[1] }; wr A[2]",
        &["!(0 < 1), wr A[1]; wr A[2]", "0 < 1, wr A[0]", "0 < 1, rd A[0]", "0 < 1, wr A[2]"],
    ),
    ("var x. { wr A[x]; sync; rd A[x] }", &["var x. wr A[x]", "var x. rd A[x]"]),
];

/// A program, a history, its type and the histories that it comes to.
type After = (&'static str, fn() -> History, &'static str, &'static [&'static str]);

/// What threads 0 and 1 come to after a history.
const BABYCUDA: [After; 8] = [
    (
        "let x = A[0] in A[x] := tid",
        history,
        "T-WRITE: `x` depends on x, which is read from an array",
        &["[{0: ({A[0]}, A:1=0), 1: ({A[0], A[1]}, A:1=1), 2: ({}, A:2=3)}, \
             {0: ({}, A:0=1,1=2)}], racy"],
    ),
    (
        "let x = A[0] in A[tid] := x",
        history,
        "rd A[0]; wr A[tid]",
        &["[{0: ({A[0]}, A:0=1), 1: ({A[0], A[1]}, A:1=1), 2: ({}, A:2=3)}, \
             {0: ({}, A:0=1,1=2)}], racy"],
    ),
    (
        "A[tid] := 7; let x = A[tid] in A[0] := x",
        history,
        "wr A[tid]; rd A[tid]; wr A[0]",
        &["[{0: ({A[0]}, A:0=7), 1: ({A[1]}, A:0=7,1=7), 2: ({}, A:2=3)}, \
             {0: ({}, A:0=1,1=2)}], racy"],
    ),
    (
        "if tid < 1 { A[0] := 1; skip } else { for k in 0..2 { A[k] := k } }",
        history,
        "if tid < 1 { wr A[0]; skip } else { for k in 0..2 { wr A[k] } }",
        &["[{0: ({}, A:0=1), 1: ({A[1]}, A:0=0,1=1), 2: ({}, A:2=3)}, \
             {0: ({}, A:0=1,1=2)}], racy"],
    ),
    (
        "let x = A[0] in if x < 1 { skip } else { A[0] := 1 }",
        history,
        "T-IF: `x < 1` depends on x, which is read from an array",
        &["[{0: ({A[0]}, A:0=1), 1: ({A[0], A[1]}, A:0=1), 2: ({}, A:2=3)}, \
             {0: ({}, A:0=1,1=2)}], racy"],
    ),
    (
        "let x = A[0] in A[tid + 1] := x",
        racy,
        "rd A[0]; wr A[tid + 1]",
        &[
            "[{0: ({A[0]}, A:1=3), 1: ({A[0]}, A:2=3)}, {0: ({}, A:0=3), 1: ({}, A:0=4)}], racy",
            "[{0: ({A[0]}, A:1=3), 1: ({A[0]}, A:2=4)}, {0: ({}, A:0=3), 1: ({}, A:0=4)}], racy",
            "[{0: ({A[0]}, A:1=4), 1: ({A[0]}, A:2=3)}, {0: ({}, A:0=3), 1: ({}, A:0=4)}], racy",
            "[{0: ({A[0]}, A:1=4), 1: ({A[0]}, A:2=4)}, {0: ({}, A:0=3), 1: ({}, A:0=4)}], racy",
        ],
    ),
    (
        "let x = A[0] in let y = A[1] in A[tid] := x",
        twice,
        "rd A[0]; rd A[1]; wr A[tid]",
        &["[{0: ({A[0], A[1]}, A:0=4), 1: ({A[0], A[1]}, A:1=4)}, {1: ({}, A:0=4)}, \
             {0: ({}, A:0=3,1=3)}], racy"],
    ),
    (
        "let x = A[tid] in A[tid] := x",
        twice,
        "rd A[tid]; wr A[tid]",
        &["[{0: ({A[0]}, A:0=4), 1: ({A[1]}, A:1=3)}, {1: ({}, A:0=4)}, \
             {0: ({}, A:0=3,1=3)}]"],
    ),
];

/// Both threads have written `A[0]`, in one phase.
fn racy() -> History {
    let writes = |k: u32| Accesses::default().writing(&"A".into(), &0_u32.into(), &k.into());
    let racy = [0_u32, 1].map(|i| (Thread::natural(i), writes(3 + i)));
    History::none().then(racy.into_iter().collect()).then(babycuda::Phase::default())
}

/// Thread 0 has written `A[0] = 3` and `A[1] = 3`, and thread 1 `A[0] = 4` in the phase after that.
fn twice() -> History {
    let array = "A".into();
    let writing = |a: Accesses, (j, k): (u32, u32)| a.writing(&array, &j.into(), &k.into());
    let first = [(0, 3), (1, 3)].into_iter().fold(Accesses::default(), writing);
    let second = writing(Accesses::default(), (0, 4));
    let phases = [(0_u32, first), (1, second)].map(|(i, a)| [(Thread::natural(i), a)]);
    let all = phases.into_iter().fold(History::none(), |h, p| h.then(p.into_iter().collect()));
    all.then(babycuda::Phase::default())
}

fn program(text: &str) -> String {
    let s = parsed(text);
    let protocol = infer(&s);
    let class = aa(&Variables::new(), &protocol).class().word().to_owned();
    let budget = Budget::fuel(10_000);
    let outcomes = jaminan::outcomes(&memory(), &s, &thread(), &Choices::below(2), &budget);
    let mut runs: Vec<String> = match outcomes {
        Outcomes::Done { outcomes, .. } => {
            outcomes.iter().map(|(updates, phase, t)| format!("{updates} {phase} {t}")).collect()
        }
        other => vec![format!("{other:?}")],
    };
    runs.sort();
    [line(&protocol.to_string()), class, runs.join(" | ")].join("\n")
}

fn reached(text: &str) -> String {
    let mut search = Search::new(Choices::below(2), Initial::Zero, 10_000);
    let mut found = Vec::new();
    let s = parsed(text);
    let _: Flow = reaches(&mut search, &memory(), &s, &thread(), &mut |_, outcome, _| {
        let (updates, phase, t, rest) = outcome;
        let rest = rest.map_or("nothing".into(), |rest| line(&rest.to_string()));
        found.push(format!("{updates} {phase} {t} then {rest}"));
        Flow::Continue(())
    });
    found.join(" | ")
}

fn phases(text: &str) -> String {
    let p: Protocol = parser::statement(&Source::new("worked.map", text)).unwrap();
    let phases = split(&Header::default(), &p).unwrap();
    let show = |phase: semantics::PhaseProgram<Protocol>| {
        let params: Vec<String> = phase.header.params.iter().map(|x| format!("{x}, ")).collect();
        let when: Vec<String> = phase
            .header
            .assumptions
            .iter()
            .map(|c| format!("{}, ", printer::cond(c, Spelling::Ascii)))
            .collect();
        format!("{}{}{}", params.concat(), when.concat(), line(&phase.body.to_string()))
    };
    phases.into_iter().map(show).collect::<Vec<_>>().join("\n")
}

fn after(text: &str, h: &History) -> String {
    let b = parsed(text);
    let u = match type_of(&Variables::new(), &b) {
        Ok(u) => line(&u.to_string()),
        Err(why) => line(&why.to_string()),
    };
    let threads = [0_u32, 1].map(Thread::natural).into();
    let races = |h: &History| format!("{h}{}", if h.race().is_some() { ", racy" } else { "" });
    match babycuda::outcomes(h, &b, &threads, &Budget::fuel(10_000)) {
        Outcomes::Done { outcomes, .. } => {
            let all: Vec<String> = outcomes.iter().map(races).collect();
            format!("{u}\n{}", all.join("\n"))
        }
        Outcomes::Stuck(why) => format!("{u}\n{why}"),
        other => format!("{u}\n{other:?}"),
    }
}
