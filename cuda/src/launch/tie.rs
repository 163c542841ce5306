//! What a launch in host code says of a kernel: its extents, its arguments, and how they hang together, in
//! terms of the kernel alone. What hangs on other values of the host is left out.

use super::HostLaunch;
use super::apart::Known;
use super::hidden::{hidden, is_sum};
use super::multiple::Multiple;
use super::quotient::Quotient;
use super::shared::{Given, asked, equal_numbers, point, pointers};
use super::tied::{
    Fact, FactKind, Leaf, Part, Slot, Target, Tied, argument, extent, members, of_host,
};
use super::value::{Pointer, Value, as_int, as_real};
use crate::survey::tests_null;
use crate::syntax::Place;
use crate::term::{convert, literal, not, num, rel};
use crate::typed::{Kernel, Type};
use num_traits::ToPrimitive;
use semantics::expression::{substitute, substitute_cond};
use semantics::{Cond, Dim, Expr as Term, IntType, Name, Rel, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parts of what a parameter is given.
fn leaves<'v>(leaf: Leaf<'v>, kernel: &Kernel, found: &mut Vec<Leaf<'v>>) {
    let parts = members(&leaf.ty, kernel);
    let values: Vec<Option<&Value>> = match leaf.value {
        Value::Record(all) => parts
            .iter()
            .map(|(part, _)| {
                let Part::Member(name) = part else { return None };
                all.iter().find(|(x, _)| x == name).map(|(_, value)| value)
            })
            .collect(),
        Value::List(all) => all.iter().map(Some).collect(),
        _ => return found.push(leaf),
    };
    for (n, ((_, ty), value)) in parts.into_iter().zip(values).enumerate() {
        if let Some(value) = value {
            let leaf = Leaf { slot: leaf.slot.member(n), ty, value, span: leaf.span.clone() };
            leaves(leaf, kernel, found);
        }
    }
}

/// What the parameters are given.
fn all_leaves<'v>(
    kernel: &Kernel,
    given: impl Iterator<Item = (&'v Value, &'v Span)>,
) -> Vec<Leaf<'v>> {
    let mut found = Vec::new();
    for (id, (value, span)) in kernel.parameters.iter().zip(given) {
        let ty = kernel.locals[id.0].ty.clone();
        leaves(Leaf { slot: Slot::of(id.0), ty, value, span: span.clone() }, kernel, &mut found);
    }
    found
}

/// A number among the parameters that is not known, as the host computes it.
fn target(leaf: &Leaf<'_>, kernel: &Kernel) -> Option<Target> {
    let ty = leaf.ty.int()?;
    let value = as_int(leaf.value, ty).filter(|value| literal(value).is_none())?;
    let (kind, span) = (FactKind::Argument(leaf.slot.name(kernel)), leaf.span.clone());
    Some(Target { name: argument(&leaf.slot), ty, value, kind, span })
}

/// What a launch says of a kernel; several where it hangs on a condition which pointers it gives.
pub(crate) fn tie(launch: &HostLaunch, kernel: &Kernel) -> Vec<Tied> {
    let given = launch.arguments.as_ref().filter(|given| given.len() == kernel.parameters.len());
    let mut tied = Tied {
        grid: constants(&launch.grid.0),
        block: constants(&launch.block.0),
        ..Tied::of_values(BTreeMap::new())
    };
    let mut targets = Vec::new();
    // Where a kernel asks for no null pointer, none counts: host code of tests gives them for any array.
    let tests_null = tests_null(&kernel.body);
    let leaves = all_leaves(kernel, given.into_iter().flatten().map(|(value, span)| (value, span)));
    for leaf in &leaves {
        if let (Type::Float(bits), true) = (leaf.ty.unqualified(), leaf.slot.path.is_empty()) {
            tied.reals.extend(as_real(leaf.value, bits).map(|x| (leaf.slot.local, x)));
        }
        if tests_null && *leaf.value == Value::Pointer(Pointer::Null) {
            let kind = FactKind::Null(leaf.slot.name(kernel));
            tied.facts.push(Fact { kind, span: Place(leaf.span.clone()) });
            tied.null.insert(leaf.slot.clone());
        }
        let Some(ty) = leaf.ty.int() else { continue };
        let Some(value) = as_int(leaf.value, ty) else { continue };
        let (name, span) = (leaf.slot.name(kernel), leaf.span.clone());
        match literal(&value) {
            Some(k) => {
                if leaf.slot.path.is_empty() {
                    tied.values.insert(leaf.slot.local, k.clone());
                } else {
                    let seen = Arc::new(Term::Var(argument(&leaf.slot)));
                    tied.conditions.push(rel(Rel::Eq, seen, num(k.clone())));
                }
                let kind = FactKind::Constant(name, k.clone());
                tied.facts.push(Fact { kind, span: Place(span) });
            }
            None => targets.extend(target(leaf, kernel)),
        }
    }
    for (of_block, (extents, span)) in [(false, &launch.grid), (true, &launch.block)] {
        for dim in Dim::ALL {
            let value = Arc::clone(&extents[dim as usize]);
            if literal(&value).is_none() {
                let of = if of_block { "blockDim" } else { "gridDim" };
                let kind = FactKind::Extent(format!("{of}.{}", dim.letter()));
                let (name, ty) = (extent(of_block, dim), IntType::UINT);
                targets.push(Target { name, ty, value, kind, span: span.clone() });
            }
        }
    }
    tied.conditions.extend(equal_numbers(&leaves, kernel));
    let of_all = pointers(launch, kernel, &leaves);
    let mut chosen = Vec::new();
    of_all.iter().for_each(|given| asked(&given.pointer, &mut chosen));
    let (definitions, unsaid) = relate(launch, targets, &mut tied);
    chosen.extend(measuring(&of_all, &unsaid, &definitions));
    let with_hidden = definitions.with_hidden(launch, unsaid, &chosen, &mut tied);
    let mut measured = tied.clone();
    measure(launch, &of_all, &definitions, kernel, &mut measured);
    let ty = |name: &Name| launch.symbols.get(name).map(|symbol| symbol.ty);
    let holds = |c: &Arc<Cond>| parts(c).iter().filter_map(|c| with_hidden.apply(c)).collect();
    let known = Known { ty: &ty, seen: &|e| with_hidden.apply_to(e), holds: &holds };
    let mut all = point(&of_all, &measured, kernel, &known);
    // What is seen on one path, and not in general, may be so.
    for values in launch.paths.iter().filter(|values| values.len() == kernel.parameters.len()) {
        let spans = given.into_iter().flatten().map(|(_, span)| span);
        let leaves = all_leaves(kernel, values.iter().zip(spans));
        let of_path = pointers(launch, kernel, &leaves);
        let targets = leaves.iter().filter_map(|leaf| target(leaf, kernel)).collect();
        let (definitions, unsaid) = relate(launch, targets, &mut tied.clone());
        let measured = measuring(&of_path, &unsaid, &definitions);
        let mut tied = tied.clone();
        let definitions = match measured.is_empty() {
            true => definitions,
            false => definitions.with_hidden(launch, unsaid, &measured, &mut tied),
        };
        let holds = |c: &Arc<Cond>| parts(c).iter().filter_map(|c| definitions.apply(c)).collect();
        let known = Known { ty: &ty, seen: &|e| definitions.apply_to(e), holds: &holds };
        for made in point(&of_path, &tied, kernel, &known) {
            if !made.same.is_empty() && !all.iter().any(|other| other.same == made.same) {
                all.push(Tied { of_path: true, ..made });
            }
        }
    }
    all
}

/// The ways in which a launch gives parameters memory in common.
pub(crate) fn sharing(launch: &HostLaunch, kernel: &Kernel) -> Vec<Tied> {
    let mut all: Vec<Tied> = Vec::new();
    for tied in tie(launch, kernel) {
        let facts = tied.facts.into_iter();
        let facts = facts.filter(|fact| matches!(fact.kind, FactKind::Same(..))).collect();
        let same = tied.same;
        if !same.is_empty() && !all.iter().any(|other| other.same == same) {
            all.push(Tied { same, facts, ..Tied::of_values(BTreeMap::new()) });
        }
    }
    all
}

fn constants(extents: &[Arc<Term>; 3]) -> [Option<u64>; 3] {
    extents.each_ref().map(|e| literal(e).and_then(ToPrimitive::to_u64))
}

/// Conditions on the names that pointers into one array are moved by, where the kernel sees what it is given of them: as
/// of a `size_t` that an `int` is made of.
fn measuring(pointers: &[Given], unsaid: &[Said], seen: &Definitions) -> Vec<Arc<Cond>> {
    let mut found = Vec::new();
    for Given { pointer, .. } in pointers {
        let Pointer::To(base, Some(offset)) = pointer else { continue };
        let others = pointers.iter().filter(|other| other.pointer.bases().contains(base)).count();
        let names = offset.free_variables();
        let said = |x: &Name| {
            seen.0.contains_key(x) || unsaid.iter().any(|(_, c, _)| c.free_variables().contains(x))
        };
        if others > 1 && names.iter().all(said) {
            found.push(rel(Rel::Eq, Arc::clone(offset), Arc::clone(offset)));
        }
    }
    found
}

/// What the host's names are in terms of what the kernel sees.
struct Definitions(BTreeMap<Name, Arc<Term>>);

/// Something that holds of the host's values, and where it is said.
type Said = (FactKind, Arc<Cond>, Span);

impl Definitions {
    /// A condition in terms of the kernel; none where it hangs on something else.
    fn apply(&self, c: &Arc<Cond>) -> Option<Arc<Cond>> {
        let mut made = Arc::clone(c);
        for name in c.free_variables() {
            let of = self.0.get(&name)?;
            made = substitute_cond(&made, &name, of);
        }
        Some(made)
    }

    /// A number, likewise.
    fn apply_to(&self, e: &Arc<Term>) -> Option<Arc<Term>> {
        let mut made = Arc::clone(e);
        for name in e.free_variables() {
            let of = self.0.get(&name)?;
            made = substitute(&made, &name, of);
        }
        Some(made)
    }
}

impl Definitions {
    /// These, and those of what is hidden from the kernel but bounds what it sees, of which the launch is told, too.
    /// `given`: what numbers of the kernel are.
    fn with_hidden(
        &self,
        launch: &HostLaunch,
        given: Vec<Said>,
        chosen: &[Arc<Cond>],
        tied: &mut Tied,
    ) -> Definitions {
        let is_seen = |x: &Name| self.0.contains_key(x) || !launch.symbols.contains_key(x);
        let facts = launch.facts.iter().flat_map(|(kind, c, span)| {
            parts(c).into_iter().map(move |part| (kind.clone(), part, span.clone()))
        });
        let hangs = |(_, part, _): &Said| part.free_variables().iter().any(|x| !is_seen(x));
        let said: Vec<Said> = facts.filter(hangs).collect();
        let bare = |all: &[Said]| all.iter().map(|(_, c, _)| Arc::clone(c)).collect::<Vec<_>>();
        let mut all = Definitions(self.0.clone());
        // Numbered as they are met: what is said of two calls of one function is the same then.
        let mut open = hidden(&bare(&said), &bare(&given), chosen, &is_seen);
        let conditions = said.iter().chain(&given).map(|(_, c, _)| c).chain(chosen);
        for symbol in conditions.flat_map(|c| c.free_variables()) {
            let Some(of) = launch.symbols.get(&symbol).filter(|_| open.remove(&symbol)) else {
                continue;
            };
            let name = of_host(tied.hidden.len());
            all.0.insert(symbol, Arc::new(Term::Var(name.clone())));
            tied.hidden.insert(name, (of.hint.clone(), of.ty));
        }
        for (kind, part, span) in said.into_iter().chain(given) {
            // The kernel's own names stay.
            let open = |x: &Name| launch.symbols.contains_key(x) && !all.0.contains_key(x);
            if part.free_variables().iter().any(open) {
                continue;
            }
            let all_in = |c, (x, e): (&Name, &Arc<Term>)| substitute_cond(&c, x, e);
            tied.conditions.push(all.0.iter().fold(part, all_in));
            let fact = Fact { kind, span: Place(span) };
            if !tied.facts.contains(&fact) {
                tied.facts.push(fact);
            }
        }
        all
    }
}

/// What a condition is made of that holds: all parts were evaluated, and each of them holds.
fn parts(c: &Arc<Cond>) -> Vec<Arc<Cond>> {
    let (mut open, mut found) = (vec![Arc::clone(c)], Vec::new());
    while let Some(part) = open.pop() {
        match &*part {
            Cond::And(a, b) => open.extend([Arc::clone(a), Arc::clone(b)]),
            Cond::Not(c) => match &**c {
                Cond::Or(a, b) => open.extend([a, b].map(|c| not(Arc::clone(c)))),
                _ => found.push(part),
            },
            _ => found.push(part),
        }
    }
    found
}

/// Puts what holds of the host's values in terms of the kernel; what numbers of the kernel are in terms of others.
fn relate(launch: &HostLaunch, targets: Vec<Target>, tied: &mut Tied) -> (Definitions, Vec<Said>) {
    let mut definitions = Definitions(BTreeMap::new());
    let mut others = Vec::new();
    for target in targets {
        let core = match &*target.value {
            Term::Convert(_, inner) => inner,
            _ => &target.value,
        };
        let Term::Var(symbol) = &**core else {
            others.push(target);
            continue;
        };
        let own = launch.symbols.get(symbol).map(|s| s.ty);
        match own {
            // The conversion loses nothing, so it can be undone.
            Some(own) if own.bits <= target.ty.bits && !definitions.0.contains_key(symbol) => {
                let seen = Arc::new(Term::Var(target.name.clone()));
                let undone = convert(own, target.ty, Arc::clone(&seen));
                if own.bits < target.ty.bits {
                    let again = convert(target.ty, own, Arc::clone(&undone));
                    tied.conditions.push(rel(Rel::Eq, seen, again));
                }
                definitions.0.insert(symbol.clone(), undone);
            }
            _ => others.push(target),
        }
    }
    for target in &others {
        if definitions.apply_to(&target.value).is_some() {
            continue;
        }
        let Some(Multiple { is_one, symbol }) = Multiple::of(target) else { continue };
        if let Some((symbol, quotient)) = symbol {
            // What the product is of that quotient says the same.
            definitions.0.insert(symbol, quotient);
            continue;
        }
        tied.conditions.push(is_one);
        tied.facts.push(Fact { kind: target.kind.clone(), span: Place(target.span.clone()) });
    }
    let (mut quotients, mut unsaid) = (Vec::new(), Vec::new());
    for target in others {
        quotients.extend(Quotient::of(launch, &target));
        let seen = Arc::new(Term::Var(target.name.clone()));
        match definitions.apply_to(&target.value) {
            Some(value) => {
                tied.conditions.push(rel(Rel::Eq, seen, value));
                tied.facts.push(Fact { kind: target.kind, span: Place(target.span) });
            }
            None if is_sum(&target.value) => {
                unsaid.push((target.kind, rel(Rel::Eq, seen, target.value), target.span));
            }
            None => {}
        }
    }
    for (kind, c, span) in &launch.facts {
        let mut used = false;
        for part in parts(c) {
            let mut weaker = quotients.iter().filter_map(|quotient| {
                let (by, side, e) = quotient.compared(&part)?;
                Some(rel(by, side, definitions.apply_to(e)?))
            });
            let said = definitions.apply(&part).or_else(|| weaker.next());
            if let Some(c) = said.filter(|c| !c.free_variables().is_empty()) {
                tied.conditions.push(c);
                used = true;
            }
        }
        let fact = Fact { kind: kind.clone(), span: Place(span.clone()) };
        if used && !tied.facts.contains(&fact) {
            tied.facts.push(fact);
        }
    }
    (definitions, unsaid)
}

/// How many bytes the pointers point to that have memory of their own.
fn measure(
    launch: &HostLaunch,
    pointers: &[Given],
    definitions: &Definitions,
    kernel: &Kernel,
    tied: &mut Tied,
) {
    for Given { slot, pointer, .. } in pointers.iter().filter(|given| given.slot.path.is_empty()) {
        let Pointer::To(base, Some(offset)) = pointer else { continue };
        let alone =
            pointers.iter().filter(|other| other.pointer.bases().contains(base)).count() == 1;
        let bytes = launch.memory.get(base).and_then(|memory| memory.bytes.as_ref());
        let known = bytes.and_then(|(bytes, place)| Some((definitions.apply_to(bytes)?, place)));
        if let (Some(0), Some((bytes, place))) =
            (literal(offset).and_then(ToPrimitive::to_u64), known)
        {
            tied.sizes.insert(slot.local, Arc::clone(&bytes));
            if !alone {
                continue;
            }
            tied.memory.insert(slot.local, bytes);
            let kind = FactKind::Memory(kernel.locals[slot.local].name.clone());
            tied.memory_facts.push(Fact { kind, span: place.clone() });
        }
    }
}
