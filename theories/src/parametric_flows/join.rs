//! A thread behind a barrier, whichever of several flows it came by.

use super::analysis::Pair;
use super::execute::Executor;
use super::run::Run;
use crate::planted;
use oracle::check::range;
use oracle::solver::{Term, Terms};

/// The two threads behind a barrier that these flows come to.
pub(super) fn merged(executor: &mut Executor<'_>, flows: &[Pair], group: &[usize]) -> Pair {
    [0, 1].map(|n| {
        let runs: Vec<&Run> = group.iter().map(|flow| &flows[*flow][n]).collect();
        join(executor, &runs)
    })
}

/// One thread behind a barrier that it comes to by these flows.
pub(super) fn join(executor: &mut Executor<'_>, runs: &[&Run]) -> Run {
    let terms = &mut executor.words().terms;
    let entry = came(terms, runs);
    let entry = planted::in_place_of(entry, "flows-forgets-entry", || terms.boolean(true));
    Run { entry, ..anyhow(executor, runs) }
}

/// The same, of which it is not asked whether it came there: what a name holds is left open where the flows
/// differ in it.
pub(super) fn anyhow(executor: &mut Executor<'_>, runs: &[&Run]) -> Run {
    let truth = executor.words().terms.boolean(true);
    let mut joined = runs[0].behind(truth);
    let types = &executor.pair.encoder.header.types;
    for (x, word) in &mut joined.frame.variables {
        let mut others = runs.iter().map(|run| run.frame.variables.get(x));
        if others.all(|other| other.is_some_and(|other| other.term == word.term)) {
            continue;
        }
        let (low, high) = range(types.get(x).copied());
        *word = executor.pair.encoder.words.symbol(&format!("{x}.joined"), low, high);
        executor.forgotten.insert(word.term);
    }
    joined
}

/// The part of a flow tree behind its first so many tests, as far as it comes to the barrier.
struct Part<'r> {
    /// A flow through it.
    run: &'r Run,
    /// How many tests are before it.
    tests: usize,
    /// When a thread that is there comes to the barrier.
    when: Term,
}

/// When a thread comes to a barrier by one of these flows. Of a test that leads to it on both sides alike
/// nothing is left.
fn came(terms: &mut Terms, runs: &[&Run]) -> Term {
    let mut runs = runs.to_vec();
    runs.sort_by(|a, b| b.decisions.cmp(&a.decisions));
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        let mut part = leaf(terms, run);
        // Up to where the next flow leaves this one.
        let next = runs.get(n + 1);
        let until = next.map_or(0, |next| 1 + shared(run, next));
        while part.tests > until {
            let sibling = parts.pop_if(|other| other.tests == part.tests);
            part = above(terms, sibling, part);
        }
        parts.push(part);
    }
    match parts.pop() {
        Some(part) => terms.and(part.run.entry, part.when),
        None => terms.boolean(false),
    }
}

/// How many decisions two flows have in common at their begin.
fn shared(a: &Run, b: &Run) -> usize {
    a.decisions.iter().zip(&b.decisions).take_while(|(a, b)| a == b).count()
}

/// What is behind all tests of a flow.
fn leaf<'r>(terms: &mut Terms, run: &'r Run) -> Part<'r> {
    let before = run.passed.last().map_or(0, |test| test.defined);
    let when = terms.all(run.defined[before..].iter().copied());
    Part { run, tests: run.passed.len(), when }
}

/// A part with the test before it, and what is on the other side of that.
fn above<'r>(terms: &mut Terms, sibling: Option<Part<'r>>, part: Part<'r>) -> Part<'r> {
    let last = part.tests - 1;
    let side = |part: &Part<'_>| part.run.passed[last].side;
    let own = terms.and(side(&part), part.when);
    let when = match sibling {
        None => own,
        Some(_) if planted::is("flows-entry-of-one-side") => own,
        Some(other) if other.when == part.when => part.when,
        Some(other) => {
            let other = terms.and(side(&other), other.when);
            terms.or(other, own)
        }
    };
    let before = last.checked_sub(1).map_or(0, |n| part.run.passed[n].defined);
    let defined = &part.run.defined[before..part.run.passed[last].defined];
    let when = terms.all(defined.iter().copied().chain([when]));
    Part { run: part.run, tests: last, when }
}
