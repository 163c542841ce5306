//! The answer of `check` for people: verdict, both accesses marked in the source, both threads,
//! the memory that shows the race, the approximation report of [L24, §2].

use crate::style::{ALARM, FINE, HEADING, LABEL, NOTE, UNDECIDED};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::Style;
use oracle::check::answer::{
    Alarm, CheckAnswer, Divergence, Exactness, KernelAnswer, KernelRun, RunOutcome, Status, Verdict,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole answer.
pub fn text(answer: &CheckAnswer) -> String {
    let mut out = String::new();
    for (n, kernel) in answer.kernels.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        // Writing to a string does not fail.
        let _ = one(&mut out, kernel);
    }
    out
}

fn one(out: &mut String, kernel: &KernelAnswer) -> std::fmt::Result {
    let (style, verdict) = verdict(kernel.verdict);
    let bold = HEADING;
    writeln!(
        out,
        "{bold}{}{bold:#}: {style}{verdict}{style:#} ({}, {})",
        kernel.name, kernel.approximation, kernel.solver
    )?;
    for alarm in &kernel.alarms {
        out.push('\n');
        describe(out, alarm)?;
    }
    for divergence in &kernel.divergences {
        let (file, line, column) = (&divergence.file, divergence.line, divergence.column);
        writeln!(out, "\n{ALARM}barrier divergence{ALARM:#} at {file}:{line}:{column}")?;
        diverging(out, divergence)?;
    }
    if !kernel.notes.is_empty() {
        out.push('\n');
    }
    for note in &kernel.notes {
        writeln!(out, "{NOTE}note{NOTE:#}: {note}")?;
    }
    Ok(())
}

fn verdict(verdict: Verdict) -> (Style, &'static str) {
    match verdict {
        Verdict::Drf => (FINE, "race free"),
        Verdict::Racy => (ALARM, "racy"),
        Verdict::Potential => (UNDECIDED, "potentially racy"),
        Verdict::Unknown => (UNDECIDED, "unknown"),
        Verdict::Unsupported => (UNDECIDED, "unsupported"),
    }
}

fn describe(out: &mut String, alarm: &Alarm) -> std::fmt::Result {
    let index: String = alarm.index.iter().map(|n| format!("[{}]", plain(n))).collect();
    let (style, what) = match alarm.status {
        Status::True => (ALARM, "true alarm"),
        Status::Confirmed => (ALARM, "confirmed alarm"),
        Status::Refuted => (FINE, "refuted alarm"),
        Status::Open => (UNDECIDED, "open alarm"),
    };
    let (style_end, bold) = (format!("{style:#}"), HEADING);
    writeln!(out, "{style}{what}{style_end}: {bold}{}{index}{bold:#}", alarm.array)?;
    let excerpts = excerpts(alarm);
    if !excerpts.is_empty() {
        writeln!(out, "{excerpts}")?;
    }
    table(out, alarm)?;
    memory(out, &alarm.memory)?;
    approximation(out, alarm)?;
    kernel_run(out, alarm.run.as_ref())
}

/// The two threads of a divergence, and from where they come to it.
fn diverging(out: &mut String, divergence: &Divergence) -> std::fmt::Result {
    let [reaches, other] = &divergence.threads[..] else { return Ok(()) };
    let both = divergence.params.iter().map(|(x, k)| (x.clone(), plain(k), plain(k)));
    let mut rows: Vec<_> = both.collect();
    rows.extend(
        reaches
            .iter()
            .map(|(axis, n)| (axis.clone(), plain(n), other.get(axis).map_or("-".into(), plain))),
    );
    columns(out, ["reaches it", "does not"], &rows)?;
    memory(out, &divergence.memory)?;
    kernel_run(out, divergence.run.as_ref())
}

/// What a run of the kernel itself says.
fn kernel_run(out: &mut String, run: Option<&KernelRun>) -> std::fmt::Result {
    let Some(run) = run else { return Ok(()) };
    let said = match (run.outcome, &run.why) {
        (RunOutcome::Made, _) => "The kernel itself, run from there, does it too.".into(),
        (RunOutcome::NotMade, _) => {
            "A CONTRADICTION: the kernel itself, run from there, does not do it.".into()
        }
        (RunOutcome::NotRun, why) => {
            format!(
                "None of the kernel itself: {}.",
                why.as_deref().unwrap_or("no reason is given")
            )
        }
    };
    writeln!(out, "  {LABEL}run{LABEL:#}  {said}")
}

const NAMES: [&str; 2] = ["A", "B"];

/// The accesses marked in their source; both in one excerpt where they share a file.
fn excerpts(alarm: &Alarm) -> String {
    let mut snippets = Vec::new();
    let spans: Vec<_> = alarm.accesses.iter().filter_map(|a| a.span.as_ref()).collect();
    let [a, b] = &spans[..] else { return String::new() };
    let label = |n: usize| {
        let verb = if alarm.accesses[n].mode == "wr" { "writes" } else { "reads" };
        format!("thread {} {verb}", NAMES[n])
    };
    let (label_a, label_b) = (label(0), label(1));
    if a.source.name() == b.source.name() {
        let snippet = Snippet::source(a.source.text()).path(a.source.name());
        let snippet = if a.bytes == b.bytes {
            let both = format!("{label_a}, {label_b}");
            snippet.annotation(AnnotationKind::Primary.span(a.bytes.clone()).label(both))
        } else {
            snippet
                .annotation(AnnotationKind::Primary.span(a.bytes.clone()).label(label_a))
                .annotation(AnnotationKind::Primary.span(b.bytes.clone()).label(label_b))
        };
        snippets.push(snippet);
    } else {
        for (span, label) in [(a, label_a), (b, label_b)] {
            let mark = AnnotationKind::Primary.span(span.bytes.clone()).label(label);
            let snippet = Snippet::source(span.source.text()).path(span.source.name());
            snippets.push(snippet.annotation(mark));
        }
    }
    let mut group = Group::with_level(Level::ERROR);
    for snippet in snippets {
        group = group.element(snippet);
    }
    Renderer::styled().render(&[group])
}

/// Parameters, coordinates and variables, a column a thread; approximated ones are marked.
fn table(out: &mut String, alarm: &Alarm) -> std::fmt::Result {
    let [a, b] = &alarm.accesses[..] else { return Ok(()) };
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for (x, k) in &alarm.params {
        rows.push((x.clone(), plain(k), plain(k)));
    }
    for (left, right) in [(&a.thread, &b.thread), (&a.variables, &b.variables)] {
        let mut names: Vec<&String> = left.keys().collect();
        names.extend(right.keys().filter(|x| !left.contains_key(*x)));
        for x in names {
            let cell = |m: &BTreeMap<String, Value>| m.get(x).map_or("-".into(), plain);
            let mark = if alarm.approximated.contains(x) { " (approximated)" } else { "" };
            rows.push((format!("{x}{mark}"), cell(left), cell(right)));
        }
    }
    columns(out, ["thread A", "thread B"], &rows)
}

/// Rows of a name and two values, under these heads.
fn columns(
    out: &mut String,
    [left, right]: [&str; 2],
    rows: &[(String, String, String)],
) -> std::fmt::Result {
    let width = |f: fn(&(String, String, String)) -> &String, least: usize| {
        rows.iter().map(|r| f(r).len()).max().unwrap_or(0).max(least)
    };
    let first = width(|r| &r.0, 8);
    let (second, third) = (width(|r| &r.1, left.len()), width(|r| &r.2, right.len()));
    let label = LABEL;
    writeln!(out, "  {:<first$}  {label}{left:>second$}  {right:>third$}{label:#}", "")?;
    for (name, left, right) in rows {
        writeln!(out, "  {label}{name:<first$}{label:#}  {left:>second$}  {right:>third$}")?;
    }
    Ok(())
}

fn memory(
    out: &mut String,
    memory: &BTreeMap<String, BTreeMap<String, Value>>,
) -> std::fmt::Result {
    for (array, cells) in memory {
        let cells: Vec<String> =
            cells.iter().map(|(j, k)| format!("{array}[{j}] = {}", plain(k))).collect();
        writeln!(out, "  {LABEL}initial memory{LABEL:#}  {}", cells.join(", "))?;
    }
    Ok(())
}

/// [L24, §2.1]: whether the accesses are reachable and the index exact.
fn approximation(out: &mut String, alarm: &Alarm) -> std::fmt::Result {
    let reach = match alarm.reachability {
        Exactness::Exact => "Reachable accesses.",
        Exactness::Approximate => "Potentially unreachable accesses.",
    };
    let place = match alarm.location {
        Exactness::Exact => "Exact index.",
        Exactness::Approximate => "Potentially inexact index.",
    };
    write!(out, "  {LABEL}approximation report{LABEL:#}  {reach} {place}")?;
    match &alarm.approximated[..] {
        [] => {}
        [x] => write!(out, " Variable {x} has been approximated.")?,
        many => write!(out, " Variables {} have been approximated.", many.join(", "))?,
    }
    let end = match (alarm.status, alarm.replayed) {
        (Status::True, _) => " True alarm: the interpreter made the race.",
        (Status::Confirmed, true) => " Confirmed: the interpreter made the race.",
        (Status::Confirmed, false) => " Confirmed: a run of the kernel made the race.",
        (Status::Refuted, _) => " Refuted: the program itself cannot make it.",
        (Status::Open, _) => " Open.",
    };
    writeln!(out, "{end}")?;
    if let Some(why) = &alarm.why {
        writeln!(out, "  {LABEL}why open{LABEL:#}  {why}")?;
    }
    Ok(())
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{KernelRun, RunOutcome, kernel_run};

    #[test]
    fn a_contradiction_is_not_hidden() {
        let said = |outcome, why: Option<&str>| {
            let mut out = String::new();
            let run = KernelRun { outcome, why: why.map(str::to_owned) };
            let written = kernel_run(&mut out, Some(&run));
            written.map(|()| out)
        };
        let contradiction = said(RunOutcome::NotMade, None);
        assert!(contradiction.is_ok_and(|text| text.contains("A CONTRADICTION")));
        let not_run = said(RunOutcome::NotRun, Some("textures are not run"));
        assert!(not_run.is_ok_and(|text| text.contains("textures are not run.")));
    }
}
