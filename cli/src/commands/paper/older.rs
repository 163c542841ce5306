//! What the reports on [P12] and [S18] have in common: verdicts, and what is not decided.

use crate::document::{Block, Cell};
use std::collections::BTreeMap;
use std::time::Duration;
use theories::agreement::Open;
use theories::hirace::claims::{Checked, Verdict};

/// The verdicts, and below them for which programs they are.
pub(super) fn verdicts(claims: &[Checked]) -> Vec<Block> {
    let row = |checked: &Checked| {
        let word = checked.verdict.word();
        let verdict = match (checked.as_recorded(), checked.verdict) {
            (false, _) => {
                Cell::Lines(vec![Cell::Bad(word.into()), Cell::Note("not as recorded".into())])
            }
            (true, Verdict::Holds) => Cell::Good(word.into()),
            (true, _) => Cell::text(word),
        };
        let claim = vec![Cell::Code(checked.id.into()), Cell::Note(checked.source.into())];
        vec![
            Cell::Lines(claim),
            Cell::text(checked.says),
            verdict,
            Cell::text(checked.shown.clone()),
        ]
    };
    let head = vec!["claim", "says", "verdict", "shown by"];
    let mut scopes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for checked in claims {
        scopes.entry(&checked.scope).or_default().push(format!("`{}`", checked.id));
    }
    let scopes = scopes.into_iter();
    let scopes = scopes.map(|(scope, ids)| Block::Text(format!("Of {}: {scope}.", ids.join(", "))));
    let table = Block::Table(head, claims.iter().map(row).collect());
    [Block::Heading(2, "Verdicts".into()), table].into_iter().chain(scopes).collect()
}

/// Of which programs a claim is not decided, and why; nothing where there are none.
pub(super) fn not_decided(claim: &str, open: &BTreeMap<String, Open>) -> Vec<Block> {
    if open.is_empty() {
        return Vec::new();
    }
    let row = |(why, open): (&String, &Open)| {
        let first = vec![Cell::Code(open.program.clone()), Cell::Note(open.number.to_string())];
        vec![Cell::text(why.clone()), Cell::Number(open.programs), Cell::Lines(first)]
    };
    vec![
        Block::Heading(2, "Not decided".into()),
        Block::Text(format!("The programs of which `{claim}` is not decided, by the reason.")),
        Block::Table(vec!["why", "programs", "the first"], open.iter().map(row).collect()),
    ]
}

/// How long a report took.
pub(super) fn took(time: Duration) -> String {
    format!("The report took {:.0} s.", time.as_secs_f64())
}
