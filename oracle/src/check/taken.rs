//! What the `var`s of the two threads of a witness take in a replay.

use jaminan::Judgment::{self, Reaches, Runs};
use jaminan::Stmt;
use semantics::{Choices, Derivation, Number, Search};
use std::sync::Arc;

/// What the `var`s of the two threads took, one after the other.
#[derive(Debug, Default)]
pub struct Taken {
    /// Whether anybody asks: derivations are kept for it.
    asked: bool,
    numbers: [Vec<Number>; 2],
}

impl Taken {
    /// For somebody who asks.
    pub fn recording() -> Self {
        Taken { asked: true, ..Taken::default() }
    }

    /// The numbers, of each thread.
    pub fn numbers(self) -> [Vec<Number>; 2] {
        self.numbers
    }

    /// The search of a thread, which is of the witness where it has a number.
    pub fn of(&self, search: Search<Judgment>, n: Option<usize>) -> Search<Judgment> {
        if self.asked && n.is_some() { search.recording() } else { search }
    }

    /// Hears of a run of such a thread.
    pub fn hear(&mut self, n: Option<usize>, choices: &Choices, run: Option<&Arc<Run>>) {
        let (Some(n), Some(run)) = (n, run) else { return };
        let numbers = &mut self.numbers[n];
        // In the order of the run: the premises of a rule run from the first to the last.
        let mut rest = vec![run.clone()];
        while let Some(run) = rest.pop() {
            if let Some(Stmt::Var(x, body)) = program(&run) {
                let then = run.premises.last().and_then(|premise| program(premise));
                let took = choices.of(x).iter().find(|k| Some(&body.substitute(x, k)) == then);
                numbers.push(took.cloned().unwrap_or_default());
            }
            rest.extend(run.premises.iter().rev().cloned());
        }
    }
}

type Run = Derivation<Judgment>;

/// What a run is of.
fn program(run: &Run) -> Option<&Stmt> {
    match &run.conclusion {
        Runs(_, s, ..) | Reaches(_, s, ..) => Some(s),
        _ => None,
    }
}
