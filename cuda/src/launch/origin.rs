//! Where host code has a pointer from that it keeps where that is not followed: an element of a container, a member of an
//! object of which nothing is known, or of a copy of it.

use super::value::Variable;
use semantics::{Expr as Term, Name, Number, Op};
use std::sync::Arc;

/// From an object to a part of it in so many steps.
const DEEPEST: usize = 8;

/// A step from an object to a part of it, or to what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Member(Name),
    /// What a function of the object gives, by its first argument.
    Call(Name, Place),
    Element(Place),
}

/// Which element; nothing is known of it otherwise.
pub(super) type Place = Option<Arc<Term>>;

/// What has a pointer, or leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    Variable(Variable),
    /// The object of a function that is called here, where the object is not followed: any of its members may hold what
    /// another one does.
    Object,
}

/// A part of what a variable holds or leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    pub of: Root,
    path: Vec<Step>,
}

impl Origin {
    /// A variable itself.
    pub fn of(of: Variable) -> Origin {
        Origin { of: Root::Variable(of), path: Vec::new() }
    }

    /// A member of an object that is not followed.
    pub fn of_object() -> Origin {
        Origin { of: Root::Object, path: Vec::new() }
    }

    /// A part of it; none where that lies too deep.
    pub fn then(mut self, step: Step) -> Option<Origin> {
        self.path.push(step);
        (self.path.len() <= DEEPEST).then_some(self)
    }

    /// The same in what runs later: a number that is not known by then may be another one.
    pub fn lasting(mut self) -> Origin {
        for step in &mut self.path {
            if let Step::Call(_, place) | Step::Element(place) = step {
                *place = place.take().filter(|place| matches!(**place, Term::Num(_)));
            }
        }
        self
    }

    /// Whether it may be one place with another one. Members of two names are two.
    pub fn may_be(&self, other: &Origin) -> bool {
        let parts = self.path.iter().zip(&other.path);
        self.of == other.of
            && self.path.len() == other.path.len()
            && parts.into_iter().all(|parts| match parts {
                (Step::Element(a), Step::Element(b)) => !are_apart(a, b),
                (Step::Call(f, a), Step::Call(g, b)) => f == g && !are_apart(a, b),
                (a, b) => a == b,
            })
    }
}

/// Whether two numbers are different for certain: they differ by a constant.
fn are_apart(a: &Place, b: &Place) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let ((a, m), (b, n)) = (shifted(a), shifted(b));
    a == b && m != n
}

/// A sum with a constant, and the constant.
fn shifted(e: &Term) -> (Option<&Term>, Number) {
    match e {
        Term::Num(n) => (None, n.clone()),
        Term::Bin(Op::Add, _, a, b) => match &**b {
            Term::Num(n) => (Some(a), n.clone()),
            _ => (Some(e), 0.into()),
        },
        Term::Bin(Op::Sub, _, a, b) => match &**b {
            Term::Num(n) => (Some(a), -n.clone()),
            _ => (Some(e), 0.into()),
        },
        e => (Some(e), 0.into()),
    }
}
