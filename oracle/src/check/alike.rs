//! Arrays that a part accesses alike, as members of one structure are, or keys and their values: what refutes the races
//! on one refutes those on the others.

use super::pair::Relation;
use jaminan::{Program, infer_array};
use maps::Protocol;
use semantics::{Name, Sharing, Syntax};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The protocols of one part whose races are refuted, whatever the array is called.
#[derive(Debug, Default)]
pub struct Refuted(Vec<Accesses>);

/// A protocol without the name of its array, and without its `var`s: a `var` has some value wherever it stands, so it
/// only counts in which loop it is, where that has another one each time. Binders are distinct. [L24, §3.1]
#[derive(Debug, PartialEq)]
pub struct Accesses {
    relation: Relation,
    protocol: Protocol,
    /// The variable of the innermost loop around each `var` that an access hangs on.
    vars: BTreeMap<Name, Option<Name>>,
}

impl Accesses {
    /// What a protocol accesses.
    pub fn new(relation: Relation, protocol: &Protocol) -> Self {
        let mut stripped = Stripped::default();
        let protocol = stripped.strip(protocol, None);
        let Stripped { used, mut vars } = stripped;
        vars.retain(|x, _| used.contains(x));
        Accesses { relation, protocol, vars }
    }
}

/// The arrays of a program: those that it accesses alike, and that as many threads share, are together.
pub fn accessed_alike(program: &Program) -> Vec<Vec<Name>> {
    let mut groups: Vec<(Sharing, Accesses, Vec<Name>)> = Vec::new();
    for array in program.header.arrays.keys() {
        let sharing = program.header.sharing(array);
        let accesses = Accesses::new(Relation::Distinct, &infer_array(&program.body, array));
        let alike = groups.iter_mut().find(|(s, a, _)| (*s, a) == (sharing, &accesses));
        match alike {
            Some((.., arrays)) => arrays.push(array.clone()),
            None => groups.push((sharing, accesses, vec![array.clone()])),
        }
    }
    groups.into_iter().map(|(.., arrays)| arrays).collect()
}

impl Refuted {
    /// Whether the races of these are refuted. A query for races of one array says its name nowhere else than here.
    pub fn has(&self, accesses: &Accesses) -> bool {
        self.0.contains(accesses)
    }

    /// Remembers that they are.
    pub fn add(&mut self, accesses: Accesses) {
        self.0.push(accesses);
    }
}

/// What stood in the protocol that was stripped.
#[derive(Default)]
struct Stripped {
    used: BTreeSet<Name>,
    vars: BTreeMap<Name, Option<Name>>,
}

impl Stripped {
    fn strip(&mut self, p: &Protocol, around: Option<&Name>) -> Protocol {
        match p {
            Protocol::Skip | Protocol::Sync(_) => p.clone(),
            Protocol::Access { mode, index, site, .. } => {
                self.used.extend(index.free_variables());
                let (mode, index, site) = (*mode, index.clone(), site.clone());
                Protocol::Access { mode, array: Name::from(""), index, site }
            }
            // What is skipped is where another array is accessed.
            Protocol::Seq(p, q) => match (self.strip(p, around), self.strip(q, around)) {
                (Protocol::Skip, other) | (other, Protocol::Skip) => other,
                (p, q) => Protocol::seq(p, q),
            },
            Protocol::If(c, p, q) => {
                self.used.extend(c.free_variables());
                let (p, q) = (self.strip(p, around), self.strip(q, around));
                Protocol::If(c.clone(), Arc::new(p), Arc::new(q))
            }
            Protocol::For(x, lo, hi, p) => {
                self.used.extend(lo.free_variables());
                self.used.extend(hi.free_variables());
                let p = self.strip(p, Some(x));
                Protocol::For(x.clone(), lo.clone(), hi.clone(), Arc::new(p))
            }
            Protocol::Var(x, p) => {
                self.vars.insert(x.clone(), around.cloned());
                self.strip(p, around)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{ParseOptions, Source};

    fn accesses(text: &str) -> Accesses {
        let source = Source::new("p.map", text);
        let file = maps::ProtocolFile::parse(&source, ParseOptions::default()).unwrap();
        Accesses::new(Relation::Distinct, &file.body)
    }

    #[test]
    fn keys_and_their_values_are_accessed_alike() {
        let keys = "var k. rd A[tid]; var v. if k < 3 { wr A[tid] }";
        let values = "var k. var v. rd B[tid]; if k < 3 { wr B[tid] }";
        assert_eq!(accesses(keys), accesses(values));
    }

    #[test]
    fn members_that_are_written_one_after_another_are_accessed_alike() {
        let first = accesses("var v. wr A[tid]; var w. skip; skip");
        let last = accesses("var v. skip; var w. skip; wr B[tid]");
        assert_eq!(first, last);
    }

    #[test]
    fn what_hangs_on_other_variables_is_not_alike() {
        let base = accesses("var k. if k < 3 { wr A[tid] }");
        for other in [
            "var k. if k < 3 { wr A[tid + 1] }",
            "var k. if k < 3 { rd A[tid] }",
            "var k. if k < 3 { skip } else { wr A[tid] }",
            "var k. var v. if v < 3 { wr A[tid] }",
        ] {
            assert_ne!(accesses(other), base, "{other}");
        }
        let each = accesses("for i in 0..3 { var k. wr A[k] }");
        assert_ne!(each, accesses("var k. for i in 0..3 { wr A[k] }"));
    }
}
