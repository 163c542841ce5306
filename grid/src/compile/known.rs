//! What has been found out about expressions that are asked about more than once: a call asks for the
//! types of its arguments before it compiles them, and so does each call in them.

use crate::scalar::Scalar;
use crate::types::Type;
use cuda::syntax::Expr;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A node of the syntax tree, told from all others by its address. The tree is borrowed for as long as the
/// compiler lives, so nothing else gets that address; a temporary copy does not live that long, and the
/// borrow checker refuses it.
#[derive(Clone, Copy, Debug)]
struct Node<'s>(&'s Expr);

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Node<'_> {}

impl Hash for Node<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

/// What is known of expressions. It hangs on what their names stand for, too, so each instance of a function
/// begins with nothing: see [`super::Compiler::under`].
#[derive(Debug, Default)]
pub(super) struct Known<'s> {
    /// The values of those that are constant; nothing of those that are not.
    values: FxHashMap<Node<'s>, Option<(Scalar, u64)>>,
    types: FxHashMap<Node<'s>, Type>,
}

impl<'s> Known<'s> {
    pub fn value(&self, e: &'s Expr) -> Option<Option<(Scalar, u64)>> {
        self.values.get(&Node(e)).copied()
    }

    pub fn set_value(&mut self, e: &'s Expr, value: Option<(Scalar, u64)>) {
        self.values.insert(Node(e), value);
    }

    pub fn ty(&self, e: &'s Expr) -> Option<Type> {
        self.types.get(&Node(e)).cloned()
    }

    pub fn set_type(&mut self, e: &'s Expr, ty: Type) {
        self.types.insert(Node(e), ty);
    }
}
