//! Which accesses of two threads nothing orders.

use super::relation::Relation;
use super::run::Access;
use crate::planted;
use rustc_hash::FxHashSet;
use semantics::{Mode, Sharing};

/// How the threads of a warp run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Warps {
    /// In lock step: branches one after the other, in either order, and together again where they
    /// meet. [P12, §IV.C]
    Simd,
    /// Each by itself, as from Volta on.
    Independent,
}

/// Whether two accesses of threads that stand so may race, where their cells are one and nothing is
/// known of their conditions.
pub fn may_race(
    warps: Warps,
    relation: Relation,
    sharing: Sharing,
    a: &Access,
    b: &Access,
) -> bool {
    let write = a.mode == Mode::Wr || b.mode == Mode::Wr;
    let write = planted::in_place_of(write, "flows-writes-only", || a.mode == b.mode);
    let conflict = a.array == b.array && write;
    let shared = relation.one_block() || sharing == Sharing::Grid;
    let ordered = warps == Warps::Simd && relation == Relation::SameWarp && in_lock_step(a, b);
    conflict && shared && !ordered && !planted::not_of(relation)
}

/// The accesses of a flow, those left out that race where an earlier one does: one statement makes both, of one
/// cell. In lock step it matters in which execution of the statement.
pub fn distinct(warps: Warps, relation: Relation, accesses: &[Access]) -> Vec<&Access> {
    if warps == Warps::Simd && relation == Relation::SameWarp {
        return accesses.iter().collect();
    }
    let mut seen = FxHashSet::default();
    let of = |access: &&Access| (access.instruction.statement(), access.index.term);
    accesses.iter().filter(|access| seen.insert(of(access))).collect()
}

/// Whether a warp makes one access after the other. Two threads that it brings to one instruction
/// at once are not ordered, nor are those on two sides of a branch, whose order is not fixed: the
/// *porting race* of [P12, §III].
///
/// [P12, §IV.C] takes any two nodes of the flow tree for unordered, an access before the branch and
/// one behind it included: but a warp is at both one after the other.
fn in_lock_step(a: &Access, b: &Access) -> bool {
    let sides = |(at, side): &(_, bool)| b.within.iter().any(|(other, s)| other == at && s != side);
    let apart = a.within.iter().any(sides);
    let apart = apart && !planted::is("flows-lock-step-on-both-sides");
    !apart && (a.instruction != b.instruction || planted::is("flows-lock-step-at-one-place"))
}
