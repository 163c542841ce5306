//! What is written to a part of a structure that nothing declares.

use super::place::is_place;
use super::unknown::is_unknown;
use super::{Typed, Typer, error, make, unsupported};
use crate::syntax::{self, Binary, ExprKind};
use crate::typed::{Callee, Expr, Kind, Stmt, StmtKind, Type};
use semantics::Span;

impl Typer<'_> {
    /// `s.x = e`, `s.x += e`, `s.x++`, where nothing declares the structure: then all of it is something else. Where it
    /// is in memory, nobody knows that all of it is written: it may be. None where the left side is no part of one.
    pub(super) fn assign_to_unknown(
        &mut self,
        op: Option<Binary>,
        place: &syntax::Expr,
        value: Option<&syntax::Expr>,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let mut parts = Vec::new();
        let mut around = place;
        while let ExprKind::Member(of, name, _) = &around.kind {
            parts.push(name);
            around = of;
        }
        if parts.is_empty() || self.context.opencl {
            return Ok(None);
        }
        let read = self.value(place)?;
        let Some((whole, depth)) = whole_of(&read) else { return Ok(None) };
        // What an operator of its class does nobody knows.
        let symbol = op.map_or("=", Binary::symbol);
        if depth > parts.len() || matches!(op, Some(Binary::Shl | Binary::Shr)) {
            return unsupported(span, format!("`{symbol}` on a part of what nothing declares"));
        }
        if self.is_const(whole) {
            return error(span, format!("this is a `const {}`", whole.ty));
        }
        if self.has_effects(whole) {
            return unsupported(span, format!("`{symbol}` on a part of this expression"));
        }
        let (whole, ty) = (whole.clone(), whole.ty.clone());
        let reads = op.is_some() || value.is_none();
        let mut given: Vec<Expr> = reads.then(|| read.clone()).into_iter().collect();
        if let Some(value) = value {
            let value = self.value(value)?;
            given.push(self.implicit(value, &read.ty)?);
        }
        let held = Kind::Call(Callee::Pure("a part of a structure".into()), given);
        let in_memory = !matches!(whole.kind, Kind::Local(id) if !self.in_memory(id));
        let held = make(held, ty.clone(), span);
        let written = make(Kind::Assign(whole.into(), held.into()), ty, span);
        let statement = |kind| Stmt { kind, span: span.clone() };
        let written = statement(StmtKind::Expr(written));
        let written = match in_memory {
            false => written,
            true => {
                let why = "whether this part of a structure is all of it".into();
                let condition = make(Kind::Unknown(why), Type::Bool, span);
                statement(StmtKind::If(condition, vec![written], Vec::new()))
            }
        };
        let ty = read.ty;
        let value =
            make(Kind::Call(Callee::Pure("what is assigned".into()), Vec::new()), ty.clone(), span);
        Ok(Some(make(Kind::Inline(vec![written], Some(value.into())), ty, span)))
    }
}

/// The place of which a value is a part, and how far it is in it.
fn whole_of(e: &Expr) -> Option<(&Expr, usize)> {
    let (mut e, mut depth) = (e, 0);
    while let Kind::Call(Callee::Pure(_), of) = &e.kind {
        let [of] = of.as_slice() else { return None };
        (e, depth) = (of, depth + 1);
        if !is_unknown(&e.ty) {
            return None;
        }
    }
    (depth > 0 && is_place(e)).then_some((e, depth))
}
