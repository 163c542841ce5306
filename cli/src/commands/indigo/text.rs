//! The answer of `indigo` for people: our counts beside Table I of [H24].

use super::published::{RACY, TABLE, TESTS};
use super::{Counts, IndigoAnswer};
use crate::style::{ALARM, FINE, HEADING, LABEL, UNDECIDED};
use dynamic::Verdict;
use std::fmt::Write;

pub fn text(answer: &IndigoAnswer) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, answer);
    out
}

fn write(out: &mut String, answer: &IndigoAnswer) -> std::fmt::Result {
    let bold = HEADING;
    let labelled = answer.kernels.iter().filter(|(name, _)| super::Label::of(name).race).count();
    let (kernels, shape) = (answer.kernels.len(), answer.shape);
    writeln!(
        out,
        "{bold}{kernels} kernels{bold:#}, {labelled} with a bug that makes races, {} × {} threads\n",
        shape.grid, shape.block
    )?;
    let known = answer.inputs.iter().any(|i| TABLE.iter().any(|row| row.input == i.name));
    heading(out, known)?;
    for (n, input) in answer.inputs.iter().enumerate() {
        let counts = answer.counts(n);
        row(out, &input.name, &counts)?;
        let published = TABLE.iter().find(|row| row.input == input.name);
        if let Some(row) = published {
            let missed = |found: u64| format!("{found}/{}", RACY - found);
            write!(
                out,
                "   {:>8} {:>8} {:>9} {:>10}",
                missed(row.hirace),
                missed(row.iguard),
                missed(row.sanitizer),
                missed(row.sequential)
            )?;
        }
        out.push('\n');
    }
    if known {
        writeln!(
            out,
            "\nRight of the line: [H24, Table I], of {TESTS} kernels with {RACY} races, as found/missed."
        )?;
    }
    listed(out, answer)?;
    for (name, why) in answer.refused() {
        writeln!(out, "{UNDECIDED}not run{UNDECIDED:#}: {name}: {why}")?;
    }
    let runs = answer.kernels.iter().flat_map(|(_, shown)| shown).flatten().count();
    let seconds = answer.time.as_secs_f64();
    writeln!(out, "\n{runs} runs in {seconds:.1} s")
}

fn heading(out: &mut String, known: bool) -> std::fmt::Result {
    let label = LABEL;
    let published = "   |  HiRace   iGUARD Sanitizer Sequential";
    writeln!(
        out,
        "{label}{:<24} {:>5} {:>6} {:>9} {:>9} {:>8} {:>6} {:>8} {:>7}{}{label:#}",
        "input", "found", "missed", "published", "repaired", "phases", "label", "disputed", "slowest",
        if known { published } else { "" }
    )
}

fn row(out: &mut String, name: &str, counts: &Counts) -> std::fmt::Result {
    let Counts { found, missed, against_label, by, disputed, slowest, .. } = counts;
    let [_, published, repaired, phases] = by;
    let bad = if against_label + disputed == 0 { FINE } else { ALARM };
    write!(
        out,
        "{name:<24} {found:>5} {missed:>6} {published:>9} {repaired:>9} {phases:>8} \
         {bad}{against_label:>6} {disputed:>8}{bad:#} {:>5}ms",
        slowest.as_millis()
    )
}

/// Kernels whose verdict is against their label, and with `--list` all.
fn listed(out: &mut String, answer: &IndigoAnswer) -> std::fmt::Result {
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
            writeln!(out, "{style}{verdict}{style:#}{note}: {name} on {}", input.name)?;
        }
    }
    Ok(())
}
