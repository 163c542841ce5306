//! Control and data independence, and the approximating binders. [L24, Figs. 4 and 7]

mod check;
mod derive;
mod exchange;
pub mod judgment;

use crate::syntax::Protocol;
use semantics::{Cond, Expr, Name};
use std::collections::BTreeSet;

pub use derive::{derive_approximating, derive_control, derive_data};
pub use judgment::Independence;

/// A set of variables `X`.
pub type Variables = BTreeSet<Name>;

/// `X ⊢ e`: the free variables of `e` are in `X`.
pub fn exact(x: &Variables, e: &Expr) -> bool {
    e.free_variables().is_subset(x)
}

/// `X ⊢ c`: the free variables of `c` are in `X`.
pub fn exact_cond(x: &Variables, c: &Cond) -> bool {
    c.free_variables().is_subset(x)
}

/// `X ⊢CI p`: no approximated variable decides what runs. [L24, Fig. 4]
pub fn control_independent(x: &Variables, p: &Protocol) -> bool {
    semantics::unless_planted!(crate::planted::control_independent(x, p));
    match p {
        Protocol::Skip | Protocol::Access { .. } | Protocol::Sync(_) => true,
        Protocol::Seq(p1, p2) => control_independent(x, p1) && control_independent(x, p2),
        Protocol::Var(_, p) => control_independent(x, p),
        Protocol::If(c, p1, p2) => {
            exact_cond(x, c) && control_independent(x, p1) && control_independent(x, p2)
        }
        Protocol::For(y, e1, e2, p) => {
            exact(x, e1) && exact(x, e2) && control_independent(&with(x, y), p)
        }
    }
}

/// `X ⊢DI p`: no approximated variable decides which cell is accessed. [L24, Fig. 4]
pub fn data_independent(x: &Variables, p: &Protocol) -> bool {
    semantics::unless_planted!(crate::planted::data_independent(x, p));
    match p {
        Protocol::Skip | Protocol::Sync(_) => true,
        Protocol::Access { index, .. } => exact(x, index),
        Protocol::Seq(p1, p2) => data_independent(x, p1) && data_independent(x, p2),
        Protocol::Var(_, p) => data_independent(x, p),
        Protocol::If(_, p1, p2) => data_independent(x, p1) && data_independent(x, p2),
        // DI-FOR-I, where the bounds are exact, and DI-FOR-D.
        Protocol::For(y, e1, e2, p) if exact(x, e1) && exact(x, e2) => {
            data_independent(&with(x, y), p)
        }
        Protocol::For(_, _, _, p) => data_independent(x, p),
    }
}

/// What approximates a protocol: the binders that control depends on, and those that indices
/// depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Approximating {
    /// Control-dependent binders.
    pub control: Variables,
    /// Data-dependent binders.
    pub data: Variables,
}

impl Approximating {
    /// Joined pointwise: `(X₁, Y₁) + (X₂, Y₂)`.
    pub fn join(mut self, other: Approximating) -> Approximating {
        self.control.extend(other.control);
        self.data.extend(other.data);
        self
    }

    /// Its class.
    pub fn class(&self) -> Class {
        Class { control: !self.control.is_empty(), data: !self.data.is_empty() }
    }
}

/// What a protocol approximates. [L24, Table 4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// Whether control depends on what is approximated.
    pub control: bool,
    /// Whether an index does.
    pub data: bool,
}

impl Class {
    /// Everything.
    pub const WIDEST: Class = Class { control: true, data: true };

    /// `CIDI`, `CIDD`, `CDDI` or `CDDD`.
    pub fn word(self) -> &'static str {
        match (self.control, self.data) {
            (false, false) => "CIDI",
            (false, true) => "CIDD",
            (true, false) => "CDDI",
            (true, true) => "CDDD",
        }
    }

    /// What is approximated in either.
    pub fn or(self, other: Class) -> Class {
        Class { control: self.control || other.control, data: self.data || other.data }
    }
}

/// `aa(X, p)`: the approximating binders of a protocol with distinct binders. [L24, Fig. 7]
pub fn aa(x: &Variables, p: &Protocol) -> Approximating {
    semantics::unless_planted!(crate::planted::aa(x, p));
    let control = |free: Variables| Approximating {
        control: free.difference(x).cloned().collect(),
        data: Variables::new(),
    };
    match p {
        Protocol::Skip | Protocol::Sync(_) => Approximating::default(),
        Protocol::Access { index, .. } => Approximating {
            control: Variables::new(),
            data: index.free_variables().difference(x).cloned().collect(),
        },
        Protocol::Seq(p1, p2) => aa(x, p1).join(aa(x, p2)),
        Protocol::Var(_, p) => aa(x, p),
        Protocol::If(c, p1, p2) => control(c.free_variables()).join(aa(x, p1)).join(aa(x, p2)),
        Protocol::For(y, e1, e2, p) => {
            let mut bounds = e1.free_variables();
            e2.add_free_variables(&mut bounds);
            let inner = if bounds.is_subset(x) { with(x, y) } else { x.clone() };
            control(bounds).join(aa(&inner, p))
        }
    }
}

/// `X ∪ {y}`
pub(crate) fn with(x: &Variables, y: &Name) -> Variables {
    let mut with = x.clone();
    with.insert(y.clone());
    with
}
