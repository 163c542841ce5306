//! `for (T x : e)` in host code: a loop that counts the elements of an array or of a list, and gives each to the variable.

use super::host::is_whole;
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::syntax::{
    Binary, Condition, ExprKind, HostStep, Init, Place, Specifiers, Step, StepKind, Type, Variable,
};
use semantics::{IntType, Name, Span};

/// The parts of such a loop.
pub(super) struct Each {
    /// What stands before it.
    pub before: HostStep,
    /// Whether there is another element.
    pub condition: Condition,
    /// What leads to the next one.
    pub step: HostStep,
    /// What declares the variable in each turn.
    pub first: HostStep,
}

/// What is declared before the `:`.
struct Written {
    name: Name,
    span: Place,
    ty: Type,
    immutable: bool,
}

impl Parser {
    /// The loop over the elements of a list in braces, or of what has a name, up to its `)`.
    pub(super) fn each(&mut self, close: usize) -> Option<Each> {
        if !self.is_readable(&(self.at..close)) {
            return None;
        }
        let made = self.reading(|p| p.each_of(close)).ok()?;
        for variable in declared(&made.first).iter().chain(declared(&made.before)) {
            self.scopes.declare(variable.name.clone(), Sort::Value);
        }
        Some(made)
    }

    fn each_of(&mut self, close: usize) -> Parsed<Each> {
        let (start, begin) = (self.span(), self.at);
        let mut written = self.each_declared()?;
        self.expect(":")?;
        // No names of C++.
        let made = |name: String| -> Variable {
            let (ty, specifiers) = (Type::Int(IntType::ULONG), Specifiers::default());
            Variable { specifiers, name: name.into(), ty, init: None, span: written.span.clone() }
        };
        let mut counter = made(format!("(each {begin})"));
        let mut list = made(format!("(list {begin})"));
        let number = |p: &Self, n: usize| p.make(ExprKind::Int(n.into(), IntType::ULONG), &start);
        let named = |p: &Self, name: &Name| p.make(ExprKind::Name(name.clone()), &start);
        counter.init = Some(Init::Expr(number(self, 0)?));
        let at = named(self, &counter.name)?;
        let mut before = vec![counter];
        let listed = self.is("{");
        let (range, count) = if listed {
            let all = self.braced()?;
            let count = number(self, all.len())?;
            if !all.iter().all(is_whole) {
                return Err(self.unexpected("a list"));
            }
            // Nobody else has a name for its elements.
            if let Type::Reference(of) = &written.ty {
                written.ty = (**of).clone();
            }
            let of = match &written.ty {
                Type::Const(of) => Type::clone(of),
                ty => ty.clone(),
            };
            list.ty = Type::Array(of.into(), None);
            list.init = Some(Init::List(all.into_iter().map(Init::Expr).collect()));
            let range = named(self, &list.name)?;
            before.push(list);
            (range, count)
        } else {
            let range = self.expression()?;
            if !matches!(range.kind, ExprKind::Name(_)) {
                return Err(self.unexpected("a name"));
            }
            let first = ExprKind::Index(range.clone().into(), number(self, 0)?.into());
            let first = self.make(first, &start)?;
            let whole = self.make(ExprKind::SizeofExpr(range.clone().into()), &start)?;
            let one = self.make(ExprKind::SizeofExpr(first.into()), &start)?;
            let count = ExprKind::Binary(Binary::Div, whole.into(), one.into());
            (range, self.make(count, &start)?)
        };
        if self.at != close {
            return Err(self.unexpected("`)`"));
        }
        let more = ExprKind::Binary(Binary::Lt, at.clone().into(), count.into());
        let condition = Condition::Read(self.make(more, &start)?);
        let next = self.make(ExprKind::Postfix(Step::Up, at.clone().into()), &start)?;
        let element = self.make(ExprKind::Index(range.into(), at.into()), &start)?;
        let Written { name, span, ty, immutable } = written;
        let specifiers = Specifiers { immutable, element: !listed, ..Specifiers::default() };
        let variable = Variable { specifiers, name, ty, init: Some(Init::Expr(element)), span };
        let step = |kind: StepKind, span: &Span| HostStep { kind, span: Place(span.clone()) };
        let place = self.since(&start).0;
        Ok(Each {
            before: step(StepKind::Declare(before), &place),
            condition,
            step: step(StepKind::Expr(next), &place),
            first: step(StepKind::Declare(vec![variable]), &place),
        })
    }

    /// `T x`, `T *x`, `T &x`, of a type whose values are copied as they are.
    fn each_declared(&mut self) -> Parsed<Written> {
        let specified = self.specifiers()?;
        let mut immutable = specified.specifiers.immutable;
        let mut ty = specified.ty.clone();
        if let Type::Const(of) = &ty {
            (ty, immutable) = (Type::clone(of), true);
        }
        let scalar = |ty: &Type| {
            matches!(ty.plain(), Type::Int(_) | Type::Bool | Type::Float(_) | Type::Auto)
        };
        while self.eat("*") {
            let of = if immutable { Type::Const(ty.into()) } else { ty };
            (ty, immutable) = (Type::Pointer(of.into()), self.skip_qualifiers().constant);
        }
        immutable |= self.skip_qualifiers().constant;
        let plain = scalar(&ty) || matches!(ty, Type::Pointer(_));
        if self.eat("&") || self.eat("&&") {
            let of = if immutable { Type::Const(ty.into()) } else { ty };
            ty = Type::Reference(of.into());
        }
        let (name, span) = self.identifier()?;
        if !plain {
            return Err(self.unexpected("a number or a pointer"));
        }
        Ok(Written { name, span: Place(span), ty, immutable })
    }
}

fn declared(step: &HostStep) -> &[Variable] {
    match &step.kind {
        StepKind::Declare(variables) => variables,
        _ => &[],
    }
}
