//! The smallest kernel that keeps a disagreement, and its cause.
//!
//! First parts are deleted for as long as what is left has the same outcome. Then, of a program of the
//! core, every smaller program is tried in order of size: what comes out then is a smallest one. Where a
//! feature is to stay the cause, the detector has to be right on each of them once that feature is taken
//! from it: a kernel on which it is wrong all the same is wrong for another reason.

use crate::cause::Without;
use crate::outcome::Outcome;
use crate::trial::{Judge, Trial};
use crate::until::Until;
use generators::{Code, Feature, Kernel, Source, smaller};
use semantics::Syntax;
use std::collections::HashSet;

/// How much may be tried.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Kernels, at most.
    pub tries: usize,
    /// Until when.
    pub until: Until,
}

/// What is left of a kernel.
#[derive(Clone)]
pub struct Shrunk {
    /// The smallest kernel that was found.
    pub kernel: Kernel,
    /// What comes of it.
    pub trial: Trial,
    /// Whether no smaller one was left to try.
    pub smallest: bool,
    /// Smaller kernels on which the detector is wrong for another reason. There may be more.
    pub others: Vec<Kernel>,
}

/// No more kernels of another cause are kept of one.
const OTHERS: usize = 2;

/// Makes a kernel smaller for as long as the outcome stays, and the feature its cause; nothing where the
/// kernel does not have this outcome.
pub fn shrink(
    judge: &mut Judge<'_>,
    kernel: &Kernel,
    outcome: Outcome,
    cause: Option<Feature>,
    effort: &Effort,
) -> Option<Shrunk> {
    let trial = judge.trial(kernel).filter(|trial| trial.outcome == outcome)?;
    let mut search = Search {
        judge,
        outcome,
        cause,
        left: effort.tries,
        until: &effort.until,
        seen: HashSet::new(),
        others: Vec::new(),
    };
    let (mut kernel, mut trial) = (kernel.clone(), trial);
    while let Some((smaller, its)) = search.first(smaller(&kernel)) {
        (kernel, trial) = (smaller, its);
    }
    if let Some((least, its)) = search.least(&kernel) {
        (kernel, trial) = (least, its);
    }
    let smallest = !search.is_over();
    Some(Shrunk { kernel, trial, smallest, others: search.others })
}

struct Search<'s, 'd> {
    judge: &'s mut Judge<'d>,
    outcome: Outcome,
    cause: Option<Feature>,
    left: usize,
    until: &'s Until,
    /// What was tried already.
    seen: HashSet<String>,
    others: Vec<Kernel>,
}

impl Search<'_, '_> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.until.is_over()
    }

    /// The first that has the outcome, and the cause.
    fn first(&mut self, kernels: impl IntoIterator<Item = Kernel>) -> Option<(Kernel, Trial)> {
        for kernel in kernels {
            if self.is_over() {
                return None;
            }
            let languages = &self.judge.detector.languages;
            let Some(text) = languages.iter().find_map(|l| kernel.text(*l)) else { continue };
            if !self.seen.insert(text) {
                continue;
            }
            self.left -= 1;
            let Some(asked) = self.judge.truth(&kernel) else { continue };
            // What cannot be told is no smaller case of what can.
            if self.outcome_needs_truth() && matches!(asked.verdict, crate::Verdict::Unknown(_)) {
                continue;
            }
            let trial = self.judge.ask(asked);
            if trial.outcome == self.outcome && self.has_the_cause(&kernel) {
                return Some((kernel, trial));
            }
        }
        None
    }

    fn has_the_cause(&mut self, kernel: &Kernel) -> bool {
        let Some(feature) = self.cause else { return true };
        let without = feature.taken_from(kernel);
        let without = match without {
            Some(without) => {
                self.left = self.left.saturating_sub(1);
                Without::of(self.judge, &without, self.outcome)
            }
            None => Without::Wrong,
        };
        if without == Without::Wrong && self.others.len() < OTHERS {
            self.others.push(kernel.clone());
        }
        without == Without::Right
    }

    fn outcome_needs_truth(&self) -> bool {
        self.outcome.is_wrong_answer()
    }

    /// The first of all programs that are smaller, in order, as far as they are few enough.
    fn least(&mut self, kernel: &Kernel) -> Option<(Kernel, Trial)> {
        let Code::Core(s) = &kernel.code else { return None };
        let source = Source::enumerated(s.size().saturating_sub(1), s.synchronizes()).ok()?;
        let most = u64::try_from(self.left).unwrap_or(u64::MAX);
        if source.len()? > most {
            return None;
        }
        let launch = kernel.launch;
        let all = (0..source.len()?).filter_map(|n| source.kernel(n, launch));
        self.first(all.collect::<Vec<_>>())
    }
}
