//! The initial memory, given by `--memory`.

use crate::failure::Failure;
use crate::natural::natural;
use semantics::{Memory, Name, Store};
use std::collections::BTreeSet;

/// Reads `A:0=10,3=2`, and several arrays with spaces between them.
///
/// # Errors
/// What is wrong with it.
pub fn arrays(text: &str) -> Result<Vec<(Name, Memory)>, String> {
    text.split_whitespace().map(array).collect()
}

fn array(text: &str) -> Result<(Name, Memory), String> {
    let form = || format!("`{text}` is not of the form A:0=10,3=2");
    let (array, cells) = text.split_once(':').ok_or_else(form)?;
    let mut memory = Memory::new();
    for cell in cells.split(',') {
        let (index, value) = cell.split_once('=').ok_or_else(form)?;
        if memory.insert(natural(index)?, natural(value)?).is_some() {
            return Err(format!("two values for {array}[{index}]"));
        }
    }
    Ok((Name::from(array), memory))
}

/// The store of the arrays that a program accesses.
///
/// # Errors
/// An array that the program does not access; a cell with two values.
pub fn store(given: Vec<Vec<(Name, Memory)>>, accessed: &BTreeSet<Name>) -> Result<Store, Failure> {
    let mut store = Store::empty();
    for (array, memory) in given.into_iter().flatten() {
        if !accessed.contains(&array) {
            let names: Vec<&str> = accessed.iter().map(Name::as_str).collect();
            let hint = match names.as_slice() {
                [] => "it accesses none".to_owned(),
                names => format!("it accesses {}", names.join(", ")),
            };
            let message = format!("the program does not access an array `{array}`");
            return Err(Failure::usage(message, hint));
        }
        for (index, value) in memory {
            if store.get(&array, &index).is_some() {
                let message = format!("two values for {array}[{index}]");
                return Err(Failure::usage(message, "give each cell one value"));
            }
            store.set(&array, index, value);
        }
    }
    Ok(store)
}
