//! Runs a kernel's grid.

use super::trace::{Recorder, Step, steps};
use super::Run;
use crate::concrete::{Given, dimensions, module, schedule};
use crate::exit::Exit;
use crate::failure::Failure;
use cuda::Unit;
use grid::arguments::Bound;
use grid::contents::{Number, elements};
use grid::{End, Finding, Grid, Launch, Outcome, Schedule};
use semantics::Span;

/// The flags of a run of a grid.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Runs of kernels")]
pub struct GridFlags {
    #[command(flatten)]
    given: Given,

    /// In which order threads run: canonical, reversed, random:SEED
    #[arg(long, value_name = "ORDER", value_parser = schedule)]
    schedule: Option<Schedule>,

    /// Print each access of shared and global memory, in the order of the run
    #[arg(long)]
    trace: bool,
}

impl GridFlags {
    /// A flag that is given.
    pub fn given(&self) -> Option<&'static str> {
        let own = [("--schedule", self.schedule.is_some()), ("--trace", self.trace)];
        let own = own.into_iter().find_map(|(flag, given)| given.then_some(flag));
        self.given.flag().or(own)
    }
}

/// What a grid leaves behind.
pub struct GridAnswer {
    pub kernel: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Name and elements; an element is its scalars.
    pub arrays: Vec<(String, Vec<Vec<Number>>)>,
    pub outcome: Outcome,
    /// The places of the findings.
    pub places: Vec<Option<Span>>,
    pub trace: Option<Vec<Step>>,
    pub notes: Vec<String>,
}

impl GridAnswer {
    pub fn exit(&self) -> Exit {
        match self.outcome.end {
            End::OutOfFuel | End::Exhausted(_) => Exit::Undecided,
            End::Deadlock => Exit::Alarm,
            End::Finished if self.outcome.findings.is_empty() => Exit::Fine,
            End::Finished => Exit::Alarm,
        }
    }
}

impl Run {
    /// The only kernel of a source, or the named one, run to its end.
    ///
    /// # Errors
    /// Bad input; what is not supported.
    pub(super) fn grid(
        self,
        unit: Unit,
    ) -> Result<GridAnswer, Failure> {
        let other = [("--thread", self.thread.is_some()), ("--memory", !self.start.memory.is_empty())];
        if let Some((flag, _)) = other.into_iter().find(|(_, given)| *given) {
            let message = format!("`{flag}` is not about a kernel, which is run as a whole");
            return Err(Failure::usage(message, "give its arrays with `--args`"));
        }
        let module = module("run", &unit)?;
        let (grid, block) = dimensions(&unit)?;
        let mut memory = Grid::new(&module);
        let Bound { registers, arrays } =
            self.grid.given.bind(&mut memory, &module, &self.input.known)?;
        let launch = Launch {
            grid,
            block,
            shared: self.grid.given.shared.unwrap_or(0),
            schedule: self.grid.schedule.unwrap_or_default(),
            fuel: self.limits.fuel(),
            arguments: registers,
            ..Launch::default()
        };
        let mut recorder = Recorder::default();
        let outcome = match self.grid.trace {
            true => memory.run(&launch, &mut recorder),
            false => memory.run(&launch, ()),
        };
        let mut notes = module.notes.clone();
        if recorder.count > recorder.accesses.len() as u64 {
            notes.push(format!("the trace is of the first {} accesses", recorder.accesses.len()));
        }
        let trace = self.grid.trace.then(|| steps(&recorder, &memory, &module, &arrays));
        let read = |array: &grid::arguments::Array| {
            let region = memory.global(array.object);
            let held = region.map_or(Vec::new(), |region| elements(region, &array.element));
            (array.name.clone(), held)
        };
        let place = |finding: &Finding| module.spans.get(finding.site as usize).cloned();
        Ok(GridAnswer {
            kernel: module.name.clone(),
            grid,
            block,
            arrays: arrays.iter().filter(|array| !array.read_only).map(read).collect(),
            places: outcome.findings.iter().map(place).collect(),
            outcome,
            trace,
            notes,
        })
    }
}
