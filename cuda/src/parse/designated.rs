//! Lists of values in braces, whose parts may be named: `{.x = 1}`, `{[2] = 3}`. They are read as the list of all parts in
//! order. [C++20, 9.4.5; C99, 6.7.8]

use super::{Parsed, Parser};
use crate::syntax::{Expr, ExprKind, Init, Record, Type};
use num_traits::ToPrimitive;
use semantics::{IntType, Name};
use std::collections::BTreeMap;

/// An array of more elements is not written out.
const MOST_ELEMENTS: usize = 1 << 12;

/// What is said of other lists that name parts.
const UNREAD: &str = "a list of values that names parts in this way";

/// What stands before a value.
enum Designator {
    /// `.x =`
    Member(Name),
    /// `[n] =`
    Element(usize),
    /// A part of a part, a range, an index that is no literal.
    Other,
}

/// What a type is made of.
enum Parts {
    Elements(Type),
    Members(Vec<(Name, Type)>),
    Unknown,
}

impl Parts {
    fn place(&self, designator: &Designator) -> Option<usize> {
        match (self, designator) {
            (Parts::Elements(_), Designator::Element(n)) => Some(*n).filter(|n| *n < MOST_ELEMENTS),
            (Parts::Members(all), Designator::Member(name)) => {
                all.iter().position(|(other, _)| other == name)
            }
            _ => None,
        }
    }

    fn ty(&self, n: usize) -> Option<&Type> {
        match self {
            Parts::Elements(of) => Some(of),
            Parts::Members(all) => all.get(n).map(|(_, ty)| ty),
            Parts::Unknown => None,
        }
    }
}

impl Parser {
    /// `{…}` for an object of this type.
    pub(super) fn braces(&mut self, ty: &Type) -> Parsed<Init> {
        self.nested(|p| p.list(ty))
    }

    /// As [`Parser::braced`], of a list that may name the members of a type.
    pub(super) fn braced_for(&mut self, ty: &Type) -> Parsed<Vec<Expr>> {
        if !self.is_at(1, ".") {
            return self.braced();
        }
        let values = match self.list(ty)? {
            Init::List(list) => list,
            init => vec![init],
        };
        let plain = values.into_iter().map(|init| match init {
            Init::Expr(e) => Some(e),
            _ => None,
        });
        plain.collect::<Option<Vec<_>>>().ok_or_else(|| self.unexpected("values without braces"))
    }

    fn list(&mut self, ty: &Type) -> Parsed<Init> {
        let start = self.span();
        self.expect("{")?;
        let parts = self.parts(ty);
        let mut given = BTreeMap::new();
        let (mut at, mut names_parts, mut known) = (0, false, true);
        while !self.eat("}") {
            if let Some(designator) = self.designator()? {
                names_parts = true;
                match parts.place(&designator) {
                    Some(n) => at = n,
                    None => known = false,
                }
            }
            let of = parts.ty(at).filter(|_| known);
            let item = match self.is("{") {
                true => self.braces(of.unwrap_or(&Type::Auto))?,
                false => Init::Expr(self.assignment()?),
            };
            // Without braces of its own, a part takes as many values as it needs.
            known &= matches!(item, Init::List(_)) || of.is_some_and(is_scalar);
            // C has them in any order, of which the last one counts.
            known &= self.opencl || given.last_key_value().is_none_or(|(last, _)| *last < at);
            known &= given.insert(at, item).is_none();
            at += 1;
            if !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        if !names_parts {
            return Ok(Init::List(given.into_values().collect()));
        }
        let all = match known {
            true => self.in_order(ty, &parts, given)?,
            false => None,
        };
        Ok(match all {
            Some(all) => Init::List(all),
            None => Init::Expr(self.make(ExprKind::Other(UNREAD), &start)?),
        })
    }

    /// The parts up to the last one that is given; nothing where one that is left out is not known.
    fn in_order(
        &self,
        ty: &Type,
        parts: &Parts,
        given: BTreeMap<usize, Init>,
    ) -> Parsed<Option<Vec<Init>>> {
        let count = given.last_key_value().map_or(0, |(last, _)| last + 1);
        let mut all = vec![None; count];
        for (n, init) in given {
            all[n] = Some(init);
        }
        let mut made = Vec::with_capacity(count);
        for (n, init) in all.into_iter().enumerate() {
            let Some(init) = (match init {
                Some(init) => Some(init),
                None => self.left_out(ty, parts, n)?,
            }) else {
                return Ok(None);
            };
            made.push(init);
        }
        Ok(Some(made))
    }

    /// What a part holds that a list leaves out.
    fn left_out(&self, ty: &Type, parts: &Parts, n: usize) -> Parsed<Option<Init>> {
        let Some(of) = parts.ty(n) else { return Ok(None) };
        if let (Parts::Members(all), Some(record)) = (parts, self.record_of(ty))
            && let Some((_, value)) = record.defaults.iter().find(|(name, _)| *name == all[n].0)
        {
            return Ok(value.is_literal().then(|| Init::Expr(value.clone())));
        }
        let span = self.span();
        Ok(Some(match of.plain() {
            Type::Pointer(_) => Init::Expr(self.make(ExprKind::Null, &span)?),
            Type::Bool if of != of.plain() => return Ok(None),
            Type::Bool | Type::Int(_) | Type::Float(_) => {
                let zero = self.make(ExprKind::Int(0.into(), IntType::INT), &span)?;
                Init::Expr(self.make(ExprKind::Cast(of.clone(), zero.into()), &span)?)
            }
            _ => Init::List(Vec::new()),
        }))
    }

    /// `.x =`, `[n] =`
    fn designator(&mut self) -> Parsed<Option<Designator>> {
        let first = if self.eat(".") {
            Designator::Member(self.identifier()?.0)
        } else if self.opencl && self.eat("[") {
            let index = self.bracketed(Parser::expression)?;
            let literal = match index.kind {
                ExprKind::Int(n, _) => n.to_usize(),
                _ => None,
            };
            let range = self.eat("...");
            if range {
                self.bracketed(Parser::expression)?;
            }
            self.expect("]")?;
            literal.filter(|_| !range).map_or(Designator::Other, Designator::Element)
        } else {
            return Ok(None);
        };
        let mut deeper = false;
        while self.is(".") || self.is("[") {
            deeper = true;
            match self.eat(".") {
                true => drop(self.identifier()?),
                false => self.skip_balanced()?,
            }
        }
        if !self.is("{") {
            self.expect("=")?;
        }
        Ok(Some(if deeper { Designator::Other } else { first }))
    }

    fn parts(&self, ty: &Type) -> Parts {
        match (ty.unqualified(), self.record_of(ty)) {
            (Type::Array(of, _), _) => Parts::Elements(Type::clone(of)),
            (_, Some(record)) => Parts::Members(record.fields.clone()),
            _ => Parts::Unknown,
        }
    }

    /// The class of the file that a type is, where its members are all that it is made of.
    fn record_of(&self, ty: &Type) -> Option<&Record> {
        let Type::Named(name) = ty.unqualified() else { return None };
        let record = self.file.records.iter().find(|r| r.name == *name && !r.of_toolkit)?;
        let plain = record.whole
            && record.plain
            && record.bits.is_empty()
            && record.bases.is_empty()
            && record.template.is_none();
        plain.then_some(record)
    }
}

fn is_scalar(ty: &Type) -> bool {
    let plain = ty.unqualified();
    matches!(plain, Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_))
}
