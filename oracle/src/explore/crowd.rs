//! The threads that wait for each other: who runs beside one thread of a program with barriers.

use super::bounds::Bounds;
use super::launch::{fixed, launches};
use super::obstacle::Obstacle;
use jaminan::{Parameters, Program};
use num_traits::ToPrimitive;
use semantics::{Axis, Cond, Expr, Header, Name, Number, Rel, Scope, Syntax, Thread, Threads};
use std::fmt;

/// No more threads are run beside each other.
pub const MOST_THREADS: u64 = 1024;

/// Threads of a launch that are looked through for one.
const MOST_OF_A_LAUNCH: u64 = 1 << 16;

/// Where nothing says how many threads there are, there are at least these.
const FEW: u64 = 4;

/// Why there is no crowd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCrowd {
    /// The declarations do not allow this thread with these parameters.
    NoSuchThread(Thread),
    /// More threads than are run.
    TooMany,
    /// The launches are not known.
    Obstacle(Obstacle),
}

impl fmt::Display for NoCrowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCrowd::NoSuchThread(thread) => {
                write!(f, "no launch has thread {thread} and these parameters")
            }
            NoCrowd::TooMany => write!(f, "more than {MOST_THREADS} threads wait for each other"),
            NoCrowd::Obstacle(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoCrowd {}

/// A number for each parameter, as `given` or as the launch fixes it; those that have neither by their names.
///
/// # Errors
/// The first parameter without a value.
pub fn parameters(
    header: &Header,
    given: &dyn Fn(&Name) -> Option<Number>,
) -> Result<Parameters, Name> {
    let value = |x: &Name| {
        let value = given(x).or_else(|| fixed(header, x)).ok_or_else(|| x.clone())?;
        Ok((x.clone(), value))
    };
    header.params.iter().map(value).collect()
}

/// The threads that wait at barriers together with this one, itself among them: those of its block, or all where a
/// barrier is the grid's. Where nothing says how many threads there are, the first `threads`.
///
/// # Errors
/// There is no such thread; too many.
pub fn crowd(
    program: &Program,
    thread: &Thread,
    values: &Parameters,
    threads: Option<u64>,
) -> Result<Vec<Thread>, NoCrowd> {
    let mut header = program.header.clone();
    for (x, k) in values {
        let value = Cond::rel(Rel::Eq, Expr::Var(x.clone()), Expr::Num(k.clone()));
        header.assumptions.push(value);
    }
    let most = match &header.threads {
        Threads::Unbounded => threads.unwrap_or_else(|| {
            let own = thread.axis(Axis::Tid).and_then(ToPrimitive::to_u64);
            own.map_or(FEW, |i| i.saturating_add(1).clamp(FEW, MOST_THREADS + 1))
        }),
        Threads::Below(_) | Threads::Grid { .. } => MOST_OF_A_LAUNCH,
    };
    let all = launches(&header, &Bounds::new(most, 1)).map_err(NoCrowd::Obstacle)?;
    let of_grid = program.body.has_barrier(&|barrier| barrier.scope == Scope::Grid);
    let together = |i: &Thread| of_grid || i.block() == thread.block();
    let crowd: Vec<Thread> =
        all.into_iter().take(1).flat_map(|launch| launch.threads).filter(together).collect();
    if !crowd.contains(thread) {
        return Err(NoCrowd::NoSuchThread(thread.clone()));
    }
    if crowd.len() as u64 > MOST_THREADS {
        return Err(NoCrowd::TooMany);
    }
    Ok(crowd)
}
