//! What a file declares outside of its kernels.

use super::{Typed, Typer, constant};
use crate::syntax::{Body, CONVERSION, File, Function, Init, Item, Record, Variable};
use crate::typed::Type;
use semantics::{Name, Number, Span};
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
    /// Its structures.
    pub(super) records: HashMap<Name, Arc<Record>>,
    /// The names that several namespaces declare.
    pub(super) ambiguous: BTreeSet<Name>,
    /// Whether a header is missing.
    pub(super) incomplete: bool,
    /// Whether a type may be `volatile`.
    pub(super) volatile: bool,
    /// Whether the file is OpenCL C.
    pub(super) opencl: bool,
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
            incomplete: file.incomplete,
            volatile: file.volatile,
            opencl: file.opencl,
            records: records.collect(),
            ..Context::default()
        };
        let mut next = Number::from(0);
        let mut bodies = HashSet::new();
        for item in &file.items {
            match item {
                Item::Function(function) => {
                    let defined = !file.namespaces && function.body != Body::None;
                    let parameters: Vec<_> = function.parameters.iter().map(|p| &p.ty).collect();
                    let signature = (function.name.clone(), format!("{parameters:?}"));
                    // Conversions differ in what they return.
                    let converts = function.name.as_str().ends_with(CONVERSION);
                    let template = function.template.is_some() || function.specializes || converts;
                    if defined && !template && !bodies.insert(signature) {
                        let what = format!("`{}` is defined twice", function.name);
                        return super::error(&function.span.0, what);
                    }
                    let of_name = context.functions.entry(function.name.clone()).or_default();
                    of_name.push(Arc::new(function.clone()));
                }
                Item::Enumerator { name, value, first, span } => {
                    if *first {
                        next = Number::from(0);
                    }
                    let start = std::mem::take(&mut next);
                    let (n, ty) =
                        Typer::new(&context).enumerator(value.as_ref(), start, &span.0)?;
                    next.clone_from(&n);
                    context.known(name, &span.0)?;
                    context.constants.insert(name.clone(), (n, ty));
                    next += 1;
                }
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
                        if let Some((n, ty)) = constant_variable(&context, variable)? {
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
    /// Refuses a name that is an enumerator already.
    fn known(&self, name: &Name, span: &Span) -> Typed<()> {
        let twice = self.constants.contains_key(name) && !self.globals.contains_key(name);
        match twice && !self.ambiguous.contains(name) {
            true => super::error(span, format!("`{name}` is declared twice")),
            false => Ok(()),
        }
    }

    /// Whether the file has a `__constant__` variable of this name.
    pub(crate) fn has_constant(&self, name: &str) -> bool {
        let free = |v: &Variable| v.specifiers.constant && !v.specifiers.immutable;
        self.globals.get(&Name::from(name)).is_some_and(free)
    }
}

/// The value of a `const` integer, where it is known.
fn constant_variable(context: &Context, variable: &Variable) -> Typed<Option<(Number, Type)>> {
    let scalar = matches!(variable.ty, crate::syntax::Type::Int(_) | crate::syntax::Type::Bool);
    // `__constant__` memory is written by the host, unless it is `const` besides.
    if !variable.specifiers.immutable || !scalar {
        return Ok(None);
    }
    let init = match &variable.init {
        Some(Init::Expr(e)) => e,
        Some(Init::Arguments(es)) if es.len() == 1 => &es[0],
        _ => return Ok(None),
    };
    let mut typer = Typer::new(context);
    let ty = typer.ty(&variable.ty, &variable.span.0)?;
    // The initializer of a host constant may call anything; only its uses would need the value.
    let Ok(typed) = typer.value(init) else { return Ok(None) };
    let Ok(typed) = typer.convert(typed, &ty) else { return Ok(None) };
    Ok(constant::evaluate(&typed).map(|n| (n, ty)))
}
