//! The typed tree: names resolved, every operator at one type, every conversion explicit.

use crate::area::Area;
use crate::assumption::Assumption;
use crate::note::Note;
use crate::vocabulary::Atomic;
use semantics::{Axis, Dim, IntType, Name, Number, Op, Rel, Scope, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `void`.
    Void,
    /// `bool`: 0 or 1.
    Bool,
    /// An integer type.
    Int(IntType),
    /// A floating-point type of this width: values of it are not modelled.
    Float(u8),
    /// A vector or structure; one that is no [`Record`] is known by name only, and values of it are
    /// not modelled.
    Opaque(Name),
    /// A scalar type of which nothing is known: a parameter of a template that nothing gives, or what nothing declares.
    Unknown(Unknown),
    /// A type that may not be written; only of what a pointer points to, and of an array's elements.
    Const(Arc<Type>),
    /// A pointer.
    Pointer(Arc<Type>),
    /// An array of a declared size, or of one that the launch decides.
    Array(Arc<Type>, Option<Number>),
    /// A function.
    Function,
}

impl Type {
    /// The integer type in which a value of this type is kept, if it is a number.
    pub fn int(&self) -> Option<IntType> {
        match self {
            Type::Bool => Some(IntType::unsigned(1)),
            Type::Int(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The type without `const`, that of elements included.
    pub fn unqualified(&self) -> Type {
        match self {
            Type::Const(inner) => inner.unqualified(),
            Type::Array(of, size) => Type::Array(Arc::new(of.unqualified()), size.clone()),
            ty => ty.clone(),
        }
    }

    /// Whether it is `dim3`, the only built-in structure that has a constructor.
    pub fn is_dim3(&self) -> bool {
        matches!(self, Type::Opaque(name) if name.as_str() == "dim3")
    }

    /// What it is, or arrays of it are, made of: no array, and not `const`.
    pub fn innermost(&self) -> &Type {
        let mut ty = self;
        while let Type::Array(of, _) | Type::Const(of) = ty {
            ty = of;
        }
        ty
    }

    /// Whether it, or what its elements are, may not be written.
    pub fn is_const(&self) -> bool {
        match self {
            Type::Const(_) => true,
            Type::Array(of, _) => of.is_const(),
            _ => false,
        }
    }

    /// Whether its values are not modelled.
    pub fn is_opaque(&self) -> bool {
        matches!(self, Type::Float(_) | Type::Opaque(_) | Type::Unknown(_))
    }

    /// The type of this name, which nothing gives.
    pub fn unknown(name: Name) -> Type {
        Type::Unknown(Unknown::Named(name))
    }

    /// Whether nothing is known of it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown(_))
    }
}

/// Which type nothing gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The one of this name.
    Named(Name),
    /// That of what is computed of values of such types, and of others, by their names. It is none that has a name.
    Met(BTreeSet<Name>),
}

/// A variable of a kernel, by its place in [`Kernel::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub usize);

/// A variable of a kernel, or a variable of the file that it uses.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in the source.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// Where it is declared.
    pub span: Span,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In the thread.
    Thread,
    /// A parameter of the kernel.
    Parameter,
    /// `__shared__`.
    Shared,
    /// `extern __shared__`: all of them start at one address.
    Dynamic,
    /// `__device__`.
    Device,
    /// `__constant__`.
    Constant,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// The type of its value.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// Whether its value is a pointer, that to the first element of an array included.
    pub fn is_pointer(&self) -> bool {
        matches!(self.ty, Type::Pointer(_) | Type::Array(..))
    }
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number.
    Int(Number),
    /// A floating-point number: values that are not modelled.
    Opaque,
    /// A pointer to the characters of a string, which nobody writes. [C++17, 5.13.5]
    Text,
    /// A null pointer.
    Null,
    /// A variable.
    Local(LocalId),
    /// `threadIdx.x`, `blockIdx.x`, …
    Coordinate(Axis),
    /// `blockDim.x`, …
    BlockDim(Dim),
    /// `gridDim.x`, …
    GridDim(Dim),
    /// `-e`.
    Negate(Box<Expr>),
    /// `~e`.
    Complement(Box<Expr>),
    /// `!e`, of a `bool`.
    Not(Box<Expr>),
    /// An arithmetic operator, at the type of the expression; the right operand of a shift has
    /// its own.
    Arithmetic(Op, Box<Expr>, Box<Expr>),
    /// A comparison, at the one type of its operands.
    Compare(Rel, Box<Expr>, Box<Expr>),
    /// `e && e` of `bool`s.
    And(Box<Expr>, Box<Expr>),
    /// `e || e` of `bool`s.
    Or(Box<Expr>, Box<Expr>),
    /// `e ? e : e`, the condition a `bool`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e, e`.
    Comma(Box<Expr>, Box<Expr>),
    /// A conversion to the type of the expression.
    Convert(Box<Expr>),
    /// `e[e]`, of an array or pointer.
    Index(Box<Expr>, Box<Expr>),
    /// `*e`.
    Dereference(Box<Expr>),
    /// `&e`.
    Address(Box<Expr>),
    /// A pointer plus an index, or minus one.
    Offset(Box<Expr>, Box<Expr>, Sign),
    /// `e.x`.
    Member(Box<Expr>, Name),
    /// `place = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `place ⋆= value`: the place converted to the type `at`, then the operator, then back.
    Update {
        /// The operator.
        op: Op,
        /// The type at which it is.
        at: Type,
        /// What is updated.
        place: Box<Expr>,
        /// By what.
        value: Box<Expr>,
    },
    /// `++` and `--`; `Update` by one where the place is a number.
    Step {
        /// What is stepped.
        place: Box<Expr>,
        /// Up or down.
        sign: Sign,
        /// Whether the value is that before the step.
        post: bool,
    },
    /// A call.
    Call(Callee, Vec<Expr>),
    /// Values put together to one that is not modelled: `make_float4(…)`, `{…}`.
    Gather(Vec<Expr>),
    /// The body of a called function: its parameters declared, its statements, then its value. A
    /// `return` in it ends it.
    Inline(Vec<Stmt>, Option<Box<Expr>>),
    /// A number of which nothing is known: why.
    Unknown(String),
    /// Not modelled: what it is.
    Unsupported(Area, String),
}

/// Plus or minus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sign {
    Plus,
    Minus,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// `__syncthreads`, or a barrier of the whole grid.
    Sync(Scope),
    /// A barrier of the block that counts the threads that come to it, wherever in the text they do.
    CountingSync,
    /// `__syncwarp`, of all threads of the warp or of those in a mask.
    Warp,
    /// A memory fence: orders nothing by itself.
    Fence,
    /// `min` or `max`, of numbers of one type.
    Extremum(Op),
    /// `abs`, of a number.
    Abs,
    /// `__ldg`: reads what its argument points to.
    Load,
    /// `atomicAdd` and the like: reads and writes what its first argument points to, at once.
    Atomic(Atomic),
    /// `assert`.
    Assert,
    /// Where the bytes of a surface are, by its handle.
    Surface,
    /// `memcpy`.
    Copy,
    /// `async_work_group_copy`: all threads of the block start a copy together. Its value is an event.
    CopyTogether,
    /// `wait_group_events`: all threads of the block wait for such copies.
    WaitForCopies,
    /// The address in shared memory of what its argument points to, a number.
    SharedAddress,
    /// A pointer to such an address.
    AtSharedAddress,
    /// `cp.async`: the thread starts a copy.
    OwnCopy,
    /// `cp.async.commit_group`.
    CommitCopies,
    /// `cp.async.wait_group`.
    WaitForOwnCopies,
    /// A number on which all threads agree: one for each first argument, below the second one. Nothing else is known.
    Agreed,
    /// What the barrier of this name gives, right behind it: all threads that waited there get one number. Nothing else
    /// is known.
    BarrierValue(Name),
    /// A function of numbers that are not modelled: equal arguments give equal values.
    Math(Name),
    /// Writes nothing and does not synchronize; its value is not modelled.
    Pure(Name),
    /// A member of its first argument, a union of the thread, or an element of that at the indices that follow. It is an
    /// object, and its value is not modelled.
    Part(Name),
}

impl Callee {
    /// Whether it accesses memory, or has to do with when that is accessed.
    pub fn accesses(&self) -> bool {
        matches!(
            self,
            Callee::Load
                | Callee::Copy
                | Callee::Atomic(_)
                | Callee::OwnCopy
                | Callee::CommitCopies
                | Callee::WaitForOwnCopies
        )
    }

    /// Whether threads have to come to it together.
    pub fn gathers(&self) -> bool {
        use Callee::{CopyTogether, CountingSync, Sync, WaitForCopies, Warp};
        matches!(self, Sync(_) | CountingSync | Warp | CopyTogether | WaitForCopies)
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `e;`
    Expr(Expr),
    /// `T x = e;`
    Declare(LocalId, Option<Expr>),
    /// `{…}`
    Block(Vec<Stmt>),
    /// `if`, the condition a `bool`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for` and `while`, the condition a `bool`; the initialization stands before it.
    Loop {
        /// The condition; absent, it is `true`.
        condition: Option<Expr>,
        /// What follows the body.
        step: Option<Expr>,
        /// The body.
        body: Vec<Stmt>,
        /// `do … while`: the body comes first.
        body_first: bool,
    },
    /// `return`, of the kernel or of the function around it.
    Return,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `switch`: the statements of its body, and where each label stands among them.
    Switch(Expr, Vec<Stmt>, Vec<Arm>),
    /// Executions in which the condition does not hold are left out.
    Assume(Expr),
    /// Not modelled: what it is.
    Unsupported(Area, String),
}

/// A label of a `switch`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// `case n:`; absent, it is `default:`.
    pub label: Option<Number>,
    /// The statement of the body that it stands before.
    pub at: usize,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: Name,
    /// Where its name stands.
    pub span: Span,
    /// Its variables, parameters first, in the order of declaration.
    pub locals: Vec<Local>,
    /// The parameters of the function itself, those of a template aside.
    pub parameters: Vec<LocalId>,
    /// Its body, called functions in their place.
    pub body: Vec<Stmt>,
    /// What its variables of the device hold when it starts; those that are not here, anything.
    pub contents: BTreeMap<LocalId, Contents>,
    /// The structures that it uses, and the built-in vectors.
    pub records: BTreeMap<Name, Arc<Record>>,
    /// The unions that it uses.
    pub unions: BTreeMap<Name, Arc<Union>>,
    /// The built-in vectors of which it accesses members in memory; the others are read and written
    /// as a whole.
    pub lanes: BTreeSet<Name>,
    /// The constants that nothing at hand declares: each is one number, and what it is another file says.
    pub undeclared: BTreeSet<LocalId>,
    /// What was passed over.
    pub notes: Vec<Note>,
    /// What is taken for granted.
    pub assumptions: Vec<Assumption>,
    /// Whether what is accessed may be `volatile`: types do not keep the qualifier.
    pub volatile: bool,
    /// Whether it is OpenCL C.
    pub opencl: bool,
    /// The blocks that it may be launched with, where its attributes say so.
    pub bound: Option<crate::syntax::BlockBound<u64>>,
    /// What types its parameters, as a template, are taken not to be: it is to be read with each of
    /// them besides.
    pub others: Vec<(Name, crate::syntax::Type)>,
}

/// What a variable of the device holds when a kernel starts, and all the time that it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// What the host put there, or another kernel: an input.
    Any,
    /// These numbers, row by row.
    Numbers(Arc<[Number]>),
    /// Certain values, of which nothing is known: why.
    Unknown(&'static str),
    /// What its initializer says, or what host code that is not at hand wrote.
    Unseen,
    /// The same, of a kernel that no host code at hand launches: what its initializer says is an input as good as any.
    Initial,
}

/// A structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its members, in order.
    pub fields: Vec<(Name, Type)>,
    /// Whether they lie one after the other, each as its type asks.
    pub plain: bool,
    /// How many bytes it is aligned to at least.
    pub align: u64,
}

/// A union: all its members begin where it begins. What a variable of a thread holds that is one, or has one, is not
/// modelled; in memory it is its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// Its members, in order.
    pub members: Vec<(Name, Type)>,
    /// Whether nothing packs it, or aligns it otherwise than `align` says.
    pub plain: bool,
    /// How many bytes it is aligned to at least.
    pub align: u64,
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("bool"),
            Type::Int(ty) => f.write_str(match (ty.bits, ty.signed) {
                (8, true) => "char",
                (8, false) => "unsigned char",
                (16, true) => "short",
                (16, false) => "unsigned short",
                (32, true) => "int",
                (32, false) => "unsigned int",
                (_, true) => "long",
                (_, false) => "unsigned long",
            }),
            Type::Float(16) => f.write_str("half"),
            Type::Float(32) => f.write_str("float"),
            Type::Float(_) => f.write_str("double"),
            Type::Opaque(name) => write!(f, "{name}"),
            Type::Unknown(Unknown::Named(name)) => write!(f, "typename {name}"),
            Type::Unknown(Unknown::Met(of)) => {
                let of: Vec<&str> = of.iter().map(Name::as_str).collect();
                write!(f, "decltype(+{})", of.join(" + "))
            }
            Type::Const(of) if matches!(**of, Type::Pointer(_)) => write!(f, "{of} const"),
            Type::Const(of) => write!(f, "const {of}"),
            Type::Pointer(to) => write!(f, "{to} *"),
            Type::Array(of, Some(n)) => write!(f, "{of} [{n}]"),
            Type::Array(of, None) => write!(f, "{of} []"),
            Type::Function => f.write_str("function"),
        }
    }
}
