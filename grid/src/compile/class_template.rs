//! Class templates: which class one is for which arguments. [C++17, 17.7.1]

use super::template::{Bindings, Bound};
use super::{Compiled, Compiler, unsupported};
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

impl<'s> Compiler<'s> {
    /// The class that a template is for these arguments.
    pub(super) fn class_instance(
        &mut self,
        name: &'s Name,
        arguments: &'s [TemplateArgument],
        span: &Span,
    ) -> Compiled<Type> {
        self.refuse_ambiguous(name, span)?;
        let refused = || unsupported(Area::Template, span, format!("the class template `{name}`"));
        let file = self.file;
        let special = |r: &syntax::Record| r.specializes.as_ref().is_some_and(|(of, _)| of == name);
        if file.records.iter().chain(&file.unions).any(special) {
            return refused();
        }
        let Some((record, parameters)) = self.class_template(name) else { return refused() };
        let none = Deduced::of(parameters);
        let bound =
            self.bind_parameters(parameters, arguments, &none, &Bindings::default(), span)?;
        let Some(bound) = bound else { return refused() };
        let full = Name::from(format!("{name}{}", bound.suffix()));
        if let Some(known) = self.records.get(&full) {
            return Ok(Type::Record(known.clone()));
        }
        // It points to itself.
        if self.open_records.contains(&full) {
            return Ok(Type::Opaque(full));
        }
        let instance = ClassInstance { template: name.clone(), bound: bound.clone() };
        self.class_instances.insert(full.clone(), instance);
        self.laid_out(record, false, &full, &bound, span).map(Type::Record)
    }

    /// The only class template of a name, and its parameters.
    fn class_template(&self, name: &Name) -> Option<(&'s syntax::Record, &'s [TemplateParameter])> {
        let mut all = self.file.records.iter().filter(|r| r.name == *name);
        match (all.next(), all.next()) {
            (Some(only), None) if only.whole => Some((only, only.template.as_deref()?)),
            _ => None,
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
