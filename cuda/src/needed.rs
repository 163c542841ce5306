//! Macros that a source must be compiled with: it defines a name where one of them is, and nowhere else, and its kernels
//! use that name. Where nobody gives the macro, the source is no C++.

use crate::kernel::Kernel;
use crate::syntax::File;
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Such macros.
pub(crate) struct Needed {
    /// They.
    pub macros: BTreeSet<String>,
    /// What is said of each.
    pub notes: Vec<String>,
}

impl Needed {
    /// Those of a file with these kernels, if there are any.
    pub fn of(kernels: &[Kernel], file: &File) -> Option<Needed> {
        let undeclared = kernels.iter().flat_map(|kernel| &kernel.undeclared);
        let needed: BTreeMap<&Name, &Name> =
            undeclared.filter_map(|name| Some((file.hidden.get(name)?, name))).collect();
        // What is missing may define it, too.
        if needed.is_empty() || !file.missing.is_empty() {
            return None;
        }
        let note = |(asked, name): (&&Name, &&Name)| {
            format!("`{asked}` is taken as defined: where it is not, nothing declares `{name}`")
        };
        let notes = needed.iter().map(note).collect();
        Some(Needed { macros: needed.keys().map(ToString::to_string).collect(), notes })
    }
}

/// Whether another reading of a file has its kernels, and declares what is not declared in the first one.
pub(crate) fn is_declared((kernels, file): (&[Kernel], &File), other: &[Kernel]) -> bool {
    let found = |kernel: &Kernel| other.iter().any(|found| found.name == kernel.name);
    let hidden = |kernel: &Kernel| kernel.undeclared.iter().any(|x| file.hidden.contains_key(x));
    kernels.iter().all(found) && !other.iter().any(hidden)
}
