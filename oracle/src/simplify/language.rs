//! Expressions and conditions as nodes of an e-graph.

use super::Census;
use super::range::Ranges;
use egg::{EGraph, Id, Language};
use num_traits::Signed;
use semantics::{Arithmetic, Axis, Cond, Expr, IntType, Name, Number, Op, Rel};

/// A node of [`Expr`] or [`Cond`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    Num(Number),
    Tid(Axis),
    Var(Name),
    Bin(Op, Arithmetic, [Id; 2]),
    Convert(IntType, [Id; 1]),
    Select([Id; 3]),
    /// The size, which is a number, and the index.
    Within([Id; 2]),
    Bool(bool),
    Rel(Rel, [Id; 2]),
    And([Id; 2]),
    Or([Id; 2]),
    Not([Id; 1]),
}

impl Language for Node {
    type Discriminant = (std::mem::Discriminant<Node>, Option<Op>, Option<Rel>);

    fn discriminant(&self) -> Self::Discriminant {
        let (op, rel) = match self {
            Node::Bin(op, ..) => (Some(*op), None),
            Node::Rel(rel, _) => (None, Some(*rel)),
            _ => (None, None),
        };
        (std::mem::discriminant(self), op, rel)
    }

    fn matches(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::Num(a), Node::Num(b)) => a == b,
            (Node::Tid(a), Node::Tid(b)) => a == b,
            (Node::Var(a), Node::Var(b)) => a == b,
            (Node::Bool(a), Node::Bool(b)) => a == b,
            (Node::Bin(a, x, _), Node::Bin(b, y, _)) => a == b && x == y,
            (Node::Convert(a, _), Node::Convert(b, _)) => a == b,
            (Node::Rel(a, _), Node::Rel(b, _)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::Num(_) | Node::Tid(_) | Node::Var(_) | Node::Bool(_) => &[],
            Node::Convert(_, args) | Node::Not(args) => args,
            Node::Bin(_, _, args) | Node::Rel(_, args) => args,
            Node::Within(args) | Node::And(args) | Node::Or(args) => args,
            Node::Select(args) => args,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::Num(_) | Node::Tid(_) | Node::Var(_) | Node::Bool(_) => &mut [],
            Node::Convert(_, args) | Node::Not(args) => args,
            Node::Bin(_, _, args) | Node::Rel(_, args) => args,
            Node::Within(args) | Node::And(args) | Node::Or(args) => args,
            Node::Select(args) => args,
        }
    }
}

/// Adds an expression. One that is too large is not added whole: the census says so.
pub(crate) fn add_expr(graph: &mut EGraph<Node, Ranges>, e: &Expr, census: &mut Census) -> Id {
    census.nodes += 1;
    if census.nodes > super::LARGEST {
        return graph.add(Node::Bool(false));
    }
    let node = match e {
        Expr::Num(n) => {
            census.beyond_naturals |= n.is_negative();
            Node::Num(n.clone())
        }
        Expr::Tid(axis) => Node::Tid(*axis),
        Expr::Var(x) => Node::Var(x.clone()),
        Expr::Bin(op, arithmetic, a, b) => {
            census.arithmetics.insert(*arithmetic);
            census.beyond_naturals |= *arithmetic != Arithmetic::Natural;
            Node::Bin(*op, *arithmetic, [add_expr(graph, a, census), add_expr(graph, b, census)])
        }
        Expr::Convert(ty, e) => {
            census.arithmetics.insert(Arithmetic::C(*ty));
            census.beyond_naturals = true;
            Node::Convert(*ty, [add_expr(graph, e, census)])
        }
        Expr::Select(c, a, b) => {
            let (c, a) = (add_cond(graph, c, census), add_expr(graph, a, census));
            Node::Select([c, a, add_expr(graph, b, census)])
        }
        Expr::Within(size, e) => {
            let size = graph.add(Node::Num(size.clone()));
            Node::Within([size, add_expr(graph, e, census)])
        }
    };
    graph.add(node)
}

/// Adds a condition, as [`add_expr`] does.
pub(crate) fn add_cond(graph: &mut EGraph<Node, Ranges>, c: &Cond, census: &mut Census) -> Id {
    census.nodes += 1;
    if census.nodes > super::LARGEST {
        return graph.add(Node::Bool(false));
    }
    let node = match c {
        Cond::Bool(b) => Node::Bool(*b),
        Cond::Rel(rel, a, b) => {
            Node::Rel(*rel, [add_expr(graph, a, census), add_expr(graph, b, census)])
        }
        Cond::And(a, b) => Node::And([add_cond(graph, a, census), add_cond(graph, b, census)]),
        Cond::Or(a, b) => Node::Or([add_cond(graph, a, census), add_cond(graph, b, census)]),
        Cond::Not(c) => Node::Not([add_cond(graph, c, census)]),
    };
    graph.add(node)
}
