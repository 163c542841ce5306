//! Macros that a source must be compiled with: it defines a name where one of them is, and nowhere else, and its kernels
//! use that name. Where nobody gives the macro, the source is no C++.

use crate::assumption::{Assumption, AssumptionKind};
use crate::kernel::Kernel;
use crate::syntax::File;
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Such macros.
pub(crate) struct Needed {
    /// They.
    pub macros: BTreeSet<String>,
    /// What is taken for granted with them.
    what: Vec<String>,
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
        let what = |(asked, name): (&&Name, &&Name)| {
            format!(
                "`{asked}` is taken as defined, and as 1: where it is not, nothing declares `{name}`"
            )
        };
        let what = needed.iter().map(what).collect();
        let using = kernels.iter().filter(|kernel| uses_hidden(kernel, file));
        let using = using.map(|kernel| kernel.name.clone()).collect();
        Some(Needed { macros: needed.keys().map(ToString::to_string).collect(), what, using })
    }

    /// Says of the kernels that are read so what is taken for granted.
    pub fn taken(&self, kernels: &mut [Kernel]) {
        for kernel in kernels {
            let kind = match self.using.contains(&kernel.name) {
                true => AssumptionKind::UnknownMacro,
                false => AssumptionKind::Launch,
            };
            for launched in &mut kernel.launches {
                let taken = |what: &String| Assumption { kind, what: what.clone(), span: None };
                launched.assumptions.extend(self.what.iter().map(taken));
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
