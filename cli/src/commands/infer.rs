//! `infer`: the protocol of a program.

use crate::answer::{Answer, Command, Format, View};
use crate::failure::Failure;
use crate::input::{Input, Subject};
use jaminan::{Program, infer, infer_array, infer_program};
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
}

const EXAMPLES: &str = "\
Examples:
  jaminan infer s_a.jam
  jaminan infer s_a.jam | jaminan judge - --lang map
  jaminan infer two.jam --array B > two-b.map";

/// The protocols of a program, of all its arrays or of one.
pub struct InferAnswer {
    program: Program,
    array: Option<Name>,
}

impl Command for Infer {
    type Answer = InferAnswer;

    fn answer(self, _: &View) -> Result<InferAnswer, Failure> {
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
        Ok(InferAnswer { program, array })
    }
}

impl InferAnswer {
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

/// The answer of `infer`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan infer")]
#[allow(dead_code)]
pub struct InferForm {
    /// The text of a `.map` file, for each array.
    protocols: BTreeMap<String, String>,
}

impl Answer for InferAnswer {
    type Form = InferForm;

    fn json(&self) -> Value {
        let texts: serde_json::Map<String, Value> = self
            .protocols()
            .map(|(array, protocol)| (array.to_string(), protocol.to_string().into()))
            .collect();
        json!({ "protocols": texts })
    }

    fn text(&self, view: &View) -> Text {
        self.texts(view).collect()
    }

    fn pieces<'a>(&'a self, view: &'a View) -> Box<dyn Iterator<Item = Text> + 'a> {
        match view.format {
            Format::Json | Format::Sarif => Box::new(self.json_pieces()),
            Format::Text => self.texts(view),
        }
    }
}

impl InferAnswer {
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
            let answer = InferAnswer { program, array: None };
            let json = View { format: Format::Json, unicode: false, verbose: false };
            let pieces: String = answer.pieces(&json).map(|piece| piece.plain()).collect();
            assert_eq!(pieces, crate::answer::json_text(answer.json()).plain());
        }
    }
}
