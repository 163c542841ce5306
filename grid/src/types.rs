//! Types, and how their values lie in memory.

use crate::scalar::Scalar;
use cuda::resolve::{self, Layout, Part, Shape, layout};
use semantics::{Name, Number};
use std::fmt;
use std::sync::Arc;

/// A type. `const` is not kept: what is `const` is checked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `void`.
    Void,
    /// A number.
    Scalar(Scalar),
    /// A pointer.
    Pointer(Arc<Type>),
    /// An array of a known size.
    Array(Arc<Type>, u64),
    /// A structure, a built-in vector or a union.
    Record(Arc<Record>),
    /// A type of which only the name is known; there are no values of it.
    Opaque(Name),
}

/// A structure, or a union.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: Name,
    /// Its members, in order.
    pub fields: Vec<Field>,
    /// How it lies in memory.
    pub layout: Layout,
    /// Whether all members begin where it begins.
    pub union: bool,
    /// How many scalars a value has.
    width: u64,
    has_array: bool,
    has_union: bool,
}

/// A member of a structure.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Whether it is declared without a name: its members are found as those of what it is in.
    pub unnamed: bool,
}

/// A scalar inside a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Its type.
    pub scalar: Scalar,
}

impl Record {
    /// Lays out the members one after the other, each at its alignment.
    pub fn new(name: Name, members: Vec<(Name, Type)>, least_align: u64) -> Record {
        let types = || members.iter().map(|(_, ty)| ty);
        let width = types().fold(0u64, |n, ty| n.saturating_add(ty.width()));
        let has_array = types().any(Type::has_array);
        let has_union = types().any(Type::has_union);
        // A size near the end of numbers is refused by whoever asks for it.
        let (starts, layout) = Layout::structure(types().map(Type::layout), least_align);
        let field = |((name, ty), offset)| Field { name, ty, offset, unnamed: false };
        let fields = members.into_iter().zip(starts).map(field).collect();
        Record { name, fields, layout, union: false, width, has_array, has_union }
    }

    /// Has all members begin where it begins. A value is its bytes, taken as numbers that are aligned as it is.
    pub fn union(name: Name, members: Vec<(Name, Type)>, least_align: u64) -> Record {
        let layout = Layout::union(members.iter().map(|(_, ty)| ty.layout()), least_align);
        let field = |(name, ty)| Field { name, ty, offset: 0, unnamed: false };
        let fields = members.into_iter().map(field).collect();
        let width = layout.size / u64::from(unit(layout).size());
        Record { name, fields, layout, union: true, width, has_array: true, has_union: true }
    }

    /// With these of its members declared without a name.
    pub fn with_unnamed(mut self, names: &[Name]) -> Record {
        self.fields.iter_mut().for_each(|field| field.unnamed = names.contains(&field.name));
        self
    }

    /// The member of this name.
    pub fn field(&self, name: &Name) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == *name)
    }

    /// The member without a name that has, or whose own such members have, one of this name.
    pub fn around(&self, name: &Name) -> Option<&Field> {
        self.fields.iter().filter(|field| field.unnamed).find(|field| match &field.ty {
            Type::Record(of) => of.field(name).is_some() || of.around(name).is_some(),
            _ => false,
        })
    }
}

/// The numbers that the bytes of a union are taken as.
fn unit(layout: Layout) -> Scalar {
    match layout.align {
        1 => Scalar::U8,
        2 => Scalar::U16,
        4 => Scalar::U32,
        _ => Scalar::U64,
    }
}

impl Type {
    /// `int`.
    pub const INT: Type = Type::Scalar(Scalar::I32);
    /// `bool`.
    pub const BOOL: Type = Type::Scalar(Scalar::Bool);

    /// A pointer to it.
    pub fn pointer(self) -> Type {
        Type::Pointer(Arc::new(self))
    }

    /// What it is, or arrays of it are, made of: no array.
    pub fn innermost(&self) -> &Type {
        let mut ty = self;
        while let Type::Array(of, _) = ty {
            ty = of;
        }
        ty
    }

    /// Its scalar type, if a value of it is one register.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Pointer(_) => Some(Scalar::Pointer),
            _ => None,
        }
    }

    /// What it points to, an array decayed.
    pub fn pointee(&self) -> Option<&Arc<Type>> {
        match self {
            Type::Pointer(to) | Type::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// How its values lie in memory; those of a type that has none take no bytes.
    pub fn layout(&self) -> Layout {
        let other = |ty: &Type| match ty {
            Type::Record(record) => Some(record.layout),
            ty => ty.scalar().map(|scalar| Layout::scalar(scalar.size().into())),
        };
        layout(self, &other).unwrap_or(Layout { size: 0, align: 1 })
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.layout().size
    }

    /// How many scalars a value of it has.
    pub fn width(&self) -> u64 {
        match self {
            Type::Void | Type::Opaque(_) => 0,
            Type::Scalar(_) | Type::Pointer(_) => 1,
            Type::Array(of, n) => of.width().saturating_mul(*n),
            Type::Record(record) => record.width,
        }
    }

    /// Whether an array stands in it: such a value is kept in memory.
    pub fn has_array(&self) -> bool {
        match self {
            Type::Array(..) => true,
            Type::Record(record) => record.has_array,
            _ => false,
        }
    }

    /// Whether a union stands in it.
    pub fn has_union(&self) -> bool {
        matches!(self.innermost(), Type::Record(record) if record.has_union)
    }

    /// The scalars of a value, in order. Callers bound [`Type::width`] first.
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect_leaves(0, &mut leaves);
        leaves
    }

    fn collect_leaves(&self, at: u64, leaves: &mut Vec<Leaf>) {
        match self {
            Type::Void | Type::Opaque(_) => {}
            Type::Scalar(_) | Type::Pointer(_) => {
                leaves.extend(self.scalar().map(|scalar| Leaf { offset: at, scalar }));
            }
            Type::Array(of, n) => {
                for i in 0..*n {
                    of.collect_leaves(at + i * of.size(), leaves);
                }
            }
            Type::Record(record) if record.union => {
                let scalar = unit(record.layout);
                let size = u64::from(scalar.size());
                let nth = |n| Leaf { offset: at + n * size, scalar };
                leaves.extend((0..record.width).map(nth));
            }
            Type::Record(record) => {
                for field in &record.fields {
                    field.ty.collect_leaves(at + field.offset, leaves);
                }
            }
        }
    }
}

/// One of CUDA's built-in vectors, such as `float4`, or `dim3`.
pub fn vector(name: &str) -> Option<Type> {
    let (lanes, lane) = resolve::vector(name)?;
    let align = Layout::from(lane).vector(lanes.len(), false).align;
    let members = lanes.iter().map(|x| ((*x).into(), Type::Scalar(lane.into()))).collect();
    Some(Type::Record(Arc::new(Record::new(name.into(), members, align))))
}

/// The state of one of cuRAND's generators: as many bytes as it has in CUDA 12, of which no source can name a part.
pub fn state(name: &str) -> Option<Type> {
    let words = match name {
        "curandStateXORWOW" | "curandStateMRG32k3a" => 6,
        "curandStatePhilox4_32_10" => 8,
        "curandStateSobol32" | "curandStateScrambledSobol32" => 18,
        "curandStateSobol64" | "curandStateScrambledSobol64" => 67,
        _ => return None,
    };
    let words = Type::Array(Arc::new(Type::Scalar(Scalar::U64)), words);
    Some(Type::Record(Arc::new(Record::new(name.into(), vec![("(words)".into(), words)], 8))))
}

impl Shape for Type {
    fn part(&self) -> Part<'_, Self> {
        match self {
            Type::Pointer(to) => Part::Pointer(to),
            Type::Array(of, n) => Part::Array(of, Some(Number::from(*n))),
            Type::Void => Part::Void,
            Type::Scalar(scalar) => scalar.numeric().map_or(Part::Other, Part::Number),
            Type::Record(_) | Type::Opaque(_) => Part::Other,
        }
    }

    fn pointer(&self) -> Self {
        Type::pointer(self.clone())
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Scalar(scalar) => write!(f, "{scalar}"),
            Type::Pointer(to) => write!(f, "{to} *"),
            Type::Array(of, n) => write!(f, "{of} [{n}]"),
            Type::Record(record) => write!(f, "{}", record.name),
            Type::Opaque(name) => write!(f, "{name}"),
        }
    }
}
