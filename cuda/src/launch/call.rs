//! What functions do with the variables that they are given, as far as their names or declarations say.

use crate::declared::OPERATOR;
use crate::path::Path;
use crate::syntax::{
    Binary, Expr, ExprKind, File, Forwards, HostStep, Parameter, StepKind, TemplateArgument, Type,
    Unary,
};
use crate::vocabulary::host::{Effect, effect, gives_elements, gives_value, is_reference};
use crate::vocabulary::is_vector;
use semantics::Name;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Functions of the file: which of their arguments they take by reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Signatures {
    by_reference: HashMap<Name, Vec<bool>>,
    /// Those that call what they are given with the rest.
    forwards: HashMap<Name, Forwards>,
    /// The variables of functions, of classes and of the file, by which a function of this name is hidden somewhere.
    variables: BTreeSet<Name>,
    /// The classes of the file.
    classes: HashSet<Name>,
    /// Functions of which some may give a reference.
    references: HashSet<Name>,
    /// Whether the file says what operators do with enumerations.
    pub has_operators: bool,
    /// Whether it says what some operator does, which may write what it is not given.
    pub says_operators: bool,
    /// Whether the file has variables that a kernel may change without being given them.
    pub has_device_variables: bool,
}

impl Signatures {
    pub fn of(file: &File) -> Signatures {
        let mut all = Signatures::default();
        // What those of the toolkit do on the host is known by their names.
        for f in file.functions().filter(|f| !f.specifiers.of_toolkit) {
            all.add(&last_part(&f.name), &f.parameters, true);
            if may_refer(&f.returns) {
                all.references.insert(last_part(&f.name));
            }
        }
        for f in &file.host.functions {
            all.add(&f.name, &f.parameters, f.readable);
            if f.returns.as_ref().is_none_or(may_refer) {
                all.references.insert(f.name.clone());
            }
            all.forwards.extend(f.forwards.map(|of| (f.name.clone(), of)));
            all.variables.extend(f.parameters.iter().filter_map(|p| p.name.clone()));
            all.variables.extend(f.template.iter().filter_map(|p| p.name.clone()));
            declared(&f.body, &mut all.variables);
        }
        all.variables.extend(file.variables().map(|v| v.name.clone()));
        all.variables.extend(file.host.members.iter().flatten().cloned());
        all.classes = file.records.iter().chain(&file.unions).map(|r| r.name.clone()).collect();
        // Those of the toolkit are for none of the file's enumerations.
        let own = || file.functions().filter(|f| !f.specifiers.of_toolkit);
        let of_host = file.host.functions.iter().map(|f| (&f.name, &f.parameters));
        let functions = own().map(|f| (&f.name, &f.parameters)).chain(of_host);
        let operators =
            functions.filter(|(name, _)| last_part(name).as_str().starts_with(OPERATOR));
        // An operand is of a class, or of an enumeration. [C++17, 16.5, paragraph 6]
        let is_class = |name: &Name| all.classes.contains(name) || is_vector(name.as_str());
        let mut types = operators.flat_map(|(_, parameters)| parameters).map(|p| p.ty.value());
        all.says_operators = own()
            .map(|f| &f.name)
            .chain(file.host.functions.iter().map(|f| &f.name))
            .any(|name| last_part(name).as_str().starts_with(OPERATOR));
        all.has_operators = types.any(|ty| match ty {
            Type::Distinct(..) => true,
            Type::Named(name) => !is_class(name),
            _ => false,
        });
        all.has_device_variables = file.variables().any(|v| v.specifiers.device);
        all
    }

    fn add(&mut self, name: &Name, parameters: &[Parameter], readable: bool) {
        let by_reference = self.by_reference.entry(name.clone()).or_default();
        for (n, parameter) in parameters.iter().enumerate() {
            if by_reference.len() <= n {
                by_reference.push(false);
            }
            by_reference[n] |= !readable || takes_reference(&parameter.ty);
        }
    }

    /// What a function of this name does that the file does not declare: nobody knows where a variable may be meant.
    pub fn effect(&self, name: &Name) -> Effect {
        match self.variables.contains(name) {
            true => Effect::Unknown,
            false => effect(name.as_str()),
        }
    }

    /// Whether the file declares a function of this name. One of a namespace that the file does not have, or of a class,
    /// is none of the file's. [C++17, 6.4.3]
    pub fn has(&self, name: &Name) -> bool {
        let known = |scope: Name| self.classes.contains(&scope);
        let foreign = !name.is_hidden() && name.scope().is_some_and(|scope| !known(scope));
        !foreign && self.by_reference.contains_key(&last_part(name))
    }

    /// The tensor of which a call gives the elements, where the file says nothing of the function.
    pub fn elements_of<'e>(&self, call: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Call(callee, arguments) = &call.kind else { return None };
        match (&callee.plain().kind, arguments.as_slice()) {
            (ExprKind::Member(of, name, _), []) if gives_elements(name.as_str()) => {
                (!self.has(name)).then_some(of)
            }
            _ => None,
        }
    }

    /// Whether an expression is no pointer.
    pub fn makes_number(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Name(name) => !self.has(name) && gives_value(name.as_str()),
                _ => false,
            },
            ExprKind::Binary(op, ..) => !matches!(op, Binary::Add | Binary::Sub | Binary::Comma),
            ExprKind::Str(_)
            | ExprKind::SizeofType(_)
            | ExprKind::Offsetof(..)
            | ExprKind::SizeofExpr(_)
            | ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Bool(_)
            | ExprKind::Null => true,
            _ => false,
        }
    }

    /// Whether an expression makes a value of its own, and names no variable that may change later. [C++17, 6.10]
    pub fn makes_value(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(..)
            | ExprKind::Bool(_)
            | ExprKind::Float(..)
            | ExprKind::Null
            | ExprKind::Str(_)
            | ExprKind::SizeofType(_)
            | ExprKind::Offsetof(..)
            | ExprKind::SizeofExpr(_)
            | ExprKind::Lambda(_)
            | ExprKind::NewArray(_)
            | ExprKind::Bound(..)
            | ExprKind::Postfix(..)
            | ExprKind::Construct(..) => true,
            ExprKind::Unary(op, _) => !matches!(op, Unary::Dereference | Unary::Step(_)),
            ExprKind::Binary(Binary::Comma, _, e) => self.makes_value(e),
            ExprKind::Binary(..) => true,
            ExprKind::Cast(ty, _) => !may_refer(ty),
            ExprKind::Conditional(_, a, b) => self.makes_value(a) || self.makes_value(b),
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Name(name) | ExprKind::Instance(name, _) if self.has(name) => {
                    !self.references.contains(&last_part(name))
                }
                ExprKind::Name(name) | ExprKind::Instance(name, _) => {
                    !self.variables.contains(name) && gives_value(name.as_str())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a function of this name may change the variable that is its n-th argument.
    pub fn by_reference(&self, name: &Name, n: usize) -> bool {
        let all = self.by_reference.get(&last_part(name));
        all.is_none_or(|all| all.get(n).copied().unwrap_or(false))
    }

    /// Whether a call of a function of this name may change the variable that is its n-th argument: one that calls what
    /// it is given changes nothing, where that one has copies of the rest.
    pub fn changes(
        &self,
        name: &Name,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        n: usize,
    ) -> bool {
        let is_reference = |argument: &TemplateArgument| {
            matches!(argument, TemplateArgument::Type(Type::Reference(_) | Type::Moved(_), _))
        };
        // Whatever is declared of `T`, `f<int &>(x)` may change `x`.
        if explicit.iter().any(is_reference) {
            return true;
        }
        let Some(of) = self.forwards.get(&last_part(name)) else {
            return self.by_reference(name, n);
        };
        if !explicit.is_empty() {
            // It may call something else, which that one is converted to.
            return true;
        }
        let called = arguments.get(of.callee).map(|e| &e.kind);
        match (called, n.checked_sub(of.before)) {
            (Some(ExprKind::Name(called)), Some(n)) if !self.variables.contains(called) => {
                self.by_reference(called, n)
            }
            // Of the others it does nothing with the one that it calls.
            (_, Some(_)) => true,
            (_, None) => n != of.callee,
        }
    }
}

fn takes_reference(ty: &Type) -> bool {
    match ty {
        Type::Reference(of) => !matches!(**of, Type::Const(_)),
        ty => hides_reference(ty),
    }
}

/// Whether a type may be a reference, or hold one to what it is made of, without saying so.
pub(super) fn hides_reference(ty: &Type) -> bool {
    match ty {
        Type::Const(of) | Type::Volatile(of) => hides_reference(of),
        Type::Missing(name) | Type::Named(name) | Type::Instance(name, _) => {
            is_reference(name.as_str())
        }
        Type::Member(..) | Type::Decltype(_) | Type::Other(_) => true,
        _ => false,
    }
}

/// Whether what a function gives may be a reference.
pub(super) fn may_refer(ty: &Type) -> bool {
    matches!(ty, Type::Reference(_) | Type::Moved(_)) || hides_reference(ty)
}

/// The variables that statements declare.
fn declared(steps: &[HostStep], names: &mut BTreeSet<Name>) {
    for step in steps {
        match &step.kind {
            StepKind::Declare(variables) => names.extend(variables.iter().map(|v| v.name.clone())),
            StepKind::Block(steps) => declared(steps, names),
            StepKind::If(_, yes, no) => {
                declared(std::slice::from_ref(yes), names);
                no.iter().for_each(|no| declared(std::slice::from_ref(no), names));
            }
            StepKind::Loop { step, body, .. } => {
                step.iter().for_each(|step| declared(std::slice::from_ref(step), names));
                declared(std::slice::from_ref(body), names);
            }
            StepKind::Switch(_, body) => declared(std::slice::from_ref(body), names),
            StepKind::Try(body, handlers) => {
                declared(std::slice::from_ref(body), names);
                declared(handlers, names);
            }
            // What could not be read may declare whatever it names.
            StepKind::Skipped(skipped) => {
                names.extend(skipped.tokens.iter().filter_map(|t| t.name().cloned()));
                skipped.bodies.iter().for_each(|(_, steps)| declared(steps, names));
            }
            StepKind::Expr(_)
            | StepKind::Return(_)
            | StepKind::Case { .. }
            | StepKind::Label
            | StepKind::Jump(_) => {}
        }
    }
}

/// A name without its qualification.
pub(super) fn last_part(name: &Name) -> Name {
    name.last().into()
}
