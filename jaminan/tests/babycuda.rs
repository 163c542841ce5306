//! BabyCUDA: the examples of [L22], its checker, and what it says where a run has no derivation.
#![allow(clippy::expect_used)] // a test may fail

mod mutation;
mod small;

use jaminan::babycuda::{
    self, Accesses, History, IllTyped, Judgment, NotBabyCuda, Phase, Race, Threads, is_babycuda,
    parallel, runs, type_of, typing,
};
use jaminan::{Program, Stmt, infer};
use mutation::{Tally, every_mistake};
use semantics::derivation::{check, exchange, text};
use semantics::{
    Budget, Checked, Choices, Cond, Derivation, Explanation, Expr, Flow, Mistake, Name, Outcomes,
    ParseOptions, Search, Source, Spelling, Stop, Store, Thread, Verdict, json,
};
use std::sync::Arc;

fn statement(text: &str) -> Stmt {
    match Program::parse(&Source::new("test.jam", text), ParseOptions::default()) {
        Ok(program) => program.body,
        Err(error) => panic!("{error}"),
    }
}

fn threads(n: u32) -> Threads {
    (0..n).map(Thread::natural).collect()
}

fn accesses(reads: &[u32], writes: &[(u32, u32)]) -> Accesses {
    let array = Name::from("A");
    let mut store = Store::empty();
    for (j, k) in writes {
        store.set(&array, (*j).into(), (*k).into());
    }
    let reads = reads.iter().map(|j| (array.clone(), (*j).into())).collect();
    Accesses { reads, writes: store }
}

fn phase(of: &[(u32, Accesses)]) -> Phase {
    of.iter().map(|(i, a)| (Thread::natural(*i), a.clone())).collect()
}

fn done(h: &History, b: &str, n: u32) -> Vec<History> {
    match babycuda::outcomes(h, &statement(b), &threads(n), &Budget::ten_seconds()) {
        Outcomes::Done { outcomes, .. } => outcomes,
        other => panic!("{other:?}"),
    }
}

fn stuck(h: &History, b: &str, n: u32) -> String {
    match babycuda::outcomes(h, &statement(b), &threads(n), &Budget::ten_seconds()) {
        Outcomes::Stuck(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Equation (1), which the paper lists with the newest phase first.
fn equation_1() -> History {
    History::from_iter([
        phase(&[(0, accesses(&[], &[(0, 0)])), (1, accesses(&[0], &[(0, 1)]))]),
        phase(&[(0, accesses(&[], &[(1, 9)])), (1, accesses(&[], &[(2, 10)]))]),
    ])
}

#[test]
fn the_history_of_equation_1() {
    let h = equation_1();
    let (newest, oldest) = h.split().expect("it has two phases");
    assert_eq!(oldest.race(), None);
    let [zero, one] = [0_u32, 1].map(Thread::natural);
    let race = Race { writer: zero, other: one, array: "A".into(), index: 0.into() };
    assert_eq!((newest.race(), h.race()), (Some(race.clone()), Some(race)));
    let last = |j: u32| h.lastwrite(&"A".into(), &j.into());
    assert_eq!(last(0), [0.into(), 1.into()], "either thread's, where both wrote");
    assert_eq!((last(1), last(2)), (vec![9.into()], vec![10.into()]), "of the older phase");
    assert_eq!(last(3), []);
    assert_eq!(History::from_json(&h.to_json()), Ok(h.clone()));
    assert_eq!(
        h.to_string(),
        "[{0: ({}, A:0=0), 1: ({A[0]}, A:0=1)}, {0: ({}, A:1=9), 1: ({}, A:2=10)}]"
    );
    // The phases come about so: the later of the two reads what its own thread wrote.
    let first = done(&History::begin(), "A[tid + 1] := tid + 9", 2).remove(0);
    let second = first.then(Phase::default());
    let b = "A[0] := tid; if tid == 1 { let x = A[0] in skip } else { skip }";
    assert_eq!(done(&second, b, 2), [h]);
}

/// Definition 1 word by word, on every phase of two threads and two cells.
#[test]
fn a_phase_is_racy_as_definition_1_says() {
    let mut racy = 0;
    for n in 0..256_u32 {
        // Two bits for each thread and cell: whether it reads, whether it writes.
        let does = |thread: u32, cell: u32| (n >> (2 * (2 * thread + cell))) & 3;
        let of = |thread: u32| {
            let cells = |bit: u32| (0..2).filter(move |cell| does(thread, *cell) & bit != 0);
            let writes: Vec<(u32, u32)> = cells(2).map(|cell| (cell, 7)).collect();
            (thread, accesses(&cells(1).collect::<Vec<_>>(), &writes))
        };
        let race = phase(&[of(0), of(1)]).race();
        let definition =
            |i1: u32, i2: u32, j: u32| i1 != i2 && does(i1, j) & 2 != 0 && does(i2, j) != 0;
        let all = (0..2).flat_map(|i1| (0..2).flat_map(move |i2| (0..2).map(move |j| (i1, i2, j))));
        let expected = all.clone().any(|(i1, i2, j)| definition(i1, i2, j));
        assert_eq!(race.is_some(), expected, "{n:b}");
        if let Some(race) = race {
            let named = |(i1, i2, j): (u32, u32, u32)| Race {
                writer: Thread::natural(i1),
                other: Thread::natural(i2),
                array: "A".into(),
                index: j.into(),
            };
            assert!(
                all.clone().any(|(i1, i2, j)| definition(i1, i2, j) && race == named((i1, i2, j)))
            );
            racy += 1;
        }
    }
    assert_eq!(racy, 256 - 8 * 8, "a cell is free of races in 8 of 16 ways");
}

#[test]
fn reads_see_the_own_phase_and_all_older_ones() {
    let wrote = History::from_iter([
        Phase::default(),
        phase(&[(0, accesses(&[], &[(5, 7)]))]),
        phase(&[(1, accesses(&[], &[(5, 6), (6, 6)]))]),
    ]);
    let newest = |h: &History| h.split().map(|(p, _)| p.clone()).expect("it has a phase");
    let reads = "let x = A[5] in let y = A[6] in A[tid] := x * 10 + y";
    let after = accesses(&[5, 6], &[(0, 76)]);
    assert_eq!(newest(&done(&wrote, reads, 1)[0]), phase(&[(0, after)]));
    // Of what the other threads do in the same phase, a thread sees nothing.
    assert_eq!(
        stuck(&History::begin(), "A[tid] := 1; let x = A[0] in skip", 2),
        "READ: lastwrite(A[0]) is undefined: nobody wrote A[0]"
    );
    let racy = equation_1().then(Phase::default());
    let found: Vec<String> = done(&racy, "let x = A[0] in A[tid + 4] := x", 2)
        .iter()
        .map(|h| newest(h).show(Spelling::Ascii))
        .collect();
    assert_eq!(
        found,
        [
            "{0: ({A[0]}, A:4=0), 1: ({A[0]}, A:5=0)}",
            "{0: ({A[0]}, A:4=0), 1: ({A[0]}, A:5=1)}",
            "{0: ({A[0]}, A:4=1), 1: ({A[0]}, A:5=0)}",
            "{0: ({A[0]}, A:4=1), 1: ({A[0]}, A:5=1)}",
        ]
    );
}

#[test]
fn a_run_without_a_derivation_says_why() {
    let none = History::begin();
    assert_eq!(
        stuck(&none, "for x in 0..3 { A[x] := x }; let y = A[3] in skip", 1),
        "READ: lastwrite(A[3]) is undefined: nobody wrote A[3]"
    );
    assert_eq!(stuck(&History::none(), "skip", 1), "PAR: the history has no phase to run in");
    assert_eq!(stuck(&none, "var x. skip", 1), "runs: no rule is about `var x. skip`");
    assert_eq!(is_babycuda(&statement("skip; var x. skip")), Err(NotBabyCuda::Var));
    assert_eq!(is_babycuda(&statement("if true { sync }")), Err(NotBabyCuda::Sync));
    assert_eq!(is_babycuda(&statement("for x in 0..1 { let y = A[x] in A[y] := 1 }")), Ok(()));
}

#[test]
fn the_types_of_figures_3_and_4() {
    let typed = |v: &[&str], b: &str| {
        let v = v.iter().map(|x| Name::from(*x)).collect();
        type_of(&v, &open(b)).map(|u| u.to_string())
    };
    // Figure 3, under {M, tid}.
    assert_eq!(
        typed(&["M"], "for x in 0..M { let y = A[x] in A[x] := y + 1 }"),
        Ok("for x in 0..M { rd A[x]; wr A[x] }".into())
    );
    // Figure 4, under {tid}.
    assert_eq!(
        typed(&[], "if tid == 0 { A[0] := tid } else { skip }"),
        Ok("if tid == 0 { wr A[0] }".into())
    );
    // Equation (2).
    let unknown = |rule, text: &str, x: &str| {
        Err(IllTyped::Unknown { rule, text: text.into(), variable: x.into() })
    };
    assert_eq!(
        typed(&[], "A[tid] := tid; let x = A[tid] in A[x] := 9"),
        unknown("T-WRITE", "x", "x")
    );
    // A rule at a time.
    assert_eq!(
        typed(&[], "let x = A[0] in let y = A[x + 1] in skip"),
        unknown("T-READ", "x + 1", "x")
    );
    assert_eq!(typed(&[], "let x = A[0] in if x < 1 { skip }"), unknown("T-IF", "x < 1", "x"));
    assert_eq!(typed(&[], "let x = A[0] in for y in 0..x { skip }"), unknown("T-FOR", "x", "x"));
    assert_eq!(typed(&[], "let x = A[0] in for y in x..1 { skip }"), unknown("T-FOR", "x", "x"));
    assert_eq!(
        typed(&[], "for y in 0..tid { A[y] := 1 }"),
        Ok("for y in 0..tid { wr A[y] }".into())
    );
    assert_eq!(
        typed(&["y"], "for y in 0..1 { skip }"),
        Err(IllTyped::Taken { rule: "T-FOR", binder: "y".into() })
    );
    assert_eq!(
        typed(&["y"], "let y = A[0] in skip"),
        Err(IllTyped::Taken { rule: "T-READ", binder: "y".into() })
    );
    assert_eq!(typed(&[], "var x. skip"), Err(IllTyped::NotBabyCuda(NotBabyCuda::Var)));
}

/// A statement with free variables.
fn open(text: &str) -> Stmt {
    semantics::parser::statement(&Source::new("test.jam", text)).expect("it parses")
}

#[test]
fn a_type_has_a_derivation() {
    let v = [Name::from("M")].into_iter().collect();
    let d = typing::derive(&v, &open("for x in 0..M { let y = A[x] in A[x] := y + 1 }"));
    let shown = text::text(&d.expect("it is well-typed"), text::Options::default());
    assert_eq!(
        shown.expect("it is small"),
        "\
T-FOR  {tid, M} |- for x in 0..M { let y = A[x] in A[x] := y + 1 } |> for x in 0..M { rd A[x]; wr
|      A[x] }
+- FV  {tid, M} |- 0
+- FV  {tid, M} |- M
+- T-READ  {tid, M, x} |- let y = A[x] in A[x] := y + 1 |> rd A[x]; wr A[x]
   +- FV  {tid, M, x} |- x
   +- T-WRITE  {tid, M, x} |- A[x] := y + 1 |> wr A[x]
      +- FV  {tid, M, x} |- x
"
    );
}

/// `u ⇓ Λ`: the accesses of all threads, one phase for each way to choose.
#[test]
fn the_phase_of_a_protocol() {
    let phases = |u: &str, values: u64| {
        let u: maps::Protocol =
            semantics::parser::statement(&Source::new("test.map", u)).expect("it parses");
        let budget = Budget::ten_seconds();
        let found = babycuda::phases(&u, &threads(2), &Choices::below(values), &budget);
        let found = found.expect("it is small");
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(phases("if tid == 0 { wr A[0] } else { skip }", 0), ["{0: wr A[0]}"]);
    assert_eq!(
        phases("for x in 0..2 { rd A[x]; wr A[tid] }", 0),
        ["{0: rd A[0], 0: rd A[1], 0: wr A[0], 1: rd A[0], 1: rd A[1], 1: wr A[1]}"]
    );
    // Each thread chooses for itself.
    assert_eq!(
        phases("var x. if tid == 0 { skip } else { wr A[x] }", 2),
        ["{1: wr A[0]}", "{1: wr A[1]}",]
    );
    assert_eq!(phases("var x. wr A[x]", 2).len(), 4);
    assert!(phases("var x. skip", 0).is_empty(), "there is nothing to choose");
}

/// A program is well-typed exactly where its inferred protocol is control- and data-independent:
/// the type system of [L22] and the judgments of [L24] draw one line.
#[test]
fn well_typed_is_cidi() {
    let (mut well, mut ill) = (0, 0);
    for s in (1..=4).flat_map(small::programs).filter(|s| is_babycuda(s).is_ok()) {
        let none = Default::default();
        let p = infer(&s);
        let independent = maps::control_independent(&none, &p) && maps::data_independent(&none, &p);
        assert_eq!(type_of(&none, &s).is_ok(), independent, "{s}");
        if independent { well += 1 } else { ill += 1 }
    }
    assert!(well > 1_000 && ill > 1_000, "{well} {ill}");
}

const RULES: [&str; 12] = [
    "READ",
    "WRITE",
    "SEQ",
    "IF-T",
    "IF-F",
    "FOR-1",
    "FOR-2",
    "SKIP",
    "PAR",
    "E",
    "C",
    "LASTWRITE",
];

fn each(j: &Judgment, f: &mut dyn FnMut(&Arc<Derivation<Judgment>>) -> Flow) {
    let mut search = Search::new(Choices::default(), (), 1_000_000).recording();
    let mut each = |proof: Option<Arc<Derivation<Judgment>>>| match proof {
        Some(d) => f(&d),
        None => panic!("the search records"),
    };
    let flow = match j {
        Judgment::Runs(a, b, h, i, _) => {
            runs(&mut search, a, b, h, i, &mut |_, _, proof| each(proof))
        }
        Judgment::Parallel(h, b, threads, _) => {
            parallel(&mut search, h, b, threads, &mut |_, _, proof| each(proof))
        }
        _ => panic!("{j} is no run"),
    };
    assert_ne!(flow, Flow::Break(Stop::OutOfFuel));
}

fn derives(rule: &str, conclusion: &Judgment, above: &[&Judgment], _: &[u64]) -> bool {
    let leaf = |name: &str, holds: bool| rule == name && above.is_empty() && holds;
    match conclusion {
        Judgment::Evaluates(e, i, k) => leaf("E", e.eval(i).as_ref() == Ok(k)),
        Judgment::Decides(c, i, b) => leaf("C", c.eval(i).as_ref() == Ok(b)),
        Judgment::LastWrite(h, a, j, k) => leaf("LASTWRITE", h.lastwrite(a, j).contains(k)),
        _ => {
            let mut found = false;
            each(conclusion, &mut |d| {
                found = d.rule == rule
                    && d.conclusion == *conclusion
                    && d.premises.len() == above.len()
                    && d.premises.iter().zip(above).all(|(p, j)| p.conclusion == **j);
                if found { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
            });
            found
        }
    }
}

#[test]
fn every_mistake_is_named() {
    let h = equation_1().then(phase(&[(0, accesses(&[2], &[(3, 3)])), (5, accesses(&[1], &[]))]));
    let programs = [
        "skip",
        "A[tid] := tid; let x = A[tid] in A[x] := 9",
        "for x in 0..2 { let y = A[x] in A[x + 1] := y + tid }",
        "if tid == 0 { A[0] := tid } else { let z = A[2] in skip }",
        "for x in tid..1 { skip }",
    ];
    let mut tally = Tally::default();
    for b in programs {
        let question = Judgment::Parallel(h.clone(), statement(b), threads(2), h.clone());
        let mut last = None;
        let mut number = 0;
        each(&question, &mut |d| {
            assert_eq!(check::check(&d.steps()), Verdict::Valid);
            let document = json::value(&exchange::write(d).expect("it is small"));
            let listing = exchange::read::<Judgment>(&document.expect("it was just written"));
            assert_eq!(listing.expect("it was just written").derivation().as_ref(), Some(d));
            last = Some(Arc::clone(d));
            number += 1;
            Flow::Continue(())
        });
        every_mistake(&last.expect("every program runs"), &RULES, &derives, &mut tally);
        let Explanation::NoSuchOutcome(found) =
            babycuda::explain(&h, &statement(b), &threads(2), &Budget::ten_seconds(), number)
        else {
            panic!("there are {number} derivations, and no more outcomes");
        };
        assert!(found <= number);
    }
    println!("{tally:?}");
    assert!(tally.there > 5 * (tally.later + tally.correct), "{tally:?}");
}

/// A rule that stands in the wrong place says what it is about, and a name that no rule has says so.
#[test]
fn a_misplaced_rule_says_what_it_is_about() {
    let rules = [
        ("READ", "`let x = A[n] in b`"),
        ("WRITE", "`A[n] := m`"),
        ("SEQ", "`b; b`"),
        ("IF-T", "`if`"),
        ("IF-F", "`if`"),
        ("FOR-1", "`for`"),
        ("FOR-2", "`for`"),
        ("SKIP", "`skip`"),
        ("PAR", "a program run by all threads"),
        ("E", "the value of an expression"),
        ("C", "the truth of a condition"),
        ("LASTWRITE", "the last write into a cell"),
    ];
    let (i, none) = (Thread::natural(1), Accesses::default());
    let value = Judgment::Evaluates(Expr::tid(), i.clone(), 1.into());
    let truth = Judgment::Decides(Cond::Bool(true), i.clone(), true);
    let runs = Judgment::Runs(none.clone(), Stmt::Sync(Default::default()), equation_1(), i, none);
    let complaint = |rule: &str, conclusion: &Judgment| {
        Judgment::check(rule, conclusion, &[]).expect_err("the rule is about something else")
    };
    for (rule, about) in rules {
        let leaf = if rule == "E" { &truth } else { &value };
        let other = Mistake::Conclusion { about, conclusion: leaf.to_string() };
        assert_eq!(complaint(rule, leaf), other);
        assert_eq!(complaint(rule, &runs), Mistake::Program { about, program: "sync".into() });
    }
    assert_eq!(complaint("RUN", &value), Mistake::NoRule("RUN".into()));
    assert_eq!(complaint("RUN", &runs), Mistake::NoRuleOfThread("RUN".into()));
}

#[test]
fn why_a_program_has_no_type_in_words() {
    let why = |b: &str| type_of(&Default::default(), &open(b)).expect_err("ill-typed").to_string();
    assert_eq!(
        why("let x = A[0] in A[x] := 9"),
        "T-WRITE: `x` depends on x, which is read from an array"
    );
    assert_eq!(why("for y in 0..1 { for y in 0..1 { skip } }"), "T-FOR: y is bound already");
    assert_eq!(why("var x. skip"), "BabyCUDA has no `var`: only `let` and `for` bind a variable");
    assert_eq!(why("sync"), "BabyCUDA has no `sync`: run the phases of the program one by one");
}

/// [L22, §4]: `α ∈ P`.
#[test]
fn the_access_values_of_a_phase() {
    let p = phase(&[(0, accesses(&[1], &[(2, 5)])), (1, accesses(&[], &[(0, 0)]))]);
    assert_eq!(p.accesses().to_string(), "{0: rd A[1], 0: wr A[2], 1: wr A[0]}");
}

/// What bounds the memory of a search.
#[test]
fn what_histories_weigh() {
    use semantics::{Outcome, judgment::Holds};
    let a = accesses(&[1, 3], &[(2, 5)]);
    assert_eq!(a.cells(), 3);
    let h = History::begin().then(phase(&[(0, a), (1, accesses(&[], &[(0, 0)]))]));
    assert_eq!((h.cells(), h.weight()), (2, (1 + 3) + (1 + 1)));
}

#[test]
fn judgments_as_text() {
    use semantics::Shown;
    let a = accesses(&[1, 3], &[(2, 5)]);
    assert_eq!(a.to_string(), "({A[1], A[3]}, A:2=5)");
    let (i, none) = (Thread::natural(1), Accesses::default());
    let j = Judgment::Runs(none.clone(), Stmt::Skip, History::begin(), i, none);
    assert_eq!(j.to_string(), "[{}]; ({}, {}), skip =>_1 ({}, {})");
    let tex = phase(&[(0, accesses(&[1], &[]))]).show(Spelling::Latex);
    assert_eq!(tex, r"\{0{:} (\{\mathit{A}[1]\}, \emptyset)\}");
    let b = statement("A[tid] := tid; let x = A[tid] in skip");
    let h = History::begin();
    let Explanation::Derivation(d) =
        babycuda::explain(&h, &b, &threads(1), &Budget::ten_seconds(), 0)
    else {
        panic!("it runs");
    };
    let page = semantics::derivation::html::html(&d, "").expect("it is small");
    let lines = page.matches("<input type=\"checkbox\"").count();
    assert_eq!(lines, 5, "PAR, SEQ, WRITE, READ and SKIP");
    assert!(d.conclusion.show(Spelling::Unicode).contains("⇓_{0}"));
}
