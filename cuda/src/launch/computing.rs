//! Loops that only compute: they launch nothing, move no pointer and call nothing that does. What they leave behind is
//! numbers, of which nothing is known behind a loop. So no turn of them needs to be run.

use super::evaluator::Evaluator;
use super::value::{Pointer, Value, is_number, is_pointer};
use super::writes::Changed;
use crate::path;
use crate::syntax::{
    Arrow, Binary, Condition, Expr, ExprKind, HostStep, Jump, StepKind, THIS, Type, Unary,
};
use crate::vocabulary::host::{Effect, ends, moves_values};
use semantics::Name;

/// What a name means in such a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// A number.
    Number,
    /// An array of numbers, or a pointer to some.
    Numbers,
}

/// What the type of a variable makes of its name.
fn meaning(ty: &Type) -> Option<Meaning> {
    match ty.plain() {
        _ if is_number(ty) => Some(Meaning::Number),
        Type::Const(of) | Type::Volatile(of) => meaning(of),
        Type::Pointer(of) => is_number(of).then_some(Meaning::Numbers),
        Type::Array(of, _) if matches!(**of, Type::Pointer(_)) => None,
        Type::Array(of, _) => meaning(of).map(|_| Meaning::Numbers),
        _ => None,
    }
}

/// Whether a variable is a number, or an array of numbers: no pointer.
fn holds_numbers(ty: &Type) -> bool {
    meaning(ty).is_some() && !is_pointer(ty)
}

/// A look at a loop.
struct Look<'l, 'f> {
    evaluator: &'l mut Evaluator<'f>,
    /// The variables that it declares, the innermost last.
    declared: Vec<(Name, Meaning)>,
    /// What its own pointers point into.
    pointed: Vec<Name>,
    /// Whether it names what nothing at hand declares.
    undeclared: bool,
}

impl Evaluator<'_> {
    /// Whether there is something else than numbers where a pointer leads.
    fn leads_to_others(&self, pointer: &Pointer) -> bool {
        let bases = pointer.bases();
        let mut objects = self.objects.iter().filter(|((base, _), _)| bases.contains(base));
        let mut variables = self.addresses.iter().filter(|(_, base)| bases.contains(base));
        objects.any(|(_, (ty, _))| !holds_numbers(ty))
            || variables.any(|(of, _)| !holds_numbers(&self.state.declared[of.0].ty))
    }

    /// Whether a loop only computes. What it changes through pointers of its own is noted, too.
    pub fn only_computes(
        &mut self,
        condition: Option<&Condition>,
        steps: &[&HostStep],
        changed: &mut Changed,
    ) -> bool {
        let (declared, pointed) = (Vec::new(), Vec::new());
        let mut look = Look { evaluator: self, declared, pointed, undeclared: false };
        let computes = condition.is_none_or(|c| look.condition(c))
            && steps.iter().all(|step| look.inner(step));
        if computes {
            changed.calls |= look.undeclared;
            for name in look.pointed {
                changed.elements.entry(name).or_default();
            }
        }
        computes
    }
}

impl Look<'_, '_> {
    fn inner(&mut self, step: &HostStep) -> bool {
        let around = self.declared.len();
        let computes = self.step(step);
        self.declared.truncate(around);
        computes
    }

    fn step(&mut self, step: &HostStep) -> bool {
        match &step.kind {
            StepKind::Expr(e) => self.number(e),
            StepKind::Declare(variables) => variables.iter().all(|v| self.declaration(v)),
            StepKind::Block(steps) => {
                let around = self.declared.len();
                let computes = steps.iter().all(|step| self.step(step));
                self.declared.truncate(around);
                computes
            }
            StepKind::If(c, yes, no) => {
                self.condition(c)
                    && self.inner(yes)
                    && no.as_deref().is_none_or(|step| self.inner(step))
            }
            StepKind::Loop { condition, step, body, .. } => {
                condition.as_ref().is_none_or(|c| self.condition(c))
                    && step.as_deref().is_none_or(|step| self.inner(step))
                    && self.inner(body)
            }
            StepKind::Jump(Jump::Break | Jump::Continue) => true,
            StepKind::Jump(Jump::Goto | Jump::Away)
            | StepKind::Switch(..)
            | StepKind::Case { .. }
            | StepKind::Label
            | StepKind::Try(..)
            | StepKind::Return(_)
            | StepKind::Skipped(_) => false,
        }
    }

    fn condition(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Read(e) => self.number(e),
            Condition::Skipped(_) => false,
        }
    }

    fn declaration(&mut self, variable: &crate::syntax::Variable) -> bool {
        let specifiers = &variable.specifiers;
        if specifiers.statical || specifiers.external {
            return false;
        }
        let Some(meaning) = self.meaning(&variable.ty) else { return false };
        if !self.sizes(&variable.ty) {
            return false;
        }
        let computes = match (&variable.init, meaning, &variable.ty) {
            (None, ..) => true,
            (Some(init), Meaning::Number, _) => init.only().is_some_and(|e| self.number(e)),
            (Some(init), Meaning::Numbers, Type::Array(..)) => {
                init.expressions().into_iter().all(|e| self.number(e))
            }
            (Some(init), Meaning::Numbers, _) => init.only().is_some_and(|e| self.pointer(e)),
        };
        self.declared.push((variable.name.clone(), meaning));
        computes
    }

    /// The sizes of an array, which are evaluated where it is declared, and in `sizeof`.
    fn sizes(&mut self, mut ty: &Type) -> bool {
        while let Type::Array(of, size) = ty {
            if size.as_deref().is_some_and(|size| !self.number(size)) {
                return false;
            }
            ty = of;
        }
        true
    }

    /// What a name means.
    fn named(&mut self, name: &Name) -> Option<Meaning> {
        if let Some((_, meaning)) = self.declared.iter().rev().find(|(x, _)| x == name) {
            return Some(*meaning);
        }
        let Some(variable) = self.evaluator.variable(name) else {
            // `INFINITY`, of a header that is not there; of an object, its operators may change what others know of.
            self.undeclared |= self.evaluator.constant(name).is_none();
            return (!self.evaluator.signatures.has(name)).then_some(Meaning::Number);
        };
        let state = &self.evaluator.state;
        let declared = &state.declared[variable.0];
        match &state.values[variable] {
            _ if declared.refers.is_some() => None,
            // It is the address of what is no number, by a conversion.
            Value::Address(place) if !holds_numbers(&state.declared[place.variable.0].ty) => None,
            Value::Pointer(pointer) if self.evaluator.leads_to_others(pointer) => None,
            Value::Int(..) | Value::Real(..) => Some(Meaning::Number),
            _ => {
                let ty = declared.ty.clone();
                self.meaning(&ty)
            }
        }
    }

    /// The same, where a parameter of a template may be in the type.
    fn meaning(&self, ty: &Type) -> Option<Meaning> {
        meaning(&self.evaluator.substituted(ty)?)
    }

    /// Whether it is a number, and what computes it only computes.
    fn number(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_) => true,
            // The operand is not evaluated.
            ExprKind::SizeofExpr(_) => true,
            ExprKind::SizeofType(ty) => self.sizes(ty),
            ExprKind::Name(name) => self.named(name) == Some(Meaning::Number),
            ExprKind::Member(..) => self.member(e) == Some(Meaning::Number),
            ExprKind::Unary(Unary::Step(_), place) | ExprKind::Postfix(_, place) => {
                self.place(place)
            }
            ExprKind::Unary(Unary::Dereference, _) | ExprKind::Index(..) => self.element(e),
            ExprKind::Unary(Unary::Address, _) => false,
            ExprKind::Unary(_, e) => self.number(e),
            ExprKind::Binary(_, a, b) => self.number(a) && self.number(b),
            ExprKind::Assign(_, place, value) => self.place(place) && self.number(value),
            ExprKind::Conditional(c, a, b) => [c, a, b].into_iter().all(|e| self.number(e)),
            ExprKind::Cast(ty, e) => self.meaning(ty) == Some(Meaning::Number) && self.number(e),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            _ => false,
        }
    }

    /// Whether it is a number that is somewhere.
    fn place(&mut self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Name(name) => self.named(name) == Some(Meaning::Number),
            ExprKind::Member(..) => self.member(place) == Some(Meaning::Number),
            _ => self.element(place),
        }
    }

    /// What a member is of an object that a variable around the loop is, or points to: a number, or an array of numbers.
    fn member(&mut self, e: &Expr) -> Option<Meaning> {
        let ExprKind::Member(of, name, arrow) = &e.kind else { return None };
        let mut object = of;
        while let ExprKind::Member(of, _, Arrow::Dot) = &object.kind {
            object = of;
        }
        let ExprKind::Name(variable) = &object.kind else { return None };
        if variable.as_str() == THIS || self.declared.iter().any(|(x, _)| x == variable) {
            return None;
        }
        let ty = match (self.evaluator.type_of(of)?, arrow) {
            (Type::Pointer(of), Arrow::Arrow) => (*of).clone(),
            (ty, Arrow::Dot) => ty,
            _ => return None,
        };
        let fields = self.evaluator.record(&ty)?.fields;
        let ty = fields.into_iter().find(|(field, _)| field == name)?.1;
        // What a member points to, somebody else may have.
        self.meaning(&ty).filter(|_| !is_pointer(&ty))
    }

    /// Whether it is a number in an array.
    fn element(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Index(of, index) => self.numbers(of) && self.number(index),
            ExprKind::Unary(Unary::Dereference, of) => self.numbers(of),
            _ => false,
        }
    }

    /// Whether it is an array of numbers, or points into one.
    fn numbers(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Name(name) => self.named(name) == Some(Meaning::Numbers),
            ExprKind::Member(..) => self.member(e) == Some(Meaning::Numbers),
            ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => self.numbers(a) && self.number(b),
            ExprKind::Index(of, index) => self.rows(of) && self.number(index),
            _ => false,
        }
    }

    /// As [`Look::numbers`], for a pointer of its own, by which they may be changed from here on.
    fn pointer(&mut self, e: &Expr) -> bool {
        self.pointed.extend(super::names::of_expr(e));
        self.numbers(e)
    }

    /// Whether it is an array of arrays.
    fn rows(&mut self, e: &Expr) -> bool {
        let ExprKind::Name(name) = &e.kind else { return false };
        if self.declared.iter().any(|(x, _)| x == name) {
            return false;
        }
        let Some(variable) = self.evaluator.variable(name) else { return false };
        let declared = &self.evaluator.state.declared[variable.0];
        let rows = match &declared.ty {
            Type::Array(of, _) => matches!(**of, Type::Array(..)),
            _ => false,
        };
        rows && self.numbers(e)
    }

    /// A call of a function of a library that only looks at what it is given.
    fn call(&mut self, callee: &Expr, arguments: &[Expr]) -> bool {
        let ExprKind::Name(name) = &callee.kind else { return false };
        let hidden = self.declared.iter().any(|(x, _)| x == name);
        if hidden || self.evaluator.variable(name).is_some() || self.evaluator.signatures.has(name)
        {
            return false;
        }
        let text = path::of_file(name.as_str());
        let reads = self.evaluator.signatures.effect(name) == Effect::Reads && !moves_values(text);
        // What it is given a pointer to it may write.
        let mut looks_at =
            |e: &Expr| matches!(e.kind, ExprKind::Str(_)) || self.number(e) || self.pointer(e);
        (reads || ends(text)) && arguments.iter().all(&mut looks_at)
    }
}
