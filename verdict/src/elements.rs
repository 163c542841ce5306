//! Alarms in the kernel's own words: an atomic writes an array besides, of which nobody has heard.

use crate::value::Alarm;
use semantics::{ArrayRole, Header};

/// Gives each alarm the name and index of the element that it is about, and leaves one alarm for
/// each array: the one that says most.
pub fn name(header: &Header, alarms: &mut Vec<Alarm>) {
    for race in alarms.iter_mut().map(|alarm| &mut alarm.race) {
        race.cells.retain(|cell| *header.role(&cell.array) == ArrayRole::Memory);
        let [cell] = &race.index[..] else { continue };
        let Some((array, index)) = cuda::atomic_element(header, &race.array, cell) else {
            continue;
        };
        race.index = header.arrays.get(&array).map_or(vec![index.clone()], |a| a.indices(&index));
        race.array = array;
    }
    // Stable: of equals, the first stays.
    alarms.sort_by(|a, b| a.race.array.cmp(&b.race.array).then(b.status.cmp(&a.status)));
    alarms.dedup_by(|later, first| later.race.array == first.race.array);
}
