//! The primitives of the toolkit that every back end knows: what `[[jaminan::op("…")]]` names.

use std::fmt;
use std::str::FromStr;

/// What a function of the toolkit computes or does, where no body can say it. Lowering and runs match it exhaustively,
/// so that neither knows one that the other does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A barrier of the block, and what it says of a condition of each thread. [CUDA C++ Programming Guide, 7.6]
    Barrier(Vote),
    /// A barrier of the block that counts the threads that come to it, wherever in the text they do. [libcu++, `cuda::barrier`]
    CountingBarrier,
    /// A memory fence. [7.5]
    Fence,
    /// What the lanes of a warp do together; `masked`: the first argument says which lanes. [7.19–7.22]
    Warp {
        /// What they do.
        does: Lanes,
        /// Whether the first argument is a mask of lanes.
        masked: bool,
    },
    /// Reads and writes what its first argument points to, at once. [7.14]
    Atomic(Atomic),
    /// The smaller of two numbers, at their common type.
    Min,
    /// The larger of two numbers, at their common type.
    Max,
    /// The absolute value.
    Absolute,
    /// The upper half of a product.
    MulHigh,
    /// The lower 32 bits of the product of the lower 24 bits.
    Mul24,
    /// How many bits are set.
    Population,
    /// How many bits from the highest on are not set.
    LeadingZeros,
    /// The place of the lowest bit that is set, from 1 on; 0 of 0.
    FirstSet,
    /// The bits in reverse order.
    Reverse,
    /// Four bytes of eight.
    BytePermute,
    /// The same bits, as another type.
    Bits,
    /// Reads what its argument points to.
    Load,
    /// Reads a texture that is a variable of the file, which says the type of its elements.
    Fetch,
    /// Where the bytes of a surface are, by its handle. [10.8.2]
    Surface,
    /// Copies bytes.
    Copy,
    /// All threads of the block start a copy together, which ends before they have waited for its event. [OpenCL C 3.0,
    /// 6.15.11]
    CopyTogether,
    /// They wait for such copies.
    WaitForCopies,
    /// The address in shared memory that a pointer has, a number. [PTX ISA, 9.7.9.20]
    SharedAddress,
    /// The pointer to such an address.
    AtSharedAddress,
    /// The thread starts a copy of what its second argument points to, or without one of an unknown value, to where the
    /// first one points. It ends before the thread has waited for it. [PTX ISA, 9.7.9.25]
    OwnCopy,
    /// The copies that the thread has started and not committed yet are a group from here on.
    CommitCopies,
    /// The thread waits for its groups but so many, the youngest ones.
    WaitForOwnCopies,
    /// Ends the kernel where its argument is 0.
    Assert,
    /// Writes text.
    Print,
    /// A number that grows.
    Clock,
    /// Whether a number is none.
    IsNan,
    /// A number on which all threads agree, and of which nothing else is known but that it is below the second argument;
    /// one for each first argument.
    Agreed,
    /// A function of floating-point numbers, at the widest type of its arguments.
    Math(Math),
}

/// What a barrier gives each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// Nothing.
    Nothing,
    /// For how many threads the condition holds.
    Count,
    /// Whether it holds for all.
    All,
    /// Whether it holds for one.
    Any,
}

/// What the lanes of a warp do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// They wait for each other.
    Sync,
    /// Which of them take part.
    Active,
    /// The value of another lane.
    Shuffle,
    /// That of so many lanes below.
    ShuffleUp,
    /// That of so many lanes above.
    ShuffleDown,
    /// That of the lane whose number differs in these bits.
    ShuffleXor,
    /// For which of them a condition holds.
    Ballot,
    /// Whether it holds for one.
    Any,
    /// Whether it holds for all.
    All,
    /// Which of them have the same value.
    MatchAny,
    /// The sum of their values.
    Add,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The bits that all have.
    And,
    /// The bits that one has.
    Or,
    /// The bits that an odd number has.
    Xor,
}

impl Lanes {
    /// Whether each lane gets the value of one lane that it names.
    pub fn shuffles(self) -> bool {
        use Lanes::{Shuffle, ShuffleDown, ShuffleUp, ShuffleXor};
        matches!(self, Shuffle | ShuffleUp | ShuffleDown | ShuffleXor)
    }
}

/// An atomic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// What it does.
    pub update: Update,
    /// For which threads it is one access.
    pub reach: Reach,
}

/// What an atomic function makes of the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The old value: it only reads.
    Load,
    /// The new value.
    Exchange,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// One more, and 0 after the argument.
    Increment,
    /// One less, and the argument after 0.
    Decrement,
    /// The new value, where it is the one that is expected.
    CompareAndSwap,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one of them.
    Xor,
}

/// The threads for which an atomic function is one access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those of the block.
    Block,
    /// Those of the device.
    Device,
    /// Those of the system.
    System,
}

/// A function of floating-point numbers, by its name in C, where C has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Math {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Exp10,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Pow,
    Sqrt,
    Rsqrt,
    Cbrt,
    Rcbrt,
    Fabs,
    Floor,
    Ceil,
    Round,
    Trunc,
    Rint,
    Nearbyint,
    Fmod,
    Fmin,
    Fmax,
    Fma,
    Hypot,
    Copysign,
    Fdim,
    Divide,
}

/// A table of names and values: its own inverse.
macro_rules! named {
    ($type:ident, { $($name:literal => $variant:ident,)* }) => {
        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$variant,)*];

            /// What `prelude/` calls it.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }
        }

        impl FromStr for $type {
            type Err = Unnamed;

            fn from_str(name: &str) -> Result<$type, Unnamed> {
                match name {
                    $($name => Ok($type::$variant),)*
                    _ => Err(Unnamed),
                }
            }
        }
    };
}

/// No operation has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unnamed;

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no operation has this name")
    }
}

impl std::error::Error for Unnamed {}

named!(Vote, {
    "nothing" => Nothing,
    "count" => Count,
    "all" => All,
    "any" => Any,
});

named!(Lanes, {
    "sync" => Sync,
    "active" => Active,
    "shuffle" => Shuffle,
    "shuffle_up" => ShuffleUp,
    "shuffle_down" => ShuffleDown,
    "shuffle_xor" => ShuffleXor,
    "ballot" => Ballot,
    "any" => Any,
    "all" => All,
    "match_any" => MatchAny,
    "add" => Add,
    "min" => Min,
    "max" => Max,
    "and" => And,
    "or" => Or,
    "xor" => Xor,
});

named!(Update, {
    "Add" => Add,
    "Sub" => Sub,
    "Load" => Load,
    "Exch" => Exchange,
    "Min" => Min,
    "Max" => Max,
    "Inc" => Increment,
    "Dec" => Decrement,
    "CAS" => CompareAndSwap,
    "And" => And,
    "Or" => Or,
    "Xor" => Xor,
});

named!(Reach, {
    "_block" => Block,
    "" => Device,
    "_system" => System,
});

named!(Math, {
    "sin" => Sin,
    "cos" => Cos,
    "tan" => Tan,
    "asin" => Asin,
    "acos" => Acos,
    "atan" => Atan,
    "atan2" => Atan2,
    "sinh" => Sinh,
    "cosh" => Cosh,
    "tanh" => Tanh,
    "asinh" => Asinh,
    "acosh" => Acosh,
    "atanh" => Atanh,
    "exp" => Exp,
    "exp2" => Exp2,
    "exp10" => Exp10,
    "expm1" => Expm1,
    "log" => Log,
    "log2" => Log2,
    "log10" => Log10,
    "log1p" => Log1p,
    "pow" => Pow,
    "sqrt" => Sqrt,
    "rsqrt" => Rsqrt,
    "cbrt" => Cbrt,
    "rcbrt" => Rcbrt,
    "fabs" => Fabs,
    "floor" => Floor,
    "ceil" => Ceil,
    "round" => Round,
    "trunc" => Trunc,
    "rint" => Rint,
    "nearbyint" => Nearbyint,
    "fmod" => Fmod,
    "fmin" => Fmin,
    "fmax" => Fmax,
    "fma" => Fma,
    "hypot" => Hypot,
    "copysign" => Copysign,
    "fdim" => Fdim,
    "divide" => Divide,
});

/// As CUDA calls it.
impl fmt::Display for Atomic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "atomic{}{}", self.update.name(), self.reach.name())
    }
}

/// What an attribute names: `"min"`, `"math.sin"`, `"atomic.Add_block"`, `"lanes.ballot"`, `"masked.ballot"`.
impl FromStr for Operation {
    type Err = Unnamed;

    fn from_str(name: &str) -> Result<Operation, Unnamed> {
        if let Some((of, rest)) = name.split_once('.') {
            return match of {
                "barrier" => rest.parse().map(Operation::Barrier),
                "lanes" => rest.parse().map(|does| Operation::Warp { does, masked: false }),
                "masked" => rest.parse().map(|does| Operation::Warp { does, masked: true }),
                "math" => rest.parse().map(Operation::Math),
                "atomic" => {
                    let (update, reach) = rest.split_at(rest.find('_').unwrap_or(rest.len()));
                    let (update, reach) = (update.parse()?, reach.parse()?);
                    Ok(Operation::Atomic(Atomic { update, reach }))
                }
                _ => Err(Unnamed),
            };
        }
        let plain = Operation::PLAIN.iter().find(|(other, _)| *other == name);
        plain.map(|(_, operation)| *operation).ok_or(Unnamed)
    }
}

impl Operation {
    /// The names of those that have no parts.
    pub const PLAIN: &'static [(&'static str, Operation)] = &[
        ("barrier", Operation::Barrier(Vote::Nothing)),
        ("counting_barrier", Operation::CountingBarrier),
        ("fence", Operation::Fence),
        ("min", Operation::Min),
        ("max", Operation::Max),
        ("absolute", Operation::Absolute),
        ("mul_high", Operation::MulHigh),
        ("mul24", Operation::Mul24),
        ("population", Operation::Population),
        ("leading_zeros", Operation::LeadingZeros),
        ("first_set", Operation::FirstSet),
        ("reverse", Operation::Reverse),
        ("byte_permute", Operation::BytePermute),
        ("bits", Operation::Bits),
        ("load", Operation::Load),
        ("fetch", Operation::Fetch),
        ("surface", Operation::Surface),
        ("copy", Operation::Copy),
        ("copy_together", Operation::CopyTogether),
        ("wait_for_copies", Operation::WaitForCopies),
        ("shared_address", Operation::SharedAddress),
        ("at_shared_address", Operation::AtSharedAddress),
        ("own_copy", Operation::OwnCopy),
        ("commit_copies", Operation::CommitCopies),
        ("wait_for_own_copies", Operation::WaitForOwnCopies),
        ("assert", Operation::Assert),
        ("print", Operation::Print),
        ("clock", Operation::Clock),
        ("is_nan", Operation::IsNan),
        ("agreed", Operation::Agreed),
    ];
}
