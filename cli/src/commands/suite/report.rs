//! Reports on a suite: text, HTML, LaTeX, CSV, and the figure by itself.

use super::answer::SuiteAnswer;
use super::csv;
use super::figure::figure;
use super::labels::of_line;
use super::record::{Line, Word, read};
use super::form::TableForm;
use super::tables::{Row, costs, first, fourth};
use crate::document::{self, Block, Cell};
use crate::failure::Failure;
use difftest::Folder;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The parts of the report; with or without a line for each kernel.
pub fn blocks(answer: &SuiteAnswer, each: bool) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(1, "Suite".into()), Block::Text(summary(&answer.lines))];
    blocks.extend(tables(&answer.lines));
    if let Some(confusion) = &answer.confusion {
        blocks.push(Block::Heading(2, "Labels".into()));
        let contradict = confusion.disagreements.iter().filter(|d| d.contradicts).count();
        blocks.push(Block::Text(format!(
            "{} of {} labels that count have the answer that is labelled; {contradict} contradict theirs, \
             {} labels have no result.",
            confusion.right, confusion.counted, confusion.missing
        )));
        blocks.push(matrix("label", &confusion.counts));
        if !confusion.disagreements.is_empty() {
            let rows = confusion.disagreements.iter().map(|d| {
                let answer = if d.contradicts { Cell::Bad } else { Cell::Text };
                let why = d.why.clone().unwrap_or_default();
                vec![Cell::text(&d.name), Cell::text(&d.label), answer(d.answer.into()), Cell::Text(why)]
            });
            blocks.push(Block::Table(vec!["name", "label", "answer", "why"], rows.collect()));
        }
    }
    if let Some(comparison) = &answer.comparison {
        blocks.push(Block::Heading(2, "Comparison".into()));
        blocks.push(Block::Text(format!(
            "{} answers differ; {} are only there, {} only here.",
            comparison.changed.len(),
            comparison.only_other,
            comparison.only_here
        )));
        blocks.push(matrix("there", &comparison.counts));
        if !comparison.changed.is_empty() {
            let rows = comparison.changed.iter();
            let rows = rows.map(|(name, other, here)| vec![name.clone(), other.clone(), (*here).into()]);
            blocks.push(Block::of_text(vec!["name", "there", "here"], rows.collect()));
        }
    }
    if each {
        blocks.push(Block::Heading(2, "Kernels".into()));
        let rows = answer.lines.iter().map(|line| cells(line).map(Cell::Text).into());
        blocks.push(Block::Table(COLUMNS.to_vec(), rows.collect()));
    }
    blocks
}

/// Tables 1 and 4, what kernels cost, and the figure.
fn tables(lines: &[Line]) -> Vec<Block> {
    let heading = |text: &str| Block::Heading(2, text.into());
    vec![
        heading("Verdicts [L24, Table 1]"),
        first(lines),
        heading("Approximation [L24, Table 4]"),
        fourth(lines),
        heading("Time and memory [L24, Fig. 8]"),
        costs(lines),
        Block::Picture(figure(lines)),
    ]
}

/// The tables of a folder of results, for a report on the paper.
///
/// # Errors
/// A folder without results.
pub fn of_folder(folder: &Path) -> Result<(Vec<Block>, TableForm), Failure> {
    let (_, lines) = read(folder)?;
    let mut blocks = vec![Block::Heading(2, "The experiment of §6, on a suite".into())];
    blocks.push(Block::Text(summary(&lines)));
    blocks.extend(tables(&lines));
    Ok((blocks, Row::of(&lines).into()))
}

fn summary(lines: &[Line]) -> String {
    let files: BTreeSet<&str> = lines.iter().map(|line| line.file.as_str()).collect();
    let kernels = lines.iter().filter(|line| line.kernel.is_some()).count();
    let of = |word: Word| lines.iter().filter(|line| line.verdict == word).count();
    let unread = lines.iter().filter(|l| l.kernel.is_none() && l.verdict != Word::None).count();
    let diverge = lines.iter().filter(|line| line.divergences > 0).count();
    format!(
        "{} files with {kernels} kernels; {} files have none, {unread} could not be read. Threads diverge at a \
         barrier of {diverge}. Timeouts are {} kernels that were not decided and {} that were ended; crashes are {} \
         that are not supported, unread files among them, and {} whose process ended without an answer.",
        files.len(),
        of(Word::None),
        of(Word::Unknown),
        of(Word::Timeout),
        of(Word::Unsupported),
        of(Word::Crash)
    )
}

/// How often, by two words.
fn matrix(corner: &'static str, counts: &BTreeMap<(String, &'static str), usize>) -> Block {
    let answers: BTreeSet<&'static str> = counts.keys().map(|(_, answer)| *answer).collect();
    let labels: BTreeSet<&String> = counts.keys().map(|(label, _)| label).collect();
    let rows = labels.into_iter().map(|label| {
        let of = |answer: &&'static str| counts.get(&(label.clone(), *answer)).copied().unwrap_or(0);
        let numbers = answers.iter().map(|answer| Cell::Number(of(answer) as u64));
        std::iter::once(Cell::text(label)).chain(numbers).collect()
    });
    let head = std::iter::once(corner).chain(answers.iter().copied()).collect();
    Block::Table(head, rows.collect())
}

/// The columns of the list of kernels.
const COLUMNS: [&str; 8] =
    ["file", "kernel", "verdict", "approximation", "alarms", "seconds", "peak_kib", "why"];

fn cells(line: &Line) -> [String; 8] {
    [
        line.file.clone(),
        line.kernel.clone().unwrap_or_default(),
        of_line(line).into(),
        line.approximation.clone().unwrap_or_default(),
        line.alarms.len().to_string(),
        line.seconds.to_string(),
        line.peak_kib.map_or_else(String::new, |kib| kib.to_string()),
        line.why.clone().unwrap_or_default(),
    ]
}

/// Writes the reports beside the results.
///
/// # Errors
/// They cannot be written.
pub fn write(folder: &Folder, answer: &SuiteAnswer) -> Result<(), Failure> {
    let blocks = blocks(answer, true);
    let mut table = csv::row(COLUMNS);
    for line in &answer.lines {
        table.push_str(&csv::row(cells(line).iter().map(String::as_str)));
    }
    let reports = [
        ("report.txt", document::plain(&blocks).plain()),
        ("report.html", document::html(&blocks, "Suite")),
        ("report.tex", document::latex(&blocks)),
        ("kernels.csv", table),
        ("fig8.svg", figure(&answer.lines)),
    ];
    for (name, text) in reports {
        folder.write(name, &text).map_err(|error| {
            let message = format!("cannot write {name}: {error}");
            Failure::usage(message, "choose another folder with `--out`")
        })?;
    }
    Ok(())
}
