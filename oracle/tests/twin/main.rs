//! The explorer and its naive twin: one chooses initial memory as it is read, follows what leaves
//! the same once, and stops at the first phase with a race; the other goes through every memory,
//! every combination of runs and every order of updates. They agree on the smallest witness.

// A test panics where something is not as it must be; clippy knows that of `#[test]` functions only.
#![allow(clippy::unwrap_used)]

mod grammar;
mod naive;

use naive::{Found, Key};
use oracle::explore::{Bounds, Exploration, Finding, explore};
use oracle::{Budget, actions::Actions};

fn program(text: &str) -> jaminan::Program {
    let source = semantics::Source::new("test.jam", text);
    match jaminan::Program::parse(&source, Default::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

fn key(finding: &Finding) -> Option<Key> {
    match finding {
        Finding::Race(witness) => {
            assert!(witness.replayed && witness.smallest, "{witness:?}");
            Some(Key::of(witness))
        }
        Finding::Absent => None,
        Finding::Undecided => panic!("undecided"),
    }
}

fn agree(program: &jaminan::Program, bounds: &Bounds) -> Exploration {
    let fast = explore(program, bounds, Budget::fuel(u64::MAX));
    let Found { protocol, separate, joint } = naive::explore(program, bounds);
    assert_eq!(key(&fast.joint), joint, "joint race of\n{program}");
    assert_eq!(key(&fast.separate), separate, "separately feasible race of\n{program}");
    // Each kind of race is one of the next.
    assert!(fast.joint == Finding::Absent || fast.separate != Finding::Absent, "{program}");
    assert!(fast.separate == Finding::Absent || fast.protocol != Finding::Absent, "{program}");
    let found = key(&fast.protocol).is_some();
    if semantics::Syntax::synchronizes(&program.body) {
        // The twin's protocol knows what later phases read.
        assert!(!found || protocol, "protocol race of\n{program}");
    } else {
        assert_eq!(found, protocol, "protocol race of\n{program}");
        agree_on_actions(program, bounds);
    }
    fast
}

fn agree_on_actions(program: &jaminan::Program, bounds: &Bounds) {
    let actions = Actions::of_program(program, bounds, Budget::fuel(u64::MAX)).unwrap();
    let (j, p, reachable) = naive::actions(program, bounds);
    assert_eq!(actions.program, j, "J-actions of\n{program}");
    assert_eq!(actions.protocol, p, "P-actions of\n{program}");
    assert_eq!(actions.reachable, reachable, "reachable actions of\n{program}");
}

#[test]
fn the_grammar_has_the_published_counts() {
    let count = |size| grammar::programs(size).len();
    assert_eq!([count(1), count(2), count(3), count(4)], [5, 77, 1_247, 24_178]);
}

/// Up to size 3, or `TWIN_SIZE`.
#[test]
fn every_program_up_to_a_size() {
    let bounds = Bounds::new(2, 2);
    let largest = std::env::var("TWIN_SIZE").map_or(3, |size| size.parse().unwrap());
    let mut joint = 0;
    for size in 1..=largest {
        for body in grammar::programs(size) {
            let found = agree(&grammar::closed(body), &bounds);
            joint += usize::from(found.joint != Finding::Absent);
        }
    }
    assert!(joint > 100, "too few of the programs race to say much: {joint}");
}

#[test]
fn some_programs_of_size_4() {
    let bounds = Bounds { threads: 3, values: 2, cells: 2 };
    for body in grammar::programs(4).into_iter().step_by(61) {
        agree(&grammar::closed(body), &bounds);
    }
}

#[test]
fn two_phases_of_every_two_programs_of_size_1_and_2() {
    let bounds = Bounds::new(2, 2);
    let small = [grammar::programs(1), grammar::programs(2)].concat();
    for first in small.iter().step_by(3) {
        for second in &small {
            agree(&grammar::closed(grammar::with_barrier(first, second)), &bounds);
        }
    }
}

#[test]
fn barriers_and_parameters() {
    let bounds = Bounds { threads: 3, values: 2, cells: 2 };
    for text in [
        "A[tid] := 0; sync; let x = A[0] in if x != 0 { A[1] := tid }",
        "A[tid] := 1; sync; let x = A[0] in if x != 0 { A[1] := tid }",
        "A[tid] := tid; sync; let x = A[1] in if x < 1 { skip } else { A[x] := 0 }",
        "A[0] := tid; sync; let x = A[0] in A[x] := 0",
        "param n; for k in 0..n { A[tid + k] := 0; sync; skip }",
        "param n; for k in 0..n { A[tid + k] := 0; sync; let x = A[tid] in B[x] := k }",
        "param n; if n == 0 { A[tid] := 0; sync; A[tid + 1] := 0 } else { sync }; A[n] := 1",
        "param n; assume n > 0; assume tid < n; A[n] := 0",
        "param n; threads n; let x = A[n] in A[x] := tid",
        "threads 2; var y. A[y + tid] := y; sync; var z. let x = A[z] in B[x] := 1",
        "for k in 0..2 { let x = A[tid] in { A[tid] := x + 1; sync }; let y = A[0] in if y > 2 { B[0] := 1 } }",
        "let x = A[0] in { if x == 1 { A[0] := 0 }; sync; let y = A[1] in if x < y { A[2] := 0 } }",
        // The threads have read one memory: either branch is taken by all.
        "let x = A[0] in { sync; if tid == 0 { if x == 0 { B[0] := 1 } } \
         else { if x == 1 { B[0] := 1 } } }",
        // What was written two phases ago is still there.
        "A[tid] := 1; sync; B[tid] := 1; sync; let x = A[0] in if x == 0 { B[0] := 1 }",
        // What was read of the initial memory is still there.
        "let x = A[0] in { sync; let y = A[0] in if x < y { B[0] := 1 } }",
        // The program reads a value that the bound on values leaves out.
        "A[tid] := 2; let x = A[tid] in if x == 2 { B[0] := 0 }",
        // The first run that makes the access is not the one of the smallest memory.
        "var y. if y == 0 { let x = A[0] in if x != 0 { B[0] := 0 } } else { B[0] := 0 }",
        // Two threads leave A[2] as it was; three do not.
        "A[tid] := 1; sync; let x = A[2] in if x == 0 { B[0] := tid }",
        "threads 3; A[tid] := 1; sync; let x = A[2] in if x == 0 { B[0] := tid }",
        "for k in 1..1 { A[0] := 0; sync }; B[tid] := 0",
    ] {
        agree(&program(text), &bounds);
    }
}
