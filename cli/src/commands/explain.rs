//! `explain`: a derivation, or why there is none; and whether a given derivation is right.

mod launch;
mod phases;

use crate::answer::{Answer, Command, View};
use crate::derivation::{self, DerivationForm, Form, written};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::Limits;
use crate::phases::unsynchronized;
use crate::store::Start;
use crate::style::{ALARM, FINE};
use jaminan::{babycuda, instantiate};
use launch::Coordinates;
use schemars::JsonSchema;
use semantics::derivation::exchange::Exchanged;
use semantics::derivation::{Derivation, Part, Shown, Verdict};
use semantics::outcomes::Obstacle;
use semantics::{Allowance, Explanation, Syntax, Text};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// A derivation of one thread's run, or why there is none
///
/// The derivation is a tree of rule applications, under the papers' names. `--check` reads one
/// back and names the first wrong step; it shares no rule with what made it.
///
/// A program with barriers has one derivation for each phase: all threads run a phase from one memory, and the next one
/// starts from that memory and what they all wrote. The other threads go on by their first outcome. Each phase of a
/// protocol is a protocol of its own: there is no memory.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    #[command(flatten)]
    input: Input,

    /// FILE is a derivation in JSON: check it
    #[arg(long)]
    check: bool,

    /// The thread; of a kernel its `threadIdx`: 3, [3,0], [3,0,0]
    #[arg(long, value_name = "I", required_unless_present = "check")]
    thread: Option<Coordinates>,

    /// Of a kernel the thread's block, its `blockIdx` [default: 0]
    #[arg(long, value_name = "I")]
    block: Option<Coordinates>,

    /// Of a program with barriers that does not say how many threads there are: 0..T [default: 4, or up to the thread]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=launch::MOST_THREADS))]
    threads: Option<u64>,

    /// How to write the derivation
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Text)]
    form: Form,

    /// Which outcome, as `run` numbers them, from 1; of a program with barriers in its first phase
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    outcome: NonZeroUsize,

    /// Whose rules
    #[arg(long, value_enum, default_value_t = Calculus::OfTheFile)]
    calculus: Calculus,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  jaminan explain s_a.jam --thread 0
  jaminan explain s_b.jam --thread 1 --memory 'A:0=10' --as latex > s_b.tex
  jaminan explain s_d.jam --thread 7 --as html > s_d.html
  jaminan explain s_a.jam --thread 0 --as json > d.json && jaminan explain --check d.json
  jaminan explain phases.jam --thread 1 --threads 2
  jaminan explain saxpy.cu --block-dim 4 --thread 1 --param n=4
  jaminan explain fig3.jam --thread 0 --param M=2 --calculus babycuda

BabyCUDA has no value for a cell that nobody wrote: a program that reads one is stuck.";

/// Whose rules a program is run by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Calculus {
    /// Jaminan of a `.jam`, protocols of a `.map`
    OfTheFile,
    /// BabyCUDA of \[L22\], of a `.jam`
    Babycuda,
}

/// Without fuel, a search takes at most this long.
const TIME: Duration = Duration::from_secs(7);

/// A derivation as it was asked for, or the verdict on one.
pub enum ExplainAnswer {
    /// The text.
    Written(String),
    /// What the checker says, and of how many steps.
    Checked(Verdict, usize),
}

impl Command for Explain {
    type Answer = ExplainAnswer;

    fn allowance(&self) -> Allowance {
        self.limits.allowance(TIME)
    }

    fn answer(self, view: &View) -> Result<ExplainAnswer, Failure> {
        if self.check {
            return self.check();
        }
        let Some(thread) = &self.thread else {
            return Err(Failure::usage("no thread is given", "give one: `--thread 0`"));
        };
        let subject = self.input.load()?;
        let choices = self.start.choices();
        let budget = self.limits.budget();
        let n = self.outcome.get() - 1;
        if let (Subject::Program(program), Calculus::Babycuda) = (&subject, self.calculus) {
            unsynchronized(&program.body, "explain", &self.input)?;
        }
        let thread = launch::thread(subject.header(), thread, self.block.as_ref())?;
        match (&subject, self.calculus) {
            (Subject::Program(program), Calculus::OfTheFile) => {
                let values = launch::parameters(&self.input.known, &program.header)?;
                let memory = launch::memory(&self.start, program, &thread)?;
                if program.body.synchronizes() {
                    return self.phases(program, &thread, &values, memory, view);
                }
                let s = instantiate(&program.header, &program.body, &values, &thread);
                self.write(&jaminan::explain(&memory, &s, &thread, &choices, &budget, n), view)
            }
            (Subject::Program(program), Calculus::Babycuda) => {
                babycuda::is_babycuda(&program.body)
                    .map_err(|why| Failure::usage(why.to_string(), "leave `--calculus` out"))?;
                let values = launch::parameters(&self.input.known, &program.header)?;
                let s = instantiate(&program.header, &program.body, &values, &thread);
                let begin = babycuda::History::begin();
                let threads = BTreeSet::from([thread]);
                self.write(&babycuda::explain(&begin, &s, &threads, &budget, n), view)
            }
            (Subject::Protocol(protocol), Calculus::OfTheFile) => {
                let values = launch::parameters(&self.input.known, &protocol.header)?;
                if protocol.body.synchronizes() {
                    return self.protocol_phases(protocol, &thread, &values, view);
                }
                let p = maps::instantiate(&protocol.body, &values);
                self.write(&maps::explain(&p, &thread, &choices, &budget, n), view)
            }
            (Subject::Protocol(_), Calculus::Babycuda) => {
                Err(Failure::usage("a protocol is no program of BabyCUDA", "give a `.jam` file"))
            }
        }
    }
}

impl Explain {
    fn write<J: Shown + Exchanged>(
        &self,
        explanation: &Explanation<J>,
        view: &View,
    ) -> Result<ExplainAnswer, Failure> {
        let d = self.derivation(explanation)?;
        let text = written(&[Part::of(&d)], self.form, &self.input.title(), view)?;
        Ok(ExplainAnswer::Written(text))
    }

    /// The derivation that was found.
    ///
    /// # Errors
    /// There is none.
    fn derivation<J: Shown>(
        &self,
        explanation: &Explanation<J>,
    ) -> Result<Arc<Derivation<J>>, Failure> {
        match explanation {
            Explanation::Derivation(d) => Ok(Arc::clone(d)),
            Explanation::NoSuchOutcome(count) => Err(Failure::usage(
                format!("there is no outcome {}: the last one is {count}", self.outcome),
                "`jaminan run` prints the outcomes in order, from 1",
            )),
            Explanation::Stuck(failure) => Err(Failure::Undecided {
                why: format!("there is no derivation. {failure}"),
                hint: "this premise is as far as any derivation gets".into(),
            }),
            Explanation::GaveUp(Obstacle::Stopped(stop)) => Err(Failure::stopped(*stop)),
            Explanation::GaveUp(Obstacle::Number) => {
                Err(Failure::meaningless(&semantics::Meaningless::TooLarge))
            }
        }
    }

    fn check(&self) -> Result<ExplainAnswer, Failure> {
        let source = self.input.source()?;
        let bad = |why: String| {
            let hint = "`jaminan explain … --as json` writes derivations of this form";
            Failure::usage(format!("{}: {why}", self.input.name()), hint)
        };
        let document = semantics::json::value(source.text()).map_err(|e| bad(e.to_string()))?;
        let checked = derivation::checked(&document);
        // A trace nests as deep as a loop is long.
        semantics::json::discard(document);
        let (verdict, steps) = checked.map_err(|why| bad(why.to_string()))?;
        Ok(ExplainAnswer::Checked(verdict, steps))
    }
}

/// The answer of `explain`: a derivation, or with `--check` the verdict on one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "jaminan explain")]
#[allow(dead_code)]
pub enum ExplainForm {
    /// The derivation; of a program with barriers one for each phase.
    Derivation(DerivationForm),
    /// The verdict on a derivation.
    Verdict {
        /// Whether every step is an instance of its rule.
        valid: bool,
        /// How many steps it has.
        steps: usize,
        /// The first wrong step.
        wrong: Option<WrongForm>,
    },
}

/// A wrong step.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
pub struct WrongForm {
    /// Its number.
    step: usize,
    /// The rule that it names.
    rule: String,
    /// What is wrong.
    why: String,
}

impl Answer for ExplainAnswer {
    type Form = ExplainForm;

    fn json(&self) -> Value {
        match self {
            // Written by `exchange::write`, so it is JSON.
            ExplainAnswer::Written(text) => semantics::json::value(text).unwrap_or(Value::Null),
            ExplainAnswer::Checked(Verdict::Valid, steps) => {
                json!({ "valid": true, "steps": steps, "wrong": null })
            }
            ExplainAnswer::Checked(Verdict::Wrong { step, rule, why }, steps) => json!({
                "valid": false,
                "steps": steps,
                "wrong": { "step": step, "rule": rule, "why": why.to_string() },
            }),
        }
    }

    fn text(&self, _: &View) -> Text {
        match self {
            ExplainAnswer::Written(text) => Text::of_lines(text),
            ExplainAnswer::Checked(Verdict::Valid, steps) => {
                Text::of_line(format_args!(
                    "{FINE}valid{FINE:#}: every one of {steps} steps follows by its rule"
                ))
            }
            ExplainAnswer::Checked(wrong, _) => {
                Text::of_line(format_args!("{ALARM}wrong{ALARM:#}: {wrong}"))
            }
        }
    }

    fn exit(&self) -> Exit {
        match self {
            ExplainAnswer::Written(_) | ExplainAnswer::Checked(Verdict::Valid, _) => Exit::Fine,
            ExplainAnswer::Checked(Verdict::Wrong { .. }, _) => Exit::Alarm,
        }
    }
}
