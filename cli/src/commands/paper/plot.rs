//! Small plots side by side, both axes logarithmic, in SVG.

use std::fmt::Write;

/// A line.
pub struct Curve {
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// Whether it is dashed.
    pub dashed: bool,
}

/// A plot.
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// Its lines.
    pub curves: Vec<Curve>,
}

const COLUMNS: usize = 5;
const WIDTH: f64 = 220.0;
const HEIGHT: f64 = 150.0;
const MARGIN: f64 = 40.0;
/// The legend, below.
const LEGEND: f64 = 30.0;
/// Threads.
const X: (f64, f64) = (32.0, 16384.0);
/// Seconds.
const Y: (f64, f64) = (0.001, 100.0);

/// Of this picture alone: a page has others, whose rules are its own.
const STYLE: &str = "<style>.plot text{font:11px sans-serif;fill:#222;text-anchor:start}\
    .plot .y{text-anchor:end}.plot .m{text-anchor:end}.plot .a{stroke:#bbb;fill:none}\
    .plot .p{stroke:#246;fill:none;stroke-width:2}\
    .plot .x{stroke:#c50;fill:none;stroke-width:2;stroke-dasharray:5 3}\
    .plot .pp{fill:#246}.plot .xp{fill:#c50}</style>";

/// The plots, and below them what the lines are: the one that is drawn through, and the dashed one.
pub fn plot(panels: &[Panel], legend: [&str; 2]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * WIDTH, rows as f64 * HEIGHT + LEGEND);
    let mut out = format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Seconds by number of threads</title>\n{STYLE}\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (n, panel) in panels.iter().enumerate() {
        let left = (n % COLUMNS) as f64 * WIDTH + MARGIN;
        let top = (n / COLUMNS) as f64 * HEIGHT + 20.0;
        let (wide, high) = (WIDTH - MARGIN - 10.0, HEIGHT - 45.0);
        let x = |threads: f64| left + along(threads, X) * wide;
        let y = |seconds: f64| top + (1.0 - along(seconds, Y)) * high;
        let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\">{}</text>", top - 6.0, panel.title);
        let _ = writeln!(
            out,
            "<rect class=\"a\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\"/>"
        );
        for seconds in [0.01, 1.0, 100.0] {
            let _ = writeln!(
                out,
                "<text class=\"y\" x=\"{}\" y=\"{:.1}\">{seconds} s</text>",
                left - 4.0,
                y(seconds) + 4.0
            );
        }
        for (threads, class) in [(X.0, "n"), (X.1, "m")] {
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{threads}</text>",
                x(threads),
                top + high + 14.0
            );
        }
        for curve in &panel.curves {
            let points: Vec<(f64, f64)> =
                curve.points.iter().map(|(threads, seconds)| (x(*threads), y(*seconds))).collect();
            line(&mut out, &points, curve.dashed);
        }
    }
    for (n, says) in legend.iter().enumerate() {
        let (left, at) = (n as f64 * width / 2.0 + MARGIN, height - 12.0);
        line(&mut out, &[(left, at), (left + 40.0, at)], n == 1);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{says}</text>", left + 48.0, at + 4.0);
    }
    out + "</svg>\n"
}

/// A line with a mark at each of its points: a point by itself is seen, too.
fn line(out: &mut String, points: &[(f64, f64)], dashed: bool) {
    let class = if dashed { "x" } else { "p" };
    let joined: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(out, "<polyline class=\"{class}\" points=\"{}\"/>", joined.join(" "));
    for (x, y) in points {
        let _ = writeln!(out, "<circle class=\"{class}p\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>");
    }
}

/// How far along a logarithmic axis a value is, from 0 to 1.
fn along(value: f64, (low, high): (f64, f64)) -> f64 {
    ((value.max(low) / low).ln() / (high / low).ln()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_logarithmic() {
        let at = |value| (along(value, (1.0, 100.0)) * 10.0).round();
        assert_eq!([at(0.5), at(1.0), at(10.0), at(100.0), at(1000.0)], [0.0, 0.0, 5.0, 10.0, 10.0]);
    }

    /// What is drawn lies in the picture, also a curve of one point, and the legend says which is which.
    #[test]
    fn a_curve_of_one_point_is_seen() {
        let curve = |points: &[(f64, f64)], dashed| Curve { points: points.to_vec(), dashed };
        let curves = vec![curve(&[(32.0, 0.1), (256.0, 0.1)], false), curve(&[(32.0, 2.0)], true)];
        let panel = Panel { title: "copy".into(), curves };
        let out = plot(&[panel], ["two threads", "every thread"]);
        let marks = |class: &str| out.matches(&format!("<circle class=\"{class}\"")).count();
        assert_eq!((marks("pp"), marks("xp")), (4, 3), "{out}");
        assert!(out.contains(">two threads<") && out.contains(">every thread<"), "{out}");
        let x = |text: &str| {
            let (before, _) = out.split_once(text).unwrap_or_default();
            before.rsplit("x=\"").next().and_then(|x| x.split('"').next()?.parse::<f64>().ok())
        };
        // A letter is at most 8 wide.
        assert!(x(">0.01 s<").is_some_and(|x| x >= 6.0 * 6.0), "{out}");
    }
}
