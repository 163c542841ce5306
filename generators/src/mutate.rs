//! Mutation of given kernels: a barrier less, another comparison, another coordinate, a number more.

use crate::kernel::Language;
use crate::text::{self, Edit};
use fastrand::Rng;

/// Tries for one change.
const TRIES: usize = 20;

/// The kernel with one to three changes; nothing where none can be made.
pub(crate) fn mutant(language: Language, given: &str, rng: &mut Rng) -> Option<String> {
    let mut current = given.to_owned();
    let mut made = 0;
    let wanted = rng.usize(1..=3);
    for _ in 0..TRIES {
        let edits: Vec<Edit> = text::changes(&current);
        let edit = rng.choice(&edits)?;
        if let Some(new) = text::changed(language, &current, edit) {
            current = new;
            made += 1;
        }
        if made == wanted {
            break;
        }
    }
    // Two changes may be none together.
    (current != given).then_some(current)
}
