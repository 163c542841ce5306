//! What the operators of the file's classes may do where a type that nothing gives is one of these classes: a kernel
//! template without arguments is read as if it were a scalar. What only computes on its operands, as such a type's own
//! operators do, changes nothing of which memory is accessed; of the others none is taken to be called, and that is an
//! assumption.

use super::{Typed, Typer};
use crate::assumption::AssumptionKind;
use crate::path;
use crate::resolve::overload::candidates;
use crate::survey;
use crate::syntax::{self, Body, CONSTRUCTOR, CONVERSION, Function};
use crate::typed::{Callee, Expr, Kind, LocalId, Stmt, StmtKind, Storage, Type, Unknown};
use semantics::{Name, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What is done with values of a type that nothing gives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Done {
    /// They are operands of this operator.
    Operator(String),
    /// They are made, copied, assigned, converted, and cease to be.
    Held,
}

/// What is done with values of types that nothing gives, and where first: by the parameter of the kernel that a type
/// is made of.
pub(super) type Uses = BTreeMap<(Name, Done), Span>;

impl Typer<'_> {
    /// Remembers that an operator has operands of types that nothing gives.
    pub(super) fn operated(&mut self, symbol: &str, operands: &[Expr], span: &Span) {
        // What is called, or has elements, is an object of the class; the others are given to it.
        let of_first = matches!(symbol, "()" | "[]");
        for operand in operands.iter().take(if of_first { 1 } else { operands.len() }) {
            if let Some(parameter) = self.open_parameter(&operand.ty) {
                let done = Done::Operator(symbol.to_string());
                self.open_uses.entry((parameter, done)).or_insert_with(|| span.clone());
            }
        }
    }

    /// The parameter of the kernel that a type is made of which nothing gives, where it is no pointer.
    fn open_parameter(&self, ty: &Type) -> Option<Name> {
        let known = |name: &Name| self.unknowns.get(name).cloned();
        let Type::Unknown(unknown) = ty.unqualified() else { return None };
        let named = match &unknown {
            Unknown::Named(name) => known(name),
            Unknown::Met(parts) => parts.iter().find_map(known),
        };
        // What is read of its members, or computed of it, is of no other name.
        named.or_else(|| self.unknowns.values().min().cloned())
    }

    /// As [`Typer::open_parameter`], of a type that may be a class with such members.
    fn open_in(&self, ty: &Type) -> Option<Name> {
        match ty.unqualified() {
            Type::Opaque(class) => {
                let bound = &self.instances.get(&class)?.bound;
                let mut open: Vec<&Type> = bound.types.values().map(|of| &of.ty).collect();
                open.retain(|ty| self.has_unknown(ty));
                let known = open.first().and_then(|ty| self.open_parameter(ty.innermost()));
                open.first()?;
                known.or_else(|| self.unknowns.values().min().cloned())
            }
            ty => self.open_parameter(&ty),
        }
    }

    /// Takes for granted that no operator, constructor or conversion of the file is called for a type that nothing gives
    /// which does more than compute.
    pub(super) fn assume_that_operators_compute(&mut self, body: &[Stmt]) {
        if self.unknowns.is_empty() || self.context.opencl {
            return;
        }
        self.held_open(body);
        let uses = self.open_uses.clone();
        let mut looked = Looked { context: self.context, does_more: HashMap::new() };
        let mut said = BTreeSet::new();
        for ((parameter, done), span) in &uses {
            if said.contains(parameter) {
                continue;
            }
            if let Some(unlike) = looked.that_does_more(done, &mut BTreeSet::new()) {
                said.insert(parameter.clone());
                let what = format!(
                    "`{parameter}` is a type whose operators, constructors and conversions only compute with their operands, unlike {unlike}"
                );
                self.assume(AssumptionKind::TemplateType, what, span);
            }
        }
    }

    /// Remembers which values of types that nothing gives there are.
    fn held_open(&mut self, body: &[Stmt]) {
        let mut held = BTreeMap::new();
        let mut see = |parameter: Option<Name>, span: &Span| {
            if let Some(parameter) = parameter {
                held.entry((parameter, Done::Held)).or_insert_with(|| span.clone());
            }
        };
        for local in &self.locals {
            see(self.open_in(local.ty.innermost()), &local.span);
        }
        survey::each_in(body, &mut |e| see(self.open_in(&e.ty), &e.span));
        for (use_, span) in held {
            self.open_uses.entry(use_).or_insert(span);
        }
    }

    /// Whether a function only computes with its operands, and with what else it makes; `None` where that is not read.
    fn only_computes(&mut self, f: &Arc<Function>, body: &[syntax::Stmt]) -> Typed<bool> {
        let span = &f.span.0;
        self.instantiate(f, &[])?;
        let (mut operands, mut arguments) = (Vec::new(), Vec::new());
        for parameter in &f.parameters {
            let ty = match &parameter.ty {
                syntax::Type::Reference(to) => self.referent(to, span)?,
                ty => self.ty(ty, span)?,
            };
            let id = LocalId(self.locals.len());
            if ty.is_const() {
                self.immutable.insert(id);
            }
            let ty = ty.unqualified();
            let (name, storage) = ("(operand)".into(), Storage::Thread);
            let local = crate::typed::Local { name, ty: ty.clone(), storage, span: span.clone() };
            self.locals.push(local);
            operands.push(id);
            arguments.push(super::make(Kind::Local(id), ty, span));
        }
        let call = self.looked_into(f, body, arguments, span)?;
        if self.assumptions.iter().any(|a| a.kind == AssumptionKind::UnknownCall) {
            return Ok(false);
        }
        let call = [Stmt { kind: StmtKind::Expr(call), span: span.clone() }];
        self.held_open(&call);
        let mut references = HashMap::new();
        each_block(&call, &mut |block| {
            for statement in block {
                if let StmtKind::Declare(id, Some(init)) = &statement.kind
                    && self.references.contains(id)
                {
                    references.insert(*id, init);
                }
            }
        });
        let places = Places { typer: self, references };
        let written = assigns(f).then(|| operands.first()).flatten();
        let mut only = true;
        survey::each_in(&call, &mut |e| {
            only &= places.only_computes(e, |id| !operands.contains(&id) || Some(&id) == written);
        });
        each_block(&call, &mut |block| {
            only &= !block.iter().any(|s| matches!(s.kind, StmtKind::Unsupported(..)));
        });
        // What it names is what the operator of a number names.
        let names = match &f.returns {
            syntax::Type::Reference(to) => !matches!(**to, syntax::Type::Const(_)),
            _ => false,
        };
        if names {
            let StmtKind::Expr(call) = &call[0].kind else { return Ok(false) };
            only &= places.root(call).is_some_and(|id| operands.first() == Some(&id));
        }
        Ok(only)
    }
}

/// The places of a function that is looked at.
struct Places<'t> {
    typer: &'t Typer<'t>,
    /// What references refer to, by a pointer.
    references: HashMap<LocalId, &'t Expr>,
}

impl Places<'_> {
    /// The variable of the thread that a place is, or is a part of.
    fn root(&self, place: &Expr) -> Option<LocalId> {
        match &place.kind {
            Kind::Local(id) => (self.typer.locals[id.0].storage == Storage::Thread).then_some(*id),
            Kind::Member(of, _) | Kind::Assign(of, _) | Kind::Update { place: of, .. } => {
                self.root(of)
            }
            Kind::Index(of, _) if matches!(of.ty.unqualified(), Type::Array(..)) => self.root(of),
            Kind::Index(of, _) | Kind::Dereference(of) => self.pointee(of),
            Kind::Inline(_, Some(of)) | Kind::Comma(_, of) => self.root(of),
            Kind::Call(Callee::Part(_), of) => self.root(of.first()?),
            _ => None,
        }
    }

    /// The variable of the thread that a pointer points to, or to a part of which.
    fn pointee(&self, pointer: &Expr) -> Option<LocalId> {
        match &pointer.kind {
            Kind::Address(place) => self.root(place),
            Kind::Convert(of) if matches!(of.ty, Type::Array(..)) => self.root(of),
            Kind::Convert(of) | Kind::Inline(_, Some(of)) | Kind::Comma(_, of) => self.pointee(of),
            Kind::Local(id) => self.pointee(self.references.get(id)?),
            _ => None,
        }
    }

    /// Whether an expression, not those inside it, only computes. `may`: which variables it may write.
    fn only_computes(&self, e: &Expr, may: impl Fn(LocalId) -> bool) -> bool {
        match &e.kind {
            Kind::Local(id) => {
                matches!(e.ty, Type::Array(..))
                    || self.typer.locals[id.0].storage == Storage::Thread
                    || self.typer.symbolic.contains(id)
            }
            Kind::Index(..) | Kind::Dereference(_) => self.root(e).is_some(),
            Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
                self.root(place).is_some_and(may)
            }
            Kind::Call(callee, of) => match callee {
                Callee::Extremum(_)
                | Callee::Abs
                | Callee::Assert
                | Callee::Math(_)
                | Callee::Pure(_)
                | Callee::Part(_) => true,
                Callee::Load => of.first().is_some_and(|e| self.pointee(e).is_some()),
                Callee::Sync(_)
                | Callee::CountingSync
                | Callee::Warp
                | Callee::Fence
                | Callee::Atomic(_)
                | Callee::Surface
                | Callee::Copy
                | Callee::CopyTogether
                | Callee::WaitForCopies
                | Callee::SharedAddress
                | Callee::AtSharedAddress
                | Callee::OwnCopy
                | Callee::CommitCopies
                | Callee::WaitForOwnCopies
                | Callee::Agreed
                | Callee::BarrierValue(_) => false,
            },
            Kind::Unsupported(..) => false,
            _ => true,
        }
    }
}

/// What is known of the operators of a file.
struct Looked<'a> {
    context: &'a super::Context,
    /// Of a function, whether it does more than compute, or what it does with types that nothing gives.
    does_more: HashMap<*const Function, Option<BTreeSet<Done>>>,
}

impl Looked<'_> {
    /// A function of the file that may be called where this is done, and does more than compute: how it is called in a
    /// sentence. `around`: what is looked at already.
    fn that_does_more(&mut self, done: &Done, around: &mut BTreeSet<Done>) -> Option<String> {
        if !around.insert(done.clone()) {
            return None;
        }
        let context = self.context;
        if let Some((_, place)) =
            context.unseen.iter().find(|(name, _)| is_meant(name.as_str(), done))
        {
            let (line, _) = place.0.line_column();
            return Some(format!("what the class in line {line} may do"));
        }
        if let Done::Operator(symbol) = done {
            let name = Name::from(format!("operator{symbol}"));
            if context.ambiguous.contains(&name) || context.unread.contains_key(&name) {
                return Some(format!("what may be `{name}` of the file"));
            }
        }
        let mut names: Vec<&Name> =
            context.functions.keys().filter(|name| is_meant(name.as_str(), done)).collect();
        names.sort();
        for name in names {
            let own = context.functions[name].iter().filter(|f| !f.specifiers.of_toolkit);
            for f in candidates(own.cloned()) {
                let within = match self.does_more.get(&Arc::as_ptr(&f)) {
                    Some(known) => known.clone(),
                    None => {
                        let found = self.uses_of(&f, done);
                        self.does_more.insert(Arc::as_ptr(&f), found.clone());
                        found
                    }
                };
                let more = match within {
                    None => true,
                    Some(uses) => uses.iter().any(|u| self.that_does_more(u, around).is_some()),
                };
                if more {
                    return Some(called(&f));
                }
            }
        }
        None
    }

    /// What a function does with types that nothing gives; `None` where it may do more than compute.
    fn uses_of(&self, f: &Arc<Function>, done: &Done) -> Option<BTreeSet<Done>> {
        let body = match &f.body {
            // It runs on the host.
            Body::Skipped => return Some(BTreeSet::new()),
            Body::None if f.intrinsic.is_some() => return Some(BTreeSet::new()),
            Body::None | Body::Unread(..) => return None,
            Body::Block(body) => body,
        };
        let mut typer = Typer::new(self.context);
        let only = typer.only_computes(f, body).unwrap_or(false);
        let uses = typer.open_uses.into_keys().map(|(_, done)| done);
        (only && !gives_a_class(f, done)).then(|| uses.collect())
    }
}

/// Whether a function of this name is called where this is done.
fn is_meant(name: &str, done: &Done) -> bool {
    let last = path::last(name);
    match done {
        Done::Operator(symbol) => last.strip_prefix("operator") == Some(symbol),
        Done::Held => last == CONSTRUCTOR || last == CONVERSION || last == "operator=",
    }
}

/// Whether a function is to write its first operand: an assignment, or a constructor.
fn assigns(f: &Function) -> bool {
    let last = path::last(f.name.as_str());
    let compared = matches!(last, "operator==" | "operator!=" | "operator<=" | "operator>=");
    let steps = matches!(last, "operator++" | "operator--");
    last == CONSTRUCTOR || steps || last.starts_with("operator") && last.ends_with('=') && !compared
}

/// Whether an operator gives something of which operators of the file may be meant, and that of numbers gives a number.
fn gives_a_class(f: &Function, done: &Done) -> bool {
    let Done::Operator(symbol) = done else { return false };
    let plain = |ty: &syntax::Type| {
        let ty = match ty {
            syntax::Type::Reference(of) => of,
            ty => ty,
        };
        let plain = ty.unqualified();
        matches!(plain, syntax::Type::Bool | syntax::Type::Int(_) | syntax::Type::Float(_))
    };
    match symbol.as_str() {
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "!" => !plain(&f.returns),
        "<<" | ">>" => f.parameters.first().is_some_and(|p| plain(&p.ty)) && !plain(&f.returns),
        _ => false,
    }
}

/// A function in a sentence.
fn called(f: &Function) -> String {
    let (line, _) = f.span.0.line_column();
    let last = path::last(f.name.as_str());
    match last {
        CONSTRUCTOR => format!("the constructor in line {line}"),
        CONVERSION => format!("the conversion in line {line}"),
        last => format!("`{last}` in line {line}"),
    }
}

/// Calls `f` on every block of statements.
fn each_block<'s>(block: &'s [Stmt], f: &mut dyn FnMut(&'s [Stmt])) {
    f(block);
    for statement in block {
        match &statement.kind {
            StmtKind::Block(inner)
            | StmtKind::Loop { body: inner, .. }
            | StmtKind::Switch(_, inner, _) => each_block(inner, f),
            StmtKind::If(_, yes, no) => {
                each_block(yes, f);
                each_block(no, f);
            }
            _ => {}
        }
    }
    let inline = |e: &'s Expr, f: &mut dyn FnMut(&'s [Stmt])| {
        if let Kind::Inline(inner, _) = &e.kind {
            each_block(inner, f);
        }
    };
    // Each of those that stand in expressions, once.
    for statement in block {
        if let StmtKind::Expr(e)
        | StmtKind::Declare(_, Some(e))
        | StmtKind::If(e, ..)
        | StmtKind::Switch(e, ..)
        | StmtKind::Assume(e) = &statement.kind
        {
            outermost(e, &mut |e| inline(e, f));
        }
        if let StmtKind::Loop { condition, step, .. } = &statement.kind {
            for e in condition.iter().chain(step) {
                outermost(e, &mut |e| inline(e, f));
            }
        }
    }
}

/// Calls `f` on an expression and all inside it, but for the statements of called functions.
fn outermost<'e>(e: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    f(e);
    for operand in e.kind.operands() {
        outermost(operand, f);
    }
}
