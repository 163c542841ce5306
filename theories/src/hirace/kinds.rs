//! What a set of accesses conflicts with: five sets are all there are.

use super::alphabet::Access;

/// A set of kinds of access, of which only what it conflicts with is kept.
///
/// Whatever conflicts with an atomic of grid scope conflicts with one of block scope, and whatever
/// conflicts with any access conflicts with a write; a read and an atomic together conflict with
/// everything, as a write does. So these are ordered, and the union of two is their least upper bound:
/// `None < GridAtomics < BlockAtomics < All` and `None < Reads < All`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Kinds {
    /// No access.
    #[default]
    None,
    /// Atomics of grid scope.
    GridAtomics,
    /// Atomics, one of block scope.
    BlockAtomics,
    /// Reads.
    Reads,
    /// A write, or a read and an atomic.
    All,
}

impl Kinds {
    /// All five.
    pub const ALL: [Kinds; 5] =
        [Kinds::None, Kinds::GridAtomics, Kinds::BlockAtomics, Kinds::Reads, Kinds::All];

    /// The union.
    #[must_use]
    #[inline]
    pub fn join(self, other: Kinds) -> Kinds {
        use Kinds::{BlockAtomics, GridAtomics, None};
        match (self, other) {
            (None, kinds) | (kinds, None) => kinds,
            _ if self == other => self,
            (GridAtomics | BlockAtomics, GridAtomics | BlockAtomics) => BlockAtomics,
            _ => Kinds::All,
        }
    }

    /// Whether one of them conflicts with an access of another thread.
    pub fn conflicts(self, access: Access, one_block: bool) -> bool {
        match self {
            Kinds::None => false,
            Kinds::GridAtomics => Access::GridAtomic.conflicts(access, one_block),
            Kinds::BlockAtomics => Access::BlockAtomic.conflicts(access, one_block),
            Kinds::Reads => Access::Read.conflicts(access, one_block),
            Kinds::All => true,
        }
    }

    /// Whether the others conflict with all that these conflict with.
    #[inline]
    pub fn is_within(self, other: Kinds) -> bool {
        self.join(other) == other
    }
}

impl From<Access> for Kinds {
    #[inline]
    fn from(access: Access) -> Self {
        match access {
            Access::Read => Kinds::Reads,
            Access::Write => Kinds::All,
            Access::BlockAtomic => Kinds::BlockAtomics,
            Access::GridAtomic => Kinds::GridAtomics,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of kinds of access conflicts with what the five say.
    #[test]
    fn five_sets_are_all_there_are() {
        for set in 0..16_u8 {
            let members = || Access::ALL.iter().copied().filter(|&a| set >> a as u8 & 1 == 1);
            let kinds = members().fold(Kinds::None, |kinds, a| kinds.join(a.into()));
            for &access in Access::ALL {
                for one_block in [false, true] {
                    let any = members().any(|a| a.conflicts(access, one_block));
                    assert_eq!(kinds.conflicts(access, one_block), any, "{set} {access}");
                }
            }
        }
    }
}
