//! Class templates: which class one is for which arguments. [C++17, 17.7.1]

use super::template::{Bindings, Bound};
use super::{Compiled, Compiler, unsupported};
use crate::scalar::Scalar;
use crate::types::{Record, Type};
use cuda::Area;
use cuda::resolve::Deduced;
use cuda::resolve::deduce::StandsFor;
use cuda::syntax::{self, ExprKind, Function, TemplateArgument, TemplateParameter};
use semantics::{Name, Span};

/// An instance of a class template.
#[derive(Clone, Debug)]
pub(super) struct ClassInstance {
    /// The template.
    template: Name,
    /// What its parameters stand for.
    bound: Bindings,
}

/// Which class a template is for some arguments.
pub(super) struct Chosen<'s> {
    /// Its declaration.
    pub record: &'s syntax::Record,
    /// What the parameters of that stand for.
    pub bound: Bindings,
    /// Its name here.
    full: Name,
}

impl<'s> Compiler<'s> {
    /// The class that a template is for these arguments.
    pub(super) fn class_instance(
        &mut self,
        name: &'s Name,
        arguments: &'s [TemplateArgument],
        span: &Span,
    ) -> Compiled<Type> {
        let Chosen { record, bound, full } = self.chosen_class(name, arguments, span)?;
        if let Some(known) = self.records.get(&full) {
            // What may be qualified of one use of the name may be so of the others.
            if let Some(instance) = self.class_instances.get_mut(&full) {
                instance.bound.told.qualified.extend(bound.told.qualified);
            }
            return Ok(Type::Record(known.clone()));
        }
        // It points to itself.
        if self.open_records.contains(&full) {
            return Ok(Type::Opaque(full));
        }
        let instance = ClassInstance { template: record.name.clone(), bound: bound.clone() };
        self.class_instances.insert(full.clone(), instance);
        let union = self.file.unions.iter().any(|union| std::ptr::eq(union, record));
        self.laid_out(record, union, &full, &bound, span).map(Type::Record)
    }

    /// The class that a template is for these arguments, not laid out: the template itself, or a specialization of it.
    pub(super) fn chosen_class(
        &mut self,
        name: &'s Name,
        arguments: &'s [TemplateArgument],
        span: &Span,
    ) -> Compiled<Chosen<'s>> {
        self.refuse_ambiguous(name, span)?;
        let refused = || unsupported(Area::Template, span, format!("the class template `{name}`"));
        let file = self.file;
        let Some((record, parameters)) = self.class_template(name) else { return refused() };
        let none = Deduced::of(parameters);
        let bind = |c: &mut Self, arguments: &'s [TemplateArgument]| {
            c.bind_parameters(parameters, (0, arguments), &none, &Bindings::default(), span)
        };
        let Some(bound) = bind(self, arguments)? else { return refused() };
        let full = Name::from(format!("{name}{}", bound.suffix()));
        for special in file.records.iter().chain(&file.unions) {
            let Some((_, own)) = special.specializes.as_ref().filter(|(of, _)| of == name) else {
                continue;
            };
            // Which arguments a partial one is for, is not looked at.
            if special.template.is_some() || !special.whole || file.unions.contains(special) {
                return refused();
            }
            let own_bound = self.under(&Bindings::default(), |c| bind(c, own))?;
            if own_bound.as_ref() != Some(&bound) {
                continue;
            }
            let told = &bound.told;
            let told_apart = |(n, ty): &(Name, Type)| {
                !told.qualified.contains(n) && self.is_told_apart(ty, told.sure.contains(n))
            };
            let plain = own_bound.is_some_and(|own| own.told.qualified.is_empty());
            if own != arguments && !(plain && bound.types.iter().all(told_apart)) {
                let what = format!("`{full}`, which may be a specialization of `{name}`,");
                return unsupported(Area::Template, span, what);
            }
            let full = special.name.clone();
            return Ok(Chosen { record: special, bound: Bindings::default(), full });
        }
        if !record.whole {
            return refused();
        }
        // An instance is the same class whatever is known of its arguments here.
        let mut bound = bound;
        bound.told.sure.clear();
        Ok(Chosen { record, bound, full })
    }

    /// Whether a type that is equal to this one here is equal to it in C++. `sure`: it is no enumeration.
    pub(super) fn is_told_apart(&self, ty: &Type, sure: bool) -> bool {
        let merged = self.file.merged;
        match ty {
            Type::Scalar(Scalar::F32 | Scalar::F64) => true,
            Type::Scalar(scalar) if scalar.is_integer() => {
                (sure || !merged.enumerations)
                    && !merged.characters
                    && match scalar.size() {
                        8 => !merged.long_long,
                        1 => !merged.signed_char,
                        _ => true,
                    }
            }
            _ => false,
        }
    }

    /// The only class template of a name, and its parameters.
    fn class_template(&self, name: &Name) -> Option<(&'s syntax::Record, &'s [TemplateParameter])> {
        let mut all = self.file.records.iter().filter(|r| r.name == *name);
        match (all.next(), all.next()) {
            (Some(only), None) => {
                let union =
                    self.file.unions.iter().find(|r| r.name == *name && r.template.is_some());
                Some((union.unwrap_or(only), only.template.as_deref()?))
            }
            _ => None,
        }
    }

    /// What a class is called where its members are declared, and what the parameters of its template stand for.
    pub(super) fn class_parts(&self, name: &Name) -> (Name, Bindings) {
        match self.class_instances.get(name) {
            Some(instance) => (instance.template.clone(), instance.bound.clone()),
            None => (name.clone(), Bindings::default()),
        }
    }

    /// What a class is called where its members are declared.
    pub(super) fn class_of<'r>(&'r self, record: &'r Record) -> &'r Name {
        self.class_instances.get(&record.name).map_or(&record.name, |instance| &instance.template)
    }

    /// What the arguments of a call that are instances of class templates say of the parameters of a function template;
    /// `None` where two disagree. [C++17, 17.8.2.5, paragraph 8]
    pub(super) fn instances_among(&self, function: &Function, given: &[Type]) -> Option<Bindings> {
        let mut said = Bindings::default();
        for (parameter, ty) in function.parameters.iter().zip(given) {
            let mut written = &parameter.ty;
            while let syntax::Type::Reference(of) | syntax::Type::Const(of) = written {
                written = of;
            }
            let (syntax::Type::Instance(name, arguments), Type::Record(record)) = (written, ty)
            else {
                continue;
            };
            let Some(instance) = self.class_instances.get(&record.name) else { continue };
            let Some((_, of_class)) =
                self.class_template(name).filter(|_| instance.template == *name)
            else {
                continue;
            };
            for (argument, own) in arguments.iter().zip(of_class) {
                let known = own.name.as_ref().and_then(|own| instance.bound.get(own));
                let (Some(name), Some(known)) = (parameter_of(function, argument), known) else {
                    continue;
                };
                match said.get(name) {
                    Some(other) if !is_same(&other, &known) => return None,
                    Some(_) => {}
                    None => said.push(name.clone(), known),
                }
            }
        }
        Some(said)
    }
}

/// The parameter of a function template that an argument of a class template is.
fn parameter_of<'a>(function: &Function, argument: &'a TemplateArgument) -> Option<&'a Name> {
    let name = match argument {
        TemplateArgument::Type(syntax::Type::Named(name), _) => name,
        TemplateArgument::Value(e) => match &e.kind {
            ExprKind::Name(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    let own = function.template.iter().flatten().any(|p| p.name.as_ref() == Some(name));
    own.then_some(name)
}

/// Whether both stand for the same; a number is the same whatever the type of the parameter.
fn is_same(a: &Bound, b: &Bound) -> bool {
    match (a, b) {
        (StandsFor::Type(a), StandsFor::Type(b)) => a == b,
        (StandsFor::Value((s, a)), StandsFor::Value((t, b))) => s.integer(*a) == t.integer(*b),
        _ => false,
    }
}
