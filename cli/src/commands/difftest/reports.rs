//! The reports of a campaign: HTML, JSON, JUnit XML and SARIF.

use super::answer::{Tested, counted};
use crate::document::{self, Block, Cell, escape};
use crate::sarif::{self, Rule, artifact};
use difftest::Outcome;
use serde_json::{Value, json};
use std::path::Path;

/// Writes all of them into the folder of the campaign.
///
/// # Errors
/// They cannot be written.
pub fn write(answer: &Tested, folder: &Path) -> std::io::Result<()> {
    let text = |json: Value| format!("{}\n", semantics::json::text(json));
    for (name, report) in [
        ("report.json", text(answer.json())),
        ("report.sarif", text(sarif(answer))),
        ("report.xml", junit(answer)),
        ("report.html", html(answer)),
    ] {
        // A reader sees the old one or the new one.
        let new = folder.join(format!(".{name}"));
        std::fs::write(&new, report)?;
        std::fs::rename(new, folder.join(name))?;
    }
    Ok(())
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

/// As JUnit XML: each finding is a test case that fails, each kind without findings one that passes.
pub fn junit(answer: &Tested) -> String {
    let quoted = |text: &str| escape(text).replace('"', "&quot;");
    // What XML has no place for.
    let printable = |c: &char| *c == '\n' || *c == '\t' || !c.is_control();
    let name = quoted(&answer.detector.name);
    let case = |what: &str| format!("<testcase classname=\"{name}\" name=\"{}\"", quoted(what));
    let failed = |what: &str, message: &str, text: &str| {
        let message = quoted(&message.chars().filter(printable).collect::<String>());
        let text = escape(&text.chars().filter(printable).collect::<String>());
        format!("{}><failure message=\"{message}\">{text}</failure></testcase>\n", case(what))
    };
    let mut passed = Vec::new();
    let mut failures = Vec::new();
    for outcome in Outcome::ALL.into_iter().filter(|outcome| outcome.is_finding()) {
        let n = answer.count(outcome);
        if n == 0 {
            passed.push(format!("{}/>\n", case(&format!("no {outcome}"))));
        } else if !answer.found.iter().any(|finding| finding.outcome == outcome) {
            failures.push(failed(&format!("no {outcome}"), &counted(n), ""));
        }
    }
    for finding in &answer.found {
        let message = format!("{}: {}", finding.title(), counted(finding.from.len() as u64));
        let text = format!("It is {}.\n{}\n", finding.truth(), finding.trial.text);
        failures.push(failed(&finding.folder(), &message, &text));
    }
    let time = answer.campaign.progress.time.as_secs_f64();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{name}\" \
         tests=\"{}\" failures=\"{}\" time=\"{time:.3}\">\n{}{}</testsuite>\n</testsuites>\n",
        passed.len() + failures.len(),
        failures.len(),
        passed.concat(),
        failures.concat()
    )
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
    for tried in answer.contradictions() {
        blocks.push(Block::Heading(2, format!("We contradict ourselves: {}", tried.id)));
        blocks.push(Block::Text(tried.why.clone()));
    }
    for finding in &answer.found {
        blocks.push(Block::Heading(2, finding.title()));
        blocks.push(Block::Text(format!(
            "It is {}. {name} says: {}. {}.",
            finding.truth(),
            finding.trial.said,
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
        let files = ["issue.md", "verdict.json", "detector.txt", "replay.sh"];
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
