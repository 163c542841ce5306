//! Functions that jump forward alone, as to the place where they give back what they took.

use crate::syntax::{HostStep, Jump, StepKind};

/// Whether each `goto` of a function leads to a label behind it, and each label stands in the block of the function
/// itself: what is run before the first label is then run at most once, in its order.
pub(super) fn leads_forward(body: &[HostStep]) -> bool {
    let mut seen = false;
    body.iter().all(|step| match &step.kind {
        StepKind::Label => {
            seen = true;
            true
        }
        _ => !jumps(step, seen),
    })
}

/// Whether there is a label in a statement, or, where `back`, a `goto`.
fn jumps(step: &HostStep, back: bool) -> bool {
    let any = |steps: &[HostStep]| steps.iter().any(|step| jumps(step, back));
    match &step.kind {
        StepKind::Label => true,
        StepKind::Jump(jump) => back && *jump == Jump::Goto,
        StepKind::Block(steps) => any(steps),
        StepKind::If(_, yes, no) => jumps(yes, back) || no.iter().any(|no| jumps(no, back)),
        StepKind::Loop { step, body, .. } => {
            jumps(body, back) || step.iter().any(|step| jumps(step, back))
        }
        StepKind::Switch(_, body) => jumps(body, back),
        StepKind::Try(body, handlers) => jumps(body, back) || any(handlers),
        StepKind::Skipped(skipped) => {
            back && skipped.tokens.iter().any(|token| token.is_word("goto"))
                || skipped.bodies.iter().any(|(_, steps)| any(steps))
        }
        StepKind::Expr(_) | StepKind::Declare(_) | StepKind::Return(_) | StepKind::Case { .. } => {
            false
        }
    }
}
