//! Barriers: the phases of a program, and programs that must have none.

use crate::failure::Failure;
use crate::input::Input;
use semantics::split::first_barrier;
use semantics::{Diagnostic, Header, PhaseProgram, Site, Syntax, Unsplittable};

/// The phases of a program.
///
/// # Errors
/// A barrier that not all threads reach together; more phases than there may be.
pub fn phases<S: Syntax>(header: &Header, body: &S) -> Result<Vec<PhaseProgram<S>>, Failure> {
    semantics::split(header, body).map_err(|why| match why {
        Unsplittable::ThreadDependent(site) => at(
            &site,
            "a barrier that some threads may reach and others not",
        )
        .label("under a condition or bound that is not the same for all threads")
        .hint("conditions and bounds around `sync` may use numbers, parameters and loop variables")
        .into(),
        Unsplittable::Sometimes(site) => {
            at(&site, "a barrier that only some iterations of its loop pass")
                .label("not in every iteration")
                .hint("let every iteration pass a barrier, or none")
                .into()
        }
        Unsplittable::Over(spent) => Failure::Undecided {
            why: spent.to_string(),
            hint: "barriers in fewer loops and conditions make fewer phases".into(),
        },
        Unsplittable::TooMany => Failure::Undecided {
            why: format!("more than {} phases", semantics::split::MOST_PHASES),
            hint: "the number of phases doubles with each condition around a barrier".into(),
        },
    })
}

/// Checks that a program has no barrier.
///
/// # Errors
/// It has one: what `command` answers is about one phase.
pub fn unsynchronized<S: Syntax>(body: &S, command: &str, input: &Input) -> Result<(), Failure> {
    if !body.synchronizes() {
        return Ok(());
    }
    Err(at(&first_barrier(body), format!("`{command}` takes a program without `sync`"))
        .label("a barrier")
        .hint(format!("`jaminan split {}` prints the phases between barriers", input.argument()))
        .into())
}

fn at(site: &Site, message: impl Into<String>) -> Diagnostic {
    match site.span() {
        Some(span) => Diagnostic::at(span.clone(), message),
        None => Diagnostic::whole(message),
    }
}
