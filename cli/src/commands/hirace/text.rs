//! What `hirace` answers, for people.

use super::{Ran, Verified};
use crate::document::grouped;
use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE};
use std::fmt::Write;
use theories::hirace::claims::same_states;
use theories::hirace::verify::{Explored, WrongCell};
use theories::hirace::{Change, History, Machine, Verification};

/// The verdict.
pub fn verified(verified: &Verified) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_verified(&mut out, verified);
    out
}

fn write_verified(out: &mut String, verified: &Verified) -> std::fmt::Result {
    let known = &verified.known;
    let (style, verdict) = match known.is_exact() {
        true => (FINE, "exact".to_string()),
        false => (ALARM, format!("wrong in {}", cells(known.wrong.len()))),
    };
    let name = if verified.published { "the published machine" } else { "the machine" };
    writeln!(out, "{HEADING}{name}{HEADING:#}: {style}{verdict}{style:#}")?;
    writeln!(
        out,
        "  {LABEL}decided for{LABEL:#}  all histories, grids of any size ({} states, {})",
        known.explored.states, known.explored.grid
    )?;
    for wrong in &known.wrong {
        wrong_cell(out, known, wrong)?;
    }
    repair(out, known)?;
    record(out, known)?;
    if !verified.more.is_empty() {
        writeln!(out, "\n{HEADING}sizes{HEADING:#}")?;
        writeln!(out, "  {LABEL}grid     states      wrong  repaired: states  wrong     bytes{LABEL:#}")?;
        for (as_is, repaired) in &verified.more {
            writeln!(
                out,
                "  {:<7}{:>8}{:>11}{:>18}{:>7}{:>10}",
                as_is.grid.to_string(),
                as_is.states,
                as_is.wrong,
                repaired.states,
                repaired.wrong,
                repaired.bytes
            )?;
        }
    }
    Ok(())
}

fn cells(count: usize) -> String {
    format!("{count} {} of 1200", if count == 1 { "cell" } else { "cells" })
}

fn wrong_cell(out: &mut String, known: &Verification, wrong: &WrongCell) -> std::fmt::Result {
    let (cell, effect) = (wrong.cell, wrong.effect);
    writeln!(
        out,
        "\n{ALARM}{effect}{ALARM:#}: {HEADING}{cell}{HEADING:#} -> {}, repaired {FINE}{}{FINE:#}",
        wrong.published, wrong.repaired
    )?;
    let shown = match wrong.alone {
        true => known.machine.clone(),
        false => known.repair.machine.clone().with(cell, wrong.published),
    };
    steps(out, &wrong.history, &shown, &known.repair.machine)?;
    if !wrong.alone {
        writeln!(out, "  {NOTE}note{NOTE:#}: with every other wrong cell repaired")?;
    }
    Ok(())
}

/// A history as a table: what happens, what is seen, both machines, and the race.
fn steps(
    out: &mut String,
    history: &History,
    machine: &Machine,
    repaired: &Machine,
) -> std::fmt::Result {
    let run = history.run(machine);
    let race = run.race.map(|(a, b)| (run.steps[a].place, run.steps[b].place));
    writeln!(
        out,
        "  {LABEL}   {:<18} {:<8} {:<12}  repaired{LABEL:#}",
        "event", "seen", "state"
    )?;
    let both = history.lines(machine).into_iter().zip(history.lines(repaired));
    for (place, (line, mended)) in both.enumerate() {
        let word = |state: Option<theories::hirace::State>| state.map_or("", |state| state.word());
        let note = match race {
            Some((earlier, later)) if later == place => format!("races with {}", earlier + 1),
            _ => String::new(),
        };
        let line = format!(
            "  {:>2} {:<18} {:<8} {:<12}  {:<12}  {note}",
            place + 1,
            line.event,
            line.seen.unwrap_or_default(),
            word(line.next),
            word(mended.next),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// What other repairs there are that change as few cells.
pub fn others(known: &Verification) -> String {
    match (known.repair.choices, known.repair.alike()) {
        (1, 1) => "no other repair changes as few".into(),
        (1, n) => {
            let n = grouped(n);
            format!("{n} repairs change as few, all of them these cells, to states that nothing tells apart")
        }
        _ => "none changes fewer".into(),
    }
}

fn repair(out: &mut String, known: &Verification) -> std::fmt::Result {
    writeln!(out, "\n{HEADING}repair{HEADING:#}")?;
    if known.wrong.is_empty() {
        writeln!(out, "  none is needed")?;
    } else {
        let only = others(known);
        writeln!(
            out,
            "  {} changed; each is needed, by its history; {only}",
            cells(known.wrong.len())
        )?;
    }
    for proof in &known.proofs {
        let Explored { grid, states, wrong, .. } = proof;
        let (style, word) = match wrong {
            0 => (FINE, "proved exact"),
            _ => (ALARM, "not exact"),
        };
        writeln!(out, "  {style}{word}{style:#} for all histories in {grid}: {states} states")?;
    }
    writeln!(out, "  2x2x2 shows all that larger grids do")
}

fn record(out: &mut String, known: &Verification) -> std::fmt::Result {
    writeln!(out, "\n{HEADING}one accessor record{HEADING:#}")?;
    writeln!(
        out,
        "  enough: what it shows decides every race; the least exact machine has {} states",
        known.recogniser.classes()
    )?;
    for group in same_states(known) {
        let words: Vec<&str> = group.iter().map(|state| state.word()).collect();
        writeln!(out, "  nothing later tells {} apart", words.join(" and "))?;
    }
    Ok(())
}

/// A repair as a diff of the tables.
pub fn diff(changes: &[Change]) -> String {
    let mut out = String::from("--- published\n+++ repaired\n");
    for Change { cell, from, to } in changes {
        let seen = cell.seen;
        let at = format!("{},{},{},{}", cell.state, seen.access, seen.sync, seen.relation);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "@@ -{0} +{0} @@\n{ALARM}-{at},{from}{ALARM:#}\n{FINE}+{at},{to}{FINE:#}",
            cell.index() + 2
        );
    }
    out
}

/// A history.
pub fn history(ran: &Ran) -> String {
    let mut out = String::new();
    let _ = steps(&mut out, &ran.history, &ran.machine, &ran.repaired);
    let run = ran.history.run(&ran.machine);
    let right = |machine: &Machine| match ran.history.run(machine).is_right() {
        true => format!("{FINE}right{FINE:#}"),
        false => format!("{ALARM}wrong{ALARM:#}"),
    };
    let (machine, repaired) = (right(&ran.machine), right(&ran.repaired));
    let what = if run.race.is_some() { "a race" } else { "no race" };
    let _ = writeln!(out, "\n{what}: the machine is {machine}, the repaired one {repaired}");
    out
}
