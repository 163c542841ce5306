//! Witnesses as JSON: in the form that `jaminan explore` publishes.

use crate::explore::witness::{Choice, Step, Witness, World};
use semantics::json as write;
use serde_json::{Value, json};

/// A witness as JSON.
pub fn json(witness: &Witness) -> Value {
    let params: serde_json::Map<String, Value> =
        witness.parameters.iter().map(|(x, k)| (x.to_string(), write::number(k))).collect();
    let each = |f: &dyn Fn(usize) -> Value| Value::Array(vec![f(0), f(1)]);
    // Built by hand: `json!` would copy the traces, which can be deep.
    let mut answer = json!({});
    answer["threads"] = each(&|n| write::thread(&witness.accesses[n].thread));
    answer["phase"] = witness.phase.into();
    answer["params"] = params.into();
    answer["accesses"] = each(&|n| write::access(&witness.accesses[n]));
    answer["choices"] = each(&|n| choices(&witness.choices[n]));
    answer["traces"] = each(&|n| write::trace(&witness.traces[n]));
    match witness.worlds.as_slice() {
        [] => {}
        [both] => {
            answer["memory"] = write::store(&both.memory);
            answer["earlier"] = earlier(both);
        }
        worlds => answer["worlds"] = worlds.iter().map(world).collect(),
    }
    answer["replayed"] = witness.replayed.into();
    answer["smallest"] = witness.smallest.into();
    answer
}

fn choices(choices: &[Choice]) -> Value {
    choices.iter().map(|(x, k)| json!({ "var": x.as_str(), "value": write::number(k) })).collect()
}

fn world(world: &World) -> Value {
    let mut answer = json!({});
    answer["memory"] = write::store(&world.memory);
    answer["earlier"] = earlier(world);
    answer
}

fn earlier(world: &World) -> Value {
    let phase = |steps: &Vec<Step>| steps.iter().map(step).collect::<Value>();
    world.earlier.iter().map(phase).collect()
}

fn step(step: &Step) -> Value {
    let mut answer = json!({});
    answer["thread"] = write::thread(&step.thread);
    answer["choices"] = choices(&step.choices);
    answer["trace"] = write::trace(&step.trace);
    answer["updates"] = write::store(&step.updates);
    answer
}
