//! What stands before a program's body: parameters, assumptions, the set of threads; and for
//! CUDA the types of names.

use crate::arithmetic::{Arithmetic, IntType};
use crate::expression::{Cond, Expr};
use crate::name::Name;
use crate::number::Number;
use crate::synchronization::Synchronization;
use crate::warp::WarpOrder;
use num_integer::Integer;
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};

/// The declarations of a program or protocol.
///
/// Parameters are unknown numbers, the same for all threads: "declared at the meta-theoretical
/// level" [L24, §3.1].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Thread-global unknown numbers, in the order of declaration.
    pub params: Vec<Name>,
    /// What the launch guarantees of parameters and `tid`.
    pub assumptions: Vec<Cond>,
    /// The set of threads `T`.
    pub threads: Threads,
    /// The C type of every parameter and binder; a name without one is a natural (`.jam`, `.map`).
    pub types: BTreeMap<Name, IntType>,
    /// The arrays of a kernel; an array without an entry is a map over all naturals.
    pub arrays: BTreeMap<Name, ArrayType>,
    /// `var` binders that a front end put in for something it does not model, and for what; and the parameters
    /// that are constants which a file does not have at hand. Such a variable is an unknown, not a choice: no alarm
    /// may rest on a particular value of it.
    pub unknowns: BTreeMap<Name, String>,
    /// `var` binders of which all threads of a block have one value, each time that they come by: of some
    /// unknowns it is known that threads agree on them. To take each thread's for a value of its own gives more
    /// executions, never fewer.
    pub uniform: BTreeSet<Name>,
    /// Of a phase: the parameters that are neither the program's nor counters of its loops, but what the threads of
    /// a block have read or chosen alike.
    pub agreed: BTreeSet<Name>,
    /// `var` binders that hold what an atomic addition found in memory.
    pub tickets: BTreeMap<Name, Ticket>,
    /// What orders the threads of a warp besides the barriers of their block.
    pub warps: WarpOrder,
    /// What fences and atomics may order besides: a race across them is at most possible.
    pub synchronization: Synchronization,
}

/// What an atomic addition of a thread found in an element, before it added to it.
///
/// Where nothing but additions changes the element, none of them below 0 and none past the end of its type, two
/// threads never find one value: each finds at least as much more as those before it added. Past the end of its type it
/// goes on from 0, and that holds of what they find as places on a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The array.
    pub array: Name,
    /// The index in it, over parameters of the program and the thread's coordinates.
    pub index: Expr,
    /// How much is added, at least: a positive number.
    pub amount: Number,
    /// Whether nothing else changes the array in the whole program.
    pub alone: bool,
    /// How many numbers its type has, where additions may pass its end: all of them together add less than that. None
    /// where they do not pass it.
    pub wraps_at: Option<Number>,
}

/// The set of threads `T`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Every natural is a thread.
    #[default]
    Unbounded,
    /// The threads below a number or parameter.
    Below(Expr),
    /// A CUDA launch: each a number or parameter, `[x, y, z]`.
    Grid {
        /// `gridDim`.
        grid: [Expr; 3],
        /// `blockDim`.
        block: [Expr; 3],
    },
}

/// Which threads share an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sharing {
    /// All threads of the grid.
    Grid,
    /// The threads of one block: `__shared__`.
    Block,
}

/// What an array of a program is in its kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayRole {
    /// Memory.
    Memory,
    /// What atomics on this array write besides.
    Atomics(Name),
    /// What threads access that diverge at a barrier.
    Barrier,
}

/// Where an array of a kernel lies: an array of structures is one array for each member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// What the array of structures is called.
    pub of: Name,
    /// The members on the way from its elements to what this array holds, at least one.
    pub path: Vec<Name>,
}

/// An array of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// What it is in the kernel.
    pub role: ArrayRole,
    /// The members that it holds of an array of structures; none where it is a whole array.
    pub members: Option<Members>,
    /// Which threads share it.
    pub sharing: Sharing,
    /// The type of its contents.
    pub element: IntType,
    /// Its declared size in each dimension, outermost first; empty for a pointer. The core has one
    /// index for each access, row by row.
    pub dimensions: Vec<Number>,
    /// Whether its index counts cells of the size of its contents, whatever it is declared as: memory that is
    /// used at several types.
    pub flat: bool,
}

impl ArrayType {
    /// The index of each declared dimension, outermost first, of the core's one index; that index
    /// itself for a pointer. A dimension without cells counts as one cell.
    pub fn indices(&self, index: &Number) -> Vec<Number> {
        let mut rest = index.clone();
        let mut indices = Vec::new();
        for size in self.dimensions.iter().skip(1).rev() {
            let size = size.max(&Number::one()).clone();
            let (row, column) = rest.div_mod_floor(&size);
            indices.push(column);
            rest = row;
        }
        indices.push(rest);
        indices.reverse();
        indices
    }
}

impl Header {
    /// The parameters as a set: the initial `X` of the judgments.
    pub fn parameters(&self) -> BTreeSet<Name> {
        self.params.iter().cloned().collect()
    }

    /// The arithmetic of what the language itself computes, as the next number of a loop:
    /// naturals, or in CUDA a type that no such number overflows.
    pub fn arithmetic(&self) -> Arithmetic {
        match self.threads {
            Threads::Grid { .. } => Arithmetic::C(IntType::WIDE),
            Threads::Unbounded | Threads::Below(_) => Arithmetic::Natural,
        }
    }

    /// What the array is in the kernel.
    pub fn role(&self, array: &Name) -> &ArrayRole {
        self.arrays.get(array).map_or(&ArrayRole::Memory, |a| &a.role)
    }

    /// The array of the kernel that the array is, or is of, and the members on the way to it.
    pub fn whole<'a>(&'a self, array: &'a Name) -> (&'a Name, &'a [Name]) {
        match self.arrays.get(array).and_then(|a| a.members.as_ref()) {
            Some(members) => (&members.of, &members.path),
            None => (array, &[]),
        }
    }

    /// Which threads share the array.
    pub fn sharing(&self, array: &Name) -> Sharing {
        self.arrays.get(array).map_or(Sharing::Grid, |a| a.sharing)
    }
}
