//! The reports of a campaign: HTML, JSON, JUnit XML and SARIF.

mod junit;

use super::answer::{Tested, counted};
use crate::document::{self, Block, Cell};
use crate::sarif::{self, Rule, artifact};
use difftest::{Folder, Outcome};
use serde_json::{Value, json};

/// Writes all of them into the folder of the campaign.
///
/// # Errors
/// They cannot be written.
pub fn write(answer: &Tested, folder: &Folder) -> std::io::Result<()> {
    let text = |json: Value| format!("{}\n", semantics::json::text(json));
    folder.write("report.json", &text(answer.json()))?;
    folder.write("report.sarif", &text(sarif(answer)))?;
    folder.write("report.xml", &junit::junit(answer)?)?;
    folder.write("report.html", &html(answer))
}

/// The outcomes that are results.
const RULES: [Rule; 5] = [
    ("missed-race", "The detector says that there is no race, and one was made", "error"),
    ("wrong-claim", "The detector calls an alarm true, and there is no race", "error"),
    ("false-alarm", "The detector says that there is a race, and there is none", "warning"),
    ("crash", "The detector ends without an answer", "error"),
    ("timeout", "The detector comes to no answer in its time", "warning"),
];

/// As SARIF: each finding is a result in its kernel.
pub fn sarif(answer: &Tested) -> Value {
    let results = answer.found.iter().zip(&answer.folders).map(|(finding, folder)| {
        let file = format!("kernel.{}", finding.trial.language);
        let path = match folder {
            Some(folder) => folder.join(&file).display().to_string(),
            None => file,
        };
        let place = json!({ "physicalLocation": {
            "artifactLocation": artifact(&path), "region": { "startLine": 1 },
        }});
        let text = format!("{}: {}. It is {}.", answer.detector.name, finding.title(), finding.truth());
        let mut result = sarif::result(&RULES, finding.outcome.key(), &text, Some(place));
        result["properties"] =
            json!({ "kernel": finding.trial.text, "from": finding.from, "said": finding.trial.said });
        result
    });
    let notifications = answer.contradictions().map(|tried| {
        let text = format!("{}: {}", tried.id, tried.why);
        json!({ "level": "error", "message": { "text": text } })
    });
    let successful = answer.campaign.progress.contradictions == 0;
    sarif::log(&RULES, results.collect(), notifications.collect(), successful)
}

/// As HTML, in one file.
fn html(answer: &Tested) -> String {
    let progress = &answer.campaign.progress;
    let name = &answer.detector.name;
    let rows = |all: &mut dyn Iterator<Item = (String, u64)>| -> Vec<Vec<Cell>> {
        all.map(|(key, n)| vec![Cell::text(key), Cell::Number(n)]).collect()
    };
    let outcomes = Outcome::ALL.into_iter().map(|outcome| {
        let n = answer.count(outcome);
        let words = outcome.to_string();
        let cell = match outcome {
            Outcome::Agree => Cell::Good(words),
            outcome if outcome.is_finding() && n > 0 => Cell::Bad(words),
            _ => Cell::Text(words),
        };
        vec![cell, Cell::Number(n)]
    });
    let finished = if answer.campaign.finished { "" } else { " The campaign is not finished." };
    let mut blocks = vec![
        Block::Heading(1, format!("Differential testing of {name}")),
        Block::Text(format!(
            "{} kernels, {:.0} a second in the last run.{finished}",
            document::grouped(progress.kernels()),
            progress.rate()
        )),
        Block::Table(vec!["outcome", "kernels"], outcomes.collect()),
    ];
    if !progress.poisoned.is_empty() {
        blocks.push(Block::Heading(2, "Why nothing can be told".into()));
        let why = answer.poisoned().into_iter().map(|(why, n)| (why.to_owned(), n));
        blocks.push(Block::Table(vec!["poisoned", "kernels"], rows(&mut why.into_iter())));
    }
    for tried in answer.contradictions() {
        blocks.push(Block::Heading(2, format!("We contradict ourselves: {}", tried.id)));
        blocks.push(Block::Text(tried.why.clone()));
    }
    for finding in &answer.found {
        blocks.push(Block::Heading(2, finding.title()));
        blocks.push(Block::Text(format!(
            "It is {}. {name} says: {}. {} {}.",
            finding.truth(),
            finding.trial.said,
            finding.cause_told(),
            counted(finding.from.len() as u64)
        )));
        blocks.push(Block::Code(finding.trial.text.clone()));
        if let Some(told) = finding.race_told() {
            blocks.push(Block::Text("The race:".into()));
            blocks.push(Block::Code(told));
        }
        let conventions = finding.trial.conventions;
        blocks.push(Block::Text(format!(
            "What counts as a race, as the detector is described: {conventions}."
        )));
        // The report stands beside the folder of findings.
        let as_found = finding.file_as_found();
        let files = ["issue.md", "verdict.json", "detector.txt", "replay.sh", &as_found];
        let path = |file: &&str| format!("findings/{}/{file}", finding.folder());
        blocks.push(Block::Files(files.iter().map(path).collect()));
    }
    blocks.extend([
        Block::Heading(2, "What was generated".into()),
        Block::Table(vec!["truth", "kernels"], rows(&mut progress.truths.clone().into_iter())),
        Block::Table(vec!["class", "kernels"], rows(&mut progress.classes.clone().into_iter())),
        Block::Table(
            vec!["size", "kernels"],
            rows(&mut progress.sizes.iter().map(|(size, n)| (size.to_string(), *n))),
        ),
    ]);
    document::html(&blocks, &format!("Differential testing of {name}"))
}
