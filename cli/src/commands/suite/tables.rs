//! Tables 1 and 4 of [L24] of a suite, beside the paper's.

use super::record::{Line, Word};
use crate::document::{Block, Cell};

/// A row of [L24, Table 1]: kernels, and alarms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Race-free kernels.
    pub free: u64,
    /// Kernels with an alarm, and none that is true.
    pub potential: u64,
    /// Kernels with a true alarm.
    pub racy: u64,
    /// Kernels without a verdict in the time or memory that they had.
    pub timeout: u64,
    /// Kernels, or files, without an answer.
    pub crash: u64,
    /// Alarms that are true.
    pub true_alarms: u64,
    /// Alarms that are open.
    pub potential_alarms: u64,
}

/// The rows of [L24, Table 1], of 226 kernels each. GPUVerify and Faial say of no alarm that it is true.
const PUBLISHED: [(&str, Row); 3] = [
    ("GPUVerify [L24]", published([194, 17, 0, 9, 6, 0, 50])),
    ("Faial [L24]", published([207, 11, 0, 0, 8, 0, 21])),
    ("FaialAA [L24]", published([212, 4, 10, 0, 0, 18, 11])),
];

const fn published([free, potential, racy, timeout, crash, t, p]: [u64; 7]) -> Row {
    Row { free, potential, racy, timeout, crash, true_alarms: t, potential_alarms: p }
}

/// The rows of [L24, Table 4]: the percentages as they are printed, and how many kernels there are.
const CLASSES_PUBLISHED: [(&str, [&str; 4], u64); 3] = [
    ("CAV'14 [L24]", ["74.8 %", "8.0 %", "9.3 %", "8.0 %"], 226),
    ("GH'22 [L24]", ["58.2 %", "8.9 %", "8.4 %", "24.5 %"], 2544),
    ("both [L24]", ["59.5 %", "8.8 %", "8.4 %", "23.2 %"], 2770),
];

/// The classes: control, then data.
pub const CLASSES: [&str; 4] = ["CIDI", "CIDD", "CDDI", "CDDD"];

impl Row {
    /// Of these lines.
    pub fn of(lines: &[Line]) -> Row {
        let mut row = Row::default();
        for line in lines {
            let counted = match line.verdict {
                Word::Drf => &mut row.free,
                Word::Potential => &mut row.potential,
                Word::Racy => &mut row.racy,
                Word::Unknown | Word::Timeout => &mut row.timeout,
                Word::Unsupported | Word::Crash => &mut row.crash,
                Word::None => continue,
            };
            *counted += 1;
            for alarm in &line.alarms {
                match alarm["status"].as_str() {
                    Some("true" | "confirmed") => row.true_alarms += 1,
                    Some("open") => row.potential_alarms += 1,
                    _ => {}
                }
            }
        }
        row
    }

    /// How many kernels there are.
    pub fn kernels(&self) -> u64 {
        self.analyzable() + self.timeout + self.crash
    }

    fn analyzable(&self) -> u64 {
        self.free + self.potential + self.racy
    }

    /// The percentage of kernels with a verdict.
    pub fn coverage(&self) -> f64 {
        percent(self.analyzable(), self.kernels())
    }

    fn cells(&self, name: &str) -> Vec<Cell> {
        let mut cells = vec![Cell::text(name)];
        cells.extend([self.free, self.potential, self.racy].map(Cell::Number));
        cells.push(Cell::Text(format!("{:.1} %", self.coverage())));
        let rest = [self.timeout, self.crash, self.true_alarms, self.potential_alarms];
        cells.extend(rest.map(Cell::Number));
        cells
    }
}

/// So many of so many, in per cent.
pub fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// [L24, Table 1].
pub fn first(lines: &[Line]) -> Block {
    let head = vec![
        "tool", "race free", "potential", "racy", "coverage", "timeout", "crash", "true alarms",
        "potential alarms",
    ];
    let mut rows = vec![Row::of(lines).cells("this suite")];
    rows.extend(PUBLISHED.iter().map(|(name, row)| row.cells(name)));
    Block::Table(head, rows)
}

/// How many kernels are of each class, of those that are supported.
pub fn classes(lines: &[Line]) -> [u64; 4] {
    let modelled = |line: &&Line| {
        matches!(line.verdict, Word::Drf | Word::Racy | Word::Potential | Word::Unknown)
    };
    let of = |class: &str| {
        let same = |line: &&Line| line.approximation.as_deref() == Some(class);
        lines.iter().filter(modelled).filter(same).count() as u64
    };
    CLASSES.map(of)
}

/// [L24, Table 4].
pub fn fourth(lines: &[Line]) -> Block {
    let counts = classes(lines);
    let all = counts.iter().sum();
    let row = |name: &str, shares: [String; 4], all: u64| {
        let mut cells = vec![Cell::text(name)];
        cells.extend(shares.map(Cell::Text));
        cells.push(Cell::Number(all));
        cells
    };
    let mut rows = vec![row("this suite", counts.map(|n| format!("{:.1} %", percent(n, all))), all)];
    let published = CLASSES_PUBLISHED.iter();
    rows.extend(published.map(|(name, shares, all)| row(name, shares.map(str::to_owned), *all)));
    let [a, b, c, d] = CLASSES;
    Block::Table(vec!["dataset", a, b, c, d, "kernels"], rows)
}

/// The mean, and the standard deviation.
pub fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    (mean, variance.sqrt())
}

/// What a kernel with a verdict takes on average: seconds and MB, as [L24, §6.1] says it.
pub fn costs(lines: &[Line]) -> Block {
    let seconds: Vec<f64> = analyzable(lines).map(|line| line.seconds).collect();
    let kib = analyzable(lines).filter_map(|line| line.peak_kib);
    let megabytes: Vec<f64> = kib.map(|kib| kib as f64 * 1024.0 / 1e6).collect();
    let told = |(mean, deviation): (f64, f64)| format!("{mean:.1} ± {deviation:.1}");
    let rows = [
        ["this suite".into(), told(spread(&seconds)), told(spread(&megabytes))],
        ["FaialAA [L24]", "0.4 ± 0.2", "92.7 ± 45.0"].map(str::to_owned),
        ["GPUVerify [L24]", "9.6 ± 32.2", "45.7 ± 14.9"].map(str::to_owned),
        ["Faial [L24]", "0.3 ± 0.1", "50.9 ± 5.3"].map(str::to_owned),
    ];
    let rows = rows.into_iter().map(|row| row.into_iter().map(Cell::Text).collect()).collect();
    Block::Table(vec!["tool", "seconds", "MB"], rows)
}

/// The kernels with a verdict.
pub fn analyzable(lines: &[Line]) -> impl Iterator<Item = &Line> {
    lines.iter().filter(|line| matches!(line.verdict, Word::Drf | Word::Racy | Word::Potential))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::line;
    use super::*;
    use serde_json::json;

    /// The paper's coverage follows from its counts.
    #[test]
    fn the_papers_rows_are_of_its_226_kernels() {
        let told = PUBLISHED.map(|(_, row)| (row.kernels(), format!("{:.1}", row.coverage())));
        assert_eq!(told, [(226, "93.4".into()), (226, "96.5".into()), (226, "100.0".into())]);
    }

    #[test]
    fn every_kernel_is_counted_once() {
        let mut lines: Vec<Line> = [
            Word::Drf, Word::Racy, Word::Potential, Word::Unknown, Word::Timeout,
            Word::Unsupported, Word::Crash, Word::None,
        ]
        .map(|word| line(word.text(), "k", word))
        .to_vec();
        lines[1].alarms = ["true", "confirmed", "open", "refuted"].map(|s| json!({ "status": s })).to_vec();
        lines[2].approximation = Some("CDDD".into());
        let row = Row::of(&lines);
        assert_eq!(row, published([1, 1, 1, 2, 2, 2, 1]));
        assert_eq!((row.kernels(), format!("{:.1}", row.coverage())), (7, "42.9".into()));
        assert_eq!(classes(&lines), [3, 0, 0, 1]);
    }
}
