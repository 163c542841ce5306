//! Runs of the kernel itself from the witnesses: they share the parser with what made the alarm, and
//! nothing after it, so that they can contradict it.

use cuda::{Kernel, Unit};
use difftest::confirm::{self, Launched};
use grid::confirm::{Confirmation, Legal};
use grid::{Module, Refusal};
use oracle::check::answer::{
    Alarm, Cell, Divergence, KernelAnswer, KernelRun, RunOutcome, Status, Verdict,
};
use semantics::{Header, Name};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The kernels of a source, compiled where one of them is run.
pub struct Kernels<'u> {
    unit: &'u Unit,
    modules: OnceCell<BTreeMap<String, Result<Module, Refusal>>>,
}

impl<'u> Kernels<'u> {
    /// The kernels of this source.
    pub fn of(unit: &'u Unit) -> Self {
        Kernels { unit, modules: OnceCell::new() }
    }

    /// Whether the threads of a warp are taken to run in lock step.
    pub fn lock_step(&self) -> bool {
        self.unit.options.warp_sync
    }

    /// Runs the kernel from the witness of each alarm that is shown. One that it contradicts is open: the
    /// interpreter or the run is wrong about the kernel. So is one where the run has no meaning: what a thread
    /// finds behind a barrier the interpreter takes for any value when it asks for that.
    pub fn alarms(&self, kernel: &Kernel, header: &Header, alarms: &mut [Alarm]) {
        let shown = alarms.iter_mut().filter(|a| a.status >= Status::Confirmed && a.replayed);
        for alarm in shown {
            let said = self.run(kernel, &|module| confirm::alarm(module, self.from(header), alarm));
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
    pub fn open_alarms(&self, kernel: &Kernel, header: &Header, answer: &mut KernelAnswer) {
        for alarm in answer.alarms.iter_mut().filter(|a| a.status == Status::Open) {
            // What is assumed holds of numbers that the alarm gives.
            let given = |x: &Name| alarm.params.contains_key(x.as_str());
            if !header.assumptions.is_empty() && !header.params.iter().all(given) {
                continue;
            }
            let launched = Launched { legal: Legal::Blocks, ..self.from(header) };
            let said = self.run(kernel, &|module| confirm::alarm(module, launched, alarm));
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
        kernel: &Kernel,
        header: &Header,
        cells: &[Cell],
        found: &mut Divergence,
    ) {
        let said =
            self.run(kernel, &|module| confirm::divergence(module, self.from(header), found, cells));
        found.run = Some(answered(said));
    }

    fn from<'a>(&'a self, header: &'a Header) -> Launched<'a> {
        Launched { header, fixed: &self.unit.options.params, legal: Legal::Threads }
    }

    fn run(&self, kernel: &Kernel, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        let modules = self.modules.get_or_init(|| grid::kernels(&self.unit.file).into_iter().collect());
        match modules.get(&kernel.name) {
            Some(Ok(module)) => ask(module),
            Some(Err(Refusal::Unsupported(u))) => {
                Confirmation::NotRun(format!("{} is not run", u.what))
            }
            Some(Err(Refusal::Error(diagnostic))) => Confirmation::NotRun(diagnostic.message.clone()),
            None => Confirmation::NotRun("a template without arguments is no one kernel".into()),
        }
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
