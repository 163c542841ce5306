//! Runs of the kernel itself from the witnesses: they share the parser with what made the alarm, and
//! nothing after it, so that they can contradict it.

use crate::confirm::{self, Launched as Start};
use crate::reason::{NotRun, Open};
use crate::search;
use crate::value::{Alarm, Divergence, KernelVerdict, Run};
use cuda::{Kernel, Launched, Unit};
use grid::confirm::{Legal, Who};
use grid::{Module, Refusal};
use oracle::check::answer::{self, Race, Status, Verdict};
use semantics::{Header, Limits, Name, Number, Span};
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

/// Runs of one kernel of a source, which is compiled where it is run.
pub struct Rerun<'u> {
    unit: &'u Unit,
    kernel: &'u Kernel,
    module: OnceCell<Result<Module, Refusal>>,
    /// Instructions that are left to look for races.
    left: Cell<u64>,
    /// Those that are left to look for divergences.
    left_diverging: Cell<u64>,
}

impl<'u> Rerun<'u> {
    /// Of a kernel of the source.
    pub fn of(unit: &'u Unit, kernel: &'u Kernel) -> Self {
        Rerun {
            unit,
            kernel,
            module: OnceCell::new(),
            left: Cell::new(search::STEPS),
            left_diverging: Cell::new(search::STEPS),
        }
    }

    /// The kernel under one of its launches.
    pub fn under<'k>(&'k self, launched: &'k Launched) -> Under<'k> {
        Under { rerun: self, launched }
    }

    fn module(&self) -> &Result<Module, Refusal> {
        self.module.get_or_init(|| grid::kernel(&self.unit.file, self.kernel))
    }

    fn run(&self, ask: &dyn Fn(&Module) -> Run) -> Run {
        match self.module() {
            Ok(module) => ask(module),
            Err(Refusal::Unsupported(u)) => Run::NotRun(NotRun::Unsupported(u.clone())),
            Err(Refusal::Error(error)) => Run::NotRun(NotRun::Error(error.clone())),
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
        for alarm in alarms.iter_mut().filter(|alarm| alarm.is_shown() && alarm.race.is_replayed())
        {
            let said = self.rerun.run(&|m| confirm::race(m, self.from(header), &alarm.race));
            match &said {
                Run::Made | Run::NotRun(_) => {}
                Run::NotMade => alarm.open(Open::Contradicted),
                Run::Meaningless(why) => alarm.open(Open::Meaningless(why.clone())),
            }
            alarm.run = Some(said);
        }
    }

    /// Runs the kernel from what each alarm says that is still open: a race that a run makes is one.
    pub fn open_alarms(&self, header: &Header, verdict: &mut KernelVerdict) {
        // What is assumed holds of numbers that the alarm gives.
        let given = |race: &Race| {
            header.assumptions.is_empty()
                || header.params.iter().all(|x| race.params.contains_key(x))
        };
        self.each_open(verdict, &|module, race| {
            let launched = Start { legal: legal(module, false), ..self.from(header) };
            let made = given(race) && matches!(confirm::race(module, launched, race), Run::Made);
            made.then(|| race.clone())
        });
    }

    /// Looks for each alarm that is still open in runs from arrays that are filled in many ways.
    pub fn search(&self, header: &Header, verdict: &mut KernelVerdict) {
        let given = &self.launched.given;
        self.each_open(verdict, &|module, race| {
            let from = Start { sizes: &given.sizes, ..self.from(header) };
            let launched = Start { legal: legal(module, true), ..from };
            let mut left = self.rerun.left.get();
            let made = search::race(module, launched, race, &mut left);
            self.rerun.left.set(left);
            made
        });
    }

    /// Asks of each open alarm what a run makes of it.
    fn each_open(&self, verdict: &mut KernelVerdict, ask: &dyn Fn(&Module, &Race) -> Option<Race>) {
        // A run starts from one of the values that the host may have written.
        let Some(module) = self.rerun.module().as_ref().ok().filter(|_| !self.launched.unseen)
        else {
            return;
        };
        // A run does not know what fences order.
        let open = |a: &&mut Alarm| a.status == Status::Open && a.race.ordered_by.is_none();
        for alarm in verdict.alarms.iter_mut().filter(open) {
            if let Some(race) = ask(module, &alarm.race) {
                // Of the run, and not of what the interpreter may have made before.
                alarm.race = Race { shown_by: None, ..race };
                (alarm.status, alarm.why, alarm.run) = (Status::Confirmed, None, Some(Run::Made));
                verdict.verdict = Verdict::Racy;
            }
        }
    }

    /// Runs the kernel from the witness of a divergence.
    pub fn divergence(&self, header: &Header, found: &Divergence) -> Run {
        self.rerun.run(&|module| confirm::divergence(module, self.from(header), found))
    }

    /// Looks for a divergence at a barrier in runs, near these values and cells.
    pub fn search_divergence(
        &self,
        header: &Header,
        barrier: &Span,
        near: (&BTreeMap<Name, Number>, &[answer::Cell]),
    ) -> Option<Divergence> {
        // A run knows nothing of lock step, and starts from one of the values that the host may have written.
        let whole = !self.launched.unseen && !self.lock_step();
        let module = self.rerun.module().as_ref().ok().filter(|_| whole)?;
        // What other blocks do may break what is assumed, and only one is run.
        if module.assumes() {
            return None;
        }
        let sizes = &self.launched.given.sizes;
        let launched = Start { sizes, legal: Legal::LAUNCH, ..self.from(header) };
        let mut left = self.rerun.left_diverging.get();
        let made = search::divergence(module, launched, barrier, near, &mut left);
        self.rerun.left_diverging.set(left);
        made
    }

    fn from<'a>(&'a self, header: &'a Header) -> Start<'a> {
        let fixed = &self.rerun.unit.options.params;
        Start {
            header,
            fixed,
            shared: &self.launched.shared,
            reals: &self.launched.given.reals,
            null: &self.launched.given.null,
            hidden: &self.launched.given.hidden,
            sizes: &[],
            others: const { &BTreeMap::new() },
            legal: Legal::default(),
        }
    }
}

/// Decides within most of the time that is left: the runs that look for races have the rest.
pub fn sparing<T>(decide: impl FnOnce() -> T) -> T {
    match Limits::time_left() {
        Some(left) => Limits::default().within(left - left / 10).enter(decide),
        None => decide(),
    }
}

/// Decides within `n` of so many parts of the time that is left.
pub fn part_of<T>(n: u32, parts: usize, decide: impl FnOnce() -> T) -> T {
    let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
    match Limits::time_left() {
        Some(left) => Limits::default().within(left * n / parts).enter(decide),
        None => decide(),
    }
}

/// What must have a meaning for a run alone to show a race: other blocks may come later, but what is asserted or
/// assumed is so of all.
fn legal(module: &Module, written: bool) -> Legal {
    let of = if module.assumes() { Who::Launch } else { Who::Blocks };
    Legal { of, written }
}
