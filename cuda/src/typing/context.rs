//! What a file declares outside of its kernels.

use super::{Typed, Typer, constant};
use crate::resolve::{Enumerators, enumeration};
use crate::syntax::{
    Binary, Body, CONVERSION, File, Function, Init, Item, Late, Merged, Record, Spread, Symbols,
    TemplateParameter, Type as Written, Unread, Variable,
};
use crate::typed::Type;
use semantics::{IntType, Name, Number, Span};
use std::collections::{BTreeSet, HashMap, HashSet};
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
    /// The unions, and their members.
    pub(super) unions: HashMap<Name, Vec<(Name, crate::syntax::Type)>>,
    /// Whether structures may be laid out in another way than their members say.
    pub(super) aligned: bool,
}

impl Context {
    /// The declarations of a file.
    ///
    /// # Errors
    /// A constant that is not C++.
    pub fn of(file: &File) -> Typed<Context> {
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
            unions: file.unions.iter().cloned().collect(),
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
                    let defined = !file.namespaces && function.body != Body::None;
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
                        return super::error(&function.span.0, what);
                    }
                    let of_name = context.functions.entry(function.name.clone()).or_default();
                    of_name.push(Arc::new(function.clone()));
                }
                Item::Enumerator { name, value, first, ty, fixed, span } => {
                    let mut typer = Typer::new(&context);
                    let n = match typer.enumerator(&mut numbers, *first, value.as_ref(), &span.0) {
                        Ok(n) => n,
                        // It is refused where it is used.
                        Err(super::Refusal::Unsupported(why)) => {
                            context.ambiguous.insert(name.clone());
                            context.unread.insert(name.clone(), why.to_string());
                            continue;
                        }
                        Err(refusal) => return Err(refusal),
                    };
                    let ty = match fixed {
                        true => typer.ty(ty, &span.0)?,
                        false => {
                            context.enumerated(name, ty, &n);
                            Type::Int(enumeration::own_type(&n))
                        }
                    };
                    context.known(name, &span.0)?;
                    context.constants.insert(name.clone(), (n, ty));
                }
                Item::Unread(unread) => context.unread(unread),
                Item::Variables(variables) => {
                    for variable in variables {
                        context.known(&variable.name, &variable.span.0)?;
                        match context.globals.get(&variable.name) {
                            Some(before)
                                if !before.specifiers.external && variable.specifiers.external => {}
                            Some(before) if !before.specifiers.external && !file.namespaces => {
                                let what = format!("`{}` is declared twice", variable.name);
                                return super::error(&variable.span.0, what);
                            }
                            _ => {
                                context.globals.insert(variable.name.clone(), variable.clone());
                            }
                        }
                        if let Some((n, ty)) = constant_variable(&mut context, variable)? {
                            context.constants.insert(variable.name.clone(), (n, ty));
                        }
                    }
                }
            }
        }
        Ok(context)
    }
}

impl Context {
    /// Notes what may be declared in a part that is not read: nobody knows what is meant by it.
    fn unread(&mut self, unread: &Unread) {
        let why = match &unread.why.span {
            Some(span) => format!("{}: {}", span.place(), unread.why.message),
            None => unread.why.message.clone(),
        };
        for name in &unread.names {
            if name.as_str() == "operator" {
                let symbols = Binary::ALL.iter().map(|(symbol, ..)| *symbol);
                self.ambiguous.extend(symbols.map(|symbol| format!("operator{symbol}").into()));
            }
            self.ambiguous.insert(name.clone());
            self.unread.insert(name.clone(), why.clone());
        }
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
        let known = !self.ambiguous.contains(name) && !self.enumerations_are_wide(name);
        Some((n.clone(), ty.int()?)).filter(|_| known)
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
        ExprKind::Int(..) | ExprKind::Bool(_) | ExprKind::SizeofType(_) => true,
        ExprKind::Unary(Unary::Plus | Unary::Minus | Unary::BitNot, e) => is_arithmetic(e),
        ExprKind::Binary(_, a, b) => is_arithmetic(a) && is_arithmetic(b),
        ExprKind::Cast(Written::Int(_) | Written::Bool, _) => true,
        _ => false,
    }
}
