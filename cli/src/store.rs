//! What a run begins with: the initial memory, and what it may choose.

use crate::failure::Failure;
use crate::malformed::Malformed;
use crate::natural::natural;
use semantics::{Choices, Memory, Name, Store};
use std::collections::BTreeSet;

/// What one thread's run begins with.
#[derive(Clone, Debug, clap::Args)]
pub struct Start {
    /// The initial memory, 0 elsewhere: 'A:0=10,3=2'; several arrays with spaces between them
    #[arg(long, value_name = "CELLS", value_parser = arrays)]
    pub memory: Vec<std::vec::Vec<(Name, Memory)>>,

    /// Nondeterministic choices (`var`) range over 0..K
    #[arg(long, value_name = "K", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    values: u64,
}

impl Start {
    /// What each `var` may take.
    pub fn choices(&self) -> Choices {
        Choices::below(self.values)
    }

    /// The store of the arrays that a program accesses.
    ///
    /// # Errors
    /// An array that the program does not access; a cell with two values.
    pub fn store(&self, accessed: &BTreeSet<Name>) -> Result<Store, Failure> {
        store(&self.memory, accessed)
    }
}

/// Reads `A:0=10,3=2`, and several arrays with spaces between them.
///
/// # Errors
/// What is wrong with it.
fn arrays(text: &str) -> Result<Vec<(Name, Memory)>, Malformed> {
    text.split_whitespace().map(array).collect()
}

fn array(text: &str) -> Result<(Name, Memory), Malformed> {
    let form = || Malformed::form(text, "A:0=10,3=2");
    let (array, cells) = text.split_once(':').ok_or_else(form)?;
    let mut memory = Memory::new();
    for cell in cells.split(',') {
        let (index, value) = cell.split_once('=').ok_or_else(form)?;
        if memory.insert(natural(index)?, natural(value)?).is_some() {
            return Err(Malformed::CellAgain { array: array.into(), index: index.into() });
        }
    }
    Ok((Name::from(array), memory))
}

fn store(given: &[Vec<(Name, Memory)>], accessed: &BTreeSet<Name>) -> Result<Store, Failure> {
    let mut store = Store::empty();
    for (array, memory) in given.iter().flatten() {
        if !accessed.contains(array) {
            let names: Vec<&str> = accessed.iter().map(Name::as_str).collect();
            let hint = match names.as_slice() {
                [] => "it accesses none".to_owned(),
                names => format!("it accesses {}", names.join(", ")),
            };
            let message = format!("the program does not access an array `{array}`");
            return Err(Failure::usage(message, hint));
        }
        for (index, value) in memory {
            if store.get(array, index).is_some() {
                let message = format!("two values for {array}[{index}]");
                return Err(Failure::usage(message, "give each cell one value"));
            }
            store.set(array, index.clone(), value.clone());
        }
    }
    Ok(store)
}
