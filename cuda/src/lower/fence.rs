//! OpenCL's barriers that order the memory of the block only, or global memory only. A program's
//! barrier orders all memory, so such a one is taken where it comes to the same: no array of the other
//! kind that is written is accessed on both sides of it.

use super::block::Atom;
use super::{Lowered, Lowering};
use crate::typed::Unsupported;
use semantics::{Expr as Term, Name, Sharing, Span};
use std::collections::BTreeSet;

/// A barrier that leaves memory unordered.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    barrier: Span,
    /// The memory that it does not order.
    leaves: Sharing,
}

impl Partial {
    /// The barrier with these flags.
    pub fn of(flags: &Term, barrier: &Span) -> Partial {
        let local = *flags == Term::Num(1.into());
        let leaves = if local { Sharing::Grid } else { Sharing::Block };
        Partial { barrier: barrier.clone(), leaves }
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
    /// The array that was found.
    found: Option<Name>,
}

impl Search<'_> {
    fn access(&mut self, array: &Name, seen: &mut Seen) {
        if !self.written.contains(array) {
            return;
        }
        if seen.before.contains(array) {
            self.found.get_or_insert(array.clone());
        }
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
                    let partial = barrier.site.span().is_some_and(|span| {
                        self.partial.iter().any(|other| other.bytes == span.bytes)
                    });
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

fn written(block: &[Atom], names: &mut BTreeSet<Name>) {
    for atom in block {
        match atom {
            Atom::Write { array, .. } => {
                names.insert(array.clone());
            }
            Atom::If(_, yes, no) => {
                written(yes, names);
                written(no, names);
            }
            Atom::For(.., body) => written(body, names),
            _ => {}
        }
    }
}

impl Lowering<'_> {
    /// Refuses barriers that leave something unordered that is accessed on both sides.
    pub(super) fn refuse_unordered(&self) -> Lowered<()> {
        if self.partial.is_empty() {
            return Ok(());
        }
        let mut names = BTreeSet::new();
        written(&self.atoms, &mut names);
        for kind in [Sharing::Grid, Sharing::Block] {
            let of_kind =
                names.iter().filter(|a| self.arrays.get(*a).is_some_and(|a| a.sharing == kind));
            let of_kind: BTreeSet<Name> = of_kind.cloned().collect();
            let partial: Vec<&Span> =
                self.partial.iter().filter(|p| p.leaves == kind).map(|p| &p.barrier).collect();
            let Some(first) = partial.first().copied() else { continue };
            let mut search = Search { written: &of_kind, partial, found: None };
            search.block(&self.atoms, &mut Seen::default());
            if let Some(array) = search.found {
                let what = format!(
                    "a barrier that does not order `{array}`, accessed on both sides of it,"
                );
                return Err(Unsupported::new(what, first));
            }
        }
        Ok(())
    }
}
