//! What fences and atomics may order. Neither calculus has them, so a race of a program is none for sure
//! where the kernel's threads may have told each other, by such means, that the one access is made
//! before the other.

use crate::name::Name;
use crate::source::{Site, Span};
use std::collections::BTreeSet;

/// By which locations the accesses of a kernel may be ordered. It is no part of a program's meaning, which
/// has more races without: any two are equal.
#[derive(Clone, Debug, Default)]
pub struct Synchronization {
    accesses: Vec<(Span, Signals)>,
}

/// By what two accesses of two threads may be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'s> {
    /// A location by which the one thread may tell the other.
    pub location: &'s Name,
    /// Whether the two accesses are the signal itself: one writes what the other waits for.
    pub is_signal: bool,
}

/// By which locations an access may be ordered with others: arrays and variables, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// By which a thread may tell others that it has made the access.
    pub tells: BTreeSet<Name>,
    /// By which it may have been told something that decides whether and where it makes the access.
    pub learns: BTreeSet<Name>,
    /// Whether the access itself is one that tells: volatile, or atomic.
    pub is_telling: bool,
    /// Whether the access itself is one that is waited for: volatile or atomic, and what it reads decides
    /// how the thread goes on.
    pub is_learning: bool,
    /// Whether it is atomic.
    pub is_atomic: bool,
    /// Where it is.
    pub at: BTreeSet<Name>,
}

impl Synchronization {
    /// Adds an access that stands there.
    pub fn add(&mut self, span: &Span, signals: Signals) {
        self.accesses.push((span.clone(), signals));
    }

    /// Whether the same is known of the same accesses: `==` does not ask.
    pub fn is_same(&self, other: &Synchronization) -> bool {
        let place = |span: &Span| (span.source.name().to_owned(), span.bytes.clone());
        let same = |((a, of_a), (b, of_b)): (&(Span, Signals), &(Span, Signals))| {
            place(a) == place(b) && of_a == of_b
        };
        self.accesses.len() == other.accesses.len()
            && self.accesses.iter().zip(&other.accesses).all(same)
    }

    /// Whether nothing is known of any access.
    pub fn is_empty(&self) -> bool {
        self.accesses.is_empty()
    }

    /// By what two accesses of two threads may be ordered.
    pub fn between(&self, a: &Site, b: &Site) -> Option<Order<'_>> {
        self.between_spans(a.span()?, b.span()?)
    }

    /// As [`Synchronization::between`], of the accesses that stand there.
    pub fn between_spans(&self, a: &Span, b: &Span) -> Option<Order<'_>> {
        let (a, b) = (self.of(a), self.of(b));
        let pairs = || a.iter().flat_map(|a| b.iter().flat_map(move |b| [(*a, *b), (*b, *a)]));
        let signal = pairs().find_map(|(a, b)| signal(a, b));
        let signal = signal.map(|location| Order { location, is_signal: true });
        signal.or_else(|| {
            let location = pairs().find_map(|(a, b)| a.tells.intersection(&b.learns).next());
            location.map(|location| Order { location, is_signal: false })
        })
    }

    /// What is known of the accesses that stand there; of those that stand around or in it, where none does.
    fn of(&self, span: &Span) -> Vec<&Signals> {
        let there = |such: &dyn Fn(&Span) -> bool| -> Vec<&Signals> {
            let same = |at: &Span| at.source.name() == span.source.name();
            let found = self.accesses.iter().filter(|(at, _)| same(at) && such(at));
            found.map(|(_, signals)| signals).collect()
        };
        let (start, end) = (span.bytes.start, span.bytes.end);
        match there(&|at| at.bytes == span.bytes) {
            none if none.is_empty() => there(&|at| at.bytes.start < end && start < at.bytes.end),
            found => found,
        }
    }
}

/// Where the first is what the second waits for. Two atomics race by their scopes only.
fn signal<'s>(first: &'s Signals, second: &'s Signals) -> Option<&'s Name> {
    let is_one = first.is_telling && second.is_learning && !(first.is_atomic && second.is_atomic);
    first.at.intersection(&second.at).next().filter(|_| is_one)
}

impl PartialEq for Synchronization {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Synchronization {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn site(bytes: std::ops::Range<usize>) -> Site {
        Site::at(Span { source: Source::new("k.cu", "0123456789"), bytes })
    }

    fn named(name: &str) -> BTreeSet<Name> {
        BTreeSet::from([name.into()])
    }

    #[test]
    fn one_tells_what_the_other_learns() {
        let mut order = Synchronization::default();
        let mut add = |bytes, signals| order.add(site(bytes).span().unwrap_or(&span()), signals);
        add(0..2, Signals { tells: named("flag"), ..Signals::default() });
        add(4..6, Signals { learns: named("flag"), ..Signals::default() });
        add(7..9, Signals { learns: named("other"), ..Signals::default() });
        let by = |a, b| order.between(&site(a), &site(b)).map(|order| order.location.to_string());
        assert_eq!(by(0..2, 4..6), Some("flag".into()));
        assert_eq!(by(4..6, 0..2), Some("flag".into()));
        // A part of it, where nothing stands there itself.
        assert_eq!(by(0..1, 4..7), Some("flag".into()));
        assert_eq!(by(0..2, 7..9), None);
        assert_eq!(by(0..2, 0..2), None);
        assert_eq!(order.between(&site(0..2), &Site::default()), None);
    }

    fn span() -> Span {
        Span { source: Source::new("k.cu", ""), bytes: 0..0 }
    }

    #[test]
    fn a_flag_and_who_waits_for_it() {
        let mut order = Synchronization::default();
        let flag = Signals { at: named("flag"), ..Signals::default() };
        let source = Source::new("k.cu", "0123456789");
        let at = |bytes| Span { source: source.clone(), bytes };
        order.add(&at(0..1), Signals { is_telling: true, ..flag.clone() });
        order.add(&at(1..2), Signals { is_learning: true, ..flag.clone() });
        order.add(
            &at(2..3),
            Signals { is_learning: true, is_telling: true, is_atomic: true, ..flag },
        );
        let is_signal = |a, b| order.between(&site(a), &site(b)).map(|order| order.is_signal);
        assert_eq!(is_signal(0..1, 1..2), Some(true));
        assert_eq!(is_signal(2..3, 0..1), Some(true));
        assert_eq!(is_signal(1..2, 1..2), None);
        assert_eq!(is_signal(2..3, 2..3), None);
    }
}
