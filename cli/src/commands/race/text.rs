//! The answer of `race` for people.

use super::form::mode;
use super::{Alarm, RaceAnswer};
use crate::concrete::finding::Placed;
use crate::concrete::{count, end, index, schedule_name};
use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE, UNDECIDED};
use dynamic::{Detector, Detectors, Verdict};
use grid::End;
use semantics::{Excerpt, Text, say};

pub fn text(answer: &RaceAnswer) -> Text {
    let mut out = Text::new();
    let bold = HEADING;
    let (style, verdict) = match answer.verdict() {
        Verdict::Racy => (ALARM, "racy"),
        Verdict::Potential => (UNDECIDED, "potentially racy"),
        Verdict::NoRace => (FINE, "no race in these runs"),
        Verdict::Undecided => (UNDECIDED, "unknown"),
    };
    let [grid, block] = [answer.grid, answer.block].map(|dims| dims.iter().product::<u32>());
    let launch = format!("{} × {}", count(grid, "block"), count(block, "thread"));
    say!(out, "{bold}{}{bold:#}: {style}{verdict}{style:#} ({launch})", answer.kernel);
    for run in &answer.runs {
        let ended = match run.outcome.end {
            End::Finished => String::new(),
            other => format!(", {UNDECIDED}{}{UNDECIDED:#}", end(other)),
        };
        let (name, accesses) = (schedule_name(run.schedule), run.found.accesses);
        say!(out, "  {LABEL}{name}{LABEL:#}  {accesses} accesses{ended}");
        for (detector, why) in &run.found.gave_up {
            say!(out, "    {NOTE}note{NOTE:#}: {detector} gave up: {why}");
        }
        if run.found.unwatched > 0 {
            let n = run.found.unwatched;
            say!(out, "    {NOTE}note{NOTE:#}: {n} accesses were not watched, for want of memory");
        }
    }
    for alarm in &answer.alarms {
        describe(&mut out, alarm, answer);
    }
    let dimensions = (answer.grid, answer.block);
    for (finding, place) in &answer.findings {
        Placed { finding, place: place.as_ref(), dimensions }.write(&mut out);
    }
    for assumption in answer.assumptions() {
        say!(out, "{NOTE}note{NOTE:#}: {}", assumption.what);
    }
    for note in &answer.notes {
        say!(out, "{NOTE}note{NOTE:#}: {note}");
    }
    out
}

fn describe(out: &mut Text, alarm: &Alarm, answer: &RaceAnswer) {
    let bold = HEADING;
    let (style, what) = match (alarm.by.has(Detector::HappensBefore), &alarm.ordered_by) {
        (true, None) => (ALARM, "race"),
        (true, Some(_)) => (UNDECIDED, "open race"),
        (false, _) => (UNDECIDED, "false alarm"),
    };
    let more = match alarm.locations {
        1 => String::new(),
        n => format!(", and {} more", n - 1),
    };
    let (array, n) = (&alarm.array, alarm.index);
    let space = alarm.space.name();
    out.blank();
say!(out, "{style}{what}{style:#}: {bold}{array}[{n}]{bold:#} ({space} memory{more})");
    excerpt(out, alarm);
    for (who, (stamp, _)) in ["A", "B"].iter().skip(2 - alarm.accesses.len()).zip(&alarm.accesses) {
        let (block, thread) =
            (index(stamp.block, answer.grid), index(stamp.thread.into(), answer.block));
        let (mode, phase) = (mode(stamp), stamp.epoch);
        say!(out, "  {LABEL}{who}{LABEL:#}  {mode} by block {block:?}, thread {thread:?}, phase {phase}");
    }
    let names = |detectors: Detectors| {
        detectors.iter().map(Detector::name).collect::<Vec<_>>().join(", ")
    };
    let schedules: Vec<String> = alarm.schedules.iter().map(|s| schedule_name(*s)).collect();
    say!(out, "  {LABEL}reported by{LABEL:#}  {}", names(alarm.by));
    if alarm.disputed && alarm.missed_by != Detectors::NONE {
        say!(out, "  {UNDECIDED}not by{UNDECIDED:#}       {}", names(alarm.missed_by));
    }
    say!(out, "  {LABEL}under{LABEL:#}        {}", schedules.join(", "));
}

/// Both accesses, marked in the source.
fn excerpt(out: &mut Text, alarm: &Alarm) {
    let spans: Vec<_> = alarm.accesses.iter().filter_map(|(_, span)| span.as_ref()).collect();
    let names = ["A", "B"].into_iter().skip(2 - alarm.accesses.len().min(2));
    let excerpt = match &spans[..] {
        [] => return,
        [a, b] if a.source.name() == b.source.name() && a.bytes == b.bytes => {
            Excerpt::new().mark(a, "A and B")
        }
        _ => names.zip(spans).fold(Excerpt::new(), |all, (name, span)| all.mark(span, name)),
    };
    out.push(&excerpt.text());
}
