//! How values lie in memory. [C++17, 6.9, 6.11, 8.3.3; CUDA, 7.3.1] `int` has 32 bits, and `long` and pointers 64.

use super::arithmetic::Numeric;
use super::shape::{Part, Shape};
use num_traits::ToPrimitive;

/// How strictly CUDA aligns a built-in vector, at the most.
const WIDEST: u64 = 16;

/// How a value lies in memory, in bytes. Numbers that 64 bits do not hold are the largest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many bytes it has.
    pub size: u64,
    /// What its address is a multiple of.
    pub align: u64,
}

impl Layout {
    /// That of a number or a pointer.
    pub const fn scalar(size: u64) -> Layout {
        Layout { size, align: size }
    }

    /// So many of these, one after the other. [C++17, 11.3.4]
    pub fn array(self, n: u64) -> Layout {
        Layout { size: self.size.saturating_mul(n), ..self }
    }

    /// A built-in vector of so many of these: aligned as its size asks, to 16 bytes at most, and one of three as one of
    /// them. In OpenCL C three lie as four, and each is aligned to its size, whatever that is. [CUDA, 7.3.1; OpenCL C
    /// 3.0, 6.3.5]
    pub fn vector(self, lanes: usize, opencl: bool) -> Layout {
        let whole = |lanes: u64| self.size.saturating_mul(lanes);
        match lanes as u64 {
            3 if !opencl => self.array(3),
            3 => Layout::scalar(whole(4)),
            lanes if opencl => Layout::scalar(whole(lanes)),
            lanes => Layout { size: whole(lanes), align: whole(lanes).min(WIDEST) },
        }
    }

    /// Where the members of a structure begin, each behind the one before it and at its alignment, and how it lies
    /// itself: no two objects are in one place. `least`: what aligns it besides. [C++17, 12.2, paragraph 18]
    pub fn structure(members: impl IntoIterator<Item = Layout>, least: u64) -> (Vec<u64>, Layout) {
        let up = |at: u64, align: u64| at.checked_next_multiple_of(align).unwrap_or(u64::MAX);
        let (mut end, mut align, mut starts) = (0u64, least.max(1), Vec::new());
        for member in members {
            let start = up(end, member.align);
            end = start.saturating_add(member.size);
            align = align.max(member.align);
            starts.push(start);
        }
        (starts, Layout { size: up(end.max(1), align), align })
    }

    /// How a union of these lies: all of them begin where it begins. [C++17, 12.3, paragraph 2]
    pub fn union(members: impl IntoIterator<Item = Layout>, least: u64) -> Layout {
        let (mut size, mut align) = (1u64, least.max(1));
        for member in members {
            size = size.max(member.size);
            align = align.max(member.align);
        }
        Layout { size: size.checked_next_multiple_of(align).unwrap_or(u64::MAX), align }
    }
}

impl From<Numeric> for Layout {
    fn from(ty: Numeric) -> Layout {
        Layout::scalar(match ty {
            Numeric::Bool => 1,
            Numeric::Int(ty) => u64::from(ty.bits) / 8,
            Numeric::Float(bits) => u64::from(bits) / 8,
            Numeric::Bfloat16 => 2,
        })
    }
}

/// How values of a type lie; `None` where that is not known. `other`: those that are no numbers, pointers or arrays.
pub fn layout<T: Shape>(ty: &T, other: &impl Fn(&T) -> Option<Layout>) -> Option<Layout> {
    match ty.part() {
        Part::Const(of) | Part::Volatile(of) => layout(of, other),
        Part::Number(ty) => Some(ty.into()),
        Part::Pointer(_) => Some(Layout::scalar(8)),
        Part::Array(of, n) => Some(layout(of, other)?.array(n?.to_u64()?)),
        Part::Void | Part::Unknown => None,
        Part::Other => other(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    /// Of CUDA as nvcc has them, of OpenCL C as clang's `ext_vector_type`.
    #[test]
    fn vectors_are_aligned() {
        let (four, eight) = (Layout::scalar(4), Layout::scalar(8));
        for (lane, lanes, opencl, size, align) in [
            (four, 3, false, 12, 4),
            (four, 4, false, 16, 16),
            (eight, 4, false, 32, 16),
            (four, 3, true, 16, 16),
            (four, 4, true, 16, 16),
            (eight, 4, true, 32, 32),
            (four, 8, true, 32, 32),
            (eight, 16, true, 128, 128),
        ] {
            assert_eq!(lane.vector(lanes, opencl), Layout { size, align }, "{lanes} {opencl}");
            // Behind an `int` in a structure.
            let (starts, _) = Layout::structure([four, lane.vector(lanes, opencl)], 1);
            assert_eq!(starts, [0, align], "{lanes} {opencl}");
        }
    }
}
