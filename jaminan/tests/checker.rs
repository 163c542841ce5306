//! The checker of derivations against the evaluator: what the one derives, the other accepts; and
//! of every mistake it names the step.
#![allow(clippy::expect_used)] // a test may fail

mod mutation;
mod small;

use jaminan::{Initial, Stmt, infer, reaches, runs};
use mutation::{Tally, every_mistake};
use semantics::derivation::check;
use semantics::{
    Checked, Choices, Cond, Derivation, Expr, Flow, Number, ParseOptions, Search, Source, Stop,
    Store, Thread, Verdict,
};
use std::sync::Arc;

const RULES: [&str; 12] = [
    "S-VAR", "S-READ", "S-WRITE", "S-SKIP", "S-SEQ", "S-IF-T", "S-IF-F", "S-FOR-1", "S-FOR-2", "E",
    "C", "M",
];

const BARRIER_RULES: [&str; 10] = [
    "B-END", "B-SYNC", "B-VAR", "B-READ", "B-SEQ-1", "B-SEQ-2", "B-IF-T", "B-IF-F", "B-FOR-1",
    "B-FOR-2",
];

const PROTOCOL_RULES: [&str; 10] =
    ["P-VAR", "P-ACC", "P-SKIP", "P-SEQ", "P-IF-T", "P-IF-F", "P-FOR-1", "P-FOR-2", "E", "C"];

/// What the small programs do not have: loops that read what they wrote, nested binders, two
/// arrays, arithmetic.
const PROGRAMS: [&str; 5] = [
    "for x in 0..3 { let y = A[x] in A[x + 1] := y + 1 }",
    "A[tid] := tid; let x = A[tid] in var y. A[x] := y",
    "let x = A[0] in let y = B[x] in if x == y || !(tid < 2) { A[y] := x * 2 } else { B[0] := 1 }",
    "{ A[1] := 1; A[1] := 2 }; { let x = A[1] in for y in x..x + 1 { B[y] := min(y, 1) } }",
    "var x. for y in x..2 { if y < 1 { skip } else { A[max(x, y)] := y } }",
];

const WITH_BARRIERS: [&str; 6] = [
    "A[tid] := 1; sync; let x = A[0] in A[x] := 2",
    "{ A[0] := 1; sync; skip }; A[1] := 2",
    "for x in 0..2 { A[x] := x; sync }",
    "var x. let y = A[x] in { sync; A[y] := x }",
    "if tid < 1 { sync } else { A[0] := 1; sync; skip }",
    "for x in 1..1 { sync }",
];

fn statement(text: &str) -> Stmt {
    let source = Source::new("test.jam", text);
    match jaminan::Program::parse(&source, ParseOptions::default()) {
        Ok(program) => program.body,
        Err(error) => panic!("{error}"),
    }
}

fn choices(values: &[u64]) -> Choices {
    Choices { values: values.iter().copied().map(Number::from).collect(), ..Choices::default() }
}

/// Calls back with every derivation of what the conclusion's program does.
fn each_jaminan(
    j: &jaminan::Judgment,
    values: &[u64],
    f: &mut dyn FnMut(&Arc<Derivation<jaminan::Judgment>>) -> Flow,
) {
    let mut search = Search::new(choices(values), Initial::Zero, 1_000_000).recording();
    let mut each = |proof: Option<Arc<Derivation<jaminan::Judgment>>>| match proof {
        Some(d) => f(&d),
        None => panic!("the search records"),
    };
    let flow = match j {
        jaminan::Judgment::Runs(m, s, i, _) => {
            runs(&mut search, m, s, i, &mut |_, _, proof| each(proof))
        }
        jaminan::Judgment::Reaches(m, s, i, _) => {
            reaches(&mut search, m, s, i, &mut |_, _, proof| each(proof))
        }
        _ => panic!("{j} is no run"),
    };
    assert_ne!(flow, Flow::Break(Stop::OutOfFuel));
}

fn each_protocol(
    j: &maps::Judgment,
    values: &[u64],
    f: &mut dyn FnMut(&Arc<Derivation<maps::Judgment>>) -> Flow,
) {
    let mut search = Search::new(choices(values), (), 1_000_000).recording();
    let maps::Judgment::Runs(p, i, _) = j else { panic!("{j} is no run") };
    let flow = maps::runs(&mut search, p, i, &mut |_, _, proof| match proof {
        Some(d) => f(&d),
        None => panic!("the search records"),
    });
    assert_ne!(flow, Flow::Break(Stop::OutOfFuel));
}

/// Whether some derivation ends in this step.
fn ends_in<J: PartialEq>(d: &Derivation<J>, rule: &str, conclusion: &J, above: &[&J]) -> bool {
    d.rule == rule
        && d.conclusion == *conclusion
        && d.premises.len() == above.len()
        && d.premises.iter().zip(above).all(|(premise, j)| premise.conclusion == **j)
}

fn jaminan_derives(
    rule: &str,
    conclusion: &jaminan::Judgment,
    above: &[&jaminan::Judgment],
    numbers: &[u64],
) -> bool {
    let leaf = |name: &str, holds: bool| rule == name && above.is_empty() && holds;
    match conclusion {
        jaminan::Judgment::Evaluates(e, i, k) => leaf("E", e.eval(i).as_ref() == Ok(k)),
        jaminan::Judgment::Decides(c, i, b) => leaf("C", c.eval(i).as_ref() == Ok(b)),
        jaminan::Judgment::Reads(m, a, j, k) => leaf("M", m.lookup(a, j) == *k),
        _ => {
            let mut found = false;
            each_jaminan(conclusion, numbers, &mut |d| {
                found = ends_in(d, rule, conclusion, above);
                if found { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
            });
            found
        }
    }
}

fn protocol_derives(
    rule: &str,
    conclusion: &maps::Judgment,
    above: &[&maps::Judgment],
    numbers: &[u64],
) -> bool {
    let leaf = |name: &str, holds: bool| rule == name && above.is_empty() && holds;
    match conclusion {
        maps::Judgment::Evaluates(e, i, k) => leaf("E", e.eval(i).as_ref() == Ok(k)),
        maps::Judgment::Decides(c, i, b) => leaf("C", c.eval(i).as_ref() == Ok(b)),
        maps::Judgment::Runs(..) => {
            let mut found = false;
            each_protocol(conclusion, numbers, &mut |d| {
                found = ends_in(d, rule, conclusion, above);
                if found { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
            });
            found
        }
    }
}

/// The question that a run answers; its outcome is of no matter.
fn question(s: &Stmt) -> [jaminan::Judgment; 2] {
    let m = Store::of(&"A".into(), 0.into(), 1.into());
    let i = Thread::natural(1);
    let t = semantics::Trace::Tau;
    let phase = semantics::Phase::empty();
    [
        jaminan::Judgment::Runs(
            m.clone(),
            s.clone(),
            i.clone(),
            (Store::empty(), phase.clone(), t.clone()),
        ),
        jaminan::Judgment::Reaches(m, s.clone(), i, (Store::empty(), phase, t, None)),
    ]
}

fn protocol_question(p: maps::Protocol) -> maps::Judgment {
    let ran = (semantics::Phase::empty(), semantics::Trace::Tau);
    maps::Judgment::Runs(p, Thread::natural(1), ran)
}

/// Derivations are accepted: of the three smallest sizes all, also once they went through JSON.
#[test]
fn what_the_evaluator_derives_is_valid() {
    let (mut jam, mut map) = (0, 0);
    assert_eq!([1, 2, 3].map(|size| small::programs(size).len()), [5, 77, 1_247]);
    let small = (1..=3).flat_map(small::programs);
    for s in small.chain(PROGRAMS.map(statement)) {
        let [runs, _] = question(&s);
        each_jaminan(&runs, &[0, 1], &mut |d| {
            assert_valid(d);
            jam += 1;
            Flow::Continue(())
        });
        each_protocol(&protocol_question(infer(&s)), &[0, 1], &mut |d| {
            assert_valid(d);
            map += 1;
            Flow::Continue(())
        });
    }
    for s in WITH_BARRIERS.map(statement) {
        let [_, reaches] = question(&s);
        each_jaminan(&reaches, &[0, 1], &mut |d| {
            assert_valid(d);
            jam += 1;
            Flow::Continue(())
        });
    }
    assert!(jam > 1_300 && map > 1_300, "{jam} {map}");
}

fn assert_valid<J>(d: &Arc<Derivation<J>>)
where
    J: semantics::Checked + semantics::Exchanged + PartialEq + std::fmt::Debug,
{
    assert_eq!(check::check(&d.steps()), Verdict::Valid);
    let text = semantics::derivation::exchange::write(d).expect("a small derivation");
    let document = semantics::json::value(&text).expect("it was just written");
    let listing = match semantics::derivation::exchange::read::<J>(&document) {
        Ok(listing) => listing,
        Err(error) => panic!("{error} in {text}"),
    };
    assert_eq!(check::check(&listing.steps()), Verdict::Valid);
    assert_eq!(listing.derivation().as_ref(), Some(d));
}

#[test]
fn every_mistake_in_jaminan_is_named() {
    let rules: Vec<&str> = RULES.iter().chain(&BARRIER_RULES).copied().collect();
    let mut tally = Tally::default();
    let small = (1..=2).flat_map(small::programs).chain(small::programs(3).into_iter().step_by(97));
    for s in small.chain(PROGRAMS.map(statement)) {
        mistaken(&s, 0, &rules, &mut tally);
    }
    for s in WITH_BARRIERS.map(statement) {
        mistaken(&s, 1, &rules, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.there > 5 * (tally.later + tally.correct), "{tally:?}");
}

/// Makes every mistake in the last derivation of a program: the one with the largest choices.
fn mistaken(s: &Stmt, form: usize, rules: &[&str], tally: &mut Tally) {
    let mut last = None;
    each_jaminan(&question(s)[form], &[0, 1], &mut |d| {
        last = Some(Arc::clone(d));
        Flow::Continue(())
    });
    let d = last.expect("every program runs");
    every_mistake(&d, rules, &jaminan_derives, tally);
}

#[test]
fn every_mistake_in_protocols_is_named() {
    let mut tally = Tally::default();
    let small = (1..=2).flat_map(small::programs).chain(small::programs(3).into_iter().step_by(61));
    for s in small.chain(PROGRAMS.map(statement)) {
        let mut last = None;
        each_protocol(&protocol_question(infer(&s)), &[0, 1], &mut |d| {
            last = Some(Arc::clone(d));
            Flow::Continue(())
        });
        let d = last.expect("every protocol runs");
        every_mistake(&d, &PROTOCOL_RULES, &protocol_derives, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.there > 5 * (tally.later + tally.correct), "{tally:?}");
}

/// A branch is taken by what this very condition says of this very thread.
#[test]
fn a_branch_asks_for_its_own_condition() {
    let [i, other] = [1, 2].map(Thread::natural);
    let mut branch = None;
    let [runs, _] = question(&statement("if tid < 2 { A[0] := 1 } else { skip }"));
    each_jaminan(&runs, &[0], &mut |d| {
        branch = Some(Arc::clone(d));
        Flow::Break(Stop::Enough)
    });
    let branch = branch.expect("it runs");
    let run = &branch.premises[1].conclusion;
    let below = |k: u32| Cond::rel(semantics::Rel::Lt, Expr::tid(), Expr::num(k));
    let holds = |c: Cond, i: &Thread, b: bool| {
        let truth = jaminan::Judgment::Decides(c, i.clone(), b);
        jaminan::Judgment::check(&branch.rule, &branch.conclusion, &[&truth, run]).is_ok()
    };
    assert!(holds(below(2), &i, true));
    assert!(!holds(below(3), &i, true));
    assert!(!holds(below(2), &other, true));
    assert!(!holds(below(2), &i, false));
}

/// What a rule says of a conclusion that it is not about.
fn misplaced<J: Checked>(rule: &str, conclusion: &J) -> String {
    J::check(rule, conclusion, &[]).expect_err("the rule is about something else").to_string()
}

/// A rule that stands in the wrong place says what it is about, and a name that no rule has says so.
#[test]
fn a_misplaced_rule_says_what_it_is_about() {
    let leaves = [
        ("E", "the value of an expression"),
        ("C", "the truth of a condition"),
        ("M", "what a memory holds"),
    ];
    let of_runs = [
        ("S-VAR", "`var x. s`"),
        ("S-READ", "`let x = A[e] in s`"),
        ("S-WRITE", "`A[e] := e`"),
        ("S-SKIP", "`skip`"),
        ("S-SEQ", "`s; s`"),
        ("S-IF-T", "`if`"),
        ("S-IF-F", "`if`"),
        ("S-FOR-1", "`for`"),
        ("S-FOR-2", "`for`"),
    ];
    let of_barriers = [
        ("B-SYNC", "`sync`"),
        ("B-VAR", "`var x. s`"),
        ("B-READ", "`let x = A[e] in s`"),
        ("B-SEQ-1", "`s; s`"),
        ("B-SEQ-2", "`s; s`"),
        ("B-IF-T", "`if`"),
        ("B-IF-F", "`if`"),
        ("B-FOR-1", "`for`"),
        ("B-FOR-2", "`for`"),
    ];
    let (i, one) = (Thread::natural(1), Number::from(1));
    let value = <jaminan::Judgment as semantics::Judgment>::evaluates(&Expr::tid(), &i, &one);
    let truth = <jaminan::Judgment as semantics::Judgment>::decides(&Cond::Bool(true), &i, true);
    let [runs, reaches] = question(&statement("sync"));
    for (rule, form) in leaves.into_iter().chain(of_runs) {
        let about = format!("the rule is about {form}, and");
        let leaf = if rule == "E" { &truth } else { &value };
        assert_eq!(misplaced(rule, leaf), format!("{about} not about `{leaf}`"));
        assert_eq!(misplaced(rule, &runs), format!("{about} this program is `sync`"));
        assert_eq!(misplaced(rule, &reaches), format!("{about} this program is `sync`"));
    }
    let twice = statement("if tid < 1 { sync } else { sync }; skip");
    for (rule, form) in of_barriers {
        let about = format!("the rule is about {form}, and");
        assert_eq!(misplaced(rule, &value), format!("{about} not about `{value}`"));
        let other = if form == "`sync`" { twice.clone() } else { statement("sync") };
        let [_, reaches] = question(&other);
        assert_eq!(misplaced(rule, &reaches), format!("{about} this program is `{other}`"));
        let [_, reaches] = question(&Stmt::Skip);
        let barrier = "the rule is about a program with a barrier, and `skip` has none";
        assert_eq!(misplaced(rule, &reaches), barrier);
    }
    assert_eq!(
        misplaced("B-END", &value),
        "the rule is about a program without a barrier, and not about `tid =>_1 1`"
    );
    assert_eq!(
        misplaced("B-END", &reaches),
        "the rule is about a program without a barrier, and `sync` has one"
    );
    assert_eq!(misplaced("S", &value), "there is no rule S");
    assert_eq!(misplaced("S", &runs), "there is no rule S of one thread's run");
    assert_eq!(misplaced("S", &reaches), "there is no rule S");
}

#[test]
fn a_misplaced_rule_of_protocols_says_what_it_is_about() {
    let rules = [
        ("P-VAR", "`var x. p`"),
        ("P-ACC", "an access"),
        ("P-SKIP", "`skip`"),
        ("P-SEQ", "`p; p`"),
        ("P-IF-T", "`if`"),
        ("P-IF-F", "`if`"),
        ("P-FOR-1", "`for`"),
        ("P-FOR-2", "`for`"),
        ("E", "the value of an expression"),
        ("C", "the truth of a condition"),
    ];
    let i = Thread::natural(1);
    let value = <maps::Judgment as semantics::Judgment>::evaluates(&Expr::tid(), &i, &1.into());
    let truth = <maps::Judgment as semantics::Judgment>::decides(&Cond::Bool(true), &i, true);
    let runs = protocol_question(infer(&statement("sync")));
    for (rule, form) in rules {
        let about = format!("the rule is about {form}, and");
        let leaf = if rule == "E" { &truth } else { &value };
        assert_eq!(misplaced(rule, leaf), format!("{about} not about `{leaf}`"));
        assert_eq!(misplaced(rule, &runs), format!("{about} this program is `sync`"));
    }
    assert_eq!(misplaced("P", &value), "there is no rule P");
    assert_eq!(misplaced("P", &runs), "there is no rule P");
}
