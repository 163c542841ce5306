//! How the threads of a warp are ordered besides: 32 threads, by their numbers in their block.

use crate::arithmetic::Rel;
use crate::expression::{Cond, Expr};
use num_traits::Zero;
use std::sync::Arc;

/// The threads of a warp.
pub const WARP: u32 = 32;

/// The most threads of a block, and so the most that can run in lock step.
pub const MOST_THREADS: u32 = 1024;

/// What orders the accesses of two threads of one warp, besides the barriers of their block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WarpOrder {
    /// Nothing: threads are independent, as since Volta.
    #[default]
    Independent,
    /// The barriers of the warp: conditionals that [`is_warp_barrier`] knows.
    Barriers,
    /// Perhaps such barriers, of which nobody knows which threads wait for each other there.
    Unknown,
    /// Each access: so many threads make it in lock step before they go on. The two sides of a conditional
    /// are in no order.
    LockStep(u32),
}

impl WarpOrder {
    /// Whether threads run in lock step.
    pub fn is_lock_step(self) -> bool {
        matches!(self, WarpOrder::LockStep(_))
    }

    /// How many threads of successive numbers are ordered: those of a warp, where nothing else is said.
    ///
    /// ```
    /// use semantics::warp::WarpOrder;
    /// assert_eq!(WarpOrder::LockStep(16).threads(), 16);
    /// assert_eq!(WarpOrder::Barriers.threads(), 32);
    /// ```
    pub fn threads(self) -> u32 {
        match self {
            WarpOrder::LockStep(threads) => threads,
            WarpOrder::Independent | WarpOrder::Barriers | WarpOrder::Unknown => WARP,
        }
    }
}

/// The condition of the conditional that stands for a barrier of the warp. It does nothing: to a
/// thread by itself such a barrier is nothing.
pub fn warp_barrier() -> Cond {
    Cond::rel(Rel::Eq, Expr::num(0), Expr::num(0))
}

/// Whether a conditional that does nothing stands for a barrier of the warp.
pub fn is_warp_barrier(c: &Cond) -> bool {
    let zero = |e: &Arc<Expr>| matches!(&**e, Expr::Num(n) if n.is_zero());
    matches!(c, Cond::Rel(Rel::Eq, a, b) if zero(a) && zero(b))
}
