//! Claims checked on many programs: every one up to a size, or some at random.
//!
//! A range of numbers is a unit of work. Units are worked on in parallel and their tallies merged
//! in order, so that an answer does not depend on the machine.

mod tally;
mod unit;
mod work;

use crate::case::{Case, ProgramNumber, Subject, Subjects as Kind};
use crate::claim::{Claim, Dropped};
use crate::enumerate::{Enumeration, TooMany};
use crate::grammar::Grammar;
use jaminan::Stmt;
use maps::Protocol;
use oracle::Bounds;
use rayon::prelude::*;
use std::sync::Mutex;
use web_time::{Duration, Instant};
pub(crate) use work::below;
use work::{SMALL_UNIT, UNIT};

pub use tally::{Refutation, Tally};
pub use work::{RANDOM_FUEL, RANDOM_RUNS, Shard, Work};

/// What is checked, and where.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The claims.
    pub claims: Vec<Claim>,
    /// Without these of their hypotheses.
    pub dropped: Dropped,
    /// The grammar of programs.
    pub grammar: Grammar,
    /// Threads, values and cells.
    pub bounds: Bounds,
    /// Which programs.
    pub work: Work,
    /// Which part of them.
    pub shard: Shard,
    /// Only by the reference, and not by the engine.
    pub only_reference: bool,
}

/// What a survey found out about one claim.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The claim.
    pub claim: Claim,
    /// Of which programs.
    pub work: Work,
    /// On how many programs, and what.
    pub tally: Tally,
    /// How long the claims that were checked together with it took, itself included.
    pub time: Duration,
}

/// The subjects of one grammar, by their numbers.
enum Subjects {
    Programs(Enumeration<Stmt>),
    Protocols(Enumeration<Protocol>),
}

impl Subjects {
    fn new(grammar: &Grammar, protocols: bool, largest: usize) -> Result<Self, TooMany> {
        Ok(match protocols {
            true => Subjects::Protocols(Enumeration::new(grammar, largest)?),
            false => Subjects::Programs(Enumeration::new(grammar, largest)?),
        })
    }

    fn count(&self, size: usize) -> u128 {
        match self {
            Subjects::Programs(programs) => programs.count(size),
            Subjects::Protocols(protocols) => protocols.count(size),
        }
    }

    fn nth(&self, size: usize, index: u128) -> Option<Subject> {
        match self {
            Subjects::Programs(programs) => programs.nth(size, index).map(Subject::Program),
            Subjects::Protocols(protocols) => protocols.nth(size, index).map(Subject::Protocol),
        }
    }
}

/// The claims of one survey that speak of the same subjects.
struct Group {
    claims: Vec<Claim>,
    grammar: Grammar,
    of: Kind,
}

/// At most this many units are worked on before their tallies are merged.
const BATCH: usize = 64;

impl Survey {
    /// Checks. `progress` is told of how many subjects out of how many are done with.
    ///
    /// # Errors
    /// More programs than have numbers.
    pub fn run(&self, progress: &(dyn Fn(u128, u128) + Sync)) -> Result<Vec<Surveyed>, TooMany> {
        let groups = self.groups();
        let mut all: Vec<Subjects> = Vec::new();
        let mut total = 0;
        for group in &groups {
            let protocols = group.of.are_protocols();
            let subjects = Subjects::new(&group.grammar, protocols, self.work.largest())?;
            let units = self.units(group, &subjects);
            total += units.iter().map(|unit| unit.len()).sum::<u128>();
            all.push(subjects);
        }
        let done = Mutex::new(0);
        let mut surveyed = Vec::new();
        for (group, subjects) in groups.iter().zip(&all) {
            let start = Instant::now();
            let tallies = self.group(group, subjects, &|count| {
                if let Ok(mut done) = done.lock() {
                    *done += count;
                    progress(*done, total);
                }
            });
            let time = start.elapsed();
            let claims = group.claims.iter().zip(tallies);
            let work = self.work_of(group);
            surveyed.extend(claims.map(|(claim, tally)| Surveyed {
                claim: *claim,
                work,
                tally,
                time,
            }));
        }
        let place = |s: &Surveyed| self.claims.iter().position(|claim| claim.id == s.claim.id);
        surveyed.sort_by_key(place);
        Ok(surveyed)
    }

    /// The case of this number, for a claim of the survey; nothing where there is no such program.
    ///
    /// # Errors
    /// More programs than have numbers.
    pub fn case(&self, claim: &Claim, number: &ProgramNumber) -> Result<Option<Case>, TooMany> {
        let grammar = claim.grammar(&self.grammar, &self.dropped);
        let subjects = Subjects::new(&grammar, claim.subjects.are_protocols(), number.size)?;
        let subject = subjects.nth(number.size, number.index);
        Ok(subject.map(|subject| Case::new(number.clone(), subject, self.bounds.clone())))
    }

    /// Of which programs a claim of the survey is checked, and of how many of the survey's part.
    ///
    /// # Errors
    /// More programs than have numbers.
    pub fn reach(&self, claim: &Claim) -> Result<(Work, u128), TooMany> {
        let grammar = claim.grammar(&self.grammar, &self.dropped);
        let group = Group { claims: vec![*claim], grammar, of: claim.subjects };
        let protocols = claim.subjects.are_protocols();
        let subjects = Subjects::new(&group.grammar, protocols, self.work.largest())?;
        let units = self.units(&group, &subjects);
        Ok((self.work_of(&group), units.iter().map(work::Unit::len).sum()))
    }

    /// Of several claims at once, those that take long are checked on fewer programs. By itself a
    /// claim is checked on all that are asked for.
    fn work_of(&self, group: &Group) -> Work {
        match (group.of, self.work) {
            (_, Work::One { .. }) => self.work,
            (Kind::OneOfThePaper, _) => Work::One { size: 1, index: 0 },
            (of, _) if self.claims.len() > 1 => {
                let others = match self.work {
                    Work::Random { beyond, .. } => beyond,
                    work => work.largest(),
                };
                of.reach(others).map_or(self.work, |reach| self.work.within(reach))
            }
            _ => self.work,
        }
    }

    fn units(&self, group: &Group, subjects: &Subjects) -> Vec<work::Unit> {
        let unit = if group.of.reach(0).is_some() { SMALL_UNIT } else { UNIT };
        self.work_of(group).units(&|size| subjects.count(size), &self.shard, unit)
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for claim in &self.claims {
            let grammar = claim.grammar(&self.grammar, &self.dropped);
            let of = claim.subjects;
            let same = |group: &&mut Group| group.grammar == grammar && group.of == of;
            match groups.iter_mut().find(same) {
                Some(group) => group.claims.push(*claim),
                None => groups.push(Group { claims: vec![*claim], grammar, of }),
            }
        }
        groups
    }

    fn group(
        &self,
        group: &Group,
        subjects: &Subjects,
        done: &(dyn Fn(u128) + Sync),
    ) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); group.claims.len()];
        let units = self.units(group, subjects);
        // The first batches are small: what is refuted early is not asked of many programs.
        let (mut rest, mut size) = (&units[..], 2);
        while !rest.is_empty() {
            let batch;
            (batch, rest) = rest.split_at(size.min(rest.len()));
            size = BATCH.min(2 * size);
            // Of a claim that is refuted no more is asked: the first counterexample is the smallest.
            let open: Vec<usize> =
                (0..tallies.len()).filter(|n| tallies[*n].refutation.is_none()).collect();
            if open.is_empty() {
                break;
            }
            let claims: Vec<Claim> = open.iter().map(|n| group.claims[*n]).collect();
            let found: Vec<Vec<Tally>> = batch
                .par_iter()
                .map(|unit| {
                    let found = unit::check(self, &claims, &group.grammar, subjects, unit);
                    done(unit.len());
                    found
                })
                .collect();
            for of_unit in found {
                for (n, tally) in open.iter().zip(of_unit) {
                    tallies[*n].merge(tally);
                }
            }
        }
        tallies
    }
}
