//! Functions that are declared after calls by their name: a name means what is declared before it. [C++17, 6.4.1]

use super::Function;
use semantics::{Name, Span};
use std::collections::HashMap;

/// Where a name is written: its file, and the byte.
pub(super) type Written = (String, usize);

/// The functions of a file of which some stand behind calls by their name.
#[derive(Clone, Debug, Default)]
pub struct Late(HashMap<Name, Order>);

/// The calls and the functions of one name, in the order of the file with what it includes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    calls: HashMap<Written, usize>,
    functions: HashMap<Written, usize>,
}

impl Order {
    /// Notes a call; of several that are written in one place, as by a macro, the first counts.
    pub(crate) fn call(&mut self, place: &Span, at: usize) {
        let known = self.calls.entry(written(place)).or_insert(at);
        *known = at.min(*known);
    }

    /// Notes a declaration; of several that are written in one place, the last counts.
    pub(crate) fn function(&mut self, place: &Span, at: usize) {
        let known = self.functions.entry(written(place)).or_insert(at);
        *known = at.max(*known);
    }
}

impl Late {
    pub(crate) fn insert(&mut self, name: Name, order: Order) {
        self.0.insert(name, order);
    }

    /// Whether the function that is chosen among all of its name may be declared after the call that begins here. One
    /// that is not is what the call means, whichever others stand behind it: it is better than each. [C++17, 16.3.3]
    pub fn may_be_later(&self, call: &Span, chosen: &Function) -> bool {
        let Some(order) = self.0.get(&chosen.name).filter(|_| !chosen.specifiers.of_toolkit) else {
            return false;
        };
        let call = order.calls.get(&written(call));
        let declared = order.functions.get(&written(&chosen.span.0));
        !matches!((call, declared), (Some(call), Some(declared)) if declared <= call)
    }
}

pub(super) fn written(place: &Span) -> Written {
    (place.source.name().to_string(), place.bytes.start)
}
