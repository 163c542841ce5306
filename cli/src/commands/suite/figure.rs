//! Time and memory of each kernel, in SVG. [L24, Fig. 8]

use super::record::Line;
use super::tables::analyzable;
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 70.0;
/// Above a panel, for its title, and below it, for numbers.
const ABOVE: f64 = 30.0;
const BELOW: f64 = 25.0;

const STYLE: &str = "<style>.costs text{font:12px sans-serif;fill:#222}.costs .y{text-anchor:end}\
    .costs .a{stroke:#bbb;fill:none}.costs .g{stroke:#e4e4e4}.costs circle{fill:#246;fill-opacity:.6}</style>";

/// A panel: its title, how a number stands at its axis, and the numbers of the axis from below.
struct Panel {
    title: &'static str,
    marks: Vec<(f64, String)>,
    /// How high a value stands, from 0 to 1.
    values: Vec<f64>,
}

/// Seconds above, on a logarithmic axis; memory below, on a linear one. Kernels stand in the order of their names;
/// those without a verdict are left out, as in the paper.
pub fn figure(lines: &[Line]) -> String {
    let seconds: Vec<f64> = analyzable(lines).map(|line| line.seconds).collect();
    let megabytes: Vec<f64> =
        analyzable(lines).map(|line| line.peak_kib.unwrap_or(0) as f64 * 1024.0 / 1e6).collect();
    let height = 2.0 * (HEIGHT + ABOVE + BELOW);
    let mut out = format!(
        "<svg class=\"costs\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>Seconds and memory of each kernel</title>\n{STYLE}\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (n, panel) in [of_time(&seconds), of_memory(&megabytes)].iter().enumerate() {
        draw(&mut out, panel, n as f64 * (HEIGHT + ABOVE + BELOW) + ABOVE);
    }
    out + "</svg>\n"
}

/// From a hundredth of a second, or less, in powers of ten.
fn of_time(seconds: &[f64]) -> Panel {
    let (low, high) = (0.01_f64, seconds.iter().copied().fold(1.0, f64::max));
    let (low, high) = (low.log10(), high.log10().ceil());
    let powers = (high - low).round();
    let along = |value: f64| ((value.max(0.01).log10() - low) / powers).clamp(0.0, 1.0);
    let marks = (0..=powers as i32).map(|n| {
        let value = 10_f64.powf(low + f64::from(n));
        (along(value), format!("{value} s"))
    });
    let title = "seconds (logarithmic)";
    Panel { title, marks: marks.collect(), values: seconds.iter().map(|s| along(*s)).collect() }
}

fn of_memory(megabytes: &[f64]) -> Panel {
    let most = megabytes.iter().copied().fold(1.0, f64::max);
    // A round number of steps of 1, 2 or 5.
    let power = 10_f64.powf((most / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| step * 5.0 >= most);
    let step = step.unwrap_or(power);
    let marks = (0..=5).map(|n| (f64::from(n) / 5.0, format!("{} MB", f64::from(n) * step)));
    let values = megabytes.iter().map(|value| (value / (5.0 * step)).clamp(0.0, 1.0)).collect();
    Panel { title: "megabytes", marks: marks.collect(), values }
}

fn draw(out: &mut String, panel: &Panel, top: f64) {
    let wide = WIDTH - LEFT - 10.0;
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{}\">{}</text>", top - 8.0, panel.title);
    for (at, text) in &panel.marks {
        let y = top + (1.0 - at) * HEIGHT;
        let right = LEFT + wide;
        let _ = writeln!(out, "<path class=\"g\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        let _ = writeln!(out, "<text class=\"y\" x=\"{}\" y=\"{:.1}\">{text}</text>", LEFT - 6.0, y + 4.0);
    }
    let _ = writeln!(
        out,
        "<rect class=\"a\" x=\"{LEFT}\" y=\"{top}\" width=\"{wide}\" height=\"{HEIGHT}\"/>"
    );
    let all = panel.values.len().max(1) as f64;
    for (n, value) in panel.values.iter().enumerate() {
        let x = LEFT + (n as f64 + 0.5) / all * wide;
        let y = top + (1.0 - value) * HEIGHT;
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Word;
    use super::super::record::tests::line;
    use super::*;

    /// A kernel has a mark in each panel, also where there is one or none.
    #[test]
    fn each_kernel_with_a_verdict_is_drawn_twice() {
        for n in [0, 1, 300] {
            let mut lines: Vec<Line> = (0..n).map(|n| line(&n.to_string(), "k", Word::Drf)).collect();
            lines.push(line("late", "k", Word::Timeout));
            let out = figure(&lines);
            assert_eq!(out.matches("<circle").count(), 2 * n);
            assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
        }
    }

    #[test]
    fn an_axis_ends_above_what_is_on_it() {
        let memory = of_memory(&[3.0, 88.0]);
        assert_eq!(memory.marks.last().map(|mark| mark.1.as_str()), Some("100 MB"));
        assert!((memory.values[1] - 0.88).abs() < 1e-9);
        let time = of_time(&[0.1, 30.0]);
        assert_eq!(time.marks.last().map(|mark| mark.1.as_str()), Some("100 s"));
        assert!((time.values[0] - 0.25).abs() < 1e-9);
    }
}
