//! `for (T x : a)` in device code, over an array: the loop that it is equivalent to. That `a` is an array is looked at
//! where its type is known ([`crate::syntax::Specifiers::element`]). [C++17, 9.5.4]

use super::declarator::{Declarator, unqualified};
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::syntax::{
    Arrow, Binary, Expr, ExprKind, Init, Place, Specifiers, Step, Stmt, StmtKind, Type, Variable,
};
use semantics::{IntType, Name, Span};

/// What stands between the parentheses.
struct Header {
    variable: Variable,
    range: Expr,
}

impl Parser {
    /// From behind its `(` on; `None` where the header is of another form, and nothing is read then.
    pub(super) fn loop_over_array(
        &mut self,
        body: impl FnOnce(&mut Self) -> Parsed<Box<Stmt>>,
    ) -> Parsed<Option<StmtKind>> {
        let (start, begin, depth) = (self.span(), self.at, self.depth);
        let Ok(Header { variable, range }) = self.range_header() else {
            self.go_back(begin);
            self.depth = depth;
            return Ok(None);
        };
        let body = *body(self)?;
        self.over_array(variable, &range, body, (begin, &start)).map(Some)
    }

    fn range_header(&mut self) -> Parsed<Header> {
        let specified = self.specifiers()?;
        let declarator = self.declarator(false)?;
        let ty = Declarator::apply(&declarator.parts, specified.qualified());
        let Some((name, span)) = declarator.name else { return Err(self.unexpected("a name")) };
        self.expect(":")?;
        let range = self.expression()?;
        // The variable is not in scope in it.
        match root(&range) {
            Some(root) if *root != name => {}
            _ => return Err(self.unexpected("an array that has a name")),
        }
        self.expect(")")?;
        if let Type::Reference(_) = ty {
            self.references.insert(name.clone());
        }
        self.scopes.declare(name.clone(), Sort::Value);
        let (ty, immutable) = unqualified(ty);
        let specifiers = Specifiers { immutable, element: true, ..specified.specifiers };
        let variable = Variable { specifiers, name, ty, init: None, span: Place(span) };
        Ok(Header { variable, range })
    }

    fn over_array(
        &self,
        mut variable: Variable,
        range: &Expr,
        body: Stmt,
        (begin, start): (usize, &Span),
    ) -> Parsed<StmtKind> {
        let place = Place(variable.span.0.clone());
        let make = |kind: ExprKind| -> Parsed<Expr> {
            let e = self.make(kind, start)?;
            Ok(Expr { span: range.span.clone(), ..e })
        };
        let number = |n: u32| make(ExprKind::Int(n.into(), IntType::ULONG));
        // No name of C++.
        let counter = Name::from(format!("(each {begin})"));
        let at = make(ExprKind::Name(counter.clone()))?;
        let first = make(ExprKind::Index(range.clone().into(), number(0)?.into()))?;
        let whole = make(ExprKind::SizeofExpr(range.clone().into()))?;
        let one = make(ExprKind::SizeofExpr(first.into()))?;
        let count = make(ExprKind::Binary(Binary::Div, whole.into(), one.into()))?;
        let more = make(ExprKind::Binary(Binary::Lt, at.clone().into(), count.into()))?;
        let next = make(ExprKind::Postfix(Step::Up, at.clone().into()))?;
        let element = make(ExprKind::Index(range.clone().into(), at.into()))?;
        variable.init = Some(Init::Expr(element));
        let counter = Variable {
            specifiers: Specifiers::default(),
            name: counter,
            ty: Type::Int(IntType::ULONG),
            init: Some(Init::Expr(number(0)?)),
            span: place.clone(),
        };
        let declared =
            |variable| Stmt { kind: StmtKind::Declare(vec![variable]), span: place.clone() };
        let span = body.span.clone();
        let body = Stmt { kind: StmtKind::Block(vec![declared(variable), body]), span };
        Ok(StmtKind::For(declared(counter).into(), Some(more), Some(next), body.into()))
    }
}

/// What an expression names, or is a member of.
fn root(e: &Expr) -> Option<&Name> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member(of, _, Arrow::Dot) => root(of),
        _ => None,
    }
}
