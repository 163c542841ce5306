//! Many verdicts at a glance: a line for each kernel, and how they spread over the classes of
//! approximation [L24, Table 4].

use crate::style::{ALARM, FINE, HEADING, LABEL, UNDECIDED};
use anstyle::Style;
use serde_json::Value;
use std::fmt::{Result, Write};

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

/// A line for each kernel.
pub fn table(out: &mut String, kernels: &[Value]) -> Result {
    let longest = kernels.iter().map(|k| text(k, "name").chars().count()).max().unwrap_or(0);
    let width = longest.clamp(6, 60);
    writeln!(out, "{LABEL}{:<width$}  {:<16}  class  alarms{LABEL:#}", "kernel", "verdict")?;
    for kernel in kernels {
        let known = VERDICTS.iter().find(|(word, ..)| *word == text(kernel, "verdict"));
        let (_, verdict, style) = known.copied().unwrap_or(("", "?", UNDECIDED));
        let name = text(kernel, "name");
        write!(out, "{name:<width$}  {style}{verdict:<16}{style:#}  ")?;
        let unsupported = text(kernel, "verdict") == "unsupported";
        let class = if unsupported { "-" } else { text(kernel, "approximation") };
        writeln!(out, "{class:<5}  {}", alarms(kernel))?;
    }
    Ok(())
}

/// Why a kernel has no verdict: what the report says last, or says is not supported.
pub fn why(kernel: &Value) -> Option<&str> {
    let notes = || kernel["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    notes().find(|note| note.ends_with("is not supported")).or_else(|| notes().next_back())
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

/// How many kernels of each class got which verdict.
pub fn census(out: &mut String, kernels: &[Value]) -> Result {
    writeln!(out, "\n{HEADING}{} kernels{HEADING:#}", kernels.len())?;
    write!(out, "{LABEL}{:<16}", "")?;
    for class in CLASSES {
        write!(out, "  {class:>6}")?;
    }
    writeln!(out, "  {:>6}{LABEL:#}", "all")?;
    let row = |out: &mut String, name: &str, style: Style, keep: &dyn Fn(&Value) -> bool| {
        let kept: Vec<&Value> = kernels.iter().filter(|kernel| keep(kernel)).collect();
        write!(out, "{style}{name:<16}{style:#}")?;
        for class in CLASSES {
            let n = kept.iter().filter(|kernel| text(kernel, "approximation") == class).count();
            write!(out, "  {n:>6}")?;
        }
        writeln!(out, "  {:>6}", kept.len())
    };
    for (word, name, style) in VERDICTS {
        row(out, name, style, &|kernel| text(kernel, "verdict") == word)?;
    }
    row(out, "all", HEADING, &|_| true)?;
    let modelled = kernels.iter().filter(|kernel| text(kernel, "verdict") != "unsupported");
    let (mut exact, mut all) = (0_u32, 0_u32);
    for kernel in modelled {
        all += 1;
        exact += u32::from(text(kernel, "approximation") == "CIDI");
    }
    if all > 0 {
        let share = 100.0 * f64::from(exact) / f64::from(all);
        writeln!(out, "{share:.1} % of the kernels that are supported are CIDI")?;
    }
    Ok(())
}
