//! The pointers that a launch gives a kernel, and which of them point into one array.

use super::HostLaunch;
use super::apart::{self, Known};
use super::tied::{Fact, FactKind, Leaf, Shared, Slot, Tied, argument, members};
use super::value::{Base, Memory, Pointer, Value, decided};
use crate::syntax::Place;
use crate::term::{bin, literal, not, num, rel};
use crate::typed::{Kernel, Storage, Type};
use crate::typing::layout_in;
use semantics::{Cond, Expr as Term, IntType, Number, Op, Rel, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many cases of the pointers' values are told apart.
const MOST_CASES: usize = 64;

/// A pointer that a kernel has.
pub(super) struct Given {
    pub slot: Slot,
    pub pointer: Pointer,
    pub span: Span,
    /// Of a pointer in an object of which nothing is known but its memory: which of its parts it is, and its type.
    part: Option<(Vec<usize>, Type)>,
    /// How many bytes an element has, as the host sees it.
    element: Option<u64>,
}

/// The pointers among parameters, and the arrays of the device that they may point into.
pub(super) fn pointers(launch: &HostLaunch, kernel: &Kernel, leaves: &[Leaf<'_>]) -> Vec<Given> {
    let mut given = Vec::new();
    for leaf in leaves {
        let pointer = match leaf.value {
            Value::Pointer(pointer) | Value::Object(pointer) => pointer.clone(),
            Value::Container(base) => Pointer::To(*base, None),
            _ => continue,
        };
        let of = |slot: Slot, part| Given {
            slot,
            pointer: pointer.clone(),
            span: leaf.span.clone(),
            part,
            element: None,
        };
        if let Type::Pointer(_) = leaf.ty {
            let parameter = kernel.parameters.iter().position(|id| leaf.slot == Slot::of(id.0));
            let element = parameter.and_then(|n| *launch.elements.get(n)?);
            given.push(Given { element, ..of(leaf.slot.clone(), None) });
            continue;
        }
        for part in pointers_in(&leaf.ty, kernel) {
            let slot = part.iter().fold(leaf.slot.clone(), |slot, n| slot.member(*n));
            given.push(of(slot, Some((part, leaf.ty.clone()))));
        }
    }
    let of_device = kernel.locals.iter().enumerate().filter_map(|(n, local)| {
        let name = super::call::last_part(&local.name);
        let its = |memory: &Memory| memory.of_device.as_ref() == Some(&name);
        let (base, _) = launch.memory.iter().find(|(_, memory)| its(memory))?;
        let pointer = Pointer::To(*base, Some(num(0)));
        let of_device = local.storage == Storage::Device;
        let span = launch.span.clone();
        of_device.then(|| Given { slot: Slot::of(n), pointer, span, part: None, element: None })
    });
    // Where other pointers point into an array is counted from its beginning.
    of_device.chain(given).collect()
}

/// Where the pointers are in a structure, or in an array.
fn pointers_in(ty: &Type, kernel: &Kernel) -> Vec<Vec<usize>> {
    parts_of(ty, kernel, |ty| matches!(ty, Type::Pointer(_)))
}

/// Whether a type is a pointer, or has one.
pub(super) fn has_pointers(ty: &Type, kernel: &Kernel) -> bool {
    matches!(ty.unqualified(), Type::Pointer(_)) || !pointers_in(ty, kernel).is_empty()
}

/// Whether a type has more than one pointer.
pub(super) fn has_several_pointers(ty: &Type, kernel: &Kernel) -> bool {
    pointers_in(ty, kernel).len() > 1
}

/// Where such parts are in a structure, or in an array.
fn parts_of(ty: &Type, kernel: &Kernel, is: fn(&Type) -> bool) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), ty.unqualified())];
    while let Some((path, ty)) = open.pop() {
        for (n, (_, ty)) in members(&ty, kernel).into_iter().enumerate() {
            let path = [path.as_slice(), &[n]].concat();
            match ty.unqualified() {
                ty if is(&ty) => found.push(path),
                ty => open.push((path, ty)),
            }
        }
    }
    found.sort();
    found
}

/// That the numbers of one object are equal, wherever it is given.
pub(super) fn equal_numbers(leaves: &[Leaf<'_>], kernel: &Kernel) -> Vec<Arc<Cond>> {
    let mut all = Vec::new();
    for (n, leaf) in leaves.iter().enumerate() {
        let Value::Object(pointer) = leaf.value else { continue };
        let same = |other: &&Leaf<'_>| {
            other.ty.unqualified() == leaf.ty.unqualified()
                && matches!(other.value, Value::Object(of) if of == pointer && !of.is_lost())
        };
        let Some(first) = leaves[..n].iter().find(same) else { continue };
        for part in parts_of(&leaf.ty, kernel, |ty| ty.int().is_some()) {
            let [a, b] = [first, leaf].map(|leaf| {
                let slot = part.iter().fold(leaf.slot.clone(), |slot, n| slot.member(*n));
                Arc::new(Term::Var(argument(&slot)))
            });
            all.push(rel(Rel::Eq, a, b));
        }
    }
    all
}

/// Where the pointers point to, case by case.
pub(super) fn point(
    pointers: &[Given],
    tied: &Tied,
    kernel: &Kernel,
    known: &Known<'_>,
) -> Vec<Tied> {
    let mut cases: Vec<Vec<(Arc<Cond>, bool)>> = vec![Vec::new()];
    let mut conditions: Vec<Arc<Cond>> = Vec::new();
    for given in pointers {
        asked(&given.pointer, &mut conditions);
    }
    if conditions.len() < 32 && 1 << conditions.len() <= MOST_CASES {
        for c in conditions {
            let with = |holds: bool| {
                let c = &c;
                cases.iter().map(move |case| {
                    let mut case = case.clone();
                    case.push((Arc::clone(c), holds));
                    case
                })
            };
            cases = with(true).chain(with(false)).collect();
        }
    }
    let mut all: Vec<Tied> = Vec::new();
    // A number is not two numbers.
    let possible = |case: &Vec<(Arc<Cond>, bool)>| {
        let holding = case.iter().filter(|(_, holds)| *holds).map(|(c, _)| Arc::clone(c));
        let holding: Vec<Arc<Cond>> = holding.collect();
        holding.iter().all(|c| decided(c, &holding) != Some(false))
    };
    for case in cases.into_iter().filter(possible) {
        let mut made = tied.clone();
        for group in groups(pointers, &case) {
            let [(of, first), others @ ..] = group.as_slice() else { continue };
            if others.is_empty() {
                continue;
            }
            for ((slot, offset), bytes) in group.iter().zip(distances(&group)) {
                let (parameter, of) = (slot.clone(), of.clone());
                if kernel.locals[parameter.local].storage == Storage::Parameter {
                    let given = pointers.iter().find(|given| given.slot == parameter);
                    let element = given.and_then(|given| given.element);
                    let both = first.as_ref().zip(offset.as_ref()).filter(|_| bytes.is_none());
                    let far = both
                        .zip(size(slot, kernel))
                        .and_then(|((from, to), size)| apart::elements(from, to, size, known));
                    made.same.push(Shared { parameter, of, bytes, far, element });
                }
            }
            for (slot, _) in others {
                let kind = FactKind::Same(of.name(kernel), slot.name(kernel));
                let place = pointers.iter().find(|given| given.slot == *slot);
                let span = place.map(|given| Place(given.span.clone()));
                made.facts.extend(span.map(|span| Fact { kind, span }));
            }
        }
        // Pointers are one in those executions alone in which the host has chosen them so.
        if made.same.len() > tied.same.len() {
            for c in pointers.iter().flat_map(|given| holding(&given.pointer, &case)) {
                let more = (known.holds)(&c).into_iter();
                made.conditions.extend(more.filter(|c| !c.free_variables().is_empty()));
            }
        }
        if !all.contains(&made) {
            all.push(made);
        }
    }
    all
}

/// A pointer parameter, and how many bytes after the beginning of its memory it points to.
type Offset = (Slot, Option<Arc<Term>>);

/// A pointer, and how many bytes after the beginning of its memory it points to in a case.
type Found<'g> = (&'g Given, Option<Arc<Term>>);

/// The parameters that point into the same memory in a case, those of each memory together. Of objects of one type, each
/// pointer is told apart from the others.
fn groups(pointers: &[Given], case: &[(Arc<Cond>, bool)]) -> Vec<Vec<Offset>> {
    let mut groups: BTreeMap<Base, Vec<Found<'_>>> = BTreeMap::new();
    for given in pointers {
        match chosen(&given.pointer, case) {
            Some(Pointer::To(base, offset)) => {
                groups.entry(*base).or_default().push((given, offset.clone()));
            }
            Some(_) => {}
            // Which it is hangs on more than was told apart.
            None => {
                let bases: BTreeSet<Base> = given.pointer.bases().into_iter().collect();
                for base in bases {
                    groups.entry(base).or_default().push((given, None));
                }
            }
        }
    }
    let mut made = Vec::new();
    for group in groups.into_values() {
        let ty = |given: &Given| given.part.as_ref().map(|(_, ty)| ty.clone());
        let alike = group.iter().all(|(given, _)| ty(given) == ty(group[0].0));
        let mut parts: BTreeMap<&[usize], Vec<Offset>> = BTreeMap::new();
        for (given, offset) in &group {
            let (part, offset) = match &given.part {
                Some((part, _)) if alike => (part.as_slice(), offset.clone()),
                // Where the pointers of an object of another type are, nobody knows.
                _ => ([].as_slice(), offset.clone().filter(|_| alike)),
            };
            parts.entry(part).or_default().push((given.slot.clone(), offset));
        }
        made.extend(parts.into_values());
    }
    made
}

/// How many bytes an element has of what a pointer among the parameters points to.
fn size(slot: &Slot, kernel: &Kernel) -> Option<u64> {
    let whole = kernel.locals[slot.local].ty.unqualified();
    let pointer = slot.path.iter().try_fold(whole, |ty, n| {
        let (_, member) = members(&ty, kernel).into_iter().nth(*n)?;
        Some(member.unqualified())
    })?;
    let Type::Pointer(to) = pointer else { return None };
    layout_in(kernel, &to.unqualified()).map(|layout| layout.size).filter(|size| *size > 0)
}

/// How many bytes after the first of them in memory each points to, where that is a number.
fn distances(group: &[Offset]) -> Vec<Option<Number>> {
    let from = |(_, first): &Offset| {
        let each = group.iter().map(|(_, offset)| {
            let (first, offset) = (first.as_ref()?, offset.as_ref()?);
            distance(first, offset)
        });
        each.collect::<Option<Vec<Number>>>()
    };
    let distances = group.first().and_then(from);
    match distances {
        Some(all) => {
            let least = all.iter().min().cloned().unwrap_or_default();
            all.into_iter().map(|n| Some(n - &least)).collect()
        }
        None => vec![None; group.len()],
    }
}

/// How many bytes one offset is after another, where that is a number.
fn distance(from: &Arc<Term>, to: &Arc<Term>) -> Option<Number> {
    if from == to {
        return Some(0.into());
    }
    literal(&bin(Op::Sub, IntType::LONG, Arc::clone(to), Arc::clone(from))).cloned()
}

/// The conditions that a pointer hangs on.
pub(super) fn asked(pointer: &Pointer, conditions: &mut Vec<Arc<Cond>>) {
    if let Pointer::Either(c, a, b) = pointer {
        if !conditions.contains(c) {
            conditions.push(Arc::clone(c));
        }
        asked(a, conditions);
        asked(b, conditions);
    }
}

/// What holds in a case where a pointer is chosen, of the conditions that were evaluated for that.
fn holding(pointer: &Pointer, case: &[(Arc<Cond>, bool)]) -> Vec<Arc<Cond>> {
    let (mut at, mut found) = (pointer, Vec::new());
    while let Pointer::Either(c, a, b) = at {
        let Some((_, holds)) = case.iter().find(|(other, _)| other == c) else { break };
        found.push(if *holds { Arc::clone(c) } else { not(Arc::clone(c)) });
        at = if *holds { a } else { b };
    }
    found
}

/// Where a pointer points to in a case.
fn chosen<'p>(pointer: &'p Pointer, case: &[(Arc<Cond>, bool)]) -> Option<&'p Pointer> {
    match pointer {
        Pointer::To(..) | Pointer::Null => Some(pointer),
        Pointer::Either(c, a, b) => {
            let (_, holds) = case.iter().find(|(other, _)| other == c)?;
            chosen(if *holds { a } else { b }, case)
        }
    }
}
