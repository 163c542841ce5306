//! Control and data independence over sets of slots. [L24, Figs. 4 and 7]
//!
//! A read `let x = A[e] in s` is judged as the protocol `rd[e]; var x. [[s]]` that is inferred.

use super::code::{Code, Node, Place, Slots};

/// `X ⊢CI p` and `X ⊢DI p`.
pub(super) fn judge(code: &Code, x: Slots, node: Place) -> (bool, bool) {
    let exact = |variables: Slots| variables & !x == 0;
    match code.nodes[usize::from(node)] {
        Node::Skip => (true, true),
        Node::Access(_, e) | Node::Write(e, _) => (true, exact(code.variables(e))),
        Node::Read(_, e, s) => {
            let (ci, di) = judge(code, x, s);
            (ci, di && exact(code.variables(e)))
        }
        Node::Var(_, s) => judge(code, x, s),
        Node::Seq(a, b) => both(judge(code, x, a), judge(code, x, b)),
        Node::If(c, a, b) => {
            let (ci, di) = both(judge(code, x, a), judge(code, x, b));
            (ci && exact(code.variables_of_test(c)), di)
        }
        Node::For(y, _, hi, s) if exact(code.variables(hi)) => judge(code, x | 1 << y, s),
        Node::For(_, _, _, s) => (false, judge(code, x, s).1),
    }
}

fn both(a: (bool, bool), b: (bool, bool)) -> (bool, bool) {
    (a.0 && b.0, a.1 && b.1)
}

/// `aa(X, p)`
pub(super) fn approximating(code: &Code, x: Slots, node: Place) -> (Slots, Slots) {
    let free = |variables: Slots| variables & !x;
    let join = |a: (Slots, Slots), b: (Slots, Slots)| (a.0 | b.0, a.1 | b.1);
    match code.nodes[usize::from(node)] {
        Node::Skip => (0, 0),
        Node::Access(_, e) | Node::Write(e, _) => (0, free(code.variables(e))),
        Node::Read(_, e, s) => join((0, free(code.variables(e))), approximating(code, x, s)),
        Node::Var(_, s) => approximating(code, x, s),
        Node::Seq(a, b) => join(approximating(code, x, a), approximating(code, x, b)),
        Node::If(c, a, b) => {
            let of_condition = (free(code.variables_of_test(c)), 0);
            join(of_condition, join(approximating(code, x, a), approximating(code, x, b)))
        }
        Node::For(y, _, hi, s) => {
            let of_bounds = free(code.variables(hi));
            let inner = if of_bounds == 0 { x | 1 << y } else { x };
            join((of_bounds, 0), approximating(code, inner, s))
        }
    }
}
