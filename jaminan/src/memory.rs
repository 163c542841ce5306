//! What a thread reads where its memory `M` says nothing.

use crate::rules::Judgment;
use num_traits::{Signed, Zero};
use semantics::judgment::{Flow, Proof, Search};
use semantics::{Name, Number, Store};

/// The memory that a run starts from, beyond the finite map `M` of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Initial {
    /// `M̂(j) = 0` outside the domain of `M`, as in the paper.
    #[default]
    Zero,
    /// Some memory within bounds, chosen cell by cell as it is first read: a run under it stands
    /// for its runs from every memory that agrees with what was chosen.
    Lazy(Lazy),
}

/// An initial memory that is being chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lazy {
    /// What a cell may hold.
    pub contents: Vec<Number>,
    /// Cells `0..cells` are chosen; the others hold 0.
    pub cells: Number,
    /// The cells chosen so far.
    pub chosen: Store,
    /// What was read on the path to the result at hand, in order: from any cell, and whether the
    /// run wrote it or not.
    pub read: Vec<Number>,
}

/// Premise `M̂(j) = k`.
pub fn reads(
    search: &mut Search<Judgment>,
    m: &Store,
    array: &Name,
    j: &Number,
    found: &mut impl FnMut(&mut Search<Judgment>, Number, Proof<Judgment>) -> Flow,
) -> Flow {
    let mut with = |search: &mut Search<Judgment>, k: Number| {
        let leaf = || Judgment::Reads(m.clone(), array.clone(), j.clone(), k.clone());
        let proof = search.conclude("M", leaf, []);
        lazily(search, |lazy| lazy.read.push(k.clone()));
        let flow = found(search, k, proof);
        lazily(search, |lazy| {
            lazy.read.pop();
        });
        flow
    };
    let known = m.get(array, j).cloned();
    let unread = match (&known, &search.environment) {
        (None, Initial::Lazy(lazy)) if !j.is_negative() && *j < lazy.cells => {
            match lazy.chosen.get(array, j) {
                Some(k) => return with(search, k.clone()),
                None => lazy.contents.clone(),
            }
        }
        _ => return with(search, known.unwrap_or_else(Number::zero)),
    };
    for k in unread {
        lazily(search, |lazy| lazy.chosen.set(array, j.clone(), k.clone()));
        let flow = with(search, k);
        lazily(search, |lazy| lazy.chosen.unset(array, j));
        flow?;
    }
    Flow::Continue(())
}

fn lazily(search: &mut Search<Judgment>, change: impl FnOnce(&mut Lazy)) {
    if let Initial::Lazy(lazy) = &mut search.environment {
        change(lazy);
    }
}
