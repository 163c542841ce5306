//! `race`: do the accesses of a run race?

mod form;
mod text;

use crate::answer::{Answer, Command, View};
use crate::concrete::{Given, dimensions, element_size, module, schedule};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::Limits;
use dynamic::{Detectors, Run, Stamp, Verdict, check, check_beside};
use form::RaceForm;
use grid::arguments::Bound;
use cuda::{Assumption, AssumptionKind};
use grid::{End, Finding, Grid, Launch, Module, Schedule, Space};
use rayon::prelude::*;
use semantics::{Allowance, Name, Order, Span};
use serde_json::Value;
use std::time::Duration;

/// Whether the accesses of a kernel's run race, on given arrays
///
/// All threads of all blocks are run, under each schedule, and four detectors watch: exact
/// happens-before, which says what a race is; HiRace's state machine, as published and repaired
/// [H24]; and the accesses of each phase as sets [L24]. Where they differ, that is told, too. A
/// run without a race says nothing of other inputs: `check` does.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Race {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    given: Given,

    /// In which orders threads run, a run for each: canonical, reversed, random:SEED
    #[arg(long = "schedule", value_name = "ORDER", value_parser = schedule, num_args = 1..)]
    #[arg(default_values = ["canonical", "reversed", "random:1"])]
    schedules: Vec<Schedule>,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  jaminan race histogram.cu --block-dim 32 --args 'bins=zeros:8' data=random:32:7
  jaminan race saxpy.cu --grid-dim 2 --block-dim 4 --args n=8 a=0.5 x=iota:8 y=zeros:8 --format json
  jaminan race kernel.cu --block-dim 256 --args n=5 a=zeros:512 --schedule random:1 random:2

Arguments of a kernel: NAME=5, NAME=[1,2,3], NAME=@file.json, NAME=zeros:N, NAME=iota:N (0, 1, 2, …),
NAME=random:N:SEED (below N, or random:N:SEED:BELOW; reals from 0 to 1), NAME=unwritten:N (to read is
a finding), NAME=null, NAME=true. Members of structures: g.nodes=5. Variables of the file by their
names.

A race is shown with the schedules that show it: each replays. Barriers of a block or a warp order
accesses; atomics, shuffles and votes do not. Where fences or atomics may have ordered two accesses
besides, as a lock does, their race is open. Runs go on side by side; of few runs the detectors
have a processor of their own.
Without --fuel it gives up after 10 seconds, with exit code 3.
Exit codes: 0 no run has a race · 1 a race, a disagreement, something without a meaning · 2 bad
input · 3 a limit, or unsupported";

/// Without fuel, runs take at most this long, and the rest of 10 seconds to end.
const TIME: Duration = Duration::from_secs(8);

/// What runs show.
pub struct RaceAnswer {
    kernel: String,
    grid: [u32; 3],
    block: [u32; 3],
    runs: Vec<Run>,
    alarms: Vec<Alarm>,
    /// Each with its place and the run that shows it.
    findings: Vec<(Finding, Option<Span>)>,
    notes: Vec<String>,
}

/// A race, or what a detector says is one.
struct Alarm {
    array: String,
    space: Space,
    index: u64,
    /// The earlier access and the later one; the machine does not know the earlier one.
    accesses: Vec<(Stamp, Option<Span>)>,
    by: Detectors,
    missed_by: Detectors,
    disputed: bool,
    locations: u64,
    schedules: Vec<Schedule>,
    /// The location by which fences or atomics may have ordered the accesses, in all of these runs.
    ordered_by: Option<Name>,
}

impl Command for Race {
    type Answer = RaceAnswer;

    fn allowance(&self) -> Allowance {
        self.limits.allowance(TIME)
    }

    fn answer(self, _: &View) -> Result<RaceAnswer, Failure> {
        let Some(unit) = self.input.kernels()? else {
            let hint = "`jaminan explore` looks for races of programs and protocols";
            return Err(Failure::usage("only kernels are run", hint));
        };
        let module = module("race", &unit)?;
        let (grid, block) = dimensions(&unit)?;
        let mut memory = Grid::new(&module);
        let bound = self.given.bind(&mut memory, &module, &self.input.known)?;
        let launch = Launch {
            grid,
            block,
            shared: self.given.shared.unwrap_or(0),
            fuel: self.limits.fuel(),
            arguments: bound.registers.clone(),
            ..Launch::default()
        };
        let kernel = unit.kernels.iter().find(|kernel| kernel.name == module.name);
        let order = kernel.and_then(|kernel| kernel.synchronization.as_ref());
        // Of a kernel that is not read that far, only its runs tell.
        let somewhere = Name::from("some location");
        let between = |a: u32, b: u32| {
            let place = |site: u32| module.spans.get(site as usize);
            match order {
                Some(order) => order.between_spans(place(a)?, place(b)?),
                None => Some(Order { location: &somewhere, is_signal: false }),
            }
        };
        // A run keeps the order of one memory; runs are independent of each other. Where there are more
        // processors than runs, the detectors have their own.
        let beside = rayon::current_num_threads() >= 2 * self.schedules.len();
        let limits = semantics::Limits::in_force();
        let run = |schedule: &Schedule| {
            let launch = Launch { schedule: *schedule, ..launch.clone() };
            let check = if beside { check_beside } else { check };
            limits.enter(|| {
                let mut run = check(&mut memory.clone(), &launch, Detectors::ALL);
                run.order(&mut memory.clone(), &launch, &between, unit.file.volatile);
                run
            })
        };
        let runs: Vec<Run> = self.schedules.par_iter().map(run).collect();
        let alarms = alarms(&runs, &memory, &module, &bound);
        let mut findings: Vec<(Finding, Option<Span>)> = Vec::new();
        for finding in runs.iter().flat_map(|run| &run.outcome.findings) {
            let same = |old: &Finding| (old.kind, old.site) == (finding.kind, finding.site);
            if !findings.iter().any(|(old, _)| same(old)) {
                let place = module.spans.get(finding.site as usize).cloned();
                findings.push((finding.clone(), place));
            }
        }
        let (kernel, mut notes) = (module.name.clone(), module.notes.clone());
        if grid.iter().chain(&block).all(|n| *n == 1) {
            notes.push("one thread alone races with nobody: `--block-dim` has more".into());
        }
        Ok(RaceAnswer { kernel, grid, block, runs, alarms, findings, notes })
    }
}

/// The races of all runs, those of the same places together.
fn alarms(runs: &[Run], memory: &Grid<'_>, module: &Module, bound: &Bound) -> Vec<Alarm> {
    let mut alarms: Vec<Alarm> = Vec::new();
    for run in runs {
        for race in &run.found.races {
            let array = memory.object_name(race.space, race.object);
            let size = element_size(module, &bound.arrays, race.space, race.object);
            let place = |stamp: &Stamp| module.spans.get(stamp.site as usize).cloned();
            let stamps = race.first.iter().chain([&race.second]);
            let accesses: Vec<_> = stamps.map(|stamp| (*stamp, place(stamp))).collect();
            let alarm = Alarm {
                array,
                space: race.space,
                index: race.offset / size,
                accesses,
                by: race.by,
                missed_by: run.silent(race),
                disputed: run.is_disputed(race),
                locations: race.locations,
                schedules: vec![run.schedule],
                ordered_by: race.ordered_by.clone(),
            };
            match alarms.iter_mut().find(|old| old.is_like(&alarm)) {
                Some(old) => {
                    old.locations = old.locations.max(alarm.locations);
                    if alarm.ordered_by.is_none() {
                        old.ordered_by = None;
                    }
                    if !old.schedules.contains(&run.schedule) {
                        old.schedules.push(run.schedule);
                    }
                }
                None => alarms.push(alarm),
            }
        }
    }
    alarms
}

impl Alarm {
    fn assumption(&self) -> Option<Assumption> {
        let location = self.ordered_by.as_ref()?;
        let place = self.accesses.first().and_then(|(_, place)| place.as_ref());
        Some(Assumption {
            kind: AssumptionKind::Fence,
            what: verdict::fences(location.as_str(), &self.array),
            span: place.cloned(),
        })
    }

    /// Whether it is of the same places and detectors, in whatever order.
    fn is_like(&self, other: &Alarm) -> bool {
        let places = |alarm: &Alarm| {
            let place = |(stamp, _): &(Stamp, _)| (stamp.site, stamp.kind);
            let mut places: Vec<_> = alarm.accesses.iter().map(place).collect();
            places.sort_unstable();
            places
        };
        let of = |alarm: &Alarm| (alarm.space, alarm.by, alarm.missed_by);
        self.array == other.array && of(self) == of(other) && places(self) == places(other)
    }
}

impl RaceAnswer {
    fn verdict(&self) -> Verdict {
        self.runs.iter().map(Run::verdict).max().unwrap_or(Verdict::Undecided)
    }

    /// What is taken for granted of the races that fences or atomics may have ordered.
    fn assumptions(&self) -> Vec<Assumption> {
        self.alarms.iter().filter_map(Alarm::assumption).collect()
    }

    fn is_disputed(&self) -> bool {
        self.alarms.iter().any(|alarm| alarm.disputed)
    }
}

impl Answer for RaceAnswer {
    type Form = RaceForm;

    fn json(&self) -> Value {
        form::json(self)
    }

    fn text(&self, _: &View) -> semantics::Text {
        text::text(self)
    }

    fn exit(&self) -> Exit {
        let stuck = self.runs.iter().any(|run| run.outcome.end == End::Deadlock);
        let alarm = stuck || self.is_disputed() || !self.findings.is_empty();
        match self.verdict() {
            Verdict::Racy | Verdict::Potential => Exit::Alarm,
            _ if alarm => Exit::Alarm,
            Verdict::Undecided => Exit::Undecided,
            Verdict::NoRace => Exit::Fine,
        }
    }
}
