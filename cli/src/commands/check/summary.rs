//! Many verdicts at a glance: a line for each kernel, and how they spread over the classes of
//! approximation [L24, Table 4].

use crate::style::{ALARM, FINE, HEADING, LABEL, Style, UNDECIDED};
use semantics::terminal::{left, width};
use semantics::{Text, say};
use serde_json::Value;
use verdict::form::{Alarm, Class, Kernel, Verdict};

/// The verdicts, in the order of the census.
const VERDICTS: [Verdict; 5] = [
    Verdict::Drf,
    Verdict::Racy,
    Verdict::Potential,
    Verdict::Unknown,
    Verdict::Unsupported,
];

/// A verdict as people spell it.
fn spelt(verdict: Verdict) -> (&'static str, Style) {
    match verdict {
        Verdict::Drf => ("race free", FINE),
        Verdict::Racy => ("racy", ALARM),
        Verdict::Potential => ("potentially racy", UNDECIDED),
        Verdict::Unknown => ("unknown", UNDECIDED),
        Verdict::Unsupported => ("unsupported", UNDECIDED),
    }
}

/// A line for each kernel; with its class where more is asked for.
pub fn table(out: &mut Text, kernels: &[Kernel], verbose: bool) {
    let longest = kernels.iter().map(|k| width(&k.name)).max().unwrap_or(0);
    let columns = longest.clamp(6, 60);
    let heading = if verbose { "class  alarms" } else { "alarms" };
    say!(out, "{LABEL}{:<columns$}  {:<16}  {heading}{LABEL:#}", "kernel", "verdict");
    for kernel in kernels {
        let (verdict, style) = spelt(kernel.verdict);
        let name = left(&kernel.name, columns);
        let class = match (verbose, kernel.verdict) {
            (false, _) => String::new(),
            (true, Verdict::Unsupported) => format!("{:<5}  ", "-"),
            (true, _) => format!("{:<5}  ", kernel.approximation.word()),
        };
        let alarms = alarms(kernel);
        say!(out, "{name}  {style}{verdict:<16}{style:#}  {class}{alarms}");
    }
}

/// Whether a kernel has no verdict.
pub fn is_undecided(kernel: &Kernel) -> bool {
    matches!(kernel.verdict, Verdict::Unknown | Verdict::Unsupported)
}

/// `a[1][2]`
pub fn cell(array: &str, index: &[Value]) -> String {
    let index: String = index.iter().map(|n| format!("[{n}]")).collect();
    format!("{array}{index}")
}

/// `true s[1], open t[0], divergence`
fn alarms(kernel: &Kernel) -> String {
    let told = |alarm: &Alarm| {
        format!("{} {}", alarm.status.word(), cell(&alarm.array, &alarm.index))
    };
    let mut all: Vec<String> = kernel.alarms.iter().map(told).collect();
    all.extend(kernel.divergences.iter().map(|_| "divergence".to_owned()));
    if all.is_empty() && is_undecided(kernel) {
        all.extend(kernel.why.clone());
    }
    all.join(", ")
}

/// `12 kernels: 9 race free, 2 racy, 1 unknown`
pub fn count(out: &mut Text, kernels: &[Kernel]) {
    let mut counts = Vec::new();
    for verdict in VERDICTS {
        let n = kernels.iter().filter(|kernel| kernel.verdict == verdict).count();
        if n > 0 {
            let (name, style) = spelt(verdict);
            counts.push(format!("{n} {style}{name}{style:#}"));
        }
    }
    let s = if kernels.len() == 1 { "" } else { "s" };
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    out.blank();
    say!(out, "{HEADING}{} kernel{s}{HEADING:#}{counts}", kernels.len());
}

/// How many kernels of each class got which verdict.
pub fn census(out: &mut Text, kernels: &[Kernel]) {
    out.blank();
    say!(out, "{HEADING}{} kernels{HEADING:#}", kernels.len());
    let mut row = |name: &str, style: Style, counts: [String; 5]| {
        let counts = counts.map(|count| format!("  {count:>6}")).concat();
        say!(out, "{style}{name:<16}{style:#}{counts}");
    };
    let [a, b, c, d] = Class::ALL.map(|class| class.word().to_owned());
    row("", LABEL, [a, b, c, d, "all".into()]);
    let mut counted = |name: &str, style: Style, keep: &dyn Fn(&Kernel) -> bool| {
        let kept: Vec<&Kernel> = kernels.iter().filter(|kernel| keep(kernel)).collect();
        let of = |class| kept.iter().filter(|k| k.approximation == class).count();
        let [a, b, c, d] = Class::ALL.map(|class| of(class).to_string());
        row(name, style, [a, b, c, d, kept.len().to_string()]);
    };
    for verdict in VERDICTS {
        let (name, style) = spelt(verdict);
        counted(name, style, &|kernel| kernel.verdict == verdict);
    }
    counted("all", HEADING, &|_| true);
    let modelled = kernels.iter().filter(|kernel| kernel.verdict != Verdict::Unsupported);
    let (mut exact, mut all) = (0_u32, 0_u32);
    for kernel in modelled {
        all += 1;
        exact += u32::from(kernel.approximation == Class::Cidi);
    }
    if all > 0 {
        let share = 100.0 * f64::from(exact) / f64::from(all);
        say!(out, "{share:.1} % of the kernels that are supported are CIDI");
    }
}
