//! Derivations as data: listed step by step, shown as text, LaTeX and HTML, exchanged as JSON,
//! and checked.
//!
//! A derivation is as deep as its run has loop iterations, so nothing here recurses on one.

pub mod check;
pub mod exchange;
pub mod html;
pub mod instance;
pub mod latex;
mod mistake;
mod pieces;
pub mod text;
mod wrap;

use crate::printer::Spelling;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub use check::{Checked, Verdict};
pub use exchange::{Exchanged, Listing};
pub use mistake::Mistake;

/// A derivation: a rule, what it concludes, and the derivations of its premises. A premise about
/// an expression, a condition or a memory is a leaf.
#[derive(Clone)]
pub struct Derivation<J> {
    /// The name of the rule, as in the paper: `P-SEQ`.
    pub rule: Cow<'static, str>,
    /// The judgment that it concludes.
    pub conclusion: J,
    /// From the left. Subtrees are shared between the derivations of one search.
    pub premises: Vec<Arc<Derivation<J>>>,
}

/// One of several derivations in one text.
#[derive(Clone, Debug)]
pub struct Part<'a, J> {
    /// What stands above it, in plain words; nothing where it stands alone.
    pub heading: String,
    /// The derivation.
    pub derivation: &'a Derivation<J>,
}

impl<'a, J> Part<'a, J> {
    /// A derivation that stands alone.
    pub fn of(derivation: &'a Derivation<J>) -> Self {
        Part { heading: String::new(), derivation }
    }
}

/// A judgment that derivations are shown of.
pub trait Shown {
    /// The judgment, in this spelling, on one line.
    fn show(&self, spelling: Spelling) -> String;

    /// Whether it is about an expression, a condition or a memory: on paper such a premise stands
    /// without a line above it.
    fn is_side_condition(&self) -> bool;
}

/// One rule application of a derivation.
#[derive(Clone, Debug)]
pub struct Step<'a, J> {
    /// The name of the rule.
    pub rule: &'a str,
    /// What it concludes.
    pub conclusion: &'a J,
    /// Its premises, from the left: their places in the list of steps, from 0.
    pub premises: Vec<usize>,
}

/// More text than is written: a derivation's size is quadratic in the length of its run, since
/// each conclusion holds the whole phase and the whole trace of its own part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The longest text that a derivation is shown as, in bytes.
pub const LARGEST_TEXT: usize = 1 << 26;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the derivation is longer than {} MiB as text", LARGEST_TEXT >> 20)
    }
}

impl std::error::Error for TooLarge {}

impl<J> Derivation<J> {
    /// How many rule applications it has, leaves included; of a shared subtree each time.
    pub fn size(&self) -> usize {
        let mut sizes: Vec<usize> = Vec::new();
        for step in self.steps() {
            let premises = step.premises.iter().map(|n| sizes[*n]);
            sizes.push(premises.fold(1, usize::saturating_add));
        }
        sizes.last().copied().unwrap_or_default()
    }

    /// Its rule applications in post-order: each after its premises, and those from the left; the
    /// last is the derivation's own. A shared subtree is listed once.
    pub fn steps(&self) -> Vec<Step<'_, J>> {
        enum Work<'a, J> {
            Visit(&'a Derivation<J>),
            List(&'a Derivation<J>),
        }
        let mut places: HashMap<*const Derivation<J>, usize> = HashMap::new();
        let mut steps = Vec::new();
        let mut work = vec![Work::Visit(self)];
        while let Some(next) = work.pop() {
            match next {
                Work::Visit(d) if !places.contains_key(&std::ptr::from_ref(d)) => {
                    work.push(Work::List(d));
                    work.extend(d.premises.iter().rev().map(|p| Work::Visit(p)));
                }
                Work::List(d) => {
                    let place = |p: &Arc<Derivation<J>>| places.get(&Arc::as_ptr(p)).copied();
                    let premises = d.premises.iter().filter_map(place).collect();
                    steps.push(Step { rule: &d.rule, conclusion: &d.conclusion, premises });
                    places.insert(d, steps.len() - 1);
                }
                Work::Visit(_) => {}
            }
        }
        steps
    }
}

impl<J: PartialEq> PartialEq for Derivation<J> {
    fn eq(&self, other: &Self) -> bool {
        let mut rest = vec![(self, other)];
        while let Some((a, b)) = rest.pop() {
            if a.rule != b.rule
                || a.premises.len() != b.premises.len()
                || a.conclusion != b.conclusion
            {
                return false;
            }
            let pairs = a.premises.iter().zip(&b.premises);
            rest.extend(pairs.filter(|(a, b)| !Arc::ptr_eq(a, b)).map(|(a, b)| (&**a, &**b)));
        }
        true
    }
}

impl<J: Eq> Eq for Derivation<J> {}

impl<J: fmt::Debug> fmt::Debug for Derivation<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps()).finish()
    }
}

impl<J> Drop for Derivation<J> {
    fn drop(&mut self) {
        let mut rest = std::mem::take(&mut self.premises);
        while let Some(premise) = rest.pop() {
            // The last to hold a premise takes its premises over, so that it drops without any.
            if let Some(mut premise) = Arc::into_inner(premise) {
                rest.append(&mut premise.premises);
            }
        }
    }
}

/// Every conclusion as text.
fn conclusions<J: Shown>(
    steps: &[Step<'_, J>],
    spelling: Spelling,
) -> Result<Vec<String>, TooLarge> {
    let mut length = 0;
    steps
        .iter()
        .map(|step| {
            let text = step.conclusion.show(spelling);
            length += text.len();
            if length > LARGEST_TEXT { Err(TooLarge) } else { Ok(text) }
        })
        .collect()
}
