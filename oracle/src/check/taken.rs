//! What the `var`s of the two threads of a witness take in a replay.

use super::listener::{Listener, Run};
use jaminan::Judgment::{Reaches, Runs};
use jaminan::Stmt;
use semantics::{Choices, Number};
use std::sync::Arc;

/// What the `var`s of the two threads took, one after the other.
#[derive(Debug, Default)]
pub struct Taken {
    /// The numbers, of each thread.
    pub numbers: [Vec<Number>; 2],
}

impl Listener for Taken {
    fn wants(&self, n: Option<usize>) -> bool {
        n.is_some()
    }

    fn hear(&mut self, _: usize, n: Option<usize>, choices: &Choices, run: &Arc<Run>) {
        let Some(n) = n else { return };
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

/// What a run is of.
fn program(run: &Run) -> Option<&Stmt> {
    match &run.conclusion {
        Runs(_, s, ..) | Reaches(_, s, ..) => Some(s),
        _ => None,
    }
}
