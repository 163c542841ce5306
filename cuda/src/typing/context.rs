//! What a file declares outside of its kernels.

use super::{Refusal, Typed, Typer, constant};
use crate::resolve::{Enumerators, enumeration};
use crate::syntax::{
    Body, CONVERSION, Fault, File, Function, Init, Item, Late, Merged, Place, Record, Spread,
    Symbols, TemplateParameter, Type as Written, Unread, Variable, is_ambiguous,
};
use crate::typed::Type;
use semantics::{Diagnostic, IntType, Name, Number, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The declarations of a file.
#[derive(Debug, Default)]
pub struct Context {
    /// Its functions: a call of one is no call of the function that CUDA has under this name.
    pub(super) functions: HashMap<Name, Vec<Arc<Function>>>,
    /// Its variables.
    pub(super) globals: HashMap<Name, Variable>,
    /// Enumerators, and `const` variables of which the value is known.
    pub(super) constants: HashMap<Name, (Number, Type)>,
    /// Its templates of variables, with their parameters.
    pub(super) variable_templates: HashMap<Name, Arc<(Vec<TemplateParameter>, Variable)>>,
    /// What is done to its variables of the device.
    pub(super) symbols: Symbols,
    /// Its structures.
    pub(super) records: HashMap<Name, Arc<Record>>,
    /// Names that may mean another declaration than the one that is found.
    pub(super) ambiguous: BTreeSet<Name>,
    /// Functions that are declared after calls by their name.
    pub(super) late: Late,
    /// Names that functions of several namespaces have.
    pub(super) spread: Spread,
    /// Whether a header is not at hand of which nothing is known.
    pub(super) missing: bool,
    /// Whether there may be lambda expressions: what points to one points to no function that is named.
    pub(super) lambdas: bool,
    /// What is declared in parts of the file that are not read, and why they are not.
    pub(super) unread: HashMap<Name, String>,
    /// What is wrong with declarations that are no C++.
    pub(super) mistakes: BTreeMap<Name, Diagnostic>,
    /// Whether a type may be `volatile`.
    pub(super) volatile: bool,
    /// Which types of expressions may be one of several.
    pub(super) merged: Merged,
    /// The enumerations of enumerators and of constants.
    pub(super) enumerations: HashMap<Name, Name>,
    /// The enumerations that an `int` does not hold: which type they have is not looked for.
    pub(super) wide: HashSet<Name>,
    /// Whether the file is OpenCL C.
    pub(super) opencl: bool,
    /// The headers of which nothing is known, and where each is included.
    pub(super) headers: Vec<(String, Span)>,
    /// The types of the toolkit that are read and written as a whole.
    pub(super) opaque: BTreeSet<Name>,
    /// Operators, constructors and conversions of classes for the device that are not read, and may do more than compute:
    /// how they are called, and where the class is.
    pub(super) unseen: Vec<(Name, Place)>,
    /// The unions.
    pub(super) unions: HashMap<Name, Arc<crate::syntax::Record>>,
    /// Whether structures may be laid out in another way than their members say.
    pub(super) aligned: bool,
}

impl Context {
    /// Whether what is declared is a union.
    pub(super) fn is_union(&self, declared: &crate::syntax::Record) -> bool {
        self.unions.get(&declared.name).is_some_and(|union| **union == *declared)
    }

    /// The declarations of a file. What one of them has that is no C++, or not understood, is told to who uses it.
    pub fn of(file: &File) -> Context {
        let records = file.records.iter().map(|r| (r.name.clone(), Arc::new(r.clone())));
        let mut context = Context {
            ambiguous: file.ambiguous.clone(),
            late: file.late.clone(),
            spread: file.spread.clone(),
            missing: !file.missing.is_empty(),
            lambdas: file.lambdas,
            headers: file.missing.clone(),
            volatile: file.volatile,
            aligned: file.aligned,
            opaque: file.opaque.clone(),
            unseen: file.unseen.clone(),
            unions: file.unions.iter().map(|u| (u.name.clone(), Arc::new(u.clone()))).collect(),
            merged: file.merged,
            symbols: file.symbols.clone(),
            opencl: file.opencl,
            records: records.collect(),
            variable_templates: file
                .variable_templates
                .iter()
                .map(|of| (of.1.name.clone(), Arc::new(of.clone())))
                .collect(),
            ..Context::default()
        };
        let mut numbers = Enumerators::default();
        let mut bodies = HashSet::new();
        for item in &file.items {
            match item {
                Item::Function(function) => {
                    // A kernel that is not understood is perhaps another one.
                    let other = function.specifiers.global
                        && matches!(function.body, Body::Unread(.., Fault::Reader));
                    let defined = !file.namespaces && function.body != Body::None && !other;
                    let parameters: Vec<_> = function.parameters.iter().map(|p| &p.ty).collect();
                    let signature = (function.name.clone(), format!("{parameters:?}"));
                    // Conversions differ in what they return.
                    let converts = function.name.as_str().ends_with(CONVERSION);
                    let template = function.template.is_some()
                        || function.specializes.is_some()
                        || converts
                        || function.specifiers.of_toolkit;
                    // Two that differ in defaults alone are told apart by calls with all arguments.
                    let told_apart = template || file.ambiguous.contains(&function.name);
                    if defined && !told_apart && !bodies.insert(signature) {
                        let what = format!("`{}` is defined twice", function.name);
                        context.refuse(&function.name, mistake(&function.span.0, what));
                    }
                    let of_name = context.functions.entry(function.name.clone()).or_default();
                    of_name.push(Arc::new(function.clone()));
                }
                Item::Enumerator { name, value, first, ty, fixed, span } => {
                    let mut typer = Typer::new(&context);
                    let n = typer.enumerator(&mut numbers, *first, value.as_ref(), &span.0);
                    let fixed = fixed.then(|| typer.ty(ty, &span.0)).transpose();
                    let known = context.known(name, &span.0);
                    match known.and_then(|()| Ok((n?, fixed?))) {
                        Ok((n, fixed)) => {
                            if fixed.is_none() {
                                context.enumerated(name, ty, &n);
                            }
                            let ty = fixed.unwrap_or_else(|| Type::Int(enumeration::own_type(&n)));
                            context.constants.insert(name.clone(), (n, ty));
                        }
                        Err(refusal) => context.refuse(name, refusal),
                    }
                }
                Item::Unread(unread) => context.unread(unread),
                Item::Variables(variables) => {
                    for variable in variables {
                        if let Err(refusal) = context.variable(variable, file.namespaces) {
                            context.refuse(&variable.name, refusal);
                        }
                    }
                }
            }
        }
        context
    }

    fn variable(&mut self, variable: &Variable, namespaces: bool) -> Typed<()> {
        let name = &variable.name;
        self.known(name, &variable.span.0)?;
        match self.globals.get(name) {
            Some(before) if !before.specifiers.external && variable.specifiers.external => {}
            Some(before) if !before.specifiers.external && !namespaces => {
                return super::error(&variable.span.0, format!("`{name}` is declared twice"));
            }
            _ => drop(self.globals.insert(name.clone(), variable.clone())),
        }
        if let Some((n, ty)) = constant_variable(self, variable)? {
            self.constants.insert(name.clone(), (n, ty));
        }
        Ok(())
    }
}

impl Context {
    /// Notes what may be declared in a part that is not read: nobody knows what is meant by it.
    fn unread(&mut self, unread: &Unread) {
        let why = said(&unread.why);
        self.unread.extend(unread.names.iter().map(|name| (name.clone(), why.clone())));
        self.ambiguous.extend(unread.in_doubt());
    }

    /// What is wrong with declarations that are no C++, each with its name.
    pub(crate) fn mistakes(&self) -> impl Iterator<Item = (&Name, &Diagnostic)> {
        self.mistakes.iter()
    }

    /// Notes a declaration that is no C++, or is not understood: who uses its name is told.
    fn refuse(&mut self, name: &Name, refusal: Refusal) {
        let why = match refusal {
            Refusal::Unsupported(why) => why.to_string(),
            Refusal::Error(mistake) => {
                let said = said(&mistake);
                self.mistakes.entry(name.clone()).or_insert(mistake);
                said
            }
        };
        self.ambiguous.insert(name.clone());
        self.unread.insert(name.clone(), why);
    }

    /// Notes a number of an enumeration that does not say which numbers it has.
    fn enumerated(&mut self, name: &Name, ty: &Written, n: &Number) {
        let Written::Distinct(enumeration, of) = ty else { return };
        if **of != Written::Int(IntType::INT) {
            return;
        }
        self.enumerations.insert(name.clone(), enumeration.clone());
        if enumeration::is_wide(n) {
            self.wide.insert(enumeration.clone());
        }
    }

    /// Refuses a name that is an enumerator already.
    fn known(&self, name: &Name, span: &Span) -> Typed<()> {
        let twice = self.constants.contains_key(name) && !self.globals.contains_key(name);
        match twice && !self.ambiguous.contains(name) {
            true => super::error(span, format!("`{name}` is declared twice")),
            false => Ok(()),
        }
    }

    /// The number that a name of the file is, where it is one for the host, too.
    pub(crate) fn host_constant(&self, name: &Name) -> Option<(Number, IntType)> {
        let (n, ty) = self.constants.get(name)?;
        let known = !self.is_in_doubt(name) && !self.enumerations_are_wide(name);
        Some((n.clone(), ty.int()?)).filter(|_| known)
    }

    /// Whether a name may mean another declaration than the one that is found.
    pub(crate) fn is_in_doubt(&self, name: &Name) -> bool {
        is_ambiguous(&self.ambiguous, name)
    }

    fn enumerations_are_wide(&self, name: &Name) -> bool {
        self.enumerations.get(name).is_some_and(|of| self.wide.contains(of))
    }

    /// Whether the file has a `__constant__` variable of this name.
    pub(crate) fn has_constant(&self, name: &str) -> bool {
        let free = |v: &Variable| v.specifiers.constant && !v.specifiers.immutable;
        self.globals.get(&Name::from(name)).is_some_and(free)
    }
}

fn mistake(span: &Span, what: String) -> Refusal {
    Refusal::Error(Diagnostic::at(span.clone(), what))
}

/// What is wrong, and where.
fn said(why: &Diagnostic) -> String {
    match &why.span {
        Some(span) => format!("{}: {}", span.place(), why.message),
        None => why.message.clone(),
    }
}

/// The value of a `const` integer, where it is known.
fn constant_variable(context: &mut Context, variable: &Variable) -> Typed<Option<(Number, Type)>> {
    let deduced = *variable.ty.plain() == Written::Auto;
    let scalar = deduced || matches!(variable.ty.plain(), Written::Int(_) | Written::Bool);
    // `__constant__` memory is written by the host, unless it is `const` besides.
    if !variable.specifiers.immutable || !scalar {
        return Ok(None);
    }
    let Some(init) = variable.init.as_ref().and_then(Init::only) else { return Ok(None) };
    // An enumerator would give it the type of the enumeration.
    if deduced && !is_arithmetic(init) {
        return Ok(None);
    }
    let mut typer = Typer::new(context);
    let ty = match deduced {
        true => None,
        false => Some(typer.ty(&variable.ty, &variable.span.0)?),
    };
    // The initializer of a host constant may call anything; only its uses would need the value.
    let Ok(typed) = typer.value(init) else { return Ok(None) };
    let ty = ty.unwrap_or_else(|| typed.ty.clone());
    if ty.int().is_none() {
        return Ok(None);
    }
    let own = constant::evaluate(&typed);
    let Ok(typed) = typer.convert(typed, &ty) else { return Ok(None) };
    if let Some(n) = own {
        context.enumerated(&variable.name, &variable.ty, &n);
    }
    Ok(constant::evaluate(&typed).map(|n| (n, ty)))
}

/// Whether the type of an expression is one of numbers that C++ has itself.
fn is_arithmetic(e: &crate::syntax::Expr) -> bool {
    use crate::syntax::{ExprKind, Unary};
    match &e.kind {
        ExprKind::Int(..)
        | ExprKind::Bool(_)
        | ExprKind::SizeofType(_)
        | ExprKind::Offsetof(..) => true,
        ExprKind::Unary(Unary::Plus | Unary::Minus | Unary::BitNot, e) => is_arithmetic(e),
        ExprKind::Binary(_, a, b) => is_arithmetic(a) && is_arithmetic(b),
        ExprKind::Cast(Written::Int(_) | Written::Bool, _) => true,
        _ => false,
    }
}
