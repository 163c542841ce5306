//! Premises as the rules want them.

use super::Ran;
use super::barriers::Reached;
use crate::rules::Judgment;
use crate::syntax::Stmt;
use semantics::derivation::check::same;
use semantics::{Cond, Expr, Number, Spelling, Store, Thread, printer};

/// A premise `M, s ⇓ᵢ M', P ▷ t` from this memory, by this thread. `place` says which premise, as
/// `"third "`.
pub(super) fn run<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    i: &Thread,
) -> Result<(&'a Stmt, &'a Ran), String> {
    match premise {
        Judgment::Runs(memory, s, thread, ran) => {
            same(format!("the thread of the {place}premise"), thread, i, Thread::to_string)?;
            same(format!("the memory of the {place}premise"), memory, m, Store::to_string)?;
            Ok((s, ran))
        }
        _ => Err(format!("the {place}premise is about a run, and here it is `{premise}`")),
    }
}

/// A premise that runs this very statement.
pub(super) fn run_of<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    wanted: &Stmt,
    i: &Thread,
) -> Result<&'a Ran, String> {
    let (s, ran) = run(place, premise, m, i)?;
    same(format!("what the {place}premise runs"), s, wanted, |s| format!("`{s}`"))?;
    Ok(ran)
}

/// A premise `M, s ⇓ᵢ M', P ▷ t | r` from this memory, by this thread.
pub(super) fn reach<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    i: &Thread,
) -> Result<(&'a Stmt, &'a Reached), String> {
    match premise {
        Judgment::Reaches(memory, s, thread, ran) => {
            same(format!("the thread of the {place}premise"), thread, i, Thread::to_string)?;
            same(format!("the memory of the {place}premise"), memory, m, Store::to_string)?;
            Ok((s, ran))
        }
        _ => Err(format!(
            "the {place}premise is about a run up to a barrier, and here it is `{premise}`"
        )),
    }
}

/// A premise that runs this very statement up to a barrier.
pub(super) fn reach_of<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    wanted: &Stmt,
    i: &Thread,
) -> Result<&'a Reached, String> {
    let (s, ran) = reach(place, premise, m, i)?;
    same(format!("what the {place}premise runs"), s, wanted, |s| format!("`{s}`"))?;
    Ok(ran)
}

/// A premise `e ⇓ᵢ k` about this very expression.
pub(super) fn value<'a>(premise: &'a Judgment, e: &Expr, i: &Thread) -> Result<&'a Number, String> {
    let shown = printer::expr(e, Spelling::Ascii);
    match premise {
        Judgment::Evaluates(found, thread, k) if found == e && thread == i => Ok(k),
        _ => Err(format!("a premise gives `{shown}` for thread {i}, and here it is `{premise}`")),
    }
}

/// A premise `c ⇓ᵢ b` about this very condition.
pub(super) fn truth(premise: &Judgment, c: &Cond, i: &Thread, wanted: bool) -> Result<(), String> {
    let shown = printer::cond(c, Spelling::Ascii);
    match premise {
        Judgment::Decides(found, thread, b) if found == c && thread == i && *b == wanted => Ok(()),
        _ => Err(format!(
            "a premise says that `{shown}` is {wanted} for thread {i}, and here it is `{premise}`"
        )),
    }
}
