//! The runs of a program, phase by phase.

use crate::explore::bounds::Bounds;
use crate::explore::completion::Completion;
use crate::explore::launch::Launch;
use crate::explore::obstacle::Obstacle;
use crate::explore::reach::Reach;
pub use crate::explore::state::State;
use crate::explore::state::{choose, lazy, stop};
use crate::explore::witness::{Choice, Step};
use jaminan::{Initial, Judgment, Lazy, Program, Rest, Stmt, instantiate, reaches};
use semantics::Budget;
use semantics::{Choices, Flow, Meaningless, Number, Phase, Search, Store, Thread, Trace};
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

/// Goes through every run of a program within bounds.
pub struct Explorer<'a> {
    /// The program.
    pub program: &'a Program,
    /// The launches.
    pub launches: &'a [Launch],
    /// How many barriers are passed.
    pub phase: usize,
    /// What the runs of the phases so far have read.
    pub read: BTreeSet<Number>,
    /// For each launch, where its threads may stand.
    pub(super) frontier: Vec<Vec<Rc<State>>>,
    pub(super) search: Search<Judgment>,
    pub(super) outcomes: u64,
    /// Asks whether executions keep their meaning, where some may lose it after a barrier.
    pub(super) completion: Option<Completion>,
    budget: Budget,
}

/// An outcome of one thread in a phase.
pub(crate) struct Seen<'a> {
    /// The launch, and the thread among its threads.
    pub at: (usize, usize),
    /// What it accesses.
    pub phase: &'a Phase,
    /// The cells of the initial memory that were chosen.
    pub chosen: &'a Store,
    /// The values that `var` chose.
    pub choices: &'a [Choice],
    /// Its trace.
    pub trace: &'a Trace,
    /// Where it started.
    pub from: &'a Rc<State>,
}

/// What [`reaches`] derives: updates, accesses, trace, and what is left to run.
pub(super) type Outcome = (Store, Phase, Trace, Rest);

/// For each launch and each of its threads, what it may access in a phase.
pub(super) type Reached = Vec<Vec<Reach>>;

impl<'a> Explorer<'a> {
    /// Stands at the begin of the program.
    pub fn new(
        program: &'a Program,
        launches: &'a [Launch],
        bounds: &Bounds,
        budget: Budget,
    ) -> Self {
        let memory =
            Lazy { contents: bounds.values(), cells: bounds.cells.into(), ..Lazy::default() };
        let begin = |launch: &Launch| {
            let start = |i| instantiate(&program.header, &program.body, &launch.parameters, i);
            vec![Rc::new(State {
                chosen: Store::empty(),
                written: Store::empty(),
                rests: launch.threads.iter().map(start).collect(),
                earlier: Vec::new(),
            })]
        };
        let choices = Choices::below(bounds.values);
        Explorer {
            program,
            launches,
            phase: 0,
            read: BTreeSet::new(),
            frontier: launches.iter().map(begin).collect(),
            search: Search::new(choices, Initial::Lazy(memory), budget.fuel),
            outcomes: 0,
            completion: Completion::of(program, bounds, &budget),
            budget,
        }
    }

    /// What each thread may access in this phase.
    pub(super) fn reached(&mut self) -> Result<Reached, Obstacle> {
        let none = |launch: &Launch| vec![Reach::default(); launch.threads.len()];
        let mut reached: Reached = self.launches.iter().map(none).collect();
        let (launches, mut completion) = (self.launches, self.completion.take());
        let mut obstacle = Ok(());
        self.each_outcome(&mut |seen| {
            let Seen { at: (launch, thread), phase, chosen, choices, trace, from } = seen;
            if let Some(completion) = &mut completion {
                let done = [(thread, choices, trace)];
                match completion.exists(&launches[launch], from, chosen, &done) {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(why) => {
                        obstacle = Err(why);
                        return;
                    }
                }
            }
            reached[launch][thread].add(phase, chosen, choices, trace, Some(from));
        })?;
        self.completion = completion;
        obstacle.map(|()| reached)
    }

    /// Every outcome of every thread in this phase, each thread by itself.
    ///
    /// # Errors
    /// A limit of the budget.
    pub(crate) fn each_outcome(&mut self, found: &mut dyn FnMut(Seen<'_>)) -> Result<(), Obstacle> {
        for (n, (launch, states)) in self.launches.iter().zip(&self.frontier).enumerate() {
            for from in states {
                for (thread, i) in launch.threads.iter().enumerate() {
                    let (outcomes, read) = (&mut self.outcomes, &mut self.read);
                    choose(&mut self.search, from.chosen.clone());
                    let flow = run(&mut self.search, from, thread, i, &mut |search, outcome| {
                        let (_, phase, trace, _) = outcome;
                        *outcomes += 1;
                        let memory = lazy(search);
                        for k in &memory.read {
                            if !read.contains(k) {
                                read.insert(k.clone());
                            }
                        }
                        found(Seen {
                            at: (n, thread),
                            phase: &phase,
                            chosen: &memory.chosen,
                            choices: &search.chosen,
                            trace: &trace,
                            from,
                        });
                        Flow::Continue(())
                    });
                    stop(flow)?;
                }
            }
        }
        Ok(())
    }

    /// Runs all threads past the next barrier, and says whether there is one. `phases` is how many
    /// phases each launch has.
    pub(super) fn next_phase(&mut self, phases: impl Fn(usize) -> usize) -> Result<bool, Obstacle> {
        let mut next = Vec::with_capacity(self.launches.len());
        for n in 0..self.launches.len() {
            let states = std::mem::take(&mut self.frontier[n]);
            if self.phase + 1 < phases(n) {
                next.push(self.past_barrier(&self.launches[n], &states)?);
            } else {
                next.push(Vec::new());
            }
        }
        self.frontier = next;
        self.phase += 1;
        Ok(self.frontier.iter().any(|states| !states.is_empty()))
    }

    /// Thread after thread from each state. The threads of a phase read the memory that it starts
    /// from, so all that one of them leaves to the others is the initial memory chosen so far; and
    /// what leaves the same is followed once.
    fn past_barrier(
        &mut self,
        launch: &Launch,
        states: &[Rc<State>],
    ) -> Result<Vec<Rc<State>>, Obstacle> {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for state in states {
            let start = Partial { chosen: state.chosen.clone(), ..Partial::default() };
            let mut partials = vec![start];
            for (n, i) in launch.threads.iter().enumerate() {
                partials = self.with_thread(state, n, i, &partials)?;
            }
            for Partial { chosen, updates, rests, steps } in partials {
                let written = state.written.merge(&updates);
                if seen.insert((chosen.clone(), written.clone(), rests.clone())) {
                    let mut earlier = state.earlier.clone();
                    earlier.push(steps);
                    next.push(Rc::new(State { chosen, written, rests, earlier }));
                }
            }
        }
        Ok(next)
    }

    fn with_thread(
        &mut self,
        state: &Rc<State>,
        n: usize,
        i: &Thread,
        partials: &[Partial],
    ) -> Result<Vec<Partial>, Obstacle> {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        let mut apart = false;
        for partial in partials {
            choose(&mut self.search, partial.chosen.clone());
            let outcomes = &mut self.outcomes;
            let flow = run(&mut self.search, state, n, i, &mut |search, outcome| {
                let (updates, _, trace, rest) = outcome;
                *outcomes += 1;
                let Some(rest) = rest else {
                    apart = true;
                    return Flow::Break(semantics::Stop::Enough);
                };
                let mut with = partial.clone();
                with.chosen = lazy(search).chosen.clone();
                with.updates.update(&updates);
                with.rests.push(rest);
                if seen.insert((with.chosen.clone(), with.updates.clone(), with.rests.clone())) {
                    let (thread, choices) = (i.clone(), search.chosen.clone());
                    with.steps.push(Step { thread, choices, trace, updates });
                    next.push(with);
                }
                Flow::Continue(())
            });
            if apart {
                return Err(Obstacle::Unsplittable);
            }
            stop(flow)?;
        }
        Ok(next)
    }

    /// What is left of the budget; an expression without a value that was met; how many outcomes.
    pub(crate) fn finish(mut self) -> (Budget, Option<Meaningless>, u64) {
        self.budget.spend(&self.search);
        (self.budget, self.search.meaningless().cloned(), self.outcomes)
    }
}

/// Some threads have run past the next barrier.
#[derive(Clone, Default)]
struct Partial {
    chosen: Store,
    updates: Store,
    rests: Vec<Stmt>,
    steps: Vec<Step>,
}

/// Runs the `n`-th thread of a state to the next barrier. What the environment has chosen of the
/// initial memory stays chosen.
pub(super) fn run(
    search: &mut Search<Judgment>,
    state: &State,
    n: usize,
    i: &Thread,
    found: &mut dyn FnMut(&mut Search<Judgment>, Outcome) -> Flow,
) -> Flow {
    reaches(search, &state.written, &state.rests[n], i, &mut |search, outcome, _| {
        found(search, outcome)
    })
}
