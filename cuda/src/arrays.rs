//! The names of a program's arrays: what the lowering calls the memory of a kernel.
//!
//! An array of structures is one array for each member, `a.x`. Atomics write a second and a third array besides, and
//! the question whether threads diverge at a barrier has one that the kernel lacks. A variable that has the name of
//! another one gets a number, `a.1`. What an array is in its kernel, and which members it holds, is not read from its
//! name: [`semantics::ArrayType`].

use semantics::Name;

/// The array on which the question whether threads diverge at a barrier is a race.
pub(crate) const BARRIER: &str = "(barrier)";

/// The array of one member of the elements of an array, or the parameter that is a member of another one.
///
/// ```
/// assert_eq!(cuda::arrays::member("a", "x").as_str(), "a.x");
/// ```
pub fn member(array: &str, field: &str) -> Name {
    format!("{array}.{field}").into()
}

/// The array that atomics on an array write besides.
pub(crate) fn of_atomics(array: &str) -> Name {
    format!("{array}.atomic").into()
}

/// The array that atomics of a block write besides.
pub(crate) fn of_atomics_of_block(array: &str) -> Name {
    format!("{array}.(block)").into()
}
