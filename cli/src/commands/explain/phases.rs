//! One thread of a program or a protocol with barriers, phase by phase.

use super::{Explain, ExplainAnswer, launch};
use crate::answer::View;
use crate::derivation::written;
use crate::failure::Failure;
use crate::style::note;
use jaminan::{Parameters, Phases, Program, instantiate};
use maps::ProtocolFile;
use oracle::explore::unroll;
use semantics::derivation::exchange::Exchanged;
use semantics::derivation::{Derivation, Part, Shown};
use semantics::{Store, Thread};
use std::sync::Arc;

/// Barriers that are gone past at most.
const MOST_PHASES: usize = 1000;

impl Explain {
    /// A derivation of each phase of the thread.
    ///
    /// # Errors
    /// Threads that do not reach a barrier together; a limit.
    pub(super) fn phases(
        &self,
        program: &Program,
        thread: &Thread,
        values: &Parameters,
        memory: Store,
        view: &View,
    ) -> Result<ExplainAnswer, Failure> {
        crate::phases::phases(&program.header, &program.body)?;
        let crowd = launch::crowd(program, thread, values, self.threads)?;
        let (choices, budget) = (self.start.choices(), self.limits.budget());
        let runs = crowd.iter().map(|i| {
            (i.clone(), instantiate(&program.header, &program.body, values, i))
        });
        let mut phases = Phases::begin(memory, runs);
        let mut derivations: Vec<Arc<Derivation<jaminan::Judgment>>> = Vec::new();
        loop {
            let first = derivations.is_empty();
            let n = if first { self.outcome.get() - 1 } else { 0 };
            let Some(found) = phases.explain(thread, &choices, &budget, n) else { break };
            derivations.push(self.derivation(&found)?);
            if derivations.len() > MOST_PHASES {
                return Err(too_many());
            }
            let wanted = |i: &Thread| if i == thread { n } else { 0 };
            let next = phases.advance(&choices, &budget, &wanted).map_err(|stopped| {
                let (i, why) = *stopped;
                match self.derivation::<jaminan::Judgment>(&why) {
                    Err(Failure::Undecided { why, hint }) => {
                        Failure::Undecided { why: format!("thread {i}: {why}"), hint }
                    }
                    Err(failure) => failure,
                    Ok(_) => Failure::usage(format!("thread {i} cannot go on"), "explain it alone"),
                }
            })?;
            if next.diverged {
                return Err(Failure::Undecided {
                    why: "some threads wait at a barrier where others have come to their end".into(),
                    hint: "let all threads of a block reach each barrier".into(),
                });
            }
            if next.ended {
                break;
            }
            if let Some((array, index)) = next.contested.first() {
                note(format!(
                    "several threads write {array}[{index}] in phase {}: the last one's value is kept",
                    derivations.len() - 1
                ));
            }
        }
        self.write_all(thread, &derivations, view)
    }

    /// A derivation of each phase of a protocol that is run with these parameters: a phase is a protocol of its own.
    ///
    /// # Errors
    /// Threads that do not reach a barrier together; a limit.
    pub(super) fn protocol_phases(
        &self,
        protocol: &ProtocolFile,
        thread: &Thread,
        values: &Parameters,
        view: &View,
    ) -> Result<ExplainAnswer, Failure> {
        // Says where a barrier stands that not all threads reach.
        crate::phases::phases(&protocol.header, &protocol.body)?;
        let body = maps::instantiate(&protocol.body, values);
        let phases = unroll::phases(&body, &protocol.header).map_err(|why| Failure::Undecided {
            why: why.to_string(),
            hint: "explain a smaller protocol".into(),
        })?;
        if phases.len() > MOST_PHASES {
            return Err(too_many());
        }
        let (choices, budget) = (self.start.choices(), self.limits.budget());
        let wanted = |n: usize| if n == 0 { self.outcome.get() - 1 } else { 0 };
        let each = |(n, p)| self.derivation(&maps::explain(p, thread, &choices, &budget, wanted(n)));
        let derivations: Vec<_> = phases.iter().enumerate().map(each).collect::<Result<_, _>>()?;
        self.write_all(thread, &derivations, view)
    }

    fn write_all<J: Shown + Exchanged>(
        &self,
        thread: &Thread,
        derivations: &[Arc<Derivation<J>>],
        view: &View,
    ) -> Result<ExplainAnswer, Failure> {
        let heading = |n: usize| format!("phase {n} of thread {thread}");
        let parts: Vec<Part<'_, J>> = derivations
            .iter()
            .enumerate()
            .map(|(n, d)| Part { heading: heading(n), derivation: d })
            .collect();
        written(&parts, self.form, &self.input.title(), view).map(ExplainAnswer::Written)
    }
}

fn too_many() -> Failure {
    Failure::Undecided {
        why: format!("the thread passes more than {MOST_PHASES} barriers"),
        hint: "explain a smaller program".into(),
    }
}
