//! Declarators: `(*p)[3]`.

use super::namespace::Declared;
use super::scope::Sort;
use super::specifier::{Qualifiers, qualified};
use super::{Parsed, Parser};
use crate::path::{self, Path};
use crate::syntax::{Expr, Init, Parameter, Place, Specifiers, TemplateArgument, Type, Variable};
use crate::token::{Kind, Token};
use semantics::{Name, Span};
use std::sync::Arc;

/// What a declarator adds to a type, from the name outwards.
pub(super) enum Part {
    Pointer(Qualifiers),
    Reference,
    /// `&&`
    Moved,
    Array(Option<Expr>),
    /// What it is.
    Unmodelled(&'static str),
    Function(Vec<Parameter>, bool),
}

/// A name, if there is one, and what is declared of it.
pub(super) struct Declarator {
    pub name: Option<(Name, Span)>,
    /// The arguments behind it: `f<int>`.
    pub arguments: Vec<TemplateArgument>,
    /// Those of the class template whose member it is: `C<T>::f`.
    pub of_class: Option<Vec<TemplateArgument>>,
    pub parts: Vec<Part>,
    /// Where the parameters of a function begin.
    pub parameters: Option<usize>,
}

impl Declarator {
    /// A name alone.
    pub fn of(name: Option<(Name, Span)>) -> Self {
        Declarator {
            name,
            arguments: Vec::new(),
            of_class: None,
            parts: Vec::new(),
            parameters: None,
        }
    }

    /// The type of the name, given the type before the declarator.
    pub fn apply(parts: &[Part], base: Type) -> Type {
        parts.iter().rev().fold(base, |ty, part| match part {
            Part::Pointer(qualifiers) => qualifiers.of(Type::Pointer(ty.into())),
            Part::Reference => Type::Reference(ty.into()),
            Part::Moved => Type::Reference(Type::Moved(ty.into()).into()),
            Part::Array(size) => Type::Array(ty.into(), size.clone().map(Arc::new)),
            Part::Unmodelled(what) => Type::Other(what),
            Part::Function(..) => Type::Function,
        })
    }
}

impl Parser {
    /// A declarator. `local`: `(` after the name may be an initializer.
    pub(super) fn declarator(&mut self, local: bool) -> Parsed<Declarator> {
        self.nested(|p| p.declarator_inner(local))
    }

    fn declarator_inner(&mut self, local: bool) -> Parsed<Declarator> {
        let mut pointers = Vec::new();
        loop {
            self.skip_qualifiers();
            if self.eat("*") {
                pointers.push(Part::Pointer(self.skip_qualifiers()));
                if self.opencl && self.eat_word("__shared__") {
                    pointers.push(Part::Unmodelled("a pointer in the memory of the work-group"));
                }
            } else if self.eat("&") {
                pointers.push(Part::Reference);
            } else if self.eat("&&") {
                pointers.push(Part::Moved);
            } else if let Some(past) = self.past_class_of_pointer(0) {
                self.at += past;
                pointers.push(Part::Unmodelled("a pointer to a member"));
            } else {
                break;
            }
            if pointers.len() > 16 {
                return Err(self.error("too many pointers to pointers"));
            }
        }
        self.skip_attributes()?;
        self.skip_qualifiers();
        let grouped = self.is("(")
            && (self.is_at(1, "*")
                || self.is_at(1, "&")
                || self.is_at(1, "(")
                || self.past_class_of_pointer(1).is_some()
                || self.peek_at(1).is_some_and(|t| t.name().is_some()) && !self.type_begins_at(1));
        let mut declarator = if grouped {
            self.at += 1;
            let inner = self.declarator(false)?;
            self.expect(")")?;
            inner
        } else if let Some((class, past)) = self.template_of_member() {
            self.at += past;
            let arguments = self.template_arguments()?;
            self.expect("::")?;
            let (name, span) = match self.is_word("operator") {
                true => self.operator_name()?,
                false => self.identifier()?,
            };
            let name = (class.member(name.as_str()), span);
            Declarator { of_class: Some(arguments), ..Declarator::of(Some(name)) }
        } else if let Some((class, past)) = self.operator_begins() {
            let start = self.span();
            self.at += past;
            let (mut name, mut span) = self.operator_name()?;
            if let Some(class) = class {
                name = class.member(name.as_str());
                span = self.since(&start).0;
            }
            let name = (name, span);
            Declarator::of(Some(name))
        } else {
            let mut arguments = Vec::new();
            let name = match self.qualified_at(0) {
                Some((name, past)) => {
                    let start = self.span();
                    self.at += past;
                    let span = self.since(&start).0;
                    // `template <> void f<int>(…)`
                    if self.is("<") && matches!(self.scopes.find(&name), Some(Sort::Template)) {
                        arguments = self.declared_arguments()?;
                    }
                    Some((name, span))
                }
                None => None,
            };
            Declarator { arguments, ..Declarator::of(name) }
        };
        loop {
            if declarator.parts.len() > 16 {
                return Err(self.error("too many dimensions"));
            }
            self.skip_attributes()?;
            if self.is("[") && !self.is_at(1, "[") {
                self.at += 1;
                let size = if self.is("]") { None } else { Some(self.assignment()?) };
                self.expect("]")?;
                declarator.parts.push(Part::Array(size));
            } else if self.is("(") && !self.initializer_begins(local) {
                declarator.parameters.get_or_insert(self.at);
                let (parameters, variadic) = self.parameters()?;
                declarator.parts.push(Part::Function(parameters, variadic));
            } else {
                break;
            }
        }
        pointers.reverse();
        declarator.parts.extend(pointers);
        if std::mem::take(&mut self.retypes) {
            declarator.parts.push(Part::Unmodelled("a type that an attribute changes"));
        }
        Ok(declarator)
    }

    /// How far ahead `C::*` ends that begins so far ahead.
    fn past_class_of_pointer(&self, ahead: usize) -> Option<usize> {
        let (_, past) = self.qualified_at(ahead)?;
        let past = match self.is_at(past, "<") {
            true => self.past_balanced_angles_at(past)?,
            false => past,
        };
        (self.is_at(past, "::") && self.is_at(past + 1, "*")).then_some(past + 2)
    }

    /// Whether `(` begins `(e, …)` and not parameters: outside of functions, whose types may not be known, only
    /// where a value follows.
    fn initializer_begins(&self, local: bool) -> bool {
        let value = |token: &Token| match token.name() {
            Some(name) => matches!(self.scopes.find(name), Some(Sort::Value)),
            None => matches!(token.kind, Kind::Number(_)),
        };
        !self.is_at(1, ")")
            && !self.type_begins_at(1)
            && (local || self.peek_at(1).is_some_and(value))
    }

    /// The class template in `C<…>::f(`, a member function that is defined outside of it, and how far ahead its
    /// arguments begin.
    fn template_of_member(&self) -> Option<(Name, usize)> {
        let (class, past) = self.qualified_at(0)?;
        if !self.is_at(past, "<") || !self.is_class_template(&class) {
            return None;
        }
        let angles = self.past_balanced_angles_at(past)?;
        let name = self.peek_at(angles + 1).and_then(Token::name)?;
        let function = name.as_str() == "operator"
            || !super::is_reserved(name.as_str()) && self.is_at(angles + 2, "(");
        (self.is_at(angles, "::") && function).then_some((class, past))
    }

    /// The class that stands before `operator`, and how far ahead that begins; nothing where none does.
    fn operator_begins(&self) -> Option<(Option<Name>, usize)> {
        let name = |at: usize| self.peek_at(at).and_then(Token::name);
        let mut at = 0;
        while name(at).is_some_and(|name| !super::is_reserved(name.as_str()))
            && self.is_at(at + 1, "::")
        {
            at += 2;
        }
        if name(at).is_none_or(|name| name.as_str() != "operator") {
            return None;
        }
        let class = (0..at).step_by(2).filter_map(name);
        let class: Vec<Name> = class.flat_map(|part| path::parts(part.as_str())).collect();
        let class = (at > 0).then(|| self.unqualified(&class, false));
        Some((class, at))
    }

    /// `operator+`, `operator()`, …
    pub(super) fn operator_name(&mut self) -> Parsed<(Name, Span)> {
        let start = self.span();
        self.at += 1;
        let mut text = String::from("operator");
        if self.is("(") && self.is_at(1, ")") {
            self.at += 2;
            text.push_str("()");
        }
        while !self.is("(") {
            let Some(token) = self.peek() else { return Err(self.unexpected("an operator")) };
            text.push_str(token.kind.text());
            self.at += 1;
        }
        Ok((text.into(), self.since(&start).0))
    }

    /// The parameters of a function, and whether it takes more.
    pub(super) fn parameters(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        if self.is_word("void") && self.is_at(1, ")") {
            self.at += 1;
        }
        if self.eat(")") {
            return Ok((parameters, false));
        }
        loop {
            if self.eat("...") {
                self.expect(")")?;
                return Ok((parameters, true));
            }
            let start = self.span();
            let specified = self.specifiers()?;
            // `T... rest`: any number of them.
            let referring = ["&", "&&"].iter().any(|p| self.is(p)) && self.is_at(1, "...");
            let pack = self.eat("...") || referring;
            self.at += 2 * usize::from(referring);
            let declarator = self.declarator(false)?;
            let ty = match Declarator::apply(&declarator.parts, specified.qualified()) {
                Type::Array(element, _) => Type::Pointer(element),
                Type::Function => Type::Pointer(Type::Function.into()),
                ty if referring => Type::Reference(ty.into()),
                ty => ty,
            };
            let default = if self.eat("=") { Some(self.assignment()?) } else { None };
            let (name, span) = match declarator.name {
                Some((name, span)) => (Some(name), Place(span)),
                None => (None, self.since(&start)),
            };
            if let (Some(name), Type::Reference(_)) = (&name, &ty) {
                self.references.insert(name.clone());
            }
            let (ty, immutable) = unqualified(ty);
            // What the caller sees is the same.
            let ty = match ty {
                Type::Volatile(of) => Arc::unwrap_or_clone(of),
                ty => ty,
            };
            let shared = specified.specifiers.shared;
            parameters.push(Parameter { name, ty, immutable, shared, default, span });
            if pack || !self.eat(",") {
                self.expect(")")?;
                return Ok((parameters, pack));
            }
        }
    }

    /// `T` where a type alone stands, as in a cast.
    pub(super) fn type_id(&mut self) -> Parsed<Type> {
        let specified = self.specifiers()?;
        let declarator = self.declarator(false)?;
        if let Some((name, span)) = declarator.name {
            return Err(semantics::Diagnostic::at(span, format!("unexpected name `{name}`")));
        }
        Ok(Declarator::apply(&declarator.parts, specified.qualified()))
    }

    /// The variables of one declaration, from the first declarator to the `;`.
    pub(super) fn variables(
        &mut self,
        specifiers: Specifiers,
        base: &Type,
        first: Declarator,
    ) -> Parsed<Vec<Variable>> {
        self.declared(specifiers, base, first, &[";"]).map(|(variables, _)| variables)
    }

    /// As [`Parser::variables`], up to one of these; and which.
    pub(super) fn declared(
        &mut self,
        specifiers: Specifiers,
        base: &Type,
        first: Declarator,
        ends: &[&'static str],
    ) -> Parsed<(Vec<Variable>, &'static str)> {
        let mut variables = Vec::new();
        let mut declarator = first;
        loop {
            let Some((name, span)) = declarator.name else {
                return Err(self.unexpected("a name"));
            };
            let ty = Declarator::apply(&declarator.parts, qualified(specifiers, base.clone()));
            let sort = match (&ty, specifiers.typedef) {
                (_, true) => Sort::Type(ty.clone()),
                (_, false) => Sort::Value,
            };
            if let Type::Reference(_) = ty {
                self.references.insert(name.clone());
            }
            // In scope from here on: `int x = x;` means the new one.
            self.scopes.declare(name.clone(), sort);
            if specifiers.typedef && self.scopes.depth() == 1 {
                self.declared_here(&name, Declared::Other);
            }
            let init = self.initializer(&ty)?;
            if !specifiers.typedef {
                let (ty, immutable) = unqualified(ty);
                // OpenCL's `__local int *p` says what it points to.
                let shared = specifiers.shared && !(self.opencl && matches!(ty, Type::Pointer(_)));
                let specifiers = Specifiers { immutable, shared, ..specifiers };
                variables.push(Variable { specifiers, name, ty, init, span: Place(span) });
            }
            if !self.eat(",") {
                for end in ends {
                    if self.eat(end) {
                        return Ok((variables, end));
                    }
                }
                return Err(self.unexpected("`;`"));
            }
            declarator = self.declarator(true)?;
        }
    }

    fn initializer(&mut self, ty: &Type) -> Parsed<Option<Init>> {
        if self.eat("=") {
            return if self.is("{") {
                self.braces(ty).map(Some)
            } else {
                Ok(Some(Init::Expr(self.assignment()?)))
            };
        }
        if self.is("{") {
            return self.braces(ty).map(Some);
        }
        if self.eat("(") {
            return Ok(Some(Init::Arguments(self.arguments()?)));
        }
        Ok(None)
    }
}

/// A variable's type without the `const` of the variable itself, and whether it had one.
pub(super) fn unqualified(ty: Type) -> (Type, bool) {
    match ty {
        Type::Const(inner) => (Arc::unwrap_or_clone(inner), true),
        Type::Array(of, size) => {
            let constant = matches!(*of, Type::Const(_));
            (Type::Array(of, size), constant)
        }
        ty => (ty, false),
    }
}
