//! Why something is not decided, or not shown.

use super::replay::NotReplayed;
use crate::solver::Unknown;
use semantics::{Exhausted, Name, Site, Unsplittable};
use std::fmt;

/// Why there is no verdict on a program, or on a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing runs.
    NoLaunch,
    /// It is not decided whether anything runs.
    Launch(Undecided),
    /// No execution has a meaning.
    Meaningless,
    /// Its barriers cut it into no phases.
    Unsplittable(Unsplittable),
    /// What may be spent on it is.
    Over(Exhausted),
    /// An array is not decided.
    Array(Name, Undecided),
}

/// Why a question is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The solver has no answer.
    Solver(Unknown),
    /// There is nothing with numbers of so many bits.
    Within(u32),
    /// There is no launch with numbers of so many bits.
    LaunchWithin(u32),
    /// The program is not well-formed: a variable that nothing binds.
    Unbound(Name),
    /// The query is too large.
    TooLarge,
    /// Nothing was asked.
    NotAsked,
    /// A weaker query would be the query itself.
    Linear,
    /// A weaker query is not refuted.
    NotRefuted,
    /// The solver's model shows no race.
    NoRace,
    /// There are more alarms than so many.
    Alarms(usize),
}

/// Why an alarm is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// The question whether the program makes it is not decided.
    Undecided(Undecided),
    /// The interpreter does not make it.
    NotReplayed(NotReplayed),
    /// It hangs on a value that the front end does not model whether the execution has a meaning.
    Meaning,
    /// It needs such a value.
    Unmodelled,
    /// The threads of a warp are ordered besides.
    Warp,
    /// Fences and atomics on this location may order its accesses.
    Order(Name),
}

impl From<Unknown> for Undecided {
    fn from(why: Unknown) -> Self {
        Undecided::Solver(why)
    }
}

impl From<Exhausted> for Undecided {
    fn from(spent: Exhausted) -> Self {
        Undecided::Solver(Unknown::Over(spent))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NoLaunch => f.write_str(
                "no launch satisfies the assumptions: nothing runs, so nothing is shown",
            ),
            Why::Launch(why) => {
                write!(f, "whether any launch satisfies the assumptions: {why}")
            }
            Why::Meaningless => f.write_str(
                "every execution has no meaning in C++, and is left out: nothing is shown",
            ),
            Why::Unsplittable(why) => unsplittable(why, f),
            Why::Over(spent) => spent.fmt(f),
            Why::Array(array, why) => write!(f, "{array}: {why}"),
        }
    }
}

fn unsplittable(why: &Unsplittable, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let at =
        |site: &Site| site.span().map_or_else(String::new, |span| format!("{}: ", span.place()));
    match why {
        Unsplittable::ThreadDependent(site) => {
            write!(f, "{}a barrier that not all threads reach together", at(site))
        }
        Unsplittable::Sometimes(site) => {
            write!(f, "{}a barrier that only some iterations of its loop pass", at(site))
        }
        Unsplittable::Over(spent) => write!(f, "{spent}"),
        Unsplittable::TooMany => write!(f, "more than {} phases", semantics::split::MOST_PHASES),
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Solver(why) => why.fmt(f),
            Undecided::Within(bits) => write!(
                f,
                "bounded: no race where every number is below 2^{bits}, which is no proof for all"
            ),
            Undecided::LaunchWithin(bits) => write!(f, "none with numbers below 2^{bits}"),
            Undecided::Unbound(x) => write!(f, "{x} is not bound"),
            Undecided::TooLarge => f.write_str("the query is too large"),
            Undecided::NotAsked => f.write_str("nothing was asked"),
            Undecided::Linear => f.write_str("the query is linear as it is"),
            Undecided::NotRefuted => f.write_str("a weaker query is not refuted"),
            Undecided::NoRace => f.write_str("the solver's model shows no race"),
            Undecided::Alarms(most) => write!(f, "more than {most} alarms"),
        }
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::Undecided(why) => why.fmt(f),
            Open::NotReplayed(why) => write!(f, "not replayed: {why}"),
            Open::Meaning => f.write_str(
                "whether the execution has a meaning hangs on a value that the front end does not model",
            ),
            Open::Unmodelled => {
                f.write_str("it needs a value that the front end does not model")
            }
            Open::Warp => f.write_str(
                "it hangs on what other threads of the warp have written, or on how often they meet",
            ),
            Open::Order(location) => write!(
                f,
                "fences and atomics are not modelled, and those on `{location}` may order the two accesses"
            ),
        }
    }
}
