//! What the statements of both calculi have in common: the shape that one parser, one printer,
//! one check of well-formedness and one split into phases work on.

use crate::access::Mode;
use crate::barrier::Barrier;
use crate::expression::{Cond, Expr};
use crate::header::Header;
use crate::name::Name;
use crate::source::Site;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A statement of Jaminan or a protocol, as seen from outside.
#[derive(Clone, Debug)]
pub enum Shape<'a, S> {
    /// `skip`
    Skip,
    /// `o[e]`, of protocols.
    Access(Mode, &'a Name, &'a Arc<Expr>, &'a Site),
    /// `A[e₁] := e₂`, of Jaminan.
    Write(&'a Name, &'a Arc<Expr>, &'a Arc<Expr>, &'a Site),
    /// `let x = A[e] in s`, of Jaminan.
    Read(&'a Name, &'a Name, &'a Arc<Expr>, &'a Arc<S>, &'a Site),
    /// `s ; s`
    Seq(&'a Arc<S>, &'a Arc<S>),
    /// `if c {s} else {s}`
    If(&'a Arc<Cond>, &'a Arc<S>, &'a Arc<S>),
    /// `for x in e..e {s}`
    For(&'a Name, &'a Arc<Expr>, &'a Arc<Expr>, &'a Arc<S>),
    /// `var x. s`
    Var(&'a Name, &'a Arc<S>),
    /// `sync`
    Sync(&'a Barrier),
}

/// The statements of a calculus.
pub trait Syntax: Clone + Sized {
    /// Whether this is the language of protocols: `.map` rather than `.jam`.
    const PROTOCOL: bool;

    /// The statement, seen from outside.
    fn shape(&self) -> Shape<'_, Self>;

    /// The statement of this shape, or nothing where the calculus has no such form.
    fn build(shape: Shape<'_, Self>) -> Option<Self>;

    /// `s[x := e]`, for an expression whose variables `s` does not bind.
    fn replace(&self, x: &Name, e: &Expr) -> Self;

    /// `skip`
    fn skip() -> Self;

    /// `s₁ ; s₂`
    fn seq(first: Self, second: Self) -> Self;

    /// Whether a barrier stands in it.
    fn synchronizes(&self) -> bool {
        self.has_barrier(&|_| true)
    }

    /// Whether such a barrier stands in it.
    fn has_barrier(&self, wanted: &dyn Fn(&Barrier) -> bool) -> bool {
        match self.shape() {
            Shape::Sync(barrier) => wanted(barrier),
            Shape::Skip | Shape::Access(..) | Shape::Write(..) => false,
            Shape::Seq(a, b) | Shape::If(_, a, b) => a.has_barrier(wanted) || b.has_barrier(wanted),
            Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) | Shape::Var(_, s) => {
                s.has_barrier(wanted)
            }
        }
    }

    /// The number of statement nodes, as `theorem check --size` counts.
    fn size(&self) -> usize {
        1 + match self.shape() {
            Shape::Skip | Shape::Access(..) | Shape::Write(..) | Shape::Sync(_) => 0,
            Shape::Seq(a, b) | Shape::If(_, a, b) => a.size() + b.size(),
            Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) | Shape::Var(_, s) => s.size(),
        }
    }

    /// The arrays that it accesses.
    fn arrays(&self) -> BTreeSet<Name> {
        fn add<S: Syntax>(s: &S, arrays: &mut BTreeSet<Name>) {
            match s.shape() {
                Shape::Skip | Shape::Sync(_) => {}
                Shape::Access(_, a, ..) | Shape::Write(a, ..) => {
                    arrays.insert(a.clone());
                }
                Shape::Read(_, a, _, s, _) => {
                    arrays.insert(a.clone());
                    add(&**s, arrays);
                }
                Shape::Seq(a, b) | Shape::If(_, a, b) => {
                    add(&**a, arrays);
                    add(&**b, arrays);
                }
                Shape::For(_, _, _, s) | Shape::Var(_, s) => add(&**s, arrays),
            }
        }
        let mut arrays = BTreeSet::new();
        add(self, &mut arrays);
        arrays
    }
}

/// Why a program is not well-formed. [L24, §3.1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllFormed {
    /// A variable is free: nothing binds it, and it is no parameter.
    Free(Name),
    /// Two binders bind one name.
    BoundTwice(Name),
}

/// Whether a statement is closed, apart from the parameters, and its binders are distinct.
///
/// # Errors
/// The first violation, from the left.
pub fn well_formed<S: Syntax>(header: &Header, body: &S) -> Result<(), IllFormed> {
    let mut bound = header.parameters();
    let mut scope = bound.clone();
    check(body, &mut scope, &mut bound)
}

fn check<S: Syntax>(
    s: &S,
    scope: &mut BTreeSet<Name>,
    bound: &mut BTreeSet<Name>,
) -> Result<(), IllFormed> {
    let closed = |free: BTreeSet<Name>, scope: &BTreeSet<Name>| {
        free.into_iter().find(|x| !scope.contains(x)).map_or(Ok(()), |x| Err(IllFormed::Free(x)))
    };
    let under = |x: &Name, s: &S, scope: &mut BTreeSet<Name>, bound: &mut BTreeSet<Name>| {
        if !bound.insert(x.clone()) {
            return Err(IllFormed::BoundTwice(x.clone()));
        }
        scope.insert(x.clone());
        let result = check(s, scope, bound);
        scope.remove(x);
        result
    };
    match s.shape() {
        Shape::Skip | Shape::Sync(_) => Ok(()),
        Shape::Access(_, _, e, _) => closed(e.free_variables(), scope),
        Shape::Write(_, e, k, _) => {
            closed(e.free_variables(), scope)?;
            closed(k.free_variables(), scope)
        }
        Shape::Read(x, _, e, s, _) => {
            closed(e.free_variables(), scope)?;
            under(x, s, scope, bound)
        }
        Shape::Seq(a, b) => {
            check(&**a, scope, bound)?;
            check(&**b, scope, bound)
        }
        Shape::If(c, a, b) => {
            closed(c.free_variables(), scope)?;
            check(&**a, scope, bound)?;
            check(&**b, scope, bound)
        }
        Shape::For(x, lo, hi, s) => {
            closed(lo.free_variables(), scope)?;
            closed(hi.free_variables(), scope)?;
            under(x, s, scope, bound)
        }
        Shape::Var(x, s) => under(x, s, scope, bound),
    }
}
