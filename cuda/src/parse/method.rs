//! Member functions: functions of which the object is the first parameter.

use super::class::{Class, own_arguments};
use super::declarator::{Declarator, Part};
use super::member::Members;
use super::scope::Sort as Meaning;
use super::template::Head;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    Body, CONSTRUCTOR, Expr, ExprKind, Fault, Function, Item, Parameter, Place, Specifiers, Stmt,
    StmtKind, THIS, TemplateArgument, TemplateParameter, TemplateParameterKind, Type,
};
use crate::vocabulary::Intrinsic;
use semantics::{Name, Span};
use std::collections::BTreeSet;
use std::mem;

/// What kind of member function one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Of an object.
    Plain,
    /// Makes an object.
    Constructor,
    /// Without an object.
    Static,
    /// A function of what is around the class.
    Friend,
}

/// A member function, its body not read yet.
pub(super) struct Method {
    pub specifiers: Specifiers,
    /// The type before the declarator.
    pub qualified: Type,
    pub declarator: Declarator,
    /// Whether it leaves the object as it is.
    pub constant: bool,
    /// Where its body begins, where it has one here.
    pub begin: Option<usize>,
    /// Where the initializers of a constructor begin.
    pub initializers: Option<usize>,
    pub sort: Sort,
    /// Whether it is `= default`: of a constructor without parameters, which initializes nothing.
    pub defaulted: bool,
    /// The parameters of a member template.
    pub template: Vec<TemplateParameter>,
    /// What it does, where it has no body.
    pub intrinsic: Option<Intrinsic>,
}

impl Method {
    /// Whether it makes an object.
    pub fn constructs(&self) -> bool {
        self.sort == Sort::Constructor
    }

    /// Whether it may say what a copy of an object is.
    pub fn copies(&self) -> bool {
        let refers = |part: &Part| match part {
            Part::Function(parameters, _) => {
                parameters.iter().any(|p| matches!(p.ty, Type::Reference(_) | Type::Moved(_)))
            }
            _ => false,
        };
        let assigns = self.name().is_some_and(|name| name.as_str() == "operator=");
        assigns || self.constructs() && self.declarator.parts.iter().any(refers)
    }

    fn name(&self) -> Option<&Name> {
        self.declarator.name.as_ref().map(|(name, _)| name)
    }
}

/// The names that several of these functions have.
pub(super) fn overloaded(methods: &[Method]) -> BTreeSet<Name> {
    let (mut seen, mut several) = (BTreeSet::new(), BTreeSet::new());
    for name in methods.iter().filter_map(Method::name) {
        if !seen.insert(name) {
            several.insert(name.clone());
        }
    }
    several
}

impl Parser {
    /// The member functions of a class whose members are known.
    pub(super) fn methods(
        &mut self,
        class: &Class,
        data: &Members,
        methods: Vec<Method>,
    ) -> Parsed<()> {
        for method in &methods {
            if let (Some((name, _)), true) = (&method.declarator.name, method.sort == Sort::Plain) {
                self.scopes.declare(name.clone(), Meaning::Member);
            }
        }
        let named = |name: &&Name| !data.bits.iter().any(|b| b.unit == **name);
        let fields = data.fields.iter().map(|(name, _)| name).filter(named);
        for name in fields.chain(data.bits.iter().map(|b| &b.name)) {
            self.scopes.declare(name.clone(), Meaning::Member);
        }
        for name in self.names_inside(data) {
            self.scopes.declare(name, Meaning::Member);
        }
        for method in methods {
            self.method(class, data, method)?;
        }
        Ok(())
    }

    fn method(&mut self, class: &Class, data: &Members, method: Method) -> Parsed<()> {
        let constructs = method.constructs();
        let mut parts = method.declarator.parts.into_iter();
        let (Some(Part::Function(mut parameters, variadic)), Some((name, span))) =
            (parts.next(), method.declarator.name)
        else {
            return Ok(());
        };
        let parts: Vec<Part> = parts.collect();
        let returns = Declarator::apply(&parts, method.qualified);
        let object = !matches!(method.sort, Sort::Static | Sort::Friend);
        let mut specifiers = method.specifiers;
        specifiers.device |= specifiers.of_toolkit;
        let runs_on_device = specifiers.device || specifiers.constexpr || self.opencl;
        self.scopes.open();
        self.declare_parameters(&method.template);
        if object {
            self.scopes.declare(THIS.into(), Meaning::Value);
        }
        if let Some(begin) = method.declarator.parameters {
            self.read_defaults_again(&mut parameters, begin);
        }
        let around = self.returns.replace(returns.clone());
        let body = match method.begin {
            None if !method.defaulted => Body::None,
            Some(_) if !runs_on_device => Body::Skipped,
            begin => {
                let initialized = match constructs {
                    true => self.initialized(method.initializers, data, &parameters),
                    false => Ok(Vec::new()),
                };
                let body = match begin {
                    Some(begin) => {
                        self.at = begin;
                        self.template_body(&parameters)?
                    }
                    None => Body::Block(Vec::new()),
                };
                constructed(initialized, body, &span)
            }
        };
        self.returns = around;
        self.scopes.close();
        let this = object.then(|| this(class, method.constant, &span));
        let parameters = this.into_iter().chain(parameters).collect();
        let full = match method.sort {
            Sort::Friend => name.clone(),
            Sort::Plain | Sort::Constructor | Sort::Static => class.name.member(name.as_str()),
        };
        let own = (!method.template.is_empty()).then_some(method.template);
        let own_parameters = own.as_ref().map_or(0, Vec::len);
        let template: Option<Vec<TemplateParameter>> = match (class.template.clone(), own) {
            (Some(of_class), Some(own)) => Some(of_class.into_iter().chain(own).collect()),
            (of_class, own) => of_class.or(own),
        };
        let function = Function {
            specifiers,
            name: full,
            span: Place(span),
            returns: if name.as_str() == CONSTRUCTOR { Type::Void } else { returns },
            parameters,
            variadic,
            body,
            template,
            specializes: None,
            member: object,
            intrinsic: method.intrinsic,
            bound: None,
        };
        self.without_defaults(&function, Some((&name, own_parameters)))?;
        self.file.items.push(Item::Function(function));
        Ok(())
    }

    /// A default argument is looked up in all of the class, also in what is declared behind it. [C++17, 6.3.7]
    fn read_defaults_again(&mut self, parameters: &mut [Parameter], begin: usize) {
        let needs = |p: &Parameter| p.default.as_ref().is_some_and(|e| !e.is_literal());
        if !parameters.iter().any(needs) {
            return;
        }
        let at = std::mem::replace(&mut self.at, begin);
        let again = self.parameters().map(|(again, _)| again).unwrap_or_default();
        self.at = at;
        let mut again = again.into_iter().map(|p| p.default);
        for parameter in parameters {
            parameter.default = again.next().flatten();
        }
    }

    /// The parameters of a template, in the scope at hand.
    fn declare_parameters(&mut self, template: &[TemplateParameter]) {
        for parameter in template {
            let Some(name) = parameter.name.clone() else { continue };
            match parameter.kind {
                TemplateParameterKind::Type(_) => self.scopes.declare_type_parameter(name),
                _ => self.scopes.declare(name, Meaning::Value),
            }
        }
    }

    pub(super) fn parenthesized(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("(")?;
        self.arguments()
    }

    /// `{e, …}`, none of them in braces.
    pub(super) fn braced(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("{")?;
        let mut list = Vec::new();
        while !self.eat("}") {
            list.push(self.bracketed(Parser::assignment)?);
            if !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        Ok(list)
    }

    /// The class of which a function with a body is a member that stands outside of it, if it has a `this`; and whether
    /// it is a static one. `arguments`: those of the class, where it is a template.
    pub(super) fn defined_outside(
        &mut self,
        name: &Name,
        span: &Span,
        template: &Head,
        arguments: Option<&[TemplateArgument]>,
    ) -> Parsed<(Option<Class>, bool)> {
        // `void n::f() {…}`: names in it are looked up in the namespace, too. [C++17, 6.4.1]
        self.namespaces.outside = span.bytes.len() != name.as_str().len();
        let of_template = match (arguments, template) {
            (Some(_), Head::Template(parameters)) => Some(&parameters[..]),
            _ => None,
        };
        let owner = if self.is("{") { self.outside(name, of_template) } else { None };
        let of_static = owner.is_none() && self.static_functions.contains(name);
        if let Some(arguments) = arguments {
            let parameters = of_template.unwrap_or_default();
            if owner.is_none() && !of_static || !self.is_of_template(name, arguments, parameters) {
                return Err(self.error("a member of a class template of another form"));
            }
        }
        Ok((owner, of_static))
    }

    /// The class of a member function that is defined outside of it, whose body follows; of a class template that which
    /// has these parameters.
    fn outside(&mut self, name: &Name, template: Option<&[TemplateParameter]>) -> Option<Class> {
        let class = name.scope()?;
        let record = self.file.records.iter().find(|r| r.name == class)?;
        if !record.whole || self.static_functions.contains(name) {
            return None;
        }
        let ty = match (&record.template, template) {
            (None, None) => Type::Named(record.name.clone()),
            (Some(own), Some(_)) => Type::Instance(record.name.clone(), own_arguments(own)),
            _ => return None,
        };
        let (name, template) = (record.name.clone(), record.template.clone());
        Some(Class { name: name.clone(), short: name, ty, template, derived: false })
    }

    /// Whether a definition outside of the class template gives its parameters the names that they have inside, and
    /// the class their names as its arguments.
    fn is_of_template(
        &self,
        name: &Name,
        arguments: &[TemplateArgument],
        parameters: &[TemplateParameter],
    ) -> bool {
        let class = name.scope();
        let mut records = self.file.records.iter();
        let own =
            records.find(|r| Some(&r.name) == class.as_ref()).and_then(|r| r.template.as_ref());
        let names = |all: &[TemplateParameter]| -> Vec<_> {
            all.iter().map(|p| (p.name.clone(), mem::discriminant(&p.kind))).collect()
        };
        let same = |argument: &TemplateArgument, parameter: &TemplateParameter| match argument {
            TemplateArgument::Type(Type::Named(name), _) => parameter.name.as_ref() == Some(name),
            TemplateArgument::Value(Expr { kind: ExprKind::Name(name), .. }) => {
                parameter.name.as_ref() == Some(name)
            }
            _ => false,
        };
        own.is_some_and(|own| names(own) == names(parameters))
            && arguments.len() == parameters.len()
            && arguments.iter().zip(parameters).all(|(a, p)| same(a, p))
    }

    /// What a member function sees of its class, in the scope at hand; whether its parameters, which
    /// are read outside of the class, name no type of it.
    pub(super) fn declare_members(&mut self, function: &Name, object: bool) -> bool {
        let class = function.scope().unwrap_or_else(|| "".into());
        let members = self.class_scopes.get(&class).cloned().unwrap_or_default();
        let mut told_apart = true;
        for (name, sort) in members {
            let ty = matches!(sort, Meaning::Type(_)) && name != class;
            told_apart &= !(ty && self.scopes.find(&name).is_some());
            if object || !matches!(sort, Meaning::Member) {
                self.scopes.declare(name, sort);
            }
        }
        if object {
            self.scopes.declare(THIS.into(), Meaning::Value);
        }
        told_apart
    }
}

/// The body of a constructor, behind what it makes its members of.
pub(super) fn constructed(initialized: Parsed<Vec<Stmt>>, body: Body, span: &Span) -> Body {
    match (initialized, body) {
        // Without initializers, the body is as written.
        (Ok(all), body) if all.is_empty() => body,
        (Ok(mut all), Body::Block(block)) => {
            let span = Place(span.clone());
            all.push(Stmt { kind: StmtKind::Block(block), span });
            Body::Block(all)
        }
        (Err(why), Body::Block(_)) => {
            let place = Place(why.span.unwrap_or_else(|| span.clone()));
            Body::Unread(why.message, place, Fault::Reader)
        }
        (_, body) => body,
    }
}

/// The object of a member function.
pub(super) fn this(class: &Class, constant: bool, span: &Span) -> Parameter {
    let object = class.ty.clone();
    let object = if constant { Type::Const(object.into()) } else { object };
    Parameter {
        name: Some(THIS.into()),
        ty: Type::Reference(object.into()),
        immutable: false,
        shared: false,
        default: None,
        span: Place(span.clone()),
    }
}
