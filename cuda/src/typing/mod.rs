//! From the syntax tree to the typed tree: C's conversions made explicit. [C++17, 7, 8]

mod annotation;
mod base;
mod bits;
mod call;
mod class;
mod class_template;
mod constant;
mod construct;
mod context;
mod convert;
mod discard;
mod expression;
mod frame;
mod function_argument;
mod identity;
mod initial;
mod inline;
mod intrinsic;
mod lambda;
mod meant;
mod missing_type;
mod open;
mod opencl;
mod opencl_vector;
mod operation;
mod overload;
mod own_operators;
mod part;
mod partial;
mod place;
mod record;
mod returned;
mod shape;
mod special;
mod stands_for;
mod statement;
mod template;
mod through_pointer;
mod twin;
mod ty;
mod undecided;
mod unions;
mod variable_template;

pub(crate) use constant::{all_ones, evaluate};
pub use context::Context;
pub(crate) use place::is_place;
pub(crate) use shape::layout_in;

use crate::area::Area;
use crate::assumption::{Assumption, AssumptionKind};
use crate::note::Note;
use crate::syntax::{self, BlockBound, Fault};
use crate::typed::{Contents, Expr, Kernel, Kind, Local, LocalId, Record, Storage, Type, Union};
use crate::unsupported::Unsupported;
use num_traits::ToPrimitive;
use semantics::{Diagnostic, Name, Number, Span, limits};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Why a kernel has no typed tree.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// It is not C++.
    Error(Diagnostic),
    /// It is, and not modelled.
    Unsupported(Unsupported),
}

impl From<Unsupported> for Refusal {
    fn from(unsupported: Unsupported) -> Self {
        Refusal::Unsupported(unsupported)
    }
}

type Typed<T> = Result<T, Refusal>;

/// The name of parameters that have none.
const UNNAMED: &str = "(unnamed)";

fn error<T>(span: &Span, message: impl Into<String>) -> Typed<T> {
    Err(Refusal::Error(Diagnostic::at(span.clone(), message)))
}

fn unsupported<T>(area: Area, span: &Span, what: impl Into<String>) -> Typed<T> {
    Err(Refusal::Unsupported(Unsupported::new(area, what, span)))
}

/// Asks whether the limits in force are reached.
fn ask(span: &Span) -> Typed<()> {
    limits::ask().map_err(|spent| Refusal::Unsupported(Unsupported::exhausted(spent, span)))
}

/// Types one function.
struct Typer<'a> {
    context: &'a Context,
    locals: Vec<Local>,
    /// Values of `const` variables that are known.
    constants: HashMap<LocalId, Number>,
    /// Variables that are `const`.
    immutable: HashSet<LocalId>,
    scopes: Vec<HashMap<Name, LocalId>>,
    /// The functions around the place at hand, the kernel outermost.
    frames: Vec<frame::Frame>,
    /// `__shared__` variables of functions, by where they are declared: one each, however often
    /// the function is called.
    statics: HashMap<(String, usize), LocalId>,
    /// Where the function of the toolkit is called whose body is being typed.
    site: Option<Span>,
    /// How many function bodies were put in the place of their calls.
    inlined: usize,
    /// What variables of the device hold when the kernel starts.
    contents: BTreeMap<LocalId, Contents>,
    /// Whether all launches of the kernel are seen, so that host code is at hand.
    launched: bool,
    /// Whether a type in use is `volatile`.
    volatile: bool,
    /// The structures in use; `None` for one that is not modelled.
    records: BTreeMap<Name, Option<Arc<Record>>>,
    /// The unions in use; `None` for one that is not modelled.
    unions: BTreeMap<Name, Option<Arc<Union>>>,
    /// The structures of which members in memory are accessed.
    lanes: BTreeSet<Name>,
    /// The instances of class templates, by what they are called.
    instances: BTreeMap<Name, class_template::Instanced>,
    /// What lambda expressions give, by their types.
    closures: HashMap<Name, lambda::Closure>,
    /// Variables that are references: pointers, followed wherever they are named.
    references: HashSet<LocalId>,
    /// Variables that have what was assigned to bit-fields.
    bits_held: HashSet<LocalId>,
    /// Functions that are being typed, and were taken to do no more than give a value where they may call themselves.
    taken_for_values: Vec<Arc<syntax::Function>>,
    /// How many instances of class templates are looked at.
    depth: usize,
    /// The types that nothing gives, each with the parameter of the kernel that stands for it.
    unknowns: HashMap<Name, Name>,
    /// What is done with values of these types.
    open_uses: own_operators::Uses,
    /// What parameters of the kernel are taken not to be, and it is to be read with besides.
    others: Vec<(Name, syntax::Type)>,
    /// The types that the names of the template at hand stand for.
    types: HashMap<Name, template::Meaning>,
    /// Which classes have enumerations that an `int` does not hold.
    wide: HashMap<(Name, Name), bool>,
    /// Whether the kernel is a template.
    templated: bool,
    /// Values of templates that nothing gives.
    symbolic: HashSet<LocalId>,
    /// Variables that stand for functions which templates are given, and the names of these.
    named_functions: BTreeMap<LocalId, Name>,
    /// Constants that nothing at hand declares.
    undeclared: BTreeSet<LocalId>,
    /// Whether a name that nothing declares is a mistake.
    closed: bool,
    /// Whether the type at hand is that of a variable of the thread: how far its arrays go matters to nobody else.
    of_thread: bool,
    /// Where a function is called through a pointer in a variable of the thread.
    calls_pointers: Option<Span>,
    /// What was passed over.
    notes: BTreeSet<Note>,
    /// What is taken for granted, in the order in which it is met.
    assumptions: Vec<Assumption>,
}

/// The typed tree of a kernel; of a template, for all arguments.
///
/// # Errors
/// See [`Refusal`].
pub fn kernel(context: &Context, function: &syntax::Function) -> Typed<Kernel> {
    instance(context, function, &[], false)
}

/// The typed tree of a kernel template with these arguments, and any for those that are missing. `launched`:
/// whether all launches of it are seen.
///
/// # Errors
/// See [`Refusal`].
pub fn instance(
    context: &Context,
    function: &syntax::Function,
    arguments: &[syntax::TemplateArgument],
    launched: bool,
) -> Typed<Kernel> {
    let span = &function.span.0;
    if let Some(mistake) = context.mistakes.get(&function.name) {
        return Err(Refusal::Error(mistake.clone()));
    }
    let body = match &function.body {
        syntax::Body::Block(body) => body,
        syntax::Body::Unread(why, place, Fault::Source) if function.template.is_none() => {
            return error(&place.0, why);
        }
        syntax::Body::Unread(why, place, _) if function.template.is_none() => {
            return unsupported(Area::Unread, &place.0, format!("this ({why})"));
        }
        syntax::Body::Unread(why, place, _) => {
            return unsupported(
                Area::Template,
                &place.0,
                format!("what a template has here: {why}"),
            );
        }
        _ => return unsupported(Area::Unread, span, "a kernel without a body"),
    };
    let mut typer = Typer { launched, ..Typer::new(context) };
    let mut whole = || {
        let name = typer.instantiate(function, arguments)?;
        let bound = typer.block_bound(function);
        Ok((name, bound, typer.parameters(function)?, typer.statements(body)?))
    };
    let (name, bound, parameters, body) = match whole() {
        // Another reading of what nothing at hand declares may be C++.
        Err(Refusal::Error(Diagnostic { message, span: Some(span), .. }))
            if !typer.assumptions.is_empty() =>
        {
            let what = format!("this use of what nothing at hand declares ({message})");
            return unsupported(Area::Name, &span, what);
        }
        // With a type that it is taken not to be, it may be read.
        Err(refusal) if !typer.others.is_empty() => {
            let mut why = match refusal {
                Refusal::Error(Diagnostic { message, span: Some(span), .. }) => Unsupported::new(
                    Area::Template,
                    format!("what a template has here: {message}"),
                    &span,
                ),
                Refusal::Unsupported(why) => why,
                refusal => return Err(refusal),
            };
            if !why.instead {
                why.others = typer.others;
            }
            return Err(why.into());
        }
        done => done?,
    };
    typer.refuse_unknown_pointers(&body)?;
    typer.assume_that_operators_compute(&body);
    let notes = typer.notes.into_iter().collect();
    let records = typer.records.into_iter().filter_map(|(name, r)| Some((name, r?))).collect();
    let unions = typer.unions.into_iter().filter_map(|(name, u)| Some((name, u?))).collect();
    Ok(Kernel {
        name,
        span: span.clone(),
        locals: typer.locals,
        parameters,
        body,
        contents: typer.contents,
        records,
        unions,
        lanes: typer.lanes,
        undeclared: typer.undeclared,
        notes,
        volatile: typer.volatile,
        opencl: context.opencl,
        bound,
        assumptions: typer.assumptions,
        others: typer.others,
    })
}

/// What a kernel template with these arguments is called.
pub fn title(
    context: &Context,
    function: &syntax::Function,
    arguments: &[syntax::TemplateArgument],
) -> Name {
    Typer::new(context).instantiate(function, arguments).unwrap_or_else(|_| function.name.clone())
}

/// Whether a kernel template with these arguments and with those is one kernel; `None` where nobody knows.
pub fn same_instance(
    context: &Context,
    function: &syntax::Function,
    these: &[syntax::TemplateArgument],
    those: &[syntax::TemplateArgument],
) -> Option<bool> {
    let parameters = function.template.as_deref()?;
    let bound = |arguments| {
        let mut typer = Typer::new(context);
        typer.bind_class(&function.name, parameters, arguments, &function.span.0).ok()
    };
    bound(these)?.same(&bound(those)?)
}

/// The typed tree of a condition over a kernel's parameters and the launch.
///
/// # Errors
/// See [`Refusal`].
pub fn condition(
    context: &Context,
    function: &syntax::Function,
    arguments: &[syntax::TemplateArgument],
    condition: &syntax::Expr,
) -> Typed<(Vec<Local>, Expr)> {
    let mut typer = Typer::new(context);
    typer.instantiate(function, arguments)?;
    typer.parameters(function)?;
    typer.closed = true;
    let typed = typer.condition(condition)?;
    Ok((typer.locals, typed))
}

impl<'a> Typer<'a> {
    fn new(context: &'a Context) -> Self {
        let scopes = vec![HashMap::new()];
        Typer {
            context,
            locals: Vec::new(),
            constants: HashMap::new(),
            immutable: HashSet::new(),
            scopes,
            frames: Vec::new(),
            site: None,
            inlined: 0,
            statics: HashMap::new(),
            instances: BTreeMap::new(),
            closures: HashMap::new(),
            references: HashSet::new(),
            bits_held: HashSet::new(),
            depth: 0,
            taken_for_values: Vec::new(),
            unknowns: HashMap::new(),
            open_uses: own_operators::Uses::new(),
            others: Vec::new(),
            types: HashMap::new(),
            wide: HashMap::new(),
            templated: false,
            symbolic: HashSet::new(),
            named_functions: BTreeMap::new(),
            undeclared: BTreeSet::new(),
            closed: false,
            of_thread: false,
            calls_pointers: None,
            notes: BTreeSet::new(),
            assumptions: Vec::new(),
            lanes: BTreeSet::new(),
            records: BTreeMap::new(),
            unions: BTreeMap::new(),
            contents: BTreeMap::new(),
            launched: false,
            volatile: false,
        }
    }

    /// What the attributes of a kernel say of its blocks; nothing where that is not known.
    fn block_bound(&mut self, function: &syntax::Function) -> Option<BlockBound<u64>> {
        let mut number = |e: &syntax::Expr| {
            let known = constant::evaluate(&self.value(e).ok()?)?.to_u64();
            known.filter(|n| *n > 0)
        };
        Some(match function.bound.as_deref()? {
            BlockBound::AtMost(most) => BlockBound::AtMost(number(most)?),
            BlockBound::Exactly([x, y, z]) => {
                BlockBound::Exactly([number(x)?, number(y)?, number(z)?])
            }
        })
    }

    fn parameters(&mut self, function: &syntax::Function) -> Typed<Vec<LocalId>> {
        if self.scopes.len() < 2 {
            self.scopes.push(HashMap::new());
        }
        let mut all = Vec::new();
        for parameter in &function.parameters {
            let span = &parameter.span.0;
            let mut ty = self.ty(&parameter.ty, span)?;
            if self.is_made_in_unknown_ways(&ty) {
                let what =
                    format!("a parameter of type `{ty}`, whose members have values by default");
                return unsupported(Area::Class, span, what);
            }
            let name = parameter.name.clone().unwrap_or_else(|| UNNAMED.into());
            let mut storage = Storage::Parameter;
            if let (true, Type::Pointer(of)) = (parameter.shared, &ty) {
                // OpenCL's `__local int *s`: an array of the block, of a size that the launch gives.
                ty = Type::Array(Arc::clone(of), None);
                storage = Storage::Shared;
            }
            let id = self.declare(name, ty, storage, span)?;
            if parameter.immutable {
                self.immutable.insert(id);
            }
            all.push(id);
        }
        Ok(all)
    }

    /// Says something of how the kernel is read.
    fn note(&mut self, note: impl Into<Note>) {
        self.notes.insert(note.into());
    }

    /// Takes something for granted, once.
    fn assume(&mut self, kind: AssumptionKind, what: String, span: &Span) {
        let taken = Assumption::at(kind, span, what);
        if !self.assumptions.iter().any(|said| said.is_same(&taken)) {
            self.assumptions.push(taken);
        }
    }

    /// The innermost variable of this name, those of the file aside.
    fn local(&self, name: &Name) -> Option<LocalId> {
        self.scopes.iter().skip(1).rev().find_map(|scope| scope.get(name)).copied()
    }

    /// A new variable of the scope at hand.
    fn declare(&mut self, name: Name, ty: Type, storage: Storage, span: &Span) -> Typed<LocalId> {
        let id = LocalId(self.locals.len());
        self.locals.push(Local { name: name.clone(), ty, storage, span: span.clone() });
        if let Some(scope) = self.scopes.last_mut()
            && let Some(before) = scope.insert(name.clone(), id)
            && name.as_str() != UNNAMED
        {
            let (line, _) = self.locals[before.0].span.line_column();
            return error(
                span,
                format!("`{name}` is declared in this scope already, in line {line}"),
            );
        }
        Ok(id)
    }

    /// The variable that a name means, a variable of the file included.
    fn variable(&mut self, name: &Name) -> Typed<Option<LocalId>> {
        if let Some(id) = self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(Some(*id));
        }
        let Some(global) = self.context.globals.get(name) else { return Ok(None) };
        self.refuse_ambiguous(name, &global.span.0)?;
        let s = &global.specifiers;
        let deduced = if s.immutable { self.deduced_number(global).unwrap_or(None) } else { None };
        let number = matches!(
            global.ty.unqualified(),
            syntax::Type::Float(_) | syntax::Type::Int(_) | syntax::Type::Bool
        ) || deduced.is_some();
        let storage = match () {
            () if s.shared && s.external => Storage::Dynamic,
            () if s.shared => Storage::Shared,
            () if s.constant => Storage::Constant,
            // Device code may use the value of a constant of the host. [CUDA, 7.3.10]
            () if s.immutable
                && global.init.is_some()
                && (s.device || number || self.context.opencl) =>
            {
                Storage::Constant
            }
            () if s.device => Storage::Device,
            () if global.ty == syntax::Type::Named("texture".into()) => Storage::Constant,
            () => {
                return unsupported(
                    Area::Memory,
                    &global.span.0,
                    format!("the value of the host variable `{name}`"),
                );
            }
        };
        let types = std::mem::take(&mut self.types);
        let ty = match deduced {
            Some(ty) => Ok(ty),
            None => self.ty(&global.ty, &global.span.0),
        };
        let ty = ty.map(|ty| self.sized(ty, global.init.as_ref()));
        let contents = ty.as_ref().map_or(Contents::Any, |ty| match storage {
            Storage::Constant | Storage::Device => self.contents(global, ty),
            _ => Contents::Any,
        });
        self.types = types;
        let ty = ty?;
        let id = LocalId(self.locals.len());
        let span = global.span.0.clone();
        self.locals.push(Local { name: name.clone(), ty, storage, span });
        if contents != Contents::Any {
            self.contents.insert(id, contents);
        }
        if s.immutable {
            self.immutable.insert(id);
        }
        if let Some(scope) = self.scopes.first_mut() {
            scope.insert(name.clone(), id);
        }
        Ok(Some(id))
    }

    /// The type of a constant of the file that is declared with `auto`, where it is a number. [C++17, 10.1.7.4]
    fn deduced_number(&mut self, global: &syntax::Variable) -> Typed<Option<Type>> {
        let (syntax::Type::Auto, Some(syntax::Init::Expr(e))) =
            (global.ty.unqualified(), &global.init)
        else {
            return Ok(None);
        };
        let none = template::Bound::default();
        let ty = self.apart(&none, &global.span.0, |s| Ok(s.value(e)?.ty))?.unqualified();
        let is_number = matches!(ty, Type::Bool | Type::Int(_) | Type::Float(_));
        Ok(is_number.then_some(ty))
    }

    /// Whether evaluating the expression does more than give a value.
    fn has_effects(&self, e: &Expr) -> bool {
        crate::survey::has_effects(e, &|id| self.in_memory(id))
    }

    /// Whether evaluating the expression gives a value and touches no memory.
    fn is_only_a_value(&self, e: &Expr) -> bool {
        crate::survey::is_only_a_value(e, &|id| self.in_memory(id))
    }

    /// Whether a variable is memory that threads share.
    fn in_memory(&self, id: LocalId) -> bool {
        !matches!(self.locals[id.0].storage, Storage::Thread | Storage::Parameter)
    }
}

/// An expression of these parts.
fn make(kind: Kind, ty: Type, span: &Span) -> Expr {
    Expr { kind, ty, span: span.clone() }
}
