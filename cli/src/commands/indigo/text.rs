//! The answer of `indigo` for people: our counts beside Table I of [H24].

use super::published::{RACY, TABLE, TESTS};
use super::{Counts, IndigoAnswer};
use crate::style::{ALARM, FINE, HEADING, LABEL, UNDECIDED};
use dynamic::Verdict;
use semantics::terminal::left;
use semantics::{Text, say};

pub fn text(answer: &IndigoAnswer) -> Text {
    let mut out = Text::new();
    let bold = HEADING;
    let labelled = answer.kernels.iter().filter(|(name, _)| super::Label::of(name).race).count();
    let (kernels, shape) = (answer.kernels.len(), answer.shape);
    say!(out, "{bold}{kernels} kernels{bold:#}, {labelled} with a bug that makes races, {} × {} threads",
        shape.grid, shape.block);
    out.blank();
    let known = answer.inputs.iter().any(|i| TABLE.iter().any(|row| row.input == i.name));
    heading(&mut out, known);
    for (n, input) in answer.inputs.iter().enumerate() {
        let counts = answer.counts(n);
        let mut line = row(&input.name, &counts);
        let published = TABLE.iter().find(|row| row.input == input.name);
        if let Some(row) = published {
            let missed = |found: u64| format!("{found}/{}", RACY - found);
            line += &format!(
                "   {:>8} {:>8} {:>9} {:>10}",
                missed(row.hirace),
                missed(row.iguard),
                missed(row.sanitizer),
                missed(row.sequential)
            );
        }
        out.line(line);
    }
    if known {
        out.blank();
say!(out, "Right of the line: [H24, Table I], of {TESTS} kernels with {RACY} races, as found/missed.");
    }
    listed(&mut out, answer);
    for (name, why) in answer.refused() {
        say!(out, "{UNDECIDED}not run{UNDECIDED:#}: {name}: {why}");
    }
    let runs = answer.kernels.iter().flat_map(|(_, shown)| shown).flatten().count();
    let seconds = answer.time.as_secs_f64();
    out.blank();
say!(out, "{runs} runs in {seconds:.1} s");
    out
}

fn heading(out: &mut Text, known: bool) {
    let label = LABEL;
    let published = "   |  HiRace   iGUARD Sanitizer Sequential";
    say!(out, "{label}{:<24} {:>5} {:>6} {:>9} {:>9} {:>8} {:>6} {:>8} {:>7}{}{label:#}",
        "input", "found", "missed", "published", "repaired", "phases", "label", "disputed", "slowest",
        if known { published } else { "" });
}

fn row(name: &str, counts: &Counts) -> String {
    let Counts { found, missed, against_label, by, disputed, slowest, .. } = counts;
    let [_, published, repaired, phases] = by;
    let bad = if against_label + disputed == 0 { FINE } else { ALARM };
    format!(
        "{} {found:>5} {missed:>6} {published:>9} {repaired:>9} {phases:>8} \
         {bad}{against_label:>6} {disputed:>8}{bad:#} {:>5}ms",
        left(name, 24),
        slowest.as_millis()
    )
}

/// Kernels whose verdict is against their label, and with `--list` all.
fn listed(out: &mut Text, answer: &IndigoAnswer) {
    for (name, shown) in &answer.kernels {
        for (input, shown) in answer.inputs.iter().zip(shown.iter().flatten()) {
            let against = shown.verdict == Verdict::Racy && !super::Label::of(name).race;
            if !(answer.list || against || shown.disputed || shown.verdict == Verdict::Undecided) {
                continue;
            }
            let (style, note) = match (against, shown.disputed) {
                (true, _) => (ALARM, ", and its label is race free"),
                (_, true) => (ALARM, ", and the detectors differ"),
                _ => (HEADING, ""),
            };
            let verdict = shown.verdict.name();
            say!(out, "{style}{verdict}{style:#}{note}: {name} on {}", input.name);
        }
    }
}
