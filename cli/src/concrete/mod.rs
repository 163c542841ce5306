//! Concrete launches of kernels: what is given of them, for the commands that run them.

mod arguments;
pub mod finding;

use crate::failure::Failure;
use crate::kernel::single;
use crate::malformed::Malformed;
use crate::parameters::Known;
use crate::style::note;
use arguments::argument;
use cuda::{Launched, Unit, Unsupported, UnsupportedKind};
use grid::arguments::{Array, Bound, bind};
use grid::contents::{Contents, Number};
use grid::{End, Grid, Module, Refusal, Schedule, Space, Type};
use num_traits::ToPrimitive;
use semantics::{Diagnostic, Exhausted, LaunchSize};

/// What a launch is given besides its dimensions.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Runs of kernels")]
pub struct Given {
    /// What the parameters hold: NAME=VALUE; see below
    #[arg(long, value_name = "NAME=VALUE", value_parser = argument, num_args = 1..)]
    pub args: Vec<(String, Contents)>,

    /// Bytes of `extern __shared__` memory
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(..=LARGEST_SHARED))]
    pub shared: Option<u64>,
}

/// A block has not more shared memory, on any device.
const LARGEST_SHARED: u64 = 1 << 20;
/// A block has not more threads.
const LARGEST_BLOCK: u64 = 1024;
/// A run has not more threads.
const LARGEST_GRID: u64 = 1 << 28;

/// Reads `canonical`, `reversed` or `random:SEED`.
///
/// # Errors
/// Another text.
pub fn schedule(text: &str) -> Result<Schedule, Malformed> {
    let seed = text.strip_prefix("random:").map(str::parse);
    match (text, seed) {
        ("canonical", _) => Ok(Schedule::Canonical),
        ("reversed", _) => Ok(Schedule::Reversed),
        (_, Some(Ok(seed))) => Ok(Schedule::Random(seed)),
        _ => Err(Malformed::NoSchedule(text.into())),
    }
}

impl Given {
    /// A flag that is given.
    pub fn flag(&self) -> Option<&'static str> {
        let flags = [("--args", !self.args.is_empty()), ("--shared", self.shared.is_some())];
        flags.into_iter().find_map(|(flag, given)| given.then_some(flag))
    }

    /// Fills memory and registers with what is given, `--param` included.
    ///
    /// # Errors
    /// A parameter without a value, a name that is none of the kernel's, what does not fit.
    pub fn bind(
        &self,
        memory: &mut Grid<'_>,
        module: &Module,
        known: &Known,
    ) -> Result<Bound, Failure> {
        let mut args = self.args.clone();
        for (name, value) in &known.param {
            if let Some(n) = value.to_i128().filter(|_| LaunchSize::named(name.as_str()).is_none())
            {
                args.push((name.to_string(), Contents::Scalar(Number::Integer(n))));
            }
        }
        if !known.assume.is_empty() {
            note("a run is of one launch: `--assume` changes nothing");
        }
        bind(memory, module, &args, |_| None).map_err(|why| {
            Failure::usage(why.to_string(), "give it with `--args`, as a=zeros:64 n=5")
        })
    }
}

/// The only kernel of a source, or the one that was chosen, compiled for a run.
///
/// # Errors
/// Several kernels; what is no C++; what is not supported.
pub fn module(command: &str, unit: &Unit) -> Result<Module, Failure> {
    let names: Vec<&str> = unit.kernels.iter().map(|k| k.name.as_str()).collect();
    let [kernel] = unit.kernels.as_slice() else {
        let hint = format!("choose with `--kernel`: {}", names.join(", "));
        return Err(Failure::usage("the file has several kernels", hint));
    };
    match grid::kernel(&unit.file, kernel) {
        // Its barriers order some memory only, which no detector asks for.
        Ok(_) if unit.file.opencl => {
            let message = format!("`{command}` does not support OpenCL");
            Err(Failure::unsupported(Diagnostic::whole(message)))
        }
        Ok(module) => Ok(module),
        Err(Refusal::Error(diagnostic)) => Err(diagnostic.into()),
        Err(Refusal::Unsupported(Unsupported {
            kind: UnsupportedKind::Exhausted(spent), ..
        })) => Err(Failure::exhausted(spent)),
        Err(Refusal::Unsupported(unsupported)) => {
            let message = format!("`{command}` does not support {}", unsupported.what);
            Err(Failure::unsupported(Diagnostic::at(unsupported.span, message)))
        }
    }
}

/// The dimensions of the launch: 1 where nothing is said.
///
/// # Errors
/// Several launches; more threads than are run.
pub fn dimensions(unit: &Unit) -> Result<([u32; 3], [u32; 3]), Failure> {
    let [kernel] = unit.kernels.as_slice() else {
        return Err(Failure::usage("the file has several kernels", "choose with `--kernel`"));
    };
    // Of several launches, only what a run does not ask about may differ, such as which memory they share.
    let shape = |launched: &Launched| (launched.launch.grid, launched.launch.block);
    let launch = match kernel.launches.as_slice() {
        [first, others @ ..] if others.iter().all(|other| shape(other) == shape(first)) => {
            &first.launch
        }
        _ => &single(kernel)?.launch,
    };
    let [grid, block] = [launch.grid, launch.block].map(|dims| dims.map(|n| n.unwrap_or(1)));
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

/// A number along x, then y, then z, as coordinates.
pub fn index(n: u32, [x, y, _]: [u32; 3]) -> [u32; 3] {
    [n % x, n / x % y, n / (x * y)]
}

/// The size in bytes of an element of an object.
pub fn element_size(module: &Module, arrays: &[Array], space: Space, object: u32) -> u64 {
    let element = match space {
        Space::Global => {
            arrays.iter().find(|a| a.object == object).map(|array| array.element.clone())
        }
        space => module.object(space, object).map(|object| innermost(&object.ty)),
    };
    element.map_or(1, |ty| ty.size().max(1))
}

fn innermost(ty: &Type) -> Type {
    match ty {
        Type::Array(of, _) => innermost(of),
        ty => ty.clone(),
    }
}

/// How a run ended.
pub fn end(end: End) -> &'static str {
    match end {
        End::Finished => "finished",
        End::Deadlock => "deadlock",
        End::OutOfFuel => "out of fuel",
        End::Exhausted(Exhausted::Time) => "out of time",
        End::Exhausted(Exhausted::Memory) => "out of memory",
    }
}

/// `one block`, `2 blocks`
pub fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("one {what}") } else { format!("{n} {what}s") }
}

/// The name of a schedule, as [`schedule`] reads it.
pub fn schedule_name(schedule: Schedule) -> String {
    match schedule {
        Schedule::Canonical => "canonical".into(),
        Schedule::Reversed => "reversed".into(),
        Schedule::Random(seed) => format!("random:{seed}"),
    }
}
