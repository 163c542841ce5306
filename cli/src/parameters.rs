//! The values of a program's parameters, given by `--param`.

use crate::failure::Failure;
use crate::natural::natural;
use jaminan::Parameters;
use semantics::{Header, Name, Number};

/// One `NAME=NUMBER`.
pub type Assignment = (Name, Number);

/// Reads `n=4`.
///
/// # Errors
/// What is wrong with it.
pub fn assignment(text: &str) -> Result<Assignment, String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not of the form n=4"))?;
    Ok((Name::from(name.trim()), natural(value)?))
}

/// A value for each parameter of the program.
///
/// # Errors
/// A parameter without a value, or with two; a value without a parameter.
pub fn parameters(header: &Header, given: &[Assignment]) -> Result<Parameters, Failure> {
    let mut values = Parameters::new();
    for (name, value) in given {
        if !header.params.contains(name) {
            let declared: Vec<&str> = header.params.iter().map(Name::as_str).collect();
            let hint = match declared.as_slice() {
                [] => "it declares none".to_owned(),
                declared => format!("it declares {}", declared.join(", ")),
            };
            return Err(Failure::usage(format!("the program has no parameter `{name}`"), hint));
        }
        if values.insert(name.clone(), value.clone()).is_some() {
            let message = format!("two values for the parameter `{name}`");
            return Err(Failure::usage(message, format!("give one `--param {name}=…`")));
        }
    }
    match header.params.iter().find(|name| !values.contains_key(*name)) {
        Some(name) => Err(Failure::usage(
            format!("the parameter `{name}` has no value"),
            format!("give it one: `--param {name}=4`"),
        )),
        None => Ok(values),
    }
}
