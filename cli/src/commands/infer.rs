//! `infer`: the protocol of a program.

use crate::answer::{Answer, Command, Format, View};
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::derivation::{DerivationForm, Form, written};
use jaminan::{Inference, Program, derive, infer, infer_array, infer_program};
use semantics::derivation::{Derivation, Part};
use std::sync::Arc;
use maps::ProtocolFile;
use schemars::JsonSchema;
use semantics::{Name, Syntax, printer, Text, say};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The inferred memory access protocol, as a `.map` file, one per array
///
/// Accesses of the other arrays vanish, and what is read becomes `var`. [L24, Fig. 6 and §2.2]
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Infer {
    #[command(flatten)]
    input: Input,

    /// Print the protocol of this array only
    #[arg(long, value_name = "NAME")]
    array: Option<String>,

    /// Show how the inference makes it, equation by equation
    #[arg(long)]
    explain: bool,

    /// How to write the derivations
    #[arg(long = "as", value_enum, value_name = "FORM", requires = "explain", default_value_t = Form::Text)]
    form: Form,
}

const EXAMPLES: &str = "\
Examples:
  jaminan infer s_a.jam
  jaminan infer s_a.jam | jaminan judge - --lang map
  jaminan infer two.jam --array B > two-b.map
  jaminan infer s_a.jam --explain
  jaminan infer s_a.jam --explain --as json | jaminan explain --check -";

/// The answer of `infer`.
pub enum InferAnswer {
    /// The protocols of a program.
    Protocols(Box<Protocols>),
    /// Their derivations, as they were asked for.
    Written(String),
}

/// The protocols of a program, of all its arrays or of one.
pub struct Protocols {
    program: Program,
    array: Option<Name>,
}

impl Command for Infer {
    type Answer = InferAnswer;

    fn answer(self, view: &View) -> Result<InferAnswer, Failure> {
        let program = match self.input.load()? {
            Subject::Program(program) => program,
            Subject::Protocol(_) => {
                let message = format!("{} is a protocol already", self.input.name());
                return Err(Failure::usage(message, "`infer` takes a `.jam` program"));
            }
        };
        let array = self.array.map(Name::from);
        if let Some(array) = &array
            && !program.body.arrays().contains(array)
        {
            let message = format!("the program does not access an array `{array}`");
            return Err(Failure::usage(message, "leave `--array` out to see them all"));
        }
        let protocols = Protocols { program, array };
        if !self.explain {
            return Ok(InferAnswer::Protocols(Box::new(protocols)));
        }
        let derivations = protocols.derivations();
        let alone = derivations.len() == 1;
        let heading = |array: &Option<Name>| match array {
            Some(array) if !alone => format!("array {array}"),
            _ => String::new(),
        };
        let parts: Vec<Part<'_, Inference>> = derivations
            .iter()
            .map(|d| Part { heading: heading(&d.conclusion.array), derivation: d })
            .collect();
        written(&parts, self.form, &self.input.title(), view).map(InferAnswer::Written)
    }
}

impl Protocols {
    /// How each comes about; of a program without arrays, how its only one does.
    fn derivations(&self) -> Vec<Arc<Derivation<Inference>>> {
        let body = &self.program.body;
        let arrays = match &self.array {
            Some(array) => [array.clone()].into(),
            None => body.arrays(),
        };
        if arrays.is_empty() {
            return vec![derive(body, None)];
        }
        arrays.iter().map(|array| derive(body, Some(array))).collect()
    }

    /// One protocol after the other: all together may be larger than memory.
    fn protocols(&self) -> Box<dyn Iterator<Item = (Name, ProtocolFile)> + '_> {
        match &self.array {
            None => Box::new(infer_program(&self.program)),
            Some(array) => Box::new(std::iter::once_with(|| {
                let body = infer_array(&self.program.body, array);
                (array.clone(), ProtocolFile { header: self.program.header.clone(), body })
            })),
        }
    }
}

/// The JSON of `infer`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "jaminan infer")]
#[allow(dead_code)]
pub enum InferForm {
    /// The protocols.
    Protocols(ProtocolsForm),
    /// With `--explain`, how they come about.
    Derivation(DerivationForm),
}

/// Protocols.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct ProtocolsForm {
    /// The text of a `.map` file, for each array.
    protocols: BTreeMap<String, String>,
}

impl Answer for InferAnswer {
    type Form = InferForm;

    fn json(&self) -> Value {
        let protocols = match self {
            InferAnswer::Protocols(protocols) => protocols,
            // Written by `exchange::write_all`, so it is JSON.
            InferAnswer::Written(text) => return semantics::json::value(text).unwrap_or(Value::Null),
        };
        let texts: serde_json::Map<String, Value> = protocols
            .protocols()
            .map(|(array, protocol)| (array.to_string(), protocol.to_string().into()))
            .collect();
        json!({ "protocols": texts })
    }

    fn text(&self, view: &View) -> Text {
        match self {
            InferAnswer::Protocols(protocols) => protocols.texts(view).collect(),
            InferAnswer::Written(text) => Text::of_lines(text),
        }
    }

    fn pieces<'a>(&'a self, view: &'a View) -> Box<dyn Iterator<Item = Text> + 'a> {
        match (self, view.format) {
            (InferAnswer::Protocols(protocols), Format::Json | Format::Sarif) => {
                Box::new(protocols.json_pieces())
            }
            (InferAnswer::Protocols(protocols), Format::Text) => protocols.texts(view),
            (InferAnswer::Written(text), _) => {
                Box::new(std::iter::once_with(move || Text::of_lines(text)))
            }
        }
    }
}

impl Protocols {
    /// The text, a protocol a piece.
    fn texts<'a>(&'a self, view: &'a View) -> Box<dyn Iterator<Item = Text> + 'a> {
        let text = |p: &ProtocolFile| printer::file(&p.header, &p.body, view.spelling());
        let arrays = self.array.as_ref().map_or_else(|| self.program.body.arrays().len(), |_| 1);
        if arrays == 0 {
            return Box::new(std::iter::once_with(move || {
                let body = infer(&self.program.body);
                let nothing = ProtocolFile { header: self.program.header.clone(), body };
                let mut out = Text::of_line("// accesses no array");
                out.lines(text(&nothing));
                out
            }));
        }
        Box::new(self.protocols().enumerate().map(move |(n, (array, protocol))| {
            let mut out = Text::new();
            if n > 0 {
                out.blank();
            }
            if arrays > 1 {
                say!(out, "// array {array}");
            }
            out.lines(text(&protocol));
            out
        }))
    }

    /// What [`Answer::json`] gives as text, a protocol a piece.
    fn json_pieces(&self) -> impl Iterator<Item = Text> {
        let entries = self.protocols().enumerate().map(|(n, (array, protocol))| {
            let comma = if n > 0 { ", " } else { "" };
            let key = Value::String(array.to_string());
            Text::of_part(format_args!("{comma}{key}: {}", Value::String(protocol.to_string())))
        });
        let begin = std::iter::once(Text::of_part("{\"protocols\": {"));
        begin.chain(entries).chain(std::iter::once(Text::of_line("}}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{ParseOptions, Source};

    #[test]
    fn the_pieces_are_the_answer() {
        for text in ["skip", "A[tid] := 0", "let x = A[0] in B[x] := 1; C[tid] := 2"] {
            let source = Source::new("pieces.jam", text);
            let program = Program::parse(&source, ParseOptions::default()).unwrap();
            let answer = InferAnswer::Protocols(Box::new(Protocols { program, array: None }));
            let json = View { format: Format::Json, unicode: false, verbose: false };
            let pieces: String = answer.pieces(&json).map(|piece| piece.plain()).collect();
            assert_eq!(pieces, crate::answer::json_text(answer.json()).plain());
        }
    }
}
