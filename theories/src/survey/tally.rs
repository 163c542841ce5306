//! What was found on how many programs.

use crate::case::{ProgramNumber, Subject};
use crate::claim::{Counterexample, Finding};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Counts of what a claim came to, up to and with its first counterexample.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// On how many programs the claim was checked.
    pub checked: u64,
    /// On how many of them every hypothesis held.
    pub met: u64,
    /// On how many of them a hypothesis did not hold: which.
    pub vacuous: BTreeMap<Cow<'static, str>, u64>,
    /// On how many of them larger bounds remove what offended. They count as met.
    pub removed: u64,
    /// On how many of them it is not known.
    pub undecided: u64,
    /// On how many further programs it was not checked: they are larger than programs at random
    /// may be.
    pub skipped: u64,
    /// The first that is undecided, and why.
    pub first_undecided: Option<(ProgramNumber, String)>,
    /// The first counterexample.
    pub refutation: Option<Box<Refutation>>,
    /// On how many programs the engine was wrong: it suspected one that the reference clears,
    /// within the same bounds.
    pub cleared: u64,
}

/// A counterexample and the program that it is of.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The number of the program.
    pub number: ProgramNumber,
    /// The program or protocol.
    pub subject: Subject,
    /// Why the claim does not hold of it.
    pub counterexample: Counterexample,
}

impl Tally {
    /// Whether nothing more is to be asked: there is a counterexample.
    pub fn is_closed(&self) -> bool {
        self.refutation.is_some()
    }

    /// Adds a program of which the claim holds.
    pub(super) fn add_met(&mut self) {
        self.checked += 1;
        self.met += 1;
    }

    /// Adds a program of which a hypothesis does not hold.
    pub(super) fn add_vacuous(&mut self, hypothesis: &'static str) {
        self.checked += 1;
        *self.vacuous.entry(hypothesis.into()).or_default() += 1;
    }

    /// Adds a program that is too large to be checked.
    pub(super) fn add_skipped(&mut self) {
        self.skipped += 1;
    }

    /// Adds what one check came to.
    pub fn add(&mut self, number: &ProgramNumber, subject: &Subject, finding: Finding) {
        if self.is_closed() {
            return;
        }
        self.checked += 1;
        match finding {
            Finding::Holds => self.met += 1,
            Finding::Vacuous(hypothesis) => {
                *self.vacuous.entry(hypothesis.into()).or_default() += 1
            }
            Finding::Removed => {
                self.met += 1;
                self.removed += 1;
            }
            Finding::Undecided(why) | Finding::TooLarge(why) => {
                self.undecided += 1;
                self.first_undecided.get_or_insert_with(|| (number.clone(), why));
            }
            Finding::Refuted(counterexample) => {
                self.met += 1;
                self.refutation = Some(Box::new(Refutation {
                    number: number.clone(),
                    subject: subject.clone(),
                    counterexample: *counterexample,
                }));
            }
        }
    }

    /// Adds the tally of the programs that follow.
    pub fn merge(&mut self, later: Tally) {
        if self.is_closed() {
            return;
        }
        self.count(&later);
        if self.first_undecided.is_none() {
            self.first_undecided = later.first_undecided;
        }
        self.refutation = later.refutation;
    }

    /// Adds the tally of another part of the programs, whose numbers are before, between and after
    /// these. The smaller counterexample is kept; the counts are of all that either part was asked.
    pub fn join(&mut self, other: Tally) {
        self.count(&other);
        let place = |number: &ProgramNumber| (number.size, number.index);
        let undecided = [self.first_undecided.take(), other.first_undecided];
        self.first_undecided = undecided.into_iter().flatten().min_by_key(|(n, _)| place(n));
        let refuted = [self.refutation.take(), other.refutation];
        self.refutation = refuted.into_iter().flatten().min_by_key(|r| place(&r.number));
    }

    fn count(&mut self, other: &Tally) {
        self.checked += other.checked;
        self.met += other.met;
        for (hypothesis, count) in &other.vacuous {
            *self.vacuous.entry(hypothesis.clone()).or_default() += count;
        }
        self.removed += other.removed;
        self.undecided += other.undecided;
        self.skipped += other.skipped;
        self.cleared += other.cleared;
    }
}
