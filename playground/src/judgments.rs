//! The derivations of CI and DI, or where they fail.

use crate::failure::Failure;
use crate::question::File;
use crate::reading::Subject;
use maps::{Independence, derive_approximating, derive_control, derive_data};
use semantics::{Derivation, Shown, Spelling};
use serde_json::{Map, Value, json};

/// For each array, three trees.
///
/// # Errors
/// A file that cannot be read.
pub fn answer(file: &File) -> Result<Value, Failure> {
    let mut arrays = Map::new();
    for (array, protocol) in Subject::read(file)?.protocols() {
        let (x, p) = (protocol.header.parameters(), &protocol.body);
        let trees = json!({
            "ci": tree(&derive_control(&x, p)),
            "di": tree(&derive_data(&x, p)),
            "aa": tree(&derive_approximating(&x, p)),
        });
        arrays.insert(array.to_string(), trees);
    }
    Ok(json!({ "arrays": arrays }))
}

/// As deep as the program: a derivation of this kind is no run.
fn tree(d: &Derivation<Independence>) -> Value {
    let premises: Vec<Value> = d.premises.iter().map(|premise| tree(premise)).collect();
    json!({
        "rule": d.rule, "conclusion": d.conclusion.show(Spelling::Unicode), "holds": d.conclusion.holds(),
        "premises": premises,
    })
}
