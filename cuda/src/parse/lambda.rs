//! Lambda expressions. [C++17, 8.1.5]

use super::{Parsed, Parser};
use crate::syntax::{
    Body, Captures, ExprKind, Function, Lambda, Parameter, Place, Specifiers, Stmt, StmtKind, THIS,
    Type,
};
use crate::token::{Kind, Token};
use semantics::{Name, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where a parser was before it tried to read a lambda expression.
struct Before {
    at: usize,
    depth: usize,
    scopes: usize,
    bodies: usize,
}

impl Parser {
    /// A lambda expression; one of a form that is not read is passed over.
    pub(super) fn lambda_expression(&mut self) -> Parsed<ExprKind> {
        if let Some(lambda) = self.in_device_code(Parser::read_lambda) {
            return Ok(ExprKind::Lambda(Arc::new(lambda)));
        }
        self.lambda()?;
        Ok(ExprKind::Other("a lambda expression"))
    }

    /// `({ …; e; })`, of GNU C: what `[&] { …; return e; }()` does, where nothing in it leaves it.
    pub(super) fn statement_expression(&mut self) -> Parsed<ExprKind> {
        if let Some(lambda) = self.in_device_code(Parser::read_statements) {
            let lambda = ExprKind::Lambda(Arc::new(lambda));
            let lambda = self.make(lambda, &self.span())?;
            return Ok(ExprKind::Call(lambda.into(), Vec::new()));
        }
        self.skip_balanced()?;
        Ok(ExprKind::Other("a statement in an expression"))
    }

    /// What is read in the body of a function; those of the host are passed over.
    fn in_device_code(
        &mut self,
        read: impl FnOnce(&mut Self) -> Parsed<Option<Lambda>>,
    ) -> Option<Lambda> {
        let before = Before {
            at: self.at,
            depth: self.depth,
            scopes: self.scopes.depth(),
            bodies: self.bodies,
        };
        if self.bodies > 0
            && let Ok(Some(lambda)) = read(self)
        {
            return Some(lambda);
        }
        self.go_back(before.at);
        self.depth = before.depth;
        self.scopes.cut(before.scopes);
        self.bodies = before.bodies;
        None
    }

    fn read_statements(&mut self) -> Parsed<Option<Lambda>> {
        let start = self.span();
        self.expect("(")?;
        let begin = self.at;
        let mut block = self.body(&[])?;
        let tokens = &self.tokens[begin..self.at];
        let leaves = |word: &Name| {
            matches!(word.as_str(), "return" | "break" | "continue" | "goto" | "case" | "default")
        };
        if tokens.iter().filter_map(Token::name).any(leaves) {
            return Ok(None);
        }
        let names = tokens.iter().filter_map(Token::name).cloned().collect();
        if let Some(last) = block.last_mut()
            && let StmtKind::Expr(e) = &last.kind
        {
            last.kind = StmtKind::Return(Some(e.clone()));
        }
        self.expect(")")?;
        let function = Arc::new(function(start, Type::Auto, Vec::new(), block));
        Ok(Some(Lambda { captures: Captures::default(), names, function }))
    }

    fn read_lambda(&mut self) -> Parsed<Option<Lambda>> {
        let start = self.span();
        let Some(captures) = self.captures()? else { return Ok(None) };
        let (parameters, variadic) = match self.is("(") {
            true => self.parameters()?,
            false => (Vec::new(), false),
        };
        let returns = match self.eat("->") {
            true => self.type_id()?,
            false => Type::Auto,
        };
        if variadic || !self.is("{") || parameters.iter().any(|p| p.default.is_some()) {
            return Ok(None);
        }
        let begin = self.at;
        let around = self.returns.replace(returns.clone());
        let body = self.body(&parameters);
        self.returns = around;
        let body = body?;
        let names = self.tokens[begin..self.at].iter().filter_map(Token::name).cloned();
        let function = Arc::new(function(start, returns, parameters, body));
        Ok(Some(Lambda { captures, names: names.collect(), function }))
    }

    /// `[=, &x]`; nothing where one makes a variable of its own, or copies the object.
    pub(super) fn captures(&mut self) -> Parsed<Option<Captures>> {
        self.expect("[")?;
        let mut captures = Captures::default();
        while !self.eat("]") {
            let next = |p: &Parser| p.is_at(1, ",") || p.is_at(1, "]");
            if self.is("=") && next(self) {
                captures.copies = true;
                self.at += 1;
            } else if self.is("&") && next(self) {
                self.at += 1;
            } else {
                let refers = self.eat("&");
                if !next(self) || self.peek().is_none_or(|t| t.name().is_none()) {
                    return Ok(None);
                }
                let (name, _): (Name, _) = self.identifier()?;
                let refers = refers || name.as_str() == THIS;
                let named: &mut BTreeSet<Name> =
                    if refers { &mut captures.referred } else { &mut captures.copied };
                named.insert(name);
            }
            if !self.eat(",") && !self.is("]") {
                return Ok(None);
            }
        }
        Ok(Some(captures))
    }
}

/// What is done with arguments.
fn function(start: Span, returns: Type, parameters: Vec<Parameter>, body: Vec<Stmt>) -> Function {
    Function {
        specifiers: Specifiers::default(),
        name: "(lambda)".into(),
        span: Place(start),
        returns,
        parameters,
        variadic: false,
        body: Body::Block(body),
        template: None,
        specializes: None,
        member: false,
        intrinsic: None,
        bound: None,
    }
}

/// Whether some of these may begin a lambda expression: a `[` that stands behind no operand.
pub(super) fn may_be_among(tokens: &[Token]) -> bool {
    let ends_operand = |t: &Token| match &t.kind {
        Kind::Punct(sign) => matches!(*sign, ")" | "]"),
        _ => t.name().is_none_or(|name| {
            !matches!(name.as_str(), "return" | "else" | "do" | "and" | "or" | "not" | "throw")
        }),
    };
    let behind = |two: &[Token]| two[1].is("[") && !ends_operand(&two[0]);
    tokens.windows(2).any(behind)
}
