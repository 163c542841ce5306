//! What `hirace` answers, for people.

use super::{Ran, Verified, next};
use crate::document::grouped;
use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE};
use semantics::{Text, say};
use theories::hirace::claims::same_states;
use theories::hirace::verify::{Explored, WrongCell};
use theories::hirace::{Change, History, Machine, Verification};

/// The verdict.
pub fn verified(verified: &Verified) -> Text {
    let mut out = Text::new();
    let known = &verified.known;
    let (style, verdict) = match known.is_exact() {
        true => (FINE, "exact".to_string()),
        false => (ALARM, format!("wrong in {}", cells(known.wrong.len()))),
    };
    let name = if verified.published { "the published machine" } else { "the machine" };
    say!(out, "{HEADING}{name}{HEADING:#}: {style}{verdict}{style:#}");
    say!(out, "  {LABEL}decided for{LABEL:#}  all histories, grids of any size ({} states, {})",
        known.explored.states, known.explored.grid);
    for wrong in &known.wrong {
        wrong_cell(&mut out, known, wrong);
    }
    repair(&mut out, known);
    record(&mut out, known);
    if !verified.more.is_empty() {
        out.blank();
say!(out, "{HEADING}sizes{HEADING:#}");
        say!(out, "  {LABEL}grid     states      wrong  repaired: states  wrong     bytes{LABEL:#}");
        for (as_is, repaired) in &verified.more {
            say!(out, "  {:<7}{:>8}{:>11}{:>18}{:>7}{:>10}",
                as_is.grid.to_string(),
                as_is.states,
                as_is.wrong,
                repaired.states,
                repaired.wrong,
                repaired.bytes);
        }
    }
    for (_, why) in &verified.undecided {
        out.blank();
        say!(out, "{ALARM}undecided{ALARM:#}: {}", why.to_string());
        say!(out, "  {NOTE}help{NOTE:#}: {}", next(why));
    }
    out
}

fn cells(count: usize) -> String {
    format!("{count} {} of 1200", if count == 1 { "cell" } else { "cells" })
}

fn wrong_cell(out: &mut Text, known: &Verification, wrong: &WrongCell) {
    let (cell, effect) = (wrong.cell, wrong.effect);
    out.blank();
say!(out, "{ALARM}{effect}{ALARM:#}: {HEADING}{cell}{HEADING:#} -> {}, repaired {FINE}{}{FINE:#}",
        wrong.published, wrong.repaired);
    let shown = match wrong.alone {
        true => known.machine.clone(),
        false => known.repair.machine.clone().with(cell, wrong.published),
    };
    steps(out, &wrong.history, &shown, &known.repair.machine);
    if !wrong.alone {
        say!(out, "  {NOTE}note{NOTE:#}: with every other wrong cell repaired");
    }
}

/// A history as a table: what happens, what is seen, both machines, and the race.
fn steps(
    out: &mut Text,
    history: &History,
    machine: &Machine,
    repaired: &Machine,
) {
    let run = history.run(machine);
    let race = run.race.map(|(a, b)| (run.steps[a].place, run.steps[b].place));
    say!(out, "  {LABEL}   {:<18} {:<8} {:<12}  repaired{LABEL:#}",
        "event", "seen", "state");
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
        say!(out, "{}", line.trim_end());
    }
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

fn repair(out: &mut Text, known: &Verification) {
    out.blank();
say!(out, "{HEADING}repair{HEADING:#}");
    if known.wrong.is_empty() {
        say!(out, "  none is needed");
    } else {
        let only = others(known);
        say!(out, "  {} changed; each is needed, by its history; {only}",
            cells(known.wrong.len()));
    }
    for proof in &known.proofs {
        let Explored { grid, states, wrong, .. } = proof;
        let (style, word) = match wrong {
            0 => (FINE, "proved exact"),
            _ => (ALARM, "not exact"),
        };
        say!(out, "  {style}{word}{style:#} for all histories in {grid}: {states} states");
    }
    say!(out, "  2x2x2 shows all that larger grids do");
}

fn record(out: &mut Text, known: &Verification) {
    out.blank();
say!(out, "{HEADING}one accessor record{HEADING:#}");
    say!(out, "  enough: what it shows decides every race; the least exact machine has {} states",
        known.recogniser.classes());
    for group in same_states(known) {
        let words: Vec<&str> = group.iter().map(|state| state.word()).collect();
        say!(out, "  nothing later tells {} apart", words.join(" and "));
    }
}

/// A repair as a diff of the tables.
pub fn diff(changes: &[Change]) -> Text {
    let mut out = Text::of_line("--- published");
    out.line("+++ repaired");
    for Change { cell, from, to } in changes {
        let seen = cell.seen;
        let at = format!("{},{},{},{}", cell.state, seen.access, seen.sync, seen.relation);
        say!(out, "@@ -{0} +{0} @@", cell.index() + 2);
        say!(out, "{ALARM}-{at},{from}{ALARM:#}");
        say!(out, "{FINE}+{at},{to}{FINE:#}");
    }
    out
}

/// A history.
pub fn history(ran: &Ran) -> Text {
    let mut out = Text::new();
    steps(&mut out, &ran.history, &ran.machine, &ran.repaired);
    let run = ran.history.run(&ran.machine);
    let right = |machine: &Machine| match ran.history.run(machine).is_right() {
        true => format!("{FINE}right{FINE:#}"),
        false => format!("{ALARM}wrong{ALARM:#}"),
    };
    let (machine, repaired) = (right(&ran.machine), right(&ran.repaired));
    let what = if run.race.is_some() { "a race" } else { "no race" };
    out.blank();
say!(out, "{what}: the machine is {machine}, the repaired one {repaired}");
    out
}
