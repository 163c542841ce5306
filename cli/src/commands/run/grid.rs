//! Runs a kernel's grid.

use super::arguments::argument;
use super::trace::{Recorder, Step, steps};
use super::{Run, TIME};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::style::note;
use cuda::{Options, Unit};
use grid::arguments::{Bound, bind};
use grid::contents::{Contents, Number, elements};
use grid::{End, Finding, Grid, Launch, Module, Outcome, Refusal, Schedule};
use num_traits::ToPrimitive;
use semantics::{Diagnostic, Span};

/// The flags of a run of a grid.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Runs of kernels")]
pub struct GridFlags {
    /// What the parameters hold: NAME=VALUE; see below
    #[arg(long, value_name = "NAME=VALUE", value_parser = argument, num_args = 1..)]
    args: Vec<(String, Contents)>,

    /// In which order threads run: canonical, reversed, random:SEED
    #[arg(long, value_name = "ORDER", value_parser = schedule)]
    schedule: Option<Schedule>,

    /// Bytes of `extern __shared__` memory
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(..=LARGEST_SHARED))]
    shared: Option<u64>,

    /// Print each access of shared and global memory, in the order of the run
    #[arg(long)]
    trace: bool,
}

/// A block has not more shared memory, on any device.
const LARGEST_SHARED: u64 = 1 << 20;
/// A block has not more threads.
const LARGEST_BLOCK: u64 = 1024;
/// A run has not more threads.
const LARGEST_GRID: u64 = 1 << 28;

fn schedule(text: &str) -> Result<Schedule, String> {
    let seed = text.strip_prefix("random:").map(str::parse);
    match (text, seed) {
        ("canonical", _) => Ok(Schedule::Canonical),
        ("reversed", _) => Ok(Schedule::Reversed),
        (_, Some(Ok(seed))) => Ok(Schedule::Random(seed)),
        _ => Err(format!("`{text}` is none of canonical, reversed, random:SEED")),
    }
}

impl GridFlags {
    /// A flag that is given.
    pub fn given(&self) -> Option<&'static str> {
        [
            ("--args", !self.args.is_empty()),
            ("--schedule", self.schedule.is_some()),
            ("--shared", self.shared.is_some()),
            ("--trace", self.trace),
        ]
        .into_iter()
        .find_map(|(flag, given)| given.then_some(flag))
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
            End::OutOfFuel | End::OutOfTime => Exit::Undecided,
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
        mut self,
        unit: Unit,
    ) -> Result<GridAnswer, Failure> {
        let other = [("--thread", self.thread.is_some()), ("--memory", !self.start.memory.is_empty())];
        if let Some((flag, _)) = other.into_iter().find(|(_, given)| *given) {
            let message = format!("`{flag}` is not about a kernel, which is run as a whole");
            return Err(Failure::usage(message, "give its arrays with `--args`"));
        }
        let module = self.module(&unit)?;
        let (grid, block) = dimensions(&unit.options)?;
        let mut memory = Grid::new(&module);
        for (name, value) in &self.input.known.param {
            if let Some(n) = value.to_i128().filter(|_| !name.as_str().contains("Dim.")) {
                self.grid.args.push((name.to_string(), Contents::Scalar(Number::Integer(n))));
            }
        }
        if !self.input.known.assume.is_empty() {
            note("a run is of one launch: `--assume` changes nothing");
        }
        let Bound { registers, arrays } = bind(&mut memory, &module, &self.grid.args, |_| None)
            .map_err(|why| Failure::usage(why, "see `jaminan run --help`: --args a=zeros:64 n=5"))?;
        let (fuel, deadline) = self.limits.steps(TIME);
        let launch = Launch {
            grid,
            block,
            shared: self.grid.shared.unwrap_or(0),
            schedule: self.grid.schedule.unwrap_or_default(),
            fuel: fuel.unwrap_or(u64::MAX),
            deadline,
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

    fn module(&self, unit: &Unit) -> Result<Module, Failure> {
        let names: Vec<&str> = unit.kernels.iter().map(|k| k.name.as_str()).collect();
        let [wanted] = names.as_slice() else {
            let hint = format!("choose with `--kernel`: {}", names.join(", "));
            return Err(Failure::usage("the file has several kernels", hint));
        };
        let compiled = grid::kernels(&unit.file).into_iter().find(|(name, _)| name == wanted);
        match compiled {
            Some((_, Ok(module))) => Ok(module),
            Some((_, Err(Refusal::Error(diagnostic)))) => Err(diagnostic.into()),
            Some((_, Err(Refusal::Unsupported(unsupported)))) => {
                let message = format!("{} is not supported by `run`", unsupported.what);
                let shown = Diagnostic::at(unsupported.span, message).to_string();
                Err(Failure::Undecided {
                    why: format!("unsupported\n{shown}"),
                    hint: "nothing is skipped: rewrite this part, or leave it out".into(),
                })
            }
            None => Err(Failure::Undecided {
                why: format!("`{wanted}` is not run"),
                hint: "a kernel that is no template is".into(),
            }),
        }
    }
}

/// The dimensions of the launch: 1 where nothing is said.
fn dimensions(options: &Options) -> Result<([u32; 3], [u32; 3]), Failure> {
    let grid = options.grid_dim.unwrap_or([1; 3]);
    let block = options.block_dim.unwrap_or([1; 3]);
    let size = |dims: [u64; 3]| dims.into_iter().try_fold(1u64, u64::checked_mul);
    if !size(block).is_some_and(|n| (1..=LARGEST_BLOCK).contains(&n)) {
        let message = format!("a block has 1 to {LARGEST_BLOCK} threads, not {block:?}");
        return Err(Failure::usage(message, "give another `--block-dim`"));
    }
    let all = size(grid).zip(size(block)).and_then(|(g, b)| g.checked_mul(b));
    if !all.is_some_and(|n| (1..=LARGEST_GRID).contains(&n)) {
        let message = format!("a run has 1 to {LARGEST_GRID} threads");
        return Err(Failure::usage(message, "give another `--grid-dim`"));
    }
    // Both were bounded.
    Ok((grid.map(|n| n as u32), block.map(|n| n as u32)))
}
