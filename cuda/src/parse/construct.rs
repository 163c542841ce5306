//! New values: `T(e)`, `T{e}`, `= {e}`, `new T`.

use super::{Parsed, Parser};
use crate::syntax::{ALLOCATED, Binary, Expr, ExprKind, Function, Place, Type};
use semantics::{Diagnostic, IntType};

impl Parser {
    /// `place = {e, …}`: as if the list had the type of the place before it, where no class says what else an assignment
    /// is. [C++17, 8.18]
    pub(super) fn assigned_list(&mut self, place: &Expr) -> Parsed<Expr> {
        let (start, at, depth) = (self.span(), self.at, self.depth);
        let assigns = |f: &Function| f.name.as_str().ends_with("operator=");
        match self.nested(Parser::braced) {
            Ok(list) if !self.file.functions().any(assigns) => {
                let ty = Type::Decltype(place.clone().into());
                self.make(ExprKind::Construct(ty, list), &start)
            }
            _ => {
                self.go_back(at);
                self.depth = depth;
                self.assignment()
            }
        }
    }

    /// `return {e, …};`: a value of the type that the function returns. [C++17, 9.6.3]
    pub(super) fn returned_list(&mut self) -> Parsed<Expr> {
        let (start, at, depth) = (self.span(), self.at, self.depth);
        let ty = match &self.returns {
            Some(Type::Const(of)) => Some((**of).clone()),
            Some(Type::Void | Type::Auto | Type::Reference(_) | Type::Moved(_)) | None => None,
            Some(ty) => Some(ty.clone()),
        };
        let of = ty.clone().unwrap_or(Type::Auto);
        match (ty, self.nested(|p| p.braced_for(&of))) {
            (Some(ty), Ok(list)) => self.make(ExprKind::Construct(ty, list), &start),
            _ => {
                self.go_back(at);
                self.depth = depth;
                self.assignment()
            }
        }
    }

    /// `T(e, …)` or `T{e, …}`, where `T` is one word or name.
    pub(super) fn construct(&mut self) -> Parsed<ExprKind> {
        let start = self.span();
        let named = self.is_word("typename");
        let ty = self.specifiers()?.ty;
        if let (Type::Member(class, member), true) =
            (&ty, self.is("(") && !named || !self.is("(") && !self.is("{"))
        {
            // What its value is has a name of its own. [C++17, 23.15.2]
            if let (Type::Instance(of, types), "value") = (&**class, member.as_str())
                && of.as_str() == "std::is_same"
            {
                return Ok(ExprKind::Instance("std::is_same_v".into(), types.clone()));
            }
            return Ok(ExprKind::Scoped((**class).clone(), member.clone()));
        }
        if self.is("{") {
            let at = self.at;
            return match self.nested(|p| p.braced_for(&ty)) {
                Ok(list) => Ok(ExprKind::Construct(ty, list)),
                Err(_) => {
                    self.go_back(at);
                    self.skip_balanced()?;
                    Ok(ExprKind::Other("a braced value"))
                }
            };
        }
        if !self.eat("(") {
            return Err(Diagnostic::at(self.since(&start).0, "a type where a value is expected"));
        }
        let mut arguments = self.arguments()?;
        Ok(match (arguments.pop(), arguments.is_empty(), ty.plain()) {
            (Some(only), true, Type::Int(_) | Type::Bool | Type::Float(_) | Type::Pointer(_)) => {
                ExprKind::Cast(ty, only.into())
            }
            (last, ..) => {
                arguments.extend(last);
                ExprKind::Construct(ty, arguments)
            }
        })
    }

    /// `new T[n]`; passes over what else begins with `new`, and `delete[] e`.
    pub(super) fn allocation(&mut self) -> Parsed<ExprKind> {
        self.at += 1;
        let (at, depth) = (self.at, self.depth);
        match self.nested(Parser::new_array) {
            Ok(Some(size)) => return Ok(ExprKind::NewArray(size.into())),
            _ => {
                self.go_back(at);
                self.depth = depth;
            }
        }
        let ends = |p: &Self| [";", ",", ")", "]", "}"].iter().any(|end| p.is(end));
        while self.peek().is_some() && !ends(self) {
            match self.is("(") || self.is("[") || self.is("{") {
                true => self.skip_balanced()?,
                false => self.at += 1,
            }
        }
        Ok(ExprKind::Other(ALLOCATED))
    }

    /// What is made of nothing, or of one value: as an array of one, behind that value.
    fn new_number(&mut self) -> Parsed<Option<Expr>> {
        let span = Place(self.span());
        let one = Expr { kind: ExprKind::Int(1.into(), IntType::INT), span, height: 1 };
        if !self.is("(") {
            return Ok((!self.is("{")).then_some(one));
        }
        self.at += 1;
        if self.eat(")") {
            return Ok(Some(one));
        }
        let value = self.bracketed(Parser::assignment)?;
        self.expect(")")?;
        let (span, height) = (value.span.clone(), value.height + 1);
        let kind = ExprKind::Binary(Binary::Comma, value.into(), one.into());
        Ok(Some(Expr { kind, span, height }))
    }

    /// The `n` of `new T[n]`, where no other arguments are given.
    fn new_array(&mut self) -> Parsed<Option<Expr>> {
        if !self.type_begins_at(0) {
            return Ok(None);
        }
        let of = self.specifiers()?.ty;
        let pointer = self.is("*");
        while self.eat("*") {}
        if !self.eat("[") {
            let number = matches!(of.plain(), Type::Int(_) | Type::Bool | Type::Float(_));
            return if number || pointer { self.new_number() } else { Ok(None) };
        }
        let size = self.bracketed(Parser::expression)?;
        self.expect("]")?;
        if self.is("(") && self.is_at(1, ")") {
            self.at += 2;
        }
        Ok((!self.is("[") && !self.is("(") && !self.is("{")).then_some(size))
    }
}
