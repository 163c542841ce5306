//! Compiled kernels: instructions on registers.
//!
//! A call's registers are a window on one stack of registers per thread: the caller puts the
//! arguments at the begin of the callee's window, and finds the result there. All state of a thread
//! is in its stacks, so it can be left at any instruction and taken up again.

use crate::arithmetic::{Binary, Unary};
use crate::pointer::Space;
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::vocabulary::{Lanes, Math, Reach, Update, Vote};
use semantics::{Name, Span};

/// A register of the current window.
pub type Reg = u16;

/// Which threads an atomic operation is atomic to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// `atomicAdd_block`: those of the block.
    Block,
    /// `atomicAdd`: those of the device.
    Device,
    /// `atomicAdd_system`: those of the device, and the host.
    System,
}

/// As CUDA's names have it.
impl From<Reach> for Scope {
    fn from(reach: Reach) -> Scope {
        match reach {
            Reach::Block => Scope::Block,
            Reach::Device => Scope::Device,
            Reach::System => Scope::System,
        }
    }
}

/// What a thread may ask of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Special {
    ThreadIdx(u8),
    BlockIdx(u8),
    BlockDim(u8),
    GridDim(u8),
    /// How many instructions the thread has run.
    Clock,
}

/// A reason to report, or to end the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// `assert` of what is false, or `__trap()`: ends the thread.
    Assertion,
    /// A function that returns a value ended without one.
    NoReturn,
    /// What is assumed does not hold.
    Assumption,
}

/// An instruction; `d` is where its result goes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Instr {
    /// A constant by its place in the table.
    Const {
        d: Reg,
        at: u32,
    },
    Move {
        d: Reg,
        a: Reg,
    },
    Binary {
        op: Binary,
        at: Scalar,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Unary {
        op: Unary,
        at: Scalar,
        d: Reg,
        a: Reg,
    },
    Convert {
        from: Scalar,
        to: Scalar,
        d: Reg,
        a: Reg,
    },
    /// The pointer `p` and `i` elements of so many bytes.
    Offset {
        d: Reg,
        p: Reg,
        i: Reg,
        size: i32,
    },
    /// The pointer `p` and so many bytes.
    Advance {
        d: Reg,
        p: Reg,
        bytes: i32,
    },
    /// How many elements of so many bytes lie between two pointers.
    Distance {
        d: Reg,
        a: Reg,
        b: Reg,
        size: u32,
    },
    Load {
        d: Reg,
        p: Reg,
        bytes: i32,
        at: Scalar,
    },
    Store {
        a: Reg,
        p: Reg,
        bytes: i32,
        at: Scalar,
    },
    /// Reports where what is so many bytes after `p` is not at a multiple of `to` bytes, as a vector or a structure has
    /// to be.
    Aligned {
        p: Reg,
        bytes: i32,
        to: u32,
    },
    /// A pointer to an object of the function.
    Address {
        d: Reg,
        object: u16,
    },
    /// An object of the function begins to live: nothing is in it.
    Fresh {
        object: u16,
    },
    /// All bytes of an object of the function are 0.
    Zero {
        object: u16,
    },
    /// A memory fence, of whatever scope.
    Fence,
    /// Reports where the flag says that a variable was not initialized.
    Initialized {
        flag: Reg,
    },
    Special {
        d: Reg,
        which: Special,
    },
    Jump {
        to: u32,
    },
    JumpIf {
        a: Reg,
        to: u32,
    },
    JumpUnless {
        a: Reg,
        to: u32,
    },
    Call {
        function: u32,
        window: Reg,
    },
    Return,
    /// On what `p` points to, with the operands `a` and, where it swaps, `a + 1`.
    Atomic {
        op: Update,
        scope: Scope,
        at: Scalar,
        d: Reg,
        p: Reg,
        a: Reg,
    },
    /// The arguments are `a`, `a + 1`, ….
    Math {
        function: Math,
        at: Scalar,
        d: Reg,
        a: Reg,
    },
    /// Bytes of the eight in `a` and `b`, chosen by `c`.
    Permute {
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Barrier {
        kind: Vote,
        orders: Orders,
        d: Reg,
        a: Reg,
    },
    /// Mask, value, lane, width in `a`, `a + 1`, …. `masked`: the mask is given.
    Together {
        kind: Lanes,
        at: Scalar,
        masked: bool,
        d: Reg,
        a: Reg,
    },
    Trap {
        why: Trap,
    },
}

/// A compiled function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its instructions.
    pub code: Vec<Instr>,
    /// For each instruction, its place in [`Module::spans`].
    pub sites: Vec<u32>,
    /// How many registers it has.
    pub registers: u32,
    /// Its variables in memory.
    pub objects: Vec<Object>,
}

/// A variable in memory.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name.
    pub name: Name,
    /// Its type; of an array whose size the launch gives, that of one element.
    pub ty: Type,
    /// Its size in bytes, unless the launch gives it.
    pub size: Option<u64>,
    /// What it holds at first, by offset; elsewhere 0. `None`: nothing is known of it.
    pub initial: Option<Vec<(u64, Scalar, u64)>>,
    /// Whether threads may not write it.
    pub read_only: bool,
}

/// Which memory a barrier of the block orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// That of the block.
    pub shared: bool,
    /// That of the grid.
    pub global: bool,
}

impl Orders {
    /// All memory, as CUDA's barriers do.
    pub const ALL: Orders = Orders { shared: true, global: true };
}

/// A parameter of the kernel.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// The object of each block that it points to: OpenCL's `__local int *p`.
    pub shared: Option<u32>,
}

/// A compiled kernel, and all that it uses.
#[derive(Clone, Debug)]
pub struct Module {
    /// The kernel's name.
    pub name: String,
    /// Its parameters, in the first registers of the first function.
    pub parameters: Vec<Parameter>,
    /// The kernel, and the functions that are called.
    pub functions: Vec<Function>,
    /// The constants.
    pub constants: Vec<u64>,
    /// The variables of the file.
    pub globals: Vec<Object>,
    /// The shared variables. The first is that of unknown size.
    pub shared: Vec<Object>,
    /// The names of the variable of unknown size, and the type of its elements under each.
    pub dynamic: Vec<(Name, Type)>,
    /// Places in the source.
    pub spans: Vec<Span>,
    /// What was passed over.
    pub notes: Vec<String>,
    /// What is computed as it usually is, where nothing at hand says it: a run shows nothing of the kernel for sure.
    pub convention: Option<String>,
}

impl Module {
    /// Whether anything in it is asserted or assumed: then it says something of every thread.
    pub fn assumes(&self) -> bool {
        let all = self.functions.iter().flat_map(|function| &function.code);
        let says = |why: &Trap| matches!(why, Trap::Assertion | Trap::Assumption);
        all.into_iter().any(|instr| matches!(instr, Instr::Trap { why, .. } if says(why)))
    }
}

impl Module {
    /// The variable of a space.
    pub fn object(&self, space: Space, object: u32) -> Option<&Object> {
        match space {
            Space::Global => self.globals.get(object as usize),
            Space::Shared => self.shared.get(object as usize),
            Space::Local => None,
        }
    }
}
