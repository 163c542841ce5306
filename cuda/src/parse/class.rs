//! Structures: their data members. One with anything else in it is known by name only.

use super::declarator::{Declarator, Part};
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::syntax::{Record, Type};
use semantics::Name;

/// How many members a structure may have to be modelled.
const MOST_FIELDS: usize = 64;

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
            let members = self.nested(|p| p.members(&name, &mut fields));
            self.scopes.close();
            data &= matches!(members, Ok(true)) && fields.len() <= MOST_FIELDS;
            self.at = start;
            self.skip_balanced()?;
            if data && ty == Type::Named(name.clone()) {
                self.file.records.push(Record { name, fields });
            }
        }
        Ok(ty)
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
    fn members(&mut self, class: &Name, fields: &mut Vec<(Name, Type)>) -> Parsed<bool> {
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
                // A member function adds no data; a call of it is not modelled.
                while !self.is("{") && !self.is(";") {
                    if self.peek().is_none() || self.is("}") || self.is(":") || self.is("=") {
                        return Ok(false);
                    }
                    self.at += 1;
                }
                if self.is("{") {
                    self.skip_balanced()?;
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
