//! OpenCL's barriers that order the memory of the block only, or global memory only. [OpenCL C 3.0, 6.15.8] A
//! program's barrier orders all memory, so such a one stays where it comes to the same: no array of the other kind
//! that is written is accessed on both sides of it.

use super::block::{self, Atom};
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::unsupported::Unsupported;
use crate::vocabulary::opencl::{GLOBAL_FENCE, LOCAL_FENCE};
use semantics::{Cond, Expr as Term, Name, Sharing, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A barrier that leaves memory unordered.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    barrier: Span,
    /// The memory that it does not order.
    leaves: Sharing,
}

impl Partial {
    /// What the barrier with these flags leaves unordered: all memory, where it has none.
    pub fn of(flags: &Term, barrier: &Span) -> impl Iterator<Item = Partial> {
        let has = |flag: u8| *flags == Term::Num(flag.into());
        let left = [(Sharing::Grid, !has(GLOBAL_FENCE)), (Sharing::Block, !has(LOCAL_FENCE))];
        let left = left.into_iter().filter(|(_, left)| *left);
        left.map(|(leaves, _)| Partial { barrier: barrier.clone(), leaves })
    }
}

impl Partial {
    /// Whether this is the barrier there.
    pub fn is_at(&self, span: &Span) -> bool {
        self.barrier.bytes == span.bytes
    }
}

/// The arrays of one kind that are accessed since the last barrier that orders them.
#[derive(Clone, Default)]
struct Seen {
    /// Before a barrier that does not.
    before: BTreeSet<Name>,
    /// After it.
    after: BTreeSet<Name>,
}

/// What is looked for.
struct Search<'s> {
    written: &'s BTreeSet<Name>,
    partial: Vec<&'s Span>,
    /// Whether an array is accessed on both sides of one.
    found: bool,
}

impl Search<'_> {
    fn access(&mut self, array: &Name, seen: &mut Seen) {
        if !self.written.contains(array) {
            return;
        }
        self.found |= seen.before.contains(array);
        seen.after.insert(array.clone());
    }

    fn block(&mut self, block: &[Atom], seen: &mut Seen) {
        for atom in block {
            match atom {
                Atom::Write { array, .. } | Atom::Read { array, .. } => self.access(array, seen),
                Atom::If(_, yes, no) => {
                    let mut other = seen.clone();
                    self.block(yes, seen);
                    self.block(no, &mut other);
                    seen.before.append(&mut other.before);
                    seen.after.append(&mut other.after);
                }
                Atom::For(.., body) => {
                    // No iteration at all, one, and one after another.
                    let mut other = seen.clone();
                    for _ in 0..2 {
                        self.block(body, &mut other);
                        seen.before.extend(other.before.iter().cloned());
                        seen.after.extend(other.after.iter().cloned());
                    }
                }
                Atom::Sync(barrier) => {
                    let of_them = |span| is_among(span, self.partial.iter().copied());
                    let partial = barrier.site.span().is_some_and(of_them);
                    match partial {
                        true => seen.before.append(&mut seen.after),
                        false => *seen = Seen::default(),
                    }
                }
                Atom::Var(_) | Atom::Check(_) => {}
            }
        }
    }
}

impl Lowering<'_> {
    /// Notes what the barrier there orders: all memory, or what these flags say.
    pub(super) fn orders(&mut self, flags: Option<&Arc<Term>>, span: &Span) -> Lowered<()> {
        let partial: Vec<Partial> =
            flags.into_iter().flat_map(|flags| Partial::of(flags, span)).collect();
        let leaves: Vec<Sharing> = partial.iter().map(|p| p.leaves).collect();
        let known =
            self.barriers.fences.entry(span.bytes.clone()).or_insert_with(|| leaves.clone());
        if *known != leaves {
            // Of those that one macro makes, nobody knows one from another.
            let why = "barriers of one macro that order different memory";
            return Err(Unsupported::new(Area::Barrier, why, span));
        }
        self.barriers.partial.extend(partial);
        Ok(())
    }

    /// What comes to the same under barriers that order all memory. Where an array of one kind is accessed on both
    /// sides of a barrier that does not order it, the accesses of each kind stand apart, under the barriers that order
    /// them: no access of the one kind races with one of the other.
    pub(super) fn in_order(&mut self, block: Vec<Atom>) -> Vec<Atom> {
        // The question about a barrier has no races.
        if self.barriers.probe.is_some() || self.barriers.partial.is_empty() {
            return block;
        }
        // What orders nothing is no barrier here.
        let left = |kind| self.barriers.partial.iter().filter(move |p| p.leaves == kind);
        let idle =
            left(Sharing::Grid).filter(|p| left(Sharing::Block).any(|o| o.is_at(&p.barrier)));
        let barriers = idle.map(|p| p.barrier.clone()).collect();
        let mut idle = Without { arrays: BTreeSet::new(), barriers, lost: BTreeSet::new() };
        let block = idle.block(block);
        if !self.leaves_unordered(&block) {
            return block;
        }
        let mut names = BTreeSet::new();
        block::written(&block, &mut names);
        let mut apart = Vec::new();
        for kind in [Sharing::Block, Sharing::Grid] {
            let other = |a: &&Name| self.sharing(a) != kind;
            let others = names.iter().filter(other).cloned().collect();
            let barriers = self.barriers.partial.iter().filter(|p| p.leaves == kind);
            let barriers = barriers.map(|p| p.barrier.clone()).collect();
            let mut without = Without { arrays: others, barriers, lost: BTreeSet::new() };
            let part = without.block(block.clone());
            for x in without.lost {
                if self.variables.uniform.contains(&x) {
                    self.variables.agreed.insert(x.clone());
                }
                let why = "what memory holds of the kind that a barrier does not order";
                self.variables.reasons.insert(x, why.into());
            }
            apart.push(Atom::If(Cond::Bool(true).into(), part, Vec::new()));
        }
        apart
    }

    /// Which threads share an array.
    fn sharing(&self, array: &Name) -> Sharing {
        self.arrays.types.get(array).map_or(Sharing::Grid, |array| array.sharing)
    }

    /// Whether an array is accessed on both sides of a barrier that does not order it.
    fn leaves_unordered(&self, block: &[Atom]) -> bool {
        if self.barriers.partial.is_empty() {
            return false;
        }
        let mut names = BTreeSet::new();
        block::written(block, &mut names);
        [Sharing::Grid, Sharing::Block].into_iter().any(|kind| {
            let of_kind = names.iter().filter(|a| self.sharing(a) == kind);
            let of_kind: BTreeSet<Name> = of_kind.cloned().collect();
            let partial: Vec<&Span> = self
                .barriers
                .partial
                .iter()
                .filter(|p| p.leaves == kind)
                .map(|p| &p.barrier)
                .collect();
            let mut search = Search { written: &of_kind, partial, found: false };
            if !search.partial.is_empty() {
                search.block(block, &mut Seen::default());
            }
            search.found
        })
    }
}

/// What is left of a block without the accesses to some arrays, and without some barriers.
struct Without {
    arrays: BTreeSet<Name>,
    barriers: Vec<Span>,
    /// The variables that were read from the arrays: they may be anything.
    lost: BTreeSet<Name>,
}

impl Without {
    fn block(&mut self, block: Vec<Atom>) -> Vec<Atom> {
        block.into_iter().filter_map(|atom| self.atom(atom)).collect()
    }

    fn atom(&mut self, atom: Atom) -> Option<Atom> {
        Some(match atom {
            Atom::Write { array, .. } if self.arrays.contains(&array) => return None,
            Atom::Read { x, array, .. } if self.arrays.contains(&array) => {
                self.lost.insert(x.clone());
                Atom::Var(x)
            }
            Atom::Sync(barrier)
                if barrier.site.span().is_some_and(|span| is_among(span, &self.barriers)) =>
            {
                return None;
            }
            Atom::If(c, yes, no) => Atom::If(c, self.block(yes), self.block(no)),
            Atom::For(x, from, to, body) => Atom::For(x, from, to, self.block(body)),
            other => other,
        })
    }
}

fn is_among<'s>(span: &Span, all: impl IntoIterator<Item = &'s Span>) -> bool {
    all.into_iter().any(|other| other.bytes == span.bytes)
}
