//! Alarms of `check`, run: whether a run of the kernel itself makes them. The lowering to Jaminan has
//! no part in it.

use grid::Module;
use grid::confirm::{self, Claimed, Confirmation, Race, Start};
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether a run makes this alarm, as `check --format json` writes it.
pub fn alarm(module: &Module, options: &cuda::Options, alarm: &Value) -> Confirmation {
    let (Some([one, other]), Some(index)) =
        (alarm["accesses"].as_array().map(Vec::as_slice), alarm["index"].as_array())
    else {
        return Confirmation::NotRun("the alarm has not two accesses".into());
    };
    let race = Race {
        array: alarm["array"].as_str().unwrap_or_default().into(),
        index: index.iter().map(|n| integer(n) as u64).collect(),
        accesses: [claimed(one), claimed(other)],
    };
    confirm::race(module, &start(options, alarm), &race)
}

/// Whether a run makes this divergence.
pub fn divergence(module: &Module, options: &cuda::Options, found: &Value) -> Confirmation {
    let block = coordinates(&found["threads"][0], "blockIdx");
    let place = ["line", "column"].map(|key| integer(&found[key]) as usize);
    confirm::divergence(module, &start(options, found), block, (place[0], place[1]))
}

/// A number of an answer, which is text where it is large.
fn integer(value: &Value) -> i128 {
    match value {
        Value::String(text) => text.parse().unwrap_or(0),
        value => value.as_i64().map_or(0, i128::from),
    }
}

fn coordinates(thread: &Value, of: &str) -> [u32; 3] {
    ["x", "y", "z"].map(|axis| integer(&thread[format!("{of}.{axis}")]) as u32)
}

fn claimed(access: &Value) -> Claimed {
    let place = ["line", "column"].map(|key| integer(&access[key]) as usize);
    Claimed {
        block: coordinates(&access["thread"], "blockIdx"),
        thread: coordinates(&access["thread"], "threadIdx"),
        writes: access["mode"] == "wr",
        place: (place[0], place[1]),
    }
}

/// The launch, the parameters and the memory of an alarm.
fn start(options: &cuda::Options, alarm: &Value) -> Start {
    let params: BTreeMap<String, i128> = alarm["params"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.clone(), integer(value)))
        .collect();
    let dims = |given: Option<[u64; 3]>, of: &str| {
        let axis = |axis: &str| params.get(&format!("{of}.{axis}")).map_or(1, |n| *n as u64);
        given.unwrap_or_else(|| ["x", "y", "z"].map(axis)).map(|n| n as u32)
    };
    let mut cells = Vec::new();
    for (array, memory) in alarm["memory"].as_object().into_iter().flatten() {
        for (index, value) in memory.as_object().into_iter().flatten() {
            cells.push((array.clone(), index.parse().unwrap_or(u64::MAX), integer(value)));
        }
    }
    let (grid, block) = (dims(options.grid_dim, "gridDim"), dims(options.block_dim, "blockDim"));
    Start { grid, block, scalars: params, cells }
}
