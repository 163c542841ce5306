//! Variables whose address matters: they live in memory, the others in registers.
//!
//! By name, over a whole function: a variable that only shares its name with such a one is in
//! memory, too, which changes nothing but the speed.

use crate::types::Type;
use cuda::syntax::{Expr, ExprKind, File, Init, Stmt, StmtKind, Unary, Variable};
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
    /// Those of a function's statements.
    pub(super) fn of(file: &File, statements: &[Stmt]) -> Taken {
        let mut finder = Finder { file, found: Taken::default() };
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

struct Finder<'f> {
    file: &'f File,
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
            StmtKind::Return(Some(e)) => self.expression(e),
            _ => {}
        }
    }

    fn variable(&mut self, variable: &Variable) {
        let reference = variable.ty.referent().is_some();
        if let Some(init) = &variable.init {
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
            ExprKind::Call(callee, arguments) => {
                if let ExprKind::Member(object, ..) = &callee.plain().kind {
                    // The object of a member function is taken by reference.
                    self.root(object);
                }
                if let ExprKind::Name(name) | ExprKind::Instance(name, _) = &callee.kind {
                    for (n, argument) in arguments.iter().enumerate() {
                        if self.by_reference(name, n) {
                            self.root(argument);
                        }
                    }
                }
            }
            _ => {}
        }
        e.kind.operands().for_each(|e| self.expression(e));
    }

    /// Whether a function of this name takes its argument of this number by reference.
    fn by_reference(&self, name: &Name, n: usize) -> bool {
        let mut functions = self.file.functions().filter(|f| f.name == *name);
        functions.any(|f| f.parameters.get(n).is_some_and(|p| p.ty.referent().is_some()))
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
