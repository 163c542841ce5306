//! Runs of the kernel itself from the witnesses: they share the parser with what made the alarm, and
//! nothing after it, so that they can contradict it.

use cuda::{Launched, Unit};
use difftest::confirm::{self, Launched as Start};
use grid::confirm::{Confirmation, Legal};
use grid::{Module, Refusal};
use oracle::check::answer::{
    Alarm, Cell, Divergence, KernelAnswer, KernelRun, RunOutcome, Status, Verdict,
};
use semantics::{Header, Name};
use std::cell::OnceCell;

/// Runs of one kernel of a source, which is compiled where it is run.
pub struct Rerun<'u> {
    unit: &'u Unit,
    kernel: &'u str,
    module: OnceCell<Option<Result<Module, Refusal>>>,
}

impl<'u> Rerun<'u> {
    /// Of the kernel of this name.
    pub fn of(unit: &'u Unit, kernel: &'u str) -> Self {
        Rerun { unit, kernel, module: OnceCell::new() }
    }

    /// The kernel under one of its launches.
    pub fn under<'k>(&'k self, launched: &'k Launched) -> Under<'k> {
        Under { rerun: self, launched }
    }

    fn run(&self, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        match self.module.get_or_init(|| grid::kernel(&self.unit.file, self.kernel)) {
            Some(Ok(module)) => ask(module),
            Some(Err(Refusal::Unsupported(u))) => Confirmation::NotRun(match u.exhausted {
                Some(spent) => spent.to_string(),
                None => format!("{} is not run", u.what),
            }),
            Some(Err(Refusal::Error(diagnostic))) => Confirmation::NotRun(diagnostic.message.clone()),
            None => Confirmation::NotRun("a template without arguments is no one kernel".into()),
        }
    }
}

/// A kernel under one launch, to be run.
pub struct Under<'k> {
    rerun: &'k Rerun<'k>,
    launched: &'k Launched,
}

impl Under<'_> {
    /// Whether the threads of a warp are taken to run in lock step.
    pub fn lock_step(&self) -> bool {
        self.rerun.unit.options.warp_sync.is_some()
    }

    /// Runs the kernel from the witness of each alarm that is shown. One that it contradicts is open: the
    /// interpreter or the run is wrong about the kernel. So is one where the run has no meaning: what a thread
    /// finds behind a barrier the interpreter takes for any value when it asks for that.
    pub fn alarms(&self, header: &Header, alarms: &mut [Alarm]) {
        let shown = alarms.iter_mut().filter(|a| a.status >= Status::Confirmed && a.replayed);
        for alarm in shown {
            let said = self.run(&|module| confirm::alarm(module, self.from(header), alarm));
            let why = match &said {
                Confirmation::Confirmed | Confirmation::NotRun(_) => None,
                Confirmation::NotMade => {
                    Some("the interpreter makes it, and a run of the kernel does not".into())
                }
                Confirmation::Meaningless(why) => Some(format!("of the kernel itself {why}")),
            };
            if why.is_some() {
                (alarm.status, alarm.why) = (Status::Open, why);
            }
            alarm.run = Some(answered(said));
        }
    }

    /// Runs the kernel from what each alarm says that is still open: a race that a run makes is one.
    pub fn open_alarms(&self, header: &Header, answer: &mut KernelAnswer) {
        // A run starts from one of the values that the host may have written.
        if self.launched.unseen {
            return;
        }
        // A run does not know what fences order.
        let open = |a: &&mut Alarm| a.status == Status::Open && a.ordered_by.is_none();
        for alarm in answer.alarms.iter_mut().filter(open) {
            // What is assumed holds of numbers that the alarm gives.
            let given = |x: &Name| alarm.params.contains_key(x.as_str());
            if !header.assumptions.is_empty() && !header.params.iter().all(given) {
                continue;
            }
            let launched = Start { legal: Legal::Blocks, ..self.from(header) };
            let said = self.run(&|module| confirm::alarm(module, launched, alarm));
            if said == Confirmation::Confirmed {
                alarm.status = Status::Confirmed;
                alarm.why = None;
                alarm.run = Some(answered(said));
                answer.verdict = Verdict::Racy;
            }
        }
    }

    /// Runs the kernel from the witness of a divergence.
    pub fn divergence(
        &self,
        header: &Header,
        cells: &[Cell],
        found: &mut Divergence,
    ) {
        let said =
            self.run(&|module| confirm::divergence(module, self.from(header), found, cells));
        found.run = Some(answered(said));
    }

    fn from<'a>(&'a self, header: &'a Header) -> Start<'a> {
        let fixed = &self.rerun.unit.options.params;
        Start { header, fixed, shared: &self.launched.shared, legal: Legal::Threads }
    }

    fn run(&self, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        self.rerun.run(ask)
    }
}

fn answered(said: Confirmation) -> KernelRun {
    match said {
        Confirmation::Confirmed => KernelRun { outcome: RunOutcome::Made, why: None },
        Confirmation::NotMade => KernelRun { outcome: RunOutcome::NotMade, why: None },
        Confirmation::NotRun(why) | Confirmation::Meaningless(why) => {
            KernelRun { outcome: RunOutcome::NotRun, why: Some(why) }
        }
    }
}
