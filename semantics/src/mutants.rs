//! Planted bugs: a rule or a clause that is wrong on purpose, to see which check notices.
//!
//! Only in builds with the feature `mutants`; otherwise there is no switch. A mutant is switched on
//! for one thread and one call. Rules and clauses keep their text: a planted one stands apart, and
//! takes the place of the one that it is a mutant of.

use std::cell::Cell;

/// A planted bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// `s-seq-keeps-memory`
    pub id: &'static str,
    /// The rule, or the clause of a definition, that it takes the place of.
    pub of: &'static str,
}

thread_local! {
    static ON: Cell<Option<Mutant>> = const { Cell::new(None) };
}

/// The mutant that is on.
pub fn on() -> Option<Mutant> {
    ON.get()
}

/// What `f` gives while the mutant is on, in this thread.
pub fn with<T>(mutant: Mutant, f: impl FnOnce() -> T) -> T {
    struct Off(Option<Mutant>);
    impl Drop for Off {
        fn drop(&mut self) {
            ON.set(self.0);
        }
    }
    let _off = Off(ON.replace(Some(mutant)));
    f()
}

/// Writes planted rules, each in the place of the rule of its name. The layout is that of
/// [`judgment!`](crate::judgment!).
#[macro_export]
macro_rules! planted_rules {
    (
        $(#[$meta:meta])*
        fn $name:ident($($input:ident: $ty:ty),*) => $out:ty as $J:ident::$Form:ident;
        $(
            $id:literal in the place of [$rule:literal]
            $($premise:ident($($arg:expr),*) => $got:tt;)*
            $(-)+
            $same:ident($($pattern:pat),*) => $result:expr;
        )*
    ) => {
        /// The mutants of rules.
        pub const RULES: &[$crate::mutants::Mutant] =
            &[$($crate::mutants::Mutant { id: $id, of: $rule },)*];

        $(#[$meta])*
        pub fn $name(
            search: &mut $crate::judgment::Search<$J>,
            $($input: $ty,)*
            found: &mut dyn FnMut(
                &mut $crate::judgment::Search<$J>,
                $out,
                $crate::judgment::Proof<$J>,
            ) -> $crate::judgment::Flow,
        ) -> $crate::judgment::Flow {
            let Some(on) = $crate::mutants::on() else {
                return $crate::judgment::Flow::Continue(());
            };
            let inputs = ($($input,)*);
            let judged = |result: &$out| {
                let ($($input,)*) = inputs;
                $J::$Form($($input.clone(),)* result.clone())
            };
            $(
                let _ = stringify!($same);
                if on.id == $id && let ($($pattern,)*) = inputs {
                    $crate::premises!(
                        $J, search, $rule, [], [$($premise($($arg),*) => $got;)*],
                        |search, proofs| {
                            let result: $out = $result;
                            let proof = search.conclude($rule, || judged(&result), proofs);
                            found(search, result, proof)
                        }
                    )?;
                }
            )*
            $crate::judgment::Flow::Continue(())
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_on_for_one_call() {
        let mutant = Mutant { id: "m", of: "R" };
        assert_eq!(on(), None);
        assert_eq!(with(mutant, on), Some(mutant));
        assert_eq!(on(), None);
        assert!(std::panic::catch_unwind(|| with(mutant, || panic!("planted"))).is_err());
        assert_eq!(on(), None);
    }
}
