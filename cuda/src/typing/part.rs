//! What is written to a part of a structure that nothing declares.

use super::place::is_place;
use super::{Typed, Typer, error, make, unsupported};
use crate::area::Area;
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
            return unsupported(
                Area::Name,
                span,
                format!("`{symbol}` on a part of what nothing declares"),
            );
        }
        if self.is_const(whole) {
            return error(span, format!("this is a `const {}`", whole.ty));
        }
        let (whole, ty) = (whole.clone(), whole.ty.clone());
        // What it is then hangs on what it was.
        let reads = op.is_some() || value.is_none();
        if reads && !self.is_steady_place(&whole) {
            return unsupported(
                Area::Expression,
                span,
                format!("`{symbol}` on a part of this expression"),
            );
        }
        let mut given: Vec<Expr> = reads.then(|| read.clone()).into_iter().collect();
        if let Some(value) = value {
            let value = self.value(value)?;
            given.push(self.implicit(value, &read.ty)?);
        }
        let statement = |kind| Stmt { kind, span: span.clone() };
        let unknown = |given, ty| {
            make(Kind::Call(Callee::Pure("a part of a structure".into()), given), ty, span)
        };
        let in_memory = !matches!(whole.kind, Kind::Local(id) if !self.in_memory(id));
        let written = |given| {
            let held = unknown(given, ty.clone());
            let written = Kind::Assign(whole.clone().into(), held.into());
            statement(StmtKind::Expr(make(written, ty.clone(), span)))
        };
        let statements = match in_memory {
            false => vec![written(given)],
            true => {
                let why = "whether this part of a structure is all of it".into();
                let condition = make(Kind::Unknown(why), Type::Bool, span);
                let value = statement(StmtKind::Expr(unknown(given, read.ty.clone())));
                let written = vec![written(Vec::new())];
                vec![value, statement(StmtKind::If(condition, written, Vec::new()))]
            }
        };
        let value = unknown(Vec::new(), read.ty.clone());
        Ok(Some(make(Kind::Inline(statements, Some(value.into())), read.ty, span)))
    }
}

/// The place of which a value is a part, and how far it is in it.
fn whole_of(e: &Expr) -> Option<(&Expr, usize)> {
    let (mut e, mut depth) = (e, 0);
    while let Kind::Call(Callee::Pure(_), of) = &e.kind {
        let [of] = of.as_slice() else { return None };
        (e, depth) = (of, depth + 1);
        if !e.ty.is_unknown() {
            return None;
        }
    }
    (depth > 0 && is_place(e)).then_some((e, depth))
}
