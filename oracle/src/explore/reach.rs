//! What one thread may access in one phase, each access with the smallest run that makes it.

use crate::explore::state::State;
use crate::explore::witness::{Choice, World, compare_memories, without_zeros};
use semantics::{AccessValue, Mode, Phase, Store, Trace};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A run of one thread in one phase.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The cells of the initial memory that were chosen.
    pub chosen: Store,
    /// The values that `var` chose.
    pub choices: Vec<Choice>,
    /// Its trace.
    pub trace: Trace,
    /// Where it started; a run of a protocol starts anywhere.
    pub from: Option<Rc<State>>,
}

impl Run {
    /// Where it takes place.
    pub fn world(&self) -> World {
        let earlier = self.from.as_ref().map(|from| from.earlier.clone()).unwrap_or_default();
        World { memory: without_zeros(&self.chosen), earlier }
    }
}

/// The accesses that one thread may make in one phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach(BTreeMap<AccessValue, Run>);

/// For each access of one thread, those of another that race with it.
pub(super) type Rivals = BTreeMap<AccessValue, Vec<AccessValue>>;

impl Reach {
    /// Takes in an outcome. `chosen` and `choices` are copied only where the run is kept.
    pub fn add(
        &mut self,
        phase: &Phase,
        chosen: &Store,
        choices: &[Choice],
        trace: &Trace,
        from: Option<&Rc<State>>,
    ) {
        for access in phase.iter() {
            let smaller = |kept: &Run| {
                compare_memories(chosen, &kept.chosen)
                    .then_with(|| choices.cmp(&kept.choices))
                    .then_with(|| trace.cmp(&kept.trace))
                    == Ordering::Less
            };
            if self.0.get(access).is_none_or(smaller) {
                let run = Run {
                    chosen: chosen.clone(),
                    choices: choices.to_vec(),
                    trace: trace.clone(),
                    from: from.cloned(),
                };
                self.0.insert(access.clone(), run);
            }
        }
    }

    /// The accesses.
    pub fn accesses(&self) -> impl Iterator<Item = &AccessValue> {
        self.0.keys()
    }

    /// The smallest run that makes the access.
    pub fn run(&self, access: &AccessValue) -> Option<&Run> {
        self.0.get(access)
    }

    /// For each access here, those there that race with it, if any.
    pub fn rivals(&self, other: &Reach) -> Rivals {
        let Some(thread) = other.0.keys().next().map(|access| &access.thread) else {
            return Rivals::new();
        };
        let mut rivals = Rivals::new();
        for access in self.0.keys() {
            let racing: Vec<AccessValue> = [Mode::Rd, Mode::Wr]
                .map(|mode| AccessValue { thread: thread.clone(), mode, ..access.clone() })
                .into_iter()
                .filter(|rival| access.races_with(rival) && other.0.contains_key(rival))
                .collect();
            if !racing.is_empty() {
                rivals.insert(access.clone(), racing);
            }
        }
        rivals
    }
}
