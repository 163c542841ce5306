//! Macros that a source must be compiled with: it defines a name where one of them is, and nowhere else, and its kernels
//! use that name. Where nobody gives the macro, the source is no C++.

use crate::assumption::{Assumption, AssumptionKind};
use crate::kernel::Kernel;
use crate::syntax::File;
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Such macros.
pub(crate) struct Needed {
    /// They, and a name that nothing declares without it.
    pub macros: BTreeMap<Name, Name>,
    /// The kernels that use such a name themselves: of the others only launches do.
    using: BTreeSet<String>,
}

impl Needed {
    /// Those of a file with these kernels, if there are any.
    pub fn of(kernels: &[Kernel], file: &File) -> Option<Needed> {
        let undeclared: BTreeSet<&Name> =
            kernels.iter().flat_map(|kernel| &kernel.undeclared).collect();
        let hidden = undeclared.iter().filter_map(|name| Some((file.hidden.get(*name)?, *name)));
        let needed: BTreeMap<&Name, &Name> = hidden.collect();
        // What is missing may define it, too; and of one that is used itself nobody knows as what it is defined.
        let is_used = needed.keys().any(|asked| undeclared.contains(asked));
        if needed.is_empty() || !file.missing.is_empty() || is_used {
            return None;
        }
        let using = kernels.iter().filter(|kernel| uses_hidden(kernel, file));
        let using = using.map(|kernel| kernel.name.clone()).collect();
        let of_text = |(asked, name): (&&Name, &&Name)| ((*asked).clone(), (*name).clone());
        Some(Needed { macros: needed.iter().map(of_text).collect(), using })
    }

    /// Says what is taken for granted in a reading that defines them: of a macro that is asked for by `#ifdef` alone,
    /// nothing, since no other reading is C++.
    pub fn taken(&self, (kernels, file): (&mut [Kernel], &File), notes: &mut Vec<String>) {
        let (valued, named): (Vec<_>, Vec<_>) =
            self.macros.iter().partition(|(asked, _)| file.expanded.contains(*asked));
        let without = |name: &Name| format!("where it is not, nothing declares `{name}`");
        let has_to_be =
            |(x, name): &(&Name, &Name)| format!("`{x}` has to be defined: {}", without(name));
        notes.extend(named.iter().map(has_to_be));
        let what = valued
            .iter()
            .map(|(x, name)| format!("`{x}` is taken as defined, and as 1: {}", without(name)));
        let what: Vec<String> = what.collect();
        for kernel in kernels {
            let kind = match self.using.contains(&kernel.name) {
                true => AssumptionKind::UnknownMacro,
                false => AssumptionKind::Launch,
            };
            for launched in &mut kernel.launches {
                let taken = |what: &String| Assumption { kind, what: what.clone(), span: None };
                launched.assumptions.extend(what.iter().map(taken));
            }
        }
    }
}

/// Whether a kernel uses a name that is a macro where another one is defined, and that nothing declares.
fn uses_hidden(kernel: &Kernel, file: &File) -> bool {
    kernel.undeclared.iter().any(|name| file.hidden.contains_key(name))
}

/// Whether another reading of a file has its kernels, and declares what is not declared in the first one.
pub(crate) fn is_declared((kernels, file): (&[Kernel], &File), other: &[Kernel]) -> bool {
    let found = |kernel: &Kernel| other.iter().any(|found| found.name == kernel.name);
    kernels.iter().all(found) && !other.iter().any(|kernel| uses_hidden(kernel, file))
}
