//! A document as text for a terminal.

use super::{Block, Cell, grouped, is_numeric};
use crate::style::{HEADING, LABEL};
use semantics::terminal::{left, right, width};
use semantics::{Text, say};

/// No column is wider.
const WIDEST: usize = 70;

/// The document without its pictures.
pub fn plain(blocks: &[Block]) -> Text {
    let mut out = Text::new();
    for block in blocks {
        match block {
            Block::Heading(_, text) => say!(out, "{HEADING}{text}{HEADING:#}"),
            Block::Text(text) => out.lines(text.replace('`', "")),
            Block::Code(text) => out.lines(text),
            Block::Files(paths) => say!(out, "{}", paths.join(" · ")),
            Block::Table(head, rows) => table(&mut out, head, rows),
            Block::Picture(_) => continue,
        }
        out.blank();
    }
    out
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Code(text) | Cell::Good(text) => text.clone(),
        Cell::Bad(text) | Cell::Note(text) => text.clone(),
        Cell::Number(n) => grouped(*n),
        Cell::Lines(cells) => cells.iter().map(words).collect::<Vec<_>>().join("; "),
    }
}

fn table(out: &mut Text, head: &[&str], rows: &[Vec<Cell>]) {
    let rows_of_words: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(words).collect()).collect();
    let columns: Vec<usize> = (0..head.len())
        .map(|n| {
            let cells = rows_of_words.iter().filter_map(|row| row.get(n)).map(|text| width(text));
            cells.max().unwrap_or(0).min(WIDEST).max(width(head[n]))
        })
        .collect();
    let line = |cells: Vec<&str>| {
        let padded = cells.iter().enumerate().map(|(n, text)| match is_numeric(rows, n) {
            true => right(text, columns[n]),
            false => left(text, columns[n]),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    say!(out, "{LABEL}{}{LABEL:#}", line(head.to_vec()));
    for row in &rows_of_words {
        out.line(line(row.iter().map(String::as_str).collect()));
    }
}
