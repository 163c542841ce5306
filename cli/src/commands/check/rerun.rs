//! Runs of the kernel itself from the witnesses: they share the parser with what made the alarm, and
//! nothing after it, so that they can contradict it.

use cuda::{Launched, Unit};
use difftest::confirm::{self, Launched as Start};
use difftest::search;
use grid::confirm::{Confirmation, Legal, Who};
use grid::{Module, Refusal};
use oracle::check::answer::{
    Alarm, Cell, Divergence, KernelAnswer, KernelRun, RunOutcome, Status, Verdict,
};
use semantics::{Header, Limits};
use std::cell::{Cell as Kept, OnceCell};
use std::collections::BTreeMap;

/// Runs of one kernel of a source, which is compiled where it is run.
pub struct Rerun<'u> {
    unit: &'u Unit,
    kernel: &'u str,
    module: OnceCell<Option<Result<Module, Refusal>>>,
    /// Instructions that are left to look for races.
    left: Kept<u64>,
}

impl<'u> Rerun<'u> {
    /// Of the kernel of this name.
    pub fn of(unit: &'u Unit, kernel: &'u str) -> Self {
        Rerun { unit, kernel, module: OnceCell::new(), left: Kept::new(search::STEPS) }
    }

    /// The kernel under one of its launches.
    pub fn under<'k>(&'k self, launched: &'k Launched) -> Under<'k> {
        Under { rerun: self, launched }
    }

    fn module(&self) -> &Option<Result<Module, Refusal>> {
        self.module.get_or_init(|| grid::kernel(&self.unit.file, self.kernel))
    }

    fn run(&self, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        match self.module() {
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
    /// Makes the kernel ready to be run.
    pub fn compile(&self) {
        self.rerun.module();
    }

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
        // What is assumed holds of numbers that the alarm gives.
        let given = |alarm: &Alarm| {
            header.assumptions.is_empty()
                || header.params.iter().all(|x| alarm.params.contains_key(x.as_str()))
        };
        self.each_open(answer, &|module, alarm| {
            let launched = Start { legal: legal(module, false), ..self.from(header) };
            let made = given(alarm) && confirm::alarm(module, launched, alarm) == Confirmation::Confirmed;
            made.then(|| alarm.clone())
        });
    }

    /// Looks for each alarm that is still open in runs from arrays that are filled in many ways.
    pub fn search(&self, header: &Header, answer: &mut KernelAnswer) {
        let given = &self.launched.given;
        self.each_open(answer, &|module, alarm| {
            let from = Start { sizes: &given.sizes, ..self.from(header) };
            let launched = Start { legal: legal(module, true), ..from };
            let mut left = self.rerun.left.get();
            let made = search::alarm(module, launched, alarm, &mut left);
            self.rerun.left.set(left);
            made
        });
    }

    /// Asks of each open alarm what a run makes of it.
    fn each_open(
        &self,
        answer: &mut KernelAnswer,
        ask: &dyn Fn(&Module, &Alarm) -> Option<Alarm>,
    ) {
        // A run starts from one of the values that the host may have written.
        let Some(Ok(module)) = self.rerun.module().as_ref().filter(|_| !self.launched.unseen) else {
            return;
        };
        // A run does not know what fences order.
        let open = |a: &&mut Alarm| a.status == Status::Open && a.ordered_by.is_none();
        for alarm in answer.alarms.iter_mut().filter(open) {
            if let Some(made) = ask(module, alarm) {
                *alarm = Alarm {
                    status: Status::Confirmed,
                    why: None,
                    run: Some(answered(Confirmation::Confirmed)),
                    ..made
                };
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
        Start {
            header,
            fixed,
            shared: &self.launched.shared,
            reals: &self.launched.given.reals,
            sizes: &[],
            others: const { &BTreeMap::new() },
            legal: Legal::default(),
        }
    }

    fn run(&self, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        self.rerun.run(ask)
    }
}

/// Decides within most of the time that is left: the runs that look for races have the rest.
pub fn sparing<T>(decide: impl FnOnce() -> T) -> T {
    match Limits::time_left() {
        Some(left) => Limits::default().within(left - left / 10).enter(decide),
        None => decide(),
    }
}

/// What must have a meaning for a run alone to show a race: other blocks may come later, but what is asserted or
/// assumed is so of all.
fn legal(module: &Module, written: bool) -> Legal {
    let of = if module.assumes() { Who::Launch } else { Who::Blocks };
    Legal { of, written }
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
