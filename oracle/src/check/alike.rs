//! Arrays that a part accesses alike, as the members of one structure are: what refutes the races on one refutes those
//! on the others.

use super::pair::Relation;
use maps::Protocol;
use semantics::Name;
use std::sync::Arc;

/// The protocols of one part whose races are refuted, whatever the array is called.
#[derive(Debug, Default)]
pub struct Refuted(Vec<(Relation, Protocol)>);

impl Refuted {
    /// Whether the races of a protocol are refuted. A query for races of one array says its name nowhere else than here.
    pub fn has(&self, relation: Relation, protocol: &Protocol) -> bool {
        let own = |(of, p): &(Relation, Protocol)| *of == relation && *p == without_name(protocol);
        self.0.iter().any(own)
    }

    /// Remembers that they are.
    pub fn add(&mut self, relation: Relation, protocol: &Protocol) {
        self.0.push((relation, without_name(protocol)));
    }
}

/// The protocol, where the array has no name.
fn without_name(p: &Protocol) -> Protocol {
    let inside = |p: &Arc<Protocol>| Arc::new(without_name(p));
    match p {
        Protocol::Skip | Protocol::Sync(_) => p.clone(),
        Protocol::Access { mode, index, site, .. } => Protocol::Access {
            mode: *mode,
            array: Name::from(""),
            index: index.clone(),
            site: site.clone(),
        },
        Protocol::Seq(p, q) => Protocol::Seq(inside(p), inside(q)),
        Protocol::If(c, p, q) => Protocol::If(c.clone(), inside(p), inside(q)),
        Protocol::For(x, lo, hi, p) => Protocol::For(x.clone(), lo.clone(), hi.clone(), inside(p)),
        Protocol::Var(x, p) => Protocol::Var(x.clone(), inside(p)),
    }
}
