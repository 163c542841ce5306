//! Whether threads diverge at barriers.

use crate::reason::{Note, Why};
use crate::rerun::Under;
use crate::value::{Divergence, KernelVerdict, Run};
use cuda::{Kernel, Question};
use jaminan::Program;
use oracle::check::answer::{Cell, ProgramAnswer, Race, Status, Verdict};
use oracle::check::{Settings, check_arrays};
use semantics::{ArrayRole, Header, Mode, Name, Span, limits};
use std::fmt;

/// What is known of the barriers to which the program has threads come together. Executions in which they diverge have
/// no meaning in CUDA. Where that is not decided, the program may leave out executions that have one.
pub struct Asked {
    all: Vec<(Span, Diverges)>,
    /// Whether all the time was spent on it.
    spent: bool,
}

/// Asks whether threads diverge at these barriers.
pub fn ask(
    together: &cuda::Together,
    kernel: &Kernel,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
) -> Asked {
    let undecided = |asked: &cuda::Divergence| {
        (asked.barrier.clone(), Diverges::Undecided(Undecided::Unanswered))
    };
    let all = together.divergences.iter().map(undecided).collect();
    let mut asked = Asked { all, spent: true };
    asked.again(together, kernel, runs, settings);
    asked
}

impl Asked {
    /// Asks what is not decided once more, if there was no time for it.
    pub fn again(
        &mut self,
        together: &cuda::Together,
        kernel: &Kernel,
        runs: &Under<'_>,
        settings: &mut Settings<'_>,
    ) {
        if !self.spent {
            return;
        }
        let header = &together.program.header;
        let open =
            |d: &Diverges| matches!(d, Diverges::Undecided(why) if *why != Undecided::Contradicted);
        let both = || together.divergences.iter();
        for (asked, (_, found)) in both().zip(&mut self.all).filter(|(_, (_, found))| open(found)) {
            *found = divergence(asked, header, kernel, runs, settings);
        }
        // Once all are asked: it takes longer.
        for (asked, (_, found)) in both().zip(&mut self.all).filter(|(_, (_, found))| open(found)) {
            if let Some(shown) = in_few_iterations(asked, runs, settings) {
                *found = shown;
            }
        }
        self.spent = limits::ask_now().is_err();
    }

    /// Says so in a verdict.
    pub fn tell(self, verdict: &mut KernelVerdict) {
        let some_do = self.all.iter().any(|(_, found)| matches!(found, Diverges::Shown(_)));
        for (barrier, diverges) in self.all {
            match diverges {
                Diverges::Never => verdict.notes.insert(0, Note::Together(barrier)),
                Diverges::Shown(shown) => {
                    verdict.divergences.push(*shown);
                    verdict.notes.push(Note::Divergent(barrier));
                }
                Diverges::Undecided(why) => {
                    verdict.notes.insert(0, Note::Undecided(barrier.clone(), why));
                    // The kernel is wrong at another barrier: executions in which they diverge are left out.
                    if some_do {
                        verdict.notes.push(Note::Divergent(barrier));
                        continue;
                    }
                    // A race that is shown is one of threads that come together.
                    if matches!(verdict.verdict, Verdict::Racy | Verdict::Unsupported) {
                        continue;
                    }
                    verdict.verdict = match why {
                        Undecided::Unasked => Verdict::Unsupported,
                        Undecided::Unanswered => Verdict::Unknown,
                        Undecided::Open | Undecided::Contradicted => Verdict::Potential,
                    };
                    if verdict.verdict != Verdict::Potential {
                        verdict.alarms.clear();
                    }
                    verdict.why = Some(Why::Barrier(barrier, why));
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
    /// The question cannot be put.
    Unasked,
    /// The solver has no answer in time.
    Unanswered,
    /// The question has a model, and nothing shows or refutes it.
    Open,
    /// They do by the rules, and not in a run of the kernel itself.
    Contradicted,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undecided::Unasked => {
                "whether threads diverge at this barrier is not decided: Jaminan cannot ask it here"
            }
            Undecided::Unanswered => {
                "whether threads diverge at this barrier is not decided: the time is over, or the solver has no answer"
            }
            Undecided::Open => {
                "whether threads diverge at this barrier is not decided: values may make them, and no run shows it"
            }
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
    let Some(Question { program, shows }) = &asked.program else {
        let made = by_runs(asked, header, runs, None);
        return made.unwrap_or(Diverges::Undecided(Undecided::Unasked));
    };
    let found = alarms(program, settings);
    if found.verdict == Verdict::Drf && (!runs.lock_step() || found.alarms.is_empty()) {
        return Diverges::Never;
    }
    // In lock step threads may read what the rules do not show them.
    let least = if runs.lock_step() { Status::True } else { Status::Confirmed };
    let shown = found.alarms.iter().find(|alarm| alarm.status >= least);
    // Where an assertion fails, nobody waits.
    if let Some(alarm) = shown.filter(|_| *shows && !kernel.asserts) {
        return replayed(asked, &alarm.race, &program.header, runs);
    }
    let alarm = shown.or(found.alarms.iter().find(|alarm| alarm.status > Status::Refuted));
    let why = alarm.map_or(Undecided::Unanswered, |_| Undecided::Open);
    let made = by_runs(asked, &program.header, runs, alarm.map(|alarm| &alarm.race));
    made.unwrap_or(Diverges::Undecided(why))
}

/// Whether threads diverge at a barrier where loops run a few times; `None` where nothing shows that they do.
fn in_few_iterations(
    asked: &cuda::Divergence,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
) -> Option<Diverges> {
    let bounded = asked.bounded.as_ref().filter(|_| !runs.lock_step())?;
    let found = alarms(bounded, settings);
    let shown = found.alarms.iter().find(|alarm| alarm.status >= Status::Confirmed)?;
    Some(replayed(asked, &shown.race, &bounded.header, runs))
}

/// The alarms of the question about a barrier.
fn alarms(program: &Program, settings: &mut Settings<'_>) -> ProgramAnswer {
    let barrier = |array: &Name| *program.header.role(array) == ArrayRole::Barrier;
    let mut found = check_arrays(program, &barrier, settings);
    found.alarms.retain(|alarm| barrier(&alarm.race.array));
    found
}

/// A divergence as the rules show it, which a run may contradict.
fn replayed(asked: &cuda::Divergence, race: &Race, header: &Header, runs: &Under<'_>) -> Diverges {
    let mut race = race.clone();
    race.cells.retain(|cell| *header.role(&cell.array) == ArrayRole::Memory);
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
    let run = runs.divergence(header, &shown);
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
) -> Option<Diverges> {
    let real = |cell: &&Cell| *header.role(&cell.array) == ArrayRole::Memory;
    let cells: Vec<Cell> =
        near.map_or(&[][..], |race| &race.cells).iter().filter(real).cloned().collect();
    let params = near.map(|race| race.params.clone()).unwrap_or_default();
    let made = runs.search_divergence(header, &asked.barrier, (&params, &cells))?;
    Some(Diverges::Shown(made.into()))
}
