//! The names of a program's arrays: what the lowering calls the memory of a kernel, and what a name stands for.
//!
//! An array of structures is one array for each member, `a.x`. Atomics write a second and a third array besides, and
//! the question whether threads diverge at a barrier has one that the kernel lacks. A variable that has the name of
//! another one gets a number, `a.1`. What an array is in its kernel is not read from its name: [`semantics::ArrayRole`].

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

/// Whether it is the array, or that of one of its members.
pub(crate) fn is_part(name: &str, array: &str) -> bool {
    name.strip_prefix(array).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What a name may stand for: a variable, and the members on the way from it to what is accessed. The variable with
/// the longest name comes first.
///
/// ```
/// let all: Vec<_> = cuda::arrays::readings("a.1.x").collect();
/// assert_eq!(all, [("a.1.x", vec![]), ("a.1", vec!["x"]), ("a", vec!["1", "x"])]);
/// ```
pub fn readings(name: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let dots = name.match_indices('.').map(|(dot, _)| dot);
    let ends: Vec<usize> = dots.chain([name.len()]).collect();
    let reading = |end: usize| (&name[..end], name[end..].split('.').skip(1).collect());
    ends.into_iter().rev().map(reading)
}

/// The array that atomics on an array write besides.
pub(crate) fn of_atomics(array: &str) -> Name {
    format!("{array}.atomic").into()
}

/// The array that atomics of a block write besides.
pub(crate) fn of_atomics_of_block(array: &str) -> Name {
    format!("{array}.(block)").into()
}
