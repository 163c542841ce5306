//! The answer of `flows`, for people.

use super::{Analysed, Compared};
use crate::place::short;
use crate::style::{ALARM, FINE, HEADING, UNDECIDED};
use semantics::{Site, Text, say};
use std::collections::BTreeMap;
use theories::parametric_flows::explicit::{MEMORY, Told, told_of};
use theories::parametric_flows::{Deadlock, End, Flow, Flows, Interval, Race, Shown, performance};
use verdict::Verdict;

/// What became of a kernel.
pub fn kernel(analysed: &Analysed) -> Text {
    let flows = &analysed.flows;
    let verdict = analysed.verdict();
    let style = match verdict {
        Verdict::Drf => FINE,
        Verdict::Racy | Verdict::Potential => ALARM,
        Verdict::Unknown | Verdict::Unsupported => UNDECIDED,
    };
    let verdict = verdict.word();
    let mut out = Text::new();
    say!(
        out,
        "{HEADING}{}{HEADING:#}: {style}{verdict}{style:#} ({} warps)",
        analysed.name,
        analysed.warps
    );
    for note in &analysed.notes {
        say!(out, "  note: {note}");
    }
    for (number, one) in flows.intervals.iter().enumerate() {
        interval(&mut out, number, one);
    }
    section(&mut out, "races", &flows.races, race);
    section(&mut out, "deadlocks", &flows.deadlocks, deadlock);
    section(&mut out, "slow accesses", &flows.slow, slow);
    let undecided = analysed.undecided();
    section(&mut out, "undecided", &undecided, |out, why| say!(out, "    {why}"));
    if let Some(explicit) = &analysed.explicit {
        out.blank();
        compared(&mut out, flows, explicit);
    }
    out.blank();
say!(out, "  {} queries", flows.asked);
    out
}

/// What the flows say beside what explicit threads do.
fn compared(out: &mut Text, flows: &Flows, compared: &Compared) {
    let explicit = match compared {
        Compared::Not(why) => return say!(out, "  explicit threads: {why}"),
        Compared::Done(explicit) => explicit,
    };
    let told = told_of(flows);
    let same = explicit.races.keys().eq(told.keys());
    let same = if same { "the same races" } else { "other races" };
    let (threads, count, asked) = (&explicit.threads, explicit.flows, explicit.asked);
    say!(out, "  explicit threads: {threads} threads, {count} flows, {asked} queries: {same}");
    alone(out, "flows", &told, &explicit.races);
    alone(out, "explicit threads", &explicit.races, &told);
    say!(out, "    note: {MEMORY}");
}

/// The races that only the one has, a line each.
fn alone(
    out: &mut Text,
    whose: &str,
    races: &BTreeMap<Told, [Site; 2]>,
    others: &BTreeMap<Told, [Site; 2]>,
) {
    let own = races.iter().filter(|(race, _)| !others.contains_key(*race));
    for ((array, relation, [(a, _), (b, _)]), [x, y]) in own {
        let (relation, x, y) = (relation.words(), short(x), short(y));
        say!(out, "    only {whose}: {array}, {relation}: {a} at {x}, {b} at {y}");
    }
}

fn section<T>(out: &mut Text, title: &str, items: &[T], told: impl Fn(&mut Text, &T)) {
    if !items.is_empty() {
        out.blank();
say!(out, "  {HEADING}{title}{HEADING:#}");
        items.iter().for_each(|item| told(out, item));
    }
}

fn interval(out: &mut Text, number: usize, interval: &Interval) {
    let from = match &interval.begin {
        None => "the begin".into(),
        Some(site) => format!("the barrier at {}", short(site)),
    };
    let count = interval.flows.len();
    let merged = interval.merged_flows();
    let merged = if merged == count {
        String::new()
    } else {
        format!(" ({merged} where a branch with one empty side is no fork)")
    };
    let flows = if count == 1 { "flow" } else { "flows" };
    out.blank();
    say!(out, "  interval {number}, from {from}: {count} {flows}{merged}");
    for line in interval.text().lines() {
        say!(out, "    {line}");
    }
    for (n, flow) in interval.flows.iter().enumerate() {
        test(out, n, flow);
    }
}

fn test(out: &mut Text, number: usize, flow: &Flow) {
    let Some(test) = &flow.test else { return };
    let parameters: Vec<String> =
        test.parameters.iter().map(|(x, k)| format!(", {x} = {k}")).collect();
    let cells: Vec<String> =
        test.memory.iter().map(|(array, j, k)| format!(", {array}[{j}] = {k}")).collect();
    let taken = match &test.why {
        None => "taken".into(),
        Some(why) => format!("not taken: {why}"),
    };
    let (parameters, cells) = (parameters.concat(), cells.concat());
    say!(out, "    input of flow {number}: {}{parameters}{cells}: {taken}", test.thread);
}

/// `confirmed`, or why not.
pub fn status(shown: &Shown) -> String {
    match &shown.why {
        None => format!("{ALARM}confirmed{ALARM:#}"),
        Some(why) => format!("{UNDECIDED}open{UNDECIDED:#}: {why}"),
    }
}

fn race(out: &mut Text, race: &Race) {
    let (array, index, relation) = (&race.array, &race.index, race.relation.words());
    say!(out, "    {array}[{index}], {relation}: {}", status(&race.shown));
    for n in [0, 1] {
        let ((mode, site), (interval, flow)) = (&race.accesses[n], race.flows[n]);
        say!(out, "      {mode} at {} by {}, flow {flow} of interval {interval}",
            short(site),
            race.shown.threads[n]);
    }
    given(out, &race.shown);
}

/// The parameters and the initial memory of a witness.
pub fn given(out: &mut Text, shown: &Shown) {
    let mut given: Vec<String> =
        shown.parameters.iter().map(|(x, k)| format!("{x} = {k}")).collect();
    given.extend(shown.memory.iter().map(|(array, j, k)| format!("{array}[{j}] = {k}")));
    const MOST: usize = 12;
    let more = given.len().saturating_sub(MOST);
    given.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if !given.is_empty() {
        say!(out, "      {}{more}", given.join(", "));
    }
}

fn deadlock(out: &mut Text, deadlock: &Deadlock) {
    say!(out, "    after interval {}: {}", deadlock.interval, status(&deadlock.shown));
    for (thread, end) in deadlock.shown.threads.iter().zip(&deadlock.ends) {
        let stands = match end {
            End::Barrier(site) => format!("stands at the barrier at {}", short(site)),
            End::Running | End::Finished | End::Cut => "has ended".into(),
        };
        say!(out, "      {thread} {stands}");
    }
    given(out, &deadlock.shown);
}

fn slow(out: &mut Text, slow: &performance::Slow) {
    let [(a, i), (b, j)] = &slow.threads;
    let what = match slow.kind {
        performance::Kind::BankConflict => "bank conflict",
        performance::Kind::Uncoalesced => "not coalesced",
    };
    say!(out, "    {what} at {}: {}[{i}] by {a}, [{j}] by {b}", short(&slow.site), slow.array);
}
