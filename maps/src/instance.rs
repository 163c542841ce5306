//! A protocol with numbers for its parameters, and a protocol seen through one array.

use crate::syntax::{Protocol, ProtocolFile};
use semantics::{Name, Number, Syntax};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The protocol with each parameter replaced by its number.
pub fn instantiate(p: &Protocol, parameters: &BTreeMap<Name, Number>) -> Protocol {
    parameters.iter().fold(p.clone(), |p, (x, k)| p.substitute(x, k))
}

/// One protocol for each array, by name, each made as it is asked for: the accesses of the others
/// become `skip`.
pub fn by_array(protocol: &ProtocolFile) -> impl Iterator<Item = (Name, ProtocolFile)> {
    protocol.body.arrays().into_iter().map(|array| {
        let body = only(&protocol.body, &array);
        (array, ProtocolFile { header: protocol.header.clone(), body })
    })
}

fn only(p: &Protocol, array: &Name) -> Protocol {
    let inside = |p: &Arc<Protocol>| Arc::new(only(p, array));
    match p {
        Protocol::Access { array: other, .. } if other != array => Protocol::Skip,
        Protocol::Skip | Protocol::Access { .. } | Protocol::Sync(_) => p.clone(),
        Protocol::Seq(p, q) => Protocol::Seq(inside(p), inside(q)),
        Protocol::If(c, p, q) => Protocol::If(c.clone(), inside(p), inside(q)),
        Protocol::For(x, lo, hi, p) => Protocol::For(x.clone(), lo.clone(), hi.clone(), inside(p)),
        Protocol::Var(x, p) => Protocol::Var(x.clone(), inside(p)),
    }
}
