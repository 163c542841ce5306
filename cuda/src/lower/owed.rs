//! What C evaluates and the program does not: an expression that may have no meaning, and of which
//! nothing uses the value, still leaves executions out. Such an expression is owed to the block at
//! hand; at the block's end, each that no statement of the block evaluates becomes a statement that
//! evaluates it and does nothing.

use super::block::{Atom, atom_larger_than, does_something};
use super::range::Range;
use super::{LARGEST_EXPRESSION, LARGEST_PROGRAM, Lowered, Lowering};
use crate::area::Area;
use crate::term::{and, bin, larger_than, not, num};
use crate::unsupported::Unsupported;
use num_traits::{Signed, ToPrimitive, Zero};
use semantics::{Arithmetic, Cond, Expr as Term, IntType, Number, Op};
use std::collections::HashSet;
use std::sync::Arc;

/// How many nodes an expression may have to be compared with others.
const COMPARED: usize = 64;

/// An expression that C evaluates at this place.
#[derive(Clone, Debug)]
pub(super) struct Owed {
    term: Arc<Term>,
    /// Where it is evaluated only under a condition: the condition, and whether it holds there.
    guard: Option<(Arc<Cond>, bool)>,
    /// Before which statement of its block.
    at: usize,
}

/// An expression by its place in memory, under a condition by its place in memory or under none.
type Key = (usize, bool, usize);

fn address<T>(of: &Arc<T>) -> usize {
    Arc::as_ptr(of).cast::<u8>() as usize
}

/// What a statement evaluates.
#[derive(Default)]
struct Evaluated(HashSet<Key>);

impl Evaluated {
    fn term(&mut self, e: &Arc<Term>, under: Option<(usize, bool)>) {
        let (guard, holds) = under.unwrap_or((0, true));
        if !self.0.insert((guard, holds, address(e))) {
            return;
        }
        match &**e {
            Term::Num(_) | Term::Tid(_) | Term::Var(_) => {}
            Term::Bin(_, _, a, b) => {
                self.term(a, under);
                self.term(b, under);
            }
            Term::Convert(_, e) | Term::Within(_, e) => self.term(e, under),
            Term::Select(c, a, b) => {
                self.cond(c, under);
                if under.is_none() {
                    self.term(a, Some((address(c), true)));
                    self.term(b, Some((address(c), false)));
                }
            }
        }
    }

    fn cond(&mut self, c: &Arc<Cond>, under: Option<(usize, bool)>) {
        match &**c {
            Cond::Bool(_) => {}
            Cond::Rel(_, a, b) => {
                self.term(a, under);
                self.term(b, under);
            }
            Cond::And(a, b) | Cond::Or(a, b) => {
                self.cond(a, under);
                if under.is_none() {
                    self.cond(b, Some((address(a), matches!(**c, Cond::And(..)))));
                }
            }
            Cond::Not(c) => self.cond(c, under),
        }
    }

    fn atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Write { index, payload, .. } => {
                self.term(index, None);
                self.term(payload, None);
            }
            Atom::Read { index, .. } => self.term(index, None),
            // One that does nothing will go, and its condition with it.
            Atom::If(c, ..) if does_something(std::slice::from_ref(atom)) => self.cond(c, None),
            Atom::For(_, from, to, _) if does_something(std::slice::from_ref(atom)) => {
                self.term(from, None);
                self.term(to, None);
            }
            Atom::Check(e) => self.term(e, None),
            Atom::If(..) | Atom::For(..) | Atom::Var(_) | Atom::Sync(_) => {}
        }
    }

    fn has(&self, owed: &Owed) -> bool {
        let under =
            |guard: usize, holds: bool| self.0.contains(&(guard, holds, address(&owed.term)));
        under(0, true) || owed.guard.as_ref().is_some_and(|(c, holds)| under(address(c), *holds))
    }
}

impl Lowering<'_> {
    /// `a ⋆ b`, as C evaluates it here.
    pub(super) fn evaluated(
        &mut self,
        op: Op,
        ty: IntType,
        a: Arc<Term>,
        b: Arc<Term>,
    ) -> Arc<Term> {
        let e = bin(op, ty, a, b);
        self.find_numbers(&e, ty);
        self.owe(&e);
        e
    }

    /// Notes that C evaluates the expression here.
    pub(super) fn owe(&mut self, e: &Arc<Term>) {
        if !self.waits() && self.may_fail(e) {
            self.block.owed.push(Owed {
                term: Arc::clone(e),
                guard: None,
                at: self.block.atoms.len(),
            });
        }
    }

    /// Reads a part of which C evaluates nothing here: nothing of it is owed. Says whether anything would be.
    pub(super) fn not_owing<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(T, bool)> {
        let owed = self.block.owed.len();
        let value = part(self)?;
        let fails = self.block.owed.len() > owed;
        self.block.owed.truncate(owed);
        Ok((value, fails))
    }

    /// Leaves out the executions that come here.
    pub(super) fn end(&mut self) {
        self.owe(&bin(Op::Div, IntType::LONG, num(1), num(0)));
    }

    /// What is owed since there were so many is evaluated only where the condition holds, or does
    /// not.
    pub(super) fn guard(&mut self, since: usize, c: &Arc<Cond>, holds: bool) {
        let inner = self.block.owed.split_off(since.min(self.block.owed.len()));
        self.lift(inner, c, holds);
    }

    /// Owes here what a branch owes.
    pub(super) fn lift(&mut self, inner: Vec<Owed>, c: &Arc<Cond>, holds: bool) {
        for owed in inner {
            let guard = match (owed.guard, &**c) {
                (_, Cond::Bool(b)) if *b != holds => continue,
                (guard, Cond::Bool(_)) => guard,
                (None, _) => Some((Arc::clone(c), holds)),
                (Some(inner), _) => {
                    let outer = condition(&(Arc::clone(c), holds));
                    Some((and(outer, condition(&inner)), true))
                }
            };
            self.block.owed.push(Owed { guard, at: self.block.atoms.len(), ..owed });
        }
    }

    /// A block with statements for what it owes and does not evaluate.
    pub(super) fn pay(&mut self, atoms: Vec<Atom>, owed: Vec<Owed>) -> Lowered<Vec<Atom>> {
        if owed.is_empty() {
            return Ok(atoms);
        }
        let mut evaluated = Evaluated::default();
        for atom in &atoms {
            evaluated.atom(atom);
        }
        let mut made: Vec<(usize, Atom)> = Vec::new();
        // The last first: it may be made of those before.
        for owed in owed.into_iter().rev() {
            if evaluated.has(&owed) {
                continue;
            }
            let check = Atom::Check(Arc::clone(&owed.term));
            let atom = match &owed.guard {
                None => check,
                Some(guard) => Atom::If(condition(guard), vec![check], Vec::new()),
            };
            if atom_larger_than(&atom, LARGEST_EXPRESSION)
                || larger_than(&owed.term, LARGEST_EXPRESSION / 2)
            {
                let what = format!("an expression that takes more than {LARGEST_EXPRESSION} nodes");
                return Err(Unsupported::new(Area::Limit, what, &self.given.kernel.span));
            }
            match &owed.guard {
                None => evaluated.term(&owed.term, None),
                Some((c, holds)) => evaluated.term(&owed.term, Some((address(c), *holds))),
            }
            // The same expression, made a second time: its first evaluation says as much.
            if !larger_than(&owed.term, COMPARED)
                && let Some((at, _)) = made.iter_mut().find(|(_, other)| same(other, &atom))
            {
                *at = owed.at;
                continue;
            }
            self.spent.made += 1;
            if self.spent.made > LARGEST_PROGRAM {
                let what = format!("a kernel that takes more than {LARGEST_PROGRAM} statements");
                return Err(Unsupported::new(Area::Limit, what, &self.given.kernel.span));
            }
            made.push((owed.at, atom));
        }
        made.sort_by_key(|(at, _)| *at);
        let mut made = made.into_iter().peekable();
        let mut paid = Vec::with_capacity(atoms.len() + made.len());
        for (n, atom) in atoms.into_iter().enumerate() {
            while let Some((_, check)) = made.next_if(|(at, _)| *at <= n) {
                paid.push(check);
            }
            paid.push(atom);
        }
        paid.extend(made.map(|(_, check)| check));
        Ok(paid)
    }

    /// Whether the last operator of an expression may have no meaning.
    /// A sum or product of signed numbers as a `long`, in which it does not overflow; nothing where it may have no
    /// meaning for another reason.
    pub(super) fn without_overflow(&self, e: &Arc<Term>) -> Option<Arc<Term>> {
        let long = IntType::LONG;
        match &**e {
            Term::Num(_) => Some(Arc::clone(e)),
            Term::Var(_) | Term::Tid(_) => Some(self.cast(long, self.type_of(e)?, Arc::clone(e))),
            Term::Convert(ty, inner) if self.type_of(inner).is_some() => {
                let whole = self.without_overflow(inner)?;
                let same =
                    ty.contains(&self.range(&whole).min) && ty.contains(&self.range(&whole).max);
                same.then_some(whole)
            }
            Term::Bin(op @ (Op::Add | Op::Sub | Op::Mul), Arithmetic::C(ty), a, b)
                if ty.signed && ty.bits <= 32 =>
            {
                let wide = bin(*op, long, self.without_overflow(a)?, self.without_overflow(b)?);
                (!self.may_fail(&wide)).then_some(wide)
            }
            _ => None,
        }
    }

    fn may_fail(&self, e: &Term) -> bool {
        let (op, ty, a, b) = match e {
            Term::Bin(op, Arithmetic::C(ty), a, b) => (*op, *ty, self.range(a), self.range(b)),
            Term::Within(size, e) => {
                let range = self.range(e);
                return range.min.is_negative() || range.max >= *size;
            }
            _ => return false,
        };
        let holds = |r: &Range, n: &Number| r.min <= *n && *n <= r.max;
        let inside = |min: Number, max: Number| ty.contains(&min) && ty.contains(&max);
        match op {
            Op::Div | Op::Rem => {
                holds(&b, &Number::zero())
                    || ty.signed && holds(&a, &ty.min()) && holds(&b, &Number::from(-1))
            }
            Op::Shl | Op::Shr if b.min.is_negative() || b.max >= Number::from(ty.bits) => true,
            Op::Shl if ty.signed => {
                let most = b.max.to_u64().unwrap_or(u64::from(ty.bits));
                a.min.is_negative() || !ty.contains(&(&a.max << most))
            }
            Op::Add if ty.signed => !inside(&a.min + &b.min, &a.max + &b.max),
            Op::Sub if ty.signed => !inside(&a.min - &b.max, &a.max - &b.min),
            Op::Mul if ty.signed => {
                let corners = [&a.min * &b.min, &a.min * &b.max, &a.max * &b.min, &a.max * &b.max];
                !corners.iter().all(|n| ty.contains(n))
            }
            _ => false,
        }
    }
}

fn condition((c, holds): &(Arc<Cond>, bool)) -> Arc<Cond> {
    if *holds { Arc::clone(c) } else { not(Arc::clone(c)) }
}

/// Whether two statements evaluate the same.
fn same(a: &Atom, b: &Atom) -> bool {
    match (a, b) {
        (Atom::Check(a), Atom::Check(b)) => a == b,
        (Atom::If(c, x, _), Atom::If(d, y, _)) => match (x.as_slice(), y.as_slice()) {
            ([x], [y]) => Arc::ptr_eq(c, d) && same(x, y),
            _ => false,
        },
        _ => false,
    }
}
