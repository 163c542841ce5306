//! Pointers: an object and a distance into it.

/// Which memory an object is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Of the whole grid.
    Global,
    /// Of one block.
    Shared,
    /// Of one thread.
    Local,
}

impl Space {
    /// Its name in CUDA's documents.
    pub fn name(self) -> &'static str {
        match self {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
        }
    }
}

/// A pointer as a register holds it: two bits of space, 22 of object, 40 of distance in bytes,
/// which may be negative. 0 is the null pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer(pub u64);

const OFFSET_BITS: u32 = 40;
const OBJECT_BITS: u32 = 22;

/// How many objects a space may have.
pub const MOST_OBJECTS: usize = 1 << OBJECT_BITS;
/// An object is smaller than this, in bytes.
pub const LARGEST_OBJECT: u64 = 1 << (OFFSET_BITS - 2);

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer(0);

    /// To the begin of an object.
    pub fn to(space: Space, object: u32) -> Pointer {
        let space = match space {
            Space::Global => 1u64,
            Space::Shared => 2,
            Space::Local => 3,
        };
        let object = u64::from(object) & ((1 << OBJECT_BITS) - 1);
        Pointer(space << 62 | object << OFFSET_BITS)
    }

    /// The space, unless it is null or no pointer at all.
    #[inline(always)]
    pub fn space(self) -> Option<Space> {
        match self.0 >> 62 {
            1 => Some(Space::Global),
            2 => Some(Space::Shared),
            3 => Some(Space::Local),
            _ => None,
        }
    }

    /// The object.
    #[inline(always)]
    pub fn object(self) -> u32 {
        (self.0 >> OFFSET_BITS) as u32 & ((1 << OBJECT_BITS) - 1)
    }

    /// The distance from the object's begin, in bytes.
    #[inline(always)]
    pub fn offset(self) -> i64 {
        (self.0 << (64 - OFFSET_BITS)) as i64 >> (64 - OFFSET_BITS)
    }

    /// Where it stands among others: one before its object's begin is less than one into it.
    #[inline(always)]
    pub fn place(self) -> u64 {
        self.0 ^ 1 << (OFFSET_BITS - 1)
    }

    /// The pointer so many bytes further; a distance that is out of reach is kept out of bounds.
    #[inline(always)]
    pub fn plus(self, bytes: i64) -> Pointer {
        const FURTHEST: i64 = (1 << (OFFSET_BITS - 1)) - 1;
        if bytes == 0 {
            return self;
        }
        let offset = self.offset().saturating_add(bytes).clamp(-FURTHEST, FURTHEST);
        let mask = (1u64 << OFFSET_BITS) - 1;
        Pointer(self.0 & !mask | offset as u64 & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        for space in [Space::Global, Space::Shared, Space::Local] {
            for object in [0, 1, (1 << OBJECT_BITS) - 1] {
                for bytes in [0, 1, -1, 1 << 38, -(1 << 38)] {
                    let p = Pointer::to(space, object).plus(bytes);
                    assert_eq!((p.space(), p.object(), p.offset()), (Some(space), object, bytes));
                }
            }
        }
        assert_eq!(Pointer::NULL.space(), None);
        let at = |bytes| Pointer::to(Space::Shared, 2).plus(bytes).place();
        assert!(at(-9) < at(-1) && at(-1) < at(0) && at(0) < at(9));
        assert!(Pointer::NULL.place() < Pointer::to(Space::Global, 0).plus(-9).place());
        let far = Pointer::to(Space::Local, 3).plus(i64::MAX).plus(i64::MAX);
        assert!(far.offset() as u64 > LARGEST_OBJECT && far.object() == 3);
    }
}
