//! The answer of `check` for people: verdict, both accesses marked in the source, both threads,
//! the memory that shows the race, the approximation report of [L24, §2].

mod certified;

use crate::style::{ALARM, FINE, HEADING, HELP, LABEL, NOTE, Style, UNDECIDED};
use cuda::{Assumption, AssumptionKind, Launch, LaunchSource};
use num_traits::Signed;
use semantics::terminal::{left, right, width};
use semantics::{Axis, Excerpt, Mode, Name, Number, Text, Thread, say};
use serde_json::Value;
use std::collections::BTreeSet;
use verdict::suggest::{Host, Suggestions};
use verdict::{
    Alarm, Cell, Divergence, Exactness, KernelVerdict, Note, NoteKind, Run, Status, Verdict, form,
};

/// The whole answer; how it came about, too, where that is asked for.
pub fn text(kernels: &[KernelVerdict], verbose: bool) -> Text {
    let mut out = Text::new();
    for (n, kernel) in kernels.iter().enumerate() {
        if n > 0 {
            out.blank();
        }
        one(&mut out, kernel, verbose);
    }
    out
}

fn one(out: &mut Text, kernel: &KernelVerdict, verbose: bool) {
    let (style, verdict) = verdict(kernel.verdict);
    let known: Vec<&Assumption> = assumed(kernel).collect();
    // What is not modelled under any launch is not said of one.
    let whatever = kernel.verdict == Verdict::Unsupported && kernel.launches.iter().all(is_any);
    let launch = launches(&kernel.launches).filter(|_| !whatever);
    let launch = launch.map_or(String::new(), |launch| format!(", {launch}"));
    let assuming = match known.len() {
        0 => String::new(),
        1 => ", assuming 1 thing:".into(),
        n => format!(", assuming {n} things:"),
    };
    // A barrier at which threads diverge is an alarm, too.
    let (style, besides) = match (kernel.divergences.is_empty(), kernel.verdict) {
        (true, _) => (style, ""),
        (false, Verdict::Drf) => (ALARM, " but for barrier divergence"),
        (false, _) => (style, ", with barrier divergence"),
    };
    let verdict = format!("{style}{verdict}{besides}{style:#}");
    say!(out, "{HEADING}{}{HEADING:#}: {verdict}{launch}{assuming}", kernel.name);
    for assumption in known {
        say!(out, "  {}{}", place(assumption), assumption.what);
    }
    if let Some(why) = &kernel.why {
        say!(out, "  {LABEL}why{LABEL:#}  {why}");
    }
    let refuted = kernel.alarms.iter().filter(|alarm| alarm.status == Status::Refuted).count();
    for alarm in &kernel.alarms {
        if alarm.status != Status::Refuted || verbose {
            out.blank();
            describe(out, alarm, kernel, verbose);
        }
    }
    for divergence in &kernel.divergences {
        out.blank();
        say!(out, "{ALARM}barrier divergence{ALARM:#} at {}", divergence.barrier.place());
        diverging(out, divergence, kernel);
    }
    notes(out, kernel, refuted, verbose);
}

/// What is said below the alarms.
fn notes(out: &mut Text, kernel: &KernelVerdict, refuted: usize, verbose: bool) {
    let shown = kernel.notes.iter().filter(|note| verbose || note.kind() != NoteKind::Reading);
    let mut lines: Vec<String> = shown.map(Note::to_string).collect();
    // It is said above.
    let why = kernel.why.as_ref().map(ToString::to_string);
    lines.retain(|line| why.as_ref() != Some(line));
    if verbose {
        let solver = kernel.solver.as_deref().unwrap_or("none");
        lines.push(format!("class {}, decided by {solver}", kernel.approximation.word()));
    } else if refuted > 0 && kernel.verdict == Verdict::Drf {
        lines.push(match refuted {
            1 => "1 alarm was refuted (-v shows it)".into(),
            n => format!("{n} alarms were refuted (-v shows them)"),
        });
    }
    let certified = kernel.certification.as_ref().map(|c| certified::lines(kernel, c));
    if !lines.is_empty() || certified.is_some() {
        out.blank();
    }
    for line in lines {
        say!(out, "{NOTE}note{NOTE:#}: {line}");
    }
    for (style, word, line) in certified.into_iter().flatten() {
        say!(out, "{style}{word}{style:#}: {line}");
    }
    if let Some(suggestions) = &kernel.suggestions {
        suggested(out, suggestions);
    } else if let Some(next) = next_step(kernel) {
        say!(out, "{HELP}help{HELP:#}: {next}");
    }
}

/// Under what the kernel is race free.
fn suggested(out: &mut Text, suggestions: &Suggestions) {
    let Suggestions { conjunctions, asked, complete } = suggestions;
    if conjunctions.is_empty() {
        let none = "of its conditions, at most three together, none";
        let why = match complete {
            true => format!("{none} makes it race free and keeps it running"),
            false => format!(
                "{none} was found to make it race free in this time: --suggest=300 looks longer"
            ),
        };
        say!(out, "{HELP}help{HELP:#}: {why} ({asked} were tried)");
        return;
    }
    say!(
        out,
        "{HELP}help{HELP:#}: it is race free, and two threads still make these accesses, with"
    );
    for (n, conjunction) in conjunctions.iter().enumerate() {
        let or = if n > 0 { "or " } else { "   " };
        let flags: Vec<String> =
            conjunction.conditions.iter().map(|c| format!("--assume '{c}'")).collect();
        let host = match conjunction.host {
            Some(Host::Meets) => "   (the launches of the host code meet this)",
            Some(Host::Open) => "   (nothing shows that the launches of the host code meet this)",
            None => "",
        };
        say!(out, "  {or}{}{host}", flags.join(" "));
    }
}

/// What the user can do where there is no verdict, or one that hangs on what is not given.
fn next_step(kernel: &KernelVerdict) -> Option<&'static str> {
    let launch = || kernel.launches.iter().any(|launch| launch.from == LaunchSource::Assumed);
    match kernel.verdict {
        Verdict::Drf => None,
        Verdict::Unknown if launch() => Some(
            "give the launch, such as --block-dim 256 --grid-dim 64, or more time with --timeout 60",
        ),
        Verdict::Unknown => Some("give more time with --timeout 60"),
        Verdict::Racy | Verdict::Potential if launch() => {
            Some("nothing says how the kernel is launched: give --block-dim 256 --grid-dim 64")
        }
        Verdict::Racy | Verdict::Potential if takes_negative(kernel) => Some(
            "each alarm has a number below 0: --suggest looks for conditions under which there is none",
        ),
        Verdict::Racy | Verdict::Potential | Verdict::Unsupported => None,
    }
}

/// Whether no alarm does without a parameter below 0: most of them count something.
fn takes_negative(kernel: &KernelVerdict) -> bool {
    let mut alarms = kernel.alarms.iter().filter(|a| a.status != Status::Refuted).peekable();
    let negative = |a: &Alarm| a.race.params.values().any(Signed::is_negative);
    alarms.peek().is_some() && alarms.all(negative)
}

/// What is taken for granted, but for the launch that the first line says.
fn assumed(kernel: &KernelVerdict) -> impl Iterator<Item = &Assumption> {
    kernel.assumptions.iter().filter(|assumption| assumption.kind != AssumptionKind::Launch)
}

fn place(assumption: &Assumption) -> String {
    assumption.span.as_ref().map_or_else(String::new, |span| {
        format!("{}:{}: ", span.source.name(), span.line_column().0)
    })
}

/// `for 4 blocks of 256 threads (line 9)`
fn launches(all: &[Launch]) -> Option<String> {
    let line = |launch: &Launch| launch.span.as_ref().map(|span| span.line_column().0);
    let lines = |launch: &Launch| match (launch.from, line(launch)) {
        (LaunchSource::HostCode | LaunchSource::FirstLines, Some(line)) => {
            format!(" (line {line})")
        }
        _ => String::new(),
    };
    match all {
        [] => None,
        [one] => Some(format!("for {}{}", shape(one), lines(one))),
        several => {
            // A launch that is reached in several ways is one line.
            let lines: BTreeSet<usize> = several.iter().filter_map(line).collect();
            let shown: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let lines = match shown.as_slice() {
                [] => String::new(),
                [line] => format!(" (line {line})"),
                lines => format!(" (lines {})", lines.join(", ")),
            };
            Some(format!("for {} launches{lines}", several.len()))
        }
    }
}

/// Whether nothing is known of a launch.
fn is_any(launch: &Launch) -> bool {
    launch.block.iter().chain(&launch.grid).all(Option::is_none)
}

/// `4 x 4 blocks of 16 x 16 threads`
fn shape(launch: &Launch) -> String {
    let Launch { block, grid, .. } = launch;
    // The axes on which nothing is fixed, where the others are 1.
    let open = |dims: &[Option<u64>; 3]| {
        let axes = dims.iter().filter(|n| n.is_none()).count();
        (axes > 0 && dims.iter().flatten().all(|n| *n == 1)).then_some(axes)
    };
    match (open(grid), open(block)) {
        (Some(axes), Some(_)) if (0..3).all(|n| block[n].is_none() == grid[n].is_none()) => {
            return format!("any {axes}-D launch");
        }
        (Some(of_grid), Some(of_block)) if of_grid > 1 || of_block > 1 => {
            return format!("any {of_grid}-D grid of {of_block}-D blocks");
        }
        _ => {}
    }
    let threads = match extents(block) {
        Extents::One => "1 thread".to_owned(),
        Extents::Any => "any number of threads".to_owned(),
        Extents::These(extents) => format!("{extents} threads"),
    };
    match extents(grid) {
        Extents::One => format!("1 block of {threads}"),
        Extents::Any => format!("any number of blocks of {threads}"),
        Extents::These(extents) => format!("{extents} blocks of {threads}"),
    }
}

/// How many threads a block has, or blocks a grid.
enum Extents {
    One,
    /// Any number on the first axis.
    Any,
    /// `16 x any`
    These(String),
}

fn extents(dims: &[Option<u64>; 3]) -> Extents {
    match dims {
        [Some(1), Some(1), Some(1)] => return Extents::One,
        [None, Some(1), Some(1)] => return Extents::Any,
        _ => {}
    }
    let last = dims.iter().rposition(|n| *n != Some(1)).unwrap_or(0);
    let each = dims[..=last].iter().map(|n| n.map_or("any".into(), |n| n.to_string()));
    Extents::These(each.collect::<Vec<String>>().join(" x "))
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

fn describe(out: &mut Text, alarm: &Alarm, kernel: &KernelVerdict, verbose: bool) {
    let race = &alarm.race;
    let index: String = race.index.iter().map(|n| format!("[{n}]")).collect();
    let (style, what) = match alarm.status {
        Status::True => (ALARM, "true alarm"),
        Status::Confirmed => (ALARM, "confirmed alarm"),
        Status::Refuted => (FINE, "refuted alarm"),
        Status::Open => (UNDECIDED, "open alarm"),
    };
    say!(out, "{style}{what}{style:#}: {HEADING}{}{index}{HEADING:#}", race.array);
    excerpts(out, alarm);
    table(out, alarm, kernel);
    memory(out, &race.cells);
    if alarm.same_value {
        say!(out, "  Both threads write the same value. With --benign allow this is no race.");
    }
    if verbose {
        approximation(out, alarm);
    }
    shown_by(out, alarm);
    match &alarm.certified {
        Some(Ok(())) => say!(out, "  {FINE}Certified{FINE:#}: the verified checker makes it, too."),
        Some(Err(why)) => say!(out, "  Not certified: {why}."),
        None => {}
    }
    if let Some(why) = &alarm.why {
        say!(out, "  {LABEL}why open{LABEL:#}  {why}");
    }
}

/// What shows an alarm: the rules, a run of the kernel itself, or nothing.
fn shown_by(out: &mut Text, alarm: &Alarm) {
    match (alarm.status, alarm.is_made(), alarm.race.is_replayed()) {
        (Status::True | Status::Confirmed, true, true) => {
            say!(out, "  The rules make this race, and so does a run of the kernel itself.");
        }
        (Status::Confirmed, true, false) => {
            say!(out, "  A run of the kernel itself makes this race.")
        }
        (Status::True | Status::Confirmed, false, _) => {
            say!(out, "  The rules make this race.");
            kernel_run(out, alarm.run.as_ref());
        }
        (Status::Refuted, ..) => say!(out, "  The program itself cannot make this race."),
        _ => kernel_run(out, alarm.run.as_ref()),
    }
}

/// The two threads of a divergence, and from where they come to it.
fn diverging(out: &mut Text, divergence: &Divergence, kernel: &KernelVerdict) {
    let both = divergence.params.iter().map(|(x, k)| (x.to_string(), k.to_string(), k.to_string()));
    let mut rows: Vec<_> = both.collect();
    rows.extend(coordinates(divergence.threads.each_ref(), kernel));
    columns(out, ["reaches it", "does not"], &rows);
    memory(out, &divergence.cells);
    kernel_run(out, divergence.run.as_ref());
}

/// What a run of the kernel itself says.
fn kernel_run(out: &mut Text, run: Option<&Run>) {
    let Some(run) = run else { return };
    let said = match run {
        Run::Made => "The kernel itself, run from there, does it too.".into(),
        Run::NotMade => {
            "A CONTRADICTION: the kernel itself, run from there, does not do it.".into()
        }
        Run::Meaningless(why) => format!("None of the kernel itself: {why}."),
        Run::NotRun(why) => format!("None of the kernel itself: {why}."),
    };
    say!(out, "  {LABEL}run{LABEL:#}  {said}");
}

const NAMES: [&str; 2] = ["A", "B"];

/// The accesses marked in their source; both in one excerpt where they share a file.
fn excerpts(out: &mut Text, alarm: &Alarm) {
    let spans: Vec<_> = alarm.race.accesses.iter().filter_map(|a| a.span.as_ref()).collect();
    let [a, b] = &spans[..] else { return };
    let label = |n: usize| {
        let verb = if alarm.race.accesses[n].mode == Mode::Wr { "writes" } else { "reads" };
        format!("thread {} {verb}", NAMES[n])
    };
    let (label_a, label_b) = (label(0), label(1));
    let excerpt = if a.source.name() == b.source.name() && a.bytes == b.bytes {
        Excerpt::new().mark(a, &format!("{label_a}, {label_b}"))
    } else {
        Excerpt::new().mark(a, &label_a).mark(b, &label_b)
    };
    out.push(&excerpt.text());
}

/// Parameters, coordinates and variables, a column a thread; approximated ones are marked.
fn table(out: &mut Text, alarm: &Alarm, kernel: &KernelVerdict) {
    let [a, b] = &alarm.race.accesses;
    let mut rows: Vec<Row> = Vec::new();
    for (x, k) in &alarm.race.params {
        rows.push((x.to_string(), k.to_string(), k.to_string()));
    }
    rows.extend(coordinates([&a.thread, &b.thread], kernel));
    let mut names: Vec<&Name> = a.variables.keys().collect();
    names.extend(b.variables.keys().filter(|x| !a.variables.contains_key(*x)));
    for x in names {
        let mark = if alarm.race.approximated.contains(x) { " (approximated)" } else { "" };
        let [left, right] = [a, b].map(|access| cell(access.variables.get(x)));
        rows.push((format!("{x}{mark}"), left, right));
    }
    columns(out, ["thread A", "thread B"], &rows);
}

/// A name and two values.
type Row = (String, String, String);

fn cell(n: Option<&Number>) -> String {
    n.map_or("-".into(), Number::to_string)
}

/// The coordinates of two threads, without those of axes on which each launch has one thread or block.
fn coordinates(threads: [&Thread; 2], kernel: &KernelVerdict) -> Vec<Row> {
    let launches = &kernel.launches;
    let single = |axis: &Axis| {
        let one = |launch: &Launch| match axis {
            Axis::Thread(d) => launch.block[*d as usize] == Some(1),
            Axis::Block(d) => launch.grid[*d as usize] == Some(1),
            Axis::Tid => false,
        };
        !launches.is_empty() && launches.iter().all(one)
    };
    let told = threads[0].axes().iter().filter(|axis| !single(axis));
    told.map(|axis| {
        let [one, other] = threads.map(|thread| cell(thread.axis(*axis)));
        (axis.to_string(), one, other)
    })
    .collect()
}

/// Rows, under these heads.
fn columns(out: &mut Text, heads: [&str; 2], rows: &[Row]) {
    let widest = |f: fn(&Row) -> &String, least: usize| {
        rows.iter().map(|row| width(f(row))).max().unwrap_or(0).max(least)
    };
    let first = widest(|r| &r.0, 8);
    let (second, third) = (widest(|r| &r.1, heads[0].len()), widest(|r| &r.2, heads[1].len()));
    let [one, other] = [right(heads[0], second), right(heads[1], third)];
    say!(out, "  {:first$}  {LABEL}{one}  {other}{LABEL:#}", "");
    for (name, one, other) in rows {
        let (name, one, other) = (left(name, first), right(one, second), right(other, third));
        say!(out, "  {LABEL}{name}{LABEL:#}  {one}  {other}");
    }
}

fn memory(out: &mut Text, cells: &[Cell]) {
    for (array, cells) in form::memory(cells) {
        let cells: Vec<String> =
            cells.iter().map(|(j, k)| format!("{array}[{j}] = {}", plain(k))).collect();
        say!(out, "  {LABEL}initial memory{LABEL:#}  {}", cells.join(", "));
    }
}

/// [L24, §2.1]: whether the accesses are reachable and the index exact.
fn approximation(out: &mut Text, alarm: &Alarm) {
    let reach = match alarm.race.reachability {
        Exactness::Exact => "Reachable accesses.",
        Exactness::Approximate => "Potentially unreachable accesses.",
    };
    let place = match alarm.race.location {
        Exactness::Exact => "Exact index.",
        Exactness::Approximate => "Potentially inexact index.",
    };
    let variables = match &alarm.race.approximated[..] {
        [] => String::new(),
        [x] => format!(" Variable {x} has been approximated."),
        many => {
            let names: Vec<&str> = many.iter().map(Name::as_str).collect();
            format!(" Variables {} have been approximated.", names.join(", "))
        }
    };
    say!(out, "  {LABEL}approximation report{LABEL:#}  {reach} {place}{variables}");
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Run, Text, kernel_run};
    use verdict::NotRun;
    use verdict::grid::confirm;

    #[test]
    fn a_contradiction_is_not_hidden() {
        let said = |run| {
            let mut out = Text::new();
            kernel_run(&mut out, Some(&run));
            out.plain()
        };
        assert!(said(Run::NotMade).contains("A CONTRADICTION"));
        let not_run = said(Run::NotRun(NotRun::Start(confirm::NotRun::TooLong)));
        assert!(not_run.contains("the run takes too many steps."));
    }
}
