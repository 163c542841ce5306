//! What stands at the top of a file.

use super::declarator::{Declarator, Part};
use super::method::{constructed, this};
use super::namespace::Declared;
use super::scope::Sort;
use super::specifier::Specified;
use super::template::Head;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    Body, Fault, Function, Item, Parameter, Place, Specifiers, Stmt, Type, Variable,
};
use crate::token::{Kind, Token};
use crate::vocabulary::{Attribute, Intrinsic};
use semantics::{Name, Span};

/// What is said of what stands behind `->` where that is not read.
const UNREAD_TYPE: &str = "this type behind `->`";

impl Parser {
    pub(super) fn item(&mut self, template: Head) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        self.namespaces.outside = false;
        match self.word() {
            "template" => return self.template(),
            "using" => return self.using().map(|_| ()),
            "static_assert" => {
                self.skip_attribute()?;
                return self.expect(";");
            }
            // GPUVerify's assumption about every kernel of the file.
            "__axiom" if self.is_at(1, "(") => {
                return Err(self.error("`__axiom` is not supported"));
            }
            "namespace" => return self.namespace(),
            "inline"
                if self
                    .peek_at(1)
                    .and_then(|t| t.name())
                    .is_some_and(|w| w.as_str() == "namespace") =>
            {
                self.at += 1;
                return self.namespace();
            }
            "extern" if matches!(self.peek_at(1).map(|t| &t.kind), Some(Kind::Str(_))) => {
                self.at += 2;
                return if self.is("{") { self.items_in_braces() } else { self.item(template) };
            }
            _ => {}
        }
        self.pass_over_macro();
        self.block_bound = None;
        let specified = self.specifiers()?;
        for item in &specified.enumerators {
            if let Item::Enumerator { name, .. } = item {
                self.declared_here(name, Declared::Other);
            }
        }
        self.file.items.extend(specified.enumerators.iter().cloned());
        if self.eat(";") {
            if let (Some(Attribute::Opaque), Type::Named(name)) =
                (specified.attribute, specified.ty)
            {
                self.file.opaque.insert(name);
            }
            return Ok(());
        }
        let declarator = self.declarator(false)?;
        if let Some(Part::Function(..)) = declarator.parts.first() {
            return self.function(specified, declarator, template);
        }
        let Specified { specifiers, ty, .. } = specified;
        let partial = !declarator.arguments.is_empty();
        let variables = self.variables(specifiers, &ty, declarator)?;
        for variable in &variables {
            self.declared_here(&variable.name, Declared::Other);
        }
        // A static member of a class, defined outside of it: a constant has its value inside.
        let toolkit = self.in_toolkit;
        let member = |v: &Variable| v.name.is_qualified() && !toolkit;
        if variables.iter().any(member) {
            if matches!(template, Head::Specialization) {
                self.file.ambiguous.extend(variables.into_iter().map(|v| v.name));
            }
            return Ok(());
        }
        match (template, <[Variable; 1]>::try_from(variables)) {
            (Head::None, Ok([only])) => self.file.items.push(Item::Variables(vec![only])),
            (Head::None, Err(all)) if all.is_empty() => {}
            (Head::None, Err(all)) => self.file.items.push(Item::Variables(all)),
            (Head::Template(parameters), Ok([only])) if !partial => {
                let known = |(_, other): &(_, Variable)| other.name == only.name;
                if self.file.variable_templates.iter().any(known) {
                    self.file.ambiguous.insert(only.name.clone());
                }
                self.file.variable_templates.push((parameters, only));
            }
            // Which arguments they are for is not looked at.
            (_, Ok([only])) => drop(self.file.ambiguous.insert(only.name)),
            (_, Err(all)) => self.file.ambiguous.extend(all.into_iter().map(|v| v.name)),
        }
        Ok(())
    }

    /// Passes over `BOUNDS(256)` in front of a function, a macro that only a header which is not at hand can define.
    fn pass_over_macro(&mut self) {
        let Some(name) = self.peek().and_then(|t| t.name()).cloned() else { return };
        let known = super::is_reserved(name.as_str()) || self.scopes.type_of(&name) != Ok(None);
        if known || self.file.missing.is_empty() || !self.is_at(1, "(") {
            return;
        }
        let begin = self.at;
        self.at += 1;
        let function = matches!(
            self.skip_balanced().map(|()| self.word()),
            Ok("__global__" | "__device__" | "__host__" | "static" | "inline" | "void")
        );
        match function {
            true => self
                .file
                .notes
                .push(format!("the macro `{name}`, which no header at hand has, is passed over")),
            false => self.at = begin,
        }
    }

    pub(super) fn items_in_braces(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        self.nested(|p| {
            p.expect("{")?;
            let around = std::mem::replace(&mut p.is_open, false);
            while !p.eat("}") {
                match p.peek() {
                    Some(_) => p.item_or_unread()?,
                    // The brace is among what could not be read.
                    None if p.is_open => break,
                    None => return Err(p.unexpected("`}`")),
                }
            }
            p.is_open |= around;
            Ok(())
        })
    }

    /// `using namespace n;`, `using T = type;`, `using n::x;`; whether the name is known here, though
    /// another declaration hid it.
    pub(super) fn using(&mut self) -> Parsed<bool> {
        self.at += 1;
        if self.is_at(1, "=") {
            let (name, _) = self.identifier()?;
            self.at += 1;
            let ty = self.type_id()?;
            if self.scopes.depth() == 1 {
                self.declared_here(&name, Declared::Other);
            }
            self.scopes.declare(name, Sort::Type(ty));
            return self.expect(";").map(|()| false);
        }
        let directive = self.is_word("namespace");
        let first = self.peek().and_then(Token::name).cloned();
        let mut last = None;
        let mut hidden = false;
        while let Some(token) = self.peek()
            && !token.is(";")
        {
            if let Some(name) = token.name().cloned() {
                self.seen_elsewhere(&name, directive);
                last = Some(name);
            }
            let Some(token) = self.peek() else { break };
            // `using T [[…]] = int;` declares, too; but for `operator=`.
            let operator = self.tokens[..self.at].last().and_then(Token::name);
            let operator = operator.is_some_and(|word| word.as_str() == "operator");
            if token.is("=") && !operator {
                return Err(self.unexpected("`;`"));
            }
            hidden = !directive && token.name().is_some_and(|name| self.scopes.hides(name));
            self.at += 1;
        }
        if let (Some(first), Some(last)) = (first, last) {
            self.brought_from(&first, &last);
        }
        self.expect(";").map(|()| hidden)
    }

    fn function(
        &mut self,
        specified: Specified,
        declarator: Declarator,
        template: Head,
    ) -> Parsed<()> {
        let mut parts = declarator.parts.into_iter();
        let outside = || self.constructed_outside(&specified.ty);
        let constructor = if declarator.name.is_none() { outside() } else { None };
        let (constructs, named) = (constructor.is_some(), declarator.name.or(constructor));
        let (Some(Part::Function(parameters, variadic)), Some((name, span))) =
            (parts.next(), named)
        else {
            return Err(self.unexpected("a function"));
        };
        let parts: Vec<Part> = parts.collect();
        let mut returns = match constructs {
            true => Type::Void,
            false => Declarator::apply(&parts, specified.qualified()),
        };
        let initializers = (constructs && self.is(":")).then_some(self.at);
        if initializers.is_some() {
            self.skip_initializers()?;
        }
        let mut specifiers = specified.specifiers;
        specifiers.device |= specifiers.of_toolkit;
        let intrinsic = Intrinsic::of(specified.attribute);
        // What a primitive is called may be the name of anything else, as long as nobody calls it.
        if !matches!(intrinsic, Some(Intrinsic::Op(_))) {
            self.declare_function(&name, &template);
        }
        self.declared_here(&name, Declared::Function(&span));
        if !self.in_toolkit {
            let home = self.namespaces.here();
            self.overloads.declare(&name, &span, &parameters, variadic, home, self.at);
        }
        let behind = self.at;
        let (constant, behind_arrow) = self.after_parameters(&parameters)?;
        // What is named there of a member is looked up in its class, and not here.
        if let (Type::Auto, Some(ty), false) = (&returns, behind_arrow, name.is_qualified()) {
            returns = ty;
        } else if returns == Type::Auto
            && self.tokens[behind..self.at].iter().any(|token| token.is("->"))
        {
            returns = Type::Other(UNREAD_TYPE);
        }
        if self.tokens[behind..self.at].iter().any(is_requires) {
            match specifiers.global {
                true => self.constrained(&name),
                false => return Err(self.error("a function with constraints")),
            }
        }
        if constructs && self.tokens[behind..self.at].iter().any(|token| token.is(":")) {
            return Err(self.error("a constructor of another form"));
        }
        let bound = self.bound_of(&name, &parameters);
        let (owner, of_static) =
            self.defined_outside(&name, &span, &template, declarator.of_class.as_deref())?;
        let mut parameters = parameters;
        let around = self.returns.replace(returns.clone());
        let body = if !self.is("{") {
            while self.peek().is_some() && !self.is(";") {
                self.at += 1;
            }
            self.expect(";")?;
            Body::None
        } else if (owner.is_some() || of_static) && self.runs_on_device(specifiers) {
            let mut body = self.body_of_member(&name, owner.is_some(), &parameters, &span)?;
            if let (true, Some(class)) = (constructs, &owner) {
                let made = self.initialized_outside(initializers, &class.name, &name, &parameters);
                body = constructed(made, body, &span);
            }
            if let Some(class) = &owner {
                parameters.insert(0, this(class, constant, &span));
            }
            body
        } else {
            let constant = specifiers.constexpr && owner.is_none() && !of_static;
            self.body_of_function(&name, (specifiers, constant), &template, &parameters)?
        };
        self.returns = around;
        let span = Place(span);
        let function = Function {
            specifiers,
            name,
            span,
            returns,
            parameters,
            variadic,
            body,
            specializes: matches!(template, Head::Specialization).then_some(declarator.arguments),
            member: owner.is_some(),
            intrinsic,
            bound,
            template: match template {
                Head::Template(parameters) => Some(parameters),
                Head::None | Head::Specialization => None,
            },
        };
        self.without_defaults(&function, None)?;
        self.file.items.push(Item::Function(function));
        Ok(())
    }

    fn runs_on_device(&self, specifiers: Specifiers) -> bool {
        specifiers.global || specifiers.device || self.opencl
    }

    /// The body of a function that no class has, or that only the host runs. `constant`: what it gives may be a constant.
    fn body_of_function(
        &mut self,
        name: &Name,
        (specifiers, constant): (Specifiers, bool),
        template: &Head,
        parameters: &[Parameter],
    ) -> Parsed<Body> {
        // Its value may be that of a constant of the device.
        if constant && !specifiers.device {
            return self.template_body(parameters);
        }
        if !self.runs_on_device(specifiers) {
            self.skip_balanced()?;
            self.file.notes.push(format!("the body of the host function `{name}` is passed over"));
            return Ok(Body::Skipped);
        }
        match template {
            Head::None => self.own_body(parameters),
            Head::Template(_) | Head::Specialization => self.template_body(parameters),
        }
    }

    /// The body of a member function that stands outside of its class; `of_object`: that has a `this`.
    fn body_of_member(
        &mut self,
        name: &Name,
        of_object: bool,
        parameters: &[Parameter],
        span: &Span,
    ) -> Parsed<Body> {
        self.scopes.open();
        let told_apart = self.declare_members(name, of_object);
        let body = self.template_body(parameters);
        self.scopes.close();
        match told_apart {
            true => body,
            false => Ok(Body::Unread(
                "a type of the class and one of the file have one name".into(),
                Place(span.clone()),
                Fault::Reader,
            )),
        }
    }

    /// Declares the name of a function: one of it that is a template is enough for `<` to begin arguments.
    fn declare_function(&mut self, name: &Name, template: &Head) {
        let sort = match (template, self.scopes.find(name)) {
            (Head::None, Some(Sort::Template)) => Sort::Template,
            (Head::None, _) => Sort::Value,
            _ => Sort::Template,
        };
        self.scopes.declare(name.clone(), sort);
    }

    /// What stands between the parameters of a function and its body: whether that is `const`, and what the function
    /// returns, where it says so there in words that are read.
    fn after_parameters(&mut self, parameters: &[Parameter]) -> Parsed<(bool, Option<Type>)> {
        let (mut constant, mut returns) = (false, None);
        while !self.is("{") && !self.is(";") && !self.is(",") {
            if self.is("->") && returns.is_none() {
                let begin = self.at;
                returns = self.behind_arrow(parameters);
                if returns.is_some() {
                    continue;
                }
                self.go_back(begin);
            }
            if self.is("->") || self.is(":") || self.is("=") {
                while self.peek().is_some() && !self.is("{") && !self.is(";") {
                    self.at += 1;
                }
                continue;
            }
            if self.eat_constraint()? {
                continue;
            }
            let known = matches!(self.word(), "const" | "noexcept" | "override" | "final");
            if !known && !self.is_annotation() {
                return Err(self.unexpected("`{` or `;`"));
            }
            constant |= self.is_word("const");
            self.skip_attribute()?;
        }
        Ok((constant, returns))
    }

    /// Passes over the `->` of a member function; its type is what the function returns.
    pub(super) fn trailing_type(&mut self, returns: &mut Type, parts: &[Part]) {
        let begin = self.at;
        if let (Type::Auto, [Part::Function(parameters, _)]) = (&*returns, parts)
            && let Some(ty) = self.behind_arrow(parameters)
        {
            *returns = ty;
            return;
        }
        if *returns == Type::Auto {
            *returns = Type::Other(UNREAD_TYPE);
        }
        self.go_back(begin);
        self.at += 1;
    }

    /// `-> T`; nothing where that is not read, or names a parameter, which is not in scope here.
    fn behind_arrow(&mut self, parameters: &[Parameter]) -> Option<Type> {
        self.at += 1;
        let (begin, depth) = (self.at, self.depth);
        let read = self.type_id();
        self.depth = depth;
        let ends = self.is("{") || self.is(";") || self.is_word("requires");
        let parameter = |token: &Token| {
            token
                .name()
                .is_some_and(|name| parameters.iter().any(|p| p.name.as_ref() == Some(name)))
        };
        let names_one = self.tokens[begin..self.at].iter().any(parameter);
        read.ok().filter(|_| ends && !names_one)
    }

    /// The body of a function, its parameters in scope.
    pub(super) fn body(&mut self, parameters: &[Parameter]) -> Parsed<Vec<Stmt>> {
        self.scopes.open();
        self.bodies += 1;
        for parameter in parameters {
            if let Some(name) = &parameter.name {
                self.scopes.declare(name.clone(), Sort::Value);
            }
        }
        let block = self.block();
        self.bodies -= 1;
        self.scopes.close();
        block
    }

    fn is_annotation(&self) -> bool {
        self.word().starts_with("__") && self.is_at(1, "(")
    }
}

fn is_requires(token: &Token) -> bool {
    token.name().is_some_and(|word| word.as_str() == "requires")
}
