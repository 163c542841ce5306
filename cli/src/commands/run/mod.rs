//! `run`: every outcome of one thread, or a kernel's whole grid.

mod grid;
mod report;
mod thread;
mod trace;

use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::Limits;
use crate::natural::natural;
use crate::store::Start;
use grid::{GridAnswer, GridFlags};
use report::GridForm;
use schemars::JsonSchema;
use semantics::{Allowance, Number};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use thread::{ThreadAnswer, ThreadForm};

/// Every outcome of one thread by the rules of the papers, or a kernel's whole grid on given arrays
///
/// Of a program or a protocol: each distinct outcome once, with the accesses that the thread makes,
/// the updates that it leaves behind, and the trace of its internal choices. [L24, Figs. 2 and 5]
///
/// Of a CUDA kernel: all threads of all blocks are run, integers as in C and floating-point numbers
/// as IEEE. Prints what the arrays hold then, and what has no meaning (overflow, accesses out of
/// bounds, reads of what nobody wrote, barriers that not all threads reach), each with its place.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    #[command(flatten)]
    input: Input,

    /// The thread, of a program or a protocol
    #[arg(long, value_name = "I", value_parser = natural)]
    thread: Option<Number>,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    grid: GridFlags,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  jaminan run s_a.jam --thread 0 --memory 'A:16=7'
  jaminan run s_c.jam --thread 0 --values 3 --format json
  echo 'param n; for k in 0..n { wr[k] }' | jaminan run - --lang map --thread 1 --param n=4
  jaminan run saxpy.cu --grid-dim 2 --block-dim 4 --args n=8 a=0.5 x=iota:8 'y=[1,1,1,1,1,1,1,1]'
  jaminan run histogram.cu --block-dim 32 --args 'bins=zeros:8' data=random:32:7 --schedule random:1

Arguments of a kernel: NAME=5, NAME=[1,2,3], NAME=@file.json, NAME=zeros:N, NAME=iota:N (0, 1, 2, …),
NAME=random:N:SEED (below N, or random:N:SEED:BELOW; reals from 0 to 1), NAME=unwritten:N (to read is
a finding), NAME=null, NAME=true. Members of structures: g.nodes=5. Variables of the file by their
names.

Without --fuel it gives up after 10 seconds, with exit code 3.
Exit codes: 0 · 1 something in the run of a kernel has no meaning · 2 bad input · 3 a limit, or
unsupported";

/// Without fuel, a run takes at most this long, and the rest of 10 seconds to end.
const TIME: Duration = Duration::from_secs(8);

/// What a run shows.
pub enum RunAnswer {
    /// The outcomes of one thread.
    Thread(ThreadAnswer),
    /// What a grid leaves behind.
    Grid(GridAnswer),
}

impl Command for Run {
    type Answer = RunAnswer;

    fn allowance(&self) -> Allowance {
        self.limits.allowance(TIME)
    }

    fn answer(self, _: &View) -> Result<RunAnswer, Failure> {
        match self.input.kernels()? {
            Some(unit) => self.grid(unit).map(RunAnswer::Grid),
            None => self.thread().map(RunAnswer::Thread),
        }
    }
}

/// The answer of `run`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "jaminan run")]
#[allow(dead_code)]
pub enum RunForm {
    /// Of a program or a protocol.
    Thread(ThreadForm),
    /// Of a kernel.
    Grid(GridForm),
}

impl Answer for RunAnswer {
    type Form = RunForm;

    fn json(&self) -> Value {
        match self {
            RunAnswer::Thread(answer) => answer.json(),
            RunAnswer::Grid(answer) => answer.json(),
        }
    }

    fn text(&self, view: &View) -> semantics::Text {
        match self {
            RunAnswer::Thread(answer) => answer.text(view),
            RunAnswer::Grid(answer) => answer.text(),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            RunAnswer::Thread(_) => Exit::Fine,
            RunAnswer::Grid(answer) => answer.exit(),
        }
    }
}
