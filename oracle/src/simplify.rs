//! Index expressions simplified, by equality saturation (`egg`), before any solver sees them.
//!
//! **What is promised.** Wherever the original has a value, the result has the same value; where
//! the original has none (C's signed overflow, a division by zero, an index out of bounds), the
//! result may be anything. Verdicts need exactly this: an execution without meaning is left out of
//! every verdict by the conditions on the *original*, and any other one computes the same numbers.
//! So what states that an expression has a meaning must be taken from the original, not from the
//! result.
//!
//! **What is asked for.** An operator in C's arithmetic at a type is applied to numbers of that
//! type (conversions are explicit), but for the right side of a shift. An operator on naturals is
//! applied to naturals; where an expression holds both arithmetics, those on naturals are left alone.
//!
//! **How.** A rule either says the same as its left side, meaninglessness included, or it
//! [refines](Meaning::Refines) it. Only the former merge classes of the e-graph, since merging
//! works in both directions; a refinement is an edge from a class to a better one, which the
//! extraction of the cheapest expression may take, and which it never takes backwards.

mod extract;
mod graph;
mod language;
mod range;
pub mod rules;

use egg::{EGraph, Id, Runner};
use graph::{add_cond, add_expr};
use language::Node;
pub use rules::{Meaning, RULES, Rule};
use semantics::{Arithmetic, Cond, Expr};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// Expressions of more nodes are left alone.
const LARGEST: usize = 200;
/// The e-graph stops growing here.
const MOST_NODES: usize = 400;
/// Rounds of rules that say the same, before and after each round of refinements.
const ITERATIONS: usize = 3;
/// Rounds of refinements.
const ROUNDS: usize = 2;

/// How many answers each thread keeps.
const MOST_KNOWN: usize = 4096;

thread_local! {
    /// What expressions are when simplified: each query on a kernel asks of the same ones.
    static KNOWN: RefCell<HashMap<Expr, Expr>> = RefCell::default();
}

/// The expression, simpler; see the module for what is promised.
pub fn simplify(e: &Expr) -> Expr {
    if let Some(known) = KNOWN.with_borrow(|known| known.get(e).cloned()) {
        return known;
    }
    let made = simplified(e);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(e.clone(), made.clone());
    });
    made
}

fn simplified(e: &Expr) -> Expr {
    let mut start = Start::default();
    let root = add_expr(&mut start.egraph, e, &mut start.census);
    match start.run(root) {
        Some(graph) => graph.expr(root).unwrap_or_else(|| e.clone()),
        None => e.clone(),
    }
}

/// The condition, simpler; see the module for what is promised.
pub fn simplify_cond(c: &Cond) -> Cond {
    let mut start = Start::default();
    let root = add_cond(&mut start.egraph, c, &mut start.census);
    match start.run(root) {
        Some(graph) => graph.cond(root).unwrap_or_else(|| c.clone()),
        None => c.clone(),
    }
}

/// What an expression is made of.
#[derive(Default)]
struct Census {
    nodes: usize,
    arithmetics: BTreeSet<Arithmetic>,
    /// Something that only C has, or a negative number.
    beyond_naturals: bool,
}

#[derive(Default)]
struct Start {
    egraph: EGraph<Node, range::Ranges>,
    census: Census,
}

impl Start {
    /// Runs the rules; None where there is nothing to be done.
    fn run(mut self, root: Id) -> Option<extract::Extraction> {
        self.egraph.rebuild();
        if self.census.nodes > LARGEST {
            return None;
        }
        let mut arithmetics = std::mem::take(&mut self.census.arithmetics);
        if self.census.beyond_naturals {
            arithmetics.remove(&Arithmetic::Natural);
        }
        let before = extract::Extraction::new(&self.egraph, &[]).cost(root);
        let rules = rules::compiled(&arithmetics);
        let (mut egraph, mut edges) = (self.egraph, Vec::new());
        for round in 0..=ROUNDS {
            let runner = Runner::<Node, range::Ranges>::new(range::Ranges)
                .with_egraph(egraph)
                .with_node_limit(MOST_NODES)
                .with_iter_limit(ITERATIONS)
                // Iterations and nodes decide, so that the result is the same on every machine.
                .with_time_limit(Duration::from_secs(3600))
                .run(rules.iter().flat_map(|set| &set.same));
            egraph = runner.egraph;
            if round < ROUNDS {
                rules::refine(&rules, &mut egraph, &mut edges);
            }
        }
        let after = extract::Extraction::new(&egraph, &edges);
        (after.cost(root) < before).then_some(after)
    }
}
