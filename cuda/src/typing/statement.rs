//! Statements.

use super::record::Given;
use super::{Typed, Typer, ask, constant, make, unsupported};
use crate::area::Area;
use crate::resolve::{Enumerators, enumeration};
use crate::syntax::{self, Init};
use crate::typed::{Arm, Callee, Contents, Expr, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use num_traits::Zero;
use semantics::{Number, Span};
use std::collections::HashMap;

/// Whether the type is that of the initializer: `auto`, `auto *`.
fn is_auto(ty: &syntax::Type) -> bool {
    match ty {
        syntax::Type::Auto => true,
        syntax::Type::Pointer(of) => **of == syntax::Type::Auto,
        _ => false,
    }
}

impl Typer<'_> {
    /// The statements of a block.
    pub(super) fn statements(&mut self, statements: &[syntax::Stmt]) -> Typed<Vec<Stmt>> {
        let mut typed = Vec::with_capacity(statements.len());
        for statement in statements {
            self.statement(statement, &mut typed)?;
        }
        Ok(typed)
    }

    /// A statement in a scope of its own.
    fn scoped(&mut self, statement: &syntax::Stmt) -> Typed<Vec<Stmt>> {
        self.scopes.push(HashMap::new());
        let mut typed = Vec::new();
        let done = self.statement(statement, &mut typed);
        self.scopes.pop();
        done.map(|()| typed)
    }

    fn statement(&mut self, statement: &syntax::Stmt, out: &mut Vec<Stmt>) -> Typed<()> {
        use syntax::StmtKind as S;
        let site = self.site.clone();
        let span = site.as_ref().unwrap_or(&statement.span.0);
        ask(span)?;
        let kind = match &statement.kind {
            S::Empty => return Ok(()),
            S::Expr(e) => {
                let value = self.value(e)?;
                if let (syntax::ExprKind::Name(name), Kind::Local(id)) = (&e.kind, &value.kind)
                    && self.symbolic.contains(id)
                {
                    // A macro that stands alone does something.
                    let what = format!("the statement `{name}`, which nothing at hand declares,");
                    return unsupported(Area::Name, span, what);
                }
                if is_member_call(e)
                    && value.ty.is_unknown()
                    && matches!(value.kind, Kind::Call(Callee::Pure(_), _))
                {
                    // Who calls it for nothing else wants what it does.
                    let what = "a call of a member function that nothing at hand defines, whose value is not used,";
                    return unsupported(Area::Call, span, what);
                }
                StmtKind::Expr(self.discarded(value)?)
            }
            S::Declare(variables) => {
                for variable in variables {
                    let kind = self.declaration(variable)?;
                    out.push(Stmt { kind, span: span.clone() });
                }
                return Ok(());
            }
            S::Enumeration(enumerators, variables) => {
                self.enumeration(enumerators)?;
                for variable in variables {
                    let kind = self.declaration(variable)?;
                    out.push(Stmt { kind, span: span.clone() });
                }
                return Ok(());
            }
            S::Block(block) => {
                self.scopes.push(HashMap::new());
                let typed = self.statements(block);
                self.scopes.pop();
                StmtKind::Block(typed?)
            }
            S::If(c, yes, no) => {
                let c = self.condition(c)?;
                // Of a template, the branch that is not taken need not mean anything.
                if self.in_template()
                    && let Some(n) = constant::evaluate(&c)
                {
                    let taken = if n.is_zero() { no.as_ref() } else { Some(yes) };
                    let taken = taken.map_or_else(|| Ok(Vec::new()), |s| self.scoped(s))?;
                    out.push(Stmt { kind: StmtKind::Block(taken), span: span.clone() });
                    return Ok(());
                }
                let yes = self.scoped(yes)?;
                let no = no.as_ref().map_or_else(|| Ok(Vec::new()), |no| self.scoped(no))?;
                StmtKind::If(c, yes, no)
            }
            S::For(init, condition, step, body) => {
                self.scopes.push(HashMap::new());
                let mut typed = Vec::new();
                let made = self.for_loop(init, condition.as_ref(), step.as_ref(), body, &mut typed);
                self.scopes.pop();
                typed.push(Stmt { kind: made?, span: span.clone() });
                StmtKind::Block(typed)
            }
            S::While(c, body) => {
                let condition = Some(self.condition(c)?);
                let body = self.scoped(body)?;
                StmtKind::Loop { condition, step: None, body, body_first: false }
            }
            S::DoWhile(body, c) => {
                let body = self.scoped(body)?;
                let condition = Some(self.condition(c)?);
                StmtKind::Loop { condition, step: None, body, body_first: true }
            }
            S::Return(value) => self.return_statement(value.as_ref(), span, out)?,
            S::Switch(e, body) => {
                self.scopes.push(HashMap::new());
                let made = self.switch(e, body, span);
                self.scopes.pop();
                made?
            }
            S::Case(..) => StmtKind::Unsupported(
                Area::Statement,
                "a label inside of a statement of its `switch`".into(),
            ),
            S::Macro(name) => return self.macro_of_loop(name, span),
            S::Label(..) | S::Goto(_) => StmtKind::Unsupported(Area::Statement, "`goto`".into()),
            S::Assembly(assembly) => return self.assembly(assembly, span, out),
            S::Break => StmtKind::Break,
            S::Continue => StmtKind::Continue,
            S::Other(kind, what) => StmtKind::Unsupported(*kind, (*what).into()),
        };
        out.push(Stmt { kind, span: span.clone() });
        Ok(())
    }

    fn switch(&mut self, e: &syntax::Expr, body: &syntax::Stmt, span: &Span) -> Typed<StmtKind> {
        let e = self.value(e)?;
        let ty = super::convert::promote(&e.ty);
        if ty.int().is_none() {
            return unsupported(Area::Statement, span, format!("`switch` on a `{}`", e.ty));
        }
        let e = self.convert(e, &ty)?;
        let syntax::StmtKind::Block(block) = &body.kind else {
            return unsupported(Area::Statement, span, "a `switch` without braces");
        };
        let (mut typed, mut arms) = (Vec::new(), Vec::new());
        for mut statement in block {
            while let syntax::StmtKind::Case(label, inner) = &statement.kind {
                let label = match label {
                    None => None,
                    Some(label) => {
                        let value = self.value(label)?;
                        match constant::evaluate(&self.convert(value, &ty)?) {
                            Some(n) => Some(n),
                            None => {
                                return super::error(&label.span.0, "a label that is not constant");
                            }
                        }
                    }
                };
                if arms.iter().any(|arm: &Arm| arm.label == label) {
                    return super::error(&statement.span.0, "a label that is there twice");
                }
                arms.push(Arm { label, at: typed.len() });
                statement = inner;
            }
            self.statement(statement, &mut typed)?;
        }
        Ok(StmtKind::Switch(e, typed, arms))
    }

    /// The enumerators of one enumeration: constants of the scope at hand.
    fn enumeration(&mut self, enumerators: &[syntax::Item]) -> Typed<()> {
        let mut numbers = Enumerators::default();
        for item in enumerators {
            let syntax::Item::Enumerator { name, value, first, ty, fixed, span } = item else {
                continue;
            };
            let n = self.enumerator(&mut numbers, *first, value.as_ref(), &span.0)?;
            if !fixed && enumeration::is_wide(&n) {
                return unsupported(
                    Area::Type,
                    &span.0,
                    "an enumeration that an `int` does not hold",
                );
            }
            let own = Type::Int(enumeration::own_type(&n));
            let ty = if *fixed { self.ty(ty, &span.0)? } else { own };
            let id = self.declare(name.clone(), ty, Storage::Thread, &span.0)?;
            self.constants.insert(id, n);
        }
        Ok(())
    }

    /// An enumerator's number.
    pub(super) fn enumerator(
        &mut self,
        numbers: &mut Enumerators,
        first: bool,
        value: Option<&syntax::Expr>,
        span: &Span,
    ) -> Typed<Number> {
        let own = match value.map(|e| self.value(e)).transpose() {
            Ok(own) => own,
            Err(refusal) => {
                // Nor is known what comes behind it.
                numbers.number(first, Some(None));
                return Err(refusal);
            }
        };
        match numbers.number(first, own.map(|own| constant::evaluate(&own))) {
            Some(n) => Ok(n),
            None => unsupported(Area::Constant, span, "an enumerator that is not constant"),
        }
    }

    fn for_loop(
        &mut self,
        init: &syntax::Stmt,
        condition: Option<&syntax::Expr>,
        step: Option<&syntax::Expr>,
        body: &syntax::Stmt,
        before: &mut Vec<Stmt>,
    ) -> Typed<StmtKind> {
        self.statement(init, before)?;
        let condition = condition.map(|c| self.condition(c)).transpose()?;
        let step = step.map(|e| self.value(e)).transpose()?;
        let step = step.map(|e| self.discarded(e)).transpose()?;
        let body = self.scoped(body)?;
        Ok(StmtKind::Loop { condition, step, body, body_first: false })
    }

    /// Refuses a loop over what is no array: a class gives its elements by functions.
    fn refuse_other_ranges(&mut self, variable: &syntax::Variable) -> Typed<()> {
        if let Some(Init::Expr(e)) = &variable.init
            && let syntax::ExprKind::Index(range, _) = &e.kind
            && let Type::Array(..) = self.value(range)?.ty
        {
            return Ok(());
        }
        unsupported(Area::Statement, &variable.span.0, "a loop over a range that is no array")
    }

    fn declaration(&mut self, variable: &syntax::Variable) -> Typed<StmtKind> {
        let span = &variable.span.0;
        let s = &variable.specifiers;
        let name = variable.name.clone();
        if s.element {
            self.refuse_other_ranges(variable)?;
        }
        if let Some(reference) = self.reference(variable)? {
            return Ok(reference);
        }
        if let (true, Some(Init::Expr(e))) = (is_auto(&variable.ty), &variable.init) {
            let e = self.value(e)?;
            let ty = match &e.ty {
                Type::Array(of, _) => Type::Pointer(of.clone()),
                ty => ty.clone(),
            };
            let e = self.convert(e, &ty)?;
            let id = self.declare(name, ty, Storage::Thread, span)?;
            if s.immutable {
                self.immutable.insert(id);
            }
            return Ok(StmtKind::Declare(id, Some(e)));
        }
        let of_thread = !(s.shared || s.statical || s.device || s.external || s.constant);
        let around = std::mem::replace(&mut self.of_thread, of_thread);
        let ty = self.ty(&variable.ty, span);
        self.of_thread = around;
        let ty = match ty? {
            Type::Const(of) => (*of).clone(),
            ty => self.sized(ty, variable.init.as_ref()),
        };
        if s.shared {
            return self.shared(variable, ty);
        }
        let constant = s.immutable || ty.is_const();
        if let (true, Type::Array(..), Some(_)) = (constant, &ty, &variable.init)
            && let Some(numbers) = self.numbers(variable.init.as_ref(), &ty)
        {
            // As good as memory that all threads read.
            let id = self.declare(name, ty, Storage::Constant, span)?;
            self.immutable.insert(id);
            self.contents.insert(id, Contents::Numbers(numbers.into()));
            return Ok(StmtKind::Block(Vec::new()));
        }
        if s.statical && !constant {
            return unsupported(Area::Memory, span, "a `static` variable");
        }
        if s.device || s.external || s.constant {
            return unsupported(Area::Memory, span, "a `__device__` variable inside a function");
        }
        match (&ty, ty.innermost()) {
            (_, Type::Opaque(t)) if !self.makes_objects(t) => {
                return Err(self.without_objects(t, span));
            }
            _ => {}
        }
        match &ty {
            Type::Array(..) if ty.innermost().is_dim3() => {
                return unsupported(Area::Type, span, "an array of `dim3`");
            }
            Type::Void | Type::Function => return super::error(span, format!("a `{ty}` variable")),
            _ => {}
        }
        // In C++ the name is in scope in its own initializer.
        let id = self.declare(name, ty.clone(), Storage::Thread, span)?;
        if s.immutable {
            self.immutable.insert(id);
        }
        let init = match &variable.init {
            init if matches!(ty, Type::Array(..)) && self.has_constructors(&ty) => {
                Some(self.constructed_array(&ty, init.as_ref(), span)?)
            }
            _ if self.has_constructors(&ty) => {
                let arguments = self.constructor_arguments(variable.init.as_ref(), span)?;
                Some(self.constructed(&ty, arguments, span)?)
            }
            None if ty.is_dim3() => Some(self.aggregate(&ty, Vec::new(), span)?),
            None => None,
            Some(init) => Some(self.initial(init, &ty, span)?),
        };
        if let (true, Some(init), Some(_)) = (s.immutable, &init, ty.int())
            && let Some(n) = constant::evaluate(init)
        {
            self.constants.insert(id, n);
        } else if s.statical && init.is_some() {
            // It keeps the value of the first call.
            return unsupported(
                Area::Constant,
                span,
                "a `static` variable whose value is not constant",
            );
        } else if let (true, Some(init), Some(_)) = (s.immutable, &init, ty.int())
            && self.is_made_of_symbols(init)
        {
            // A constant expression, as what it is made of. [C++17, 8.20]
            self.symbolic.insert(id);
        }
        Ok(StmtKind::Declare(id, init))
    }

    /// A `__shared__` variable: each instance of a template has one of its own, and so has each variable that a macro
    /// declares.
    fn shared(&mut self, variable: &syntax::Variable, ty: Type) -> Typed<StmtKind> {
        let (name, span) = (&variable.name, &variable.span.0);
        if variable.init.is_some() {
            return super::error(span, "a `__shared__` variable has no initializer");
        }
        let function = self.function_name();
        let file = format!("{} {function}{} {name}", span.source.name(), self.instance());
        let place = (file, span.bytes.start);
        if let Some(id) = self.statics.get(&place).copied() {
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name.clone(), id);
            }
            return Ok(StmtKind::Declare(id, None));
        }
        if !self.instance_is_sure() {
            return unsupported(
                Area::Template,
                span,
                "a `__shared__` variable of a template whose instances are not told apart here",
            );
        }
        let external = variable.specifiers.external;
        let storage = if external { Storage::Dynamic } else { Storage::Shared };
        let id = self.declare(name.clone(), ty, storage, span)?;
        self.statics.insert(place, id);
        Ok(StmtKind::Declare(id, None))
    }

    /// `T &x = e;`: another name for a variable, or a pointer that is followed.
    fn reference(&mut self, variable: &syntax::Variable) -> Typed<Option<StmtKind>> {
        let span = &variable.span.0;
        let Some(to) = variable.ty.referent() else { return Ok(None) };
        let Some(e) = variable.init.as_ref().and_then(Init::only) else {
            return unsupported(
                Area::Pointer,
                span,
                "a reference that is bound to this expression",
            );
        };
        let value = self.value(e)?;
        self.refuse_choice(&value)?;
        let (constant, inner) = match to {
            syntax::Type::Const(of) => (true, &**of),
            ty => (false, ty),
        };
        let ty = match inner {
            syntax::Type::Auto => value.ty.unqualified(),
            ty => self.ty(ty, span)?.unqualified(),
        };
        if value.ty.unqualified() == ty {
            let kept = constant && self.asks_for_const(&value.ty);
            if let (Kind::Local(id), false) = (&value.kind, kept) {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(variable.name.clone(), *id);
                }
                return Ok(Some(StmtKind::Block(Vec::new())));
            }
            if super::place::is_place(&value) {
                let (id, address) = self.referred(&variable.name, value, constant, span)?;
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(variable.name.clone(), id);
                }
                return Ok(Some(StmtKind::Declare(id, Some(address))));
            }
        }
        if !constant {
            return unsupported(
                Area::Pointer,
                span,
                "a reference that is bound to this expression",
            );
        }
        // A temporary that lives as long as the reference.
        let value = self.implicit(value, &ty)?;
        let id = self.declare(variable.name.clone(), ty, Storage::Thread, span)?;
        self.immutable.insert(id);
        Ok(Some(StmtKind::Declare(id, Some(value))))
    }

    /// What an initializer gives a constructor.
    fn constructor_arguments(&mut self, init: Option<&Init>, span: &Span) -> Typed<Vec<Expr>> {
        if let Some(Init::List(list)) = init
            && list.iter().any(|init| !matches!(init, Init::Expr(_)))
        {
            return unsupported(Area::Initializer, span, "a nested initializer list");
        }
        init.map_or(Ok(Vec::new()), |init| self.expressions(init))
    }

    /// The value of an initializer.
    fn initial(&mut self, init: &Init, ty: &Type, span: &Span) -> Typed<Expr> {
        let scalar = !matches!(ty, Type::Array(..) | Type::Opaque(_));
        match init {
            Init::Expr(e) => {
                let e = self.value(e)?;
                if matches!(ty, Type::Array(..)) {
                    return Ok(make(Kind::Gather(vec![e]), ty.clone(), span));
                }
                self.implicit(e, ty)
            }
            Init::Arguments(es) if scalar && es.len() == 1 => {
                let e = self.value(&es[0])?;
                self.implicit(e, ty)
            }
            Init::List(list) if scalar => match list.as_slice() {
                [] => Ok(match ty.int() {
                    Some(_) => make(Kind::Int(0.into()), ty.clone(), span),
                    None => make(Kind::Opaque, ty.clone(), span),
                }),
                [one] => self.initial(one, ty, span),
                _ if ty.is_unknown() => {
                    Ok(make(Kind::Gather(self.expressions(init)?), ty.clone(), span))
                }
                _ => super::error(span, "more than one value for one variable"),
            },
            Init::Arguments(es) => {
                let es = es.iter().map(|e| self.value(e)).collect::<Typed<Vec<_>>>()?;
                self.aggregate(ty, es, span)
            }
            Init::List(_) if matches!(ty, Type::Array(..)) => {
                let (of, mut elements) = (ty.innermost().unqualified(), Vec::new());
                for e in self.expressions(init)? {
                    let converted = e.ty != of && self.has_conversions(&e.ty);
                    elements.push(if converted { self.implicit(e, &of)? } else { e });
                }
                Ok(make(Kind::Gather(elements), ty.clone(), span))
            }
            Init::List(list) => {
                let list = self.listed(list)?;
                self.aggregate_of(ty, list, span)
            }
        }
    }

    /// The values of a list, those of inner lists in lists of their own.
    fn listed(&mut self, list: &[Init]) -> Typed<Vec<Given>> {
        let mut given = Vec::with_capacity(list.len());
        for init in list {
            match init {
                Init::Expr(e) => given.push(Given::Value(self.value(e)?)),
                Init::List(list) => given.push(Given::List(self.listed(list)?)),
                Init::Arguments(es) => {
                    for e in es {
                        given.push(Given::Value(self.value(e)?));
                    }
                }
            }
        }
        Ok(given)
    }

    /// All expressions of an initializer.
    pub(super) fn expressions(&mut self, init: &Init) -> Typed<Vec<Expr>> {
        init.expressions().into_iter().map(|e| self.value(e)).collect()
    }

    /// The value of a `const` variable, where it is known.
    pub(super) fn constant(&self, id: LocalId) -> Option<Expr> {
        let local = self.locals.get(id.0)?;
        let n = self.constants.get(&id)?;
        Some(make(Kind::Int(n.clone()), local.ty.clone(), &local.span))
    }
}

/// Whether a function of an object is called: `e.f(…)`, `e->f(…)`.
fn is_member_call(e: &syntax::Expr) -> bool {
    use syntax::ExprKind;
    match &e.kind {
        ExprKind::Call(callee, _) => match &callee.kind {
            ExprKind::Explicit(member, _) => matches!(member.kind, ExprKind::Member(..)),
            callee => matches!(callee, ExprKind::Member(..)),
        },
        _ => false,
    }
}
