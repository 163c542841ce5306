//! Inputs of flows, written out and run by the reference rules.

use super::execute::Executor;
use super::memory::Memory;
use super::phases::{barrier_by_barrier, branches, phase, store};
use super::reason::NotShown;
use super::run::Run;
use super::witness::{Cell, TIME, choices, hangs, initial, parameters};
use jaminan::{Parameters, Program, instantiate};
use num_traits::Zero;
use oracle::check::Settings;
use oracle::check::replay::{Witness, crowd};
use oracle::solver::{Answer, Model};
use semantics::{Limits, Mode, Name, Number, Thread};
use std::collections::BTreeMap;

/// An input for one flow.
#[derive(Clone, Debug)]
pub struct Test {
    /// The thread that takes the flow.
    pub thread: Thread,
    /// The parameters.
    pub parameters: Parameters,
    /// The initial memory.
    pub memory: Vec<(Name, Number, Number)>,
    /// Whether the thread took the flow by the reference rules.
    pub replayed: bool,
    /// Why not, if not.
    pub why: Option<NotShown>,
}

/// An input that takes a flow. Where the flow hangs on memory behind a barrier all threads of the block run, and an
/// input is asked for once more with what is known of who wrote that memory.
pub(super) fn test(
    program: &Program,
    executor: &mut Executor<'_>,
    run: &Run,
    depth: usize,
    settings: &mut Settings<'_>,
) -> Test {
    let (on_memory, on_unknown) = hangs(executor, &[run.path, run.entry], depth == 0);
    let others_matter = depth > 0 && on_memory;
    let mut found = Test {
        thread: executor.pair.thread_in(&Model::new(), 0),
        parameters: Parameters::new(),
        memory: Vec::new(),
        replayed: false,
        why: Some(NotShown::NoInput),
    };
    for known in [Memory::Open, Memory::Carried] {
        if known == Memory::Carried && !others_matter {
            break;
        }
        let mut roots = run.before();
        roots.push(run.path);
        let assertions = executor.known(roots, true, known);
        executor.asked += 1;
        let answer = settings.ask(&executor.pair.encoder.words.terms, &assertions);
        let Answer::Sat(model) = answer else { break };
        let memory = initial(executor, &model);
        let input = Input {
            thread: executor.pair.thread_in(&model, 0),
            parameters: parameters(executor, &model),
            launch: executor.pair.launch.as_ref().map(|all| executor.pair.value(&model, all)),
            chosen: choices(executor, &model, run),
            memory,
        };
        let taken = Limits::default().within(TIME).enter(|| match others_matter {
            true => input.among_all(program, depth),
            false => input.alone(program, depth),
        });
        let why = match taken {
            _ if on_unknown => Some(NotShown::Unknown),
            Err(why) => Some(why),
            Ok(sides) if sides == run.branches => None,
            Ok(_) => Some(NotShown::OtherFlow),
        };
        let Input { thread, parameters, memory, .. } = input;
        let memory = memory.into_iter().map(|(a, _, j, k)| (a, j, k)).collect();
        found = Test { thread, parameters, memory, replayed: why.is_none(), why };
        if found.replayed || on_unknown {
            break;
        }
    }
    found
}

/// What a thread of a test starts from.
struct Input {
    thread: Thread,
    parameters: Parameters,
    launch: Option<Number>,
    chosen: BTreeMap<Name, Vec<Number>>,
    memory: Vec<Cell>,
}

impl Input {
    /// The sides that the thread takes behind so many barriers, by itself.
    fn alone(&self, program: &Program, depth: usize) -> Result<Vec<bool>, NotShown> {
        let Input { thread, parameters, chosen, .. } = self;
        let mut memory = store(program, &self.memory, thread);
        let mut rest = instantiate(&program.header, &program.body, parameters, thread);
        for _ in 0..depth {
            let (written, _, _, after) = phase(&memory, &rest, thread, chosen)?;
            memory.update(&written);
            rest = after.ok_or(NotShown::Ends)?;
        }
        let (_, _, trace, _) = phase(&memory, &rest, thread, chosen)?;
        Ok(branches(&trace))
    }

    /// The same, among all threads of its block.
    fn among_all(&self, program: &Program, depth: usize) -> Result<Vec<bool>, NotShown> {
        let Input { thread, parameters, launch, chosen, memory } = self;
        let witness = Witness {
            threads: [thread.clone(), thread.clone()],
            modes: [Mode::Rd; 2],
            launch: launch.clone(),
            array: "".into(),
            index: Number::zero(),
            parameters: parameters.clone(),
            memory: memory.clone(),
            choices: [chosen.clone(), chosen.clone()],
            independent: false,
        };
        let all = crowd(program, &witness, thread)?;
        let own = all.iter().position(|other| other == thread).ok_or(NotShown::NoThread)?;
        let (mut passed, mut sides) = (0, None);
        barrier_by_barrier(
            program,
            &all,
            &witness,
            store(program, memory, thread),
            &mut |phases| {
                if passed == depth {
                    sides = Some(branches(&phases[own].2));
                }
                passed += 1;
                sides.as_ref().map(|_| true)
            },
        )?;
        sides.ok_or(NotShown::Ends)
    }
}
