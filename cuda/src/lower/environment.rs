//! The values of locals, and what becomes of them where two paths meet.

use super::{Environment, LARGEST_VALUE, Lowered, Lowering};
use crate::aim::{self, Assigned};
use crate::area::Area;
use crate::term::{larger_than, select};
use crate::typed::{Expr as Typed, LocalId, Record, Stmt, Storage, Type};
use crate::unsupported::Unsupported;
use semantics::{Cond, Expr, IntType, Name, Span};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// The value of a local, or of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A number.
    Int(Arc<Expr>),
    /// Not modelled; with a variable, the contents of an element that a read bound to it.
    Opaque(Option<Name>),
    /// A pointer into an array.
    Pointer(Pointer),
    /// One of two pointers: the first, where the condition holds.
    Either(Arc<Cond>, Box<Value>, Box<Value>),
    /// A pointer to an unknown place of an array, as this one points to a known one: why.
    Somewhere(Pointer, String),
    /// A null pointer: what it points to, no execution accesses.
    Null,
    /// The members of a structure, in order.
    Record(Vec<Value>),
    /// The address of a variable of the thread, or of a member of it.
    Address(LocalId, Vec<usize>),
    /// The thread's own array: what it holds is not modelled.
    OwnArray(Type),
    /// Nothing: the value of a call that returns none.
    Void,
    /// Declared, and not assigned yet.
    Unset,
    /// No expression says it: why. It becomes a `var` where it is used.
    Unknown(String),
}

/// A pointer: an array, and an offset in elements, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pointer {
    /// The array.
    pub array: Name,
    /// The offset, a `long`.
    pub offset: Arc<Expr>,
    /// Whether the offset is known to stay within each dimension.
    pub checked: bool,
    /// Whether the array is a member of the elements of another one: the next element is not next
    /// in memory.
    pub part: bool,
    /// The array that it is a member of, or itself.
    pub root: Name,
    /// Of memory that is used at several types: how many bytes the offset counts in.
    pub step: Option<u64>,
}

/// How many pointers an array of a thread may hold to be modelled one by one.
const MOST_POINTERS: u32 = 64;

/// How many pointers one may be.
const MOST_WAYS: usize = 4;

/// The type and number of the elements of an array of pointers.
pub(super) fn pointers(ty: &Type) -> Option<(&Type, usize)> {
    match ty {
        Type::Array(of, Some(n)) if matches!(**of, Type::Pointer(_)) => {
            let n = u32::try_from(n).ok().filter(|n| *n <= MOST_POINTERS)?;
            Some((of, n as usize))
        }
        _ => None,
    }
}

impl Value {
    /// The member at a path; `None` where the value has no members.
    pub fn at(&self, path: &[usize]) -> Option<&Value> {
        match (path, self) {
            ([], value) => Some(value),
            ([first, rest @ ..], Value::Record(members)) => members.get(*first)?.at(rest),
            _ => None,
        }
    }

    /// Whether it is a pointer: as a number, an address in shared memory.
    pub fn is_address(&self) -> bool {
        matches!(self, Value::Pointer(_) | Value::Either(..))
    }

    /// How many pointers it may be.
    fn ways(&self) -> usize {
        match self {
            Value::Either(_, a, b) => a.ways() + b.ways(),
            _ => 1,
        }
    }

    /// The arrays that it points into.
    pub fn each_array<'v>(&'v self, found: &mut HashSet<&'v Name>) {
        match self {
            Value::Pointer(pointer) | Value::Somewhere(pointer, _) => {
                found.insert(&pointer.root);
            }
            Value::Either(_, a, b) => {
                a.each_array(found);
                b.each_array(found);
            }
            Value::Record(members) => members.iter().for_each(|value| value.each_array(found)),
            _ => {}
        }
    }

    /// As [`Value::at`], to change it.
    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Value> {
        match (path, self) {
            ([], value) => Some(value),
            ([first, rest @ ..], Value::Record(members)) => members.get_mut(*first)?.at_mut(rest),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// The locals that an expression assigns.
    pub(super) fn assigned(&self, e: &Typed) -> BTreeSet<LocalId> {
        self.with_pointed_to(&aim::assigned(e, &self.given.aims))
    }

    /// The locals that statements assign; declaring one is not.
    pub(super) fn assigned_in(&self, statements: &[Stmt]) -> BTreeSet<LocalId> {
        self.with_pointed_to(&aim::assigned_in(statements, &self.given.aims))
    }

    /// The locals that are assigned, those that a pointer may point to included.
    pub(super) fn with_pointed_to(&self, assigned: &Assigned) -> BTreeSet<LocalId> {
        let mut ids: BTreeSet<LocalId> = assigned.members.keys().copied().collect();
        if assigned.through_pointer {
            ids.extend(self.given.addressed.iter().copied());
        }
        ids
    }

    /// A local of which these members have values that nothing is known of.
    pub(super) fn lost_in_part(
        &self,
        id: LocalId,
        members: &BTreeSet<Vec<Name>>,
        why: &str,
    ) -> Value {
        let whole = &self.given.kernel.locals[id.0].ty;
        let Some(mut value) = self.env.values[id.0].clone() else { return self.lost(whole, why) };
        for names in members {
            let (mut ty, mut path) = (whole.clone(), Vec::new());
            for name in names {
                let inside = matches!(value.at(&path), Some(Value::Record(_)));
                let Some(record) = self.record(&ty).filter(|_| inside) else { break };
                let Some(n) = record.fields.iter().position(|(field, _)| field == name) else {
                    break;
                };
                path.push(n);
                ty = record.fields[n].1.clone();
            }
            if let Some(member) = value.at_mut(&path) {
                *member = self.lost(&ty, why);
            }
        }
        value
    }
}

impl Lowering<'_> {
    /// A variable of this type that nothing was assigned to yet.
    pub(super) fn blank(&self, ty: &Type) -> Value {
        self.filled(ty, &|ty| match ty {
            Type::Array(of, _) => Value::OwnArray((**of).clone()),
            ty if ty.is_opaque() => Value::Opaque(None),
            _ => Value::Unset,
        })
    }

    /// A value of this type of which nothing is known.
    pub(super) fn lost(&self, ty: &Type, why: &str) -> Value {
        self.filled(ty, &|ty| match ty {
            Type::Array(of, _) => Value::OwnArray((**of).clone()),
            ty if ty.is_opaque() => Value::Opaque(None),
            _ => Value::Unknown(why.to_string()),
        })
    }

    /// A value of which each scalar member is made from its type.
    pub(super) fn filled(&self, ty: &Type, leaf: &dyn Fn(&Type) -> Value) -> Value {
        match self.record(ty) {
            Some(record) => {
                Value::Record(record.fields.iter().map(|(_, ty)| self.filled(ty, leaf)).collect())
            }
            None => match pointers(ty) {
                Some((pointer, n)) => Value::Record(vec![leaf(pointer); n]),
                None => leaf(ty),
            },
        }
    }

    /// The structure that a type is, where it is modelled.
    pub(super) fn record(&self, ty: &Type) -> Option<Arc<Record>> {
        match ty {
            Type::Opaque(name) => self.given.kernel.records.get(name).cloned(),
            _ => None,
        }
    }

    /// The structure that an element of this type is in memory: member by member, unless all of it
    /// is read and written at once.
    pub(super) fn element_record(&self, ty: &Type) -> Option<Arc<Record>> {
        match ty {
            Type::Opaque(name)
                if crate::vocabulary::is_vector(name.as_str())
                    && !self.given.kernel.lanes.contains(name) =>
            {
                None
            }
            ty => self.record(ty),
        }
    }

    /// The value of a local, as an expression of the program.
    pub(super) fn read_local(&mut self, id: LocalId, span: &Span) -> Lowered<Value> {
        let local = &self.given.kernel.locals[id.0];
        if self.given.disguised.contains(&id) {
            let why = format!(
                "the address of `{}` is moved, or taken for one of another type",
                local.name
            );
            self.env.values[id.0] = Some(self.lost(&local.ty, &why));
        }
        let value = match self.env.values.get(id.0) {
            Some(Some(value)) if *value != Value::Unset => value.clone(),
            _ => Value::Unknown(format!("`{}` has no value here", local.name)),
        };
        if let Value::Somewhere(start, why) = value {
            let name = local.name.clone();
            let offset = self.unknown(name.as_str(), IntType::LONG, &why, span)?;
            let value = Value::Pointer(Pointer { offset, checked: false, ..start });
            self.env.values[id.0] = Some(value.clone());
            return Ok(value);
        }
        let Value::Unknown(why) = value else { return Ok(value) };
        let value = match &local.ty {
            ty if ty.is_opaque() => self.lost(ty, &why),
            Type::Pointer(_) => {
                let what = format!("the pointer `{}`: {why}", local.name);
                return Err(Unsupported::new(Area::Pointer, what, span));
            }
            ty => {
                let ty = self.int_type(ty, span)?;
                let name = local.name.clone();
                Value::Int(self.unknown(name.as_str(), ty, &why, span)?)
            }
        };
        self.env.values[id.0] = Some(value.clone());
        Ok(value)
    }

    /// Gives a local a value.
    pub(super) fn write_local(&mut self, id: LocalId, value: Value) {
        self.env.values[id.0] = Some(self.small(value, id));
    }

    /// The value of a local, or of a member of it, unless it is too large to be kept.
    pub(super) fn small(&self, value: Value, id: LocalId) -> Value {
        match value {
            Value::Int(e) if larger_than(&e, LARGEST_VALUE) => {
                let name = &self.given.kernel.locals[id.0].name;
                Value::Unknown(format!(
                    "the value of `{name}` takes more than {LARGEST_VALUE} nodes"
                ))
            }
            value => value,
        }
    }

    /// Makes the unknown among these locals variables, so that both branches, or all iterations, see
    /// the same.
    pub(super) fn settle(
        &mut self,
        locals: impl IntoIterator<Item = LocalId>,
        span: &Span,
    ) -> Lowered<()> {
        for id in locals {
            let number = self.given.kernel.locals[id.0].ty.int().is_some();
            let thread = matches!(
                self.given.kernel.locals[id.0].storage,
                Storage::Thread | Storage::Parameter
            );
            let lost = match self.env.values[id.0] {
                Some(Value::Unknown(_)) => number,
                Some(Value::Somewhere(..)) => true,
                _ => false,
            };
            if lost && thread {
                self.read_local(id, span)?;
            }
        }
        Ok(())
    }

    /// Gives a number that one of two branches alone has assigned an unknown value in the other, so
    /// that under the branch's condition it is what was assigned.
    fn supply(
        &mut self,
        yes: &mut [Option<Value>],
        no: &mut [Option<Value>],
        span: &Span,
    ) -> Lowered<()> {
        for n in 0..self.env.values.len() {
            let (Some(Some(Value::Unset)), Some(ty)) =
                (self.env.values.get(n), self.given.kernel.locals[n].ty.int())
            else {
                continue;
            };
            let unset = match (&mut yes[n], &mut no[n]) {
                (Some(unset @ Value::Unset), Some(Value::Int(e)))
                | (Some(Value::Int(e)), Some(unset @ Value::Unset))
                    if self.sees(e) =>
                {
                    unset
                }
                _ => continue,
            };
            let name = self.given.kernel.locals[n].name.clone();
            let why = format!("`{name}` has a value on one branch alone");
            let value = self.unknown(name.as_str(), ty, &why, span)?;
            if let Expr::Var(x) = &*value {
                self.variables.valueless.insert(x.clone());
            }
            *unset = Value::Int(value);
        }
        Ok(())
    }

    /// What holds after `if c {…} else {…}`, from what held after each side, and before.
    pub(super) fn join(
        &mut self,
        c: &Arc<Cond>,
        mut yes: Environment,
        mut no: Environment,
        span: &Span,
    ) -> Lowered<()> {
        self.env.pending = Self::either_pending(c, yes.pending, no.pending);
        self.supply(&mut yes.values, &mut no.values, span)?;
        let mut joined = Vec::with_capacity(yes.values.len());
        let sides = yes.values.into_iter().zip(no.values);
        for (n, (before, (yes, no))) in self.env.values.iter().zip(sides).enumerate() {
            joined.push(match (before, yes, no) {
                // Declared inside: out of scope from here on.
                (None, ..) => None,
                (Some(_), Some(yes), Some(no)) => {
                    let why = || {
                        let name = &self.given.kernel.locals[n].name;
                        format!("`{name}` depends on what one branch alone has read or assigned")
                    };
                    Some(self.join_values(c, yes, no, &why))
                }
                _ => None,
            });
        }
        self.env.values = joined;
        Ok(())
    }

    /// The one value after two branches.
    pub(super) fn join_values(
        &self,
        c: &Arc<Cond>,
        yes: Value,
        no: Value,
        why: &dyn Fn() -> String,
    ) -> Value {
        if yes == no && self.is_visible(&yes) {
            return yes;
        }
        match (yes, no) {
            (Value::Unknown(why), _) | (_, Value::Unknown(why)) => Value::Unknown(why),
            (Value::Unset, _) | (_, Value::Unset) => Value::Unknown(why()),
            (
                Value::Opaque(_) | Value::OwnArray(_) | Value::Null,
                Value::Opaque(_) | Value::OwnArray(_),
            )
            | (Value::Opaque(_) | Value::OwnArray(_), Value::Null) => Value::Opaque(None),
            (Value::Record(a), Value::Record(b)) if a.len() == b.len() => {
                let members = a.into_iter().zip(b);
                let joined = members.map(|(a, b)| self.join_values(c, a, b, why));
                Value::Record(joined.collect())
            }
            (Value::Opaque(_), Value::Record(_)) | (Value::Record(_), Value::Opaque(_)) => {
                Value::Opaque(None)
            }
            (Value::Int(a), Value::Int(b)) if self.sees(&a) && self.sees(&b) => {
                Value::Int(select(c, a, b))
            }
            (Value::Pointer(a), Value::Pointer(b))
                if a.array == b.array && self.sees(&a.offset) && self.sees(&b.offset) =>
            {
                let (a, b) = self.in_common(a, b);
                let checked = a.checked && b.checked;
                let part = a.part || b.part;
                Value::Pointer(Pointer {
                    offset: select(c, a.offset, b.offset),
                    array: a.array,
                    checked,
                    part,
                    root: a.root,
                    step: a.step,
                })
            }
            // Somewhere in an array on one side at least, so somewhere in it.
            (
                Value::Somewhere(a, _) | Value::Pointer(a),
                Value::Somewhere(b, _) | Value::Pointer(b),
            ) if a.array == b.array && a.root == b.root && !a.part && !b.part => {
                let (a, _) = self.in_common(a, b);
                Value::Somewhere(Pointer { checked: false, ..a }, why())
            }
            (
                a @ (Value::Pointer(_) | Value::Address(..) | Value::Either(..) | Value::Null),
                b @ (Value::Pointer(_) | Value::Address(..) | Value::Either(..) | Value::Null),
            ) if a.ways() + b.ways() <= MOST_WAYS && self.can_choose(c, &a, &b) => {
                Value::Either(Arc::clone(c), a.into(), b.into())
            }
            _ => Value::Unknown(why()),
        }
    }

    /// Whether all variables of these are bound here.
    fn can_choose(&self, c: &Cond, a: &Value, b: &Value) -> bool {
        let mut all = self.is_visible(a) && self.is_visible(b);
        c.each_variable(&mut |x| all &= self.block.scope.contains(x));
        all
    }

    /// Whether all variables of a value are bound here.
    fn is_visible(&self, value: &Value) -> bool {
        match value {
            Value::Int(e) => self.sees(e),
            Value::Pointer(p) => self.sees(&p.offset),
            Value::Either(c, a, b) => self.can_choose(c, a, b),
            Value::Opaque(Some(x)) => self.block.scope.contains(x),
            Value::Record(members) => members.iter().all(|m| self.is_visible(m)),
            _ => true,
        }
    }

    /// Whether all variables of an expression are bound here.
    fn sees(&self, e: &Expr) -> bool {
        let mut all = true;
        e.each_variable(&mut |x| all &= self.block.scope.contains(x));
        all
    }
}
