//! Arguments: what the parameters of a kernel and the variables of its file hold.

use crate::code::Module;
use crate::contents::{Contents, Number};
use crate::machine::Grid;
use crate::pointer::{Pointer, Space};
use crate::scalar::Scalar;
use crate::types::Type;
use crate::unfit::{Unbound, Unfit};
use cuda::arrays::member;

/// An array that a kernel was given, or a variable of its file.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name: of a parameter, of a member of one (`g.nodes`), of a variable.
    pub name: String,
    /// Its place in global memory.
    pub object: u32,
    /// The type of its elements.
    pub element: Type,
    /// Whether threads may write it.
    pub read_only: bool,
}

/// What a kernel was given.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// A register for each scalar of the parameters: [`crate::Launch::arguments`].
    pub registers: Vec<u64>,
    /// The arrays.
    pub arrays: Vec<Array>,
}

/// A scalar of a parameter: `n`, `g.nodes`.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The object of each block that it points to.
    pub shared: Option<u32>,
}

/// The scalars of the parameters, in the order of their registers.
pub fn slots(module: &Module) -> Vec<Slot> {
    let mut slots = Vec::new();
    for parameter in &module.parameters {
        let first = slots.len();
        add_slots(parameter.name.to_string(), &parameter.ty, &mut slots);
        slots[first..].iter_mut().for_each(|slot| slot.shared = parameter.shared);
    }
    slots
}

fn add_slots(name: String, ty: &Type, slots: &mut Vec<Slot>) {
    match ty {
        Type::Record(record) => {
            for field in &record.fields {
                add_slots(member(&name, field.name.as_str()).to_string(), &field.ty, slots);
            }
        }
        Type::Array(of, n) => (0..*n).for_each(|i| add_slots(format!("{name}[{i}]"), of, slots)),
        ty => slots.push(Slot { name, ty: ty.clone(), shared: None }),
    }
}

/// Binds what is given by name. `missing` says what a parameter holds that nothing is said of.
///
/// # Errors
/// A name that the kernel does not have; a parameter that nothing is said of; what does not fit.
pub fn bind(
    grid: &mut Grid<'_>,
    module: &Module,
    given: &[(String, Contents)],
    missing: impl Fn(&Slot) -> Option<Contents>,
) -> Result<Bound, Unbound> {
    let slots = slots(module);
    let variable = |name: &str| module.globals.iter().position(|g| g.name.as_str() == name);
    for (n, (name, _)) in given.iter().enumerate() {
        if !slots.iter().any(|slot| slot.name == *name) && variable(name).is_none() {
            let known = slots.iter().map(|slot| slot.name.clone()).collect();
            return Err(Unbound::NoParameter(name.clone(), known));
        }
        if given[..n].iter().any(|(other, _)| other == name) {
            return Err(Unbound::Twice(name.clone()));
        }
    }
    let mut bound = Bound::default();
    for slot in &slots {
        if let Some(object) = slot.shared {
            bound.registers.push(Pointer::to(Space::Shared, object).0);
            continue;
        }
        let named = given.iter().find(|(name, _)| *name == slot.name);
        let contents = named.map(|(_, contents)| contents.clone()).or_else(|| missing(slot));
        let contents = contents.ok_or_else(|| Unbound::NoValue(slot.name.clone()))?;
        let register = match &slot.ty {
            Type::Pointer(to) => array(grid, &mut bound, slot, to, &contents)?,
            ty => scalar(ty, &contents).map_err(|why| Unbound::Unfit(slot.name.clone(), why))?,
        };
        bound.registers.push(register);
    }
    for (n, object) in module.globals.iter().enumerate() {
        let (element, name) = (object.ty.innermost().clone(), object.name.to_string());
        if let Some((_, contents)) = given.iter().find(|(given, _)| *given == name)
            && !slots.iter().any(|slot| slot.name == name)
        {
            fill(grid, n as u32, &element, contents)
                .map_err(|why| Unbound::Unfit(name.clone(), why))?;
        }
        let read_only = object.read_only;
        bound.arrays.push(Array { name, object: n as u32, element, read_only });
    }
    Ok(bound)
}

fn array(
    grid: &mut Grid<'_>,
    bound: &mut Bound,
    slot: &Slot,
    to: &Type,
    contents: &Contents,
) -> Result<u64, Unbound> {
    let name = slot.name.clone();
    if let Contents::Scalar(Number::Integer(0)) = contents {
        return Ok(Pointer::NULL.0);
    }
    let region = contents.region(to).map_err(|why| Unbound::Unfit(name.clone(), why))?;
    let pointer = grid.allocate(&name, region).ok_or(Unbound::TooManyArrays)?;
    let (object, element) = (pointer.object(), to.clone());
    bound.arrays.push(Array { name, object, element, read_only: false });
    Ok(pointer.0)
}

fn scalar(ty: &Type, contents: &Contents) -> Result<u64, Unfit> {
    let (Some(at), Contents::Scalar(number)) = (ty.scalar(), contents) else {
        return Err(Unfit::NotOne(ty.clone()));
    };
    number.register(at).ok_or(Unfit::NotOf(at, *number))
}

/// Fills a variable of the file, of fixed size.
fn fill(
    grid: &mut Grid<'_>,
    object: u32,
    element: &Type,
    contents: &Contents,
) -> Result<(), Unfit> {
    let list = match contents {
        Contents::Scalar(number) => Contents::List(vec![*number]),
        other => other.clone(),
    };
    let from = list.region(element)?;
    let Some(to) = grid.global_mut(object) else { return Ok(()) };
    if from.size() > to.size() {
        return Err(Unfit::Long { given: from.size(), size: to.size() });
    }
    for (n, byte) in from.bytes().iter().enumerate() {
        to.store(n as u64, Scalar::U8, (*byte).into());
    }
    Ok(())
}
