//! The form of the answer of `flows`, as published JSON; and its values.

use super::Analysed;
use crate::place::{PlaceForm, place};
use schemars::JsonSchema;
use semantics::{Name, Number, Site, json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use theories::parametric_flows::explicit::Told;
use theories::parametric_flows::run::Turn;
use theories::parametric_flows::{Deadlock, End, Flow, Interval, Race, Shown, performance};

/// The answer of `flows`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan flows")]
pub struct FlowsForm {
    /// In the order of the text.
    pub kernels: Vec<KernelForm>,
}

/// A kernel.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FlowsKernel")]
pub struct KernelForm {
    /// Its name.
    pub name: String,
    /// `drf`, `racy`, `potential`, `unknown` or `unsupported`; as of `check`.
    pub verdict: String,
    /// `independent` or `simd`: how warps run.
    pub warps: String,
    /// What threads run from one barrier to the next, in the order in which it is come to.
    pub intervals: Vec<IntervalForm>,
    /// Two accesses of one cell that nothing orders.
    pub races: Vec<RaceForm>,
    /// Barriers that threads of one block do not reach together.
    pub deadlocks: Vec<DeadlockForm>,
    /// Bank conflicts and uncoalesced accesses, where they were asked for.
    pub slow: Vec<SlowForm>,
    /// Every thread by itself, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explicit: Option<ExplicitForm>,
    /// What is not decided, and why.
    pub undecided: Vec<String>,
    /// Questions that the solver was asked.
    pub queries: u64,
    /// What was taken by convention or approximated.
    pub notes: Vec<String>,
}

/// An interval.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct IntervalForm {
    /// The barrier that it begins at; absent at the program's begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<PlaceForm>,
    /// Barriers passed before.
    pub depth: usize,
    /// Its flows.
    pub flows: Vec<FlowForm>,
    /// How many there are where a branch with nothing on one side is no fork.
    pub merged_flows: usize,
}

/// A parametric flow.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FlowForm {
    /// Its path condition, fork by fork.
    pub path: Vec<TurnForm>,
    /// Its accesses, in order.
    pub accesses: Vec<PlacedForm>,
    /// `barrier`, `end`, or `cut` where a loop was cut off.
    pub end: String,
    /// An input that takes the flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestForm>,
}

/// A fork.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TurnForm {
    /// The condition.
    pub condition: String,
    /// The side taken.
    pub holds: bool,
    /// Whether it depends on the thread.
    pub on_thread: bool,
    /// Whether it depends on an input.
    pub on_input: bool,
}

/// An access in the source.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlacedForm {
    /// `rd` or `wr`.
    pub mode: String,
    /// The array.
    pub array: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceForm,
}

/// An input.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FlowTest")]
pub struct TestForm {
    /// The thread.
    #[schemars(with = "crate::form::Thread")]
    pub thread: Value,
    /// The parameters.
    #[schemars(with = "BTreeMap<String, crate::form::Number>")]
    pub parameters: Value,
    /// The initial memory: for each array, the contents of cells by index.
    #[schemars(with = "crate::form::Store")]
    pub memory: Value,
    /// Whether the interpreter took the flow.
    pub replayed: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A witness: two threads.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PairWitness")]
pub struct ShownForm {
    /// The threads.
    #[schemars(with = "[crate::form::Thread; 2]")]
    pub threads: Value,
    /// The parameters.
    #[schemars(with = "BTreeMap<String, crate::form::Number>")]
    pub parameters: Value,
    /// The initial memory: for each array, the contents of cells by index.
    #[schemars(with = "crate::form::Store")]
    pub memory: Value,
    /// `confirmed` where the interpreter made it happen, else `open`.
    pub status: String,
    /// Why it stays open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A race.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FlowRace")]
pub struct RaceForm {
    /// The array.
    pub array: String,
    /// The cell.
    #[schemars(with = "crate::form::Number")]
    pub index: Value,
    /// `same-warp`, `same-block` (and different warps) or `different-blocks`.
    pub relation: String,
    /// The interval of each thread.
    pub intervals: [usize; 2],
    /// Its flow there.
    pub flows: [usize; 2],
    /// The accesses.
    pub accesses: Vec<PlacedForm>,
    /// The witness.
    pub witness: ShownForm,
}

/// A barrier that threads do not reach together.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeadlockForm {
    /// The interval.
    pub interval: usize,
    /// The flow of each thread.
    pub flows: [usize; 2],
    /// The barrier at which each stands; absent where it has ended.
    pub barriers: Vec<Option<PlaceForm>>,
    /// The witness.
    pub witness: ShownForm,
}

/// An access that is slow.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SlowForm {
    /// `bank-conflict` or `uncoalesced`.
    pub kind: String,
    /// The array.
    pub array: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceForm,
    /// The interval.
    pub interval: usize,
    /// Two threads of a warp.
    #[schemars(with = "[crate::form::Thread; 2]")]
    pub threads: Value,
    /// The elements that they access.
    #[schemars(with = "[crate::form::Number; 2]")]
    pub indices: Value,
}

/// A race, by its places.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RacePlaces")]
pub struct PlacesForm {
    /// `same-warp`, `same-block` (and different warps) or `different-blocks`.
    pub relation: String,
    /// The accesses.
    pub accesses: Vec<PlacedForm>,
}

/// Every thread by itself.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExplicitForm {
    /// How many threads.
    pub threads: usize,
    /// The flows of all of them.
    pub flows: usize,
    /// Pairs of places that race.
    pub races: usize,
    /// Questions that the solver was asked.
    pub queries: u64,
    /// Whether the races are those of the parametric flows.
    pub same_races: bool,
    /// Races of the parametric flows alone.
    pub only_flows: Vec<PlacesForm>,
    /// Races of the explicit threads alone.
    pub only_explicit: Vec<PlacesForm>,
    /// What the explicit threads take of memory, unlike the flows; absent where there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The races of the first that the second does not have.
pub fn without(
    races: &BTreeMap<Told, [Site; 2]>,
    others: &BTreeMap<Told, [Site; 2]>,
) -> Vec<PlacesForm> {
    let own = races.iter().filter(|(race, _)| !others.contains_key(*race));
    own.map(|((array, relation, accesses), sites)| PlacesForm {
        relation: relation.name().into(),
        accesses: accesses
            .iter()
            .zip(sites)
            .map(|((mode, _), site)| PlacedForm {
                mode: mode.to_string(),
                array: array.to_string(),
                place: place(site),
            })
            .collect(),
    })
    .collect()
}

impl FlowsForm {
    /// The answer on these kernels.
    pub fn of(kernels: &[Analysed]) -> Self {
        FlowsForm { kernels: kernels.iter().map(kernel).collect() }
    }
}

fn kernel(analysed: &Analysed) -> KernelForm {
    let flows = &analysed.flows;
    KernelForm {
        name: analysed.name.clone(),
        verdict: analysed.verdict().word().into(),
        warps: analysed.warps.into(),
        intervals: flows.intervals.iter().map(interval).collect(),
        races: flows.races.iter().map(race).collect(),
        deadlocks: flows.deadlocks.iter().map(deadlock).collect(),
        slow: flows.slow.iter().map(slow).collect(),
        explicit: analysed.explicit.clone().map(|explicit| explicit.form(flows)),
        undecided: analysed.undecided(),
        queries: flows.asked,
        notes: analysed.notes.clone(),
    }
}

fn interval(interval: &Interval) -> IntervalForm {
    IntervalForm {
        begin: interval.begin.as_ref().map(place),
        depth: interval.depth,
        flows: interval.flows.iter().map(flow).collect(),
        merged_flows: interval.merged_flows(),
    }
}

fn flow(flow: &Flow) -> FlowForm {
    let placed = |(mode, array, site): &(semantics::Mode, Name, semantics::Site)| PlacedForm {
        mode: mode.to_string(),
        array: array.to_string(),
        place: place(site),
    };
    let turn = |turn: &Turn| TurnForm {
        condition: turn.condition.clone(),
        holds: turn.holds,
        on_thread: turn.on_thread,
        on_input: turn.on_input,
    };
    FlowForm {
        path: flow.turns.iter().map(turn).collect(),
        accesses: flow.accesses.iter().map(placed).collect(),
        end: match flow.end {
            End::Barrier(_) => "barrier".into(),
            End::Running | End::Cut => "cut".into(),
            End::Finished => "end".into(),
        },
        test: flow.test.as_ref().map(|test| TestForm {
            thread: json::thread(&test.thread),
            parameters: numbers(&test.parameters),
            memory: memory(&test.memory),
            replayed: test.replayed,
            why: test.why.as_ref().map(ToString::to_string),
        }),
    }
}

fn numbers(parameters: &jaminan::Parameters) -> Value {
    parameters.iter().map(|(x, k)| (x.to_string(), json::number(k))).collect()
}

/// For each array, its cells.
fn memory(cells: &[(Name, Number, Number)]) -> Value {
    let mut arrays: BTreeMap<String, serde_json::Map<String, Value>> = BTreeMap::new();
    for (array, j, k) in cells {
        arrays.entry(array.to_string()).or_default().insert(j.to_string(), json::number(k));
    }
    arrays.into_iter().map(|(array, cells)| (array, Value::Object(cells))).collect()
}

/// A witness.
pub fn shown(shown: &Shown) -> ShownForm {
    let threads: Vec<Value> = shown.threads.iter().map(json::thread).collect();
    ShownForm {
        threads: Value::Array(threads),
        parameters: numbers(&shown.parameters),
        memory: memory(&shown.memory),
        status: if shown.replayed { "confirmed".into() } else { "open".into() },
        why: shown.why.as_ref().map(ToString::to_string),
    }
}

fn race(race: &Race) -> RaceForm {
    let placed = |(mode, site): &(semantics::Mode, semantics::Site)| PlacedForm {
        mode: mode.to_string(),
        array: race.array.to_string(),
        place: place(site),
    };
    RaceForm {
        array: race.array.to_string(),
        index: json::number(&race.index),
        relation: race.relation.name().into(),
        intervals: race.flows.map(|(interval, _)| interval),
        flows: race.flows.map(|(_, flow)| flow),
        accesses: race.accesses.iter().map(placed).collect(),
        witness: shown(&race.shown),
    }
}

fn deadlock(deadlock: &Deadlock) -> DeadlockForm {
    let barrier = |end: &End| match end {
        End::Barrier(site) => Some(place(site)),
        End::Running | End::Finished | End::Cut => None,
    };
    DeadlockForm {
        interval: deadlock.interval,
        flows: deadlock.flows,
        barriers: deadlock.ends.iter().map(barrier).collect(),
        witness: shown(&deadlock.shown),
    }
}

fn slow(slow: &performance::Slow) -> SlowForm {
    let [(a, i), (b, j)] = &slow.threads;
    let kind = match slow.kind {
        performance::Kind::BankConflict => "bank-conflict",
        performance::Kind::Uncoalesced => "uncoalesced",
    };
    SlowForm {
        kind: kind.into(),
        array: slow.array.to_string(),
        place: place(&slow.site),
        interval: slow.interval,
        threads: Value::Array([a, b].map(json::thread).into()),
        indices: Value::Array([i, j].map(json::number).into()),
    }
}
