//! `check`: the verdict for all sizes.

mod batch;
mod elements;
mod rerun;
mod sarif;
mod summary;

use self::batch::FileAnswer;
use self::rerun::Kernels;
use crate::allocation;
use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::report;
use crate::style;
use cuda::{Bounded, Kernel, Unit};
use oracle::check::answer::{
    Alarm, CheckAnswer, Divergence, KernelAnswer, RunOutcome, Status, Verdict,
};
use oracle::check::{Settings, check_program, check_protocol};
use oracle::solver::{Budget, choose};
use schemars::JsonSchema;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

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

    /// Take the threads of a warp to run in lock step: of two of them, only accesses by the same
    /// instruction or on the two sides of a conditional race
    #[arg(long)]
    warp_sync: bool,

    /// Units of work for each query, the same on every machine
    #[arg(long, value_name = "N", default_value_t = Budget::default().resources)]
    resources: u64,

    /// Seconds for each kernel; a query takes at most 10 of them
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,

    /// Mebibytes for each kernel, of this program and as much again of Z3
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    max_memory: u32,

    /// How many files at a time; as many as there are processors where it is not given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan check kernel.cu --block-dim 256 --grid-dim 64
  jaminan check s_a.jam --format json
  jaminan check kernel.cu --solver embedded
  jaminan check kernel.cu --solver 'cvc5 --incremental --produce-models'
  jaminan check kernels/ more.cu           a line for each kernel, and a census
  jaminan check kernels/ --format sarif    for editors and code hosts

Solvers: `auto` takes libz3 ($Z3_LIB, Python's z3-solver package, the system), then z3 or cvc5 on
the path, then the embedded solver, which decides machine integers and bounds naturals.
Exit codes: 0 race free · 1 an alarm · 2 bad input · 3 undecided or unsupported";

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
    One(CheckAnswer),
    /// Several.
    Several(Vec<FileAnswer>),
}

impl Command for Check {
    type Answer = Checked;

    fn answer(self, _: &View) -> Result<Checked, Failure> {
        if self.more.is_empty() && !self.input.path().is_dir() {
            return self.one().map(Checked::One);
        }
        let mut named = vec![self.input.path().to_owned()];
        named.extend(self.more.iter().cloned());
        let files = batch::files(&named)?;
        batch::check(&self, &files).map(Checked::Several)
    }
}

impl Check {
    fn one(&self) -> Result<CheckAnswer, Failure> {
        allocation::allow(u64::from(self.max_memory) << 20);
        let mut input = self.input.clone();
        if self.warp_sync {
            input.lock_step()?;
        }
        let unit = input.kernels()?;
        let mut chosen = choose(&self.solver)
            .map_err(|why| Failure::usage(why, "choose another one with `--solver`"))?;
        chosen.warnings.iter().for_each(style::note);
        let memory_mib = self.max_memory.min(Budget::default().memory_mib);
        let mut settings = Settings {
            solver: chosen.solver.as_mut(),
            budget: Budget { resources: self.resources, memory_mib, ..Budget::default() },
            deadline: None,
            report_benign: self.benign == Benign::Report,
        };
        let deadline = || Instant::now().checked_add(Duration::from_secs(self.timeout));
        let kernels = match unit {
            Some(unit) => {
                let runs = Kernels::of(&unit);
                let check = |k| {
                    settings.deadline = deadline();
                    kernel(k, &unit, &runs, &mut settings)
                };
                unit.kernels.iter().map(check).collect()
            }
            None => {
                settings.deadline = deadline();
                let name = self.input.name();
                vec![match &self.input.load()? {
                    Subject::Program(program) => check_program(&name, program, &mut settings),
                    Subject::Protocol(protocol) => check_protocol(&name, protocol, &mut settings),
                }]
            }
        };
        Ok(CheckAnswer { kernels })
    }

    /// The flags as they can be given to the process that checks one of several files.
    fn flags(&self) -> Vec<String> {
        let benign = match self.benign {
            Benign::Report => "report",
            Benign::Allow => "allow",
        };
        let mut flags = self.input.flags();
        flags.extend(self.warp_sync.then(|| "--warp-sync".to_owned()));
        flags.extend([
            format!("--solver={}", self.solver),
            format!("--benign={benign}"),
            format!("--resources={}", self.resources),
            format!("--timeout={}", self.timeout),
            format!("--max-memory={}", self.max_memory),
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
    kernel: KernelAnswer,
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
            Checked::One(answer) => serde_json::to_value(answer).unwrap_or(Value::Null),
            Checked::Several(files) => {
                let errors: Vec<Value> = batch::errors(files)
                    .map(|answer| json!({ "file": answer.file, "message": answer.said }))
                    .collect();
                json!({ "kernels": batch::kernels(files), "errors": errors })
            }
        }
    }

    fn sarif(&self) -> Option<Value> {
        let errors = match self {
            Checked::One(_) => Vec::new(),
            Checked::Several(files) => {
                batch::errors(files).map(|a| (a.file.clone(), a.said.clone())).collect()
            }
        };
        let kernels = self.json()["kernels"].as_array().cloned().unwrap_or_default();
        Some(sarif::log(&kernels, &errors))
    }

    fn text(&self, _: &View) -> String {
        match self {
            Checked::One(answer) => report::text(answer),
            Checked::Several(files) => batch::text(files),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Checked::One(answer) => {
                // The worst of all kernels: 2 is not among them, then 1, 3, 0.
                let exits: Vec<Exit> = answer.kernels.iter().map(exit).collect();
                let worst = [Exit::Alarm, Exit::Undecided].into_iter().find(|e| exits.contains(e));
                worst.unwrap_or(Exit::Fine)
            }
            Checked::Several(files) => batch::exit(files),
        }
    }
}

/// The verdict on one kernel of a file.
fn kernel(
    kernel: &Kernel,
    unit: &Unit,
    runs: &Kernels<'_>,
    settings: &mut Settings<'_>,
) -> KernelAnswer {
    let mut answer = match &kernel.lowered {
        Ok(program) => {
            let mut answer = check_program(&kernel.name, program, settings);
            elements::name(&program.header, &mut answer.alarms);
            if kernel.asserts {
                answer.alarms.iter_mut().for_each(doubt_assertions);
                answer.notes.push("a race is shown where all that is asserted holds".into());
            }
            runs.alarms(kernel, &program.header, &mut answer.alarms);
            let shown = |alarm: &Alarm| alarm.status >= Status::Confirmed;
            if answer.verdict == Verdict::Racy && !answer.alarms.iter().any(shown) {
                answer.verdict = Verdict::Potential;
            }
            if let (Verdict::Potential, Some(bounded)) = (answer.verdict, &kernel.bounded) {
                within_bounds(bounded, kernel, runs, settings, &mut answer);
            }
            // A run follows no lock step, and does not compare what is written.
            if !runs.lock_step() && settings.report_benign {
                runs.open_alarms(kernel, &program.header, &mut answer);
            }
            answer
        }
        Err(unsupported) => {
            let message = format!("{} is not supported", unsupported.what);
            let place = unsupported.span.place();
            let mut answer =
                KernelAnswer::unsupported(&kernel.name, format!("{place}: {message}"));
            if let Some(asked) = &kernel.divergence {
                divergence(asked, kernel, runs, settings, &mut answer);
            }
            answer
        }
    };
    answer.notes.splice(0..0, unit.notes.iter().chain(&kernel.notes).cloned());
    answer
}

/// A thread whose assertion fails may end before its access.
fn doubt_assertions(alarm: &mut Alarm) {
    if alarm.status >= Status::Confirmed {
        alarm.status = Status::Open;
        alarm.why = Some("nothing shows it where all that is asserted holds".into());
    }
}

/// Looks for the open alarms among the executions in which loops end early enough and what is asserted
/// holds: a race of one is a race of the kernel.
fn within_bounds(
    Bounded { program: bounded, iterations }: &Bounded,
    kernel: &Kernel,
    runs: &Kernels<'_>,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) {
    let mut found = check_program(&kernel.name, bounded, settings);
    elements::name(&bounded.header, &mut found.alarms);
    runs.alarms(kernel, &bounded.header, &mut found.alarms);
    for open in answer.alarms.iter_mut().filter(|alarm| alarm.status == Status::Open) {
        // That the loop ends so only a run of the kernel itself shows.
        let made = |alarm: &Alarm| {
            alarm.run.as_ref().is_some_and(|run| run.outcome == RunOutcome::Made)
        };
        let shown = |alarm: &&Alarm| {
            alarm.status >= Status::Confirmed && alarm.array == open.array && made(alarm)
        };
        let Some(shown) = found.alarms.iter().find(shown) else { continue };
        // By the protocol it is still approximated.
        *open = Alarm {
            status: Status::Confirmed,
            reachability: open.reachability,
            location: open.location,
            approximated: open.approximated.clone(),
            ..shown.clone()
        };
        answer.verdict = Verdict::Racy;
        if let Some(iterations) = iterations {
            answer.notes.push(format!(
                "the race of `{}` is one in which loops that may end early run at most {iterations} times",
                open.array
            ));
        }
    }
}

/// Whether threads diverge at a barrier: its question is a race.
fn divergence(
    asked: &cuda::Divergence,
    kernel: &Kernel,
    runs: &Kernels<'_>,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) {
    let lock_step = runs.lock_step();
    let found = check_program(&kernel.name, &asked.program, settings);
    let place = asked.barrier.place();
    let refuted = found.alarms.iter().any(|alarm| alarm.array == cuda::BARRIER);
    if found.verdict == Verdict::Drf && !(lock_step && refuted) {
        let note = format!("{place}: all threads of a block reach this barrier, or none does");
        answer.notes.insert(0, note);
        return;
    }
    let shown = found.alarms.iter().find(|alarm| {
        // In lock step threads may read what the rules do not show them.
        let least = if lock_step { Status::True } else { Status::Confirmed };
        alarm.array == cuda::BARRIER && alarm.status >= least
    });
    // Where an assertion fails, nobody waits.
    let Some(alarm) = shown.filter(|_| !kernel.asserts) else {
        let note = format!("{place}: whether threads diverge at this barrier is not decided");
        answer.notes.insert(0, note);
        return;
    };
    let (line, column) = asked.barrier.line_column();
    // The thread that reads reaches the barrier.
    let mut accesses: Vec<_> = alarm.accesses.iter().collect();
    accesses.sort_by_key(|access| access.mode != "rd");
    let mut memory = alarm.memory.clone();
    memory.retain(|array, _| cuda::is_memory(array));
    let mut shown = Divergence {
        file: asked.barrier.source.name().into(),
        line,
        column,
        threads: accesses.into_iter().map(|access| access.thread.clone()).collect(),
        replayed: alarm.replayed,
        params: alarm.params.clone(),
        memory,
        run: None,
    };
    runs.divergence(kernel, &asked.program.header, &alarm.cells, &mut shown);
    if shown.run.as_ref().is_some_and(|run| run.outcome == RunOutcome::NotMade) {
        // Threads that come to it equally often, each in other iterations, wait for each other.
        let note = format!(
            "{place}: threads diverge at this barrier by the rules, and not in a run of the kernel itself: not decided"
        );
        answer.notes.insert(0, note);
        return;
    }
    answer.divergences.push(shown);
}

fn exit(kernel: &KernelAnswer) -> Exit {
    match kernel.verdict {
        _ if !kernel.divergences.is_empty() => Exit::Alarm,
        Verdict::Drf => Exit::Fine,
        Verdict::Racy | Verdict::Potential => Exit::Alarm,
        Verdict::Unknown | Verdict::Unsupported => Exit::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kernels, Settings, Status, Verdict, kernel};
    use cuda::{Options, Unit, load};
    use oracle::check::answer::RunOutcome;
    use oracle::solver::{Budget, choose};
    use semantics::Source;
    use std::collections::BTreeMap;

    fn unit(statement: &str) -> Option<Unit> {
        let none: BTreeMap<String, String> = BTreeMap::new();
        let text = format!("__global__ void k(int *a) {{ {statement} }}");
        let options = Options { block_dim: Some([4, 1, 1]), grid_dim: Some([1, 1, 1]), ..Options::default() };
        load(Source::new("t.cu", &text), &options, &none).ok()
    }

    /// As if the lowering had misread one kernel for another.
    #[test]
    fn an_alarm_that_a_run_contradicts_is_open() {
        let racy = unit("a[0] = threadIdx.x;");
        let fixed = unit("a[threadIdx.x] = threadIdx.x;");
        let chosen = choose("embedded").ok();
        let (Some(racy), Some(fixed), Some(mut chosen)) = (racy, fixed, chosen) else {
            panic!("two kernels and a solver");
        };
        let mut settings = Settings {
            solver: chosen.solver.as_mut(),
            budget: Budget::default(),
            deadline: None,
            report_benign: true,
        };
        for (run, verdict, status, outcome) in [
            (&racy, Verdict::Racy, Status::True, RunOutcome::Made),
            (&fixed, Verdict::Potential, Status::Open, RunOutcome::NotMade),
        ] {
            let answer = kernel(&racy.kernels[0], &racy, &Kernels::of(run), &mut settings);
            assert_eq!(answer.verdict, verdict);
            assert_eq!(answer.alarms.len(), 1);
            let alarm = &answer.alarms[0];
            assert_eq!(alarm.status, status);
            assert_eq!(alarm.run.as_ref().map(|run| run.outcome), Some(outcome));
        }
    }
}
