//! What the inference keeps.

use crate::failure::Failure;
use crate::question::File;
use crate::reading::Subject;
use maps::{ProtocolFile, aa, control_independent, data_independent};
use semantics::{Name, Shape, Site, Spelling, Syntax, printer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The protocols as `infer` gives them, the judgments as `judge` does, and what was forgotten.
///
/// # Errors
/// A file that cannot be read.
pub fn answer(file: &File) -> Result<Value, Failure> {
    let subject = Subject::read(file)?;
    let (mut protocols, mut arrays) = (Map::new(), Map::new());
    for (array, protocol) in subject.protocols() {
        arrays.insert(array.to_string(), judged(&protocol));
        let text = printer::file(&protocol.header, &protocol.body, Spelling::Ascii);
        protocols.insert(array.to_string(), text.into());
    }
    let mut forgotten = Vec::new();
    if let Subject::Program(program) = &subject {
        forget(&program.body, &mut forgotten);
    }
    let params: Vec<&str> = subject.header().params.iter().map(Name::as_str).collect();
    Ok(json!({
        "protocols": protocols, "arrays": arrays, "forgotten": forgotten, "params": params,
    }))
}

/// What `judge` says of a protocol, and its class.
fn judged(protocol: &ProtocolFile) -> Value {
    let parameters = protocol.header.parameters();
    let both = aa(&parameters, &protocol.body);
    let names =
        |binders: &BTreeSet<Name>| -> Vec<String> { binders.iter().map(Name::to_string).collect() };
    json!({
        "ci": control_independent(&parameters, &protocol.body),
        "di": data_independent(&parameters, &protocol.body),
        "control": names(&both.control),
        "data": names(&both.data),
        "class": both.class().word(),
    })
}

/// The values that a protocol forgets: what is read, and what is written.
fn forget<S: Syntax>(s: &S, found: &mut Vec<Value>) {
    let line = |site: &Site| site.span().map(|span| span.line_column().0);
    let expr = |e| printer::expr(e, Spelling::Ascii);
    match s.shape() {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) => {}
        Shape::Write(array, index, value, site) => found.push(json!({
            "what": "written", "text": expr(value), "line": line(site),
            "cell": format!("{array}[{}]", expr(index)),
        })),
        Shape::Read(x, array, index, rest, site) => {
            found.push(json!({
                "what": "read", "text": x.as_str(), "line": line(site),
                "cell": format!("{array}[{}]", expr(index)),
            }));
            forget(&**rest, found);
        }
        Shape::Seq(a, b) | Shape::If(_, a, b) => {
            forget(&**a, found);
            forget(&**b, found);
        }
        Shape::For(_, _, _, s) | Shape::Var(_, s) => forget(&**s, found),
    }
}
