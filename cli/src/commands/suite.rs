//! `suite`: the experiment of [L24, §6] on any collection of kernels.

mod answer;
mod compare;
mod csv;
mod figure;
mod files;
mod form;
mod kernel;
mod labels;
mod merge;
mod record;
mod report;
mod run;
mod tables;

use crate::answer::{Command, View};
use crate::failure::Failure;
use crate::shard::shard;
use answer::SuiteAnswer;
use difftest::Folder;
pub use form::TableForm;
pub use report::of_folder;
use record::{Line, Plan, Results};
use semantics::Allowance;
use std::path::PathBuf;
use theories::Shard;

/// The experiment of [L24, §6] on any folder: each kernel's verdict, time and memory, and the paper's tables of them
///
/// Each kernel of the `.cu`, `.cl` and `.cuh` files in the folders is checked in a process of its own. What came of
/// it is one line of `results.jsonl`, which stays whatever becomes of this program: the same command goes on where it
/// ended. Reports are written beside it, as text, HTML, LaTeX and CSV.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Suite {
    /// Folders, or files
    #[arg(value_name = "FOLDER", required_unless_present = "merge")]
    folders: Vec<PathBuf>,

    /// The folder for results and reports
    #[arg(long, value_name = "DIR", default_value = "suite")]
    out: PathBuf,

    /// A table of what is true of each file or kernel: columns `path` or `file`, perhaps `kernel`, and one of the
    /// labels
    #[arg(long, value_name = "CSV")]
    labels: Option<PathBuf>,

    /// Say what differs from another run (its folder or its `results.jsonl`), or from a table of another detector's
    /// answers
    #[arg(long, value_name = "OTHER")]
    compare: Option<PathBuf>,

    /// The column of labels or answers in a table
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Seconds for each kernel
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,

    /// Mebibytes for each kernel, of this program and as much again of Z3
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    max_memory: u32,

    /// How many kernels at a time; as many as there are processors where it is not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// Only part I of N of the files, from 0, as their contents divide them
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "0/1")]
    shard: Shard,

    /// Take the results of all parts from their folders, instead of checking anything
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["folders", "shard", "check"])]
    merge: Vec<PathBuf>,

    /// Flags of `check`, such as `-I include --launch any`
    #[arg(last = true, value_name = "FLAG")]
    check: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan suite HeCBench/src --out hecbench --jobs 8 --timeout 60
  jaminan suite testsuite/CUDA --labels gpuverify_cuda.csv --out cuda
  jaminan suite kernels --out new --compare old          what changed since `old`
  jaminan suite kernels --out part3 --shard 3/8 -- -I include --launch any
  jaminan suite --merge part0 part1 part2 --out all

Exit codes: 0 every kernel has its line · 1 an answer contradicts a label · 2 bad input";

impl Command for Suite {
    type Answer = SuiteAnswer;

    /// Each kernel has its own.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<SuiteAnswer, Failure> {
        let unwritable = |error: std::io::Error| {
            let message = format!("cannot make the folder `{}`: {error}", self.out.display());
            Failure::usage(message, "choose another one with `--out`")
        };
        // Before anything is checked: a table that cannot be read is told at once.
        let column = self.column.as_deref();
        let labels = self.labels.as_deref().map(|file| labels::Labels::read(file, column));
        let labels = labels.transpose()?;
        let other = self.compare.as_deref().map(|file| compare::Other::read(file, column));
        let other = other.transpose()?;
        let folder = Folder::open(&self.out).map_err(unwritable)?;
        let lines = match self.merge.is_empty() {
            true => self.checked(&folder)?,
            false => {
                let (plan, lines) = merge::merged(&self.merge)?;
                Results::open(&folder, &plan)?.finish(lines)?
            }
        };
        let answer = SuiteAnswer::new(lines, labels.as_ref(), other.as_ref());
        report::write(&folder, &answer)?;
        Ok(answer)
    }
}

impl Suite {
    /// What came of each kernel, now or before.
    fn checked(&self, folder: &Folder) -> Result<Vec<Line>, Failure> {
        let flags = kernel::flags(&self.check, self.timeout, self.max_memory)?;
        let files = files::below(&self.folders, self.shard)?;
        let plan = Plan {
            jaminan: env!("CARGO_PKG_VERSION").into(),
            flags: flags.clone(),
            shard: format!("{}/{}", self.shard.part, self.shard.of),
            files: files.len(),
        };
        let mut results = Results::open(folder, &plan)?;
        let before = results.keep(&files)?;
        let time = std::time::Duration::from_secs(self.timeout);
        let jobs = crate::pool::jobs(self.jobs);
        let lines = run::run(&files, before, &flags, time, jobs, results.log())?;
        results.finish(lines)
    }
}
