//! Alarms in the kernel's own words: an atomic writes an array besides, of which nobody has heard.

use oracle::check::answer::Alarm;
use semantics::{Header, Number, json};
use serde_json::Value;

/// Gives each alarm the name and index of the element that it is about, and leaves one alarm for
/// each array: the one that says most.
pub fn name(header: &Header, alarms: &mut Vec<Alarm>) {
    for alarm in alarms.iter_mut() {
        alarm.memory.retain(|array, _| cuda::is_memory(array));
        let [cell] = &alarm.index[..] else { continue };
        let Some(cell) = number(cell) else { continue };
        let Some((array, index)) = cuda::atomic_element(&alarm.array, &cell) else { continue };
        let indices = header.arrays.get(&array).map_or(vec![index.clone()], |a| a.indices(&index));
        alarm.index = indices.iter().map(json::number).collect();
        alarm.array = array.to_string();
    }
    // Stable: of equals, the first stays.
    alarms.sort_by(|a, b| a.array.cmp(&b.array).then(b.status.cmp(&a.status)));
    alarms.dedup_by(|later, first| later.array == first.array);
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::String(digits) => digits.parse().ok(),
        other => other.to_string().parse().ok(),
    }
}
