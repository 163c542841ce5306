//! Terms: what a query is made of, each distinct term stored once.
//!
//! ```
//! use oracle::solver::{Sort, Terms};
//! let mut t = Terms::new();
//! let a = t.constant("a", Sort::Int);
//! let b = t.constant("b", Sort::Int);
//! let x = t.add(a, b);
//! assert_eq!(x, t.add(b, a));
//! ```
//!
//! The operators are those of SMT-LIB's theories Core, Ints and FixedSizeBitVectors, and bit
//! operations on naturals. *Unspecified*: `div` and `mod` by zero and shifts by a negative number
//! have no value of their own, as in SMT-LIB; whoever builds a query guards them. A query whose
//! truth hangs on one is never answered by [`crate::solver::Answer::Sat`].

use super::value::{Sort, Value, WIDEST};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A term of a [`Terms`] pool. Equal terms of one pool are equal ids; a term's arguments are
/// smaller ids than its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub(crate) u32);

/// An operator, under SMT-LIB's names. `Bv` operators take and give bit vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names are SMT-LIB's
pub enum Op {
    Not,
    And,
    Or,
    Ite,
    /// On two terms of one sort.
    Eq,
    Add,
    Sub,
    Mul,
    /// Euclid's: `a = b * div(a, b) + mod(a, b)` and `0 <= mod(a, b) < |b|`.
    Div,
    /// See [`Op::Div`].
    Mod,
    Le,
    Lt,
    /// Bit by bit. Meant for naturals; negative numbers count as two's complement without end.
    NatAnd,
    /// See [`Op::NatAnd`].
    NatOr,
    /// See [`Op::NatAnd`].
    NatXor,
    /// `a * 2^b`.
    NatShl,
    /// The floor of `a / 2^b`.
    NatShr,
    BvAdd,
    BvSub,
    BvMul,
    /// By zero: all ones.
    BvUdiv,
    /// By zero: the dividend.
    BvUrem,
    /// Truncates. By zero: 1 of a negative dividend, else -1.
    BvSdiv,
    /// Takes the dividend's sign. By zero: the dividend.
    BvSrem,
    BvAnd,
    BvOr,
    BvXor,
    BvNot,
    BvNeg,
    /// Past the width: 0.
    BvShl,
    /// Past the width: 0.
    BvLshr,
    /// Past the width: the sign everywhere.
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// The first argument holds the high bits.
    Concat,
    /// Bits `low..=high`.
    Extract {
        high: u32,
        low: u32,
    },
    /// By this many bits.
    ZeroExtend(u32),
    /// By this many bits.
    SignExtend(u32),
}

impl Op {
    /// Whether the order of the two arguments is without meaning.
    pub(crate) fn commutes(self) -> bool {
        matches!(
            self,
            Op::And | Op::Or | Op::Eq | Op::Add | Op::Mul | Op::NatAnd | Op::NatOr | Op::NatXor
        ) || matches!(self, Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor)
    }
}

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A free symbol, by its number in the pool; see [`Terms::symbol`].
    Symbol(u32),
    /// A value.
    Literal(Value),
    /// An operator with its arguments.
    Apply(Op, Vec<Term>),
}

/// A pool of terms. It only grows.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<(Node, Sort)>,
    known: FxHashMap<Node, Term>,
    symbols: Vec<(Arc<str>, Term)>,
    by_name: FxHashMap<Arc<str>, Term>,
}

impl Terms {
    /// An empty pool.
    pub fn new() -> Self {
        Terms::default()
    }

    /// The number of distinct terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the term is.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize].0
    }

    /// The term's sort.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.0 as usize].1
    }

    /// The name of a free symbol, if the term is one.
    pub fn symbol(&self, term: Term) -> Option<&Arc<str>> {
        match self.node(term) {
            Node::Symbol(number) => Some(&self.symbols[*number as usize].0),
            _ => None,
        }
    }

    /// The value of a literal, if the term is one.
    pub fn literal(&self, term: Term) -> Option<&Value> {
        match self.node(term) {
            Node::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The free symbol of this name: the same for the same name.
    ///
    /// # Panics
    /// If the name is in use at another sort, or the width is not in `1..=WIDEST`.
    pub fn constant(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(term) = self.by_name.get(name) {
            assert_eq!(self.sort(*term), sort, "the symbol {name} has two sorts");
            return *term;
        }
        check_width(sort);
        let name: Arc<str> = name.into();
        let term = self.push(Node::Symbol(self.symbols.len() as u32), sort);
        self.symbols.push((name.clone(), term));
        self.by_name.insert(name, term);
        term
    }

    /// A free symbol that no other term has, named after `name`.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Term {
        let mut number = self.symbols.len();
        loop {
            let candidate = format!("{name}!{number}");
            if !self.by_name.contains_key(&*candidate) {
                return self.constant(&candidate, sort);
            }
            number += 1;
        }
    }

    /// The literal of a value.
    pub fn value(&mut self, value: Value) -> Term {
        let sort = value.sort();
        check_width(sort);
        self.intern(Node::Literal(value), sort)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, b: bool) -> Term {
        self.value(Value::Bool(b))
    }

    /// An integer.
    pub fn int(&mut self, n: impl Into<BigInt>) -> Term {
        self.value(Value::Int(n.into()))
    }

    /// The bit vector of this width that is equal to `n` modulo `2^width`.
    ///
    /// # Panics
    /// If the width is not in `1..=WIDEST`.
    pub fn bits(&mut self, width: u32, n: impl Into<BigInt>) -> Term {
        check_width(Sort::BitVec(width));
        self.value(Value::bits(width, n))
    }

    /// An operator applied, simplified where that is cheap. The named constructors do the same.
    ///
    /// # Panics
    /// If the operator does not take arguments of these sorts.
    pub fn apply(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.result_sort(op, args);
        if let Some(term) = self.simplify(op, args) {
            debug_assert_eq!(self.sort(term), sort);
            return term;
        }
        let mut args = args.to_vec();
        if op.commutes() {
            args.sort_unstable();
        }
        self.intern(Node::Apply(op, args), sort)
    }

    /// The terms that these are made of, themselves included, arguments first.
    pub fn order(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<Term> = roots.to_vec();
        let mut order = Vec::new();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                order.push(term);
                if let Node::Apply(_, args) = self.node(term) {
                    open.extend(args);
                }
            }
        }
        // Arguments are made before the terms that hold them.
        order.sort_unstable();
        order
    }

    /// The free symbols of a term, oldest first.
    pub fn free_symbols(&self, term: Term) -> Vec<Term> {
        self.free_symbols_of(&[term])
    }

    /// The free symbols of several terms, oldest first.
    pub fn free_symbols_of(&self, terms: &[Term]) -> Vec<Term> {
        let mut order = self.order(terms);
        order.retain(|term| matches!(self.node(*term), Node::Symbol(_)));
        order
    }

    pub(super) fn intern(&mut self, node: Node, sort: Sort) -> Term {
        match self.known.get(&node) {
            Some(term) => *term,
            None => self.push(node, sort),
        }
    }

    fn push(&mut self, node: Node, sort: Sort) -> Term {
        let term =
            Term(u32::try_from(self.nodes.len()).unwrap_or_else(|_| panic!("too many terms")));
        self.known.insert(node.clone(), term);
        self.nodes.push((node, sort));
        term
    }

    fn result_sort(&self, op: Op, args: &[Term]) -> Sort {
        let sorts: Vec<Sort> = args.iter().map(|a| self.sort(*a)).collect();
        let sort = result_sort(op, &sorts);
        let sort = sort.unwrap_or_else(|| panic!("{op:?} does not take arguments {sorts:?}"));
        check_width(sort);
        sort
    }
}

fn check_width(sort: Sort) {
    if let Sort::BitVec(width) = sort {
        assert!((1..=WIDEST).contains(&width), "a bit vector of {width} bits");
    }
}

/// The sort of an application, if the operator takes such arguments.
fn result_sort(op: Op, args: &[Sort]) -> Option<Sort> {
    use Op::*;
    use Sort::{BitVec, Bool, Int};
    Some(match (op, args) {
        (Not, [Bool]) | (And | Or, [Bool, Bool]) => Bool,
        (Ite, [Bool, a, b]) if a == b => *a,
        (Eq, [a, b]) if a == b => Bool,
        (Add | Sub | Mul | Div | Mod, [Int, Int]) => Int,
        (NatAnd | NatOr | NatXor | NatShl | NatShr, [Int, Int]) => Int,
        (Le | Lt, [Int, Int]) => Bool,
        (BvNot | BvNeg, [BitVec(w)]) => BitVec(*w),
        (BvUlt | BvUle | BvSlt | BvSle, [BitVec(a), BitVec(b)]) if a == b => Bool,
        (BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem, [BitVec(a), BitVec(b)])
        | (BvAnd | BvOr | BvXor | BvShl | BvLshr | BvAshr, [BitVec(a), BitVec(b)])
            if a == b =>
        {
            BitVec(*a)
        }
        (Concat, [BitVec(a), BitVec(b)]) => BitVec(a + b),
        (Extract { high, low }, [BitVec(w)]) if low <= high && high < *w => BitVec(high - low + 1),
        (ZeroExtend(n) | SignExtend(n), [BitVec(w)]) if n <= WIDEST => BitVec(w + n),
        _ => return None,
    })
}

/// Constructors by name, one to an operator.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $op:ident;)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, $($arg: Term),*) -> Term {
                self.apply(Op::$op, &[$($arg),*])
            })*
        }
    };
}

constructors! {
    /// Negation.
    not(a) = Not;
    /// Conjunction.
    and(a, b) = And;
    /// Disjunction.
    or(a, b) = Or;
    /// `if c then a else b`, at any sort.
    ite(c, a, b) = Ite;
    /// Equality, at any sort.
    eq(a, b) = Eq;
    /// Integers: sum.
    add(a, b) = Add;
    /// Integers: difference.
    sub(a, b) = Sub;
    /// Integers: product.
    mul(a, b) = Mul;
    /// Integers: [Euclid's quotient](Op::Div); unspecified where `b` is 0.
    div(a, b) = Div;
    /// Integers: Euclid's remainder; unspecified where `b` is 0.
    modulo(a, b) = Mod;
    /// Integers: `a <= b`.
    le(a, b) = Le;
    /// Integers: `a < b`.
    lt(a, b) = Lt;
    /// Naturals, bit by bit: and.
    nat_and(a, b) = NatAnd;
    /// Naturals, bit by bit: or.
    nat_or(a, b) = NatOr;
    /// Naturals, bit by bit: exclusive or.
    nat_xor(a, b) = NatXor;
    /// Naturals: `a * 2^b`; unspecified where `b < 0`.
    nat_shl(a, b) = NatShl;
    /// Naturals: the floor of `a / 2^b`; unspecified where `b < 0`.
    nat_shr(a, b) = NatShr;
    /// Bit vectors: sum, wrapping.
    bv_add(a, b) = BvAdd;
    /// Bit vectors: difference, wrapping.
    bv_sub(a, b) = BvSub;
    /// Bit vectors: product, wrapping.
    bv_mul(a, b) = BvMul;
    /// Bit vectors: [quotient](Op::BvUdiv) of unsigned numbers.
    bv_udiv(a, b) = BvUdiv;
    /// Bit vectors: [remainder](Op::BvUrem) of unsigned numbers.
    bv_urem(a, b) = BvUrem;
    /// Bit vectors: [quotient](Op::BvSdiv) of signed numbers, truncated.
    bv_sdiv(a, b) = BvSdiv;
    /// Bit vectors: [remainder](Op::BvSrem) of signed numbers, with the dividend's sign.
    bv_srem(a, b) = BvSrem;
    /// Bit vectors: and.
    bv_and(a, b) = BvAnd;
    /// Bit vectors: or.
    bv_or(a, b) = BvOr;
    /// Bit vectors: exclusive or.
    bv_xor(a, b) = BvXor;
    /// Bit vectors: complement.
    bv_not(a) = BvNot;
    /// Bit vectors: negation, wrapping.
    bv_neg(a) = BvNeg;
    /// Bit vectors: left shift; 0 past the width.
    bv_shl(a, b) = BvShl;
    /// Bit vectors: right shift of an unsigned number; 0 past the width.
    bv_lshr(a, b) = BvLshr;
    /// Bit vectors: right shift of a signed number.
    bv_ashr(a, b) = BvAshr;
    /// Bit vectors, unsigned: `a < b`.
    bv_ult(a, b) = BvUlt;
    /// Bit vectors, unsigned: `a <= b`.
    bv_ule(a, b) = BvUle;
    /// Bit vectors, signed: `a < b`.
    bv_slt(a, b) = BvSlt;
    /// Bit vectors, signed: `a <= b`.
    bv_sle(a, b) = BvSle;
    /// Bit vectors: `a` as the high bits, `b` as the low ones.
    concat(a, b) = Concat;
}

impl Terms {
    /// `a implies b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// `a` and `b` differ, at any sort.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Every one; `true` of none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let truth = self.boolean(true);
        terms.into_iter().fold(truth, |all, term| self.and(all, term))
    }

    /// What holds besides where this does: both sides of a conjunction, and neither of a disjunction that does not hold.
    pub fn parts(&mut self, holds: Term) -> Vec<Term> {
        let (is_and, inside) = match self.node(holds) {
            Node::Apply(Op::And, _) => (true, holds),
            Node::Apply(Op::Not, args) => (false, args[0]),
            _ => return Vec::new(),
        };
        match self.node(inside).clone() {
            Node::Apply(Op::And, args) if is_and => args,
            Node::Apply(Op::Or, args) if !is_and => args.iter().map(|arg| self.not(*arg)).collect(),
            _ => Vec::new(),
        }
    }

    /// At least one; `false` of none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let falsity = self.boolean(false);
        terms.into_iter().fold(falsity, |any, term| self.or(any, term))
    }

    /// Bits `low..=high` of a bit vector.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        self.apply(Op::Extract { high, low }, &[a])
    }

    /// A bit vector wider by `by` zeros.
    pub fn zero_extend(&mut self, by: u32, a: Term) -> Term {
        self.apply(Op::ZeroExtend(by), &[a])
    }

    /// A bit vector wider by `by` copies of its sign.
    pub fn sign_extend(&mut self, by: u32, a: Term) -> Term {
        self.apply(Op::SignExtend(by), &[a])
    }
}
