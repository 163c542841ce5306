//! Whether threads diverge at barriers.

use crate::reason::{Note, Why};
use crate::rerun::Under;
use crate::value::{Divergence, KernelVerdict, Run};
use cuda::Kernel;
use oracle::check::answer::{Cell, Race, Status, Verdict};
use oracle::check::{Settings, check_arrays};
use semantics::{Header, Mode, Name};
use std::fmt;

/// Asks whether threads diverge at the barriers to which the program has them come together. Executions in which
/// they do have no meaning in CUDA. Where that is not decided, the program may leave out executions that have one.
pub fn ask(
    together: &cuda::Together,
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
    verdict: &mut KernelVerdict,
) {
    for asked in &together.divergences {
        let barrier = asked.barrier.clone();
        match divergence(asked, &together.program.header, kernel, runs, settings) {
            Diverges::Never => verdict.notes.insert(0, Note::Together(barrier)),
            Diverges::Shown(shown) => {
                verdict.divergences.push(*shown);
                verdict.notes.push(Note::Divergent(barrier));
            }
            Diverges::Undecided(why) => {
                verdict.notes.insert(0, Note::Undecided(barrier.clone(), why));
                // A race that is shown is one of threads that come together.
                if verdict.verdict != Verdict::Racy {
                    verdict.verdict = Verdict::Unsupported;
                    verdict.why = Some(Why::Barrier(barrier));
                    verdict.alarms.clear();
                }
            }
        }
    }
}

/// Whether threads diverge at a barrier.
enum Diverges {
    /// They do not.
    Never,
    /// They do.
    Shown(Box<Divergence>),
    /// Nobody knows.
    Undecided(Undecided),
}

/// Why it is not decided whether threads diverge at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Nothing shows or refutes it.
    Open,
    /// They do by the rules, and not in a run of the kernel itself.
    Contradicted,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undecided::Open => "whether threads diverge at this barrier is not decided",
            Undecided::Contradicted => {
                "threads diverge at this barrier by the rules, and not in a run of the kernel itself: not decided"
            }
        })
    }
}

/// Whether threads diverge at a barrier: its question is a race.
fn divergence(
    asked: &cuda::Divergence,
    header: &Header,
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
) -> Diverges {
    let Some(program) = &asked.program else {
        return by_runs(asked, header, runs, None);
    };
    let lock_step = runs.lock_step();
    let barrier = |array: &Name| array.as_str() == cuda::arrays::BARRIER;
    let found = check_arrays(program, &barrier, settings);
    let alarms: Vec<_> =
        found.alarms.into_iter().filter(|alarm| barrier(&alarm.race.array)).collect();
    if found.verdict == Verdict::Drf && (!lock_step || alarms.is_empty()) {
        return Diverges::Never;
    }
    // In lock step threads may read what the rules do not show them.
    let least = if lock_step { Status::True } else { Status::Confirmed };
    let shown = alarms.iter().find(|alarm| alarm.status >= least);
    // Where an assertion fails, nobody waits.
    let Some(alarm) = shown.filter(|_| !kernel.asserts) else {
        let race = shown.or(alarms.first()).map(|alarm| &alarm.race);
        return by_runs(asked, &program.header, runs, race);
    };
    let mut race = alarm.race.clone();
    race.cells.retain(|cell| cuda::arrays::is_memory(cell.array.as_str()));
    // The thread that reads reaches the barrier.
    race.accesses.sort_by_key(|access| access.mode != Mode::Rd);
    let replayed = race.is_replayed();
    let mut shown = Divergence {
        barrier: asked.barrier.clone(),
        threads: race.accesses.map(|access| access.thread),
        replayed,
        params: race.params,
        cells: race.cells,
        run: None,
    };
    let run = runs.divergence(&program.header, &shown);
    if matches!(run, Run::NotMade) {
        // Threads that come to it equally often, each in other iterations, wait for each other.
        return Diverges::Undecided(Undecided::Contradicted);
    }
    shown.run = Some(run);
    Diverges::Shown(Box::new(shown))
}

/// Whether threads diverge at a barrier in a run of the kernel itself: what a run makes is so. `near`: where the question
/// has a model, which is not shown.
fn by_runs(
    asked: &cuda::Divergence,
    header: &Header,
    runs: &Under<'_>,
    near: Option<&Race>,
) -> Diverges {
    let real = |cell: &&Cell| cuda::arrays::is_memory(cell.array.as_str());
    let cells: Vec<Cell> =
        near.map_or(&[][..], |race| &race.cells).iter().filter(real).cloned().collect();
    let params = near.map(|race| race.params.clone()).unwrap_or_default();
    match runs.search_divergence(header, &asked.barrier, (&params, &cells)) {
        Some(made) => Diverges::Shown(made.into()),
        None => Diverges::Undecided(Undecided::Open),
    }
}
