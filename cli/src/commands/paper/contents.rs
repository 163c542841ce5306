//! What stands in a report.

use super::Report;
use super::form::{AlarmForm, ClaimOfPaper, NeedForm, PaperForm};
use crate::commands::theorem::{RecordForm, VerdictForm};
use crate::document::{Block, Cell, grouped};
use theories::{Subjects, Within};

/// The parts of the report; with or without how long it took.
pub fn blocks(report: &Report, times: bool) -> Vec<Block> {
    let PaperForm { paper, claims, needs, alarms, .. } = PaperForm::of(report);
    let bounds = Within::ASKED.told(&report.survey.bounds);
    let mut blocks = vec![Block::Heading(1, format!("The claims of {paper}"))];
    blocks.extend(title(&paper).map(|title| Block::Text(title.into())));
    blocks.push(Block::Text(format!(
        "Each claim was checked on every program, or protocol, of the grammar and size that stand \
         beside it (`v1` is the default grammar), with {bounds} where nothing else stands there; \
         initial memory is 0 outside of the cells. {}",
        summary(&claims)
    )));
    blocks.push(Block::Heading(2, "Verdicts".into()));
    blocks.push(verdicts(&claims, &bounds, times));
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
        blocks.push(Block::Text(
            "Without the hypothesis no program that was searched breaks the claim. A larger one may."
                .into(),
        ));
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
    let of_record = |claim: &&ClaimOfPaper| claim.record != RecordForm::Silent;
    let of =
        |verdict| claims.iter().filter(of_record).filter(|claim| claim.verdict == verdict).count();
    let named = [VerdictForm::Refuted, VerdictForm::Vacuous, VerdictForm::Undecided];
    let others = named.map(|verdict| match of(verdict) {
        0 => String::new(),
        n => format!(", {n} {}", verdict.word()),
    });
    let silent = claims.len() - claims.iter().filter(of_record).count();
    let apart = match silent {
        0 => String::new(),
        n => format!(", {n} recorded as refuted that nothing in its scope refutes"),
    };
    let unlike = claims.iter().filter(|claim| !claim.as_recorded).count();
    let recorded = match (unlike, silent) {
        (0, 0) => "all as recorded".into(),
        (0, _) => "the others as recorded".into(),
        (n, _) => format!("{n} not as recorded"),
    };
    let (all, holds) = (claims.len(), of(VerdictForm::Holds));
    format!("Of {all} claims {holds} hold{}{apart}: {recorded}.", others.concat())
}

/// What was searched for a claim: which programs of which grammar. The one that a paper gives is of none.
fn searched(claim: &str, grammar: &str, programs: &str) -> String {
    match theories::claim(claim).map(|claim| claim.subjects) {
        Some(Subjects::OneOfThePaper) => programs.into(),
        _ => format!("{grammar}, {}", programs.replace("<=", "≤")),
    }
}

fn verdicts(claims: &[ClaimOfPaper], bounds: &str, times: bool) -> Block {
    let mut head =
        vec!["claim", "says", "hypotheses", "verdict", "searched", "checked", "met", "vacuous"];
    if times {
        head.push("seconds");
    }
    let mut last = None;
    let row = |claim: &ClaimOfPaper| {
        let vacuous = claim
            .vacuous
            .iter()
            .map(|(name, count)| Cell::text(format!("{} without {name}", grouped(*count))));
        let mut programs = vec![Cell::text(searched(&claim.id, &claim.grammar, &claim.programs))];
        if claim.bounds != bounds {
            programs.push(Cell::Note(claim.bounds.clone()));
        }
        let mut row = vec![
            Cell::Lines(vec![Cell::Code(claim.id.clone()), Cell::Note(claim.source.clone())]),
            Cell::text(&claim.says),
            Cell::text(claim.hypotheses.join(", ")),
            verdict(claim),
            Cell::Lines(programs),
            Cell::Number(claim.checked),
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
        (true, _) if claim.record == RecordForm::Silent => Cell::Lines(vec![
            Cell::text(word),
            Cell::Note(format!("within this scope only; recorded: {}", claim.recorded)),
        ]),
        (true, VerdictForm::Refuted) => {
            Cell::Lines(vec![Cell::Bad(word), Cell::Note("as recorded".into())])
        }
        (true, _) => Cell::Good(word),
        (false, _) => {
            Cell::Lines(vec![Cell::Bad(word), Cell::Note(format!("recorded: {}", claim.recorded))])
        }
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

/// A row for the hypotheses of a claim that were dropped in one search.
fn unneeded(needs: &[&NeedForm]) -> Block {
    type Search<'a> = (&'a str, String, [u64; 3]);
    let mut searches: Vec<(Search<'_>, Vec<&str>)> = Vec::new();
    for need in needs {
        let scope = searched(&need.id, &need.grammar, &need.programs);
        let search = (need.id.as_str(), scope, [need.checked, need.met, need.undecided]);
        match searches.iter_mut().find(|(other, _)| *other == search) {
            Some((_, names)) => names.push(&need.hypothesis),
            None => searches.push((search, vec![&need.hypothesis])),
        }
    }
    let row = |((id, scope, counts), names): (Search<'_>, Vec<&str>)| {
        let [checked, met, undecided] = counts.map(Cell::Number);
        let cells = [Cell::Code(id.into()), Cell::text(names.join(", ")), Cell::text(scope)];
        cells.into_iter().chain([checked, met, undecided]).collect()
    };
    let head = vec!["claim", "hypotheses", "searched", "checked", "met", "undecided"];
    Block::Table(head, searches.into_iter().map(row).collect())
}

/// The alarms of which a race is shown.
const SHOWN: [&str; 2] = ["true", "confirmed"];

fn alarms(alarms: &[AlarmForm]) -> Block {
    let row = |alarm: &AlarmForm| {
        let yes_or_no = |yes| match yes {
            true => Cell::Good("yes".into()),
            false => Cell::Bad("no".into()),
        };
        vec![
            Cell::Code(alarm.program.clone()),
            Cell::text(&alarm.approximation),
            match &alarm.why {
                None => Cell::text(&alarm.verdict),
                Some(why) => Cell::Lines(vec![Cell::text(&alarm.verdict), Cell::Note(why.clone())]),
            },
            Cell::text(alarm.alarms.join(", ")),
            match alarm.alarms.iter().any(|status| SHOWN.contains(&status.as_str())) {
                true => yes_or_no(alarm.replayed),
                false if alarm.alarms.is_empty() => Cell::text("no alarm: nothing to replay"),
                false => Cell::text(format!("{}: nothing to replay", alarm.alarms.join(", "))),
            },
            yes_or_no(alarm.as_expected),
        ]
    };
    Block::Table(
        vec!["program", "approximation", "verdict", "alarms", "replayed", "as the paper says"],
        alarms.iter().map(row).collect(),
    )
}
