//! The answer of `flows`, for people.

use super::{Analysed, Compared};
use crate::place::short;
use crate::style::{ALARM, FINE, HEADING, UNDECIDED};
use semantics::Site;
use std::collections::BTreeMap;
use std::fmt::Write;
use theories::parametric_flows::explicit::{MEMORY, Told, told_of};
use theories::parametric_flows::{Deadlock, End, Flow, Interval, Race, Shown, performance};

/// What became of a kernel.
pub fn kernel(analysed: &Analysed) -> String {
    let flows = &analysed.flows;
    let verdict = analysed.verdict();
    let style = match verdict {
        "drf" => FINE,
        "racy" | "potential" => ALARM,
        _ => UNDECIDED,
    };
    let mut out = format!(
        "{HEADING}{}{HEADING:#}: {style}{verdict}{style:#} ({} warps)\n",
        analysed.name, analysed.warps
    );
    for note in &analysed.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    for (number, one) in flows.intervals.iter().enumerate() {
        out += &interval(number, one);
    }
    section(&mut out, "races", &flows.races, race);
    section(&mut out, "deadlocks", &flows.deadlocks, deadlock);
    section(&mut out, "slow accesses", &flows.slow, slow);
    let undecided = analysed.undecided();
    section(&mut out, "undecided", &undecided, |why| format!("    {why}\n"));
    if let Some(explicit) = &analysed.explicit {
        let told = match explicit {
            Compared::Not(why) => why.clone(),
            Compared::Done(explicit) => {
                let told = told_of(flows);
                let same = explicit.races.keys().eq(told.keys());
                let same = if same { "the same races" } else { "other races" };
                format!(
                    "{} threads, {} flows, {} queries: {same}{}{}\n    note: {MEMORY}",
                    explicit.threads,
                    explicit.flows,
                    explicit.asked,
                    alone("flows", &told, &explicit.races),
                    alone("explicit threads", &explicit.races, &told)
                )
            }
        };
        let _ = writeln!(out, "\n  explicit threads: {told}");
    }
    let _ = writeln!(out, "\n  {} queries", flows.asked);
    out
}

/// The races that only the one has, a line each.
fn alone(
    whose: &str,
    races: &BTreeMap<Told, [Site; 2]>,
    others: &BTreeMap<Told, [Site; 2]>,
) -> String {
    let own = races.iter().filter(|(race, _)| !others.contains_key(*race));
    own.map(|((array, relation, [(a, _), (b, _)]), [x, y])| {
        let relation = relation.words();
        format!("\n    only {whose}: {array}, {relation}: {a} at {}, {b} at {}", short(x), short(y))
    })
    .collect()
}

fn section<T>(out: &mut String, title: &str, items: &[T], told: impl Fn(&T) -> String) {
    if !items.is_empty() {
        let _ = writeln!(out, "\n  {HEADING}{title}{HEADING:#}");
        out.extend(items.iter().map(told));
    }
}

fn interval(number: usize, interval: &Interval) -> String {
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
    let mut out = format!("\n  interval {number}, from {from}: {count} {flows}{merged}\n");
    for line in interval.text().lines() {
        let _ = writeln!(out, "    {line}");
    }
    for (n, flow) in interval.flows.iter().enumerate() {
        out += &test(n, flow);
    }
    out
}

fn test(number: usize, flow: &Flow) -> String {
    let Some(test) = &flow.test else { return String::new() };
    let parameters: Vec<String> =
        test.parameters.iter().map(|(x, k)| format!(", {x} = {k}")).collect();
    let cells: Vec<String> =
        test.memory.iter().map(|(array, j, k)| format!(", {array}[{j}] = {k}")).collect();
    let taken = match &test.why {
        None => "taken".into(),
        Some(why) => format!("not taken: {why}"),
    };
    format!(
        "    input of flow {number}: {}{}{}: {taken}\n",
        test.thread,
        parameters.concat(),
        cells.concat()
    )
}

/// `confirmed`, or why not.
pub fn status(shown: &Shown) -> String {
    match &shown.why {
        None => format!("{ALARM}confirmed{ALARM:#}"),
        Some(why) => format!("{UNDECIDED}open{UNDECIDED:#}: {why}"),
    }
}

fn race(race: &Race) -> String {
    let mut out = format!(
        "    {}[{}], {}: {}\n",
        race.array,
        race.index,
        race.relation.words(),
        status(&race.shown)
    );
    for n in [0, 1] {
        let ((mode, site), (interval, flow)) = (&race.accesses[n], race.flows[n]);
        let _ = writeln!(
            out,
            "      {mode} at {} by {}, flow {flow} of interval {interval}",
            short(site),
            race.shown.threads[n]
        );
    }
    out + &given(&race.shown)
}

/// The parameters and the initial memory of a witness.
pub fn given(shown: &Shown) -> String {
    let mut given: Vec<String> =
        shown.parameters.iter().map(|(x, k)| format!("{x} = {k}")).collect();
    given.extend(shown.memory.iter().map(|(array, j, k)| format!("{array}[{j}] = {k}")));
    const MOST: usize = 12;
    let more = given.len().saturating_sub(MOST);
    given.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    if given.is_empty() { String::new() } else { format!("      {}{more}\n", given.join(", ")) }
}

fn deadlock(deadlock: &Deadlock) -> String {
    let mut out = format!("    after interval {}: {}\n", deadlock.interval, status(&deadlock.shown));
    for (thread, end) in deadlock.shown.threads.iter().zip(&deadlock.ends) {
        let stands = match end {
            End::Barrier(site) => format!("stands at the barrier at {}", short(site)),
            End::Running | End::Finished | End::Cut => "has ended".into(),
        };
        let _ = writeln!(out, "      {thread} {stands}");
    }
    out + &given(&deadlock.shown)
}

fn slow(slow: &performance::Slow) -> String {
    let [(a, i), (b, j)] = &slow.threads;
    let what = match slow.kind {
        performance::Kind::BankConflict => "bank conflict",
        performance::Kind::Uncoalesced => "not coalesced",
    };
    format!("    {what} at {}: {}[{i}] by {a}, [{j}] by {b}\n", short(&slow.site), slow.array)
}
