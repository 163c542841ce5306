//! The rules as values: each names its arithmetics, and whether it says the same or refines.
//!
//! The two sides are S-expressions: `?a` stands for any expression, `?p` and `?q` for any
//! condition, `?r` for the number that the rule computes, an operator is meant in the
//! rule's arithmetic, and `T` in `(convert T ?a)` is its type.

mod pattern;
mod table;

use super::language::Node;
pub use super::range::Facts;
use super::range::Ranges;
use egg::{
    Applier, EGraph, Id, Pattern, PatternAst, Rewrite, SearchMatches, Searcher, Subst, Symbol, Var,
};
use semantics::{Arithmetic, IntType, Number};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub use pattern::{Malformed, Side, instantiate, instantiate_cond, variables};
pub use table::RULES;

/// In which arithmetics a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// On naturals.
    pub natural: bool,
    /// In C, at unsigned types.
    pub unsigned: bool,
    /// In C, at signed types.
    pub signed: bool,
    /// The rule mentions no operator: it is the same in each, and needs none.
    pub structural: bool,
}

impl Scope {
    const fn of(natural: bool, unsigned: bool, signed: bool) -> Scope {
        Scope { natural, unsigned, signed, structural: false }
    }

    /// Whether the rule holds in the arithmetic.
    pub fn holds_in(&self, arithmetic: Arithmetic) -> bool {
        match arithmetic {
            Arithmetic::Natural => self.natural,
            Arithmetic::C(ty) => {
                if ty.signed {
                    self.signed
                } else {
                    self.unsigned
                }
            }
        }
    }
}

/// How the right side relates to the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The same value, or both none.
    Same,
    /// The same value wherever the left side has one.
    Refines,
}

/// What a rule may ask of what it matched.
pub struct Known<'a> {
    /// The arithmetic that the operators are meant in.
    pub arithmetic: Arithmetic,
    /// The facts of the variable `?name`.
    pub facts: &'a dyn Fn(&str) -> Facts,
}

impl Known<'_> {
    /// The number that the variable stands for, if it is one.
    pub fn literal(&self, name: &str) -> Option<Number> {
        (self.facts)(name).literal
    }

    /// The type of C's arithmetic.
    pub fn ty(&self) -> Option<IntType> {
        match self.arithmetic {
            Arithmetic::Natural => None,
            Arithmetic::C(ty) => Some(ty),
        }
    }

    /// Whether the number belongs to the arithmetic.
    pub fn has(&self, n: &Number) -> bool {
        match self.arithmetic {
            Arithmetic::Natural => n.sign() != num_bigint::Sign::Minus,
            Arithmetic::C(ty) => ty.contains(n),
        }
    }
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// A name, for reports.
    pub name: &'static str,
    /// Where it holds.
    pub scope: Scope,
    /// What it promises.
    pub meaning: Meaning,
    /// What it looks for.
    pub left: &'static str,
    /// What it says instead.
    pub right: &'static str,
    /// Whether it applies, and the number `?r` if the right side mentions it.
    pub given: fn(&Known) -> Option<Number>,
}

/// A rule in one arithmetic, ready to match.
pub(crate) struct Refinement {
    left: Pattern<Node>,
    right: PatternAst<Node>,
    rule: Rule,
    arithmetic: Arithmetic,
}

/// The rules of one arithmetic, ready to match.
pub(crate) struct RuleSet {
    pub same: Vec<Rewrite<Node, Ranges>>,
    pub refine: Vec<Refinement>,
}

thread_local! {
    /// Rule sets that were compiled, by arithmetic; None is the structural one.
    static COMPILED: RefCell<BTreeMap<Option<Arithmetic>, Rc<RuleSet>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The structural rules, and those of each arithmetic.
pub(crate) fn compiled(arithmetics: &BTreeSet<Arithmetic>) -> Vec<Rc<RuleSet>> {
    let keys = std::iter::once(None).chain(arithmetics.iter().copied().map(Some));
    COMPILED.with_borrow_mut(|compiled| {
        keys.map(|key| compiled.entry(key).or_insert_with(|| Rc::new(compile(key))).clone())
            .collect()
    })
}

fn compile(key: Option<Arithmetic>) -> RuleSet {
    let mut set = RuleSet { same: Vec::new(), refine: Vec::new() };
    for rule in RULES {
        let applies = match key {
            None => rule.scope.structural,
            Some(arithmetic) => !rule.scope.structural && rule.scope.holds_in(arithmetic),
        };
        // A structural rule mentions no operator that could be meant in this arithmetic.
        let arithmetic = key.unwrap_or(Arithmetic::Natural);
        let sides = (pattern::parse(rule.left, arithmetic), pattern::parse(rule.right, arithmetic));
        let (true, (Ok(left), Ok(right))) = (applies, sides) else { continue };
        let refinement = Refinement { left: Pattern::new(left), right, rule: *rule, arithmetic };
        if rule.meaning == Meaning::Refines {
            set.refine.push(refinement);
            continue;
        }
        let left = refinement.left.clone();
        // One rule in two arithmetics is two to `egg`, which wants names that differ.
        let name = format!("{} {key:?}", rule.name);
        if let Ok(rewrite) = Rewrite::new(name, left, refinement) {
            set.same.push(rewrite);
        }
    }
    set
}

impl Refinement {
    /// The substitution with the computed number, if the rule applies.
    fn applies(&self, graph: &mut EGraph<Node, Ranges>, subst: &Subst) -> Option<Subst> {
        let facts = |name: &str| {
            let id = pattern::variable(name).and_then(|var| subst.get(var).copied());
            id.map_or_else(Facts::default, |id| graph[id].data.clone())
        };
        let r = (self.rule.given)(&Known { arithmetic: self.arithmetic, facts: &facts })?;
        let mut subst = subst.clone();
        if let Some(var) = pattern::variable("r") {
            subst.insert(var, graph.add(Node::Num(r)));
        }
        Some(subst)
    }

    fn add_edges(
        &self,
        found: &[SearchMatches<Node>],
        graph: &mut EGraph<Node, Ranges>,
        edges: &mut Vec<(Id, Id)>,
    ) {
        for found in found {
            for subst in &found.substs {
                if let Some(subst) = self.applies(graph, subst) {
                    edges.push((found.eclass, graph.add_instantiation(&self.right, &subst)));
                }
            }
        }
    }
}

/// Adds the right side of each refinement that matches, and an edge to it.
pub(crate) fn refine(
    sets: &[Rc<RuleSet>],
    graph: &mut EGraph<Node, Ranges>,
    edges: &mut Vec<(Id, Id)>,
) {
    let rules = sets.iter().flat_map(|set| &set.refine);
    // A graph is searched before it changes.
    let found: Vec<_> = rules.map(|rule| (rule, rule.left.search(graph))).collect();
    for (rule, found) in found {
        rule.add_edges(&found, graph, edges);
    }
    graph.rebuild();
}

impl Applier<Node, Ranges> for Refinement {
    fn apply_one(
        &self,
        graph: &mut EGraph<Node, Ranges>,
        class: Id,
        subst: &Subst,
        _: Option<&PatternAst<Node>>,
        _: Symbol,
    ) -> Vec<Id> {
        let Some(subst) = self.applies(graph, subst) else { return Vec::new() };
        let right = graph.add_instantiation(&self.right, &subst);
        if graph.union(class, right) { vec![class] } else { Vec::new() }
    }

    fn vars(&self) -> Vec<Var> {
        // `?r` is computed, the others are checked to be on the left by a test.
        Vec::new()
    }
}
