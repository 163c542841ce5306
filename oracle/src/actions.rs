//! The sets of actions of [L24, §4.2], within bounds.

use crate::explore::Obstacle;
use crate::explore::bounds::Bounds;
use crate::explore::frontier::Explorer;
use crate::explore::launch::{Launch, launches};
use jaminan::{Program, infer};
use maps::{Protocol, ProtocolFile};
use semantics::Budget;
use semantics::{AccessValue, Choices, Flow, Meaningless, Search, Syntax, Thread, Trace};
use std::collections::HashSet;

/// An action `(α, t)`.
pub type Action = (AccessValue, Trace);

/// The actions of a program and its protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actions {
    /// P-actions: those of the protocol.
    pub protocol: HashSet<Action>,
    /// J-actions: those of the program.
    pub program: HashSet<Action>,
    /// The reachable actions: any mode, any index, by these threads and traces.
    pub reachable: HashSet<(Thread, Trace)>,
    /// Runs of C that have no meaning were met and left out: the first reason.
    pub left_out: Option<Meaningless>,
}

impl Actions {
    /// The spurious actions: of the protocol, and not of the program.
    pub fn spurious(&self) -> impl Iterator<Item = &Action> {
        self.protocol.difference(&self.program)
    }

    /// The actions of a program without barriers. A protocol's `var` ranges over the bound on
    /// values, and over every value that the program's runs read. ("Bounded checking" in
    /// `docs/calculi.md`.)
    ///
    /// # Errors
    /// A limit of the budget; a number too large; a barrier.
    pub fn of_program(
        program: &Program,
        bounds: &Bounds,
        budget: Budget,
    ) -> Result<Actions, Obstacle> {
        if program.body.synchronizes() {
            return Err(Obstacle::Unsplittable);
        }
        budget.limits.clone().enter(|| Actions::of_program_within(program, bounds, budget))
    }

    fn of_program_within(
        program: &Program,
        bounds: &Bounds,
        budget: Budget,
    ) -> Result<Actions, Obstacle> {
        let mut actions = Actions::default();
        let launches = launches(&program.header, bounds)?;
        let mut explorer = Explorer::new(program, &launches, bounds, budget);
        explorer.each_outcome(&mut |seen| {
            let thread = &launches[seen.at.0].threads[seen.at.1];
            for access in seen.phase.iter() {
                actions.program.insert((access.clone(), seen.trace.clone()));
            }
            actions.reachable.insert((thread.clone(), seen.trace.clone()));
        })?;
        let choices = bounds.choices_with(Some(&explorer.read));
        let (budget, meaningless, _) = explorer.finish();
        actions.meet(meaningless)?;
        actions.protocol(&infer(&program.body), &launches, choices, budget)?;
        Ok(actions)
    }

    /// The actions of a protocol without barriers, which is its own program.
    ///
    /// # Errors
    /// A limit of the budget; a number too large; a barrier.
    pub fn of_protocol(
        file: &ProtocolFile,
        bounds: &Bounds,
        budget: Budget,
    ) -> Result<Actions, Obstacle> {
        if file.body.synchronizes() {
            return Err(Obstacle::Unsplittable);
        }
        let mut actions = Actions::default();
        let launches = launches(&file.header, bounds)?;
        let (limits, choices) = (budget.limits.clone(), bounds.choices_with(None));
        actions.reachable =
            limits.enter(|| actions.protocol(&file.body, &launches, choices, budget))?;
        actions.program = actions.protocol.clone();
        Ok(actions)
    }

    /// Adds the P-actions; gives the threads and traces of its runs.
    fn protocol(
        &mut self,
        p: &Protocol,
        launches: &[Launch],
        choices: Choices,
        budget: Budget,
    ) -> Result<HashSet<(Thread, Trace)>, Obstacle> {
        let mut search = Search::new(choices, (), budget.fuel);
        let mut traces = HashSet::new();
        for launch in launches {
            let p = maps::instantiate(p, &launch.parameters);
            for i in &launch.threads {
                let flow = maps::runs(&mut search, &p, i, &mut |_, (phase, trace), _| {
                    for access in phase.iter() {
                        self.protocol.insert((access.clone(), trace.clone()));
                    }
                    traces.insert((i.clone(), trace));
                    Flow::Continue(())
                });
                if let Flow::Break(stop) = flow {
                    return Err(Obstacle::Stopped(stop));
                }
            }
        }
        self.meet(search.meaningless().cloned())?;
        Ok(traces)
    }

    fn meet(&mut self, why: Option<Meaningless>) -> Result<(), Obstacle> {
        match why {
            Some(why @ Meaningless::TooLarge) => Err(Obstacle::Meaningless(why)),
            Some(why) => {
                self.left_out.get_or_insert(why);
                Ok(())
            }
            None => Ok(()),
        }
    }
}
