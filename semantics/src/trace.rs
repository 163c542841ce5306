//! Traces `t`: the internal choices of one thread.
//!
//! A trace is as deep as its run has loop iterations, so nothing here recurses: not the
//! comparison, not the printing, not the letting go.

use crate::name::Name;
use crate::number::Number;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// `t ::= τ | ⊤ | ⊥ | x := l | t ; t` [L24, Fig. 2]
#[derive(Clone)]
pub enum Trace {
    /// `τ`: no choice.
    Tau,
    /// `⊤`: the first branch of a conditional.
    Then,
    /// `⊥`: its second branch.
    Else,
    /// `x := l`: one iteration of a loop.
    Iter(Name, Number),
    /// `t₁ ; t₂`. As in the paper `;` only builds: it is neither associative nor has it a unit.
    Seq(Arc<Trace>, Arc<Trace>),
}

impl Trace {
    /// `t₁ ; t₂`.
    pub fn then(&self, next: Trace) -> Trace {
        Trace::Seq(self.clone().shared(), next.shared())
    }

    fn shared(self) -> Arc<Trace> {
        thread_local! {
            /// Most traces are one of these. Of each thread, so that none waits for another.
            static CHOICES: [Arc<Trace>; 3] = [Trace::Tau, Trace::Then, Trace::Else].map(Arc::new);
        }
        match self {
            Trace::Tau => CHOICES.with(|[tau, _, _]| Arc::clone(tau)),
            Trace::Then => CHOICES.with(|[_, then, _]| Arc::clone(then)),
            Trace::Else => CHOICES.with(|[.., other]| Arc::clone(other)),
            t => Arc::new(t),
        }
    }

    /// The nodes from the left, each before its parts: what identifies a trace.
    fn nodes(&self) -> impl Iterator<Item = &Trace> {
        let mut rest = vec![self];
        std::iter::from_fn(move || {
            let next = rest.pop()?;
            if let Trace::Seq(first, second) = next {
                rest.extend([&**second, &**first]);
            }
            Some(next)
        })
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        self.nodes().count()
    }

    /// The node without its parts, as something to compare and hash.
    fn head(&self) -> (u8, Option<(&Name, &Number)>) {
        match self {
            Trace::Tau => (0, None),
            Trace::Then => (1, None),
            Trace::Else => (2, None),
            Trace::Iter(x, l) => (3, Some((x, l))),
            Trace::Seq(..) => (4, None),
        }
    }
}

impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Trace {}

impl PartialOrd for Trace {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Trace {
    /// By the first node that differs, from the left.
    fn cmp(&self, other: &Self) -> Ordering {
        let mut rest = vec![(self, other)];
        while let Some((a, b)) = rest.pop() {
            match a.head().cmp(&b.head()) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            if let (Trace::Seq(a1, a2), Trace::Seq(b1, b2)) = (a, b) {
                // Most comparisons are of traces that share all but their top.
                rest.extend((!Arc::ptr_eq(a2, b2)).then_some((&**a2, &**b2)));
                rest.extend((!Arc::ptr_eq(a1, b1)).then_some((&**a1, &**b1)));
            }
        }
        Ordering::Equal
    }
}

impl Hash for Trace {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nodes().for_each(|node| node.head().hash(state));
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        fn take(t: &mut Trace, rest: &mut Vec<Trace>) {
            if !matches!(t, Trace::Seq(..)) {
                return;
            }
            let mut last = |part: &mut Arc<Trace>| {
                // Only a `;` can be deep, and only where nobody else holds it does it go.
                if matches!(**part, Trace::Seq(..))
                    && let Some(part) = Arc::get_mut(part)
                {
                    rest.push(std::mem::replace(part, Trace::Tau));
                }
            };
            if let Trace::Seq(first, second) = t {
                last(first);
                last(second);
            }
        }
        let mut rest = Vec::new();
        take(self, &mut rest);
        while let Some(mut t) = rest.pop() {
            take(&mut t, &mut rest);
        }
    }
}

impl fmt::Display for Trace {
    /// ASCII: `tau`, `then`, `else`, `x := 3`, and `t; (t; t)` with parentheses on the right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::trace(self, crate::Spelling::Ascii))
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
