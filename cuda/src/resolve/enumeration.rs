//! The numbers of enumerators. [C++17, 10.2]

use semantics::{IntType, Number};

/// Counts the enumerators of enumerations, in the order of the source.
#[derive(Debug, Default)]
pub struct Enumerators {
    /// The number of the one before, where it is known.
    last: Option<Number>,
}

impl Enumerators {
    /// The number of the next enumerator: its own, or one more than the one before it, and 0 of the first. `own`: what
    /// it is given, which may not be known. [C++17, 10.2, paragraph 2]
    pub fn number(&mut self, first: bool, own: Option<Option<Number>>) -> Option<Number> {
        self.last = match (own, first) {
            (Some(own), _) => own,
            (None, true) => Some(Number::from(0)),
            (None, false) => self.last.take().map(|n| n + 1),
        };
        self.last.clone()
    }
}

/// The type of an enumerator whose enumeration does not say which numbers it has: `int` where that holds it.
/// [C++17, 10.2, paragraph 5]
pub fn own_type(n: &Number) -> IntType {
    let types = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG];
    types.into_iter().find(|ty| ty.contains(n)).unwrap_or(IntType::ULONG)
}

/// Whether `int` does not hold it: then the type of all of its enumeration hangs on its numbers, which is not modelled.
/// [C++17, 10.2, paragraph 7]
pub fn is_wide(n: &Number) -> bool {
    !IntType::INT.contains(n)
}

#[cfg(test)]
mod tests {
    use super::Enumerators;
    use semantics::Number;

    #[test]
    fn each_is_one_more_than_the_one_before() {
        let mut all = Enumerators::default();
        let known = |n: i32| Some(Some(Number::from(n)));
        let given = [
            (true, None, Some(0)),
            (false, None, Some(1)),
            (false, known(-7), Some(-7)),
            (false, None, Some(-6)),
            // Behind one that is not known nothing is, up to the next that is given.
            (false, Some(None), None),
            (false, None, None),
            (false, known(3), Some(3)),
            (true, None, Some(0)),
            (true, known(5), Some(5)),
        ];
        for (first, own, expected) in given {
            assert_eq!(all.number(first, own), expected.map(Number::from));
        }
    }
}
