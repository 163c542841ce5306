//! Where the cells of a claim lie in the memory of a run, and which cells memory is.

use super::reason::NotRun;
use crate::arguments::Bound;
use crate::code::Module;
use crate::pointer::{LARGEST_OBJECT, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use semantics::Name;
use std::fmt;

/// Bytes of an object.
pub(super) struct Bytes {
    pub space: Space,
    pub object: u32,
    pub first: u64,
    pub size: u64,
}

/// An array of a program, in terms of a run: an array of structures is one array for each member.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Array {
    /// A parameter, a variable.
    pub of: String,
    /// The members on the way from its elements to what the array holds.
    pub members: Vec<String>,
}

impl Array {
    /// All of what has this name.
    pub fn whole(of: impl Into<String>) -> Array {
        Array { of: of.into(), members: Vec::new() }
    }
}

/// As the program calls it.
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.members.iter().fold(self.of.as_str().into(), |name: Name, field| {
            cuda::arrays::member(name.as_str(), field)
        });
        f.write_str(name.as_str())
    }
}

/// Where a cell lies.
pub(super) fn locate(
    module: &Module,
    bound: &Bound,
    array: &Array,
    index: &[u64],
    bytes: Option<u64>,
) -> Result<Bytes, NotRun> {
    let found = find(module, bound, &array.of);
    let (space, object, ty) = found.ok_or_else(|| NotRun::NoArray(array.to_string()))?;
    if let (Some(size), [n]) = (bytes, index) {
        let first = n.checked_mul(size).filter(|first| *first < LARGEST_OBJECT - size);
        let first = first.ok_or_else(|| NotRun::TooSmall(array.to_string()))?;
        return Ok(Bytes { space, object, first, size });
    }
    let path = array.members.iter().map(String::as_str).collect();
    inside(space, object, &ty, path, index).ok_or_else(|| NotRun::NotAnArray(array.to_string()))
}

/// The variable of the file, or the member of one, that has this name as a parameter of a program.
pub(super) fn of_file(module: &Module, name: &str) -> Option<Array> {
    let mut open: Vec<(Array, &Type)> =
        module.globals.iter().map(|g| (Array::whole(g.name.as_str()), &g.ty)).collect();
    // No structure holds itself.
    while let Some((array, ty)) = open.pop() {
        if array.to_string() == name {
            return Some(array);
        }
        if let Type::Record(record) = ty {
            open.extend(record.fields.iter().map(|field| {
                let mut inner = array.clone();
                inner.members.push(field.name.to_string());
                (inner, &field.ty)
            }));
        }
    }
    None
}

/// The object of a name, and its type: of a parameter, an array without end.
fn find(module: &Module, bound: &Bound, name: &str) -> Option<(Space, u32, Type)> {
    if let Some(array) = bound.arrays.iter().find(|array| array.name == name) {
        let ty = match module.globals.get(array.object as usize) {
            Some(object) if object.name.as_str() == name => object.ty.clone(),
            _ => Type::Array(array.element.clone().into(), u64::MAX),
        };
        return Some((Space::Global, array.object, ty));
    }
    if let Some((_, element)) = module.dynamic.iter().find(|(other, _)| other.as_str() == name) {
        return Some((Space::Shared, 0, Type::Array(element.clone().into(), u64::MAX)));
    }
    let mut all = module.shared.iter().enumerate().filter(|(_, o)| o.name.as_str() == name);
    // Of several of one name nobody knows which is meant.
    let (Some((object, found)), None) = (all.next(), all.next()) else { return None };
    Some((Space::Shared, object as u32, found.ty.clone()))
}

fn inside(space: Space, object: u32, ty: &Type, path: Vec<&str>, index: &[u64]) -> Option<Bytes> {
    // A cell of an array of arrays may be given by one number, too.
    let flat = index.len() == 1;
    let index = match index {
        [n] => spread(ty, &path, *n)?,
        index => index.to_vec(),
    };
    let (mut first, mut ty) = (0u64, ty.clone());
    let mut rest = index.into_iter();
    let mut path = path.into_iter();
    loop {
        while let Type::Array(of, _) = ty.clone() {
            let of = if flat { of.innermost().clone() } else { (*of).clone() };
            let Some(n) = rest.next() else { break };
            first = n.checked_mul(of.size())?.checked_add(first)?;
            ty = of;
        }
        let Some(name) = path.next() else { break };
        let field = member(&ty, name)?;
        first = first.checked_add(field.0)?;
        ty = field.1;
    }
    let size = ty.size();
    (first < LARGEST_OBJECT - size && size > 0).then_some(Bytes { space, object, first, size })
}

/// The offset and type of a member.
fn member(ty: &Type, name: &str) -> Option<(u64, Type)> {
    let Type::Record(record) = ty else { return None };
    let field = record.field(&name.into())?;
    Some((field.offset, field.ty.clone()))
}

/// The one number of a cell as one number for each array on the way to it.
fn spread(ty: &Type, path: &[&str], mut n: u64) -> Option<Vec<u64>> {
    let of_array = matches!(ty, Type::Array(..));
    let (mut ty, mut counts) = (ty.innermost().clone(), Vec::new());
    for name in path {
        let (_, of) = member(&ty, name)?;
        ty = of.innermost().clone();
        if matches!(of, Type::Array(..)) {
            counts.push(of.size().checked_div(ty.size()).filter(|count| *count > 0)?);
        }
    }
    let mut all = Vec::new();
    for count in counts.into_iter().rev() {
        all.insert(0, n % count);
        n /= count;
    }
    if of_array {
        all.insert(0, n);
    }
    Some(all)
}

/// An element of an array without end of a type, as [`locate`] knows it: its array, its index, its begin, its type.
pub(super) fn element(of: &str, ty: &Type, offset: u64) -> Option<(Array, u64, u64, Scalar)> {
    let mut ty = ty.innermost().clone();
    let mut index = offset.checked_div(ty.size())?;
    let (mut begin, mut array) = (index * ty.size(), Array::whole(of));
    while let Type::Record(record) = ty.clone() {
        let inside = |at: u64, size: u64| (at..at + size).contains(&(offset - begin));
        let field = record.fields.iter().find(|f| inside(f.offset, f.ty.size()))?;
        begin += field.offset;
        array.members.push(field.name.to_string());
        ty = field.ty.innermost().clone();
        if matches!(field.ty, Type::Array(..)) {
            let nth = (offset - begin).checked_div(ty.size())?;
            index = index * field.ty.size().checked_div(ty.size())? + nth;
            begin += nth * ty.size();
        }
    }
    Some((array, index, begin, ty.scalar()?))
}
