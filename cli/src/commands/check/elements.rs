//! Alarms in the kernel's own words: an atomic writes an array besides, of which nobody has heard.

use oracle::check::answer::{Alarm, Status};
use semantics::{Header, Name, Number, json};
use serde_json::Value;

/// Gives each alarm the name and index of the element that it is about, and leaves one alarm for
/// each array: the one that says most.
pub fn name(header: &Header, alarms: &mut Vec<Alarm>) {
    for alarm in alarms.iter_mut() {
        alarm.memory.retain(|array, _| cuda::atomic_element(array, &Number::from(0)).is_none());
        let [cell] = &alarm.index[..] else { continue };
        let Some(cell) = number(cell) else { continue };
        let Some((array, index)) = cuda::atomic_element(&alarm.array, &cell) else { continue };
        alarm.index = dimensions(header, &array, index);
        alarm.array = array.to_string();
    }
    // Stable: of equals, the first stays.
    alarms.sort_by(|a, b| a.array.cmp(&b.array).then(rank(b.status).cmp(&rank(a.status))));
    alarms.dedup_by(|later, first| later.array == first.array);
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::String(digits) => digits.parse().ok(),
        other => other.to_string().parse().ok(),
    }
}

fn rank(status: Status) -> u8 {
    match status {
        Status::True => 3,
        Status::Confirmed => 2,
        Status::Open => 1,
        Status::Refuted => 0,
    }
}

/// An index in the array's own dimensions.
fn dimensions(header: &Header, array: &Name, index: Number) -> Vec<Value> {
    let sizes = header.arrays.get(array).map_or(&[][..], |a| &a.dimensions);
    let mut rest = index;
    let mut indices = Vec::new();
    for size in sizes.iter().skip(1).rev().filter(|size| **size > Number::from(0)) {
        indices.push(json::number(&(&rest % size)));
        rest /= size;
    }
    indices.push(json::number(&rest));
    indices.reverse();
    indices
}
