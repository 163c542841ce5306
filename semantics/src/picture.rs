//! The picture of a run: who accesses which cell, when; and of a race, its two accesses joined.
//!
//! Threads and their time go downwards, phases are bands, cells stand from left to right.

use crate::access::{AccessValue, Mode};
use crate::markup::escape;
use crate::name::Name;
use crate::number::Number;
use crate::thread::{Axis, Thread};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Accesses in the order in which they are drawn: by phase, by thread, and each thread's own in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What it is a picture of, in plain words.
    pub title: String,
    /// The accesses.
    pub marks: Vec<Mark>,
}

/// One access in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// After how many barriers, where that is known.
    pub phase: Option<usize>,
    /// The access.
    pub access: AccessValue,
    /// Whether it is one of the two that race.
    pub racing: bool,
}

/// More cells and rows than these are not drawn: nobody reads them.
const MOST_CELLS: usize = 24;
const MOST_ROWS: usize = 64;

const HIGH: usize = 30;
const TOP: usize = 34;
/// What a character of the labels takes at most.
const CHARACTER: usize = 9;

type Cell<'a> = (&'a Name, &'a Number);

impl Picture {
    /// What is drawn: the racing accesses, those of their cell, and others while there is room. And how many are not.
    fn drawn(&self) -> (Vec<&Mark>, usize) {
        let cell = |mark: &Mark| (mark.access.array.clone(), mark.access.index.clone());
        let racing: BTreeSet<_> = self.marks.iter().filter(|m| m.racing).map(cell).collect();
        let mut cells = racing.clone();
        let mut kept: Vec<usize> = Vec::new();
        let order = |wanted: bool| {
            let racing = &racing;
            let is = move |mark: &Mark| mark.racing || racing.contains(&cell(mark));
            (0..self.marks.len()).filter(move |n| is(&self.marks[*n]) == wanted)
        };
        let first = (0..self.marks.len()).filter(|n| self.marks[*n].racing);
        for n in first.chain(order(true)).chain(order(false)) {
            let own = cell(&self.marks[n]);
            let fits = cells.contains(&own) || cells.len() < MOST_CELLS;
            if fits && kept.len() < MOST_ROWS && !kept.contains(&n) {
                cells.insert(own);
                kept.push(n);
            }
        }
        kept.sort_unstable();
        let left = self.marks.len() - kept.len();
        (kept.into_iter().map(|n| &self.marks[n]).collect(), left)
    }

    /// The picture as an SVG image that needs nothing else.
    pub fn svg(&self) -> String {
        let (marks, left_out) = self.drawn();
        if marks.is_empty() {
            let (width, middle) = (self.title.chars().count() * CHARACTER + 12, 22);
            let mut out = String::new();
            let _ = self.draw_frame(&mut out, (width, HIGH + 4), &marks);
            let title = escape(&self.title);
            let _ = writeln!(out, "<text x=\"6\" y=\"{middle}\">{title}</text>\n</svg>");
            return out;
        }
        let cells: Vec<Cell<'_>> = marks
            .iter()
            .map(|mark| (&mark.access.array, &mark.access.index))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let several = marks.iter().any(|mark| mark.phase != marks[0].phase);
        let label = |mark: &Mark| match (several, mark.phase) {
            (true, Some(phase)) => format!("{phase}: {}", called(&mark.access.thread)),
            _ => called(&mark.access.thread),
        };
        let longest = |labels: &mut dyn Iterator<Item = usize>| labels.max().unwrap_or_default();
        let margin = longest(&mut marks.iter().map(|m| label(m).len())) * CHARACTER + 20;
        let name = |(array, index): &Cell<'_>| format!("{array}[{index}]");
        let wide =
            (longest(&mut cells.iter().map(|cell| name(cell).len())) * CHARACTER + 14).max(64);
        let x = |mark: &Mark| {
            let own = (&mark.access.array, &mark.access.index);
            margin + cells.iter().position(|cell| *cell == own).unwrap_or(0) * wide + wide / 2
        };
        let y = |row: usize| TOP + row * HIGH + HIGH / 2;
        let below = "■ writes  ○ reads";
        let note = match left_out {
            0 => below.to_owned(),
            1 => format!("{below}  1 access is not shown"),
            n => format!("{below}  {n} accesses are not shown"),
        };
        let width = (margin + cells.len() * wide + 10).max(note.chars().count() * CHARACTER + 12);
        let height = TOP + marks.len() * HIGH + 26;
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.draw_frame(&mut out, (width, height), &marks);
        for (row, mark) in marks.iter().enumerate() {
            let is_first = row == 0 || marks[row - 1].phase != mark.phase;
            if mark.phase.is_some_and(|phase| phase % 2 == 0) && is_first {
                let rows = marks[row..].iter().take_while(|m| m.phase == mark.phase).count();
                let (top, high) = (TOP + row * HIGH, rows * HIGH);
                let _ = writeln!(
                    out,
                    "<rect class=\"band\" x=\"0\" y=\"{top}\" width=\"{width}\" height=\"{high}\"/>"
                );
            }
        }
        for (n, cell) in cells.iter().enumerate() {
            let (middle, bottom) = (margin + n * wide + wide / 2, height - 24);
            let _ = writeln!(
                out,
                "<text x=\"{middle}\" y=\"20\" text-anchor=\"middle\">{}</text>\n\
                 <line class=\"grid\" x1=\"{middle}\" x2=\"{middle}\" y1=\"{TOP}\" y2=\"{bottom}\"/>",
                escape(&name(cell))
            );
        }
        for (row, mark) in marks.iter().enumerate() {
            let before = row.checked_sub(1).map(|n| marks[n]);
            let same = |m: &Mark| m.phase == mark.phase && m.access.thread == mark.access.thread;
            if !before.is_some_and(same) {
                let (baseline, who) = (y(row) + 4, escape(&label(mark)));
                let _ = writeln!(out, "<text x=\"6\" y=\"{baseline}\">{who}</text>");
            }
            let (x, y) = (x(mark), y(row));
            let _ = match mark.access.mode {
                Mode::Wr => writeln!(
                    out,
                    "<rect class=\"wr\" x=\"{}\" y=\"{}\" width=\"14\" height=\"14\"/>",
                    x - 7,
                    y - 7
                ),
                Mode::Rd => writeln!(out, "<circle class=\"rd\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>"),
            };
        }
        let racing: Vec<(usize, usize)> = marks
            .iter()
            .enumerate()
            .filter(|(_, mark)| mark.racing)
            .map(|(row, mark)| (x(mark), y(row)))
            .collect();
        if let [(x1, y1), (_, y2)] = racing.as_slice() {
            let (start, down) = (x1 + 10, y2 - y1);
            let _ = writeln!(
                out,
                "<path class=\"join\" d=\"M{start},{y1} q16,{} 0,{down}\"/>",
                down / 2
            );
        }
        let _ = writeln!(out, "<text x=\"6\" y=\"{}\">{note}</text>\n</svg>", height - 6);
        out
    }

    /// The image's element, what it says to who does not see it, and its style.
    fn draw_frame(
        &self,
        out: &mut String,
        (width, height): (usize, usize),
        marks: &[&Mark],
    ) -> std::fmt::Result {
        let says: Vec<String> = marks
            .iter()
            .map(|mark| {
                let AccessValue { thread, mode, array, index } = &mark.access;
                let phase = mark.phase.map(|n| format!("phase {n}: ")).unwrap_or_default();
                let does = if *mode == Mode::Wr { "writes" } else { "reads" };
                let races = if mark.racing { ", racing" } else { "" };
                format!("{phase}{} {does} {array}[{index}]{races}", called(thread))
            })
            .collect();
        let says = escape(&format!("{}: {}", self.title, says.join("; ")));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{says}\">\n\
             <title>{}</title>\n<style>{STYLE}</style>",
            escape(&self.title)
        )
    }
}

/// A thread in few words.
fn called(i: &Thread) -> String {
    let numbers = |axes: &[Axis]| {
        let all: Vec<String> =
            axes.iter().filter_map(|axis| i.axis(*axis)).map(Number::to_string).collect();
        all.join(",")
    };
    match i.axes() {
        [_] => format!("thread {i}"),
        axes => format!("block {} thread {}", numbers(&axes[..3]), numbers(&axes[3..])),
    }
}

const STYLE: &str = "\
.picture{--fore:#1a1a1a;--soft:#eef2f7;--line:#b8c0ca;--wr:#9a3412;--rd:#1f4e9c;--race:#b91c1c}\
@media(prefers-color-scheme:dark){.picture{--fore:#e6e6e6;--soft:#23272e;--line:#555e6a;--wr:#f0a070;\
--rd:#8ab4f8;--race:#f87171}}\
.picture text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:var(--fore)}\
.picture .band{fill:var(--soft)}.picture .grid{stroke:var(--line);stroke-dasharray:2 3}\
.picture .wr{fill:var(--wr)}.picture .rd{fill:none;stroke:var(--rd);stroke-width:2.5}\
.picture .join{fill:none;stroke:var(--race);stroke-width:2.5}";

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(phase: usize, i: u64, mode: Mode, index: u64, racing: bool) -> Mark {
        let access = AccessValue {
            thread: Thread::natural(i),
            mode,
            array: Name::from("A"),
            index: Number::from(index),
        };
        Mark { phase: Some(phase), access, racing }
    }

    #[test]
    fn the_two_racing_accesses_are_joined() {
        let marks = vec![
            mark(0, 0, Mode::Wr, 9, false),
            mark(1, 0, Mode::Wr, 10, true),
            mark(1, 1, Mode::Rd, 10, true),
        ];
        let svg = Picture { title: "a < b".into(), marks }.svg();
        assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
        // Cells by number, not by letters: 9 stands left of 10.
        assert!(svg.find("A[9]</text>") < svg.find("A[10]</text>"), "{svg}");
        let count = |what: &str| svg.matches(what).count();
        let found = [count("class=\"wr\""), count("class=\"rd\""), count("class=\"join\"")];
        assert_eq!(found, [2, 1, 1], "{svg}");
        assert_eq!(count("class=\"band\""), 1, "one of two phases is a band: {svg}");
        assert!(svg.contains("phase 1: thread 1 reads A[10], racing"), "{svg}");
    }

    #[test]
    fn what_does_not_fit_is_counted_and_the_race_is_kept() {
        let mut marks: Vec<Mark> = (0..100).map(|n| mark(0, 0, Mode::Wr, n, false)).collect();
        marks.push(mark(0, 0, Mode::Wr, 500, true));
        marks.push(mark(0, 1, Mode::Rd, 500, true));
        let svg = Picture { title: "race".into(), marks }.svg();
        assert!(svg.contains("77 accesses are not shown"), "{svg}");
        assert!(svg.contains("class=\"join\""), "{svg}");
    }
}
