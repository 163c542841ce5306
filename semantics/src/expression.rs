//! Expressions `e` and conditions `c`. [L24, Fig. 2]
//!
//! The calculi have numbers, `tid`, variables and operators. Three further forms carry C's
//! meaning and come from the CUDA front end only: conversions, `c ? e : e`, and indices that
//! must stay within a declared array.

use crate::arithmetic::{Arithmetic, IntType, Meaningless, Op, Rel};
use crate::name::Name;
use crate::number::Number;
use crate::thread::{Axis, Thread};
use num_traits::Signed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An arithmetic expression `e`. Subtrees are shared, so substitution copies only what it changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A number.
    Num(Number),
    /// `tid`, or one of CUDA's coordinates of the thread.
    Tid(Axis),
    /// A variable or parameter.
    Var(Name),
    /// `e ⋆ e`, in the arithmetic named.
    Bin(Op, Arithmetic, Arc<Expr>, Arc<Expr>),
    /// C's conversion to a type.
    Convert(IntType, Arc<Expr>),
    /// C's `c ? e : e`: only the chosen side is evaluated.
    Select(Arc<Cond>, Arc<Expr>, Arc<Expr>),
    /// The index `e` of an array dimension of this size; outside of `0..size` it has no meaning.
    Within(Number, Arc<Expr>),
}

/// A condition `c`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cond {
    /// `true` or `false`.
    Bool(bool),
    /// `e ◇ e`.
    Rel(Rel, Arc<Expr>, Arc<Expr>),
    /// `c && c`, from the left: where the first fails, the second is not evaluated.
    And(Arc<Cond>, Arc<Cond>),
    /// `c || c`, from the left.
    Or(Arc<Cond>, Arc<Cond>),
    /// `!c`.
    Not(Arc<Cond>),
}

impl Expr {
    /// A number.
    pub fn num(n: impl Into<Number>) -> Expr {
        Expr::Num(n.into())
    }

    /// A variable.
    pub fn var(x: impl Into<Name>) -> Expr {
        Expr::Var(x.into())
    }

    /// `tid`.
    pub fn tid() -> Expr {
        Expr::Tid(Axis::Tid)
    }

    /// `a ⋆ b` on naturals.
    pub fn bin(op: Op, a: Expr, b: Expr) -> Expr {
        Expr::Bin(op, Arithmetic::Natural, a.into(), b.into())
    }

    /// `a ⋆ b` in C, at the type.
    pub fn c(op: Op, ty: IntType, a: Expr, b: Expr) -> Expr {
        Expr::Bin(op, Arithmetic::C(ty), a.into(), b.into())
    }

    /// `e ⇓ᵢ k` for a closed expression.
    ///
    /// # Errors
    /// Where it has no value: see [`Meaningless`].
    pub fn eval(&self, i: &Thread) -> Result<Number, Meaningless> {
        match self {
            Expr::Num(n) => Ok(n.clone()),
            Expr::Tid(axis) => match i.axis(*axis) {
                Some(n) => Ok(n.clone()),
                None => Err(Meaningless::Unbound(axis.to_string().into())),
            },
            Expr::Var(x) => Err(Meaningless::Unbound(x.clone())),
            Expr::Bin(op, arithmetic, a, b) => arithmetic.apply(*op, &a.eval(i)?, &b.eval(i)?),
            Expr::Convert(ty, e) => Ok(ty.convert(&e.eval(i)?)),
            Expr::Select(c, a, b) => {
                if c.eval(i)? {
                    a.eval(i)
                } else {
                    b.eval(i)
                }
            }
            Expr::Within(size, e) => match e.eval(i)? {
                n if n.is_negative() || n >= *size => Err(Meaningless::OutOfBounds),
                n => Ok(n),
            },
        }
    }

    /// `e[x := k]`.
    pub fn substitute(&self, x: &Name, k: &Expr) -> Expr {
        self.substituted(x, k).unwrap_or_else(|| self.clone())
    }

    /// `e[x := k]` where `x` is free in `e`.
    fn substituted(&self, x: &Name, k: &Expr) -> Option<Expr> {
        let inside = |e: &Arc<Expr>| substituted(e, x, k);
        Some(match self {
            Expr::Num(_) | Expr::Tid(_) => return None,
            Expr::Var(y) if y == x => k.clone(),
            Expr::Var(_) => return None,
            Expr::Bin(op, arithmetic, a, b) => {
                let (a, b) = either((a, inside(a)), (b, inside(b)))?;
                Expr::Bin(*op, *arithmetic, a, b)
            }
            Expr::Convert(ty, e) => Expr::Convert(*ty, inside(e)?),
            Expr::Select(c, a, b) => {
                let both = (a.clone(), b.clone());
                let changed = either((a, inside(a)), (b, inside(b)));
                let (c, (a, b)) = either((c, substituted_cond(c, x, k)), (&both, changed))?;
                Expr::Select(c, a, b)
            }
            Expr::Within(size, e) => Expr::Within(size.clone(), inside(e)?),
        })
    }

    /// Adds `fv(e)`, the free variables, to the set. `tid` is not a variable.
    pub fn add_free_variables(&self, free: &mut BTreeSet<Name>) {
        self.each_variable(&mut |x| {
            free.insert(x.clone());
        });
    }

    /// `fv(e)`.
    pub fn free_variables(&self) -> BTreeSet<Name> {
        let mut free = BTreeSet::new();
        self.add_free_variables(&mut free);
        free
    }

    /// Calls `f` on each occurrence of a variable, from the left.
    pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
        self.each_leaf(&mut of_variables(f));
    }

    /// Calls `f` on each number, coordinate and variable, from the left.
    pub fn each_leaf(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Num(_) | Expr::Tid(_) | Expr::Var(_) => f(self),
            Expr::Bin(_, _, a, b) => {
                a.each_leaf(f);
                b.each_leaf(f);
            }
            Expr::Convert(_, e) | Expr::Within(_, e) => e.each_leaf(f),
            Expr::Select(c, a, b) => {
                c.each_leaf(f);
                a.each_leaf(f);
                b.each_leaf(f);
            }
        }
    }

    /// Whether the expression asks for a coordinate of the thread.
    pub fn mentions_thread(&self) -> bool {
        match self {
            Expr::Tid(_) => true,
            Expr::Num(_) | Expr::Var(_) => false,
            Expr::Bin(_, _, a, b) => a.mentions_thread() || b.mentions_thread(),
            Expr::Convert(_, e) | Expr::Within(_, e) => e.mentions_thread(),
            Expr::Select(c, a, b) => {
                c.mentions_thread() || a.mentions_thread() || b.mentions_thread()
            }
        }
    }

    /// Whether its value may differ between threads of one block.
    pub fn mentions_thread_of_block(&self) -> bool {
        match self {
            Expr::Tid(axis) => !matches!(axis, Axis::Block(_)),
            Expr::Num(_) | Expr::Var(_) => false,
            Expr::Bin(_, _, a, b) => a.mentions_thread_of_block() || b.mentions_thread_of_block(),
            Expr::Convert(_, e) | Expr::Within(_, e) => e.mentions_thread_of_block(),
            Expr::Select(c, a, b) => {
                c.mentions_thread_of_block()
                    || a.mentions_thread_of_block()
                    || b.mentions_thread_of_block()
            }
        }
    }
}

impl Cond {
    /// `a ◇ b`.
    pub fn rel(rel: Rel, a: Expr, b: Expr) -> Cond {
        Cond::Rel(rel, a.into(), b.into())
    }

    /// `a && b`, without a trivial side.
    pub fn and(a: Cond, b: Cond) -> Cond {
        match (a, b) {
            (Cond::Bool(true), c) | (c, Cond::Bool(true)) => c,
            (a, b) => Cond::And(a.into(), b.into()),
        }
    }

    /// `!c`.
    #[allow(clippy::should_implement_trait)] // builds syntax, as its siblings do
    pub fn not(c: Cond) -> Cond {
        Cond::Not(c.into())
    }

    /// `c ⇓ᵢ b` for a closed condition.
    ///
    /// # Errors
    /// Where a part that is evaluated has no value.
    pub fn eval(&self, i: &Thread) -> Result<bool, Meaningless> {
        Ok(match self {
            Cond::Bool(b) => *b,
            Cond::Rel(rel, a, b) => rel.holds(&a.eval(i)?, &b.eval(i)?),
            Cond::And(a, b) => a.eval(i)? && b.eval(i)?,
            Cond::Or(a, b) => a.eval(i)? || b.eval(i)?,
            Cond::Not(c) => !c.eval(i)?,
        })
    }

    /// `c[x := k]`.
    pub fn substitute(&self, x: &Name, k: &Expr) -> Cond {
        self.substituted(x, k).unwrap_or_else(|| self.clone())
    }

    /// `c[x := k]` where `x` is free in `c`.
    fn substituted(&self, x: &Name, k: &Expr) -> Option<Cond> {
        let inside = |c: &Arc<Cond>| substituted_cond(c, x, k);
        Some(match self {
            Cond::Bool(_) => return None,
            Cond::Rel(rel, a, b) => {
                let (a, b) = either((a, substituted(a, x, k)), (b, substituted(b, x, k)))?;
                Cond::Rel(*rel, a, b)
            }
            Cond::And(a, b) => {
                let (a, b) = either((a, inside(a)), (b, inside(b)))?;
                Cond::And(a, b)
            }
            Cond::Or(a, b) => {
                let (a, b) = either((a, inside(a)), (b, inside(b)))?;
                Cond::Or(a, b)
            }
            Cond::Not(c) => Cond::Not(inside(c)?),
        })
    }

    /// Adds `fv(c)` to the set.
    pub fn add_free_variables(&self, free: &mut BTreeSet<Name>) {
        self.each_variable(&mut |x| {
            free.insert(x.clone());
        });
    }

    /// `fv(c)`.
    pub fn free_variables(&self) -> BTreeSet<Name> {
        let mut free = BTreeSet::new();
        self.add_free_variables(&mut free);
        free
    }

    /// Calls `f` on each occurrence of a variable, from the left.
    pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
        self.each_leaf(&mut of_variables(f));
    }

    /// Calls `f` on each number, coordinate and variable, from the left.
    pub fn each_leaf(&self, f: &mut dyn FnMut(&Expr)) {
        match self {
            Cond::Bool(_) => {}
            Cond::Rel(_, a, b) => {
                a.each_leaf(f);
                b.each_leaf(f);
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                a.each_leaf(f);
                b.each_leaf(f);
            }
            Cond::Not(c) => c.each_leaf(f),
        }
    }

    /// Whether the condition asks for a coordinate of the thread.
    pub fn mentions_thread(&self) -> bool {
        match self {
            Cond::Bool(_) => false,
            Cond::Rel(_, a, b) => a.mentions_thread() || b.mentions_thread(),
            Cond::And(a, b) | Cond::Or(a, b) => a.mentions_thread() || b.mentions_thread(),
            Cond::Not(c) => c.mentions_thread(),
        }
    }

    /// Whether it may hold for one thread of a block and not for another.
    pub fn mentions_thread_of_block(&self) -> bool {
        match self {
            Cond::Bool(_) => false,
            Cond::Rel(_, a, b) => a.mentions_thread_of_block() || b.mentions_thread_of_block(),
            Cond::And(a, b) | Cond::Or(a, b) => {
                a.mentions_thread_of_block() || b.mentions_thread_of_block()
            }
            Cond::Not(c) => c.mentions_thread_of_block(),
        }
    }
}

/// What of the leaves is a variable.
fn of_variables(f: &mut dyn FnMut(&Name)) -> impl FnMut(&Expr) {
    |leaf| {
        if let Expr::Var(x) = leaf {
            f(x);
        }
    }
}

/// Substitution in a shared expression; what does not change stays shared.
pub fn substitute(e: &Arc<Expr>, x: &Name, k: &Expr) -> Arc<Expr> {
    substituted(e, x, k).unwrap_or_else(|| Arc::clone(e))
}

/// Substitution in a shared condition.
pub fn substitute_cond(c: &Arc<Cond>, x: &Name, k: &Expr) -> Arc<Cond> {
    substituted_cond(c, x, k).unwrap_or_else(|| Arc::clone(c))
}

/// Substitution in a shared expression, where it changes.
pub fn substituted(e: &Arc<Expr>, x: &Name, k: &Expr) -> Option<Arc<Expr>> {
    e.substituted(x, k).map(Arc::new)
}

/// Substitution in a shared condition, where it changes.
pub fn substituted_cond(c: &Arc<Cond>, x: &Name, k: &Expr) -> Option<Arc<Cond>> {
    c.substituted(x, k).map(Arc::new)
}

/// Two parts, of which at least one changes: each as it was, and what it becomes where it changes.
pub fn either<A: Clone, B: Clone>(a: (&A, Option<A>), b: (&B, Option<B>)) -> Option<(A, B)> {
    match (a.1, b.1) {
        (None, None) => None,
        (x, y) => Some((x.unwrap_or_else(|| a.0.clone()), y.unwrap_or_else(|| b.0.clone()))),
    }
}
