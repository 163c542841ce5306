//! Arrays come into being: variables in memory, and what pointers point to.

use super::flat::WIDEST;
use super::{Lowered, Lowering};
use crate::area::Area;
use crate::arrays::member;
use crate::note::Note;
use crate::resolve::Layout;
use crate::typed::{LocalId, Storage, Type};
use crate::unsupported::Unsupported;
use num_traits::One;
use semantics::{ArrayRole, ArrayType, IntType, Members, Name, Number, Sharing};

/// The integer type that holds the contents of an element: opaque contents as their bits.
pub(super) fn contents(ty: &Type) -> Option<IntType> {
    match ty {
        Type::Bool | Type::Int(_) => ty.int(),
        Type::Float(bits) => Some(IntType::unsigned(*bits)),
        Type::Opaque(_) | Type::Unknown(_) => Some(IntType::unsigned(128)),
        Type::Pointer(_) => Some(IntType::ULONG),
        Type::Const(of) => contents(of),
        _ => None,
    }
}

impl Lowering<'_> {
    /// A variable in memory comes into being: it is an array, a scalar one of one element.
    pub(super) fn allocate(&mut self, id: LocalId) -> Lowered<()> {
        let local = &self.given.kernel.locals[id.0];
        if local.storage == Storage::Dynamic {
            let first = *self.arrays.open_array.get_or_insert(id);
            if let Some(array) = self.arrays.memory.get(&first).cloned() {
                if self.given.kernel.locals[first.0].ty.unqualified() != local.ty.unqualified() {
                    let start = self.start_of(array.clone());
                    self.flatten(&start);
                }
                self.arrays.memory.insert(id, array);
                return Ok(());
            }
        }
        let sharing = match local.storage {
            Storage::Shared | Storage::Dynamic => Sharing::Block,
            _ => Sharing::Grid,
        };
        let mut dimensions = Vec::new();
        let unqualified = local.ty.unqualified();
        let used = self.given.retyped.get(&id).cloned();
        let mut ty = used.as_ref().unwrap_or(&unqualified);
        while let Type::Array(of, size) = ty {
            dimensions.extend(size.clone());
            ty = of;
        }
        if !matches!(local.ty, Type::Array(..)) {
            dimensions.push(Number::one());
        }
        let dynamic = local.storage == Storage::Dynamic;
        if matches!(&local.ty, Type::Array(_, None))
            || dynamic && self.given.flat.contains_key(&local.name)
        {
            // Of such an array only the outermost dimension is open, so no bound holds.
            dimensions.clear();
        }
        let name = self.fresh(local.name.as_str());
        let ty = ty.clone();
        let before: Vec<Name> = self.arrays.types.keys().cloned().collect();
        if !self.array(&name, sharing, &ty, &dimensions) {
            let local = &self.given.kernel.locals[id.0];
            return Err(Unsupported::new(Area::Memory, format!("a `{ty}` in memory"), &local.span));
        }
        let own: Vec<Name> =
            self.arrays.types.keys().filter(|array| !before.contains(array)).cloned().collect();
        self.hold(id, own.into_iter());
        self.arrays.memory.insert(id, name);
        Ok(())
    }

    /// Declares an array: of structures, one for each member. `false` where its elements are not
    /// modelled.
    pub(super) fn array(
        &mut self,
        name: &Name,
        sharing: Sharing,
        element: &Type,
        dimensions: &[Number],
    ) -> bool {
        self.array_of(name, None, sharing, element, dimensions)
    }

    /// As [`Lowering::array`]: the members of an array of structures.
    fn array_of(
        &mut self,
        name: &Name,
        members: Option<Members>,
        sharing: Sharing,
        element: &Type,
        dimensions: &[Number],
    ) -> bool {
        self.arrays.elements.insert(name.clone(), element.clone());
        if self.has_union(element) && self.cell(name).is_none() {
            if self.layout(element).is_some() {
                self.found.flat.entry(name.clone()).or_insert(WIDEST);
            }
            return false;
        }
        if let (Some(cell), Some(Layout { size, .. })) = (self.cell(name), self.layout(element)) {
            let all: Number = dimensions.iter().product();
            let sized = !dimensions.is_empty();
            let dimensions = if sized { vec![all * size / cell] } else { Vec::new() };
            let element = IntType::unsigned(u8::try_from(cell * 8).unwrap_or(u8::MAX));
            self.variables.names.insert(name.clone(), 0);
            let role = ArrayRole::Memory;
            let array = ArrayType { role, members, sharing, element, dimensions, flat: true };
            self.arrays.types.insert(name.clone(), array);
            let unit = if cell == 1 { "bytes".into() } else { format!("units of {cell} bytes") };
            self.note(Note::convention(format!(
                "`{name}` is used at several types: its index counts {unit}"
            )));
            return true;
        }
        if let Some(record) = self.element_record(element) {
            return record.fields.iter().all(|(field, ty)| {
                let mut dimensions = dimensions.to_vec();
                let mut inner = ty;
                while let Type::Array(of, size) = inner {
                    if !dimensions.is_empty() {
                        dimensions.extend(size.clone());
                    }
                    inner = of;
                }
                let whole = || Members { of: name.clone(), path: Vec::new() };
                let mut own = members.clone().unwrap_or_else(whole);
                own.path.push(field.clone());
                let part = member(name.as_str(), field.as_str());
                self.array_of(&part, Some(own), sharing, inner, &dimensions)
            });
        }
        let Some(contents) = contents(element) else { return false };
        let dimensions = dimensions.to_vec();
        let array = ArrayType {
            role: ArrayRole::Memory,
            members,
            sharing,
            element: contents,
            dimensions,
            flat: false,
        };
        self.variables.names.insert(name.clone(), 0);
        self.arrays.types.insert(name.clone(), array);
        true
    }
}
