//! Names that several namespaces declare, and which of them each use means. [C++17, 6.4.1, 6.4.3]

use super::late::{Written, written};
use super::{Expr, ExprKind, Function};
use crate::path::Namespace;
use semantics::{Name, Span};
use std::collections::{HashMap, HashSet};

/// The names of a file that functions of several namespaces have, or CUDA besides.
#[derive(Clone, Debug, Default)]
pub struct Spread(HashMap<Name, Homes>);

/// The functions of one name, by namespaces, and its uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Homes {
    /// In which namespace each function is; none of one that is written once and stands in two.
    pub functions: HashMap<Written, Option<Namespace>>,
    /// The namespaces that have enumerations.
    pub enumerations: HashSet<Namespace>,
    /// What each use means, as far as it is known.
    pub uses: HashMap<Written, Option<Meant>>,
}

/// What a use of a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The namespace whose functions are meant; none where CUDA's are.
    pub home: Option<Namespace>,
    /// Whether the namespace is written: then those of the arguments' classes are not looked at. [C++17, 6.4.2]
    pub qualified: bool,
}

impl Spread {
    pub(crate) fn insert(&mut self, name: Name, homes: Homes) {
        self.0.insert(name, homes);
    }

    /// Whether what a use of the name means is known of each use by itself.
    pub fn has(&self, name: &Name) -> bool {
        self.0.contains_key(name)
    }

    /// Whether a function is in a namespace whose names hide those of the file, and CUDA's.
    pub fn is_within(&self, function: &Function) -> bool {
        let homes = self.0.get(&function.name);
        let home = homes.and_then(|homes| homes.functions.get(&written(&function.span.0)));
        home.is_some_and(|home| home.as_ref().is_none_or(|home| !home.is_empty()))
    }

    /// What this name means, which is called.
    pub fn meant(&self, callee: &Expr) -> Option<&Meant> {
        let (ExprKind::Name(name) | ExprKind::Instance(name, _)) = &callee.kind else {
            return None;
        };
        self.0.get(name)?.uses.get(&written(&callee.span.0))?.as_ref()
    }

    /// Whether the file has functions of the name in another namespace than the one that is meant.
    pub fn has_others(&self, meant: &Meant, name: &Name) -> bool {
        self.0.get(name).is_some_and(|homes| homes.others(meant).next().is_some())
    }

    /// Whether it has some in one with enumerations, or CUDA has and the file's own namespace has enumerations.
    pub fn has_others_by_enumerations(&self, meant: &Meant, name: &Name, of_cuda: bool) -> bool {
        let Some(homes) = self.0.get(name) else { return false };
        let enumerates = |home: &Namespace| homes.enumerations.contains(home);
        let of_cuda = of_cuda && meant.home.as_ref().is_some_and(|home| !home.is_empty());
        homes.others(meant).flatten().any(enumerates) || of_cuda && enumerates(&Vec::new())
    }

    /// Whether a function is among those that are meant.
    pub fn is_among(&self, meant: &Meant, function: &Function) -> bool {
        let Some(homes) = self.0.get(&function.name) else { return true };
        match &meant.home {
            // What CUDA has is in the namespace of the file.
            _ if function.specifiers.of_toolkit => {
                meant.home.as_deref().unwrap_or_default().is_empty()
            }
            None => false,
            Some(_) => homes.functions.get(&written(&function.span.0)) == Some(&meant.home),
        }
    }
}

impl Homes {
    /// The namespaces of functions that are not meant.
    fn others(&self, meant: &Meant) -> impl Iterator<Item = Option<&Namespace>> {
        let homes = self.functions.values().map(Option::as_ref);
        homes.filter(|home| home.is_none() || *home != meant.home.as_ref())
    }

    /// Notes a function.
    pub(crate) fn function(&mut self, place: &Span, home: &Namespace) {
        let known = self.functions.entry(written(place)).or_insert_with(|| Some(home.clone()));
        if known.as_ref() != Some(home) {
            *known = None;
        }
    }

    /// Notes a use; of one that is written once and means several things nothing is known.
    pub(crate) fn used(&mut self, place: &Span, meant: Option<Meant>) {
        let known = self.uses.entry(written(place)).or_insert_with(|| meant.clone());
        if *known != meant {
            *known = None;
        }
    }
}
