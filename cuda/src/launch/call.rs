//! What functions do with the variables that they are given, as far as their names or declarations say.

use super::writes::Writes;
use crate::path::Path;
use crate::syntax::{
    Expr, ExprKind, File, Forwards, Function, HostFunction, HostStep, Parameter, StepKind,
    TemplateArgument, Type,
};
use crate::vocabulary::host::gives_elements;
use semantics::Name;
use std::collections::{BTreeSet, HashMap};

/// Functions of the file: which of their arguments they take by reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Signatures {
    by_reference: HashMap<Name, Vec<bool>>,
    /// Those that call what they are given with the rest.
    forwards: HashMap<Name, Forwards>,
    /// The variables of functions, by which a function of this name is hidden somewhere.
    variables: BTreeSet<Name>,
    /// Those that change nothing but variables of their own.
    closed: BTreeSet<Name>,
    /// Whether an operator or a conversion may change anything: no call of it is written.
    pub has_operators: bool,
}

/// Functions that call others which are closed: in no longer chains.
const LONGEST_CHAIN: usize = 4;

impl Signatures {
    pub fn of(file: &File) -> Signatures {
        let mut all = Signatures::default();
        // What those of the toolkit do on the host is known by their names.
        for f in file.functions().filter(|f| !f.specifiers.of_toolkit) {
            all.add(&last_part(&f.name), &f.parameters, true);
        }
        for f in &file.host.functions {
            all.add(&f.name, &f.parameters, f.readable);
            all.forwards.extend(f.forwards.map(|of| (f.name.clone(), of)));
            all.variables.extend(f.parameters.iter().filter_map(|p| p.name.clone()));
            declared(&f.body, &mut all.variables);
        }
        all.close(file);
        all.has_operators = file.host.operators;
        all
    }

    /// Finds those that are closed. One that names a variable of the file may reach what others know of.
    fn close(&mut self, file: &File) {
        let variables: BTreeSet<&Name> = file.variables().map(|v| &v.name).collect();
        let mut of_name: HashMap<&Name, Vec<&HostFunction>> = HashMap::new();
        for f in &file.host.functions {
            of_name.entry(&f.name).or_default().push(f);
        }
        // One that is declared, and has no body here.
        let is_another = |f: &&Function| {
            let types = |all: &[Parameter]| all.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
            let mut bodies = of_name.get(&last_part(&f.name)).into_iter().flatten();
            !bodies.any(|body| types(&body.parameters) == types(&f.parameters))
        };
        let others: BTreeSet<Name> =
            file.functions().filter(is_another).map(|f| last_part(&f.name)).collect();
        let names_none = |f: &HostFunction| {
            let names = super::names::of_steps(&f.body);
            f.readable && !names.iter().any(|name| variables.contains(name))
        };
        of_name.retain(|name, all| {
            let hidden = self.variables.contains(*name) || others.contains(*name);
            !hidden && all.iter().all(|f| f.class.is_none() && names_none(f))
        });
        for _ in 0..LONGEST_CHAIN {
            let is_closed = |f: &&HostFunction| {
                let mut writes = Writes::new(self);
                f.body.iter().for_each(|step| writes.step(step));
                writes.changes_its_own(&f.parameters)
            };
            let found: Vec<Name> = of_name
                .iter()
                .filter(|(_, all)| all.iter().all(&is_closed))
                .map(|(name, _)| (*name).clone())
                .collect();
            if found.is_empty() {
                break;
            }
            of_name.retain(|name, _| !found.contains(name));
            self.closed.extend(found);
        }
    }

    /// Whether each function of this name changes nothing but variables of its own.
    pub fn is_closed(&self, name: &Name) -> bool {
        self.closed.contains(&last_part(name))
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

    /// Whether the file declares a function of this name.
    pub fn has(&self, name: &Name) -> bool {
        self.by_reference.contains_key(&last_part(name))
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
        Type::Other(_) => true,
        _ => false,
    }
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
