//! `judge`: control and data independence, and the approximating binders.

use crate::answer::{Answer, Command, Format, View};
use crate::derivation::{DerivationForm, Form, written};
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::style::{HEADING, LABEL};
use jaminan::infer_program;
use maps::{
    Approximating, Independence, ProtocolFile, aa, control_independent, data_independent,
    derive_approximating, derive_control, derive_data,
};
use schemars::JsonSchema;
use semantics::derivation::text::{Options, text};
use semantics::derivation::{Derivation, Part, exchange};
use semantics::Name;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
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

    /// Show the derivations: of CI and DI, or where they fail, and of the approximating binders
    #[arg(long)]
    explain: bool,

    /// How to write the derivations; but for text they are all of the answer
    #[arg(long = "as", value_enum, value_name = "FORM", requires = "explain", default_value_t = Form::Text)]
    form: Form,
}

const EXAMPLES: &str = "\
Examples:
  jaminan judge s_b.jam
  jaminan judge s_b.jam --explain
  jaminan judge s_b.jam --explain --as html > s_b.html
  jaminan judge s_b.jam --explain --as json | jaminan explain --check -
  jaminan judge protocol.map --format json
  echo 'var x. A[x] := 0' | jaminan judge - --lang jam";

/// The judgments on one protocol.
pub struct Judged {
    control_independent: bool,
    data_independent: bool,
    approximating: Approximating,
    /// Where derivations are asked for; all protocols of a program at once may be large.
    explained: Option<ProtocolFile>,
}

/// The answer of `judge`.
pub enum JudgeAnswer {
    /// The judgments on each array's protocol.
    Judged(BTreeMap<Name, Judged>),
    /// Their derivations, as they were asked for.
    Written(String),
}

impl Command for Judge {
    type Answer = JudgeAnswer;

    fn answer(self, view: &View) -> Result<JudgeAnswer, Failure> {
        let judged = |(array, p): (Name, ProtocolFile)| (array, judge(p, self.explain));
        let all: BTreeMap<Name, Judged> = match self.input.load()? {
            Subject::Program(program) => infer_program(&program).map(judged).collect(),
            Subject::Protocol(protocol) => maps::by_array(&protocol).map(judged).collect(),
        };
        // The whole answer in JSON has the derivations in it.
        if self.form == Form::Text || view.format == Format::Json {
            return Ok(JudgeAnswer::Judged(all));
        }
        let derivations: Vec<(String, Proof)> = all
            .iter()
            .flat_map(|(array, judged)| {
                let of_array = move |(what, d)| (format!("{array}: {what}"), d);
                judged.derivations().map(of_array)
            })
            .collect();
        let parts: Vec<Part<'_, Independence>> = derivations
            .iter()
            .map(|(heading, d)| Part { heading: heading.clone(), derivation: d })
            .collect();
        written(&parts, self.form, &self.input.title(), view).map(JudgeAnswer::Written)
    }
}

fn judge(protocol: ProtocolFile, explain: bool) -> Judged {
    let parameters = protocol.header.parameters();
    Judged {
        control_independent: control_independent(&parameters, &protocol.body),
        data_independent: data_independent(&parameters, &protocol.body),
        approximating: aa(&parameters, &protocol.body),
        explained: explain.then_some(protocol),
    }
}

type Proof = Arc<Derivation<Independence>>;

impl Judged {
    /// Of CI, of DI, and of the approximating binders, where they are asked for.
    fn derivations(&self) -> impl Iterator<Item = (&'static str, Proof)> + use<> {
        let derived = self.explained.as_ref().map(|protocol| {
            let (x, p) = (protocol.header.parameters(), &protocol.body);
            [
                ("control independence", derive_control(&x, p)),
                ("data independence", derive_data(&x, p)),
                ("approximating binders", derive_approximating(&x, p)),
            ]
        });
        derived.into_iter().flatten()
    }
}

/// The JSON of `judge`.
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
    /// With `--explain`: of CI, of DI, and of the approximating binders.
    #[serde(default)]
    derivations: Option<DerivationForm>,
}

impl Answer for JudgeAnswer {
    type Form = JudgeForm;

    fn json(&self) -> Value {
        let all = match self {
            JudgeAnswer::Judged(all) => all,
            // Written by `exchange::write_all`, so it is JSON.
            JudgeAnswer::Written(text) => return semantics::json::value(text).unwrap_or(Value::Null),
        };
        let arrays: serde_json::Map<String, Value> = all
            .iter()
            .map(|(array, judged)| {
                let mut form = json!({
                    "ci": judged.control_independent,
                    "di": judged.data_independent,
                    "control": names(&judged.approximating.control),
                    "data": names(&judged.approximating.data),
                });
                let proofs: Vec<Proof> = judged.derivations().map(|(_, d)| d).collect();
                let proofs: Vec<&Derivation<Independence>> = proofs.iter().map(|d| &**d).collect();
                if let (false, Ok(text)) = (proofs.is_empty(), exchange::write_all(&proofs)) {
                    form["derivations"] = semantics::json::value(&text).unwrap_or(Value::Null);
                }
                (array.to_string(), form)
            })
            .collect();
        json!({ "arrays": arrays })
    }

    fn text(&self, view: &View) -> Text {
        let all = match self {
            JudgeAnswer::Judged(all) => all,
            JudgeAnswer::Written(text) => return Text::of_lines(text),
        };
        if all.is_empty() {
            return Text::of_line("accesses no array");
        }
        let (bold, label) = (HEADING, LABEL);
        let line = |holds: bool, binders: &BTreeSet<Name>| match holds {
            true => "yes".to_owned(),
            false => format!("no, depends on {}", names(binders).join(", ")),
        };
        let mut out = Text::new();
        for (array, judged) in all {
            let both = &judged.approximating;
            say!(out, "{bold}{array}: {}{bold:#}", both.class().word());
            let control = line(judged.control_independent, &both.control);
            say!(out, "  {label}control independent{label:#}  {control}");
            let data = line(judged.data_independent, &both.data);
            say!(out, "  {label}data independent{label:#}     {data}");
            for (_, d) in judged.derivations() {
                let options = Options { spelling: view.spelling(), ..Options::default() };
                out.blank();
                match text(&d, options) {
                    Ok(text) => out.lines(text),
                    Err(large) => say!(out, "  {large}"),
                }
            }
        }
        out
    }
}

fn names(binders: &BTreeSet<Name>) -> Vec<String> {
    binders.iter().map(Name::to_string).collect()
}
