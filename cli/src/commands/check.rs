//! `check`: the verdict for all sizes.

mod batch;
mod picture;
pub mod process;
mod sarif;
mod suggest;
mod summary;

use self::batch::FileAnswer;
use crate::allocation;
use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::MOST_MEMORY;
use crate::pool;
use crate::report;
use crate::style;
use cuda::{Kernel, Unit};
use oracle::certificate::Checker;
use oracle::solver::Budget;
use schemars::JsonSchema;
use semantics::Allowance;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use verdict::certify::Certify;
use verdict::{KernelVerdict, NoSolver, Settings, Verdict, form};

/// The verdict for all sizes: race free, or alarms with their witnesses
///
/// A race-free verdict is proved by a solver, for every number of threads and every parameter. An
/// alarm is asked of the program, and its witness replayed by the interpreter before it is
/// printed. What is not decided is said so.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    input: Input,

    /// More files; a folder stands for the `.cu`, `.cl`, `.jam` and `.map` files below it
    #[arg(value_name = "FILE")]
    more: Vec<PathBuf>,

    /// Who decides: `auto`, `z3`, `embedded`, or a command that reads SMT-LIB
    #[arg(long, default_value = "auto", value_name = "SOLVER")]
    solver: String,

    /// Whether equal values written to one cell are a race
    #[arg(long, value_enum, default_value_t = Benign::Report)]
    benign: Benign,

    /// Decide nothing that takes more for granted than the launch
    #[arg(long)]
    strict: bool,

    /// Of an alarm, look this long for conditions under which the kernel is race free, at most three; print them as
    /// `--assume` takes them
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "60",
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    suggest: Option<u64>,

    /// Have a verified checker run each race that is shown, and prove and check each refutation on machine
    /// integers; see docs/trust.md
    #[arg(long)]
    certify: bool,

    /// The program of the verified checker, which `make -C theories/coq extraction` builds; without it
    /// $JAMINAN_CHECKER, or `jaminan-checker` on the path
    #[arg(long, value_name = "PROGRAM", requires = "certify")]
    checker: Option<PathBuf>,

    /// Write each formula that is refuted as DIMACS, and its proof as DRAT, into this folder
    #[arg(long, value_name = "FOLDER", requires = "certify")]
    proofs: Option<PathBuf>,

    /// Take the threads of a warp, or each N of a block, to run in lock step: of two of them, only accesses by
    /// the same instruction or on the two sides of a conditional race
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "32",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(semantics::warp::MOST_THREADS)))]
    warp_sync: Option<u32>,

    /// Units of work for each query, the same on every machine
    #[arg(long, value_name = "N", default_value_t = Budget::default().resources)]
    resources: u64,

    /// Seconds for each kernel; a query takes at most 10 of them
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,

    /// Mebibytes for each kernel, of this program and as much again of Z3
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    max_memory: u32,

    /// Draw the worst alarm instead: threads, time and cells, its two accesses joined
    #[arg(long = "as", value_enum, value_name = "FORM", conflicts_with_all = ["more", "each"])]
    drawn: Option<Drawn>,

    /// Print a line for each kernel as soon as there is an answer: for whoever checks several files
    #[arg(long, hide = true)]
    each: bool,

    /// Say which kernels there are, and check the one of this number: for whoever gives each a process
    #[arg(long, hide = true, requires = "each")]
    only: Option<usize>,

    /// How many kernels at a time, or files; as many as there are processors where it is not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan check kernel.cu --block-dim 256 --grid-dim 64
  jaminan check s_a.jam --format json
  jaminan check kernel.cu --suggest        what would make it race free
  jaminan check kernel.cu --as svg > race.svg
  jaminan check kernel.cu --solver embedded
  jaminan check kernel.cu --certify --proofs proofs/
  jaminan check kernel.cu --solver 'cvc5 --incremental --produce-models'
  jaminan check kernels/ more.cu           a line for each kernel, and a census
  jaminan check kernels/ --format sarif    for editors and code hosts

Solvers: `auto` takes libz3 ($Z3_LIB, Python's z3-solver package, the system), then z3 or cvc5 on
the path, then the embedded solver, which decides machine integers and bounds naturals.
Exit codes: 0 race free · 1 an alarm · 2 bad input · 3 undecided or unsupported";

/// What is drawn, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Drawn {
    /// An image
    Svg,
}

/// Whether equal values written to one cell are a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Benign {
    /// They are.
    Report,
    /// They are not.
    Allow,
}

/// What was checked.
pub enum Checked {
    /// One file.
    One(Vec<KernelVerdict>),
    /// One file, and a picture of it.
    Drawn(Vec<KernelVerdict>, String),
    /// One file, whose kernels are printed already.
    Each(Vec<KernelVerdict>),
    /// Several.
    Several(Vec<FileAnswer>),
}

impl Command for Check {
    type Answer = Checked;

    /// Each kernel has its own.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<Checked, Failure> {
        if self.more.is_empty() && !self.input.path().is_dir() {
            let (answer, picture) = self.one()?;
            return Ok(match picture {
                Some(svg) => Checked::Drawn(answer, svg),
                None if self.each => Checked::Each(answer),
                None => Checked::One(answer),
            });
        }
        if self.drawn.is_some() {
            return Err(Failure::usage("a picture is of one file", "give one"));
        }
        let mut named = vec![self.input.path().to_owned()];
        named.extend(self.more.iter().cloned());
        self.certify()?;
        let files = batch::files(&named)?;
        batch::check(&self, &files).map(Checked::Several)
    }
}

impl Check {
    /// The verdicts on one file, and its picture where that is asked for.
    fn one(&self) -> Result<(Vec<KernelVerdict>, Option<String>), Failure> {
        let settings = self.settings()?;
        let mut input = self.input.clone().read_once()?.with_allowance(settings.for_reading());
        if let Some(threads) = self.warp_sync {
            input.lock_step(threads)?;
        }
        allocation::allow(MOST_MEMORY);
        // It loads while the file is read.
        let solver = oracle::solver::expect(&self.solver);
        let unit = if self.only.is_some() { self.named(&input)? } else { input.kernels()? };
        let kernels = match &unit {
            None if self.only.is_some() => Vec::new(),
            Some(unit) => {
                let jobs = pool::jobs(self.jobs).min(unit.kernels.len());
                let bytes = self.bytes().saturating_mul(jobs as u64);
                allocation::allow(bytes.saturating_add(MOST_MEMORY));
                let wanted = |n: usize| self.only.is_none_or(|only| only == n);
                let numbered: Vec<(usize, &Kernel)> =
                    unit.kernels.iter().enumerate().filter(|(n, _)| wanted(*n)).collect();
                if let Some(solver) = &solver {
                    solver.more(numbered.len().saturating_sub(1));
                }
                pool::each(&numbered, jobs, |(number, kernel)| {
                    let verdict = verdict::kernel(unit, kernel, &settings)?;
                    let verdict = self.suggested(&input, verdict, *number, &settings)?;
                    self.tell(*number, &verdict);
                    Ok(verdict)
                })?
            }
            None => {
                let (name, subject) = (input.name(), input.load()?);
                let verdict = match &subject {
                    Subject::Program(program) => verdict::program(&name, program, &settings),
                    Subject::Protocol(protocol) => verdict::protocol(&name, protocol, &settings),
                };
                let suggested = |verdict| self.suggested(&input, verdict, 0, &settings);
                vec![verdict.and_then(suggested).inspect(|verdict| self.tell(0, verdict))]
            }
        };
        let kernels: Vec<KernelVerdict> =
            kernels.into_iter().collect::<Result<_, _>>().map_err(no_solver)?;
        let warnings: BTreeSet<&String> = kernels.iter().flat_map(|k| &k.warnings).collect();
        warnings.into_iter().for_each(style::note);
        let picture = self.drawn.map(|Drawn::Svg| picture::svg(&input, unit.as_ref(), &kernels));
        Ok((kernels, picture))
    }

    /// The kernels, whose names are printed.
    fn named(&self, input: &Input) -> Result<Option<Unit>, Failure> {
        let unit = input.kernels_if_any()?;
        let kernels = unit.as_ref().map_or(&[][..], |unit| &unit.kernels);
        print_line(&process::names(kernels.iter().map(|kernel| kernel.name.as_str())));
        Ok(unit)
    }

    /// The verdict, with what would make the kernel race free, where that is asked.
    fn suggested(
        &self,
        input: &Input,
        verdict: KernelVerdict,
        number: usize,
        settings: &Settings,
    ) -> Result<KernelVerdict, NoSolver> {
        match self.suggest {
            Some(seconds) if verdict.is_alarm() => {
                suggest::of(input, verdict, number, settings, Duration::from_secs(seconds))
            }
            _ => Ok(verdict),
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.max_memory) << 20
    }

    /// How it is certified, if it is to be.
    fn certify(&self) -> Result<Option<Certify>, Failure> {
        if !self.certify {
            return Ok(None);
        }
        let checker = Checker::find(self.checker.as_deref()).map_err(|why| {
            let hint = "build it with `make -C theories/coq extraction`, and name it: `--checker PROGRAM`";
            Failure::usage(why.to_string(), hint)
        })?;
        Ok(Some(Certify { checker, proofs: self.proofs.clone() }))
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let budget = Budget::default();
        let memory_mib = self.max_memory.min(budget.memory_mib);
        let time = Duration::from_secs(self.timeout);
        Ok(Settings {
            solver: self.solver.clone(),
            budget: Budget { resources: self.resources, memory_mib, ..budget },
            report_benign: self.benign == Benign::Report,
            strict: self.strict,
            allowance: Allowance { time: Some(time), bytes: Some(self.bytes()) },
            certify: self.certify()?,
        })
    }

    /// Prints the verdict on the kernel of this number where each is printed by itself.
    fn tell(&self, number: usize, verdict: &KernelVerdict) {
        if self.each {
            print_line(&process::line(number, verdict));
        }
    }

    /// The flags as they can be given to the process that checks one of several files.
    fn flags(&self, jobs: usize) -> Vec<String> {
        let benign = match self.benign {
            Benign::Report => "report",
            Benign::Allow => "allow",
        };
        let mut flags = self.input.flags();
        flags.extend(self.warp_sync.map(|threads| format!("--warp-sync={threads}")));
        flags.extend(self.strict.then(|| "--strict".to_owned()));
        flags.extend(self.suggest.map(|seconds| format!("--suggest={seconds}")));
        flags.extend(self.certify.then(|| "--certify".to_owned()));
        let path = |flag: &str, path: &Option<PathBuf>| {
            path.as_ref().map(|path| format!("--{flag}={}", path.display()))
        };
        flags.extend(path("checker", &self.checker));
        flags.extend(path("proofs", &self.proofs));
        flags.extend([
            format!("--solver={}", self.solver),
            format!("--benign={benign}"),
            format!("--resources={}", self.resources),
            format!("--timeout={}", self.timeout),
            format!("--max-memory={}", self.max_memory),
            format!("--jobs={jobs}"),
        ]);
        flags
    }
}

/// The answer of `check`.
#[derive(JsonSchema)]
#[schemars(title = "jaminan check")]
#[allow(dead_code)]
pub struct CheckForm {
    /// In the order of the files, and in each of the text.
    kernels: Vec<KernelForm>,
    /// Files without an answer, where several were given.
    errors: Option<Vec<ErrorForm>>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Kernel")]
#[allow(dead_code)]
struct KernelForm {
    #[schemars(flatten)]
    kernel: form::Kernel,
    /// The file, where several were given.
    file: Option<String>,
}

/// A file without an answer.
#[derive(JsonSchema)]
#[schemars(rename = "Error")]
#[allow(dead_code)]
struct ErrorForm {
    /// The file.
    file: String,
    /// Why there is none.
    message: String,
}

impl Answer for Checked {
    type Form = CheckForm;

    fn json(&self) -> Value {
        match self {
            Checked::One(kernels) | Checked::Drawn(kernels, _) => {
                let kernels = kernels.iter().map(form::Kernel::from).collect();
                // Only numbers and text: this does not fail.
                serde_json::to_value(form::Check { kernels }).unwrap_or(Value::Null)
            }
            Checked::Each(_) => process::end(),
            Checked::Several(files) => {
                let errors: Vec<Value> = batch::errors(files)
                    .map(|answer| json!({ "file": answer.file, "message": answer.said }))
                    .collect();
                json!({ "kernels": batch::json(files), "errors": errors })
            }
        }
    }

    fn sarif(&self) -> Option<Value> {
        let (kernels, errors) = match self {
            Checked::One(kernels) | Checked::Drawn(kernels, _) => {
                (kernels.iter().map(form::Kernel::from).collect(), Vec::new())
            }
            Checked::Each(_) => Default::default(),
            Checked::Several(files) => {
                let said = |a: &FileAnswer| (a.file.clone(), a.said.clone());
                (batch::kernels(files), batch::errors(files).map(said).collect())
            }
        };
        Some(sarif::log(&kernels, &errors))
    }

    fn text(&self, view: &View) -> semantics::Text {
        match self {
            Checked::One(kernels) => report::text(kernels, view.verbose),
            Checked::Drawn(_, svg) => semantics::Text::of_lines(svg),
            Checked::Each(_) => semantics::Text::default(),
            Checked::Several(files) => batch::text(files, view.verbose),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Checked::One(kernels) | Checked::Drawn(kernels, _) | Checked::Each(kernels) => {
                Exit::worst(kernels.iter().map(exit))
            }
            Checked::Several(files) => batch::exit(files),
        }
    }
}

/// For the process that asked, as JSON: no terminal sees it.
#[allow(clippy::disallowed_methods)]
fn print_line(line: &str) {
    // Where nobody reads it, nobody waits for the rest.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

fn exit(kernel: &KernelVerdict) -> Exit {
    match kernel.verdict {
        _ if kernel.why.as_ref().is_some_and(|why| why.mistake().is_some()) => Exit::Bad,
        _ if kernel.is_alarm() => Exit::Alarm,
        Verdict::Drf => Exit::Fine,
        _ => Exit::Undecided,
    }
}

/// What to do without the solver.
fn no_solver(why: NoSolver) -> Failure {
    Failure::usage(why.to_string(), "choose another one with `--solver`")
}
