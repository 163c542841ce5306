//! Expressions and conditions as nodes of an e-graph.

use egg::{Id, Language};
use semantics::{Arithmetic, Axis, IntType, Name, Number, Op, Rel};

/// A node of [`semantics::Expr`] or [`semantics::Cond`].
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
