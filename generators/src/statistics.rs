//! What was generated.

use crate::kernel::{Code, Kernel};
use crate::knobs::Class;
use std::collections::BTreeMap;
use std::fmt;

/// Counts of kernels, by size and class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many.
    pub kernels: u64,
    /// By size: statement nodes of the core, lines of a text.
    pub sizes: BTreeMap<usize, u64>,
    /// By class, where it is known: `CIDI`, …
    pub classes: BTreeMap<String, u64>,
}

impl Statistics {
    /// Counts one more.
    pub fn count(&mut self, kernel: &Kernel) {
        self.kernels += 1;
        *self.sizes.entry(kernel.size()).or_default() += 1;
        if let Code::Core(s) = &kernel.code {
            *self.classes.entry(Class::of(s).to_string()).or_default() += 1;
        }
    }

    /// Of these kernels.
    pub fn of<'k>(kernels: impl IntoIterator<Item = &'k Kernel>) -> Statistics {
        let mut statistics = Statistics::default();
        kernels.into_iter().for_each(|kernel| statistics.count(kernel));
        statistics
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kernels", self.kernels)?;
        for (class, n) in &self.classes {
            write!(f, ", {n} {class}")?;
        }
        let list = |f: &mut fmt::Formatter<'_>, n: &usize, k: &u64| write!(f, " {n}:{k}");
        f.write_str("; by size")?;
        self.sizes.iter().try_for_each(|(n, k)| list(f, n, k))
    }
}
