//! Enumerations.

use super::namespace::Declared;
use super::scope::{Sort, distinct};
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{Binary, Expr, ExprKind, Item, Place, Type, Unary};
use semantics::{IntType, Name};

impl Parser {
    /// `enum E {a, b = 2}`: the numbers of an `int`, and its enumerators.
    pub(super) fn enumeration(&mut self, enumerators: &mut Vec<Item>) -> Parsed<Type> {
        let start = self.span().bytes.start;
        self.at += 1;
        let scoped = self.eat_word("class") || self.eat_word("struct");
        let packed = self.is_packed();
        self.skip_attributes()?;
        let name = if self.peek().is_some_and(|t| t.name().is_some()) {
            Some(self.identifier()?.0)
        } else {
            None
        };
        let known = name.as_ref().and_then(|name| self.scopes.find(name));
        if let (Some(Sort::Type(ty)), false, false) = (known, self.is(":"), self.is("{")) {
            return Ok(ty.clone());
        }
        let fixed = scoped || self.is(":");
        let numbers = match self.eat(":") {
            true => self.specifiers()?.ty,
            false => Type::Int(IntType::INT),
        };
        // Of the same name there may be another, in another scope.
        let title = match &name {
            Some(name) if self.scopes.depth() == 1 => name.to_string(),
            Some(name) => format!("{name} ({start})"),
            None => format!("(unnamed enumeration {start})"),
        };
        let ty = match self.opencl {
            // [C99, 6.7.2.2]: whether it has a sign is for the compiler to say.
            true => Type::Other("an enumeration as a type, which in C the compiler chooses,"),
            // GCC, 6.4.3: an integer as small as holds all enumerators.
            false if packed => Type::Other("an enumeration that an attribute packs"),
            false => distinct(&title, numbers),
        };
        if let Some(name) = &name {
            self.scopes.declare(name.clone(), Sort::Type(ty.clone()));
            if self.scopes.depth() == 1 {
                self.declared_here(name, Declared::Other);
            }
        }
        let here = self.namespaces.here();
        self.namespaces.enumerations.insert(here);
        if !self.eat("{") {
            return Ok(ty);
        }
        let enumeration = name;
        let mut first = true;
        let mut own: Vec<Name> = Vec::new();
        let mut plain = true;
        while !self.eat("}") {
            let (name, span) = self.identifier()?;
            let mut value = if self.eat("=") { Some(self.assignment()?) } else { None };
            // Up to the `}` an enumerator has the type of its own value.
            if let (Some(e), false) = (&mut value, fixed) {
                if !plain && mentions(e, &own) {
                    e.kind = ExprKind::Other("an enumerator whose own type another one asks for");
                }
                plain &= self.is_int(e, &own);
            }
            own.push(name.clone());
            let name = match (&enumeration, scoped) {
                (Some(of), true) => of.member(name.as_str()),
                _ => name,
            };
            let sort = match &self.enumerators_of {
                Some(class) => Sort::Static(class.clone()),
                None => Sort::Value,
            };
            self.scopes.declare(name.clone(), sort);
            let (ty, span) = (ty.clone(), Place(span));
            enumerators.push(Item::Enumerator { name, value, first, ty, fixed, span });
            first = false;
            if !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        Ok(ty)
    }
}

impl Parser {
    /// Whether the arithmetic of an expression is that of `int`, as its form tells, where these names are. Another
    /// enumerator of the class is: one that is not is refused where it is used.
    fn is_int(&self, e: &Expr, names: &[Name]) -> bool {
        match &e.kind {
            ExprKind::Int(_, ty) => *ty == IntType::INT,
            ExprKind::Scoped(class, name) => {
                names.contains(name)
                    || self.enumerators_of.as_ref() == Some(class)
                        && self.class_enumerators.contains(name)
            }
            ExprKind::Name(name) => names.contains(name) || self.scopes.is_int(name),
            ExprKind::Unary(Unary::Plus | Unary::Minus | Unary::BitNot, of) => {
                self.is_int(of, names)
            }
            ExprKind::Conditional(_, a, b) => self.is_int(a, names) && self.is_int(b, names),
            ExprKind::Binary(op, a, b) => {
                use Binary::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
                matches!(op, Add | Sub | Mul | Div | Rem | Shl | Shr | BitAnd | BitOr | BitXor)
                    && self.is_int(a, names)
                    && self.is_int(b, names)
            }
            _ => false,
        }
    }
}

/// Whether an expression has one of these names in it.
fn mentions(e: &Expr, names: &[Name]) -> bool {
    let mut rest = vec![e];
    while let Some(e) = rest.pop() {
        match &e.kind {
            ExprKind::Name(name) | ExprKind::Scoped(_, name) if names.contains(name) => {
                return true;
            }
            kind => rest.extend(kind.operands()),
        }
    }
    false
}
