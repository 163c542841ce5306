//! Writes through pointers and to elements: what a pointer points to changes, and the pointer does not.

use super::evaluator::Evaluator;
use super::place::is_pure;
use super::value::{Location, Value, Variable, axis, is_pointer};
use super::writes::{Changed, Extent};
use crate::syntax::{Arrow, Expr, ExprKind, Unary};
use semantics::Name;

impl Evaluator<'_> {
    /// `e[i]`, `*e` or `e->x` is changed to nobody knows what; whether it is known what `e` is. `kept`: and may be
    /// later.
    pub fn change_pointed(&mut self, place: &Expr, kept: bool) -> bool {
        let of = match &place.kind {
            ExprKind::Member(of, _, Arrow::Dot) => return self.change_pointed(of, kept),
            ExprKind::Index(of, _)
            | ExprKind::Unary(Unary::Dereference, of)
            | ExprKind::Member(of, _, Arrow::Arrow) => of,
            _ => return false,
        };
        if !is_pure(place) {
            return false;
        }
        if let Some(array) = self.location(of)
            && let Some(before @ Value::List(_)) = self.held(&array).cloned()
        {
            let declared = &mut self.state.declared[array.variable.0];
            declared.shared |= kept;
            let (fixed, hint) = (declared.fixed, declared.name.clone());
            let renewed = self.renewed(&before, &hint);
            let part = self.state.values[array.variable].at_mut(&array.path);
            if let Some(part) = part.filter(|_| !fixed) {
                *part = renewed;
            }
            return true;
        }
        let value = self.value(of);
        if !self.write_through(&value) {
            // An element that is not known of an array of pointers, or the like.
            if !self.type_of(of).is_some_and(|ty| is_pointer(&ty)) {
                return false;
            }
            for name in super::names::of_expr(of) {
                let Some(variable) = self.variable(&name) else { continue };
                let held = self.state.values[variable].clone();
                held.leaves().into_iter().for_each(|value| self.forget_pointed(value));
            }
            self.forget_shared();
        }
        true
    }

    /// `e[i++] = …`, `*e++ = …`, of which nothing is evaluated yet; whether it is known what `e` is.
    pub fn write_beside(&mut self, place: &Expr) -> bool {
        let of = match &place.kind {
            ExprKind::Index(of, index) => {
                let of = self.value(of);
                self.value(index);
                of
            }
            ExprKind::Unary(Unary::Dereference, of) => self.value(of),
            _ => return false,
        };
        self.write_through(&of)
    }

    /// Something is written where a value points to, where it is a pointer.
    fn write_through(&mut self, value: &Value) -> bool {
        match value {
            Value::Pointer(_) | Value::Address(_) => self.forget_pointed(value),
            // What an object gives out is no element of it.
            Value::Container(_) => {}
            _ => return false,
        }
        self.forget_shared();
        true
    }

    /// Forgets what stands where a value points to.
    pub fn forget_pointed(&mut self, value: &Value) {
        let pointer = match value {
            Value::Address(place) => {
                self.forget_aliases(place.variable);
                return self.forget(place.variable);
            }
            Value::Pointer(pointer) => pointer,
            _ => return,
        };
        let bases = pointer.bases();
        let objects = self.objects.iter().filter(|((base, _), _)| bases.contains(base));
        let all: Vec<Variable> = objects.map(|(_, (_, variable))| *variable).collect();
        all.into_iter().for_each(|variable| self.forget(variable));
        let variables = self.addresses.iter().filter(|(_, base)| bases.contains(base));
        let all: Vec<Variable> = variables.map(|(variable, _)| *variable).collect();
        all.into_iter().for_each(|variable| self.forget(variable));
    }

    /// Forgets so much of what a variable holds. Only the axes of a `dim3` are forgotten one by one: members of a
    /// structure may lie in one memory, as those of a union do.
    fn forget_extent(&mut self, variable: Variable, extent: &Extent) {
        let before = self.state.values[variable].clone();
        self.forget(variable);
        if let (Extent::Members(members), Value::Dimensions(before)) = (extent, before)
            && self.state.declared[variable.0].refers.is_none()
            && let Value::Dimensions(axes) = &mut self.state.values[variable]
        {
            let changed: Vec<usize> = members.iter().filter_map(axis).collect();
            for (n, before) in before.into_iter().enumerate() {
                if !changed.contains(&n) {
                    axes[n] = before;
                }
            }
        }
    }

    /// Forgets the elements that are reached from a variable, and what it points to.
    fn forget_elements(&mut self, variable: Variable, kept: bool) {
        if let Some(place) = &self.state.declared[variable.0].refers {
            return self.forget_elements(place.variable, kept);
        }
        let before = self.state.values[variable].clone();
        if let Value::List(_) | Value::Record(_) = before {
            self.state.declared[variable.0].shared |= kept;
            if !self.state.declared[variable.0].fixed {
                // An operator of an object may change its numbers.
                self.forget_numbers(variable);
                let hint = self.state.declared[variable.0].name.clone();
                let value = self.state.values[variable].clone();
                self.state.values[variable] = self.with_other_elements(&value, &hint);
            }
        }
        before.leaves().into_iter().for_each(|value| self.forget_pointed(value));
    }

    /// A value with other elements of the arrays in it.
    fn with_other_elements(&mut self, value: &Value, hint: &Name) -> Value {
        match value {
            Value::List(_) => self.renewed(value, hint),
            Value::Record(members) => {
                let members = members.iter();
                let other = members.map(|(x, v)| (x.clone(), self.with_other_elements(v, hint)));
                Value::Record(other.collect())
            }
            value => value.clone(),
        }
    }

    /// Notes of which variables something keeps the address.
    pub fn share(&mut self, changed: &Changed) {
        let elements = changed.elements.iter().filter(|(_, kept)| **kept);
        let arrays: Vec<Variable> =
            elements.filter_map(|(name, _)| self.state.find(name)).collect();
        for variable in arrays {
            if let Value::List(_) | Value::Record(_) = self.state.values[variable] {
                self.state.declared[variable.0].shared = true;
            }
        }
        for name in &changed.kept {
            if let Some(variable) = self.variable(name) {
                self.state.declared[variable.0].shared = true;
            }
        }
    }

    /// Forgets what a part of a function may change, before it runs any number of times.
    pub fn forget_changed(&mut self, changed: &Changed) {
        self.forgetting(|s| s.forget_all_changed(changed));
    }

    /// The same of a loop that [only computes](Evaluator::only_computes): it moves no pointer.
    pub fn forget_computed(&mut self, changed: &Changed) {
        let before = self.state.values.clone();
        self.forget_changed(changed);
        for (variable, before) in self.state.values.other_in(&before) {
            self.state.values[variable].keep_pointers(&before);
        }
    }

    fn forget_all_changed(&mut self, changed: &Changed) {
        self.share(changed);
        for (name, kept) in &changed.elements {
            if let Some(variable) = self.variable(name) {
                self.forget_elements(variable, *kept);
            }
        }
        for (name, extent) in &changed.names {
            if let Some(variable) = self.variable(name) {
                self.forget_extent(variable, extent);
            }
        }
        for name in &changed.operands {
            if let Some(variable) = self.state.find(name) {
                self.change_object(&Location::of(variable));
            }
        }
        if changed.calls {
            self.forget_shared();
        }
    }
}
