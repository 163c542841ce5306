//! `judge`: control and data independence, and the approximating binders.

use crate::answer::{Answer, Command, View};
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::style::{HEADING, LABEL};
use jaminan::infer_program;
use maps::{Approximating, ProtocolFile, aa, control_independent, data_independent};
use schemars::JsonSchema;
use semantics::Name;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use semantics::{Text, say};

/// Control and data independence, and the approximating binders, of each array's protocol
///
/// CI: no approximated variable decides what runs. DI: none decides which cell is accessed. A
/// race of a protocol that is both (CIDI) is a race of the program. [L24, Figs. 4 and 7, Thm 4.5]
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Judge {
    #[command(flatten)]
    input: Input,
}

const EXAMPLES: &str = "\
Examples:
  jaminan judge s_b.jam
  jaminan judge protocol.map --format json
  echo 'var x. A[x] := 0' | jaminan judge - --lang jam";

/// The judgments on one protocol.
struct Judged {
    control_independent: bool,
    data_independent: bool,
    approximating: Approximating,
}

/// The judgments on each array's protocol.
pub struct JudgeAnswer(BTreeMap<Name, Judged>);

impl Command for Judge {
    type Answer = JudgeAnswer;

    fn answer(self, _: &View) -> Result<JudgeAnswer, Failure> {
        let judged = |(array, p): (Name, ProtocolFile)| (array, judge(&p));
        Ok(JudgeAnswer(match self.input.load()? {
            Subject::Program(program) => infer_program(&program).map(judged).collect(),
            Subject::Protocol(protocol) => maps::by_array(&protocol).map(judged).collect(),
        }))
    }
}

fn judge(protocol: &ProtocolFile) -> Judged {
    let parameters = protocol.header.parameters();
    Judged {
        control_independent: control_independent(&parameters, &protocol.body),
        data_independent: data_independent(&parameters, &protocol.body),
        approximating: aa(&parameters, &protocol.body),
    }
}

/// The answer of `judge`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan judge")]
#[allow(dead_code)]
pub struct JudgeForm {
    /// For each array, what holds of its protocol.
    arrays: BTreeMap<String, JudgedForm>,
}

/// What holds of a protocol.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct JudgedForm {
    /// Control independent.
    ci: bool,
    /// Data independent.
    di: bool,
    /// The binders that control depends on.
    control: Vec<String>,
    /// The binders that indices depend on.
    data: Vec<String>,
}

impl Answer for JudgeAnswer {
    type Form = JudgeForm;

    fn json(&self) -> Value {
        let arrays: serde_json::Map<String, Value> = self
            .0
            .iter()
            .map(|(array, judged)| {
                let judged = json!({
                    "ci": judged.control_independent,
                    "di": judged.data_independent,
                    "control": names(&judged.approximating.control),
                    "data": names(&judged.approximating.data),
                });
                (array.to_string(), judged)
            })
            .collect();
        json!({ "arrays": arrays })
    }

    fn text(&self, _: &View) -> Text {
        if self.0.is_empty() {
            return Text::of_line("accesses no array");
        }
        let (bold, label) = (HEADING, LABEL);
        let line = |holds: bool, binders: &BTreeSet<Name>| match holds {
            true => "yes".to_owned(),
            false => format!("no, depends on {}", names(binders).join(", ")),
        };
        let mut out = Text::new();
        for (array, judged) in &self.0 {
            let both = &judged.approximating;
            say!(out, "{bold}{array}: {}{bold:#}", both.class().word());
            let control = line(judged.control_independent, &both.control);
            say!(out, "  {label}control independent{label:#}  {control}");
            let data = line(judged.data_independent, &both.data);
            say!(out, "  {label}data independent{label:#}     {data}");
        }
        out
    }
}

fn names(binders: &BTreeSet<Name>) -> Vec<String> {
    binders.iter().map(Name::to_string).collect()
}
