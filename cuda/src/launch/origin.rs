//! Where host code has a pointer from that it keeps where that is not followed: an element of a container, a member of an
//! object of which nothing is known, or of a copy of it. Of two that come from one place, nobody knows whether they are
//! one.

use super::evaluator::Evaluator;
use super::value::{Value, Variable};
use crate::path::without_std;
use crate::syntax::{Binary, Expr, ExprKind, Unary};
use semantics::{Expr as Term, Name, Op};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many places are noted of one pointer.
const MOST: usize = 8;
/// From an object to a part of it in so many steps.
const DEEPEST: usize = 8;

/// A step from an object to a part of it, or to what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Member(Name),
    /// What a function of the object gives, by its first argument.
    Call(Name, Place),
    Element(Place),
}

/// Which element; nothing is known of it otherwise.
type Place = Option<Arc<Term>>;

/// A part of what a variable holds or leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    of: Variable,
    path: Vec<Step>,
}

impl Origin {
    fn then(mut self, step: Step) -> Origin {
        self.path.push(step);
        self
    }

    /// The same in what runs later: a number that is not known by then may be another one.
    fn lasting(mut self) -> Origin {
        for step in &mut self.path {
            if let Step::Call(_, place) | Step::Element(place) = step {
                *place = place.take().filter(|place| matches!(**place, Term::Num(_)));
            }
        }
        self
    }

    /// Whether it may be one place with another one. Members of two names are two.
    fn may_be(&self, other: &Origin) -> bool {
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

impl Evaluator<'_> {
    /// A variable is made of a value, or given one: notes where that is from.
    pub(super) fn note_origin(&mut self, variable: Variable, value: &Expr) {
        let found = self.origins_of(value);
        self.note_origins(variable, found);
    }

    pub(super) fn note_origins(&mut self, variable: Variable, found: BTreeSet<Origin>) {
        let known = self.origins.entry(variable).or_default();
        for origin in found.into_iter().filter(|origin| origin.of != variable) {
            if known.len() < MOST {
                known.insert(origin.lasting());
            }
        }
    }

    /// Whether two expressions may give one pointer, since they come from one place.
    pub(super) fn may_be_of_one_place(&mut self, a: &Option<Expr>, b: &Option<Expr>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        let [a, b] = [a, b].map(|e| self.origins_of(e));
        a.iter().any(|a| b.iter().any(|b| a.may_be(b)))
    }

    /// Where the value of an expression may be from.
    pub(super) fn origins_of(&mut self, e: &Expr) -> BTreeSet<Origin> {
        if !self.spend() {
            return BTreeSet::new();
        }
        let (of, step) = match &e.kind {
            ExprKind::Name(name) => return self.origins_of_variable(name),
            ExprKind::Cast(_, e)
            | ExprKind::Unary(Unary::Dereference | Unary::Address, e)
            | ExprKind::Binary(Binary::Add | Binary::Sub, e, _) => return self.origins_of(e),
            ExprKind::Construct(_, parts) => match parts.as_slice() {
                [e] => return self.origins_of(e),
                _ => return BTreeSet::new(),
            },
            ExprKind::Conditional(_, a, b) => {
                let mut found = self.origins_of(a);
                found.extend(self.origins_of(b));
                return found;
            }
            ExprKind::Member(of, name, _) => (of, Step::Member(name.clone())),
            ExprKind::Index(of, at) => (of, Step::Element(self.place_of(at))),
            ExprKind::Call(callee, arguments) => match (&callee.plain().kind, arguments.as_slice())
            {
                (ExprKind::Name(name) | ExprKind::Instance(name, _), [e])
                    if matches!(without_std(name.as_str()), "move" | "forward" | "as_const") =>
                {
                    return self.origins_of(e);
                }
                (ExprKind::Member(of, name, _), arguments) => {
                    let at = arguments.first().and_then(|e| self.place_of(e));
                    let step = match name.as_str() {
                        "at" | "operator[]" => Step::Element(at),
                        "front" => Step::Element(Some(crate::term::num(0))),
                        "back" | "begin" | "cbegin" => Step::Element(None),
                        _ => Step::Call(name.clone(), at),
                    };
                    (of, step)
                }
                _ => return BTreeSet::new(),
            },
            _ => return BTreeSet::new(),
        };
        let found = self.origins_of(of).into_iter().filter(|origin| origin.path.len() < DEEPEST);
        found.map(|origin| origin.then(step.clone())).collect()
    }

    fn origins_of_variable(&mut self, name: &Name) -> BTreeSet<Origin> {
        let Some(variable) = self.variable(name) else { return BTreeSet::new() };
        let refers = self.state.declared[variable.0].refers.as_ref();
        let variable = refers.map_or(variable, |place| place.variable);
        let mut found = self.origins.get(&variable).cloned().unwrap_or_default();
        found.insert(Origin { of: variable, path: Vec::new() });
        found
    }

    fn place_of(&mut self, at: &Expr) -> Place {
        match self.value(at) {
            Value::Int(_, term) => Some(term),
            _ => None,
        }
    }
}

/// Whether two numbers are different for certain: they differ by a constant.
fn are_apart(a: &Place, b: &Place) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let ((a, m), (b, n)) = (shifted(a), shifted(b));
    a == b && m != n
}

/// A sum with a constant, and the constant.
fn shifted(e: &Term) -> (Option<&Term>, semantics::Number) {
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
