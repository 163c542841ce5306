//! Conditions of `#if` that nobody knows, read the other way, too. Where a kernel is the same program under the same
//! launches in every reading, it takes none of them for granted.

use crate::assumption::{Assumption, AssumptionKind};
use crate::kernel::{Divergence, Kernel, Launched, Together, Unwrapped};
use crate::preprocess::{ConditionAt, Doubt, Flipped, Reading as How};
use crate::reach::Reach;
use crate::unsupported::Unsupported;
use jaminan::Program;
use semantics::{Name, Synchronization};
use std::collections::{BTreeMap, BTreeSet};

/// How many conditions of one kernel are read both ways.
const MOST_CONDITIONS: usize = 3;
/// How often a file is read again.
const MOST_READINGS: usize = 8;

/// The kernels of a source in one reading, and its conditions that nobody knows.
type Reading = (Vec<Kernel>, Vec<Doubt>, Reach);

/// The conditions of a source that nobody knows.
type Places = BTreeMap<ConditionAt, Here>;

struct Here {
    /// Whether it is a condition that is met once.
    once: bool,
    /// Those in its group.
    inner: Flipped,
    /// The macros that it asks for and that may stand for anything.
    macros: BTreeSet<Name>,
}

/// Takes the conditions that make no difference from what kernels take for granted. `read`: the source, some
/// conditions read the other way; `None` where it is then not read.
pub(crate) fn settle(
    kernels: &mut [Kernel],
    doubts: &[Doubt],
    read: &mut dyn FnMut(&Flipped) -> Option<Reading>,
) {
    let mut readings: BTreeMap<Flipped, Option<Reading>> = BTreeMap::new();
    let places = places_of(doubts);
    let names: BTreeSet<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
    for kernel in kernels {
        let Some(conditions) = conditions(kernel, &places).filter(|c| !c.is_empty()) else {
            continue;
        };
        let others = subsets(&conditions);
        let missing = others.iter().filter(|flipped| !readings.contains_key(*flipped)).count();
        if readings.len() + missing > MOST_READINGS {
            continue;
        }
        let makes_no_difference = others.into_iter().all(|flipped| {
            let other = readings.entry(flipped).or_insert_with_key(|flipped| read(flipped));
            other.as_ref().is_some_and(|other| {
                // What only the other reading launches is told of by nobody.
                other.0.iter().all(|kernel| names.contains(&kernel.name))
                    && is_same(kernel, &places, &conditions, other)
            })
        });
        if makes_no_difference {
            let settled =
                |a: &Assumption| place_of(a, &places).is_some_and(|p| conditions.contains(&p));
            for launched in &mut kernel.launches {
                launched.assumptions.retain(|assumption| !settled(assumption));
            }
        }
    }
}

/// The conditions among the doubts of a source.
fn places_of(doubts: &[Doubt]) -> Places {
    let mut found = Places::new();
    for doubt in doubts.iter().filter(|doubt| !doubt.macros.is_empty()) {
        let (once, inner) = (doubt.is_condition, doubt.inner.clone());
        let is_anything = |(_, how): &(&Name, &How)| matches!(how, How::Missing | How::Compiler);
        let macros = doubt.macros.iter().filter(is_anything).map(|(name, _)| name.clone());
        let here = Here { once, inner, macros: macros.collect() };
        let again = |here: &mut Here| here.once = false;
        found.entry(ConditionAt::of(&doubt.span)).and_modify(again).or_insert(here);
    }
    found
}

/// The condition that an assumption is about.
fn place_of(assumption: &Assumption, places: &Places) -> Option<ConditionAt> {
    let place = ConditionAt::of(assumption.span.as_ref()?);
    (assumption.kind == AssumptionKind::UnknownMacro && places.contains_key(&place))
        .then_some(place)
}

/// The conditions that a kernel takes for granted, and those in their groups; `None` where they are too many, or one is
/// met in several ways.
fn conditions(kernel: &Kernel, places: &Places) -> Option<Flipped> {
    let all = kernel.launches.iter().flat_map(|launched| &launched.assumptions);
    let mut found: Flipped = all.filter_map(|assumption| place_of(assumption, places)).collect();
    let inner = found.iter().filter_map(|place| places.get(place)).flat_map(|here| &here.inner);
    let inner: Flipped = inner.cloned().collect();
    found.extend(inner);
    let is_met_once = |place: &ConditionAt| places.get(place).is_some_and(|here| here.once);
    (found.len() <= MOST_CONDITIONS && found.iter().all(is_met_once)).then_some(found)
}

/// The sets of some of them, at least one.
fn subsets(all: &Flipped) -> Vec<Flipped> {
    let mut found = vec![Flipped::new()];
    for place in all {
        let with = found.clone().into_iter().map(|mut set| {
            set.insert(place.clone());
            set
        });
        found.extend(with.collect::<Vec<_>>());
    }
    found.retain(|set| !set.is_empty());
    found
}

/// Whether another reading has the same kernel, which takes nothing else for granted.
fn is_same(
    kernel: &Kernel,
    places: &Places,
    conditions: &Flipped,
    (kernels, doubts, reach): &Reading,
) -> bool {
    let of_other = places_of(doubts);
    let Some(found) = kernels.iter().find(|found| found.name == kernel.name) else {
        return false;
    };
    let others = self::conditions(found, &of_other);
    let asked = conditions.iter().filter_map(|place| of_other.get(place).or(places.get(place)));
    // What a name stands for is not known where a header defines it.
    let is_used = asked.flat_map(|here| &here.macros).any(|name| reach.mentions(name));
    !is_used
        && others.is_some_and(|others| others.is_subset(conditions))
        && kernel.asserts == found.asserts
        && both(&kernel.synchronization, &found.synchronization, Synchronization::is_same)
        && kernel.launches.len() == found.launches.len()
        && kernel.launches.iter().zip(&found.launches).all(|(a, b)| {
            let a_rest = a.assumptions.iter().filter(|a| place_of(a, places).is_none());
            let b_rest = b.assumptions.iter().filter(|b| place_of(b, &of_other).is_none());
            a.is_same(b) && take_the_same(a_rest, b_rest)
        })
}

impl Launched {
    /// Whether they are the same programs under the same launch, what they take for granted aside: then there is one
    /// answer to both.
    pub fn is_same(&self, other: &Self) -> bool {
        let launch = |l: &Launched| (l.launch.from, l.launch.block, l.launch.grid);
        let (a, b) = (self, other);
        let same_program = matches!((&a.lowered, &b.lowered), (Ok(a), Ok(b)) if a == b);
        launch(a) == launch(b)
            && same_program
            && a.facts == b.facts
            && a.shared == b.shared
            && a.given == b.given
            && a.unseen == b.unseen
            && is_same_order(&a.lowered, &b.lowered)
            && both(&a.together, &b.together, is_same_together)
            && a.bounded == b.bounded
            && a.within_memory == b.within_memory
            && a.unwrapped.len() == b.unwrapped.len()
            && a.unwrapped.iter().zip(&b.unwrapped).all(|(a, b)| is_same_unwrapped(a, b))
    }
}

/// Whether fences and atomics may order the same.
fn is_same_order(a: &Result<Program, Unsupported>, b: &Result<Program, Unsupported>) -> bool {
    let (Ok(a), Ok(b)) = (a, b) else { return false };
    a.header.synchronization.is_same(&b.header.synchronization)
}

/// Whether both are there, and the same, or neither.
fn both<T>(a: &Option<T>, b: &Option<T>, same: fn(&T, &T) -> bool) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn is_same_together(a: &Together, b: &Together) -> bool {
    let same = |(a, b): (&Divergence, &Divergence)| {
        (&a.program, &a.bounded) == (&b.program, &b.bounded)
            && ConditionAt::of(&a.barrier) == ConditionAt::of(&b.barrier)
    };
    a.program == b.program
        && a.divergences.len() == b.divergences.len()
        && a.divergences.iter().zip(&b.divergences).all(same)
}

fn is_same_unwrapped(a: &Unwrapped, b: &Unwrapped) -> bool {
    a.program == b.program
        && a.facts == b.facts
        && take_the_same(a.assumptions.iter(), b.assumptions.iter())
}

fn take_the_same<'a>(
    mut a: impl Iterator<Item = &'a Assumption>,
    mut b: impl Iterator<Item = &'a Assumption>,
) -> bool {
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a.is_same(b) => {}
            (None, None) => return true,
            _ => return false,
        }
    }
}
