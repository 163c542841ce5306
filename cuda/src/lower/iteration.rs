//! A loop as the lowering looks at it.

use crate::typed::{Expr, LocalId, Stmt};
use semantics::{Name, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A loop, its steps apart from its body.
#[derive(Clone)]
pub(super) struct Loop<'s> {
    pub condition: Option<&'s Expr>,
    pub body: &'s [Stmt],
    /// What runs after the body, in order.
    pub steps: Vec<&'s Expr>,
    pub span: &'s Span,
    /// The locals that it changes.
    pub changed: BTreeSet<LocalId>,
    /// Of those that it changes in part at most, which members; the empty path is all.
    pub members: Arc<BTreeMap<LocalId, BTreeSet<Vec<Name>>>>,
    /// Whether it may end in the middle of its body.
    pub early: bool,
    /// Whether threads are taken to run it together.
    pub together: bool,
    /// The locals that it changes and that threads are taken to agree on in each iteration.
    pub agreed: BTreeSet<LocalId>,
}
