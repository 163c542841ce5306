//! Expressions, by climbing precedences. [C++17, 8]

use super::ambiguity::Use;
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::literal::{self, Literal};
use crate::path::{self, Path};
use crate::syntax::{Arrow, Binary, Expr, ExprKind, Function, Step, THIS, Type, Unary};
use crate::token::Kind;
use semantics::{Diagnostic, IntType, Span};
use std::fmt::Display;
use std::sync::Arc;

/// The compound assignments.
const ASSIGNMENTS: [(&str, Option<Binary>); 11] = [
    ("=", None),
    ("+=", Some(Binary::Add)),
    ("-=", Some(Binary::Sub)),
    ("*=", Some(Binary::Mul)),
    ("/=", Some(Binary::Div)),
    ("%=", Some(Binary::Rem)),
    ("&=", Some(Binary::BitAnd)),
    ("|=", Some(Binary::BitOr)),
    ("^=", Some(Binary::BitXor)),
    ("<<=", Some(Binary::Shl)),
    (">>=", Some(Binary::Shr)),
];

/// The precedence of `||`: nothing looser is read below an assignment.
const LOOSEST_OPERAND: u8 = 3;

/// How many tokens the arguments of a call are looked for in.
const MOST_COUNTED: usize = 256;

impl Parser {
    /// `e, e`
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.assignment()?;
        while self.eat(",") {
            let right = self.assignment()?;
            left = self.make(ExprKind::Binary(Binary::Comma, left.into(), right.into()), &start)?;
        }
        Ok(left)
    }

    /// `e = e`, `e ? e : e`, and what binds tighter.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let start = p.span();
            if p.is("{") {
                p.skip_balanced()?;
                return p.make(ExprKind::Other("a list of values in braces"), &start);
            }
            let left = p.binary(LOOSEST_OPERAND)?;
            if p.eat("?") {
                if p.eat(":") {
                    return p.conditional_of_itself(left, &start);
                }
                let yes = p.expression()?;
                p.expect(":")?;
                let no = p.assignment()?;
                return p.make(ExprKind::Conditional(left.into(), yes.into(), no.into()), &start);
            }
            let found = ASSIGNMENTS.iter().find(|(symbol, _)| p.eat(symbol));
            let Some((_, op)) = found else { return Ok(left) };
            let right = match op.is_none() && p.is("{") {
                true => p.assigned_list(&left)?,
                false => p.assignment()?,
            };
            p.make(ExprKind::Assign(*op, left.into(), right.into()), &start)
        })
    }

    /// `e ?: e` of GNU C, from behind its `:`: `e ? e : e`, where to read `e` twice is to read it once. [GCC, 6.8]
    fn conditional_of_itself(&mut self, left: Expr, start: &Span) -> Parsed<Expr> {
        let no = self.assignment()?;
        // What an operator of a class does is not looked at.
        let own = |f: &Function| {
            !f.specifiers.of_toolkit && path::unqualified(f.name.as_str()).starts_with("operator")
        };
        let kind = match left.changes_nothing() && !self.file.functions().any(own) {
            true => ExprKind::Conditional(left.clone().into(), left.into(), no.into()),
            false => ExprKind::Other("`a ?: b` of what may change something"),
        };
        self.make(kind, start)
    }

    /// Binary operators of at least this precedence; all are left-associative.
    fn binary(&mut self, loosest: u8) -> Parsed<Expr> {
        let start = self.span();
        let mut left = self.unary()?;
        loop {
            let Some(Kind::Punct(punct)) = self.peek().map(|t| &t.kind) else { return Ok(left) };
            let found = Binary::ALL.iter().find(|(symbol, ..)| symbol == punct);
            let Some((_, op, precedence)) = found else { return Ok(left) };
            if *precedence < loosest || self.in_angles && punct.starts_with('>') {
                return Ok(left);
            }
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            left = self.make(ExprKind::Binary(*op, left.into(), right.into()), &start)?;
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        self.nested(Parser::unary_inner)
    }

    fn unary_inner(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let op = match self.peek().map(|t| &t.kind) {
            Some(Kind::Punct("+")) => Unary::Plus,
            Some(Kind::Punct("-")) => Unary::Minus,
            Some(Kind::Punct("!")) => Unary::Not,
            Some(Kind::Punct("~")) => Unary::BitNot,
            Some(Kind::Punct("*")) if self.is_this_object() => {
                self.at += 2;
                return self.make(ExprKind::Name(THIS.into()), &start);
            }
            Some(Kind::Punct("*")) => Unary::Dereference,
            Some(Kind::Punct("&")) => Unary::Address,
            Some(Kind::Punct("++")) => Unary::Step(Step::Up),
            Some(Kind::Punct("--")) => Unary::Step(Step::Down),
            Some(Kind::Punct("(")) if self.type_begins_at(1) && !self.is_value_at(1) => {
                return self.cast();
            }
            Some(Kind::Punct("(")) if self.is_cast_to_unknown() => return self.cast(),
            // A statement expression of GNU C.
            Some(Kind::Punct("(")) if self.is_at(1, "{") => {
                let kind = self.statement_expression()?;
                return self.make(kind, &start);
            }
            Some(Kind::Name(word)) if matches!(word.as_str(), "sizeof" | "alignof") => {
                return self.sizeof();
            }
            Some(Kind::Name(word))
                if matches!(word.as_str(), "offsetof" | "__builtin_offsetof")
                    && self.is_at(1, "(")
                    && self.type_begins_at(2) =>
            {
                let kind = self.offsetof()?;
                return self.make(kind, &start);
            }
            _ => return self.postfix(),
        };
        self.at += 1;
        let operand = self.unary()?;
        self.make(ExprKind::Unary(op, operand.into()), &start)
    }

    /// `(T) e`
    fn cast(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.expect("(")?;
        let ty = self.type_id()?;
        self.expect(")")?;
        if self.is("{") {
            // [C99, 6.5.2.5]
            let (at, depth) = (self.at, self.depth);
            let structure = match ty.plain() {
                // In OpenCL C, one number is not each component of it here.
                Type::Named(name) => !(self.opencl && super::is_vector(name.as_str())),
                ty => matches!(ty, Type::Instance(..)),
            };
            return match self.nested(|p| p.braced_for(&ty)) {
                Ok(list) if structure => self.make(ExprKind::Construct(ty, list), &start),
                _ => {
                    self.go_back(at);
                    self.depth = depth;
                    self.skip_balanced()?;
                    self.make(ExprKind::Other("a compound literal"), &start)
                }
            };
        }
        // A vector of OpenCL C, of its components.
        if self.opencl
            && matches!(&ty, Type::Named(name) if super::is_vector(name.as_str()))
            && self.eat("(")
        {
            let components = self.arguments()?;
            return self.make(ExprKind::Construct(ty, components), &start);
        }
        let operand = self.unary()?;
        if let (Type::Distinct(..), Type::Bool) = (&ty, ty.plain()) {
            return self.make(ExprKind::Other("a cast to an enumeration of `bool`"), &start);
        }
        // A value is no less for being constant.
        let ty = match ty {
            Type::Const(of) => Arc::unwrap_or_clone(of),
            ty => ty,
        };
        self.make(ExprKind::Cast(ty, operand.into()), &start)
    }

    fn sizeof(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let is_size = self.is_word("sizeof");
        self.at += 1;
        let kind = if self.is("(") && self.type_begins_at(1) && !self.is_size_of_value() {
            self.at += 1;
            let ty = self.type_id()?;
            self.expect(")")?;
            ExprKind::SizeofType(ty)
        } else {
            ExprKind::SizeofExpr(self.unary()?.into())
        };
        self.make(if is_size { kind } else { ExprKind::Other("`alignof`") }, &start)
    }

    /// `offsetof(T, a.b)`
    fn offsetof(&mut self) -> Parsed<ExprKind> {
        let begin = self.at + 1;
        self.at += 2;
        let ty = self.type_id()?;
        self.expect(",")?;
        let mut path = vec![self.identifier()?.0];
        while self.eat(".") {
            path.push(self.identifier()?.0);
        }
        if self.is("[") {
            self.at = begin;
            self.skip_balanced()?;
            return Ok(ExprKind::Other("`offsetof` of an element of an array"));
        }
        self.expect(")")?;
        Ok(ExprKind::Offsetof(ty, path))
    }

    /// Whether the operand in parentheses is `C<T>::x` with more after it, and so no type.
    fn is_size_of_value(&self) -> bool {
        let Some(mut at) = self.past_angles_at(1) else { return false };
        while self.is_at(at, "::") {
            at += 2;
        }
        !["*", "&", ")", "["].iter().any(|next| self.is_at(at, next))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let mut e = self.primary()?;
        loop {
            let kind = if self.eat("[") {
                let index = self.bracketed(Parser::expression)?;
                self.expect("]")?;
                ExprKind::Index(e.into(), index.into())
            } else if self.is("(") && self.is_claim(&e) {
                // Types may stand among its arguments; what it claims is not looked at.
                self.skip_balanced()?;
                ExprKind::Call(e.into(), Vec::new())
            } else if self.eat("(") {
                ExprKind::Call(e.into(), self.arguments()?)
            } else if self.eat(".*") || self.eat("->*") {
                self.unary()?;
                ExprKind::Other("a pointer to a member")
            } else if self.is(".") || self.is("->") {
                let arrow = if self.eat(".") { Arrow::Dot } else { Arrow::Arrow };
                self.at += usize::from(arrow == Arrow::Arrow);
                let template = self.eat_word("template");
                let (name, _) = match self.is_word("operator") {
                    true => self.operator_name()?,
                    false => self.identifier()?,
                };
                if self.pass_over_class_of_member()? {
                    e = self
                        .make(ExprKind::Other("a member that is named with its class"), &start)?;
                    continue;
                }
                let member = ExprKind::Member(e.into(), name, arrow);
                match template && self.is("<") {
                    true => {
                        let member = self.make(member, &start)?;
                        ExprKind::Explicit(member.into(), self.template_arguments()?)
                    }
                    false => member,
                }
            } else if self.is("<") && self.is_member_template(&e) {
                ExprKind::Explicit(e.into(), self.template_arguments()?)
            } else if self.eat("++") {
                ExprKind::Postfix(Step::Up, e.into())
            } else if self.eat("--") {
                ExprKind::Postfix(Step::Down, e.into())
            } else if self.eat("<<<") {
                self.launch(e)?
            } else {
                return Ok(e);
            };
            e = self.make(kind, &start)?;
        }
    }

    /// Passes over `::n`, or `<T>::n`, behind the class that a member is named with; whether it was one.
    fn pass_over_class_of_member(&mut self) -> Parsed<bool> {
        let past = match self.is("<") {
            true => self.past_balanced_angles_at(0).unwrap_or(0),
            false => 0,
        };
        if !self.is_at(past, "::") {
            return Ok(false);
        }
        self.at += past + 1;
        self.eat_word("template");
        self.identifier()?;
        self.pass_over_class_of_member().map(|_| true)
    }

    /// Whether this names a member template, whose arguments follow: `e.f<n>(…)`. A class is known by no expression
    /// here, so that no class may have data of the name. [C++17, 6.4.5]
    fn is_member_template(&self, e: &Expr) -> bool {
        let (ExprKind::Member(_, name, _) | ExprKind::Scoped(_, name)) = &e.kind else {
            return false;
        };
        let Some(past) = self.past_balanced_angles_at(0).filter(|past| self.is_at(*past, "("))
        else {
            return false;
        };
        // No expression is `()`.
        self.is_at(past + 1, ")")
            || self.member_templates.contains(name) && !self.data_members.contains(name)
    }

    /// Whether this is the name of one of GPUVerify's claims.
    fn is_claim(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) => {
                crate::vocabulary::is_claim(name.as_str()) && self.scopes.find(name).is_none()
            }
            _ => false,
        }
    }

    /// The arguments of a call, and its closing parenthesis.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.bracketed(Parser::assignment)?);
            if !self.eat(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let Some(token) = self.peek() else { return Err(self.unexpected("an expression")) };
        let kind = match token.kind.clone() {
            Kind::Number(text) => match self.literal(literal::number(text.as_str()))? {
                ExprKind::Float(..) if text.as_str().ends_with(['l', 'L']) => {
                    ExprKind::Other("a `long double`")
                }
                kind => kind,
            },
            Kind::Char(text) if literal::is_of_several_characters(text.as_str()) => {
                self.at += 1;
                ExprKind::Other("a literal of several characters")
            }
            Kind::Char(text) => {
                let value =
                    literal::character(text.as_str()).map_err(|why| format!("{text} {why}"));
                match self.literal(value)? {
                    // In C it is a number. [C99, 6.4.4.4]
                    ExprKind::Int(n, _) if self.opencl => ExprKind::Int(n, IntType::INT),
                    kind => kind,
                }
            }
            Kind::Str(_) => {
                let mut text = String::new();
                while let Some(Kind::Str(part)) = self.peek().map(|t| &t.kind) {
                    let part = part.as_str();
                    let inner = part.strip_prefix('"').and_then(|part| part.strip_suffix('"'));
                    text.push_str(inner.unwrap_or(part));
                    self.at += 1;
                }
                ExprKind::Str(text.into())
            }
            Kind::Punct("(") => {
                self.at += 1;
                let inner = self.bracketed(Parser::expression)?;
                self.expect(")")?;
                // The parentheses belong to the span, and to nothing else.
                return Ok(Expr { span: self.since(&start), ..inner });
            }
            Kind::Punct("[") => self.lambda_expression()?,
            Kind::Punct("::") => self.name(&start)?,
            Kind::Name(word) => match word.as_str() {
                "true" | "false" => {
                    self.at += 1;
                    ExprKind::Bool(word.as_str() == "true")
                }
                "nullptr" => {
                    self.at += 1;
                    ExprKind::Null
                }
                "static_cast" | "reinterpret_cast" | "const_cast" | "dynamic_cast" => {
                    self.at += 1;
                    self.expect("<")?;
                    let ty = self.type_id()?;
                    self.close_angles()?;
                    self.expect("(")?;
                    let operand = self.bracketed(Parser::expression)?;
                    self.expect(")")?;
                    match (&ty, ty.plain()) {
                        (Type::Distinct(..), Type::Bool) => {
                            ExprKind::Other("a cast to an enumeration of `bool`")
                        }
                        // `*reinterpret_cast<T *>(&e)`. [C++17, 8.2.10 (11), 8.2.11 (4)]
                        (Type::Reference(to), _)
                            if matches!(word.as_str(), "reinterpret_cast" | "const_cast") =>
                        {
                            let kind = ExprKind::Unary(Unary::Address, operand.into());
                            let address = self.make(kind, &start)?;
                            let to = Type::Pointer(Arc::clone(to));
                            let pointer = self.make(ExprKind::Cast(to, address.into()), &start)?;
                            ExprKind::Unary(Unary::Dereference, pointer.into())
                        }
                        _ => ExprKind::Cast(ty, operand.into()),
                    }
                }
                THIS if self.in_method() && self.is_at(1, "->") => {
                    self.at += 2;
                    self.member_of_this(&start)?
                }
                "new" | "delete" => self.allocation()?,
                "operator" => ExprKind::Name(self.operator_name()?.0),
                _ if self.type_begins_at(0) => self.construct()?,
                name if matches!(self.scopes.find(&name.into()), Some(Sort::Member)) => {
                    self.member_of_this(&start)?
                }
                name if matches!(self.scopes.find(&name.into()), Some(Sort::Static(_))) => {
                    let sort = self.scopes.find(&name.into()).cloned();
                    let (name, _) = self.identifier()?;
                    match sort {
                        Some(Sort::Static(class)) => ExprKind::Scoped(class, name),
                        _ => ExprKind::Name(name),
                    }
                }
                _ => self.name(&start)?,
            },
            _ => return Err(self.unexpected("an expression")),
        };
        self.make(kind, &start)
    }

    /// Whether `*this` stands here, as a whole.
    fn is_this_object(&self) -> bool {
        let this = self.peek_at(1).and_then(crate::token::Token::name);
        self.in_method() && this.is_some_and(|w| w.as_str() == THIS) && !self.is_at(2, "->")
    }

    /// Whether the function at hand has an object.
    fn in_method(&self) -> bool {
        matches!(self.scopes.find(&THIS.into()), Some(Sort::Value))
    }

    /// A member of the object, by its name alone or after `this->`.
    fn member_of_this(&mut self, start: &Span) -> Parsed<ExprKind> {
        let this = self.make(ExprKind::Name(THIS.into()), start)?;
        let (name, _) = self.identifier()?;
        Ok(ExprKind::Member(this.into(), name, Arrow::Dot))
    }

    fn literal(&mut self, value: Result<Literal, impl Display>) -> Parsed<ExprKind> {
        let kind = match value {
            Ok(Literal::Int(n, ty)) => ExprKind::Int(n, ty),
            Ok(Literal::Float(bits, value)) => ExprKind::Float(bits, value),
            Err(why) => return Err(self.error(why.to_string())),
        };
        self.at += 1;
        Ok(kind)
    }

    /// How many arguments a call has whose parentheses open so far ahead; `None` where none do.
    fn count_arguments(&self, ahead: usize) -> Option<usize> {
        if !self.is_at(ahead, "(") {
            return None;
        }
        let (mut open, mut count) = (0usize, usize::from(!self.is_at(ahead + 1, ")")));
        for token in self.tokens.get(self.at + ahead..)?.iter().take(MOST_COUNTED) {
            match token.kind {
                Kind::Punct("(" | "[" | "{") => open += 1,
                Kind::Punct(")" | "]" | "}") => open -= 1,
                Kind::Punct(",") if open == 1 => count += 1,
                // What stands in angles may have commas of its own.
                Kind::Punct("<") => return None,
                _ => {}
            }
            if open == 0 {
                return Some(count);
            }
        }
        None
    }

    /// A name that is no type; a function template with its arguments.
    fn name(&mut self, start: &Span) -> Parsed<ExprKind> {
        let Some((name, past)) = self.qualified_at(0) else {
            return Err(self.unexpected("an expression"));
        };
        if !self.in_toolkit {
            let angles =
                self.is_at(past, "<").then(|| self.past_balanced_angles_at(past)).flatten();
            let called = angles.unwrap_or(past);
            let used = match self.is_at(called, "(") {
                true => Use::Call(self.count_arguments(called)),
                false => Use::Other,
            };
            // `C<T>{}` makes an object of a class.
            if angles.is_none_or(|past| !self.is_at(past, "{")) {
                self.overloads.used(&name, start, used, self.at);
            }
            self.used_here(&name, past);
        }
        self.at += past;
        if let (None, Some((class, member))) = (self.scopes.find(&name), self.class_of(&name)) {
            self.eat_word("template");
            return Ok(ExprKind::Scoped(class, member));
        }
        if let Some(Sort::Static(class)) = self.scopes.find(&name) {
            return Ok(ExprKind::Scoped(class.clone(), name));
        }
        if let Some((class, member)) = self.member_of_unknown(&name)? {
            return Ok(ExprKind::Scoped(class, member));
        }
        let template = match self.scopes.find(&name) {
            Some(Sort::Template) => true,
            // `std::max<int>(a, b)`: a name that nothing declares is compared with no type.
            None => {
                let typed = self.type_begins_at(1) && !self.is_at(2, "(");
                // Nor is a qualified one compared with what is called.
                let called = name.is_qualified()
                    && self.past_balanced_angles_at(0).is_some_and(|past| self.is_at(past, "("));
                self.is("<") && (typed || called)
            }
            Some(_) => false,
        };
        if self.is("<") && template {
            let arguments = self.template_arguments()?;
            return Ok(ExprKind::Instance(name, arguments));
        }
        if self.is_word("operator") {
            return Err(Diagnostic::at(start.clone(), "an operator called by name"));
        }
        Ok(ExprKind::Name(name))
    }

    /// Passes over `[…](…) … {…}`.
    pub(super) fn lambda(&mut self) -> Parsed<()> {
        self.skip_balanced()?;
        if self.is("(") {
            self.skip_balanced()?;
        }
        while !self.is("{") {
            if self.peek().is_none() || self.is(";") {
                return Err(self.unexpected("the body of a lambda expression"));
            }
            self.at += 1;
        }
        self.skip_balanced()
    }
}
