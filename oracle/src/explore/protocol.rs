//! Protocol races.

use crate::explore::launch::Launch;
use crate::explore::obstacle::{Obstacle, Progress};
use crate::explore::racing::Racing;
use crate::explore::reach::Reach;
use crate::explore::separate::least;
use crate::explore::state::stop;
use crate::explore::witness::{Kind, Witness};
use crate::explore::{replay, unroll};
use maps::Protocol;
use semantics::Budget;
use semantics::{Choices, Flow, Header, Meaningless, Search, Store};

/// The phases of one launch, in order.
pub(super) type Phases = Vec<Protocol>;

/// The phases of each launch.
pub(super) fn phases(
    header: &Header,
    p: &Protocol,
    launches: &[Launch],
) -> Result<Vec<Phases>, Obstacle> {
    let of = |l: &Launch| unroll::phases(&maps::instantiate(p, &l.parameters), header);
    launches.iter().map(of).collect()
}

/// What is found: the smallest witness; an expression without a value that was met; how many
/// outcomes were gone through.
pub(super) type Found = (Option<Witness>, Option<Meaningless>, u64);

/// The smallest witness of a protocol race. `choices` is what `var` ranges over in a phase.
pub(super) fn smallest(
    launches: &[Launch],
    phases: &[Phases],
    choices: &dyn Fn(usize) -> Choices,
    mut budget: Budget,
) -> Result<Found, (Obstacle, Progress)> {
    let mut outcomes = 0;
    let mut meaningless = None;
    for phase in 0..phases.iter().map(Vec::len).max().unwrap_or(0) {
        let mut search = Search::new(choices(phase), (), budget.fuel);
        let mut reached = Vec::with_capacity(launches.len());
        for (launch, phases) in launches.iter().zip(phases) {
            let mut reaches = vec![Reach::default(); launch.threads.len()];
            // Loops around barriers iterate more often under one launch than under another.
            for (i, reach) in launch.threads.iter().zip(&mut reaches) {
                let Some(p) = phases.get(phase) else { break };
                let flow = maps::runs(&mut search, p, i, &mut |search, (accesses, trace), _| {
                    outcomes += 1;
                    reach.add(&accesses, &Store::empty(), &search.chosen, &trace, None);
                    Flow::Continue(())
                });
                stop(flow).map_err(|why| (why, Progress::Protocol { phase }))?;
            }
            reached.push(reaches);
        }
        budget.spend(&search);
        meaningless = meaningless.or(search.meaningless().cloned());
        for pair in Racing::new(launches, &reached) {
            for (n, [a, b]) in pair.launches {
                if let Some((accesses, runs)) = least(&reached[n][a], &reached[n][b]) {
                    let mut witness = Witness {
                        kind: Kind::Protocol,
                        phase,
                        parameters: launches[n].parameters.clone(),
                        accesses,
                        choices: runs.map(|run| run.choices.clone()),
                        traces: runs.map(|run| run.trace.clone()),
                        worlds: Vec::new(),
                        replayed: false,
                        smallest: true,
                    };
                    witness.replayed = replay::protocol(&phases[n][phase], &witness);
                    return Ok((Some(witness), meaningless, outcomes));
                }
            }
        }
    }
    Ok((None, meaningless, outcomes))
}
