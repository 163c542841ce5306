//! The checker of derivations: what every calculus's checker shares.
//!
//! A checker reads each rule as a relation between a conclusion and its premises' conclusions. It
//! shares no rule with the evaluator, so that one's mistake does not hide the other's.

use super::{Mistake, Step};
use crate::expression::{Cond, Expr};
use crate::number::Number;
use crate::printer::{self, Spelling};
use crate::thread::Thread;
use std::fmt;

/// A judgment whose rules can be checked.
pub trait Checked: Sized {
    /// Whether the rule of this name concludes this from premises that conclude those.
    ///
    /// # Errors
    /// What is wrong.
    fn check(rule: &str, conclusion: &Self, premises: &[&Self]) -> Result<(), Mistake>;
}

/// What a checker says of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// Every step is an instance of its rule.
    Valid,
    /// Some step is not.
    Wrong {
        /// The first wrong step in the order of [`Derivation::steps`](super::Derivation::steps),
        /// counted from 1: every step that it rests on is right.
        step: usize,
        /// The rule that it names.
        rule: String,
        /// What is wrong.
        why: Mistake,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Valid => f.write_str("valid"),
            Verdict::Wrong { step, rule, why } => write!(f, "step {step} ({rule}): {why}"),
        }
    }
}

/// Checks every step, premises first.
pub fn check<J: Checked>(steps: &[Step<'_, J>]) -> Verdict {
    for (n, step) in steps.iter().enumerate() {
        let premises: Vec<&J> = step.premises.iter().map(|n| steps[*n].conclusion).collect();
        if let Err(why) = J::check(step.rule, step.conclusion, &premises) {
            return Verdict::Wrong { step: n + 1, rule: step.rule.to_owned(), why };
        }
    }
    Verdict::Valid
}

/// What a premise or conclusion says, and what the rule wants it to say.
///
/// # Errors
/// Where the two differ.
pub fn same<T: PartialEq>(
    what: impl fmt::Display,
    found: &T,
    wanted: &T,
    show: impl Fn(&T) -> String,
) -> Result<(), Mistake> {
    if found == wanted {
        Ok(())
    } else {
        Err(Mistake::Differs { what: what.to_string(), found: show(found), wanted: show(wanted) })
    }
}

/// That the rule has so many premises here.
///
/// # Errors
/// Where they are more or fewer.
pub fn premises<'a, J, const N: usize>(premises: &[&'a J]) -> Result<[&'a J; N], Mistake> {
    <[&J; N]>::try_from(premises)
        .map_err(|_| Mistake::Premises { wanted: N, found: premises.len() })
}

/// Leaf `e ⇓ᵢ k`.
///
/// # Errors
/// Where `e` has another value, or none.
pub fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Result<(), Mistake> {
    let (expression, thread) = (|| printer::expr(e, Spelling::Ascii), i.clone());
    match e.eval(i) {
        Ok(value) if value == *k => Ok(()),
        Ok(value) => {
            Err(Mistake::Value { expression: expression(), thread, value, said: k.clone() })
        }
        Err(why) => Err(Mistake::NoValue { expression: expression(), thread, why }),
    }
}

/// Leaf `c ⇓ᵢ b`.
///
/// # Errors
/// Where `c` is the contrary, or neither.
pub fn decides(c: &Cond, i: &Thread, b: bool) -> Result<(), Mistake> {
    let (condition, thread) = (|| printer::cond(c, Spelling::Ascii), i.clone());
    match c.eval(i) {
        Ok(value) if value == b => Ok(()),
        Ok(_) => Err(Mistake::Truth { condition: condition(), thread, said: b }),
        Err(why) => Err(Mistake::NoTruth { condition: condition(), thread, why }),
    }
}
