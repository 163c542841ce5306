//! Loops and conditions around barriers, followed for one launch.

use crate::explore::obstacle::Obstacle;
use num_traits::ToPrimitive;
use semantics::split::MOST_PHASES;
use semantics::{Expr, Header, Meaningless, Number, Shape, Syntax, Thread};
use std::sync::Arc;

/// The phases that a launch runs, in order: a loop around barriers as often as it iterates, a
/// condition around barriers as it decides. The statement's parameters are numbers.
///
/// [`semantics::split()`] cuts it into phases: here is only decided which of them run.
///
/// # Errors
/// Barriers that not all threads reach together; too many phases.
pub fn phases<S: Syntax>(s: &S, header: &Header) -> Result<Vec<S>, Obstacle> {
    let declared = Header { params: Vec::new(), ..header.clone() };
    let followed = follow(s, &mut 0)?;
    match semantics::split(&declared, &followed) {
        Ok(phases) => Ok(phases.into_iter().map(|phase| phase.body).collect()),
        Err(semantics::Unsplittable::Over(spent)) => Err(Obstacle::Stopped(spent.into())),
        Err(semantics::Unsplittable::TooMany) => Err(Obstacle::TooManyPhases(MOST_PHASES)),
        Err(_) => Err(Obstacle::Unsplittable),
    }
}

fn follow<S: Syntax>(s: &S, iterations: &mut usize) -> Result<S, Obstacle> {
    if !s.synchronizes() {
        return Ok(s.clone());
    }
    // What stands around a barrier is the same for all threads: any of them decides it.
    let any = Thread::natural(0);
    let unknown = |why| match why {
        Meaningless::TooLarge => Obstacle::Meaningless(Meaningless::TooLarge),
        _ => Obstacle::Unsplittable,
    };
    let value = |e: &Expr| e.eval(&any).map_err(unknown);
    Ok(match s.shape() {
        Shape::Seq(a, b) => S::seq(follow(&**a, iterations)?, follow(&**b, iterations)?),
        Shape::If(c, yes, no) => match c.eval(&any).map_err(unknown)? {
            true => follow(&**yes, iterations)?,
            false => follow(&**no, iterations)?,
        },
        Shape::For(x, lo, hi, body) => {
            let (lo, hi) = (value(lo)?, value(hi)?);
            let count = (&hi - &lo).max(Number::from(0)).to_usize().unwrap_or(usize::MAX);
            *iterations = iterations.saturating_add(count);
            if *iterations > MOST_PHASES {
                return Err(Obstacle::TooManyPhases(MOST_PHASES));
            }
            let mut followed = Vec::with_capacity(count);
            let mut l = lo;
            while l < hi {
                followed.push(follow(&body.replace(x, &Expr::Num(l.clone())), iterations)?);
                l += 1;
            }
            match followed.pop() {
                None => S::skip(),
                Some(last) => followed.into_iter().rev().fold(last, |rest, s| S::seq(s, rest)),
            }
        }
        Shape::Var(x, body) => {
            let body = Arc::new(follow(&**body, iterations)?);
            S::build(Shape::Var(x, &body)).unwrap_or_else(S::skip)
        }
        Shape::Read(x, array, index, body, site) => {
            let body = Arc::new(follow(&**body, iterations)?);
            S::build(Shape::Read(x, array, index, &body, site)).unwrap_or_else(S::skip)
        }
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => s.clone(),
    })
}
