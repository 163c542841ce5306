//! Answers, and how they are printed.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits;
use crate::terminal;
use schemars::JsonSchema;
use semantics::{Allowance, Spelling, Text};
use serde::Deserialize;
use serde_json::{Value, json};

/// How to show an answer.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct View {
    /// Text for people, one JSON object (see `jaminan schema`), or SARIF (of `check`)
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Print the paper's signs instead of ASCII
    #[arg(long, global = true)]
    pub unicode: bool,

    /// Say how an answer came about, too: of `check`, classes of approximation, solver, refuted alarms
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// What an answer is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, of `check`.
    Sarif,
}

impl View {
    /// How programs are spelt.
    pub fn spelling(&self) -> Spelling {
        if self.unicode { Spelling::Unicode } else { Spelling::Ascii }
    }
}

/// What a command answers.
pub trait Answer {
    /// The form of its JSON, which is published.
    type Form: JsonSchema;

    /// The answer as JSON, of that form.
    fn json(&self) -> Value;

    /// The answer as SARIF, of a command that has such answers.
    fn sarif(&self) -> Option<Value> {
        None
    }

    /// The answer for people.
    fn text(&self, view: &View) -> Text;

    /// What is printed, piece by piece: an answer may be larger than memory.
    fn pieces<'a>(&'a self, view: &'a View) -> Box<dyn Iterator<Item = Text> + 'a> {
        Box::new(std::iter::once_with(|| match view.format {
            Format::Json => json_text(self.json()),
            Format::Sarif => json_text(self.sarif().unwrap_or(Value::Null)),
            Format::Text => self.text(view),
        }))
    }

    /// What the exit code says.
    fn exit(&self) -> Exit {
        Exit::Fine
    }
}

/// JSON on one line.
pub fn json_text(value: Value) -> Text {
    Text::of_line(semantics::json::text(value))
}

/// A command: its flags, and what it does.
pub trait Command: clap::Args {
    /// What it answers.
    type Answer: Answer;

    /// What it may spend on the answer.
    fn allowance(&self) -> Allowance {
        limits::OF_A_RUN
    }

    /// Answers.
    ///
    /// # Errors
    /// Bad input, a limit.
    fn answer(self, view: &View) -> Result<Self::Answer, Failure>;
}

/// What a command prints as JSON: its answer, or why it has none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
pub enum Printed<F> {
    /// The answer.
    Answer(F),
    /// A limit was reached, or the input is not supported: exit code 3.
    Undecided(UndecidedForm),
}

/// No answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct UndecidedForm {
    /// Why there is none.
    undecided: WhyForm,
}

/// Why there is no answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct WhyForm {
    /// What ended it.
    why: String,
    /// What to do next.
    help: String,
}

/// Prints an answer to standard output, or as JSON why there is none.
///
/// # Errors
/// Where there is no answer, why; standard output is full. A closed pipe is none: the reader has
/// seen enough.
pub fn print<A: Answer>(answer: Result<A, Failure>, view: &View) -> Result<Exit, Failure> {
    if let (Err(failure), Format::Json) = (&answer, view.format)
        && let Some((why, hint)) = failure.undecided()
    {
        let undecided = json!({ "undecided": { "why": why, "help": hint } });
        // The failure itself is what is reported, whether this can be written or not.
        let _ = terminal::print(std::iter::once(json_text(undecided)));
    }
    let answer = answer?;
    if view.format == Format::Sarif && answer.sarif().is_none() {
        return Err(Failure::usage("this answer has no SARIF", "`jaminan check` has"));
    }
    show(&answer, view)
}

fn show(answer: &impl Answer, view: &View) -> Result<Exit, Failure> {
    match terminal::print(answer.pieces(view)) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(answer.exit()),
        Err(error) => Err(Failure::Output(error)),
        Ok(()) => Ok(answer.exit()),
    }
}
