//! `check`: the verdict for all sizes.

use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::report;
use crate::style;
use cuda::{Kernel, Unit};
use oracle::check::answer::{CheckAnswer, Divergence, KernelAnswer, Status, Verdict};
use oracle::check::{Settings, check_program, check_protocol};
use oracle::solver::{Budget, choose};
use serde_json::Value;
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

    /// Who decides: `auto`, `z3`, `embedded`, or a command that reads SMT-LIB
    #[arg(long, default_value = "auto", value_name = "SOLVER")]
    solver: String,

    /// Whether equal values written to one cell are a race
    #[arg(long, value_enum, default_value_t = Benign::Report)]
    benign: Benign,

    /// Units of work for each query, the same on every machine
    #[arg(long, value_name = "N", default_value_t = Budget::default().resources)]
    resources: u64,

    /// Seconds for each kernel; a query takes at most 10 of them
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

const EXAMPLES: &str = "\
Examples:
  jaminan check kernel.cu --block-dim 256 --grid-dim 64
  jaminan check s_a.jam --format json
  jaminan check kernel.cu --solver embedded
  jaminan check kernel.cu --solver 'cvc5 --incremental --produce-models'

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

impl Command for Check {
    type Answer = CheckAnswer;

    fn answer(self, _: &View) -> Result<CheckAnswer, Failure> {
        let unit = self.input.kernels()?;
        let mut chosen = choose(&self.solver)
            .map_err(|why| Failure::usage(why, "choose another one with `--solver`"))?;
        chosen.warnings.iter().for_each(style::note);
        let mut settings = Settings {
            solver: chosen.solver.as_mut(),
            budget: Budget { resources: self.resources, ..Budget::default() },
            deadline: None,
            report_benign: self.benign == Benign::Report,
        };
        let deadline = || Instant::now().checked_add(Duration::from_secs(self.timeout));
        let kernels = match unit {
            Some(unit) => {
                let check = |k| {
                    settings.deadline = deadline();
                    kernel(k, &unit, &mut settings)
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
}

impl Answer for CheckAnswer {
    type Form = CheckAnswer;

    fn json(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    fn text(&self, _: &View) -> String {
        report::text(self)
    }

    fn exit(&self) -> Exit {
        // The worst of all kernels: 2 is not among them, then 1, 3, 0.
        let exits: Vec<Exit> = self.kernels.iter().map(exit).collect();
        let worst = [Exit::Alarm, Exit::Undecided].into_iter().find(|e| exits.contains(e));
        worst.unwrap_or(Exit::Fine)
    }
}

/// The verdict on one kernel of a file.
fn kernel(kernel: &Kernel, unit: &Unit, settings: &mut Settings<'_>) -> KernelAnswer {
    let mut answer = match &kernel.lowered {
        Ok(program) => check_program(&kernel.name, program, settings),
        Err(unsupported) => {
            let message = format!("{} is not supported", unsupported.what);
            let place = unsupported.span.place();
            let mut answer =
                KernelAnswer::unsupported(&kernel.name, format!("{place}: {message}"));
            if let Some(asked) = &kernel.divergence {
                divergence(asked, &kernel.name, settings, &mut answer);
            }
            answer
        }
    };
    answer.notes.splice(0..0, unit.notes.iter().chain(&kernel.notes).cloned());
    answer
}

/// Whether threads diverge at a barrier: its question is a race.
fn divergence(
    asked: &cuda::Divergence,
    name: &str,
    settings: &mut Settings<'_>,
    answer: &mut KernelAnswer,
) {
    let found = check_program(name, &asked.program, settings);
    let place = asked.barrier.place();
    if found.verdict == Verdict::Drf {
        let note = format!("{place}: all threads of a block reach this barrier, or none does");
        answer.notes.insert(0, note);
        return;
    }
    let shown = found.alarms.iter().find(|alarm| {
        alarm.array == cuda::BARRIER && matches!(alarm.status, Status::True | Status::Confirmed)
    });
    let Some(alarm) = shown else {
        let note = format!("{place}: whether threads diverge at this barrier is not decided");
        answer.notes.insert(0, note);
        return;
    };
    let (line, column) = asked.barrier.line_column();
    // The thread that reads reaches the barrier.
    let mut accesses: Vec<_> = alarm.accesses.iter().collect();
    accesses.sort_by_key(|access| access.mode != "rd");
    answer.divergences.push(Divergence {
        file: asked.barrier.source.name().into(),
        line,
        column,
        threads: accesses.into_iter().map(|access| access.thread.clone()).collect(),
        replayed: alarm.replayed,
    });
}

fn exit(kernel: &KernelAnswer) -> Exit {
    match kernel.verdict {
        _ if !kernel.divergences.is_empty() => Exit::Alarm,
        Verdict::Drf => Exit::Fine,
        Verdict::Racy | Verdict::Potential => Exit::Alarm,
        Verdict::Unknown | Verdict::Unsupported => Exit::Undecided,
    }
}
