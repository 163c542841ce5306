//! Variables whose address matters: they live in memory, the others in registers.
//!
//! By name, over a whole function: a variable that only shares its name with such a one is in
//! memory, too, which changes nothing but the speed.

use super::operator_call::{INDEX, as_call};
use crate::types::Type;
use cuda::path::last;
use cuda::syntax::{CONSTRUCTOR, Expr, ExprKind, Function, Init, Stmt, StmtKind, Unary, Variable};
use rustc_hash::FxHashSet;
use semantics::Name;

/// The names whose address matters.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Of which an address is taken, or which a reference is bound to.
    names: FxHashSet<Name>,
    /// Of which those of an element are: of an array its own, of a pointer not.
    indexed: FxHashSet<Name>,
}

impl Taken {
    /// Those of a function's statements. `refers`: whether it returns a reference.
    pub(super) fn of(references: &References<'_>, statements: &[Stmt], refers: bool) -> Taken {
        let mut finder = Finder { references, refers, found: Taken::default() };
        statements.iter().for_each(|s| finder.statement(s));
        finder.found
    }

    /// Whether one of this name may have to be in memory.
    pub(super) fn mentions(&self, name: &Name) -> bool {
        self.names.contains(name) || self.indexed.contains(name)
    }

    /// Whether a variable of this name and type has to be in memory.
    pub(super) fn has(&self, name: &Name, ty: &Type) -> bool {
        let is_pointer = matches!(ty, Type::Pointer(_));
        ty.has_array() || self.names.contains(name) || self.indexed.contains(name) && !is_pointer
    }
}

/// Which arguments functions take by reference: by the last part of the function's name, which says enough.
#[derive(Debug, Default)]
pub(super) struct References<'f>(FxHashSet<(&'f str, usize)>);

impl<'f> References<'f> {
    /// Of these functions.
    pub(super) fn of(functions: impl Iterator<Item = &'f Function>) -> Self {
        let of_one = |f: &'f Function| {
            let taken =
                move |n: usize| f.member && n == 0 || f.parameters[n].ty.referent().is_some();
            let numbers = (0..f.parameters.len()).filter(move |n| taken(*n));
            numbers.map(move |n| (last(f.name.as_str()), n))
        };
        References(functions.flat_map(of_one).collect())
    }

    fn has(&self, name: &Name, n: usize) -> bool {
        self.0.contains(&(last(name.as_str()), n))
    }
}

/// Does something with each variable that statements declare.
pub(super) fn variables<'s>(statements: &'s [Stmt], done: &mut impl FnMut(&'s Variable)) {
    for s in statements {
        match &s.kind {
            StmtKind::Declare(all) | StmtKind::Enumeration(_, all) => {
                all.iter().for_each(&mut *done)
            }
            StmtKind::Block(all) => variables(all, done),
            StmtKind::If(_, a, b) => {
                variables(std::slice::from_ref(a), done);
                b.iter().for_each(|s| variables(std::slice::from_ref(s), done));
            }
            StmtKind::For(init, _, _, body) => {
                variables(std::slice::from_ref(init), done);
                variables(std::slice::from_ref(body), done);
            }
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, body)
            | StmtKind::Label(_, body) => variables(std::slice::from_ref(body), done),
            _ => {}
        }
    }
}

struct Finder<'f> {
    references: &'f References<'f>,
    /// Whether the function returns a reference.
    refers: bool,
    found: Taken,
}

impl Finder<'_> {
    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => self.expression(e),
            StmtKind::Declare(variables) | StmtKind::Enumeration(_, variables) => {
                variables.iter().for_each(|v| self.variable(v));
            }
            StmtKind::Block(all) => all.iter().for_each(|s| self.statement(s)),
            StmtKind::If(e, a, b) => {
                self.expression(e);
                self.statement(a);
                b.iter().for_each(|s| self.statement(s));
            }
            StmtKind::For(init, e, step, body) => {
                self.statement(init);
                e.iter().chain(step).for_each(|e| self.expression(e));
                self.statement(body);
            }
            StmtKind::While(e, body) | StmtKind::DoWhile(body, e) | StmtKind::Switch(e, body) => {
                self.expression(e);
                self.statement(body);
            }
            StmtKind::Case(_, body) | StmtKind::Label(_, body) => self.statement(body),
            StmtKind::Return(Some(e)) if self.refers => self.root(e),
            StmtKind::Return(Some(e)) => self.expression(e),
            _ => {}
        }
    }

    fn variable(&mut self, variable: &Variable) {
        let reference = variable.ty.referent().is_some();
        if let Some(init) = &variable.init {
            // It may be an object that is made of these.
            self.arguments(&CONSTRUCTOR.into(), 1, init.expressions().into_iter());
            if reference {
                init.direct().iter().for_each(|e| self.root(e));
            }
            if !reference || matches!(init, Init::List(_)) {
                init.expressions().into_iter().for_each(|e| self.expression(e));
            }
        }
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Unary(Unary::Address, of) => self.root(of),
            ExprKind::Call(callee, arguments) => match &callee.plain().kind {
                ExprKind::Member(object, name, _) => {
                    // The object of a member function is taken by reference, and is its first argument.
                    self.root(object);
                    self.arguments(name, 1, arguments.iter());
                    // It may be a static one.
                    self.arguments(name, 0, arguments.iter());
                }
                ExprKind::Scoped(_, name) => self.arguments(name, 0, arguments.iter()),
                ExprKind::Name(name) | ExprKind::Instance(name, _) => {
                    // It may be an object that is called.
                    self.root(callee);
                    self.arguments(&"operator()".into(), 1, arguments.iter());
                    self.arguments(name, 0, arguments.iter());
                }
                _ => self.arguments(&"operator()".into(), 1, arguments.iter()),
            },
            ExprKind::Construct(_, arguments) => {
                self.arguments(&CONSTRUCTOR.into(), 1, arguments.iter());
            }
            ExprKind::Cast(_, argument) => {
                self.arguments(&CONSTRUCTOR.into(), 1, std::iter::once(&**argument));
            }
            _ => {}
        }
        if let ExprKind::Index(object, index) = &e.kind {
            // It may be an object.
            if self.references.has(&INDEX.into(), 0) {
                self.root(object);
            }
            self.arguments(&INDEX.into(), 1, std::iter::once(&**index));
        }
        if let Some((name, operands)) = as_call(e) {
            self.arguments(&name, 0, operands.into_iter());
        }
        e.kind.operands().for_each(|e| self.expression(e));
    }

    /// The arguments that a function of this name takes by reference, the first of them so many behind its own first.
    fn arguments<'e>(
        &mut self,
        name: &Name,
        behind: usize,
        arguments: impl Iterator<Item = &'e Expr>,
    ) {
        for (n, argument) in arguments.enumerate() {
            if self.references.has(name, n + behind) {
                self.root(argument);
            }
        }
    }

    /// The variable of which an expression is a part.
    fn root(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => {
                self.found.names.insert(name.clone());
            }
            ExprKind::Index(base, _) if let ExprKind::Name(name) = &base.kind => {
                self.found.indexed.insert(name.clone());
            }
            ExprKind::Member(base, _, cuda::syntax::Arrow::Dot) | ExprKind::Index(base, _) => {
                self.root(base);
            }
            ExprKind::Assign(_, place, _) => self.root(place),
            ExprKind::Unary(Unary::Step(_), place) => self.root(place),
            ExprKind::Binary(cuda::syntax::Binary::Comma, _, e) => self.root(e),
            ExprKind::Conditional(_, a, b) => {
                self.root(a);
                self.root(b);
            }
            _ => {}
        }
        self.expression(e);
    }
}
