//! What atomic additions give out: `out[atomicAdd(&count, 1)] = x` writes each element once, since no two threads
//! find the same number in `count`. That holds where nothing but additions changes the counter, none of a negative
//! number, and none past the end of its type: a plain write beside them is a race of its own, so only what other
//! atomics do takes it away. [CUDA C++ Programming Guide, 7.14: an atomic reads and writes with no other between]

use super::Lowering;
use super::block::{self, Atom};
use super::environment::{Pointer, Value};
use crate::note::Note;
use crate::term::literal;
use crate::vocabulary::{Atomic, Reach, Update};
use num_traits::{One, Signed, Zero};
use semantics::{Dim, Expr as Term, Name, Number, Span, header::Ticket};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What the atomics of a kernel do to their arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Tickets {
    /// What additions found, by the `var` that holds it.
    all: BTreeMap<Name, Ticket>,
    /// The arrays that an atomic changes in another way.
    changed: BTreeSet<Name>,
    /// How much a thread adds at most to the elements of an array; nothing where it may do so again and again.
    most: BTreeMap<Name, Option<Number>>,
    /// Where each array is added to first.
    first: BTreeMap<Name, Span>,
}

/// Below which numbers an addition does not come to the end of its type at once.
const MOST: u32 = 30;

impl Lowering<'_> {
    /// Notes what an atomic function does to its array, and what its result is.
    pub(super) fn ticket(
        &mut self,
        atomic: Atomic,
        p: &Pointer,
        given: &[Value],
        result: &Value,
        span: &Span,
    ) {
        if atomic.update == Update::Load {
            return;
        }
        // Those of other blocks may come between.
        let alone = self.is_shared(&p.array) || atomic.reach != Reach::Block;
        let amount = match (atomic.update, given) {
            (Update::Add, [Value::Int(amount)]) if alone => {
                let range = self.range(amount);
                let small = !range.min.is_negative() && range.max <= Number::one() << MOST;
                small.then_some((range.min, range.max))
            }
            (Update::Increment, []) if alone => Some((Number::one(), Number::one())),
            // From its last number on it counts from 0.
            (Update::Increment, [Value::Int(last)]) if alone => {
                let far = |n: &&Number| **n >= (Number::one() << 31u32) - 1;
                literal(last).filter(far).map(|_| (Number::one(), Number::one()))
            }
            _ => None,
        };
        let Some((amount, most)) = amount.filter(|_| p.step.is_none()) else {
            self.arrays.tickets.changed.insert(p.array.clone());
            return;
        };
        let once = self.around.loops == 0;
        let tickets = &mut self.arrays.tickets;
        tickets.first.entry(p.array.clone()).or_insert_with(|| span.clone());
        let sum = tickets.most.entry(p.array.clone()).or_insert_with(|| Some(Number::zero()));
        *sum = sum.take().filter(|_| once).map(|sum| sum + most);
        let Value::Int(result) = result else { return };
        let (Term::Var(x), index) = (&**result, self.index(p)) else { return };
        let mut known = amount.is_positive();
        index.each_variable(&mut |x| known &= self.variables.params.contains(x));
        if known {
            let (array, index) = (p.array.clone(), (*index).clone());
            let ticket = Ticket { array, index, amount, alone: true, wraps_at: None };
            self.arrays.tickets.all.insert(x.clone(), ticket);
        }
    }

    /// The tickets that the program asks for, of arrays that only additions and plain writes change.
    pub(super) fn given_out(&mut self, atoms: &[Atom]) -> BTreeMap<Name, Ticket> {
        let Tickets { mut all, changed, most, first } = std::mem::take(&mut self.arrays.tickets);
        let mut names = HashSet::new();
        block::used(atoms, &mut names);
        all.retain(|x, ticket| names.contains(x) && !changed.contains(&ticket.array));
        let mut written = BTreeSet::new();
        block::written(atoms, &mut written);
        let arrays: BTreeSet<Name> = all.values().map(|ticket| ticket.array.clone()).collect();
        for array in arrays {
            let ty = self.arrays.types.get(&array).map(|array| array.element);
            let size = ty.filter(|ty| !ty.signed).map(|ty| ty.max() + Number::one());
            let added = most.get(&array).and_then(|most| Some(most.clone()? * self.most_threads()));
            match size {
                // `atomicInc` may count from 0 after half of all numbers.
                Some(size) if added.is_some_and(|added| added < &size / 2) => {
                    let own = all.values_mut().filter(|ticket| ticket.array == array);
                    own.for_each(|ticket| ticket.wraps_at = Some(size.clone()));
                }
                Some(_) => {
                    let of = first.get(&array).cloned();
                    if !of.is_some_and(|span| self.sum_taken(&array, &span)) {
                        all.retain(|_, ticket| ticket.array != array);
                    }
                }
                None => {
                    self.taken.notes.insert(Note::left_out(format!(
                        "executions in which what atomics add up in `{array}` passes the end of its type are left out"
                    )));
                }
            }
        }
        for ticket in all.values_mut() {
            ticket.alone = !written.contains(&ticket.array);
        }
        all
    }

    /// How many threads the launch has at most.
    fn most_threads(&self) -> Number {
        let sizes = Dim::ALL
            .into_iter()
            .flat_map(|dim| [self.given.launch.grid(dim), self.given.launch.block(dim)]);
        sizes.fold(Number::one(), |most, size| most * self.range(&size).max)
    }
}
