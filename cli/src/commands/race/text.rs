//! The answer of `race` for people.

use super::form::mode;
use super::{Alarm, RaceAnswer};
use crate::concrete::finding::Placed;
use crate::concrete::{count, end, index, schedule_name};
use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE, UNDECIDED};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use dynamic::{Detector, Detectors, Verdict};
use grid::End;
use std::fmt::Write;

pub fn text(answer: &RaceAnswer) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, answer);
    out
}

fn write(out: &mut String, answer: &RaceAnswer) -> std::fmt::Result {
    let bold = HEADING;
    let (style, verdict) = match answer.verdict() {
        Verdict::Racy => (ALARM, "racy"),
        Verdict::NoRace => (FINE, "no race in these runs"),
        Verdict::Undecided => (UNDECIDED, "unknown"),
    };
    let [grid, block] = [answer.grid, answer.block].map(|dims| dims.iter().product::<u32>());
    let launch = format!("{} × {}", count(grid, "block"), count(block, "thread"));
    writeln!(out, "{bold}{}{bold:#}: {style}{verdict}{style:#} ({launch})", answer.kernel)?;
    for run in &answer.runs {
        let ended = match run.outcome.end {
            End::Finished => String::new(),
            other => format!(", {UNDECIDED}{}{UNDECIDED:#}", end(other)),
        };
        let (name, accesses) = (schedule_name(run.schedule), run.found.accesses);
        writeln!(out, "  {LABEL}{name}{LABEL:#}  {accesses} accesses{ended}")?;
        for (detector, why) in &run.found.gave_up {
            writeln!(out, "    {NOTE}note{NOTE:#}: {detector} gave up: {why}")?;
        }
        if run.found.unwatched > 0 {
            let n = run.found.unwatched;
            writeln!(out, "    {NOTE}note{NOTE:#}: {n} accesses were not watched, for want of memory")?;
        }
    }
    for alarm in &answer.alarms {
        describe(out, alarm, answer)?;
    }
    let dimensions = (answer.grid, answer.block);
    for (finding, place) in &answer.findings {
        Placed { finding, place: place.as_ref(), dimensions }.write(out)?;
    }
    for note in &answer.notes {
        writeln!(out, "{NOTE}note{NOTE:#}: {note}")?;
    }
    Ok(())
}

fn describe(out: &mut String, alarm: &Alarm, answer: &RaceAnswer) -> std::fmt::Result {
    let bold = HEADING;
    let (style, what) = match alarm.by.has(Detector::HappensBefore) {
        true => (ALARM, "race"),
        false => (UNDECIDED, "false alarm"),
    };
    let more = match alarm.locations {
        1 => String::new(),
        n => format!(", and {} more", n - 1),
    };
    let (array, n) = (&alarm.array, alarm.index);
    let space = alarm.space.name();
    writeln!(out, "\n{style}{what}{style:#}: {bold}{array}[{n}]{bold:#} ({space} memory{more})")?;
    if let Some(excerpt) = excerpt(alarm) {
        writeln!(out, "{excerpt}")?;
    }
    for (who, (stamp, _)) in ["A", "B"].iter().skip(2 - alarm.accesses.len()).zip(&alarm.accesses) {
        let (block, thread) =
            (index(stamp.block, answer.grid), index(stamp.thread.into(), answer.block));
        let (mode, phase) = (mode(stamp), stamp.epoch);
        writeln!(
            out,
            "  {LABEL}{who}{LABEL:#}  {mode} by block {block:?}, thread {thread:?}, phase {phase}"
        )?;
    }
    let names = |detectors: Detectors| {
        detectors.iter().map(Detector::name).collect::<Vec<_>>().join(", ")
    };
    let schedules: Vec<String> = alarm.schedules.iter().map(|s| schedule_name(*s)).collect();
    writeln!(out, "  {LABEL}reported by{LABEL:#}  {}", names(alarm.by))?;
    if alarm.disputed && alarm.missed_by != Detectors::NONE {
        writeln!(out, "  {UNDECIDED}not by{UNDECIDED:#}       {}", names(alarm.missed_by))?;
    }
    writeln!(out, "  {LABEL}under{LABEL:#}        {}", schedules.join(", "))
}

/// Both accesses, marked in the source.
fn excerpt(alarm: &Alarm) -> Option<String> {
    let spans: Vec<_> = alarm.accesses.iter().filter_map(|(_, span)| span.as_ref()).collect();
    let first = spans.first()?;
    let names = ["A", "B"].into_iter().skip(2 - alarm.accesses.len().min(2));
    let mut snippet = Snippet::source(first.source.text()).path(first.source.name());
    let one_place = spans.len() == 2 && spans[0].bytes == spans[1].bytes;
    for (name, span) in names.zip(&spans).take(if one_place { 1 } else { 2 }) {
        if span.source.name() != first.source.name() {
            continue;
        }
        let label = if one_place { "A and B" } else { name };
        let mark = AnnotationKind::Primary.span(span.bytes.clone()).label(label);
        snippet = snippet.annotation(mark);
    }
    let group = Group::with_level(Level::ERROR).element(snippet);
    Some(Renderer::styled().render(&[group]))
}
