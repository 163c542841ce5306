//! Namespaces. What they declare is known by its last name alone; a name that several declare is
//! ambiguous, and of what is used by it only calls of functions are modelled, of which it is known what they mean.

use super::{Parsed, Parser};
use crate::path::{self, Namespace, Path};
use crate::syntax::{Homes, Meant, Spread};
use crate::token::Token;
use semantics::{Name, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The namespaces of a file.
#[derive(Default)]
pub(super) struct Namespaces {
    /// Every part of their names, and other names for them.
    parts: HashSet<Name>,
    /// Those around the place at hand.
    around: Namespace,
    /// Every one of the file.
    all: HashSet<Namespace>,
    /// In which a name is declared.
    declared: HashMap<Name, HashMap<Namespace, Home>>,
    /// Those whose names are seen elsewhere: inline, or named by a `using` directive.
    opened: HashSet<Name>,
    /// The names that `using` declarations bring elsewhere.
    brought: HashSet<Name>,
    /// Of these, the ones of which the namespace is not one of the file.
    foreign: HashSet<Name>,
    /// Those with enumerations.
    pub enumerations: HashSet<Namespace>,
    /// Other names for some.
    aliases: HashSet<Name>,
    /// The names that several declare, or one and CUDA besides.
    spread: BTreeSet<Name>,
    /// The uses of names.
    uses: Vec<Used>,
    /// The namespaces around the function of the host that is read, and whether it is defined outside of one of them.
    pub host: Option<(Namespace, bool)>,
    /// Whether the function at hand is defined outside of the namespace that it is a member of.
    pub outside: bool,
    /// The names that stand after a `::` with nothing before it.
    pub of_file: HashSet<Name>,
    /// The names of classes that have a body somewhere.
    pub classes: HashSet<Name>,
    /// What is ambiguous for other reasons.
    undecided: BTreeSet<Name>,
    /// What templates may be about that are passed over: ambiguous, once all is read.
    passed_over: BTreeSet<Name>,
}

/// What a namespace declares by one name.
struct Home {
    /// The token behind which it is declared.
    at: usize,
    /// Its functions of that name.
    functions: Vec<Span>,
    /// Whether it declares something else by it.
    others: bool,
}

/// A use of a name.
struct Used {
    name: Name,
    place: Span,
    at: usize,
    /// The namespaces around it.
    around: Namespace,
    /// What is written before the name, if anything is.
    qualification: Option<Qualification>,
    /// Whether its names are looked up in other namespaces than those around it.
    outside: bool,
}

/// What is written before a name.
struct Qualification {
    /// Whether it begins with `::`.
    from_file: bool,
    parts: Namespace,
}

impl Qualification {
    /// Of these tokens; nothing where there are none.
    fn of(tokens: &[Token]) -> Option<Qualification> {
        let from_file = tokens.first()?.is("::");
        let names = tokens.iter().filter_map(Token::name);
        let parts = names.flat_map(|name| path::parts(name.as_str())).collect();
        Some(Qualification { from_file, parts })
    }
}

/// What is declared by a name.
#[derive(Clone, Copy)]
pub(super) enum Declared<'s> {
    /// A function, whose name stands here.
    Function(&'s Span),
    Other,
}

impl Namespaces {
    /// How many are around the place at hand.
    pub fn depth(&self) -> usize {
        self.around.len()
    }

    /// That at the place at hand.
    pub fn here(&self) -> Namespace {
        self.around.clone()
    }

    /// Leaves those inside of so many.
    pub fn cut(&mut self, depth: usize) {
        self.around.truncate(depth);
    }

    /// Whether the file, or C++'s library, has a namespace of which the name begins so. `using namespace` names none.
    pub fn is_known(&self, first: &Name) -> bool {
        matches!(first.as_str(), "std" | "namespace") || self.parts.contains(first)
    }

    /// How many of the parts of a qualified name are namespaces that the file has: those in front, and not the last one.
    pub fn leading(&self, parts: &[Name]) -> usize {
        let before = parts.split_last().map_or(&[][..], |(_, before)| before);
        before.iter().take_while(|part| self.parts.contains(*part)).count()
    }
}

impl Parser {
    /// `namespace a::b {…}`, `namespace {…}`, `namespace a = b;`
    pub(super) fn namespace(&mut self) -> Parsed<()> {
        let before = self.at.checked_sub(1).and_then(|n| self.tokens[n].name());
        let mut inline = before.is_some_and(|word| word.as_str() == "inline");
        self.at += 1;
        self.file.namespaces = true;
        let around = self.namespaces.around.len();
        while !self.is("{") && !self.is(";") && self.peek().is_some() {
            if self.is("[") {
                self.skip_balanced()?;
                continue;
            }
            if self.eat("=") {
                self.namespaces.aliases.extend(self.namespaces.around[around..].iter().cloned());
                // Another name for one of a header stays what it is.
                let known = self.qualified_at(0).is_some_and(|(name, _)| {
                    self.namespaces.parts.contains(&Name::from(name.first()))
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
            inline |= self.is_word("inline");
            self.namespaces.around.extend(word.filter(|word| word.as_str() != "inline"));
            self.at += 1;
        }
        if self.is("{") {
            let inner = self.namespaces.around[around..].to_vec();
            if inline {
                self.namespaces.opened.extend(inner.iter().cloned());
            }
            self.namespaces.parts.extend(inner);
            for depth in around..=self.namespaces.around.len() {
                let namespace = self.namespaces.around[..depth].to_vec();
                self.namespaces.all.insert(namespace);
            }
        }
        let done = self.items_in_braces();
        self.namespaces.around.truncate(around);
        done
    }

    /// Notes in which namespace a name of the file is declared.
    pub(super) fn declared_here(&mut self, name: &Name, declared: Declared<'_>) {
        if self.in_toolkit {
            return;
        }
        let Some(here) = self.home_of(name, declared) else { return self.ambiguous(name) };
        let homes = self.namespaces.declared.entry(name.clone()).or_default();
        let first = homes.is_empty();
        let known = homes.contains_key(&here);
        let home = homes.entry(here.clone()).or_insert_with(|| Home {
            at: self.at,
            functions: Vec::new(),
            others: false,
        });
        match declared {
            Declared::Function(place) => home.functions.push(place.clone()),
            Declared::Other => home.others = true,
        }
        // CUDA's function of the name is meant wherever the namespace is not.
        let of_cuda = !here.is_empty() && crate::vocabulary::is_of_cuda(name.as_str());
        if of_cuda || !first && !known {
            self.namespaces.spread.insert(name.clone());
            self.file.ambiguous.insert(name.clone());
        }
        // A function of the file's own, which nothing at hand declares. [C++17, 6.4.3]
        if !here.is_empty() && self.namespaces.of_file.contains(name) {
            self.ambiguous(name);
        }
    }

    /// The namespace of what is declared here: that at hand, or the one that is written before the name.
    fn home_of(&self, name: &Name, declared: Declared<'_>) -> Option<Namespace> {
        let here = self.namespaces.here();
        let Declared::Function(place) = declared else { return Some(here) };
        let text = place.source.text().get(place.bytes.clone()).unwrap_or_default();
        let text = Name::from(text);
        if text == *name || !text.is_qualified() {
            return Some(here);
        }
        let parts = path::parts(text.as_str().strip_suffix(name.as_str())?);
        let [written @ .., last] = &parts[..] else { return None };
        match written {
            _ if !last.as_str().is_empty() => None,
            [first, written @ ..] if first.as_str().is_empty() && !written.is_empty() => {
                Some(written.to_vec())
            }
            written => {
                let written = written.strip_prefix(&[Name::from("")]).unwrap_or(written);
                let known = |namespace: &Namespace| self.namespaces.all.contains(namespace);
                levels(&here).map(|level| [level, written].concat()).find(known)
            }
        }
    }

    /// Notes a use of a name, which is read as `name` and stands from here on, so many tokens long.
    pub(super) fn used_here(&mut self, name: &Name, past: usize) {
        if self.in_toolkit || !self.file.namespaces {
            return;
        }
        let written = &self.tokens[self.at..self.at + past.saturating_sub(1)];
        let here = || (self.namespaces.here(), self.namespaces.outside);
        let (around, outside) = self.namespaces.host.clone().unwrap_or_else(here);
        let used = Used {
            name: name.clone(),
            place: self.span(),
            at: self.at,
            around,
            qualification: Qualification::of(written),
            outside,
        };
        self.namespaces.uses.push(used);
    }

    /// Notes what a `using` declaration or directive names.
    pub(super) fn seen_elsewhere(&mut self, name: &Name, directive: bool) {
        let names = match directive {
            true => &mut self.namespaces.opened,
            false => &mut self.namespaces.brought,
        };
        names.insert(name.clone());
    }

    /// Notes what a `using` declaration brings from a namespace that the file does not have.
    pub(super) fn brought_from(&mut self, first: &Name, name: &Name) {
        if first != name && !self.namespaces.is_known(first) && !self.in_toolkit {
            self.namespaces.foreign.insert(name.clone());
        }
    }

    /// Notes a name that may mean another declaration than the one that is found, whatever the namespaces.
    pub(super) fn ambiguous(&mut self, name: &Name) {
        self.file.ambiguous.insert(name.clone());
        self.namespaces.undecided.insert(name.clone());
    }

    /// Notes a name that a template may be about which is passed over: in the namespace at hand, or in one of the file
    /// that stands before it.
    pub(super) fn passed_over(&mut self, name: &Name, of: Option<&Name>) {
        if of.is_some_and(|of| self.namespaces.parts.contains(of)) {
            self.namespaces.undecided.insert(name.clone());
        }
        self.declared_here(name, Declared::Other);
        self.namespaces.passed_over.insert(name.clone());
    }

    /// What each use of a name means that several namespaces declare, once all is read.
    pub(super) fn spread(&mut self) {
        let mut spread = Spread::default();
        let namespaces = std::mem::take(&mut self.namespaces);
        for name in namespaces.spread.difference(&namespaces.undecided) {
            if let Some(homes) = namespaces.homes(name) {
                spread.insert(name.clone(), homes);
            }
        }
        let declared = |name: &&Name| namespaces.declared.contains_key(*name);
        self.file.ambiguous.extend(namespaces.foreign.iter().filter(declared).cloned());
        self.file.ambiguous.extend(namespaces.undecided);
        self.file.ambiguous.extend(namespaces.passed_over);
        self.file.spread = spread;
    }
}

impl Namespaces {
    /// The functions and the uses of a name; nothing where it may be seen in other places than where it is declared.
    fn homes(&self, name: &Name) -> Option<Homes> {
        let declared = self.declared.get(name)?;
        let opened = |of: &Namespace| of.iter().any(|part| self.opened.contains(part));
        if declared.keys().any(opened) || self.brought.contains(name) {
            return None;
        }
        let mut homes = Homes { enumerations: self.enumerations.clone(), ..Homes::default() };
        for (namespace, home) in declared {
            home.functions.iter().for_each(|place| homes.function(place, namespace));
        }
        for used in self.uses.iter().filter(|used| used.name == *name) {
            homes.used(&used.place, self.meant(used, declared));
        }
        Some(homes)
    }

    /// What a use means; nothing where that is not known.
    fn meant(&self, used: &Used, declared: &HashMap<Namespace, Home>) -> Option<Meant> {
        let mut levels = levels(&used.around);
        let home = match &used.qualification {
            _ if used.outside => return None,
            // The innermost that declares it before.
            None => levels
                .find(|level| declared.get(*level).is_some_and(|home| home.at <= used.at))
                .map(<[Name]>::to_vec),
            Some(Qualification { from_file: true, parts }) if parts.is_empty() => {
                declared.contains_key(parts).then(Vec::new)
            }
            Some(Qualification { from_file, parts }) => {
                if parts.iter().any(|part| self.aliases.contains(part)) {
                    return None;
                }
                let around = match from_file {
                    true => &[][..],
                    false => {
                        let first = parts.get(..1).unwrap_or_default();
                        levels.find(|level| self.all.contains(&[*level, first].concat()))?
                    }
                };
                let home = [around, &parts[..]].concat();
                if !declared.contains_key(&home) {
                    return None;
                }
                Some(home)
            }
        };
        let others = home.as_ref().is_some_and(|h| declared.get(h).is_some_and(|h| h.others));
        (!others).then(|| Meant { home, qualified: used.qualification.is_some() })
    }
}

/// A namespace and those around it, from the innermost to that of the file.
fn levels(namespace: &[Name]) -> impl Iterator<Item = &[Name]> {
    (0..=namespace.len()).rev().map(|depth| &namespace[..depth])
}

/// The names of classes that have a body.
pub(super) fn classes(tokens: &[Token]) -> HashSet<Name> {
    let named = tokens.windows(3).filter(|three| {
        let class = ["struct", "class", "union"].iter().any(|word| three[0].is_word(word));
        class && (three[2].is("{") || three[2].is(":"))
    });
    named.filter_map(|three| three[1].name().cloned()).collect()
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
