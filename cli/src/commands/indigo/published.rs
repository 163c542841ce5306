//! Table I of [H24], as it is printed.

/// A row: of an input, how many of the labelled races each tool found; it missed the rest.
pub struct Row {
    /// The input.
    pub input: &'static str,
    /// HiRace.
    pub hirace: u64,
    /// iGUARD.
    pub iguard: u64,
    /// Compute Sanitizer.
    pub sanitizer: u64,
    /// A comparison with sequential code.
    pub sequential: u64,
}

/// How many kernels the table counts.
pub const TESTS: u64 = 580;
/// How many of them have a race.
pub const RACY: u64 = 346;

const fn row(input: &'static str, [hirace, iguard, sanitizer, sequential]: [u64; 4]) -> Row {
    Row { input, hirace, iguard, sanitizer, sequential }
}

/// The table. [H24, Table I]
pub const TABLE: [Row; 6] = [
    row("DAG_100n_200e", [346, 298, 92, 301]),
    row("DAG_200n_400e", [346, 298, 92, 301]),
    row("DAG_5n_5e", [182, 118, 92, 44]),
    row("counterDAG_200n_1000e", [346, 298, 56, 282]),
    row("counterDAG_5n_5e", [295, 148, 92, 194]),
    row("power_law_200n_1000e", [346, 297, 128, 306]),
];
