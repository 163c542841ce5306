//! What the rules of one path hold in memory, as far as a search must know it.

use super::Proof;
use crate::memory::Store;
use crate::number::Number;
use crate::phase::Phase;
use crate::thread::Thread;
use crate::trace::Trace;

/// What rules take and give, as far as the search must know it.
pub trait Holds {
    /// How many cells and accesses it holds beyond those that it shares with what it was made of.
    /// Asked at every rule: does not look at them.
    fn cells(&self) -> usize {
        0
    }

    /// How many cells' worth of memory its largest number takes. Asked where a search begins.
    fn largest(&self) -> usize {
        1
    }

    /// The program, if it is one.
    fn program(&self) -> Option<String> {
        None
    }
}

/// How many cells' worth of memory a number takes: 1 up to 128 bytes.
pub(crate) fn weight(n: &Number) -> usize {
    usize::try_from(n.bits() / 1024).unwrap_or(usize::MAX).saturating_add(1)
}

impl Holds for Thread {}

impl Holds for Trace {}

impl Holds for Phase {
    /// An access, or a union, which shares its sides.
    fn cells(&self) -> usize {
        usize::from(!self.is_empty())
    }

    fn largest(&self) -> usize {
        self.iter().map(|alpha| weight(&alpha.index)).max().unwrap_or(1)
    }
}

impl Holds for Store {
    fn cells(&self) -> usize {
        self.copied()
    }

    fn largest(&self) -> usize {
        Store::largest(self)
    }
}

impl<T: Holds> Holds for Option<T> {}

impl<T: Holds> Holds for &T {
    fn cells(&self) -> usize {
        (**self).cells()
    }

    fn largest(&self) -> usize {
        (**self).largest()
    }

    fn program(&self) -> Option<String> {
        (**self).program()
    }
}

macro_rules! holds_of_tuple {
    ($($T:ident)*) => {
        impl<$($T: Holds),*> Holds for ($($T,)*) {
            #[allow(non_snake_case)]
            fn cells(&self) -> usize {
                let ($($T,)*) = self;
                0 $(+ $T.cells())*
            }

            #[allow(non_snake_case)]
            fn largest(&self) -> usize {
                let ($($T,)*) = self;
                1$(.max($T.largest()))*
            }

            #[allow(non_snake_case)]
            fn program(&self) -> Option<String> {
                let ($($T,)*) = self;
                None$(.or_else(|| $T.program()))*
            }
        }
    };
}

holds_of_tuple!(A B);
holds_of_tuple!(A B C);
holds_of_tuple!(A B C D);
holds_of_tuple!(A B C D E);

/// What is held of a result while the search goes on with it.
#[doc(hidden)]
pub struct Kept(usize);

impl Kept {
    /// The result, and in a derivation its copy.
    pub fn of<J>(result: &impl Holds, proof: &Proof<J>) -> Self {
        Kept(result.cells() * if proof.is_some() { 2 } else { 1 })
    }
}

impl Holds for Kept {
    fn cells(&self) -> usize {
        self.0
    }
}
