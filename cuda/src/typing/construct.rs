//! New objects: from constructors, from the values of their members, by copying.

use super::{Typed, Typer, make, unsupported};
use crate::area::Area;
use crate::path::Path;
use crate::syntax::{self, CONSTRUCTOR, ExprKind, Function, Init};
use crate::typed::{Expr, Kind, Local, LocalId, Stmt, StmtKind, Storage, Type};
use semantics::{Name, Span};
use std::sync::Arc;

impl Typer<'_> {
    /// A new object, from the arguments of its constructor.
    pub(super) fn constructed(
        &mut self,
        ty: &Type,
        mut arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Expr> {
        if let [only] = arguments.as_slice()
            && only.ty.unqualified() == *ty
        {
            return self.copied(only.clone());
        }
        let Type::Opaque(name) = ty else {
            return unsupported(Area::Class, span, format!("the construction of a `{ty}`"));
        };
        let Some(record) = self.record(name) else {
            return unsupported(Area::Class, span, format!("the construction of a `{ty}`"));
        };
        if !self.has_constructors(ty) {
            return self.aggregate(ty, arguments, span);
        }
        let (of, bound) = self.class_parts(name);
        let full = of.member(CONSTRUCTOR);
        let functions = self.context.functions.get(&full).cloned().unwrap_or_default();
        let mut inner = record.fields.clone();
        inner.retain(|(_, ty)| self.has_constructors(ty));
        self.refuse_ambiguous(&full, span)?;
        if !inner.is_empty() && (!record.plain || self.assigns_members(ty)) {
            return unsupported(
                Area::Class,
                span,
                format!("a `{ty}`, whose members have constructors"),
            );
        }
        let defaults = self.class_record(name).map(|r| r.defaults.clone()).unwrap_or_default();
        let is_aggregate = functions.is_empty() || !defaults.is_empty();
        if is_aggregate && !arguments.is_empty() && self.has_bits(ty) {
            let what = format!("a list of values for a `{ty}`, which has bit-fields");
            return unsupported(Area::Initializer, span, what);
        }
        let id = self.temporary(ty.clone(), span);
        let object = make(Kind::Local(id), ty.clone(), span);
        let statement = |kind| Stmt { kind, span: span.clone() };
        let mut statements = vec![statement(StmtKind::Declare(id, None))];
        if functions.is_empty() {
            let values = self.member_values(&record, arguments, span)?;
            for ((name, ty), value) in record.fields.iter().zip(values) {
                let Some(value) = value else { continue };
                statements.push(statement(assigned(&object, name, ty, value)));
            }
        } else {
            // A list gives the first members its values, and the others theirs behind it: nothing of that is seen where
            // all stand alone.
            let lists = !defaults.is_empty() && !arguments.is_empty();
            if lists && !defaults.iter().all(|(_, e)| e.stands_alone()) {
                let what = format!(
                    "a list of values for a `{ty}`, whose members have values of others by default"
                );
                return unsupported(Area::Initializer, span, what);
            }
            let listed = if lists { std::mem::take(&mut arguments) } else { Vec::new() };
            let all: Vec<Expr> = std::iter::once(object.clone()).chain(arguments).collect();
            let function = self.overload(&functions, &bound, None, &all, span)?;
            for (name, ty) in &inner {
                if initializes(completed(&functions, &function), name) {
                    continue;
                }
                let value = self.constructed(ty, Vec::new(), span)?;
                statements.push(statement(assigned(&object, name, ty, value)));
            }
            let call = self.inline_one(&function, &bound, &[], all, span)?;
            statements.push(statement(StmtKind::Expr(call)));
            if !listed.is_empty() {
                let mut given = record.as_ref().clone();
                given.fields.truncate(listed.len());
                let values = self.member_values(&given, listed, span)?;
                for ((name, ty), value) in given.fields.iter().zip(values.into_iter().flatten()) {
                    statements.push(statement(assigned(&object, name, ty, value)));
                }
            }
        }
        Ok(make(Kind::Inline(statements, Some(object.into())), ty.clone(), span))
    }

    /// An array of new objects: those that a list gives, and others by the constructor without arguments. That one may
    /// set members, and do nothing else: it runs for each object, and is read once.
    pub(super) fn constructed_array(
        &mut self,
        ty: &Type,
        init: Option<&Init>,
        span: &Span,
    ) -> Typed<Expr> {
        let of = ty.innermost().unqualified();
        let mut objects = match init {
            None => Vec::new(),
            Some(init @ Init::List(list))
                if list.iter().all(|one| matches!(one, Init::Expr(_))) =>
            {
                self.expressions(init)?
            }
            Some(_) => {
                return unsupported(
                    Area::Initializer,
                    span,
                    format!("this initializer of a `{ty}`"),
                );
            }
        };
        if objects.iter().any(|e| e.ty.unqualified() != of) {
            return unsupported(Area::Initializer, span, format!("this initializer of a `{ty}`"));
        }
        let is_full = matches!(ty, Type::Array(_, Some(n)) if *n == objects.len().into());
        if !is_full {
            let object = self.constructed(&of, Vec::new(), span)?;
            if !self.only_sets_members(&object) {
                return unsupported(Area::Class, span, format!("the construction of a `{ty}`"));
            }
            objects.push(object);
        }
        Ok(make(Kind::Gather(objects), ty.clone(), span))
    }

    /// Whether an evaluation reads and writes nothing but variables of the thread, in no loop.
    fn only_sets_members(&self, e: &Expr) -> bool {
        match &e.kind {
            Kind::Local(id) => self.locals[id.0].storage == Storage::Thread,
            Kind::Inline(body, value) => {
                self.only_set_members(body)
                    && value.as_ref().is_none_or(|value| self.only_sets_members(value))
            }
            Kind::Int(_)
            | Kind::Opaque
            | Kind::Text
            | Kind::Null
            | Kind::Negate(_)
            | Kind::Convert(_)
            | Kind::Arithmetic(..)
            | Kind::Compare(..)
            | Kind::Conditional(..)
            | Kind::Member(..)
            | Kind::Assign(..)
            | Kind::Gather(_) => e.kind.operands().into_iter().all(|e| self.only_sets_members(e)),
            _ => false,
        }
    }

    fn only_set_members(&self, block: &[Stmt]) -> bool {
        block.iter().all(|s| match &s.kind {
            StmtKind::Declare(_, None) => true,
            StmtKind::Expr(e) | StmtKind::Declare(_, Some(e)) => self.only_sets_members(e),
            StmtKind::Block(block) => self.only_set_members(block),
            _ => false,
        })
    }

    /// The values of the members of an object whose class has no constructor; none for a member that is left
    /// as it is. [C++17, 11.6.1]
    fn member_values(
        &mut self,
        record: &crate::typed::Record,
        arguments: Vec<Expr>,
        span: &Span,
    ) -> Typed<Vec<Option<Expr>>> {
        let (listed, mut given) = (!arguments.is_empty(), arguments.into_iter());
        let mut values = Vec::with_capacity(record.fields.len());
        for (_, ty) in &record.fields {
            values.push(match given.next() {
                Some(e) if matches!(ty, Type::Array(..)) || e.ty != *ty && ty.int().is_none() => {
                    return unsupported(
                        Area::Initializer,
                        &e.span,
                        format!("a `{}` for a member that is a `{ty}`", e.ty),
                    );
                }
                Some(e) => Some(self.implicit(e, ty)?),
                None if self.has_constructors(ty) => {
                    Some(self.constructed(ty, Vec::new(), span)?)
                }
                None if listed => {
                    return unsupported(
                        Area::Initializer,
                        span,
                        "a list with fewer values than members",
                    );
                }
                None => None,
            });
        }
        match given.next() {
            Some(e) => super::error(&e.span, "more values than members"),
            None => Ok(values),
        }
    }

    /// A copy of an object: all of it is read.
    fn copied(&mut self, e: Expr) -> Typed<Expr> {
        let (ty, span) = (e.ty.unqualified(), e.span.clone());
        let id = self.temporary(ty.clone(), &span);
        let kind = StmtKind::Declare(id, Some(e));
        let object = make(Kind::Local(id), ty.clone(), &span);
        let statements = vec![Stmt { kind, span: span.clone() }];
        Ok(make(Kind::Inline(statements, Some(object.into())), ty, &span))
    }

    fn temporary(&mut self, ty: Type, span: &Span) -> LocalId {
        let id = LocalId(self.locals.len());
        let name = "(object)".into();
        self.locals.push(Local { name, ty, storage: Storage::Thread, span: span.clone() });
        id
    }
}

/// The constructor that one calls which gives the last arguments by default; any other itself.
fn completed<'f>(all: &'f [Arc<Function>], constructor: &'f Arc<Function>) -> &'f Function {
    let calls = |f: &Function| {
        let syntax::Body::Block(body) = &f.body else { return false };
        let [syntax::Stmt { kind: syntax::StmtKind::Expr(e), .. }] = &body[..] else {
            return false;
        };
        let ExprKind::Call(callee, _) = &e.kind else { return false };
        matches!(&callee.kind, ExprKind::Member(_, name, _) if name.as_str() == CONSTRUCTOR)
    };
    let place = |f: &Function| (f.span.0.source.name().to_string(), f.span.0.bytes.clone());
    let same = |f: &&Arc<Function>| place(f) == place(constructor) && !calls(f);
    match calls(constructor) {
        true => all.iter().find(same).unwrap_or(constructor),
        false => constructor,
    }
}

/// Whether a constructor gives a member its value before its body.
fn initializes(constructor: &Function, member: &Name) -> bool {
    let syntax::Body::Block(body) = &constructor.body else { return false };
    let own = |e: &syntax::Expr| match &e.kind {
        ExprKind::Assign(None, place, _) => matches!(
            &place.kind,
            ExprKind::Member(of, name, _)
                if name == member && matches!(&of.kind, ExprKind::Name(x) if x.as_str() == syntax::THIS)
        ),
        _ => false,
    };
    // The body itself is a block behind the initializers.
    let initializers = body.iter().take_while(|s| matches!(s.kind, syntax::StmtKind::Expr(_)));
    let block = body.last().is_some_and(|s| matches!(s.kind, syntax::StmtKind::Block(_)));
    block && { initializers }.any(|s| matches!(&s.kind, syntax::StmtKind::Expr(e) if own(e)))
}

/// `object.member = value;`
fn assigned(object: &Expr, member: &Name, ty: &Type, value: Expr) -> StmtKind {
    let span = &value.span.clone();
    let place = make(Kind::Member(object.clone().into(), member.clone()), ty.clone(), span);
    StmtKind::Expr(make(Kind::Assign(place.into(), value.into()), ty.clone(), span))
}
