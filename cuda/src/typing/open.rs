//! Types and numbers that nothing gives, as arguments of templates: what hangs on which they are.

use super::template::Bound;
use super::{Typer, constant};
use crate::syntax::{TemplateArgument, TemplateParameter};
use crate::typed::{Expr, Kind, LocalId, Type, Unknown};
use semantics::Name;

/// Whether the arguments of a template are those that a specialization is for.
enum SameButOne {
    /// They are others.
    Other,
    /// They are, but for this one, a type of this name that nothing gives.
    But(usize, Name),
    /// Nobody knows.
    Unclear,
}

impl Typer<'_> {
    /// Whether a value is made of values of templates that nothing gives.
    pub(super) fn is_symbolic(&self, e: &Expr) -> bool {
        let mut inside = crate::survey::mentioned(e).into_iter();
        inside.all(|id| self.symbolic.contains(&id)) && !self.has_effects(e)
    }

    /// Whether a value is one that C++ takes for the size of an array, whatever it is: it is made of constants.
    pub(super) fn is_fixed(&self, e: &Expr) -> bool {
        let fixed = |id: &LocalId| self.symbolic.contains(id) || self.immutable.contains(id);
        crate::survey::mentioned(e).iter().all(fixed) && !self.has_effects(e)
    }

    /// Whether a number is computed of such values, and of nothing else that is not known.
    pub(super) fn is_made_of_symbols(&self, e: &Expr) -> bool {
        let of_numbers = match &e.kind {
            Kind::Local(id) => return self.symbolic.contains(id),
            Kind::Int(_) => return false,
            Kind::Convert(_) | Kind::Negate(_) | Kind::Arithmetic(..) => e.ty.int().is_some(),
            _ => false,
        };
        let mut parts = e.kind.operands().into_iter();
        let number = |e: &Expr| matches!(e.kind, Kind::Int(_));
        of_numbers
            && parts.clone().any(|e| !number(e))
            && parts.all(|e| number(e) || self.is_made_of_symbols(e))
    }

    /// A value that is made of symbols, as it is written: two are one text only where they are one value.
    pub(super) fn symbols(&self, value: &Expr) -> String {
        match &value.kind {
            Kind::Local(id) => {
                let name = &self.locals[id.0].name;
                let before = self.locals.iter().take(id.0).filter(|local| local.name == *name);
                match before.count() {
                    0 => name.to_string(),
                    n => format!("{name} ({})", n + 1),
                }
            }
            Kind::Int(n) => n.to_string(),
            Kind::Convert(of) if of.ty == value.ty => self.symbols(of),
            Kind::Convert(of) => format!("({}) {}", value.ty, self.symbols(of)),
            Kind::Negate(of) => format!("-{}", self.symbols(of)),
            Kind::Arithmetic(op, a, b) => {
                format!("({} {} {})", self.symbols(a), op.symbol(), self.symbols(b))
            }
            kind => format!("{kind:?}"),
        }
    }

    /// Whether something of what parameters stand for is not known.
    pub(super) fn is_open(&self, bound: &Bound) -> bool {
        bound.types.values().any(|meaning| self.has_unknown(&meaning.ty))
            || bound.values.iter().any(|(.., value)| self.is_open_value(value))
    }

    fn is_open_value(&self, value: &Expr) -> bool {
        match value.kind {
            Kind::Local(id) if self.named_functions.contains_key(&id) => false,
            _ => constant::evaluate(value).is_none(),
        }
    }

    /// What is known of whether the arguments of a template are these: nothing where one alone is not known, which is a
    /// type by itself, and all others are the same.
    fn same_but_one(
        &self,
        parameters: &[TemplateParameter],
        bound: &Bound,
        written: &Bound,
    ) -> SameButOne {
        let mut open = None;
        let mut sure = true;
        for (n, parameter) in parameters.iter().enumerate() {
            let meaning = parameter.name.as_ref().and_then(|name| bound.types.get(name));
            let is_open = match (meaning, bound.value(parameter)) {
                (Some(meaning), _) => self.has_unknown(&meaning.ty),
                (None, Some(value)) => self.is_open_value(value),
                (None, None) => true,
            };
            match bound.same_at(n, written) {
                Some(true) => {}
                Some(false) if !is_open => return SameButOne::Other,
                _ if open.is_some() => sure = false,
                _ => open = Some((n, meaning.map(|meaning| &meaning.ty))),
            }
        }
        match open {
            Some((n, Some(Type::Unknown(Unknown::Named(name))))) if sure => {
                SameButOne::But(n, name.clone())
            }
            _ => SameButOne::Unclear,
        }
    }

    /// Whether a type is made of one that is not known, or an instance of a class template for one.
    pub(super) fn has_unknown(&self, ty: &Type) -> bool {
        match ty {
            Type::Unknown(_) => true,
            Type::Const(of) | Type::Pointer(of) | Type::Array(of, _) => self.has_unknown(of),
            Type::Opaque(class) => {
                self.instances.get(class).is_some_and(|instance| self.is_open(&instance.bound))
            }
            _ => false,
        }
    }

    /// Whether what nothing gives can be taken to be another than that for which a template is specialized: where it is
    /// a type that is a parameter of the kernel, that is read with this one besides.
    pub(super) fn is_taken_for_other(
        &mut self,
        template: &Name,
        parameters: &[TemplateParameter],
        (bound, written): (&Bound, &Bound),
        arguments: &[TemplateArgument],
    ) -> bool {
        let (n, unknown) = match self.same_but_one(parameters, bound, written) {
            SameButOne::Other => return true,
            SameButOne::But(n, unknown) => (n, unknown),
            SameButOne::Unclear => return false,
        };
        let parameter = self.unknowns.get(&unknown).cloned();
        let (Some(parameter), Some(TemplateArgument::Type(ty, _)), true) =
            (parameter, arguments.get(n), self.templated)
        else {
            return false;
        };
        if !self.others.contains(&(parameter.clone(), ty.clone())) {
            self.note(format!(
                "`{parameter}` is not `{ty}`, for which `{template}` is specialized"
            ));
            self.others.push((parameter, ty.clone()));
        }
        true
    }
}
