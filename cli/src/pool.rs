//! Work on several things at a time.

use crate::failure::Failure;
use crate::stack::STACKS;
use rayon::prelude::*;
use std::thread::available_parallelism;

/// How many things are worked on at a time: so many, or as many as there are processors.
pub fn jobs(wanted: Option<usize>) -> usize {
    wanted.filter(|n| *n > 0).unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
}

/// The work on each of these, so many at a time, each on one thread with a large stack; what comes of it in
/// their order.
///
/// # Errors
/// If the system grants no threads.
pub fn each<T: Sync, R: Send>(
    things: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Send + Sync,
) -> Result<Vec<R>, Failure> {
    let jobs = jobs.min(things.len()).max(1);
    let built = STACKS.iter().find_map(|size| {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(*size).build().ok()
    });
    let Some(pool) = built else {
        return Err(Failure::Undecided {
            why: "the system grants no threads".into(),
            hint: "give `--jobs 1`".into(),
        });
    };
    // One after the other: what takes long is not waited for by what stands behind it.
    Ok(pool.install(|| things.par_iter().with_max_len(1).map(work).collect()))
}
