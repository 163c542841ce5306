//! What stands in a report.

use super::Report;
use crate::document::{Block, Cell, grouped};
use super::form::{AlarmForm, ClaimOfPaper, NeedForm, PaperForm};
use crate::commands::theorem::VerdictForm;
use oracle::Bounds;

/// The parts of the report; with or without how long it took.
pub fn blocks(report: &Report, times: bool) -> Vec<Block> {
    let PaperForm { paper, size, claims, needs, alarms } = PaperForm::of(report);
    let Bounds { threads, values, cells } = &report.bounds;
    let mut blocks = vec![Block::Heading(1, format!("The claims of {paper}"))];
    blocks.extend(title(&paper).map(|title| Block::Text(title.into())));
    blocks.push(Block::Text(format!(
        "Checked on every program and protocol of the default grammar (v1) of at most {size} \
         statement nodes, with threads 0..{threads}, values 0..{values} and initial memory 0 \
         outside of the cells 0..{cells}. {}",
        summary(&claims)
    )));
    blocks.push(Block::Heading(2, "Verdicts".into()));
    blocks.push(verdicts(&claims, size, times));
    let refuted: Vec<Vec<Cell>> = claims.iter().filter_map(refuted).collect();
    if !refuted.is_empty() {
        blocks.push(Block::Heading(2, "Claims that are refuted".into()));
        blocks.push(Block::Table(vec!["claim", "counterexample", "replay"], refuted));
    }
    let (needed, idle): (Vec<&NeedForm>, Vec<&NeedForm>) =
        needs.iter().partition(|need| need.replay.is_some());
    if !needed.is_empty() {
        blocks.push(Block::Heading(2, "What the hypotheses are for".into()));
        blocks.push(Block::Text(
            "Without the hypothesis, the smallest program that breaks the claim. `jaminan theorem \
             replay` shows it with its derivations."
                .into(),
        ));
        blocks.push(counterexamples(&needed));
    }
    if !idle.is_empty() {
        blocks.push(Block::Heading(2, "Hypotheses that nothing needed".into()));
        blocks.push(Block::Text(format!(
            "No program of at most {size} statement nodes breaks the claim without the hypothesis."
        )));
        blocks.push(unneeded(&idle));
    }
    if !alarms.is_empty() {
        blocks.push(Block::Heading(2, "The alarms of §2, by `check`".into()));
        blocks.push(self::alarms(&alarms));
    }
    blocks
}

fn title(paper: &str) -> Option<&'static str> {
    Some(match paper {
        "liew2024" => {
            "[L24] Dennis Liew, Tiago Cogumbreiro, Julien Lange: Sound and Partially-Complete Static \
             Analysis of Data-Races in GPU Programs. OOPSLA 2024."
        }
        "liew2022" => {
            "[L22] Dennis Liew, Tiago Cogumbreiro, Julien Lange: Provable GPU Data-Races in Static \
             Race Detection. 2022."
        }
        _ => return None,
    })
}

/// How many of the claims hold, and whether that was known.
fn summary(claims: &[ClaimOfPaper]) -> String {
    let of = |verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
    let named = [VerdictForm::Refuted, VerdictForm::Vacuous, VerdictForm::Undecided];
    let others = named.map(|verdict| match of(verdict) {
        0 => String::new(),
        n => format!(", {n} {}", verdict.word()),
    });
    let unlike = claims.iter().filter(|claim| !claim.as_recorded).count();
    let recorded = match unlike {
        0 => "all as recorded".into(),
        n => format!("{n} not as recorded"),
    };
    let (all, holds) = (claims.len(), of(VerdictForm::Holds));
    format!("Of {all} claims {holds} hold{}: {recorded}.", others.concat())
}

fn verdicts(claims: &[ClaimOfPaper], size: usize, times: bool) -> Block {
    let mut head = vec!["claim", "says", "hypotheses", "verdict", "checked", "met", "vacuous"];
    if times {
        head.push("seconds");
    }
    let mut last = None;
    let row = |claim: &ClaimOfPaper| {
        let vacuous = claim
            .vacuous
            .iter()
            .map(|(name, count)| Cell::text(format!("{} without {name}", grouped(*count))));
        let checked = Cell::Number(claim.checked);
        let mut row = vec![
            Cell::Lines(vec![Cell::Code(claim.id.clone()), Cell::Note(claim.source.clone())]),
            Cell::text(&claim.says),
            Cell::text(claim.hypotheses.join(", ")),
            verdict(claim),
            match claim.size == size {
                true => checked,
                false => Cell::Lines(vec![checked, Cell::Note(format!("size ≤ {}", claim.size))]),
            },
            Cell::Number(claim.met),
            Cell::Lines(vacuous.collect()),
        ];
        if times {
            // Claims that are checked together have one time.
            let same = last.replace(claim.seconds) == Some(claim.seconds);
            row.push(Cell::text(if same { "″".into() } else { format!("{:.2}", claim.seconds) }));
        }
        row
    };
    Block::Table(head, claims.iter().map(row).collect())
}

fn verdict(claim: &ClaimOfPaper) -> Cell {
    let word = claim.verdict.word().to_string();
    match (claim.as_recorded, claim.verdict) {
        (true, VerdictForm::Refuted) => Cell::Lines(vec![
            Cell::Bad(word),
            Cell::Note("as recorded".into()),
        ]),
        (true, _) => Cell::Good(word),
        (false, _) => Cell::Lines(vec![
            Cell::Bad(word),
            Cell::Note(format!("recorded: {}", claim.recorded)),
        ]),
    }
}

fn refuted(claim: &ClaimOfPaper) -> Option<Vec<Cell>> {
    let program = Cell::Code(claim.counterexample.clone()?);
    let replay = Cell::Code(claim.replay.clone()?);
    Some(vec![Cell::Code(claim.id.clone()), program, replay])
}

fn counterexamples(needs: &[&NeedForm]) -> Block {
    let row = |need: &&NeedForm| {
        let offending = need.offending.iter().cloned().map(Cell::Code).collect();
        vec![
            Cell::Code(need.id.clone()),
            Cell::text(&need.hypothesis),
            Cell::Code(need.program.clone().unwrap_or_default()),
            Cell::Lines(offending),
            Cell::Code(need.replay.clone().unwrap_or_default()),
        ]
    };
    Block::Table(
        vec!["claim", "without", "program", "offending", "replay"],
        needs.iter().map(row).collect(),
    )
}

/// A row for each claim.
fn unneeded(needs: &[&NeedForm]) -> Block {
    let of_one = needs.chunk_by(|a, b| a.id == b.id);
    let row = |of_one: &[&NeedForm]| {
        let names: Vec<&str> = of_one.iter().map(|need| need.hypothesis.as_str()).collect();
        let id = of_one.first().map(|need| need.id.clone()).unwrap_or_default();
        vec![Cell::Code(id), Cell::text(names.join(", "))]
    };
    Block::Table(vec!["claim", "hypotheses"], of_one.map(row).collect())
}

fn alarms(alarms: &[AlarmForm]) -> Block {
    let row = |alarm: &AlarmForm| {
        let yes_or_no = |yes| match yes {
            true => Cell::Good("yes".into()),
            false => Cell::Bad("no".into()),
        };
        vec![
            Cell::Code(alarm.program.clone()),
            Cell::text(&alarm.approximation),
            Cell::text(&alarm.verdict),
            Cell::text(alarm.alarms.join(", ")),
            yes_or_no(alarm.replayed),
            yes_or_no(alarm.as_expected),
        ]
    };
    Block::Table(
        vec!["program", "approximation", "verdict", "alarms", "replayed", "as the paper says"],
        alarms.iter().map(row).collect(),
    )
}
