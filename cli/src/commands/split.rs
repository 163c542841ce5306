//! `split`: the phases of a synchronized program.

use crate::answer::{Answer, Command, View};
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::phases::phases;
use schemars::JsonSchema;
use semantics::{PhaseProgram, Syntax, printer, Text, say};
use serde::Deserialize;
use serde_json::{Value, json};

/// The phases between the barriers of a program, each as a program of its own
///
/// Variables of loops around a barrier are parameters of the phases inside, with assumptions that
/// say when the phase is reached. [L24, §3.1 and Fig. 3]
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Split {
    #[command(flatten)]
    input: Input,

    /// Print the N-th phase only, from 1
    #[arg(long, value_name = "N")]
    phase: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  jaminan split reduce.jam
  jaminan split reduce.jam --phase 2 | jaminan judge - --lang jam";

/// One phase.
struct Phase {
    number: usize,
    program: String,
    first: bool,
}

/// The phases of a program, in the order of their begin.
pub struct SplitAnswer {
    phases: Vec<Phase>,
    total: usize,
}

impl Command for Split {
    type Answer = SplitAnswer;

    fn answer(self, view: &View) -> Result<SplitAnswer, Failure> {
        let mut phases = match self.input.load()? {
            Subject::Program(program) => show(phases(&program.header, &program.body)?, view),
            Subject::Protocol(protocol) => show(phases(&protocol.header, &protocol.body)?, view),
        };
        let total = phases.len();
        if let Some(number) = self.phase {
            phases.retain(|phase| phase.number == number);
            if phases.is_empty() {
                let message = format!("there is no phase {number}");
                let hint = format!("there are {total}, counted from 1");
                return Err(Failure::usage(message, hint));
            }
        }
        Ok(SplitAnswer { phases, total })
    }
}

fn show<S: Syntax>(phases: Vec<PhaseProgram<S>>, view: &View) -> Vec<Phase> {
    let show = |(n, phase): (usize, PhaseProgram<S>)| Phase {
        number: n + 1,
        program: printer::file(&phase.header, &phase.body, view.spelling()),
        first: phase.first,
    };
    phases.into_iter().enumerate().map(show).collect()
}

/// The answer of `split`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan split")]
#[allow(dead_code)]
pub struct SplitForm {
    /// In the order of their begin.
    phases: Vec<PhaseForm>,
}

/// A phase.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct PhaseForm {
    /// The text of the phase's program, in the language of the input.
    program: String,
    /// Whether it starts at the program's begin, from the initial memory.
    first: bool,
}

impl Answer for SplitAnswer {
    type Form = SplitForm;

    fn json(&self) -> Value {
        let phase = |phase: &Phase| json!({ "program": phase.program, "first": phase.first });
        json!({ "phases": self.phases.iter().map(phase).collect::<Vec<_>>() })
    }

    fn text(&self, _: &View) -> Text {
        Text::joined(self.phases.iter().map(|phase| {
            let mut text = Text::new();
            if self.total > 1 {
                say!(text, "// phase {} of {}", phase.number, self.total);
            }
            text.lines(&phase.program);
            text
        }))
    }
}
