//! Namespaces. What they declare is known by its last name alone; a name that several declare is
//! ambiguous, and nothing that is used by it is modelled.

use super::{Parsed, Parser};
use crate::token::Token;
use semantics::Name;
use std::collections::{HashMap, HashSet};

/// The namespaces of a file.
#[derive(Default)]
pub(super) struct Namespaces {
    /// Every part of their names, and other names for them.
    parts: HashSet<Name>,
    /// Those around the place at hand.
    around: Vec<Name>,
    /// In which a name is declared.
    declared: HashMap<Name, String>,
    /// The names that stand after a `::` with nothing before it.
    pub of_file: HashSet<Name>,
    /// What templates may be about that are passed over: ambiguous, once all is read.
    pub passed_over: Vec<Name>,
}

impl Namespaces {
    /// How many are around the place at hand.
    pub fn depth(&self) -> usize {
        self.around.len()
    }

    /// Leaves those inside of so many.
    pub fn cut(&mut self, depth: usize) {
        self.around.truncate(depth);
    }

    /// A qualified name without the namespaces that the file has.
    pub fn strip<'n>(&self, qualified: &'n str) -> &'n str {
        let mut rest = qualified;
        while let Some((first, inner)) = rest.split_once("::")
            && self.parts.contains(&Name::from(first))
        {
            rest = inner;
        }
        rest
    }
}

impl Parser {
    /// `namespace a::b {…}`, `namespace {…}`, `namespace a = b;`
    pub(super) fn namespace(&mut self) -> Parsed<()> {
        self.at += 1;
        self.file.namespaces = true;
        let around = self.namespaces.around.len();
        while !self.is("{") && !self.is(";") && self.peek().is_some() {
            if self.is("[") {
                self.skip_balanced()?;
                continue;
            }
            if self.eat("=") {
                // Another name for one of a header stays what it is.
                let known = self.qualified_at(0).is_some_and(|(name, _)| {
                    let first = name.as_str().split("::").next().unwrap_or_default();
                    self.namespaces.parts.contains(&Name::from(first))
                });
                if let (true, Some(name)) = (known, self.namespaces.around.last()) {
                    self.namespaces.parts.insert(name.clone());
                }
                while !self.is(";") && self.peek().is_some() {
                    self.at += 1;
                }
                break;
            }
            let word = self.peek().and_then(crate::token::Token::name).cloned();
            self.namespaces.around.extend(word.filter(|word| word.as_str() != "inline"));
            self.at += 1;
        }
        if self.is("{") {
            let inner = self.namespaces.around[around..].to_vec();
            self.namespaces.parts.extend(inner);
        }
        let done = self.items_in_braces();
        self.namespaces.around.truncate(around);
        done
    }

    /// Notes in which namespace a name of the file is declared.
    pub(super) fn declared_here(&mut self, name: &Name) {
        if self.in_toolkit {
            return;
        }
        if !self.file.namespaces && self.namespaces.around.is_empty() {
            self.namespaces.declared.entry(name.clone()).or_default();
            return;
        }
        // CUDA's function of the name is meant wherever the namespace is not.
        if !self.namespaces.around.is_empty() && crate::vocabulary::is_of_cuda(name.as_str()) {
            self.file.ambiguous.insert(name.clone());
        }
        // A function of the file's own, which nothing at hand declares. [C++17, 6.4.3]
        if !self.namespaces.around.is_empty() && self.namespaces.of_file.contains(name) {
            self.file.ambiguous.insert(name.clone());
        }
        let parts: Vec<&str> = self.namespaces.around.iter().map(Name::as_str).collect();
        let here = parts.join("::");
        let before = self.namespaces.declared.entry(name.clone()).or_insert_with(|| here.clone());
        if *before != here {
            self.file.ambiguous.insert(name.clone());
        }
    }
}

/// The names that stand after a `::` with nothing before it.
pub(super) fn of_file(tokens: &[Token]) -> HashSet<Name> {
    let named = |n: &usize| {
        let before = n.checked_sub(1).map(|n| &tokens[n]);
        let inside = before.is_some_and(|t| {
            t.is(">") || t.is(">>") || t.name().is_some_and(|x| !super::is_reserved(x.as_str()))
        });
        tokens[*n].is("::") && !inside
    };
    let all = (0..tokens.len()).filter(named);
    all.filter_map(|n| tokens.get(n + 1)?.name().cloned()).collect()
}
