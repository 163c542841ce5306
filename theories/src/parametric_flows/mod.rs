//! Parametric flows: GKLEEp's race analysis. \[P12\]
//!
//! Between two barriers a *parametric flow* is one path condition over a symbolic thread
//! ([`run`], [`execute`]): a condition that is not known forks ([`fork`]), loops are written out. Two distinct
//! symbolic threads, each on one of the flows, stand for all ([`analysis`]): a solver is asked, with what
//! is [`known`], whether two of their accesses meet, in each [`relation`] of threads and as far as the warps
//! leave them unordered ([`order`]). What it finds is run by the reference rules ([`witness`], by [`phases`]
//! between barriers), and so is an [`input`] of each flow. The same with every thread by itself is
//! [`explicit`]: GKLEE.
//!
//! # What is kept of a thread
//!
//! Behind a barrier a thread has its coordinates, the parameters, and what it has read and chosen, with what
//! was decided of these on its way ([`join`]). What it found in memory it knows of the barrier that it found it at.
//!
//! # What is kept of memory
//!
//! Within an interval a thread's own writes are known, and cells that it has not written hold
//! what they held at the barrier: the same for both threads. What that was is known to be the initial
//! memory in the first interval, and for arrays that no thread writes; else it is left open
//! ([`memory`]). So no race is lost: up to the first race of an interval each thread does what it does by
//! itself. A race may be shown that there is none of; that one is not replayed. It is asked for once more
//! then, with what is known of who wrote the cells before ([`carried`]): so it is ruled out, or
//! shown from another memory, or stays open. \[P12\] itself leaves open what is [`accumulative`].
//!
//! # Loops
//!
//! \[P12\] writes loops out. Where the end of one is not known, a few iterations are, and then some iteration stands for all that
//! are left, of which nothing is taken as known that they write: a race is of one access of each thread.
//! Not so where a barrier is in the loop, since each iteration has intervals of its own, nor in a warp
//! in lock step, which is in one iteration at a time: there a flow is cut off, and nothing is called
//! race free.
//!
//! # Blocks
//!
//! \[P12, §V\] looks for races when all flows stand at a barrier, so only within an interval. No barrier
//! orders two blocks: here an interval of one block is asked about with every interval of another.

pub mod accumulative;
pub mod analysis;
pub mod carried;
pub mod claims;
pub mod execute;
pub mod explicit;
pub mod fork;
pub mod found;
pub mod input;
pub mod join;
pub mod known;
pub mod memory;
pub mod order;
pub mod performance;
pub mod phases;
pub mod reason;
pub mod relation;
pub mod run;
pub mod statements;
pub mod tree;
pub mod witness;

pub use analysis::Analysis;
pub use execute::{Inputs, Refusal};
pub use found::{Deadlock, Flow, Flows, Interval, MOST_RACES, Race, Verdict};
pub use input::Test;
pub use memory::Memory;
pub use order::Warps;
pub use reason::{NotDecided, NotShown, Undecided};
pub use relation::Relation;
pub use run::End;
pub use witness::Shown;
