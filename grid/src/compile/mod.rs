//! From the syntax tree of a kernel to instructions.
//!
//! This is a reading of CUDA of its own, so that a run can contradict what the lowering to Jaminan says: it shares
//! the parser with it, and the rules of C++ by which templates are instantiated and overloads are chosen,
//! [`cuda::resolve`].

mod argument;
mod assign;
mod atomic;
mod builtin;
mod call;
mod condition;
mod constant;
mod copy;
mod declare;
mod emit;
mod expression;
mod function;
mod initializer;
mod known;
mod opencl;
mod operation;
mod operator;
mod place;
mod special;
mod statement;
mod taken;
mod template;
mod ty;
mod value;
mod warp;

use crate::code::{Module, Parameter};
use crate::types::{Record, Type};
pub(crate) use atomic::apply as apply_atomic;
use cuda::Unsupported;
use cuda::syntax::{self, Body as SyntaxBody, Fault, File, Variable};
use emit::Body;
use known::Known;
use rustc_hash::FxHashMap;
use semantics::{Diagnostic, Name, Span, limits};
use std::sync::Arc;
use template::Bindings;
use value::Binding;

/// The stack on which a file is compiled: the parser bounds how deep trees are.
const STACK: usize = 64 << 20;
/// How many functions a kernel may use.
const MOST_FUNCTIONS: usize = 4096;

/// Why a kernel is not compiled.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// It is not C++.
    Error(Diagnostic),
    /// It uses what is not run.
    Unsupported(Unsupported),
}

type Compiled<T> = Result<T, Refusal>;

fn unsupported<T>(span: &Span, what: impl Into<String>) -> Compiled<T> {
    Err(Refusal::Unsupported(Unsupported::new(what, span)))
}

/// Asks whether the limits in force are reached.
fn ask(span: &Span) -> Compiled<()> {
    limits::ask().map_err(|spent| Refusal::Unsupported(Unsupported::exhausted(spent, span)))
}

fn error<T>(span: &Span, what: impl Into<String>) -> Compiled<T> {
    Err(Refusal::Error(Diagnostic::at(span.clone(), what)))
}

/// The kernels of a file, in order: name and what became of each. Names are unique, the second
/// kernel `k` is `k.2`.
///
/// # Errors
/// What of the file itself is not C++.
pub fn kernels(file: &File) -> Vec<(String, Result<Module, Refusal>)> {
    stacker::grow(STACK, || {
        let compiled = |one: One<'_>| (one.name.clone(), one.compiled(file));
        all(file).into_iter().map(compiled).collect()
    })
}

/// The kernel of this name among [`kernels`], and no other is compiled.
pub fn kernel(file: &File, name: &str) -> Option<Result<Module, Refusal>> {
    stacker::grow(STACK, || {
        Some(all(file).into_iter().find(|one| one.name == name)?.compiled(file))
    })
}

/// A kernel, not compiled yet.
struct One<'f> {
    name: String,
    function: &'f syntax::Function,
    bound: Compiled<Bindings>,
}

impl One<'_> {
    fn compiled(self, file: &File) -> Compiled<Module> {
        compile(file, self.function, self.bound?, &self.name)
    }
}

fn all(file: &File) -> Vec<One<'_>> {
    let mut found: Vec<One<'_>> = Vec::new();
    for function in file.functions() {
        if !function.specifiers.global || function.body == SyntaxBody::None {
            continue;
        }
        for bound in Compiler::new(file, "").kernel_uses(function) {
            let suffix = bound.as_ref().map_or_else(|_| String::new(), Bindings::suffix);
            let plain = format!("{}{suffix}", function.name);
            let mut name = plain.clone();
            let mut n = 1;
            while found.iter().any(|other| other.name == name) {
                n += 1;
                name = format!("{plain}.{n}");
            }
            found.push(One { name, function, bound });
        }
    }
    found
}

fn compile(
    file: &File,
    function: &syntax::Function,
    bound: Bindings,
    name: &str,
) -> Compiled<Module> {
    let mut compiler = Compiler::new(file, name);
    compiler.enumerators()?;
    compiler.shared_of_unknown_size();
    match &function.body {
        SyntaxBody::Block(_) => {}
        SyntaxBody::Unread(why, place, Fault::Source) if function.template.is_none() => {
            return Err(Refusal::Error(Diagnostic::at(place.0.clone(), why)));
        }
        _ => {
            let what = format!("`{name}`, whose body is passed over");
            return unsupported(&function.span.0, what);
        }
    }
    let index = compiler.instance(function, bound, &function.span.0)?;
    debug_assert_eq!(index, 0);
    let signature = compiler.signatures[0].clone();
    for (parameter, ty) in function.parameters.iter().zip(&signature.parameters) {
        let name = parameter.name.clone().unwrap_or_else(|| "(unnamed)".into());
        if ty.reference {
            return unsupported(&parameter.span.0, "a reference as a parameter of a kernel");
        }
        if ty.ty.has_union() {
            return unsupported(&parameter.span.0, "a union as a parameter of a kernel");
        }
        let shared = match (parameter.shared, &ty.ty) {
            (true, Type::Pointer(of)) => {
                Some(compiler.given_to_blocks(&name, of, &parameter.span.0)?)
            }
            _ => None,
        };
        compiler.module.parameters.push(Parameter { name, ty: ty.ty.clone(), shared });
    }
    let mut next = 0;
    while let Some(instance) = compiler.instances.get(next).cloned() {
        let compiled = compiler.function(next, instance)?;
        compiler.module.functions.push(compiled);
        next += 1;
    }
    Ok(compiler.module)
}

/// What a function takes and returns.
#[derive(Clone, Debug)]
struct Signature {
    parameters: Vec<Passed>,
    returns: Type,
}

/// How a parameter is passed.
#[derive(Clone, Debug)]
struct Passed {
    ty: Type,
    /// By reference: as a pointer.
    reference: bool,
}

/// A function that is called.
#[derive(Clone)]
struct Instance<'s> {
    function: &'s syntax::Function,
    bound: Bindings,
    /// Where it is called, of one of the toolkit: what it does is done there.
    site: Option<Span>,
}

struct Compiler<'s> {
    file: &'s File,
    module: Module,
    /// The functions that are called, the kernel first; those before
    /// [`Module::functions`]' end are compiled.
    instances: Vec<Instance<'s>>,
    /// What the types of the template at hand stand for.
    types: Vec<(Name, Type)>,
    signatures: Vec<Signature>,
    records: FxHashMap<Name, Arc<Record>>,
    /// Structures that are being laid out.
    open_records: Vec<Name>,
    /// Variables of the file of which the type or the value is being looked for.
    open_variables: Vec<Name>,
    /// Enumerations whose numbers no `int` holds.
    wide: std::collections::HashSet<Name>,
    /// Enumerators, and variables of the file that have been looked up.
    names: FxHashMap<Name, Binding>,
    constants: FxHashMap<u64, u32>,
    sites: FxHashMap<(usize, usize, usize), u32>,
    /// What is known of the expressions of the function at hand.
    known: Known<'s>,
    body: Body,
}

impl<'s> Compiler<'s> {
    fn new(file: &'s File, name: &str) -> Compiler<'s> {
        let module = Module {
            name: name.into(),
            parameters: Vec::new(),
            functions: Vec::new(),
            constants: Vec::new(),
            globals: Vec::new(),
            shared: Vec::new(),
            dynamic: Vec::new(),
            spans: Vec::new(),
            notes: Vec::new(),
        };
        Compiler {
            file,
            module,
            instances: Vec::new(),
            types: Vec::new(),
            signatures: Vec::new(),
            records: FxHashMap::default(),
            wide: std::collections::HashSet::new(),
            open_records: Vec::new(),
            open_variables: Vec::new(),
            names: FxHashMap::default(),
            constants: FxHashMap::default(),
            sites: FxHashMap::default(),
            known: Known::default(),
            body: Body::default(),
        }
    }

    /// The uses of a kernel, its enumerators known.
    fn kernel_uses(&mut self, function: &'s syntax::Function) -> Vec<Compiled<Bindings>> {
        match self.enumerators() {
            Ok(()) => self.uses(function),
            Err(refusal) => vec![Err(refusal)],
        }
    }

    /// The variable of the file of this name; a definition rather than a declaration.
    fn file_variable(&self, name: &Name) -> Option<&'s Variable> {
        if self.file.ambiguous.contains(name) {
            return None;
        }
        let same: Vec<&'s Variable> = self.file.variables().filter(|v| v.name == *name).collect();
        same.iter().find(|v| !v.specifiers.external).or(same.first()).copied()
    }

    /// The functions of this name that have a body.
    fn functions_of(&self, name: &Name) -> Vec<&'s syntax::Function> {
        let functions = self.file.functions().filter(|function| function.name == *name);
        let (of_toolkit, mut own): (Vec<_>, Vec<_>) =
            functions.partition(|function| function.specifiers.of_toolkit);
        own.extend(of_toolkit);
        own
    }

    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.module.notes.contains(&note) {
            self.module.notes.push(note);
        }
    }
}
