//! Premises as the rules want them.

use super::Ran;
use super::barriers::Reached;
use crate::rules::Judgment;
use crate::syntax::Stmt;
use semantics::derivation::check::same;
use semantics::{Cond, Expr, Mistake, Number, Spelling, Store, Thread, printer};

/// A premise `M, s ⇓ᵢ M', P ▷ t` from this memory, by this thread. `place` says which premise, as
/// `"third "`.
pub(super) fn run<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    i: &Thread,
) -> Result<(&'a Stmt, &'a Ran), Mistake> {
    match premise {
        Judgment::Runs(memory, s, thread, ran) => {
            same(format!("the thread of the {place}premise"), thread, i, Thread::to_string)?;
            same(format!("the memory of the {place}premise"), memory, m, Store::to_string)?;
            Ok((s, ran))
        }
        _ => Err(Mistake::premise(format!("the {place}premise is about a run"), premise)),
    }
}

/// A premise that runs this very statement.
pub(super) fn run_of<'a>(
    place: &str,
    premise: &'a Judgment,
    m: &Store,
    wanted: &Stmt,
    i: &Thread,
) -> Result<&'a Ran, Mistake> {
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
) -> Result<(&'a Stmt, &'a Reached), Mistake> {
    match premise {
        Judgment::Reaches(memory, s, thread, ran) => {
            same(format!("the thread of the {place}premise"), thread, i, Thread::to_string)?;
            same(format!("the memory of the {place}premise"), memory, m, Store::to_string)?;
            Ok((s, ran))
        }
        _ => Err(Mistake::premise(
            format!("the {place}premise is about a run up to a barrier"),
            premise,
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
) -> Result<&'a Reached, Mistake> {
    let (s, ran) = reach(place, premise, m, i)?;
    same(format!("what the {place}premise runs"), s, wanted, |s| format!("`{s}`"))?;
    Ok(ran)
}

/// A premise `e ⇓ᵢ k` about this very expression.
pub(super) fn value<'a>(
    premise: &'a Judgment,
    e: &Expr,
    i: &Thread,
) -> Result<&'a Number, Mistake> {
    let shown = printer::expr(e, Spelling::Ascii);
    match premise {
        Judgment::Evaluates(found, thread, k) if found == e && thread == i => Ok(k),
        _ => Err(Mistake::premise(format!("a premise gives `{shown}` for thread {i}"), premise)),
    }
}

/// A premise `c ⇓ᵢ b` about this very condition.
pub(super) fn truth(premise: &Judgment, c: &Cond, i: &Thread, wanted: bool) -> Result<(), Mistake> {
    let shown = printer::cond(c, Spelling::Ascii);
    match premise {
        Judgment::Decides(found, thread, b) if found == c && thread == i && *b == wanted => Ok(()),
        _ => Err(Mistake::premise(
            format!("a premise says that `{shown}` is {wanted} for thread {i}"),
            premise,
        )),
    }
}
