//! `explain`: a derivation, or why there is none; and whether a given derivation is right.

use crate::answer::{Answer, Command, Format, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::Limits;
use crate::natural::natural;
use crate::phases::unsynchronized;
use crate::store::Start;
use crate::style::{ALARM, FINE};
use jaminan::{babycuda, instantiate};
use semantics::Text;
use schemars::JsonSchema;
use semantics::derivation::exchange::{self, Exchanged};
use semantics::derivation::text::Options;
use semantics::derivation::{self, Checked, Derivation, Shown, TooLarge, Verdict};
use semantics::outcomes::Obstacle;
use semantics::{Allowance, Explanation, Number, Thread, Threads};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

/// A derivation of one thread's run, or why there is none
///
/// The derivation is a tree of rule applications, under the papers' names. `--check` reads one
/// back and names the first wrong step; it shares no rule with what made it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    #[command(flatten)]
    input: Input,

    /// FILE is a derivation in JSON: check it
    #[arg(long)]
    check: bool,

    /// The thread
    #[arg(long, value_name = "I", value_parser = natural, required_unless_present = "check")]
    thread: Option<Number>,

    /// How to write the derivation
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t = Form::Text)]
    form: Form,

    /// Which outcome, as `run` numbers them, from 1
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
  jaminan explain fig3.jam --thread 0 --param M=2 --calculus babycuda

BabyCUDA has no value for a cell that nobody wrote: a program that reads one is stuck.";

/// How to write a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// An indented tree
    Text,
    /// A document for LaTeX, with the package bussproofs
    Latex,
    /// A page
    Html,
    /// A list of steps, which `--check` reads
    Json,
}

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
        let thread = Thread::natural(thread.clone());
        let subject = self.input.load()?;
        if let Threads::Grid { .. } = subject.header().threads {
            return Err(Failure::Undecided {
                why: "`explain` takes no kernel: a thread of CUDA is more than one number".into(),
                hint: format!("check it: jaminan check {}", self.input.argument()),
            });
        }
        match &subject {
            Subject::Program(program) => unsynchronized(&program.body, "explain", &self.input)?,
            Subject::Protocol(protocol) => unsynchronized(&protocol.body, "explain", &self.input)?,
        }
        let values = self.input.known.parameters(subject.header())?;
        let memory = self.start.store(&subject.arrays())?;
        let choices = self.start.choices();
        let budget = self.limits.budget();
        let n = self.outcome.get() - 1;
        match (&subject, self.calculus) {
            (Subject::Program(program), Calculus::OfTheFile) => {
                let s = instantiate(&program.header, &program.body, &values, &thread);
                self.write(&jaminan::explain(&memory, &s, &thread, &choices, &budget, n), view)
            }
            (Subject::Program(program), Calculus::Babycuda) => {
                babycuda::is_babycuda(&program.body)
                    .map_err(|why| Failure::usage(why.to_string(), "leave `--calculus` out"))?;
                let s = instantiate(&program.header, &program.body, &values, &thread);
                let begin = babycuda::History::begin();
                let threads = BTreeSet::from([thread]);
                self.write(&babycuda::explain(&begin, &s, &threads, &budget, n), view)
            }
            (Subject::Protocol(protocol), Calculus::OfTheFile) => {
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
        let d = match explanation {
            Explanation::Derivation(d) => d,
            Explanation::NoSuchOutcome(count) => {
                return Err(Failure::usage(
                    format!("there is no outcome {}: the last one is {count}", self.outcome),
                    "`jaminan run` prints the outcomes in order, from 1",
                ));
            }
            Explanation::Stuck(failure) => {
                return Err(Failure::Undecided {
                    why: format!("there is no derivation. {failure}"),
                    hint: "this premise is as far as any derivation gets".into(),
                });
            }
            Explanation::GaveUp(Obstacle::Stopped(stop)) => return Err(Failure::stopped(*stop)),
            Explanation::GaveUp(Obstacle::Number) => {
                return Err(Failure::meaningless(&semantics::Meaningless::TooLarge));
            }
        };
        let form = if view.format == Format::Json { Form::Json } else { self.form };
        let text = self.text(d, form, view).map_err(|TooLarge| Failure::Undecided {
            why: "the derivation is too large to write down".into(),
            hint: "explain a smaller program, or ask for `--as json`".into(),
        })?;
        Ok(ExplainAnswer::Written(text))
    }

    fn text<J: Shown + Exchanged>(
        &self,
        d: &Derivation<J>,
        form: Form,
        view: &View,
    ) -> Result<String, TooLarge> {
        match form {
            Form::Text => {
                let options = Options { spelling: view.spelling(), ..Options::default() };
                derivation::text::text(d, options)
            }
            Form::Latex => derivation::latex::latex(d),
            Form::Html => derivation::html::html(d, &self.input.name()),
            Form::Json => exchange::write(d),
        }
    }

    fn check(&self) -> Result<ExplainAnswer, Failure> {
        let source = self.input.source()?;
        let bad = |why: String| {
            let hint = "`jaminan explain … --as json` writes derivations of this form";
            Failure::usage(format!("{}: {why}", self.input.name()), hint)
        };
        let document = semantics::json::value(source.text()).map_err(|e| bad(e.to_string()))?;
        let checked = match exchange::calculus(&document) {
            Ok("maps") => checked::<maps::Judgment>(&document),
            Ok("jaminan") => checked::<jaminan::Judgment>(&document),
            Ok("babycuda") => checked::<babycuda::Judgment>(&document),
            Ok(other) => Err(format!("no calculus is called {other:?}")),
            Err(why) => Err(why.to_string()),
        };
        // A trace nests as deep as a loop is long.
        semantics::json::discard(document);
        let (verdict, steps) = checked.map_err(bad)?;
        Ok(ExplainAnswer::Checked(verdict, steps))
    }
}

fn checked<J: Exchanged + Checked>(document: &Value) -> Result<(Verdict, usize), String> {
    let listing = exchange::read::<J>(document).map_err(|e| e.to_string())?;
    let steps = listing.steps();
    Ok((derivation::check::check(&steps), steps.len()))
}

/// The answer of `explain`: a derivation, or with `--check` the verdict on one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "jaminan explain")]
#[allow(dead_code)]
pub enum ExplainForm {
    /// A derivation as a list of steps; a step's premises are steps before it, by number.
    Derivation {
        /// `maps`, `jaminan` or `babycuda`.
        calculus: String,
        /// From 1; the last is the root.
        steps: Vec<StepForm>,
    },
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

/// A step of a derivation.
#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
pub struct StepForm {
    /// Its number.
    step: usize,
    /// The rule.
    rule: String,
    /// What it concludes: programs in concrete syntax, phases and traces as in `run`.
    conclusion: Value,
    /// The steps it rests on.
    premises: Vec<usize>,
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
                "wrong": { "step": step, "rule": rule, "why": why },
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
