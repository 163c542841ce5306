//! Structures: their data members and member functions. One with anything else in it is known by name
//! only.

use super::declarator::{Declarator, Part};
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::syntax::{Function, Item, Parameter, Place, Record, Specifiers, THIS, Type};
use semantics::Name;

/// How many members a structure may have to be modelled.
const MOST_FIELDS: usize = 64;

/// A member function, its body not read yet.
struct Method {
    specifiers: Specifiers,
    /// The type before the declarator.
    qualified: Type,
    declarator: Declarator,
    /// Whether it leaves the object as it is.
    constant: bool,
    /// Where its body begins.
    begin: usize,
}

impl Parser {
    /// `struct S`, with or without a body.
    pub(super) fn class(&mut self) -> Parsed<Type> {
        let union = self.is_word("union");
        self.at += 1;
        self.skip_attributes()?;
        let written = self.qualified_at(0);
        let mut name = match written.clone() {
            Some((name, past)) => {
                self.at += past;
                name
            }
            None => {
                self.unnamed += 1;
                format!("(unnamed structure {})", self.unnamed).into()
            }
        };
        let mut data = !union;
        if self.is("<") {
            self.skip_angles()?;
            data = false;
        }
        self.eat_word("final");
        let defines = self.is("{") || self.is(":");
        // Another structure of the same name, in another scope, is another type.
        if defines && self.file.records.iter().any(|r| r.name == name) {
            self.unnamed += 1;
            let other = Name::from(format!("{name} ({})", self.unnamed));
            self.scopes.declare(name, Sort::Type(Type::Named(other.clone())));
            name = other;
        }
        let known = match written.as_ref().map(|(name, _)| self.scopes.type_of(name)) {
            Some(Ok(Some(ty))) => Some(ty),
            _ => None,
        };
        let ty = known.unwrap_or_else(|| Type::Named(name.clone()));
        if let Some((written, _)) = written
            && self.scopes.find(&written).is_none()
        {
            self.scopes.declare(written, Sort::Type(ty.clone()));
        }
        let mut fields = Vec::new();
        if self.eat(":") {
            data &= self.bases(&mut fields);
        }
        if self.is("{") {
            let start = self.at;
            self.scopes.open();
            let mut methods = Vec::new();
            let members = self.nested(|p| p.members(&name, &mut fields, &mut methods));
            self.scopes.close();
            data &= matches!(members, Ok(true)) && fields.len() <= MOST_FIELDS;
            self.at = start;
            self.skip_balanced()?;
            let end = self.at;
            if data && ty == Type::Named(name.clone()) {
                self.methods(&name, &fields, methods)?;
                self.at = end;
                self.file.records.push(Record { name, fields });
            }
        }
        Ok(ty)
    }

    /// The member functions of a structure whose members are known: functions of the object.
    fn methods(
        &mut self,
        class: &Name,
        fields: &[(Name, Type)],
        methods: Vec<Method>,
    ) -> Parsed<()> {
        let names = methods.iter().filter_map(|m| m.declarator.name.as_ref());
        let names: Vec<Name> = names.map(|(name, _)| name.clone()).collect();
        for Method { specifiers, qualified, declarator, constant, begin } in methods {
            let mut parts = declarator.parts.into_iter();
            let (Some(Part::Function(parameters, variadic)), Some((name, span))) =
                (parts.next(), declarator.name)
            else {
                continue;
            };
            if !(specifiers.device || self.opencl) {
                continue;
            }
            let parts: Vec<Part> = parts.collect();
            let returns = Declarator::apply(&parts, qualified);
            let object = Type::Named(class.clone());
            let object = if constant { Type::Const(object.into()) } else { object };
            let this = Parameter {
                name: Some(THIS.into()),
                ty: Type::Reference(object.into()),
                immutable: false,
                shared: false,
                default: None,
                span: Place(span.clone()),
            };
            self.at = begin;
            self.scopes.open();
            self.scopes.declare(THIS.into(), Sort::Value);
            for name in fields.iter().map(|(name, _)| name).chain(&names) {
                self.scopes.declare(name.clone(), Sort::Member);
            }
            let body = self.template_body(&parameters);
            self.scopes.close();
            let parameters = std::iter::once(this).chain(parameters).collect();
            self.file.items.push(Item::Function(Function {
                specifiers,
                name: format!("{class}::{name}").into(),
                span: Place(span),
                returns,
                parameters,
                variadic,
                body: body?,
                template: None,
                specializes: false,
                member: true,
            }));
        }
        Ok(())
    }

    /// The members of bases, up to `{`; whether they are all known.
    fn bases(&mut self, fields: &mut Vec<(Name, Type)>) -> bool {
        let mut known = true;
        while self.peek().is_some() && !self.is("{") && !self.is(";") {
            match self.qualified_at(0) {
                Some((name, past)) => {
                    self.at += past;
                    if matches!(name.as_str(), "public" | "private" | "protected") {
                        continue;
                    }
                    let base = match self.scopes.type_of(&name) {
                        Ok(Some(Type::Named(name))) => name,
                        _ => name,
                    };
                    match self.file.records.iter().find(|r| r.name == base) {
                        Some(record) => fields.extend(record.fields.iter().cloned()),
                        None => known = false,
                    }
                }
                None => {
                    known &= self.is(",");
                    self.at += 1;
                }
            }
        }
        known
    }

    /// The members in braces; whether all of them are data.
    fn members(
        &mut self,
        class: &Name,
        fields: &mut Vec<(Name, Type)>,
        methods: &mut Vec<Method>,
    ) -> Parsed<bool> {
        self.expect("{")?;
        while !self.eat("}") {
            if matches!(self.word(), "public" | "private" | "protected") && self.is_at(1, ":") {
                self.at += 2;
                continue;
            }
            if self.eat(";") {
                continue;
            }
            let special =
                matches!(self.word(), "template" | "using" | "typedef" | "friend" | "virtual");
            if special || self.is("~") || self.word() == class.as_str() && self.is_at(1, "(") {
                return Ok(false);
            }
            let specified = self.specifiers()?;
            if !specified.enumerators.is_empty() || specified.specifiers.statical {
                return Ok(false);
            }
            if self.eat(";") {
                continue;
            }
            let mut declarator = self.declarator(false)?;
            if let Some(Part::Function(..)) = declarator.parts.first() {
                let operator =
                    |(name, _): &(Name, semantics::Span)| name.as_str().starts_with("operator");
                if declarator.name.as_ref().is_none_or(operator) {
                    return Ok(false);
                }
                // A member function adds no data. Its body may name members further down.
                let mut constant = false;
                while !self.is("{") && !self.is(";") {
                    if self.peek().is_none() || self.is("}") || self.is(":") || self.is("=") {
                        return Ok(false);
                    }
                    constant |= self.is_word("const");
                    self.at += 1;
                }
                if self.is("{") {
                    let begin = self.at;
                    self.skip_balanced()?;
                    let qualified = specified.qualified();
                    methods.push(Method {
                        specifiers: specified.specifiers,
                        qualified,
                        declarator,
                        constant,
                        begin,
                    });
                }
                continue;
            }
            loop {
                let Some((name, _)) = declarator.name else { return Ok(false) };
                let ty = Declarator::apply(&declarator.parts, specified.qualified());
                let modelled = !matches!(ty, Type::Const(_) | Type::Reference(_) | Type::Auto);
                if !modelled || fields.iter().any(|(other, _)| *other == name) {
                    return Ok(false);
                }
                fields.push((name, ty));
                if !self.eat(",") {
                    break;
                }
                declarator = self.declarator(false)?;
            }
            if !self.eat(";") {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
