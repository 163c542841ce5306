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
mod class_template;
mod condition;
mod constant;
mod construct;
mod copy;
mod declare;
mod deduced;
mod emit;
mod expression;
mod function;
mod generator;
mod initializer;
mod known;
mod opencl;
mod operation;
mod operator;
mod operator_call;
mod place;
mod qualified;
mod special;
mod statement;
mod static_member;
mod taken;
mod template;
mod ty;
mod value;
mod variable_template;
mod vector;
mod warp;

use crate::code::{Module, Parameter};
use crate::types::{Record, Type};
pub(crate) use atomic::apply as apply_atomic;
use class_template::ClassInstance;
use cuda::Area;
use cuda::Unsupported;
use cuda::syntax::{self, Body as SyntaxBody, Fault, File, Variable};
use emit::Body;
use known::Known;
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{Diagnostic, Name, Span, limits};
use std::sync::Arc;
use taken::References;
use template::{Bindings, Told};
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

fn unsupported<T>(area: Area, span: &Span, what: impl Into<String>) -> Compiled<T> {
    Err(Refusal::Unsupported(Unsupported::new(area, what, span)))
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

/// A kernel of a file that was read with it.
///
/// # Errors
/// What of the kernel is not C++; what of it is not run.
pub fn kernel(file: &File, kernel: &cuda::Kernel) -> Result<Module, Refusal> {
    stacker::grow(STACK, || {
        let source = kernel.source.as_ref();
        let found = source.and_then(|s| Some((file.functions().nth(s.function)?, &s.arguments)));
        let Some((function, arguments)) = found else {
            // It has no tree, and each of its launches says why.
            let why = kernel.launches.iter().find_map(|l| l.lowered.as_ref().err());
            let why = why.cloned().ok_or_else(|| Diagnostic::whole("the kernel is not read"));
            return Err(why.map_or_else(Refusal::Error, Refusal::Unsupported));
        };
        let bound = Compiler::new(file, "").bound_to(function, arguments)?;
        compile(file, function, bound, &kernel.name)
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
    let mut compiler = Compiler::new(file, "");
    for function in file.functions() {
        if !function.specifiers.global || function.body == SyntaxBody::None {
            continue;
        }
        for bound in compiler.kernel_uses(function) {
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
            return unsupported(Area::Unread, &function.span.0, what);
        }
    }
    let index = compiler.instance(function, bound, &function.span.0)?;
    debug_assert_eq!(index, 0);
    let signature = compiler.signatures[0].clone();
    for (parameter, ty) in function.parameters.iter().zip(&signature.parameters) {
        let name = parameter.name.clone().unwrap_or_else(|| "(unnamed)".into());
        if ty.reference {
            return unsupported(
                Area::Pointer,
                &parameter.span.0,
                "a reference as a parameter of a kernel",
            );
        }
        if ty.ty.has_union() {
            return unsupported(
                Area::Type,
                &parameter.span.0,
                "a union as a parameter of a kernel",
            );
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
    /// Whether it returns a reference to that: a pointer.
    refers: bool,
}

/// How a parameter is passed.
#[derive(Clone, Debug)]
struct Passed {
    ty: Type,
    /// By reference: as a pointer.
    reference: bool,
    /// Whether that may refer to a temporary.
    temporary: bool,
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
    /// The functions by their names, the file's own before those of the toolkit.
    declared: FxHashMap<&'s Name, Vec<&'s syntax::Function>>,
    /// The last parts of these names.
    last_parts: FxHashSet<&'s str>,
    references: References<'s>,
    module: Module,
    /// The functions that are called, the kernel first; those before
    /// [`Module::functions`]' end are compiled.
    instances: Vec<Instance<'s>>,
    /// What the types of the template at hand stand for.
    types: Vec<(Name, Type)>,
    /// What is known of these besides.
    told: Told,
    signatures: Vec<Signature>,
    records: FxHashMap<Name, Arc<Record>>,
    /// Those of them that are instances of class templates.
    class_instances: FxHashMap<Name, ClassInstance>,
    /// Structures that are being laid out.
    open_records: Vec<Name>,
    /// Variables of the file of which the type or the value is being looked for.
    open_variables: Vec<Name>,
    /// Functions of which it is being looked for what they return.
    deducing: Vec<&'s syntax::Function>,
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
            convention: None,
        };
        let (of_toolkit, own): (Vec<_>, Vec<_>) =
            file.functions().partition(|function| function.specifiers.of_toolkit);
        let mut declared: FxHashMap<&'s Name, Vec<&'s syntax::Function>> = FxHashMap::default();
        for function in own.into_iter().chain(of_toolkit) {
            declared.entry(&function.name).or_default().push(function);
        }
        Compiler {
            file,
            last_parts: declared.keys().map(|name| cuda::path::last(name.as_str())).collect(),
            references: References::of(file.functions()),
            declared,
            module,
            instances: Vec::new(),
            types: Vec::new(),
            told: Told::default(),
            signatures: Vec::new(),
            records: FxHashMap::default(),
            class_instances: FxHashMap::default(),
            wide: std::collections::HashSet::new(),
            open_records: Vec::new(),
            open_variables: Vec::new(),
            deducing: Vec::new(),
            names: FxHashMap::default(),
            constants: FxHashMap::default(),
            sites: FxHashMap::default(),
            known: Known::default(),
            body: Body::default(),
        }
    }

    /// What the parameters of a kernel stand for, its enumerators known.
    fn bound_to(
        &mut self,
        function: &'s syntax::Function,
        arguments: &'s [syntax::TemplateArgument],
    ) -> Compiled<Bindings> {
        self.enumerators()?;
        if function.template.is_none() {
            return Ok(Bindings::default());
        }
        self.bind_kernel(function, arguments)
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

    /// The functions of this name.
    fn functions_of(&self, name: &Name) -> Vec<&'s syntax::Function> {
        self.declared.get(name).cloned().unwrap_or_default()
    }

    /// Notes that something is computed as it usually is, and that nothing at hand says it.
    fn by_convention(&mut self, what: impl Into<String>, note: impl Into<String>) {
        self.note(note);
        self.module.convention.get_or_insert(what.into());
    }

    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.module.notes.contains(&note) {
            self.module.notes.push(note);
        }
    }
}
