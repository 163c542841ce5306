//! The derivations of CI and DI, or where they fail.

use crate::failure::Failure;
use crate::question::File;
use crate::reading::Subject;
use maps::{Judged, explain_approximating, explain_control, explain_data};
use semantics::Spelling;
use serde_json::{Map, Value, json};

/// For each array, three trees.
///
/// # Errors
/// A file that cannot be read.
pub fn answer(file: &File) -> Result<Value, Failure> {
    let mut arrays = Map::new();
    for (array, protocol) in Subject::read(file)?.protocols() {
        let (x, p) = (protocol.header.parameters(), &protocol.body);
        let spelling = Spelling::Unicode;
        let trees = json!({
            "ci": tree(&explain_control(&x, p, spelling)),
            "di": tree(&explain_data(&x, p, spelling)),
            "aa": tree(&explain_approximating(&x, p, spelling)),
        });
        arrays.insert(array.to_string(), trees);
    }
    Ok(json!({ "arrays": arrays }))
}

fn tree(judged: &Judged) -> Value {
    let premises: Vec<Value> = judged.premises.iter().map(tree).collect();
    json!({
        "rule": judged.rule, "conclusion": judged.conclusion, "holds": judged.holds,
        "premises": premises,
    })
}
