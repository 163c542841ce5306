//! Lambda expressions: what one is called with takes the place of the call, where the names in its body mean what they
//! mean where it stands. [C++17, 8.1.5]

use super::inline::DEEPEST_CALL;
use super::template::Meaning;
use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::syntax::{Body, Lambda};
use crate::typed::{Expr, Kind, Local, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::{Name, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// What a lambda expression gives.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    lambda: Arc<Lambda>,
    /// What the names in its body mean.
    scopes: Vec<HashMap<Name, LocalId>>,
    types: HashMap<Name, Meaning>,
}

impl Typer<'_> {
    /// A lambda expression: what it copies is copied here. It has a type of its own.
    pub(super) fn closure(&mut self, lambda: &Arc<Lambda>, span: &Span) -> Typed<Expr> {
        let mut copies = HashMap::new();
        let mut statements = Vec::new();
        for name in lambda.names.iter().filter(|name| lambda.captures.copies(name)) {
            // What the file declares is not captured.
            let around = self.scopes.iter().skip(1).rev();
            let Some(id) = around.filter_map(|scope| scope.get(name)).next().copied() else {
                continue;
            };
            let reference = self.references.contains(&id);
            let fixed = self.constants.contains_key(&id) || self.immutable.contains(&id);
            if self.in_memory(id) || fixed && !reference {
                continue;
            }
            let ty = self.locals[id.0].ty.clone();
            let scalar = ty.int().is_some() || matches!(ty, Type::Float(_) | Type::Pointer(_));
            if reference || !scalar {
                let what = format!("a lambda expression that copies the `{ty}` `{name}`");
                return unsupported(Area::Call, span, what);
            }
            let of = make(Kind::Local(id), ty.clone(), span);
            let read = make(Kind::Convert(of.into()), ty.clone(), span);
            let copy = LocalId(self.locals.len());
            let (storage, span) = (Storage::Thread, span.clone());
            self.locals.push(Local { name: name.clone(), ty, storage, span: span.clone() });
            self.immutable.insert(copy);
            statements.push(Stmt { kind: StmtKind::Declare(copy, Some(read)), span });
            copies.insert(name.clone(), copy);
        }
        let mut scopes = self.scopes.clone();
        scopes.push(copies);
        let name = Name::from(format!("(lambda {})", self.closures.len()));
        let closure = Closure { lambda: Arc::clone(lambda), scopes, types: self.types.clone() };
        self.closures.insert(name.clone(), closure);
        let ty = Type::Opaque(name);
        let value = make(Kind::Opaque, ty.clone(), span);
        Ok(match statements.is_empty() {
            true => value,
            false => make(Kind::Inline(statements, Some(value.into())), ty, span),
        })
    }

    /// Whether a type is that of a lambda expression.
    pub(super) fn is_closure(&self, ty: &Type) -> bool {
        matches!(ty, Type::Opaque(name) if self.closures.contains_key(name))
    }

    /// A call of what a lambda expression gave; nothing where the object is another one.
    pub(super) fn call_closure(
        &mut self,
        object: &Expr,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(name) = &object.ty else { return Ok(None) };
        let Some(closure) = self.closures.get(name).cloned() else { return Ok(None) };
        let function = &closure.lambda.function;
        let Body::Block(body) = &function.body else { return Ok(None) };
        if function.parameters.len() != arguments.len() {
            return super::error(span, "a lambda expression that is called with other arguments");
        }
        if self.is_in(function) || self.inline_depth() >= DEEPEST_CALL {
            return unsupported(Area::Call, span, "a recursive call of a lambda expression");
        }
        let outer = std::mem::replace(&mut self.scopes, closure.scopes);
        if let (Some(file), Some(now)) = (self.scopes.first_mut(), outer.first()) {
            file.clone_from(now);
        }
        let types = std::mem::replace(&mut self.types, closure.types);
        let done = self.enter_closure(function, body, name, arguments.to_vec(), span);
        self.types = types;
        let inner = std::mem::replace(&mut self.scopes, outer);
        if let (Some(scope), Some(used)) = (self.scopes.first_mut(), inner.into_iter().next()) {
            *scope = used;
        }
        let call = done?;
        // It is evaluated before it is called.
        let object = Stmt { kind: StmtKind::Expr(object.clone()), span: span.clone() };
        let ty = call.ty.clone();
        Ok(Some(match ty {
            Type::Void => {
                let call = Stmt { kind: StmtKind::Expr(call), span: span.clone() };
                make(Kind::Inline(vec![object, call], None), ty, span)
            }
            _ => make(Kind::Inline(vec![object], Some(call.into())), ty, span),
        }))
    }
}
