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
const WIDTH: f64 = 210.0;
const HEIGHT: f64 = 150.0;
const MARGIN: f64 = 30.0;
/// Threads.
const X: (f64, f64) = (32.0, 16384.0);
/// Seconds.
const Y: (f64, f64) = (0.001, 100.0);

const STYLE: &str = "<style>text{font:11px sans-serif;fill:#222}.a{stroke:#bbb;fill:none}\
    .p{stroke:#246;fill:none;stroke-width:2}\
    .x{stroke:#c50;fill:none;stroke-width:2;stroke-dasharray:5 3}</style>";

/// The plots.
pub fn plot(panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * WIDTH, rows as f64 * HEIGHT);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
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
            let _ = writeln!(out, "<text x=\"{}\" y=\"{:.1}\">{seconds}</text>", left - 28.0, y(seconds) + 4.0);
        }
        for (threads, shift) in [(X.0, 0.0), (X.1, -34.0)] {
            let at = x(threads) + shift;
            let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"{:.1}\">{threads}</text>", top + high + 14.0);
        }
        for curve in &panel.curves {
            let point = |(threads, seconds): &(f64, f64)| format!("{:.1},{:.1}", x(*threads), y(*seconds));
            let points: Vec<String> = curve.points.iter().map(point).collect();
            let class = if curve.dashed { "x" } else { "p" };
            let _ = writeln!(out, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        }
    }
    out + "</svg>\n"
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
}
