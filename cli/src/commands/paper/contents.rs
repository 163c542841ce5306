//! What stands in a report.

use super::Report;
use super::document::Block;
use super::form::{AlarmForm, ClaimOfPaper, NeedForm, PaperForm};
use oracle::Bounds;

/// The parts of the report; with or without how long it took.
pub fn blocks(report: &Report, times: bool) -> Vec<Block> {
    let PaperForm { paper, size, claims, needs, alarms } = PaperForm::of(report);
    let Bounds { threads, values, cells } = &report.bounds;
    let mut blocks = vec![
        Block::Heading(1, format!("The claims of {paper}")),
        Block::Text(format!(
            "Checked on every program and protocol of the default grammar (v1) of at most {size} \
             statement nodes, with threads 0..{threads}, values 0..{values} and initial memory 0 \
             outside of the cells 0..{cells}."
        )),
        Block::Heading(2, "Verdicts".into()),
        verdicts(&claims, size, times),
    ];
    let refuted: Vec<Vec<String>> = claims
        .iter()
        .filter_map(|c| Some(vec![c.id.clone(), c.counterexample.clone()?]))
        .collect();
    if !refuted.is_empty() {
        blocks.push(Block::Heading(2, "Claims that are refuted".into()));
        blocks.push(Block::Table(vec!["claim", "smallest counterexample"], refuted));
    }
    let (needed, idle): (Vec<&NeedForm>, Vec<&NeedForm>) =
        needs.iter().partition(|need| need.number.is_some());
    if !needed.is_empty() {
        blocks.push(Block::Heading(2, "What the hypotheses are for".into()));
        blocks.push(Block::Text(
            "Without the hypothesis, the smallest program that breaks the claim.".into(),
        ));
        blocks.push(counterexamples(&needed));
    }
    if !idle.is_empty() {
        blocks.push(Block::Heading(2, "Hypotheses that nothing needed".into()));
        blocks.push(Block::Text(format!(
            "No program of at most {size} statement nodes breaks the claim without the hypothesis."
        )));
        let row = |need: &&NeedForm| vec![need.id.clone(), need.hypothesis.clone()];
        blocks.push(Block::Table(
            vec!["claim", "hypothesis"],
            idle.iter().map(row).collect(),
        ));
    }
    if !alarms.is_empty() {
        blocks.push(Block::Heading(2, "The alarms of §2, by `check`".into()));
        blocks.push(self::alarms(&alarms));
    }
    blocks
}

fn verdicts(claims: &[ClaimOfPaper], size: usize, times: bool) -> Block {
    let mut head = vec![
        "claim", "source", "hypotheses", "says", "verdict", "as recorded", "checked", "met",
        "vacuous",
    ];
    if times {
        head.push("seconds, with the others of its programs");
    }
    let row = |claim: &ClaimOfPaper| {
        let vacuous: Vec<String> =
            claim.vacuous.iter().map(|(name, count)| format!("{count} without {name}")).collect();
        let mut row = vec![
            claim.id.clone(),
            claim.source.clone(),
            claim.hypotheses.join(", "),
            claim.says.clone(),
            claim.verdict.word().into(),
            if claim.as_recorded { "yes".into() } else { format!("no: {}", claim.recorded) },
            match claim.size == size {
                true => claim.checked.to_string(),
                false => format!("{}, of size <= {}", claim.checked, claim.size),
            },
            claim.met.to_string(),
            vacuous.join(", "),
        ];
        if times {
            row.push(format!("{:.2}", claim.seconds));
        }
        row
    };
    Block::Table(head, claims.iter().map(row).collect())
}

fn counterexamples(needs: &[&NeedForm]) -> Block {
    let row = |need: &&NeedForm| {
        vec![
            need.id.clone(),
            need.hypothesis.clone(),
            need.number.clone().unwrap_or_default(),
            need.program.clone().unwrap_or_default(),
            need.offending.join(" and "),
        ]
    };
    Block::Table(
        vec!["claim", "without", "number", "program", "offending"],
        needs.iter().map(row).collect(),
    )
}

fn alarms(alarms: &[AlarmForm]) -> Block {
    let row = |alarm: &AlarmForm| {
        vec![
            alarm.program.clone(),
            alarm.approximation.clone(),
            alarm.verdict.clone(),
            alarm.alarms.join(", "),
            if alarm.replayed { "yes".into() } else { "no".into() },
            if alarm.as_expected { "yes".into() } else { "no".into() },
        ]
    };
    Block::Table(
        vec!["program", "approximation", "verdict", "alarms", "replayed", "as the paper says"],
        alarms.iter().map(row).collect(),
    )
}
