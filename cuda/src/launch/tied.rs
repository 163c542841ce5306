//! What is said of a launch in terms of one kernel.

use super::value::Value;
use crate::syntax::Place;
use crate::typed::{Kernel, Type};
use num_traits::ToPrimitive;
use semantics::{Cond, Dim, Expr as Term, IntType, Name, Number, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// How many elements of an array in a parameter are looked at.
const MOST_ELEMENTS: usize = 64;

/// Something that host code says of a launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is about.
    pub kind: FactKind,
    /// Where the host code says it.
    pub span: Place,
}

/// What a fact is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
    /// A parameter has this number.
    Constant(Name, Number),
    /// A parameter is computed from what other parameters or the launch are.
    Argument(Name),
    /// `gridDim` or `blockDim` on an axis is computed from parameters.
    Extent(String),
    /// Two parameters are given one pointer.
    Same(Name, Name),
    /// A parameter is a null pointer.
    Null(Name),
    /// What a parameter points to has so many bytes.
    Memory(Name),
    /// `assert` holds.
    Assertion,
    /// The condition under which the launch is reached.
    Condition,
    /// A value is one of two.
    Choice,
    /// A variable counts the turns of a loop from where it starts.
    Counter(Name),
    /// Rows of memory are as far apart as they are long, or further.
    Pitch,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = &self.span.0;
        let text = span.source.text().get(span.bytes.clone()).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match &self.kind {
            FactKind::Constant(x, n) => write!(f, "`{x}` is {n}")?,
            FactKind::Argument(x) => write!(f, "`{x}` is `{text}`")?,
            FactKind::Extent(x) => write!(f, "`{x}` is of `{text}`")?,
            FactKind::Same(x, y) => write!(f, "`{x}` and `{y}` point to one array")?,
            FactKind::Null(x) => write!(f, "`{x}` is a null pointer")?,
            FactKind::Memory(x) => write!(f, "`{x}` points to `{text}` bytes")?,
            FactKind::Assertion => write!(f, "`{text}` holds")?,
            FactKind::Condition => write!(f, "the launch is reached past `{}`", shorten(&text))?,
            FactKind::Counter(x) => {
                write!(f, "`{x}` has the values of the loop `{}`", shorten(&text))?;
            }
            FactKind::Pitch => {
                f.write_str("rows that are allocated with a pitch do not overlap")?
            }
            FactKind::Choice => f.write_str("what is chosen by a condition is one of the two")?,
        }
        write!(f, " ({})", span.place())
    }
}

/// The beginning of a statement.
fn shorten(text: &str) -> String {
    let head = text.split('{').next().unwrap_or(text).trim_end();
    match head.char_indices().nth(60) {
        Some((n, _)) => format!("{}…", &head[..n]),
        None => head.into(),
    }
}

/// A launch in terms of one kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Tied {
    /// `gridDim`, where it is a number.
    pub grid: [Option<u64>; 3],
    /// `blockDim`, where it is a number.
    pub block: [Option<u64>; 3],
    /// The parameters that are numbers, by their place among the kernel's variables.
    pub(crate) values: BTreeMap<usize, Number>,
    /// Values of the host that the kernel does not see, under the names of [`of_host`], and what each is called there.
    pub(crate) hidden: BTreeMap<Name, (Name, IntType)>,
    /// What holds of parameters and extents, under the names of [`argument`] and [`extent`], and of what is hidden.
    pub(crate) conditions: Vec<Arc<Cond>>,
    /// The pointers into memory of another parameter.
    pub(crate) same: Vec<Shared>,
    /// Whether the pointers are so on a single path, while all else is of any path.
    pub(crate) of_path: bool,
    /// How many bytes the pointers point to, under the names of [`argument`] and [`extent`].
    pub(crate) memory: BTreeMap<usize, Arc<Term>>,
    /// Where the host code says that.
    pub(crate) memory_facts: Vec<Fact>,
    /// The same of all pointers to the beginning of memory, other ones to it or not.
    pub(crate) sizes: BTreeMap<usize, Arc<Term>>,
    /// The parameters that are floating-point numbers which are known.
    pub(crate) reals: BTreeMap<usize, f64>,
    /// The pointers that are null, where the kernel asks whether one is.
    pub(crate) null: BTreeSet<Slot>,
    /// What of this the host code says where.
    pub facts: Vec<Fact>,
}

impl Tied {
    /// Whether it is the same as another one with fewer conditions: what runs in the other launch, runs in this one.
    pub(crate) fn is_more_general(&self, other: &Tied) -> bool {
        let fewer = self.conditions.iter().all(|c| other.conditions.contains(c));
        let hidden = self.hidden.iter().all(|(name, value)| other.hidden.get(name) == Some(value));
        let alike = Tied {
            conditions: self.conditions.clone(),
            hidden: self.hidden.clone(),
            facts: self.facts.clone(),
            ..other.clone()
        };
        fewer && hidden && alike == *self
    }
}

/// A parameter of a kernel, or a member of one, or a variable of the device that it uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    /// Its place among the kernel's variables.
    pub local: usize,
    /// Which member of which member; or which element.
    pub path: Vec<usize>,
}

impl Slot {
    /// All of a variable.
    pub fn of(local: usize) -> Slot {
        Slot { local, path: Vec::new() }
    }

    /// Its n-th member.
    pub fn member(&self, n: usize) -> Slot {
        let mut path = self.path.clone();
        path.push(n);
        Slot { local: self.local, path }
    }

    /// As the kernel names it.
    pub fn name(&self, kernel: &Kernel) -> Name {
        let local = &kernel.locals[self.local];
        let (mut name, mut ty) = (local.name.to_string(), local.ty.clone());
        for n in &self.path {
            let members = members(&ty, kernel);
            let Some((part, of)) = members.into_iter().nth(*n) else { break };
            name.push_str(&part.to_string());
            ty = of;
        }
        name.into()
    }
}

/// What a type is made of.
pub(super) enum Part {
    /// A member of a structure.
    Member(Name),
    /// An element of an array.
    Element(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Member(x) => write!(f, ".{x}"),
            Part::Element(n) => write!(f, "[{n}]"),
        }
    }
}

/// What a type is made of, in order, and the type of each.
pub(super) fn members(ty: &Type, kernel: &Kernel) -> Vec<(Part, Type)> {
    match ty {
        Type::Opaque(name) => {
            let fields = kernel.records.get(name).into_iter().flat_map(|r| &r.fields);
            fields.map(|(x, ty)| (Part::Member(x.clone()), ty.clone())).collect()
        }
        Type::Array(of, Some(n)) => {
            let n = n.to_usize().filter(|n| *n <= MOST_ELEMENTS).unwrap_or(0);
            (0..n).map(|n| (Part::Element(n), (**of).clone())).collect()
        }
        _ => Vec::new(),
    }
}

impl Tied {
    /// Where nothing is said but numbers of parameters.
    pub(crate) fn of_values(values: BTreeMap<usize, Number>) -> Tied {
        Tied {
            grid: [None; 3],
            block: [None; 3],
            values,
            hidden: BTreeMap::new(),
            conditions: Vec::new(),
            same: Vec::new(),
            of_path: false,
            memory: BTreeMap::new(),
            memory_facts: Vec::new(),
            sizes: BTreeMap::new(),
            reals: BTreeMap::new(),
            null: BTreeSet::new(),
            facts: Vec::new(),
        }
    }

    /// The pointer parameters that share memory, by their names.
    pub(crate) fn shared_arrays(&self, kernel: &Kernel) -> Vec<SharedArray> {
        let shared = self.same.iter().filter_map(|shared| {
            let bytes = match &shared.bytes {
                Some(bytes) => Some(bytes.to_u64()?),
                None if shared.parameter == shared.of => return None,
                None => None,
            };
            let (parameter, of) = (shared.parameter.name(kernel), shared.of.name(kernel));
            Some(SharedArray { parameter, of, bytes })
        });
        shared.collect()
    }
}

/// The name of a parameter in a condition. No name of C++ is one.
pub(crate) fn argument(slot: &Slot) -> Name {
    let path: String = slot.path.iter().map(|n| format!(" {n}")).collect();
    format!("argument {}{path}", slot.local).into()
}

/// The name of an extent in a condition.
pub(crate) fn extent(of_block: bool, dim: Dim) -> Name {
    let of = if of_block { "block" } else { "grid" };
    format!("{of} {}", dim.letter()).into()
}

/// The name of the n-th value of the host in a condition that the kernel does not see.
pub(super) fn of_host(n: usize) -> Name {
    format!("host {n}").into()
}

/// A number that the kernel sees, and what the host computes it as.
pub(super) struct Target {
    /// Its name in a condition.
    pub name: Name,
    pub ty: IntType,
    pub value: Arc<Term>,
    pub kind: FactKind,
    pub span: Span,
}

/// A parameter or a member of one, and what host code gives it.
pub(super) struct Leaf<'v> {
    pub slot: Slot,
    pub ty: Type,
    pub value: &'v Value,
    pub span: Span,
}

/// A parameter that points into the memory of another one, which may be itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedArray {
    /// The parameter.
    pub parameter: Name,
    /// The parameter that the memory is called by.
    pub of: Name,
    /// How many bytes after its beginning, where that is known.
    pub bytes: Option<u64>,
}

/// A pointer parameter that points into the memory of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shared {
    pub parameter: Slot,
    pub of: Slot,
    /// How many bytes after the other one, where that is a number.
    pub bytes: Option<Number>,
    /// How many elements after the other one, where that is no number, under the names of [`argument`] and [`extent`].
    pub far: Option<Arc<Term>>,
    /// How many bytes an element has, as the host sees it.
    pub element: Option<u64>,
}
