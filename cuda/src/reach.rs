//! Which parts of the sources a kernel hangs on, by the names that it mentions, and those that are mentioned where these
//! are declared. What is more than that does no harm: it only says too much of what is taken for granted.

use crate::declared::{OPERATOR, declared, is_type, items};
use crate::hosted::{of_device, without_bodies};
use crate::preprocess::Doubt;
use crate::token::{Token, join};
use crate::vocabulary::Language;
use semantics::{Name, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The items of a file, as far as names go.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    items: Vec<Mentions>,
    /// The items that may declare a name.
    declared: HashMap<Name, Vec<usize>>,
    /// Those that declare operators.
    operators: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Mentions {
    all: Part,
    /// Without the bodies of functions that only the host runs, where there are some.
    of_device: Option<Part>,
    is_type: bool,
}

/// What tokens mention, and where they stand.
#[derive(Clone, Debug, Default)]
struct Part {
    names: BTreeSet<Name>,
    spans: Vec<Span>,
}

impl Part {
    fn add(&mut self, tokens: &[Token]) {
        // A member is named with its class, which its object is of.
        let is_member = |n: usize| n > 0 && (tokens[n - 1].is(".") || tokens[n - 1].is("->"));
        let mentioned = tokens.iter().enumerate().filter(|(n, _)| !is_member(*n));
        self.names.extend(mentioned.filter_map(|(_, t)| t.name()).cloned());
        let mut spans: Vec<Span> = Vec::new();
        for token in tokens {
            match spans.last_mut() {
                Some(last) if std::ptr::eq(last.source.text(), token.span.source.text()) => {
                    *last = join(last, &token.span);
                }
                _ => spans.push(token.span.clone()),
            }
        }
        self.spans.extend(spans);
    }
}

impl Mentions {
    /// What a kernel hangs on that mentions the item.
    fn of_device(&self) -> &Part {
        self.of_device.as_ref().unwrap_or(&self.all)
    }
}

impl Reach {
    /// The items of the tokens of a file, macros expanded. `by_word`: whether a function runs on the device only where a
    /// word of the file says so.
    pub fn of(tokens: &[Token], language: Language, by_word: bool) -> Reach {
        let mut reach = Reach::default();
        let of_device = of_device(tokens);
        // What stands in a namespace is an item of its own.
        for (item, _) in items(tokens).filter(|(_, opens)| !opens) {
            let parts = if by_word { without_bodies(item, &of_device) } else { vec![item] };
            reach.add(item, &parts, language);
        }
        reach
    }

    /// Whether any item mentions a name.
    pub(crate) fn mentions(&self, name: &Name) -> bool {
        self.items.iter().any(|item| item.all.names.contains(name))
    }

    fn add(&mut self, item: &[Token], of_device: &[&[Token]], language: Language) {
        let part = |tokens: &[&[Token]]| {
            let mut part = Part::default();
            tokens.iter().for_each(|tokens| part.add(tokens));
            part
        };
        let n = self.items.len();
        for name in declared(item, language) {
            match name.as_str() {
                OPERATOR => self.operators.push(n),
                _ => self.declared.entry(name).or_default().push(n),
            }
        }
        let of_device = (of_device.len() > 1).then(|| part(of_device));
        self.items.push(Mentions { all: part(&[item]), of_device, is_type: is_type(item) });
    }

    /// The operators by the types of the file that they mention, since only an operand of such a type can make one
    /// of them meant [over.match.oper]; those that mention none by `operator`. Members go with their class.
    fn operators_by_type<'r>(&'r self, operator: &'r Name) -> HashMap<&'r Name, Vec<usize>> {
        let is_type = |name: &&Name| {
            let items = self.declared.get(*name).into_iter().flatten();
            items.into_iter().any(|n| self.items[*n].is_type)
        };
        let mut found: HashMap<&Name, Vec<usize>> = HashMap::new();
        for n in &self.operators {
            let item = &self.items[*n];
            let mut types = item.all.names.iter().filter(is_type).peekable();
            if types.peek().is_none() {
                found.entry(operator).or_default().push(*n);
            }
            for name in types.filter(|_| !item.is_type) {
                found.entry(name).or_default().push(*n);
            }
        }
        found
    }

    /// What a kernel takes for granted of the doubts of its file. `host`: the places of host code that say something of
    /// its launch, whose functions it hangs on.
    pub fn doubts<'d>(&self, kernel: &Name, host: &[&Span], doubts: &'d [Doubt]) -> Vec<&'d Doubt> {
        if doubts.is_empty() {
            return Vec::new();
        }
        let mut seen: HashSet<usize> = HashSet::new();
        let mut names: HashSet<&Name> = HashSet::new();
        let operator = Name::from(OPERATOR);
        let operators = self.operators_by_type(&operator);
        let mut next: Vec<&Name> = vec![kernel, &operator];
        while let Some(name) = next.pop() {
            if !names.insert(name) {
                continue;
            }
            let declared = self.declared.get(name).into_iter().flatten();
            for n in declared.chain(operators.get(name).into_iter().flatten()) {
                if seen.insert(*n) {
                    next.extend(self.items[*n].of_device().names.iter());
                }
            }
        }
        let launching = self.launching(host);
        let of_launch: Vec<&Span> = launching.iter().flat_map(|item| &item.all.spans).collect();
        let spans = seen.iter().flat_map(|n| &self.items[*n].of_device().spans);
        let spans: Vec<&Span> = spans.chain(of_launch).collect();
        let touches = |doubt: &&Doubt| {
            !doubt.macros.is_empty()
                && (is_in(doubt, &spans)
                    || doubt.names.iter().any(|name| names.contains(name))
                    || !self.is_within_item(doubt)
                        && launching.iter().any(|item| !item.all.names.is_disjoint(&doubt.names)))
        };
        doubts.iter().filter(touches).collect()
    }

    /// The items of host code at these places, and those that they name.
    fn launching(&self, host: &[&Span]) -> Vec<&Mentions> {
        let says = |item: &&Mentions| {
            item.all.spans.iter().any(|span| host.iter().any(|place| overlap(place, span)))
        };
        let here: Vec<&Mentions> = self.items.iter().filter(says).collect();
        let named: BTreeSet<&Name> = here.iter().flat_map(|item| &item.all.names).collect();
        let there = named.into_iter().filter_map(|name| self.declared.get(name)).flatten();
        let there: BTreeSet<usize> = there.copied().collect();
        let is_of_host = |item: &&Mentions| {
            let has = |word: &str| item.all.names.contains(&Name::from(word));
            !has("__global__") && (!has("__device__") || has("__host__"))
        };
        let there = there.into_iter().map(|n| &self.items[n]).filter(is_of_host);
        here.into_iter().chain(there).collect()
    }

    /// Whether the group of a doubt stands inside of an item, where what it declares is not seen from outside.
    fn is_within_item(&self, doubt: &Doubt) -> bool {
        let Some(group) = doubt.places.first() else { return false };
        let holds = |span: &Span| {
            overlap(group, span)
                && span.bytes.start < group.bytes.start
                && group.bytes.end < span.bytes.end
        };
        self.items.iter().any(|item| item.all.spans.iter().any(holds))
    }

    /// The condition that is read as in device code where the functions of these places of host code hang on it.
    pub fn of_device<'d>(&self, host: &[&Span], doubts: &'d [Doubt]) -> Option<&'d Doubt> {
        let mut of_device = doubts.iter().filter(|doubt| doubt.of_device).peekable();
        of_device.peek()?;
        let launching = self.launching(host);
        let spans: Vec<&Span> = launching.iter().flat_map(|item| &item.all.spans).collect();
        of_device.find(|doubt| {
            is_in(doubt, &spans)
                || !self.is_within_item(doubt)
                    && launching.iter().any(|item| !item.all.names.is_disjoint(&doubt.names))
        })
    }
}

/// Whether what a doubt decides stands in one of the places.
fn is_in(doubt: &Doubt, spans: &[&Span]) -> bool {
    doubt.places.iter().any(|place| spans.iter().any(|span| overlap(place, span)))
}

fn overlap(a: &Span, b: &Span) -> bool {
    a.source.name() == b.source.name() && a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end
}
