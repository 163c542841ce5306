//! The checker of derivations: what every calculus's checker shares.
//!
//! A checker reads each rule as a relation between a conclusion and its premises' conclusions. It
//! shares no rule with the evaluator, so that one's mistake does not hide the other's.

use super::Step;
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
    /// What is wrong, in a sentence.
    fn check(rule: &str, conclusion: &Self, premises: &[&Self]) -> Result<(), String>;
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
        /// What is wrong, in a sentence.
        why: String,
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
) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what} is {}, and the rule wants {}", show(found), show(wanted)))
    }
}

/// That the rule has so many premises here.
///
/// # Errors
/// Where they are more or fewer.
pub fn premises<'a, J, const N: usize>(premises: &[&'a J]) -> Result<[&'a J; N], String> {
    <[&J; N]>::try_from(premises).map_err(|_| {
        let number = |n: usize| match n {
            0 => "no premise".to_owned(),
            1 => "1 premise".to_owned(),
            n => format!("{n} premises"),
        };
        format!(
            "the rule has {}, and here {}",
            number(N),
            match premises.len() {
                0 => "there is none".to_owned(),
                1 => "there is 1".to_owned(),
                n => format!("there are {n}"),
            }
        )
    })
}

/// Leaf `e ⇓ᵢ k`.
///
/// # Errors
/// Where `e` has another value, or none.
pub fn evaluates(e: &Expr, i: &Thread, k: &Number) -> Result<(), String> {
    let shown = printer::expr(e, Spelling::Ascii);
    match e.eval(i) {
        Ok(value) if value == *k => Ok(()),
        Ok(value) => Err(format!("`{shown}` is {value} for thread {i}, not {k}")),
        Err(why) => Err(format!("`{shown}` has no value for thread {i}: {why}")),
    }
}

/// Leaf `c ⇓ᵢ b`.
///
/// # Errors
/// Where `c` is the contrary, or neither.
pub fn decides(c: &Cond, i: &Thread, b: bool) -> Result<(), String> {
    let shown = printer::cond(c, Spelling::Ascii);
    match c.eval(i) {
        Ok(value) if value == b => Ok(()),
        Ok(value) => Err(format!("`{shown}` is {value} for thread {i}, not {b}")),
        Err(why) => Err(format!("`{shown}` is neither true nor false for thread {i}: {why}")),
    }
}
