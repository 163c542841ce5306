//! Witnesses, run once more: by the reference, from the full memory, making the choices that the
//! witness tells and no others.

use crate::explore::launch::Launch;
use crate::explore::witness::{Choice, Witness, World};
use jaminan::{Initial, Judgment, Program, Rest, Stmt, instantiate, reaches};
use maps::Protocol;
use semantics::{AccessValue, Choices, Flow, Phase, Search, Stop, Store, Thread, Trace};

/// Whether the program makes both accesses where the witness says.
pub(super) fn program(program: &Program, launch: &Launch, witness: &Witness) -> bool {
    [0, 1].into_iter().all(|n| {
        let world = witness.worlds.get(n).or(witness.worlds.first());
        let access = &witness.accesses[n];
        world.and_then(|world| before(program, launch, world, &access.thread)).is_some_and(
            |(memory, rest)| {
                let (choices, trace) = (&witness.choices[n], &witness.traces[n]);
                makes(&memory, &rest, access, choices, trace)
            },
        )
    })
}

/// Whether the protocol's phase makes both accesses by the witness's choices.
pub(super) fn protocol(p: &Protocol, witness: &Witness) -> bool {
    [0, 1].into_iter().all(|n| {
        let (access, choices) = (&witness.accesses[n], &witness.choices[n]);
        let mut search = Search::new(only(choices), (), u64::MAX);
        let flow = maps::runs(&mut search, p, &access.thread, &mut |search, (phase, trace), _| {
            enough(
                search.chosen == *choices && trace == witness.traces[n] && phase.contains(access),
            )
        });
        flow == Flow::Break(Stop::Enough)
    })
}

/// The memory, and what the thread has left to run, after the phases before the race.
fn before(
    program: &Program,
    launch: &Launch,
    world: &World,
    thread: &Thread,
) -> Option<(Store, Stmt)> {
    let mut memory = world.memory.clone();
    let start = |i| instantiate(&program.header, &program.body, &launch.parameters, i);
    let mut rests: Vec<Stmt> = launch.threads.iter().map(start).collect();
    for phase in &world.earlier {
        let mut after = memory.clone();
        for (n, step) in phase.iter().enumerate() {
            let i = launch.threads.get(n).filter(|i| **i == step.thread)?;
            let mut rest = None;
            run(&memory, &rests[n], i, &step.choices, &mut |updates, _, trace, next| {
                let same = *updates == step.updates && *trace == step.trace && next.is_some();
                if same {
                    rest = next;
                }
                same
            });
            rests[n] = rest?;
            after.update(&step.updates);
        }
        memory = after;
    }
    Some((memory, rests.get(launch.position(thread)?)?.clone()))
}

fn makes(m: &Store, s: &Stmt, access: &AccessValue, choices: &[Choice], trace: &Trace) -> bool {
    run(m, s, &access.thread, choices, &mut |_, phase, t, _| t == trace && phase.contains(access))
}

/// Whether an outcome by these choices is what is looked for.
fn run(
    m: &Store,
    s: &Stmt,
    i: &Thread,
    choices: &[Choice],
    wanted: &mut dyn FnMut(&Store, &Phase, &Trace, Rest) -> bool,
) -> bool {
    let mut search: Search<Judgment> = Search::new(only(choices), Initial::Zero, u64::MAX);
    let flow = reaches(&mut search, m, s, i, &mut |search, (updates, phase, trace, rest), _| {
        enough(search.chosen == *choices && wanted(&updates, &phase, &trace, rest))
    });
    flow == Flow::Break(Stop::Enough)
}

/// No other values than were chosen, for each variable.
fn only(choices: &[Choice]) -> Choices {
    let mut only = Choices::default();
    for (x, k) in choices {
        let values = only.of.entry(x.clone()).or_default();
        if !values.contains(k) {
            values.push(k.clone());
        }
    }
    only
}

fn enough(found: bool) -> Flow {
    if found { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
}
