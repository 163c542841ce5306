//! Expressions and conditions in an e-graph.

use super::Census;
use super::language::Node;
use super::range::Ranges;
use egg::{EGraph, Id};
use num_traits::Signed;
use semantics::{Arithmetic, Cond, Expr};

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
