//! Joint races: two threads from one initial memory.
//!
//! The second thread runs inside of the first one's outcome, from the same memory: what the first
//! has chosen of it stays chosen.

use crate::explore::frontier::{Explorer, Reached, run};
use crate::explore::launch::Launch;
use crate::explore::obstacle::{Obstacle, Progress};
use crate::explore::racing::Racing;
use crate::explore::reach::Rivals;
use crate::explore::replay;
use crate::explore::state::{State, choose, lazy, stop};
use crate::explore::witness::{
    Choice, Kind, Witness, World, compare_accesses, compare_memories, without_zeros,
};
use semantics::{AccessValue, Flow, Phase, Store, Thread, Trace};
use std::cmp::Ordering;
use std::rc::Rc;

/// Two runs that race.
struct Race {
    chosen: Store,
    accesses: [AccessValue; 2],
    choices: [Vec<Choice>; 2],
    traces: [Trace; 2],
    from: Rc<State>,
}

/// What was found before an obstacle, the obstacle, and where.
pub(super) type Stopped = (Option<Witness>, Obstacle, Progress);

/// The smallest witness in this phase.
pub(super) fn smallest(
    explorer: &mut Explorer<'_>,
    reached: &Reached,
) -> Result<Option<Witness>, Box<Stopped>> {
    let phase = explorer.phase;
    let launches = explorer.launches;
    // A joint race is a separately feasible one: only such threads are run.
    for pair in Racing::new(launches, reached) {
        for (n, [a, b]) in pair.launches {
            let launch = &launches[n];
            let rivals = reached[n][a].rivals(&reached[n][b]);
            let mut least = None;
            let mut end = Ok(());
            for state in &explorer.frontier[n].clone() {
                let threads = [(a, &pair.smaller), (b, &pair.larger)];
                end = of_state(explorer, launch, state, threads, &rivals, &mut least);
                if end.is_err() {
                    break;
                }
            }
            let witness = least.map(|race: Race| {
                let mut witness = race.witness(phase, launch.parameters.clone());
                witness.replayed = replay::program(explorer.program, launch, &witness);
                witness.smallest = end.is_ok();
                witness
            });
            match (witness, end) {
                (witness, Err(obstacle)) => {
                    let larger = pair.larger;
                    return Err((witness, obstacle, Progress::Pairs { phase, larger }).into());
                }
                (Some(witness), Ok(())) => return Ok(Some(witness)),
                (None, Ok(())) => {}
            }
        }
    }
    Ok(None)
}

/// Every two runs of two threads from one state.
fn of_state(
    explorer: &mut Explorer<'_>,
    launch: &Launch,
    state: &Rc<State>,
    [(a, i), (b, j)]: [(usize, &Thread); 2],
    rivals: &Rivals,
    least: &mut Option<Race>,
) -> Result<(), Obstacle> {
    let (outcomes, completion) = (&mut explorer.outcomes, &mut explorer.completion);
    let mut obstacle = Ok(());
    choose(&mut explorer.search, state.chosen.clone());
    let flow = run(&mut explorer.search, state, a, i, &mut |search, (_, phase, trace, _)| {
        *outcomes += 1;
        let rivals: Vec<_> = phase.iter().filter_map(|alpha| rivals.get_key_value(alpha)).collect();
        if rivals.is_empty() {
            return Flow::Continue(());
        }
        let made = search.chosen.len();
        run(search, state, b, j, &mut |search, (_, other, next, _)| {
            *outcomes += 1;
            for accesses in races(&rivals, &other) {
                let (first, second) = search.chosen.split_at(made);
                let chosen = &lazy(search).chosen;
                let smaller = |race: &Race| {
                    race.compare(chosen, &accesses, [first, second], [&trace, &next])
                        == Ordering::Greater
                };
                let mut goes_on = || {
                    let Some(completion) = completion.as_mut() else { return true };
                    let done = [(a, first, &trace), (b, second, &next)];
                    completion.exists(launch, state, chosen, &done).unwrap_or_else(|why| {
                        obstacle = Err(why);
                        false
                    })
                };
                if least.as_ref().is_none_or(smaller) && goes_on() {
                    *least = Some(Race {
                        chosen: chosen.clone(),
                        choices: [first.to_vec(), second.to_vec()],
                        traces: [trace.clone(), next.clone()],
                        from: Rc::clone(state),
                        accesses,
                    });
                }
            }
            Flow::Continue(())
        })
    });
    stop(flow)?;
    obstacle
}

/// The accesses of a phase that race with those looked for.
fn races<'a>(
    rivals: &'a [(&AccessValue, &Vec<AccessValue>)],
    phase: &'a Phase,
) -> impl Iterator<Item = [AccessValue; 2]> + 'a {
    rivals.iter().flat_map(move |(alpha, rivals)| {
        rivals
            .iter()
            .filter(|beta| phase.contains(beta))
            .map(|beta| [(*alpha).clone(), beta.clone()])
    })
}

impl Race {
    /// How it compares with another in the same phase, launch and threads.
    fn compare(
        &self,
        chosen: &Store,
        accesses: &[AccessValue; 2],
        choices: [&[Choice]; 2],
        traces: [&Trace; 2],
    ) -> Ordering {
        compare_memories(&self.chosen, chosen)
            .then_with(|| compare_accesses(&self.accesses, accesses))
            .then_with(|| self.choices.each_ref().map(Vec::as_slice).cmp(&choices))
            .then_with(|| self.traces.each_ref().cmp(&traces))
    }

    fn witness(self, phase: usize, parameters: jaminan::Parameters) -> Witness {
        let earlier = self.from.earlier.clone();
        Witness {
            kind: Kind::Joint,
            phase,
            parameters,
            accesses: self.accesses,
            choices: self.choices,
            traces: self.traces,
            worlds: vec![World { memory: without_zeros(&self.chosen), earlier }],
            replayed: false,
            smallest: true,
        }
    }
}
