//! What fences and atomics of a kernel may order, on its typed tree.
//!
//! A thread *tells* others how far it has come by an atomic, by a write that may be `volatile`, or, past a
//! fence, by any write. It *learns* of them by the value of an atomic, of a read that may be `volatile`, or,
//! before a fence, of any read. An access A may be ordered before an access B of another thread where
//!
//! - the kernel may tell after A, and may learn before B, at one location, or at two between which a third
//!   thread may pass the word on;
//! - and what is learnt may decide whether B is made, or where: else a thread makes B without waiting.
//!
//! *After* and *before* are in the order of the program, which all threads share, so what the threads of a
//! block tell each other at barriers is within it. The criterion errs on one side: where it says no, no such
//! order is forced on the two accesses.

mod decided;
mod flow;
mod graph;
mod roots;

use crate::typed::{Kernel, LocalId};
use bit_set::BitSet;
use decided::Decided;
use graph::{Does, Graph};
use roots::Roots;
use semantics::{Name, Signals, Synchronization};
use std::collections::BTreeSet;

/// Larger graphs are not looked at closely: all that is accessed may be ordered.
const MOST_NODES: usize = 4_096;

/// What may be ordered in a kernel; of these pairs of parameters both point to one memory.
pub(crate) fn of(kernel: &Kernel, same: &[(LocalId, LocalId)]) -> Synchronization {
    let roots = roots::Points::of(kernel, same);
    let graph = Graph::of(kernel, &roots);
    let fences = graph.fences();
    let read_learns = kernel.volatile || !fences.is_empty();
    let learning: Vec<usize> = graph.learning(read_learns);
    let mut found = Synchronization::default();
    if learning.is_empty() {
        return found;
    }
    let names = |roots: &Roots| roots.names(kernel);
    if graph.nodes.len() > MOST_NODES {
        let every: BTreeSet<Name> = learning.iter().flat_map(|n| names(graph.at(*n))).collect();
        for (node, at) in graph.accesses() {
            let signals = Signals {
                tells: every.clone(),
                learns: every.clone(),
                at: names(at),
                ..Signals::default()
            };
            found.add(&graph.nodes[node].span, signals);
        }
        return found;
    }
    let reach = graph.reach();
    // Past a fence that is past the node.
    let past: Vec<BitSet> = (0..graph.nodes.len())
        .map(|n| {
            let mut past = BitSet::new();
            fences
                .iter()
                .filter(|f| reach[n].contains(**f))
                .for_each(|f| past.union_with(&reach[*f]));
            past
        })
        .collect();
    let decided = Decided::of(kernel, &graph, &reach, &learning);
    // Whether a thread that comes from one node to another, a write, may tell there.
    let tells = |from: usize, to: usize| match graph.nodes[to].does {
        Does::Atomic { .. } => from == to || reach[from].contains(to),
        Does::Write { .. } if kernel.volatile => from == to || reach[from].contains(to),
        Does::Write { .. } => past[from].contains(to),
        _ => false,
    };
    let learns = |from: usize, to: usize| match graph.nodes[from].does {
        Does::Atomic { .. } => reach[from].contains(to),
        Does::Read { .. } if kernel.volatile => reach[from].contains(to),
        Does::Read { .. } => past[from].contains(to),
        _ => false,
    };
    let telling: Vec<usize> =
        graph.accesses().map(|(node, _)| node).filter(|n| graph.nodes[*n].does.writes()).collect();
    // Where word of one location may be passed on at another.
    let mut passed: BTreeSet<(Name, Name)> = BTreeSet::new();
    for learnt in &learning {
        for told in telling.iter().filter(|told| learnt != *told && tells(*learnt, **told)) {
            for from in names(graph.at(*learnt)) {
                passed.extend(names(graph.at(*told)).into_iter().map(|to| (from.clone(), to)));
            }
        }
    }
    for (node, at) in graph.accesses() {
        let mut told: BTreeSet<Name> = BTreeSet::new();
        telling.iter().filter(|t| tells(node, **t)).for_each(|t| told.extend(names(graph.at(*t))));
        let mut more: Vec<Name> = told.iter().cloned().collect();
        while let Some(name) = more.pop() {
            for (_, to) in passed.iter().filter(|(from, _)| *from == name) {
                if told.insert(to.clone()) {
                    more.push(to.clone());
                }
            }
        }
        let decides = decided.access(node);
        let of = |(n, from): (usize, &usize)| {
            (decides.contains(n) && learns(*from, node)).then_some(*from)
        };
        let learnt = learning.iter().enumerate().filter_map(of);
        let is_atomic = matches!(graph.nodes[node].does, Does::Atomic { .. });
        let strong = kernel.volatile || is_atomic;
        let own = learning.iter().position(|n| *n == node);
        let signals = Signals {
            tells: told,
            learns: learnt.flat_map(|n| names(graph.at(n))).collect(),
            is_telling: strong && graph.nodes[node].does.writes(),
            is_learning: strong && own.is_some_and(|n| decided.decides_anything(n)),
            is_atomic,
            at: names(at),
        };
        found.add(&graph.nodes[node].span, signals);
    }
    found
}
