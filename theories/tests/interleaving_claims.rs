//! The claims about interleavings, on every small program with barriers.
//!
//! Programs up to size 3 with two threads, size 2 with three; `INTERLEAVE_SIZE=4` for one more of
//! each. `REAL_EACH_SIZE=4` goes through the programs that may refute `real-each`, up to that size
//! or up to the one that is recorded, and finds no smaller one.

#![allow(clippy::unwrap_used)] // a test may panic

mod recorded;

use jaminan::Stmt;
use oracle::Bounds;
use rayon::prelude::*;
use recorded::{assert_as_recorded, assert_needed, check};
use semantics::{Name, Shape, Syntax};
use std::collections::BTreeSet;
use theories::interleavings::claims;
use theories::{
    Case, Dropped, Enumeration, Finding, Grammar, ProgramNumber, Recorded, Subject, claim,
};

fn largest() -> usize {
    std::env::var("INTERLEAVE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

fn bounds(threads: u64) -> Bounds {
    Bounds { threads, values: 2, cells: 3 }
}

#[test]
fn every_claim_is_as_recorded() {
    for claim in claims() {
        assert_as_recorded(&claim, &bounds(2), largest());
        if claim.recorded == Recorded::Holds {
            let found = check(&claim, &Dropped::default(), &bounds(3), largest() - 1);
            assert!(found.refuted.is_none(), "{}: {:#?}", claim.id, found.refuted);
        }
    }
}

/// Each claim that holds, without each of its hypotheses: the smallest program that refutes it.
#[test]
fn every_hypothesis_is_needed() {
    assert_needed(
        &claims(),
        &bounds(2),
        &[("interleavings/one-outcome", "RACE-FREE", "v1-sync:1:2")],
    );
}

/// The program that refutes `real-each` is the smallest as far as this goes.
///
/// Let `a` of thread `i` and `b` of `j` be a race of the threads run one by one. Where `i` runs to
/// `a`, then `j` to `b`, then `i` makes `a`, the race is one of that schedule, unless `j` reads
/// before `b` what `i` has written before `a`, and does something else then; and so the other way
/// round. So a thread makes a write, a read and an access after both, and what it reads goes into an
/// index, a condition or a bound: other programs do not refute the claim.
#[test]
fn no_smaller_program_refutes_real_each() {
    let claim = claim("interleavings/real-each").unwrap();
    let Recorded::Refuted(recorded) = claim.recorded else { panic!("it is recorded to hold") };
    let recorded: ProgramNumber = recorded.parse().unwrap();
    let largest = std::env::var("REAL_EACH_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let programs = Enumeration::<Stmt>::new(&Grammar::default().with_sync(), largest).unwrap();
    let numbered = |size| {
        let before = if size == recorded.size { recorded.index } else { u128::MAX };
        (0..programs.count(size).min(before)).map(move |index| (size, index))
    };
    let smaller: Vec<(usize, u128)> = (1..=largest).flat_map(numbered).collect();
    let may = |&(size, index): &(usize, u128)| {
        Some((size, index, programs.nth(size, index).filter(may_refute)?))
    };
    let candidates: Vec<_> = smaller.par_iter().filter_map(may).collect();
    println!("{} of {} programs may refute the claim", candidates.len(), smaller.len());
    candidates.into_par_iter().for_each(|(size, index, s)| {
        let number = ProgramNumber { grammar: recorded.grammar.clone(), size, index };
        let case = Case::new(number, Subject::Program(s), bounds(2));
        let finding = claim.check(&case, &Dropped::default());
        let done = matches!(finding, Finding::Holds | Finding::Vacuous(_));
        assert!(done, "{}: {}: {finding:?}", case.number, case.subject);
    });
}

fn may_refute(s: &Stmt) -> bool {
    let found = &mut Found::default();
    found.add(s);
    let Found { writes, reads, loops, decides, .. } = *found;
    decides && writes > 0 && reads > 0 && (loops || writes + reads > 2)
}

/// What stands in a program.
#[derive(Default)]
struct Found {
    writes: usize,
    reads: usize,
    loops: bool,
    /// The variables that hold what was read.
    read: BTreeSet<Name>,
    /// Whether one of them stands in an index, a condition or a bound.
    decides: bool,
}

impl Found {
    fn add(&mut self, s: &Stmt) {
        match s.shape() {
            Shape::Skip | Shape::Sync(_) | Shape::Access(..) => {}
            Shape::Write(_, index, _, _) => {
                self.writes += 1;
                self.uses(&index.free_variables());
            }
            Shape::Read(x, _, index, body, _) => {
                self.reads += 1;
                self.uses(&index.free_variables());
                self.read.insert(x.clone());
                self.add(body);
            }
            Shape::Var(_, body) => self.add(body),
            Shape::Seq(a, b) => {
                self.add(a);
                self.add(b);
            }
            Shape::If(c, a, b) => {
                self.uses(&c.free_variables());
                self.add(a);
                self.add(b);
            }
            Shape::For(_, lo, hi, body) => {
                self.loops = true;
                self.uses(&lo.free_variables());
                self.uses(&hi.free_variables());
                self.add(body);
            }
        }
    }

    fn uses(&mut self, variables: &BTreeSet<Name>) {
        self.decides |= !variables.is_disjoint(&self.read);
    }
}
