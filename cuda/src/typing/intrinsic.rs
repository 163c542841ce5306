//! What is known of something that has no body here: functions of the toolkit, and inline assembly.

use super::overload::is_any;
use super::template::Bound;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::syntax::{self, Assembly, Function, THIS, TemplateArgument};
use crate::typed::{Callee, Expr, Kind, Local, LocalId, Stmt, StmtKind, Storage, Type};
use crate::vocabulary::Intrinsic;
use semantics::{Scope, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// What a call of one of them does, and its value.
    pub(super) fn intrinsic(
        &mut self,
        function: &Arc<Function>,
        intrinsic: &Intrinsic,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        let (pointer, reads) = match intrinsic {
            Intrinsic::Unmodelled(what) => {
                return unsupported(Area::Call, span, what.to_string());
            }
            Intrinsic::GridBarrier => {
                let barrier = Kind::Call(Callee::Sync(Scope::Grid), Vec::new());
                return Ok(make(barrier, Type::Void, span));
            }
            Intrinsic::Assumed(what) => {
                self.assume(AssumptionKind::UnknownType, what.to_string(), span);
                return Ok(make(Kind::Inline(Vec::new(), None), Type::Void, span));
            }
            Intrinsic::Pure | Intrinsic::Convention(_) | Intrinsic::Op(_) => (None, false),
            Intrinsic::Updates(n) => (Some(*n), true),
            Intrinsic::Writes(n) => (Some(*n), false),
        };
        let bound = self.bind(function, given, explicit, &arguments, span)?;
        let (mut values, mut of_any) = (Vec::new(), Vec::new());
        let mut arguments = arguments.into_iter();
        for (parameter, argument) in function.parameters.iter().zip(&mut arguments) {
            let is_this = parameter.name.as_ref().is_some_and(|name| name.as_str() == THIS);
            if is_this && !self.has_effects(&argument) {
                continue;
            }
            values.push(match &parameter.ty {
                syntax::Type::Reference(_) => argument,
                ty if is_any(ty) && self.may_be_converted(&argument.ty) => {
                    let what = format!("a `{}` given to `{}`", argument.ty, function.name);
                    return unsupported(Area::Class, &argument.span, what);
                }
                ty if is_any(ty) => {
                    of_any.push(argument.clone());
                    argument
                }
                ty => {
                    let ty = self.inside(&bound, |s| s.ty(ty, span))?;
                    self.implicit(argument, &ty)?
                }
            });
        }
        values.extend(arguments);
        let returns = match &function.returns {
            ty if is_any(ty) => None,
            ty => Some(self.inside(&bound, |s| s.ty(ty, span))?.unqualified()),
        };
        if let Intrinsic::Op(operation) = intrinsic {
            return self.operation(*operation, &function.name, returns, values, span);
        }
        let returns = returns.unwrap_or_else(|| self.real(&of_any));
        let pointed = match pointer.map(|n| values.get(n.wrapping_sub(1))) {
            None => None,
            Some(Some(pointer)) if self.is_steady(pointer) => Some(pointer.clone()),
            Some(_) => {
                return unsupported(Area::Call, span, format!("this call of `{}`", function.name));
            }
        };
        let value = Kind::Call(Callee::Pure(function.name.clone()), values);
        let value = make(value, returns.clone(), span);
        let Some(pointed) = pointed else { return Ok(value) };
        let statement = |kind| Stmt { kind, span: span.clone() };
        let (mut statements, mut result) = (Vec::new(), None);
        if returns == Type::Void {
            statements.push(statement(StmtKind::Expr(value)));
        } else {
            let id = LocalId(self.locals.len());
            let (name, storage) = (function.name.clone(), Storage::Thread);
            self.locals.push(Local { name, ty: returns.clone(), storage, span: span.clone() });
            statements.push(statement(StmtKind::Declare(id, Some(value))));
            result = Some(Box::new(make(Kind::Local(id), returns.clone(), span)));
        }
        let place = self.dereference(pointed, span)?;
        if reads {
            statements.push(statement(StmtKind::Expr(place.clone())));
        }
        let kind = match place.ty.int() {
            Some(_) => Kind::Unknown(format!("what `{}` writes", function.name)),
            None => Kind::Opaque,
        };
        let ty = place.ty.clone();
        let written = make(kind, ty.clone(), span);
        let written = make(Kind::Assign(place.into(), written.into()), ty, span);
        statements.push(statement(StmtKind::Expr(written)));
        Ok(make(Kind::Inline(statements, result), returns, span))
    }

    /// Inline assembly on registers: what it gives is not modelled.
    pub(super) fn assembly(
        &mut self,
        assembly: &Assembly,
        span: &Span,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        if !assembly.on_registers {
            return unsupported(Area::Assembly, span, "inline assembly that may access memory");
        }
        let mut inputs = self.values(&assembly.inputs)?;
        let mut outputs = Vec::new();
        for operand in &assembly.outputs {
            let place = self.place(&operand.place)?;
            if !self.is_steady_place(&place) || matches!(place.ty, Type::Pointer(_)) {
                return unsupported(
                    Area::Assembly,
                    span,
                    format!("inline assembly that gives a `{}`", place.ty),
                );
            }
            inputs.extend(operand.reads.then(|| place.clone()));
            outputs.push(place);
        }
        let line = span.line_column().0;
        if !outputs.is_empty() {
            let what = format!(
                "the inline assembly of line {line} gives a value, and has no other effect"
            );
            self.assume(AssumptionKind::InlineAssembly, what, span);
        }
        let mut push = |kind| {
            out.push(Stmt {
                kind: StmtKind::Expr(make(kind, Type::Void, span)),
                span: span.clone(),
            });
        };
        push(Kind::Call(Callee::Pure("asm".into()), inputs));
        for place in outputs {
            let kind = match place.ty.int() {
                Some(_) => Kind::Unknown(format!("what the inline assembly of line {line} gives")),
                None => Kind::Opaque,
            };
            let value = make(kind, place.ty.clone(), span);
            push(Kind::Assign(place.into(), value.into()));
        }
        Ok(())
    }

    /// Whether an expression names one place, however often it is evaluated.
    pub(super) fn is_steady_place(&self, place: &Expr) -> bool {
        match &place.kind {
            Kind::Local(_) => true,
            Kind::Index(base, index) => self.is_steady(base) && self.is_steady(index),
            Kind::Dereference(pointer) => self.is_steady(pointer),
            Kind::Member(of, _) => self.is_steady_place(of),
            _ => false,
        }
    }

    /// Whether an expression has one value, however often it is evaluated.
    pub(super) fn is_steady(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Address(place) => self.is_steady_place(place),
            Kind::Convert(e) => self.is_steady(e),
            Kind::Offset(base, index, _) => self.is_steady(base) && self.is_steady(index),
            // The address of an array.
            Kind::Local(_) if matches!(e.ty, Type::Array(..)) => true,
            Kind::Member(of, _) | Kind::Index(of, _) if matches!(e.ty, Type::Array(..)) => {
                self.is_steady_place(of) && self.is_steady_place(e)
            }
            _ => !self.has_effects(e),
        }
    }
}
