//! Whether threads diverge at barriers.

use super::rerun::Under;
use cuda::Kernel;
use oracle::check::answer::{
    Divergence, KernelAnswer, Note, NoteKind, RunOutcome, Status, Verdict,
};
use oracle::check::{Settings, check_arrays};
use semantics::Name;

/// Asks whether threads diverge at the barriers to which the program has them come together. Executions in which
/// they do have no meaning in CUDA. Where that is not decided, the program may leave out executions that have one.
pub fn ask(
    all: &[cuda::Divergence],
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) {
    for asked in all {
        let place = asked.barrier.place();
        match divergence(asked, kernel, runs, settings, answer) {
            Diverges::Never => {
                let note =
                    format!("{place}: all threads of a block reach this barrier, or none does");
                answer.notes.insert(0, note.into());
            }
            Diverges::Shown => {
                let note = format!("executions in which threads diverge at {place} are left out");
                answer.notes.push(Note::new(NoteKind::LeftOut, note));
            }
            Diverges::Undecided(why) => {
                answer.notes.insert(0, format!("{place}: {why}").into());
                // A race that is shown is one of threads that come together.
                if answer.verdict != Verdict::Racy {
                    answer.verdict = Verdict::Unsupported;
                    let what = "a barrier that threads need not reach together is not supported";
                    answer.why = Some(format!("{place}: {what}"));
                    answer.alarms.clear();
                }
            }
        }
    }
}

/// Whether threads diverge at a barrier.
enum Diverges {
    /// They do not.
    Never,
    /// They do, and the answer has a witness.
    Shown,
    /// Nobody knows: why.
    Undecided(&'static str),
}

/// Whether threads diverge at a barrier: its question is a race.
fn divergence(
    asked: &cuda::Divergence,
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) -> Diverges {
    const UNDECIDED: Diverges =
        Diverges::Undecided("whether threads diverge at this barrier is not decided");
    let Some(program) = &asked.program else { return UNDECIDED };
    let lock_step = runs.lock_step();
    let barrier = |array: &Name| array.as_str() == cuda::BARRIER;
    let found = check_arrays(&kernel.name, program, &barrier, settings);
    let refuted = found.alarms.iter().any(|alarm| alarm.array == cuda::BARRIER);
    if found.verdict == Verdict::Drf && !(lock_step && refuted) {
        return Diverges::Never;
    }
    let shown = found.alarms.iter().find(|alarm| {
        // In lock step threads may read what the rules do not show them.
        let least = if lock_step { Status::True } else { Status::Confirmed };
        alarm.array == cuda::BARRIER && alarm.status >= least
    });
    // Where an assertion fails, nobody waits.
    let Some(alarm) = shown.filter(|_| !kernel.asserts) else { return UNDECIDED };
    let (line, column) = asked.barrier.line_column();
    // The thread that reads reaches the barrier.
    let mut accesses: Vec<_> = alarm.accesses.iter().collect();
    accesses.sort_by_key(|access| access.mode != "rd");
    let mut memory = alarm.memory.clone();
    memory.retain(|array, _| cuda::is_memory(array));
    let mut shown = Divergence {
        file: asked.barrier.source.name().into(),
        line,
        column,
        threads: accesses.into_iter().map(|access| access.thread.clone()).collect(),
        replayed: alarm.replayed,
        params: alarm.params.clone(),
        memory,
        run: None,
    };
    runs.divergence(&program.header, &alarm.cells, &mut shown);
    if shown.run.as_ref().is_some_and(|run| run.outcome == RunOutcome::NotMade) {
        // Threads that come to it equally often, each in other iterations, wait for each other.
        return Diverges::Undecided(
            "threads diverge at this barrier by the rules, and not in a run of the kernel itself: not decided",
        );
    }
    answer.divergences.push(shown);
    Diverges::Shown
}
