//! The bounds of the commands that search exhaustively.

use oracle::Bounds;

/// Bounds of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct BoundsFlags {
    /// Threads 0..T, those of them that the program allows
    #[arg(long, value_name = "T", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    threads: u64,

    /// Parameters, nondeterministic choices and the contents of memory range over 0..K
    #[arg(long, value_name = "K", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    values: u64,

    /// Initial memory is 0 outside of the cells 0..C of each array [default: T + 1]
    #[arg(long, value_name = "C")]
    cells: Option<u64>,
}

impl BoundsFlags {
    /// The bounds.
    pub fn bounds(&self) -> Bounds {
        let bounds = Bounds::new(self.threads, self.values);
        Bounds { cells: self.cells.unwrap_or(bounds.cells), ..bounds }
    }
}

/// The bounds in words: `threads 0..4, values 0..2, cells 0..5`.
pub fn describe(bounds: &Bounds) -> String {
    let Bounds { threads, values, cells } = bounds;
    format!("threads 0..{threads}, values 0..{values}, cells 0..{cells}")
}
