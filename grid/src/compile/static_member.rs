//! Static members of classes: constants, and functions that are called without an object. [C++17, 12.2.3]

use super::call::Argument;
use super::template::Bindings;
use super::value::{Binding, Called, Value};
use super::{Compiled, Compiler, unsupported};
use crate::types::{Record, Type};
use cuda::Area;
use cuda::path::Path;
use cuda::syntax::{self, Expr, TemplateArgument};
use semantics::{Name, Span};

/// A class as it is declared.
pub(super) struct Class<'s> {
    /// What its members are called by.
    pub name: Name,
    /// Its declaration, where it is read.
    pub record: Option<&'s syntax::Record>,
    /// What the parameters of its template stand for.
    pub bound: Bindings,
}

impl<'s> Compiler<'s> {
    /// The class that stands before `::`; nothing of a type that is no class.
    pub(super) fn class(
        &mut self,
        ty: &'s syntax::Type,
        span: &Span,
    ) -> Compiled<Option<Class<'s>>> {
        match ty {
            syntax::Type::Const(of) => self.class(of, span),
            // It may be the parameter of a template.
            syntax::Type::Named(name) => Ok(match self.bound_type(name).cloned() {
                Some(Type::Record(record)) => Some(self.class_of_record(&record)),
                Some(Type::Opaque(name)) => Some(self.class_of_name(&name)),
                Some(_) => None,
                None => Some(self.class_of_name(name)),
            }),
            syntax::Type::Instance(name, arguments) => {
                let chosen = self.chosen_class(name, arguments, span)?;
                let (record, bound) = (chosen.record, chosen.bound);
                Ok(Some(Class { name: record.name.clone(), record: Some(record), bound }))
            }
            ty => Ok(match self.ty(ty, span)? {
                Type::Record(record) => Some(self.class_of_record(&record)),
                _ => None,
            }),
        }
    }

    fn class_of_record(&self, record: &Record) -> Class<'s> {
        self.class_of_name(&record.name)
    }

    /// The class of this name, which may be that of an instance.
    pub(super) fn class_of_name(&self, name: &Name) -> Class<'s> {
        let (name, bound) = self.class_parts(name);
        let mut records = self.file.records.iter();
        let record = records.find(|r| r.name == name);
        Class { name, record, bound }
    }

    /// `C::name` as a value.
    pub(super) fn static_member(
        &mut self,
        class: &'s syntax::Type,
        name: &Name,
        span: &Span,
    ) -> Compiled<Binding> {
        let found = match self.class(class, span)? {
            Some(class) => self.static_of(&class, name, span)?,
            None => None,
        };
        match found {
            Some(found) => Ok(found),
            None => unsupported(Area::Class, span, format!("the static member `{name}`")),
        }
    }

    /// The static data member of this name: a variable, or a constant that its class gives a value.
    pub(super) fn static_of(
        &mut self,
        class: &Class<'s>,
        name: &Name,
        span: &Span,
    ) -> Compiled<Option<Binding>> {
        let full = class.name.member(name.as_str());
        self.refuse_ambiguous(&full, span)?;
        if let Some(binding) = self.file_name(&full)? {
            return Ok(Some(binding));
        }
        let constants = class.record.map_or([].as_slice(), |r| r.constants.as_slice());
        let Some((_, ty, value)) = constants.iter().find(|(other, ..)| other == name) else {
            return Ok(None);
        };
        if self.open_variables.contains(&full) {
            let what = format!("`{full}`, which is made of itself,");
            return unsupported(Area::Constant, span, what);
        }
        self.open_variables.push(full.clone());
        let known = self.under(&class.bound, |c| {
            let to = c.ty(ty, span)?.scalar();
            Ok((to, c.constant(value)?))
        });
        self.open_variables.pop();
        let (Some(to), Some((from, register))) = known? else {
            let what = format!("`{full}`, which is no number that is known,");
            return unsupported(Area::Constant, span, what);
        };
        let (given, fault) = (register, crate::arithmetic::convert(from, to, register));
        let (register, fault) = fault;
        // Its enumeration has another type then.
        let is_wide = matches!(ty, syntax::Type::Distinct(..))
            && from.is_integer()
            && from.integer(given) != to.integer(register);
        if is_wide || fault.is_some() {
            return unsupported(Area::Type, span, super::constant::WIDE);
        }
        Ok(Some(Binding::Constant(Value::known(to, register))))
    }

    /// `C::f(e, …)`
    pub(super) fn call_static(
        &mut self,
        class: &'s syntax::Type,
        name: &Name,
        explicit: &'s [TemplateArgument],
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<Called> {
        let called = match self.class(class, span)? {
            Some(class) => self.static_call(&class, name, explicit, arguments, span)?,
            None => None,
        };
        match called {
            Some(called) => Ok(called),
            None => unsupported(Area::Call, span, format!("a call of the static member `{name}`")),
        }
    }

    /// A call of a static function of this class; nothing where it has none of the name.
    pub(super) fn static_call(
        &mut self,
        class: &Class<'s>,
        name: &Name,
        explicit: &'s [TemplateArgument],
        arguments: &'s [Expr],
        span: &Span,
    ) -> Compiled<Option<Called>> {
        let full = class.name.member(name.as_str());
        let mut functions = self.functions_of(&full);
        // One that needs an object may be meant where there is one.
        if functions.is_empty() || functions.iter().any(|f| f.member) {
            return Ok(None);
        }
        functions.retain(|f| f.intrinsic.is_none());
        let all: Vec<Argument<'s>> = arguments.iter().map(Argument::Expr).collect();
        let given = (&class.bound, explicit);
        self.call_one_of(&full, &functions, false, given, &all, span)
    }
}
