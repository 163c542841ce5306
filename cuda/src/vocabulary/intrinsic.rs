//! What cannot be said of a function in CUDA C++.

use super::operation::Operation;
use crate::token::{Kind, Token};
use semantics::Name;

/// What a function of the toolkit does that has no body, by the attribute that it has in `prelude/`. All that runs a
/// kernel matches it exhaustively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    /// `[[jaminan::pure]]`: it accesses no memory and does not synchronize. Its value is not modelled.
    Pure,
    /// `[[jaminan::updates(n)]]`: it reads and writes what its n-th argument points to, and accesses no other memory.
    /// What it writes, and its value, are not modelled.
    Updates(usize),
    /// `[[jaminan::writes(n)]]`: as that, and reads nothing.
    Writes(usize),
    /// `[[jaminan::op("…")]]`: a primitive that every back end knows. A parameter that is `auto` takes any value as it
    /// is, and a result that is `auto` has the type that follows from them.
    Op(Operation),
    /// `[[jaminan::grid_barrier]]`: a barrier of the whole grid.
    GridBarrier,
    /// `[[jaminan::assumed("…")]]`: takes for granted what the text says, which an answer lists. It does nothing else.
    Assumed(Name),
    /// `[[jaminan::convention("…")]]`: what the text names is taken as it usually is, where it is computed: nothing
    /// documents it. It does nothing else.
    Convention(Name),
    /// `[[jaminan::unmodelled("…")]]`: not modelled: what it is.
    Unmodelled(Name),
}

impl Intrinsic {
    /// What an attribute says of a function.
    pub(crate) fn of(attribute: Option<Attribute>) -> Option<Intrinsic> {
        match attribute {
            Some(Attribute::Intrinsic(intrinsic)) => Some(intrinsic),
            Some(Attribute::Opaque) | None => None,
        }
    }
}

/// What an attribute says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// Of a function.
    Intrinsic(Intrinsic),
    /// `[[jaminan::opaque]]`, of a type: a value is read and written as a whole, and its parts are not modelled.
    Opaque,
}

impl Attribute {
    /// What these tokens say, from `[[` to `]]`; `None` where it is no attribute of this program.
    pub(crate) fn of(tokens: &[Token]) -> Option<Attribute> {
        let [_, _, vendor, colons, name, rest @ ..] = tokens else { return None };
        if vendor.name()?.as_str() != "jaminan" || !colons.is("::") {
            return None;
        }
        let argument = rest.get(1).filter(|_| rest[0].is("(")).map(|token| &token.kind);
        Some(match (name.name()?.as_str(), argument) {
            ("opaque", None) => Attribute::Opaque,
            ("grid_barrier", None) => Attribute::Intrinsic(Intrinsic::GridBarrier),
            ("pure", None) => Attribute::Intrinsic(Intrinsic::Pure),
            ("updates", Some(Kind::Number(n))) => {
                Attribute::Intrinsic(Intrinsic::Updates(n.as_str().parse().ok()?))
            }
            ("writes", Some(Kind::Number(n))) => {
                Attribute::Intrinsic(Intrinsic::Writes(n.as_str().parse().ok()?))
            }
            ("op", Some(Kind::Str(name))) => {
                Attribute::Intrinsic(Intrinsic::Op(name.as_str().trim_matches('"').parse().ok()?))
            }
            ("assumed", Some(Kind::Str(what))) => {
                Attribute::Intrinsic(Intrinsic::Assumed(what.as_str().trim_matches('"').into()))
            }
            ("convention", Some(Kind::Str(what))) => {
                Attribute::Intrinsic(Intrinsic::Convention(what.as_str().trim_matches('"').into()))
            }
            ("unmodelled", Some(Kind::Str(what))) => {
                Attribute::Intrinsic(Intrinsic::Unmodelled(what.as_str().trim_matches('"').into()))
            }
            _ => return None,
        })
    }
}
