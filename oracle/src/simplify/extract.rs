//! The cheapest expression of a class, along the refinements.

use super::language::Node;
use super::range::Ranges;
use egg::{EGraph, Id, Language};
use rustc_hash::FxHashMap;
use semantics::{Arithmetic, Cond, Expr, Op};
use std::sync::Arc;

/// How a class is written at the least cost.
#[derive(Clone, Debug)]
enum Choice {
    Node(Node),
    /// As this class, which refines it.
    As(Id),
}

/// The cheapest expression of each class.
pub(crate) struct Extraction {
    /// The class of each id.
    classes: Vec<Id>,
    best: FxHashMap<Id, (u64, Choice)>,
}

/// What a node costs a solver, without its arguments. Shifts and masks by a constant are free in
/// bit vectors; integers prefer division and multiplication.
fn cost(node: &Node) -> u64 {
    match node {
        Node::Num(_) | Node::Bool(_) | Node::Tid(_) | Node::Var(_) => 1,
        Node::Convert(..) | Node::Not(_) => 2,
        Node::Select(_) | Node::Within(_) | Node::Rel(..) => 3,
        Node::And(_) | Node::Or(_) => 2,
        Node::Bin(op, arithmetic, _) => match (arithmetic, op) {
            (_, Op::Add | Op::Sub) => 2,
            (_, Op::Min | Op::Max) => 4,
            (Arithmetic::Natural, Op::Mul) => 4,
            (Arithmetic::Natural, Op::Div | Op::Rem) => 6,
            (Arithmetic::Natural, _) => 12,
            (_, Op::Mul) => 8,
            (_, Op::Div | Op::Rem) => 16,
            (_, _) => 3,
        },
    }
}

impl Extraction {
    /// With refinements as edges from a class to a better one.
    pub fn new(graph: &EGraph<Node, Ranges>, edges: &[(Id, Id)]) -> Extraction {
        let mut classes: Vec<_> = graph.classes().collect();
        classes.sort_unstable_by_key(|class| class.id);
        let mut edges: Vec<_> =
            edges.iter().map(|(from, to)| (graph.find(*from), graph.find(*to))).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut best: FxHashMap<Id, (u64, Choice)> = FxHashMap::default();
        // A choice is made only where it is strictly cheaper than the last one, and relies on
        // choices made before it. So none relies on itself.
        loop {
            let mut changed = false;
            for class in &classes {
                for node in &class.nodes {
                    let total = node.children().iter().try_fold(cost(node), |total, arg| {
                        Some(total.saturating_add(best.get(&graph.find(*arg))?.0))
                    });
                    let Some(total) = total else { continue };
                    if best.get(&class.id).is_none_or(|(least, _)| total < *least) {
                        best.insert(class.id, (total, Choice::Node(node.clone())));
                        changed = true;
                    }
                }
            }
            for (from, to) in &edges {
                let Some((total, _)) = best.get(to) else { continue };
                let total = *total;
                if best.get(from).is_none_or(|(least, _)| total < *least) {
                    best.insert(*from, (total, Choice::As(*to)));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let ids = (0..graph.nodes().len()).map(|id| graph.find(Id::from(id)));
        Extraction { classes: ids.collect(), best }
    }

    /// What the class costs at least.
    pub fn cost(&self, id: Id) -> u64 {
        self.best.get(&self.class(id)).map_or(u64::MAX, |(cost, _)| *cost)
    }

    fn class(&self, id: Id) -> Id {
        self.classes.get(usize::from(id)).copied().unwrap_or(id)
    }

    fn node(&self, id: Id) -> Option<&Node> {
        let mut id = self.class(id);
        loop {
            match &self.best.get(&id)?.1 {
                Choice::Node(node) => return Some(node),
                Choice::As(better) => id = *better,
            }
        }
    }

    /// The cheapest expression of a class of expressions.
    pub fn expr(&self, id: Id) -> Option<Expr> {
        let expr = |id: &Id| self.expr(*id).map(Arc::new);
        Some(match self.node(id)? {
            Node::Num(n) => Expr::Num(n.clone()),
            Node::Tid(axis) => Expr::Tid(*axis),
            Node::Var(x) => Expr::Var(x.clone()),
            Node::Bin(op, arithmetic, [a, b]) => Expr::Bin(*op, *arithmetic, expr(a)?, expr(b)?),
            Node::Convert(ty, [e]) => Expr::Convert(*ty, expr(e)?),
            Node::Select([c, a, b]) => Expr::Select(self.cond(*c)?.into(), expr(a)?, expr(b)?),
            Node::Within([size, e]) => match self.expr(*size)? {
                Expr::Num(size) => Expr::Within(size, expr(e)?),
                _ => return None,
            },
            Node::Bool(_) | Node::Rel(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => {
                return None;
            }
        })
    }

    /// The cheapest condition of a class of conditions.
    pub fn cond(&self, id: Id) -> Option<Cond> {
        let cond = |id: &Id| self.cond(*id).map(Arc::new);
        Some(match self.node(id)? {
            Node::Bool(b) => Cond::Bool(*b),
            Node::Rel(rel, [a, b]) => Cond::Rel(*rel, self.expr(*a)?.into(), self.expr(*b)?.into()),
            Node::And([a, b]) => Cond::And(cond(a)?, cond(b)?),
            Node::Or([a, b]) => Cond::Or(cond(a)?, cond(b)?),
            Node::Not([c]) => Cond::Not(cond(c)?),
            _ => return None,
        })
    }
}
