//! `check`: the verdict for all sizes.

mod batch;
mod diverge;
mod elements;
mod launches;
mod process;
mod rerun;
mod sarif;
mod summary;

use self::batch::FileAnswer;
use self::rerun::{Rerun, Under};
use crate::allocation;
use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::MOST_MEMORY;
use crate::pool;
use crate::report;
use crate::style;
use cuda::{Bounded, Kernel, Launched, Unit};
use jaminan::Program;
use oracle::check::answer::{
    Alarm, Assumption, AssumptionKind, CheckAnswer, KernelAnswer, Note, NoteKind,
    RunOutcome, Status, Verdict,
};
use oracle::check::{Settings, check_program, check_protocol};
use oracle::solver::{Budget, choose};
use schemars::JsonSchema;
use semantics::Allowance;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

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

    /// Print a line for each kernel as soon as there is an answer: for whoever checks several files
    #[arg(long, hide = true)]
    each: bool,

    /// How many kernels at a time, or files; as many as there are processors where it is not given
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
    /// One file, whose kernels are printed already.
    Each(CheckAnswer),
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
            let answer = self.one()?;
            return Ok(if self.each { Checked::Each(answer) } else { Checked::One(answer) });
        }
        let mut named = vec![self.input.path().to_owned()];
        named.extend(self.more.iter().cloned());
        let files = batch::files(&named)?;
        batch::check(&self, &files).map(Checked::Several)
    }
}

impl Check {
    fn one(&self) -> Result<CheckAnswer, Failure> {
        let mut input = self.input.clone().with_allowance(self.of_each());
        if let Some(threads) = self.warp_sync {
            input.lock_step(threads)?;
        }
        allocation::allow(MOST_MEMORY);
        let kernels = match input.kernels()? {
            Some(unit) => {
                let jobs = pool::jobs(self.jobs).min(unit.kernels.len());
                let bytes = self.bytes().saturating_mul(jobs as u64);
                allocation::allow(bytes.saturating_add(MOST_MEMORY));
                let numbered: Vec<(usize, &Kernel)> = unit.kernels.iter().enumerate().collect();
                pool::each(&numbered, jobs, |(number, k)| match self.refused(k) {
                    Some(refused) => Ok((self.tell(*number, refused), Vec::new())),
                    None => self.decide(*number, self.of_each().after(k.took), |settings| {
                        kernel(k, &unit, &Rerun::of(&unit, &k.name), settings)
                    }),
                })?
            }
            None => {
                let (name, subject) = (self.input.name(), self.input.load()?);
                vec![self.decide(0, self.of_each(), |settings| match &subject {
                    Subject::Program(program) => check_program(&name, program, settings),
                    Subject::Protocol(protocol) => check_protocol(&name, protocol, settings),
                })]
            }
        };
        let kernels: Vec<(KernelAnswer, Vec<String>)> = kernels.into_iter().collect::<Result<_, _>>()?;
        let warnings: BTreeSet<&String> = kernels.iter().flat_map(|(_, warnings)| warnings).collect();
        warnings.into_iter().for_each(style::note);
        Ok(CheckAnswer { kernels: kernels.into_iter().map(|(kernel, _)| kernel).collect() })
    }

    fn bytes(&self) -> u64 {
        u64::from(self.max_memory) << 20
    }

    /// What may be spent on each kernel.
    fn of_each(&self) -> Allowance {
        let time = Duration::from_secs(self.timeout);
        Allowance { time: Some(time), bytes: Some(self.bytes()) }
    }

    /// Decides on a kernel within these limits, with a solver that has answered nothing before: what it says does
    /// not hang on what else is decided. And what the user should know about the solver.
    fn decide(
        &self,
        number: usize,
        allowance: Allowance,
        ask: impl FnOnce(&mut Settings<'_>) -> KernelAnswer,
    ) -> Result<(KernelAnswer, Vec<String>), Failure> {
        allowance.from_now().enter(|| {
            let mut chosen = choose(&self.solver)
                .map_err(|why| Failure::usage(why, "choose another one with `--solver`"))?;
            let memory_mib = self.max_memory.min(Budget::default().memory_mib);
            let mut settings = Settings {
                solver: chosen.solver.as_mut(),
                budget: Budget { resources: self.resources, memory_mib, ..Budget::default() },
                report_benign: self.benign == Benign::Report,
            };
            Ok((self.tell(number, ask(&mut settings)), chosen.warnings))
        })
    }

    /// Prints the answer for the kernel of this number where each is printed by itself.
    fn tell(&self, number: usize, answer: KernelAnswer) -> KernelAnswer {
        if self.each {
            // Where nobody reads it, nobody waits for the rest.
            // For the process that asked, as JSON: no terminal sees it.
            #[allow(clippy::disallowed_methods)]
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{}", process::line(number, &answer));
        }
        answer
    }

    /// The answer for a kernel that takes more for granted than `--strict` allows.
    fn refused(&self, kernel: &Kernel) -> Option<KernelAnswer> {
        let launch = |a: &&cuda::Assumption| a.kind == cuda::AssumptionKind::Launch;
        let assumptions = || kernel.launches.iter().flat_map(|launched| &launched.assumptions);
        let first = assumptions().find(|a| !launch(a)).filter(|_| self.strict)?;
        let mut answer = KernelAnswer::unsupported(&kernel.name, format!("--strict: {first}"));
        answer.assumptions = assumptions().map(assumption).collect();
        Some(answer)
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
            Checked::Each(_) => process::end(),
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
            Checked::One(_) | Checked::Each(_) => Vec::new(),
            Checked::Several(files) => {
                batch::errors(files).map(|a| (a.file.clone(), a.said.clone())).collect()
            }
        };
        let kernels = self.json()["kernels"].as_array().cloned().unwrap_or_default();
        Some(sarif::log(&kernels, &errors))
    }

    fn text(&self, view: &View) -> semantics::Text {
        match self {
            Checked::One(answer) => report::text(answer, view.verbose),
            Checked::Each(_) => semantics::Text::default(),
            Checked::Several(files) => batch::text(files, view.verbose),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Checked::One(answer) | Checked::Each(answer) => {
                // The worst of all kernels: 2 is not among them, then 1, 3, 0.
                let exits: Vec<Exit> = answer.kernels.iter().map(exit).collect();
                let worst = [Exit::Alarm, Exit::Undecided].into_iter().find(|e| exits.contains(e));
                worst.unwrap_or(Exit::Fine)
            }
            Checked::Several(files) => batch::exit(files),
        }
    }
}

/// The verdict on one kernel of a file: the worst of those on its launches.
fn kernel(
    kernel: &Kernel,
    unit: &Unit,
    runs: &Rerun<'_>,
    settings: &mut Settings<'_>,
) -> KernelAnswer {
    let answers = kernel.launches.iter().map(|of| launched(kernel, of, unit, runs, settings));
    launches::together(&kernel.name, answers.collect())
}

/// The verdict on a kernel under one launch.
fn launched(
    kernel: &Kernel,
    launched: &Launched,
    unit: &Unit,
    runs: &Rerun<'_>,
    settings: &mut Settings<'_>,
) -> KernelAnswer {
    let runs = &runs.under(launched);
    let together = launched.together.as_ref();
    let program = launched.lowered.as_ref().or_else(|why| together.map(|t| &t.program).ok_or(why));
    let mut answer = match program {
        Ok(program) => {
            // While there is time.
            runs.compile();
            let mut answer = rerun::sparing(|| {
                let bounded = launched.bounded.as_ref();
                let mut answer = modelled(kernel, program, bounded, runs, settings);
                // An execution that goes past the memory that it is given has no meaning.
                if let (true, Some(within)) = (answer.verdict != Verdict::Drf, &launched.within_memory) {
                    let bounded = within.bounded.as_ref();
                    let found = modelled(kernel, &within.program, bounded, runs, settings);
                    launches::within_memory(&mut answer, found, &within.facts);
                }
                answer
            });
            if !runs.lock_step() && settings.report_benign {
                runs.search(&program.header, &mut answer);
            }
            if let Some(together) = together {
                diverge::ask(&together.divergences, kernel, runs, settings, &mut answer);
            }
            answer
        }
        Err(unsupported) => {
            let place = unsupported.span.place();
            let mut answer =
                KernelAnswer::unsupported(&kernel.name, format!("{place}: {unsupported}"));
            if unsupported.exhausted.is_some() {
                answer.verdict = Verdict::Unknown;
            }
            answer
        }
    };
    let read = unit.notes.iter().map(|note| Note::new(NoteKind::Reading, note.clone()));
    let facts = launched.facts.iter().map(launches::said);
    answer.notes.splice(0..0, read.chain(launched.notes.iter().map(taken)).chain(facts));
    answer.launches = vec![launches::launch(&launched.launch)];
    let of_alarms = answer.alarms.iter().filter_map(order);
    answer.assumptions = launched.assumptions.iter().map(assumption).chain(of_alarms).collect();
    answer
}

/// What is taken for granted where fences or atomics may order two accesses.
pub fn fences(location: &str, array: &str) -> String {
    format!("fences and atomics on `{location}` are not taken to order the two accesses of `{array}`")
}

/// What an open alarm takes for granted where fences or atomics may order its accesses.
fn order(alarm: &Alarm) -> Option<Assumption> {
    let location = alarm.ordered_by.as_ref().filter(|_| alarm.status == Status::Open)?;
    let access = alarm.accesses.first()?;
    Some(Assumption {
        kind: AssumptionKind::Fence,
        what: fences(location.as_str(), &alarm.array),
        file: Some(access.file.clone()),
        line: Some(access.line),
    })
}

/// A note of the front end, as the answer gives it.
fn taken(note: &cuda::Note) -> Note {
    let kind = match note.kind {
        cuda::NoteKind::Convention => NoteKind::Convention,
        cuda::NoteKind::LeftOut => NoteKind::LeftOut,
        cuda::NoteKind::Approximation => NoteKind::Reading,
    };
    Note::new(kind, note.text.clone())
}

/// The verdict on a kernel's program.
fn modelled(
    kernel: &Kernel,
    program: &Program,
    bounded: Option<&Bounded>,
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
) -> KernelAnswer {
    let mut answer = check_program(&kernel.name, program, settings);
    elements::name(&program.header, &mut answer.alarms);
    if kernel.asserts {
        answer.alarms.iter_mut().for_each(doubt_assertions);
        answer.notes.push("a race is shown where all that is asserted holds".into());
    }
    runs.alarms(&program.header, &mut answer.alarms);
    let shown = |alarm: &Alarm| alarm.status >= Status::Confirmed;
    if answer.verdict == Verdict::Racy && !answer.alarms.iter().any(shown) {
        answer.verdict = Verdict::Potential;
    }
    if let (Verdict::Potential, Some(bounded)) = (answer.verdict, bounded) {
        within_bounds(bounded, kernel, runs, settings, &mut answer);
    }
    if settings.report_benign {
        same_values(program, &kernel.name, settings, &mut answer.alarms);
    }
    // A run follows no lock step, and does not compare what is written.
    if !runs.lock_step() && settings.report_benign {
        runs.open_alarms(&program.header, &mut answer);
    }
    answer
}

/// An assumption of the front end, as the answer gives it.
fn assumption(assumption: &cuda::Assumption) -> Assumption {
    use cuda::AssumptionKind as From;
    let kind = match assumption.kind {
        From::Launch => AssumptionKind::Launch,
        From::MissingHeader => AssumptionKind::MissingHeader,
        From::UnknownType => AssumptionKind::UnknownType,
        From::UnknownCall => AssumptionKind::UnknownCall,
        From::UnknownMacro => AssumptionKind::UnknownMacro,
        From::InlineAssembly => AssumptionKind::InlineAssembly,
        From::Fence => AssumptionKind::Fence,
    };
    Assumption {
        kind,
        what: assumption.what.clone(),
        file: assumption.span.as_ref().map(|span| span.source.name().into()),
        line: assumption.span.as_ref().map(|span| span.line_column().0),
    }
}

/// Says of races of two writes that both write one value, where that is proved: without such races the array has
/// none.
fn same_values(program: &Program, name: &str, settings: &mut Settings<'_>, alarms: &mut [Alarm]) {
    let writes = |alarm: &Alarm| {
        alarm.status >= Status::Confirmed && alarm.accesses.iter().all(|access| access.mode == "wr")
    };
    if !alarms.iter().any(writes) {
        return;
    }
    settings.report_benign = false;
    let others = check_program(name, program, settings);
    settings.report_benign = true;
    // What was not decided may be any race.
    if others.notes.iter().any(|note| note.kind == NoteKind::Found) {
        return;
    }
    for alarm in alarms.iter_mut().filter(|alarm| writes(alarm)) {
        let race = |other: &Alarm| other.array == alarm.array && other.status != Status::Refuted;
        alarm.same_value = !others.alarms.iter().any(race);
    }
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
    runs: &Under<'_>,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) {
    let mut found = check_program(&kernel.name, bounded, settings);
    elements::name(&bounded.header, &mut found.alarms);
    runs.alarms(&bounded.header, &mut found.alarms);
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
            let said = format!(
                "the race of `{}` is one in which loops that may end early run at most {iterations} times",
                open.array
            );
            answer.notes.push(said.into());
        }
    }
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
    use super::{Rerun, Settings, Status, Verdict, kernel};
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
            report_benign: true,
        };
        for (run, verdict, status, outcome) in [
            (&racy, Verdict::Racy, Status::True, RunOutcome::Made),
            (&fixed, Verdict::Potential, Status::Open, RunOutcome::NotMade),
        ] {
            let answer = kernel(&racy.kernels[0], &racy, &Rerun::of(run, "k"), &mut settings);
            assert_eq!(answer.verdict, verdict);
            assert_eq!(answer.alarms.len(), 1);
            let alarm = &answer.alarms[0];
            assert_eq!(alarm.status, status);
            assert_eq!(alarm.run.as_ref().map(|run| run.outcome), Some(outcome));
        }
    }
}
