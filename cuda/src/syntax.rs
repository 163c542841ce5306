//! The syntax tree as parsed: names are told apart into types and values, nothing is converted.

mod expression;
mod host;
mod lambda;
mod late;
mod spread;
mod types;

pub use expression::{ALLOCATED, Arrow, Binary, Expr, ExprKind, Place, Step, Unary};
pub use host::{
    Called, Closure, Condition, Forwards, Host, HostFunction, HostStep, Jump, Launch, Mention,
    Site, Skipped, StepKind,
};
pub use lambda::{Captures, Lambda};
pub use late::Late;
pub(crate) use late::Order;
pub(crate) use spread::Homes;
pub use spread::{Meant, Spread};
pub use types::{ALIASED, Type};

use crate::area::Area;
use crate::path::Path;
use crate::preprocess::Doubt;
use crate::reach::Reach;
use crate::vocabulary::Intrinsic;
use semantics::{Diagnostic, Name, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The specifiers of a declaration that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Specifiers {
    /// `__global__`.
    pub global: bool,
    /// `__device__`, or `__managed__`.
    pub device: bool,
    /// `__host__`.
    pub host: bool,
    /// `__shared__`.
    pub shared: bool,
    /// `__constant__`.
    pub constant: bool,
    /// `const` of the variable's own type, or `constexpr`.
    pub immutable: bool,
    /// `constexpr`.
    pub constexpr: bool,
    /// `static`.
    pub statical: bool,
    /// `extern`.
    pub external: bool,
    /// `typedef`.
    pub typedef: bool,
    /// `explicit`.
    pub explicit: bool,
    /// Declared by the toolkit, in [`crate::vocabulary`].
    pub of_toolkit: bool,
    /// `for (T x : e)` gives it each element of what has a name: `e[n]`, in device code of an array.
    pub element: bool,
}

/// One declared variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its initializer.
    pub init: Option<Init>,
    /// Where its name stands.
    pub span: Place,
}

/// An initializer.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// `= e`.
    Expr(Expr),
    /// `= {…}` or `{…}`.
    List(Vec<Init>),
    /// `(e, …)`.
    Arguments(Vec<Expr>),
}

impl Init {
    /// The one expression that it gives a variable: `= e`, `(e)` or `{e}`.
    pub fn only(&self) -> Option<&Expr> {
        match self {
            Init::Expr(e) => Some(e),
            Init::Arguments(es) => Some(es.first()?).filter(|_| es.len() == 1),
            Init::List(list) => match list.as_slice() {
                [Init::Expr(e)] => Some(e),
                _ => None,
            },
        }
    }

    /// The expressions outside of braces: of `= e` and `(e, …)`.
    pub fn direct(&self) -> &[Expr] {
        match self {
            Init::Expr(e) => std::slice::from_ref(e),
            Init::Arguments(es) => es,
            Init::List(_) => &[],
        }
    }

    /// All expressions in it, in order.
    pub fn expressions(&self) -> Vec<&Expr> {
        let (mut found, mut rest) = (Vec::new(), vec![self]);
        while let Some(init) = rest.pop() {
            match init {
                Init::List(list) => rest.extend(list.iter().rev()),
                init => found.extend(init.direct()),
            }
        }
        found
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Place,
}

/// The forms of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `;`, and declarations that declare no variable.
    Empty,
    /// `e;`
    Expr(Expr),
    /// `T x = e, …;`
    Declare(Vec<Variable>),
    /// `enum {a, b} x = e, …;`, its enumerators first.
    Enumeration(Vec<Item>, Vec<Variable>),
    /// `{…}`
    Block(Vec<Stmt>),
    /// `if (e) s else s`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `for (s e; e) s`
    For(Box<Stmt>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// `while (e) s`
    While(Expr, Box<Stmt>),
    /// `do s while (e);`
    DoWhile(Box<Stmt>, Expr),
    /// `switch (e) s`
    Switch(Expr, Box<Stmt>),
    /// `case e: s`, and `default: s`
    Case(Option<Expr>, Box<Stmt>),
    /// `x: s`
    Label(Name, Box<Stmt>),
    /// A name that nothing at hand declares, before a loop that is in one block with it: a macro, as of `#pragma unroll`.
    Macro(Name),
    /// `return e;`
    Return(Option<Expr>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto x;`
    Goto(Name),
    /// `asm("…" : …);`
    Assembly(Assembly),
    /// Parsed, and not modelled: what it is.
    Other(Area, &'static str),
}

/// The operands of inline assembly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembly {
    /// What it gives values to.
    pub outputs: Vec<Operand>,
    /// What it is given.
    pub inputs: Vec<Expr>,
    /// Whether its instructions work on registers only.
    pub on_registers: bool,
}

/// What inline assembly gives a value to.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The place.
    pub place: Expr,
    /// Whether it reads it, too.
    pub reads: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Its name.
    pub name: Name,
    /// Where its name stands.
    pub span: Place,
    /// What it returns.
    pub returns: Type,
    /// Its parameters; one without a name cannot be used.
    pub parameters: Vec<Parameter>,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// Its body. Those of host functions are passed over: nothing in them changes what a kernel
    /// does.
    pub body: Body,
    /// The parameters of a template, from the outermost `template <…>`.
    pub template: Option<Vec<TemplateParameter>>,
    /// Of a specialization of a template, the arguments that it is for, as far as it gives them.
    pub specializes: Option<Vec<TemplateArgument>>,
    /// Whether it is a member function: the object is its first parameter, [`THIS`].
    pub member: bool,
    /// What it does, where it has no body.
    pub intrinsic: Option<Intrinsic>,
    /// What its attributes say of the blocks that it is launched with, as a kernel.
    pub bound: Option<Box<BlockBound>>,
}

/// The blocks of threads that a kernel may be launched with: another launch fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockBound<N = Expr> {
    /// Those of at most so many threads: `__launch_bounds__(n)`.
    AtMost(N),
    /// Those with these extents: `reqd_work_group_size(x, y, z)`.
    Exactly([N; 3]),
}

/// The name of the object in a member function.
pub const THIS: &str = "this";

/// A parameter of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateParameter {
    /// Its name; one without a name cannot be used.
    pub name: Option<Name>,
    /// What it stands for.
    pub kind: TemplateParameterKind,
    /// Where it stands.
    pub span: Place,
}

/// What a parameter of a template stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplateParameterKind {
    /// `typename T = …`
    Type(Option<Type>),
    /// `int n = …`
    Value(Type, Option<Expr>),
    /// Not modelled: what it is.
    Other(&'static str),
}

/// An argument of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplateArgument {
    /// A type.
    Type(Type, Place),
    /// A value.
    Value(Expr),
    /// One that is not known where the template is used: it hangs on what is passed over.
    Unknown(Place),
}

/// `template void f<a>(…);` [C++17, 17.7.2]
#[derive(Clone, Debug)]
pub struct Instantiation {
    /// The template, without qualification.
    pub name: Name,
    /// The arguments that are given.
    pub arguments: Vec<TemplateArgument>,
    /// The types of its parameters, of which the other arguments are deduced; `None` where they are not read.
    pub parameters: Option<Vec<Type>>,
    /// Where its name stands.
    pub span: Place,
    /// Whether the file has the name nowhere else but in one definition, in declarations of it, and in other
    /// instantiations.
    pub alone: bool,
}

/// A use of a function template outside of the functions that are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The name of the template.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<TemplateArgument>,
    /// The token that it begins at.
    pub at: usize,
    /// Where it stands.
    pub span: Place,
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Only declared.
    None,
    /// Passed over.
    Skipped,
    /// Passed over because it could not be read: why, and whose fault that is.
    Unread(String, Place, Fault),
    /// Read.
    Block(Vec<Stmt>),
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Option<Name>,
    /// Its type, an array's already a pointer's.
    pub ty: Type,
    /// Whether it is `const` itself.
    pub immutable: bool,
    /// Whether it points to memory of the block: OpenCL's `__local`.
    pub shared: bool,
    /// What it is where a call does not say it.
    pub default: Option<Expr>,
    /// Where it stands.
    pub span: Place,
}

/// What stands at the top of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A function.
    Function(Function),
    /// Variables.
    Variables(Vec<Variable>),
    /// An enumerator; without an expression, one more than the one before it.
    Enumerator {
        /// Its name.
        name: Name,
        /// `= e`.
        value: Option<Expr>,
        /// Whether it is the first of its enumeration.
        first: bool,
        /// The type that its enumeration is.
        ty: Type,
        /// Whether the enumeration says which numbers it has: `enum E : unsigned`, `enum class`.
        fixed: bool,
        /// Where it stands.
        span: Place,
    },
    /// What could not be read.
    Unread(Unread),
}

/// Whose fault it is that something could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// That of the source: it is no C++, whatever headers have that are not at hand.
    Source,
    /// Perhaps that of this reader: it may be C++ that is not understood.
    Reader,
}

/// An item that was passed over, since it is not understood.
#[derive(Clone, Debug)]
pub struct Unread {
    /// What it may declare; `operator` stands for every operator.
    pub names: BTreeSet<Name>,
    /// The kernel that it is.
    pub kernel: Option<(Name, Place)>,
    /// Why it is not understood.
    pub why: Diagnostic,
    /// Whose fault that is.
    pub fault: Fault,
    /// Where it stands.
    pub span: Place,
}

impl PartialEq for Unread {
    fn eq(&self, other: &Unread) -> bool {
        self.names == other.names && self.kernel == other.kernel
    }
}

/// A structure whose data members are all modelled; or a class template, or a specialization of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its name; of a specialization, with the arguments.
    pub name: Name,
    /// Its members in order, those of its bases first.
    pub fields: Vec<(Name, Type)>,
    /// Whether all its data members are among them.
    pub whole: bool,
    /// Whether they lie one after the other, each as its type asks: nothing aligns or packs them, and it has
    /// no bases.
    pub plain: bool,
    /// How many bytes its head aligns it to at least.
    pub align: u64,
    /// The parameters of a class template.
    pub template: Option<Vec<TemplateParameter>>,
    /// The template that it specializes, and for which arguments.
    pub specializes: Option<(Name, Vec<TemplateArgument>)>,
    /// The member types of a class template or a specialization.
    pub types: Vec<(Name, Type)>,
    /// Its static constants: their types and values.
    pub constants: Vec<(Name, Type, Expr)>,
    /// The values that members have by default, where a list of values makes an object as well: no constructor is
    /// declared. [C++17, 11.6.1]
    pub defaults: Vec<(Name, Expr)>,
    /// Its bit-fields, which lie in members of their own.
    pub bits: Vec<BitField>,
    /// Whether the toolkit declares it: its members, and so its size, are other ones there.
    pub of_toolkit: bool,
    /// Which of the members are objects of its bases, or are declared without a name: no source can name them, and their
    /// members are found as its own.
    pub bases: Vec<Name>,
    /// Whether no object of it can be made: it declares a function that only classes derived from it have. [C++17, 13.4]
    pub is_abstract: bool,
}

/// A class that does something where an object of it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Destroyed {
    /// What else it is.
    pub record: Record,
    /// Whether to copy an object is to copy its members.
    pub copies: bool,
    /// Those of its functions of which there are several.
    pub overloaded: BTreeSet<Name>,
}

/// A bit-field: a part of the number that a member of its structure is. Adjacent ones share it, since they are one
/// memory location. [C++17, 4.4, 12.2.4]
#[derive(Clone, Debug, PartialEq)]
pub struct BitField {
    /// Its name.
    pub name: Name,
    /// The type that it is declared with.
    pub ty: Type,
    /// The member that it is a part of: an unsigned number of 32 or 64 bits. No source can name it.
    pub unit: Name,
    /// How many bits of that are before it.
    pub first: u32,
    /// How many it has.
    pub width: u32,
}

/// What a file has of the types that expressions do not tell from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// `long long`, besides `long`.
    pub long_long: bool,
    /// `signed char`, besides `char`.
    pub signed_char: bool,
    /// `wchar_t` and the like, besides `int` and the like.
    pub characters: bool,
    /// A second 16-bit floating-point type.
    pub bfloat16: bool,
    /// `__nv_bfloat16`, and no other 16-bit floating-point type.
    pub only_bfloat16: bool,
    /// Enumerations, besides integers.
    pub enumerations: bool,
    /// `const` places that are reached by a reference or in a member function.
    pub constant: bool,
    /// Names of `std` without that in front.
    pub std: bool,
}

/// What the name of a constructor ends with, after the class and `::`.
pub const CONSTRUCTOR: &str = "(constructor)";
/// What the name of a conversion function ends with.
pub const CONVERSION: &str = "(conversion)";

/// The variables of the device that something may write besides their initializers.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Those that host code writes, or of which it takes the address.
    pub written: BTreeSet<Name>,
    /// Those of which it cannot be said.
    pub doubtful: BTreeSet<Name>,
    /// The function that host code calls and that other files define, if there is one.
    pub outside: Option<(Name, Place)>,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its structures; one of which nothing is known but the name is not among them.
    pub records: Vec<Record>,
    /// Its items, in order.
    pub items: Vec<Item>,
    /// Templates of variables, with their parameters.
    pub variable_templates: Vec<(Vec<TemplateParameter>, Variable)>,
    /// Where kernel templates are used.
    pub instances: Vec<Instance>,
    /// The explicit instantiations of function templates.
    pub instantiations: Vec<Instantiation>,
    /// Its host code, as far as it is about launches.
    pub host: Host,
    /// What is done to its variables of the device.
    pub symbols: Symbols,
    /// What was passed over.
    pub notes: Vec<String>,
    /// Whether it has namespaces, whose names are not kept apart.
    pub namespaces: bool,
    /// Names that may mean another declaration than the one that is found, `operator+` among them.
    pub ambiguous: BTreeSet<Name>,
    /// Functions that are declared after calls by their name.
    pub late: Late,
    /// Names that functions of several namespaces have.
    pub spread: Spread,
    /// Whether `volatile` stands anywhere in it: expressions do not keep the qualifier.
    pub volatile: bool,
    /// Which types of expressions may be one of several.
    pub merged: Merged,
    /// Whether structures may be laid out in another way than their members say, wherever they stand: by
    /// `#pragma pack`, or by types that are aligned.
    pub aligned: bool,
    /// Whether it is OpenCL C.
    pub opencl: bool,
    /// The types of the toolkit that are read and written as a whole.
    pub opaque: BTreeSet<Name>,
    /// Operators, constructors and conversions of classes for the device that are not read, and may do more than compute:
    /// how they are called, and where the class is.
    pub unseen: Vec<(Name, Place)>,
    /// Its unions: all members of one begin where it begins.
    pub unions: Vec<Record>,
    /// Its classes of which all is known but what is done where an object of them ends.
    pub destroyed: Vec<Destroyed>,
    /// The headers of which nothing is known, and where each is included first.
    pub missing: Vec<(String, Span)>,
    /// The texts of `#error`, and where they stand.
    pub refused: Vec<(String, Span)>,
    /// The conditions that hang on what is not known.
    pub doubts: Vec<Doubt>,
    /// Macros that are defined only in groups which are not read, and the one macro that these ask for by `#ifdef`.
    pub hidden: BTreeMap<Name, Name>,
    /// Whether there may be a lambda expression in it.
    pub lambdas: bool,
    /// The macros of which its text has what they are defined as.
    pub expanded: BTreeSet<Name>,
    /// Which parts of it hang on which; nothing where it has no doubts.
    pub reach: Reach,
}

impl File {
    /// Its functions, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Its variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        let all = self.items.iter().filter_map(|item| match item {
            Item::Variables(variables) => Some(variables),
            _ => None,
        });
        all.flatten()
    }

    /// The items that were passed over.
    pub fn unread(&self) -> impl Iterator<Item = &Unread> {
        self.items.iter().filter_map(|item| match item {
            Item::Unread(unread) => Some(unread),
            _ => None,
        })
    }
}

/// Whether a name is among those that several declarations have, or one of the classes is that are written before it.
pub fn is_ambiguous(ambiguous: &BTreeSet<Name>, name: &Name) -> bool {
    ambiguous.contains(name) || name.scopes().any(|class| ambiguous.contains(&class))
}
