//! Many verdicts at a glance: a line for each kernel, and how they spread over the classes of
//! approximation [L24, Table 4].

use crate::style::{ALARM, FINE, HEADING, LABEL, Style, UNDECIDED};
use semantics::terminal::{left, width};
use semantics::{Text, say};
use serde_json::Value;

/// The verdicts, as JSON and people spell them.
const VERDICTS: [(&str, &str, Style); 5] = [
    ("drf", "race free", FINE),
    ("racy", "racy", ALARM),
    ("potential", "potentially racy", UNDECIDED),
    ("unknown", "unknown", UNDECIDED),
    ("unsupported", "unsupported", UNDECIDED),
];

/// The classes: control, then data.
const CLASSES: [&str; 4] = ["CIDI", "CIDD", "CDDI", "CDDD"];

fn text<'v>(kernel: &'v Value, key: &str) -> &'v str {
    kernel[key].as_str().unwrap_or_default()
}

/// A line for each kernel; with its class where more is asked for.
pub fn table(out: &mut Text, kernels: &[Value], verbose: bool) {
    let longest = kernels.iter().map(|k| width(text(k, "name"))).max().unwrap_or(0);
    let columns = longest.clamp(6, 60);
    let heading = if verbose { "class  alarms" } else { "alarms" };
    say!(out, "{LABEL}{:<columns$}  {:<16}  {heading}{LABEL:#}", "kernel", "verdict");
    for kernel in kernels {
        let known = VERDICTS.iter().find(|(word, ..)| *word == text(kernel, "verdict"));
        let (_, verdict, style) = known.copied().unwrap_or(("", "?", UNDECIDED));
        let name = left(text(kernel, "name"), columns);
        let class = match (verbose, text(kernel, "verdict")) {
            (false, _) => String::new(),
            (true, "unsupported") => format!("{:<5}  ", "-"),
            (true, _) => format!("{:<5}  ", text(kernel, "approximation")),
        };
        let alarms = alarms(kernel);
        say!(out, "{name}  {style}{verdict:<16}{style:#}  {class}{alarms}");
    }
}

/// Why a kernel has no verdict.
pub fn why(kernel: &Value) -> Option<&str> {
    kernel["why"].as_str()
}

/// `true s[1], open t[0], divergence`
fn alarms(kernel: &Value) -> String {
    let mut all = Vec::new();
    for alarm in kernel["alarms"].as_array().into_iter().flatten() {
        let index: String =
            alarm["index"].as_array().into_iter().flatten().map(|n| format!("[{n}]")).collect();
        all.push(format!("{} {}{}", text(alarm, "status"), text(alarm, "array"), index));
    }
    let divergences = kernel["divergences"].as_array().map_or(0, Vec::len);
    all.extend(std::iter::repeat_n("divergence".to_owned(), divergences));
    if all.is_empty()
        && text(kernel, "verdict").starts_with("un")
        && let Some(why) = why(kernel)
    {
        all.push(why.to_owned());
    }
    all.join(", ")
}

/// `12 kernels: 9 race free, 2 racy, 1 unknown`
pub fn count(out: &mut Text, kernels: &[Value]) {
    let mut counts = Vec::new();
    for (word, name, style) in VERDICTS {
        let n = kernels.iter().filter(|kernel| text(kernel, "verdict") == word).count();
        if n > 0 {
            counts.push(format!("{n} {style}{name}{style:#}"));
        }
    }
    let s = if kernels.len() == 1 { "" } else { "s" };
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    out.blank();
    say!(out, "{HEADING}{} kernel{s}{HEADING:#}{counts}", kernels.len());
}

/// How many kernels of each class got which verdict.
pub fn census(out: &mut Text, kernels: &[Value]) {
    out.blank();
    say!(out, "{HEADING}{} kernels{HEADING:#}", kernels.len());
    let mut row = |name: &str, style: Style, counts: [String; 5]| {
        let counts = counts.map(|count| format!("  {count:>6}")).concat();
        say!(out, "{style}{name:<16}{style:#}{counts}");
    };
    let [a, b, c, d] = CLASSES.map(str::to_owned);
    row("", LABEL, [a, b, c, d, "all".into()]);
    let mut counted = |name: &str, style: Style, keep: &dyn Fn(&Value) -> bool| {
        let kept: Vec<&Value> = kernels.iter().filter(|kernel| keep(kernel)).collect();
        let of = |class| kept.iter().filter(|k| text(k, "approximation") == class).count();
        let [a, b, c, d] = CLASSES.map(|class| of(class).to_string());
        row(name, style, [a, b, c, d, kept.len().to_string()]);
    };
    for (word, name, style) in VERDICTS {
        counted(name, style, &|kernel| text(kernel, "verdict") == word);
    }
    counted("all", HEADING, &|_| true);
    let modelled = kernels.iter().filter(|kernel| text(kernel, "verdict") != "unsupported");
    let (mut exact, mut all) = (0_u32, 0_u32);
    for kernel in modelled {
        all += 1;
        exact += u32::from(text(kernel, "approximation") == "CIDI");
    }
    if all > 0 {
        let share = 100.0 * f64::from(exact) / f64::from(all);
        say!(out, "{share:.1} % of the kernels that are supported are CIDI");
    }
}
