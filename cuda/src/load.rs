//! From a source to the programs of its kernels.

use crate::files::Files;
use crate::launch_lines;
use crate::lower::{Failure, Setting, asserts, lower, probe, with_assertions, written_out};
use crate::options::Options;
use crate::preprocess::preprocess;
use crate::syntax::{self, Body, Item, TemplateArgument};
use crate::typed::{Expr, Storage, Unsupported};
use crate::typing::{self, Context, Refusal};
use jaminan::Program;
use semantics::{Diagnostic, Name, Source, Span};
use std::collections::{HashSet, VecDeque};

/// The stack on which a source is read; every recursion in it is bounded.
const STACK: usize = 64 << 20;

/// How many types of one parameter a kernel is read with because classes are specialized for them.
const MOST_OTHERS: usize = 16;

/// A kernel of a source.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Its program, or what of it is not modelled.
    pub lowered: Result<Program, Unsupported>,
    /// The question whether threads diverge at a barrier, where that is why there is no program.
    pub divergence: Option<Divergence>,
    /// The executions in which no such loop runs often, where some loop may end early, or does not
    /// count, and in which what is asserted holds.
    pub bounded: Option<Bounded>,
    /// Whether it asserts anything: then only `bounded` shows a race.
    pub asserts: bool,
    /// Conventions that mattered, and what was approximated and why.
    pub notes: Vec<String>,
}

/// Some executions of a kernel: a race of one is a race of the kernel.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// Their program.
    pub program: Program,
    /// How often a loop that may end early, or does not count, runs at most; none without such loops.
    pub iterations: Option<usize>,
}

/// Whether some threads of a block reach a barrier and others do not: put as a race of a program.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The program that races on [`crate::BARRIER`] where threads diverge: the thread that reads
    /// reaches the barrier, the one that writes does not.
    pub program: Program,
    /// Where the barrier stands.
    pub barrier: Span,
}

/// What a source holds.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its kernels, in order.
    pub kernels: Vec<Kernel>,
    /// What was passed over, or taken by convention, for all of them.
    pub notes: Vec<String>,
    /// Its syntax tree: what a run is made of.
    pub file: syntax::File,
    /// The options, completed by the first lines of the source.
    pub options: Options,
}

/// The programs of a source's kernels.
///
/// The launch, where the options leave it open, is that of the source's first comment lines:
/// `//--blockDim=256 --gridDim=1`.
///
/// # Errors
/// What of the source is not C++, or what of the options fits no kernel, with its place.
pub fn load(source: Source, options: &Options, files: &dyn Files) -> Result<Unit, Diagnostic> {
    stacker::grow(STACK, || load_here(&source, options, files))
}

/// The syntax tree of a source.
///
/// # Errors
/// As [`load`].
pub fn parse(
    source: &Source,
    options: &Options,
    files: &dyn Files,
) -> Result<syntax::File, Diagnostic> {
    stacker::grow(STACK, || crate::parse::parse(source, preprocess(source, options, files)?))
}

fn load_here(source: &Source, options: &Options, files: &dyn Files) -> Result<Unit, Diagnostic> {
    let mut options = options.clone();
    let mut notes = Vec::new();
    let launch = take_launch_lines(source, &mut options, &mut notes);
    let mut file = crate::parse::parse(source, preprocess(source, &options, files)?)?;
    notes.append(&mut file.notes);
    let context = Context::of(&file).map_err(|refusal| match refusal {
        Refusal::Error(diagnostic) => diagnostic,
        Refusal::Unsupported(u) => Diagnostic::at(u.span, format!("{} is not supported", u.what)),
    })?;
    let assumes = options
        .assumes
        .iter()
        .map(|text| {
            let source = Source::new("--assume", text.as_str());
            let tokens = preprocess(&source, &Options::default(), files)?;
            crate::parse::parse_expression(&source, tokens)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let kernels: Vec<&syntax::Function> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(f) if f.specifiers.global && f.body != Body::None => Some(f),
            _ => None,
        })
        .collect();
    check_options(&options, &kernels, &context, &assumes)?;
    let mut all: Vec<Kernel> = Vec::new();
    let mut seen = HashSet::new();
    let mut uses: VecDeque<(&syntax::Function, Vec<TemplateArgument>)> =
        instances(&file, &kernels).into_iter().map(|(f, given)| (f, given.to_vec())).collect();
    while let Some((function, arguments)) = uses.pop_front() {
        // A launch that fits no kernel stands where the source gives it, if that is where it is from.
        let placed = |mut diagnostic: Diagnostic| {
            diagnostic.span = diagnostic.span.or_else(|| launch.clone());
            diagnostic
        };
        let (mut kernel, others) =
            kernel(function, &arguments, &context, &options, launch.is_some(), &assumes)
                .map_err(placed)?;
        // The same instance, used twice.
        let place = (function.span.0.bytes.start, kernel.name.clone());
        if function.template.is_some() && !seen.insert(place) {
            continue;
        }
        for (parameter, ty) in others.into_iter().take(MOST_OTHERS).rev() {
            if let Some(arguments) = with(function, &arguments, &parameter, ty) {
                uses.push_front((function, arguments));
            }
        }
        // Overloads: names are unique in an answer.
        let title = kernel.name.clone();
        let mut n = all.iter().filter(|k| k.name == title).count() + 1;
        while all.iter().any(|k| k.name == kernel.name) {
            kernel.name = format!("{title}.{n}");
            n += 1;
        }
        all.push(kernel);
    }
    Ok(Unit { kernels: all, notes, file, options })
}

/// A kernel, and of a template the arguments.
type Used<'f> = (&'f syntax::Function, &'f [TemplateArgument]);

/// The kernels to check: of a template, each use that gives arguments; without one, the template for
/// all arguments.
fn instances<'f>(file: &'f syntax::File, kernels: &[&'f syntax::Function]) -> Vec<Used<'f>> {
    let mut instances = Vec::new();
    for function in kernels {
        let before = instances.len();
        if function.template.is_some() {
            let uses = file.instances.iter().filter(|i| i.name == function.name);
            instances.extend(uses.map(|i| (*function, i.arguments.as_slice())));
        }
        if instances.len() == before {
            instances.push((*function, [].as_slice()));
        }
    }
    instances
}

/// The arguments of a template, a type given besides.
fn with(
    function: &syntax::Function,
    arguments: &[TemplateArgument],
    parameter: &Name,
    ty: syntax::Type,
) -> Option<Vec<TemplateArgument>> {
    let parameters = function.template.as_ref()?;
    let n = parameters.iter().position(|p| p.name.as_ref() == Some(parameter))?;
    let place = &function.span;
    let open = TemplateArgument::Unknown(place.clone());
    let mut all = arguments.to_vec();
    all.resize(all.len().max(parameters.len()), open);
    *all.get_mut(n)? = TemplateArgument::Type(ty, place.clone());
    Some(all)
}

/// Completes the options by the first comment lines of a source; the place of what was taken.
pub fn take_launch_lines(
    source: &Source,
    options: &mut Options,
    notes: &mut Vec<String>,
) -> Option<Span> {
    let lines = launch_lines::read(source);
    let mut taken = Vec::new();
    if let (None, Some(dims)) = (options.block_dim, lines.block_dim) {
        options.block_dim = Some(dims);
        taken.push(format!("blockDim = {dims:?}"));
    }
    if let (None, Some(dims)) = (options.grid_dim, lines.grid_dim) {
        options.grid_dim = Some(dims);
        taken.push(format!("gridDim = {dims:?}"));
    }
    for define in lines.defines {
        let name = |text: &str| text.split('=').next().unwrap_or(text).to_string();
        if !options.defines.iter().any(|d| name(d) == name(&define)) {
            taken.push(format!("-D{define}"));
            options.defines.push(define);
        }
    }
    if taken.is_empty() {
        return None;
    }
    notes.push(format!("from the first lines of the source: {}", taken.join(", ")));
    lines.place
}

/// Every parameter and assumption must be about some kernel.
fn check_options(
    options: &Options,
    kernels: &[&syntax::Function],
    context: &Context,
    assumes: &[syntax::Expr],
) -> Result<(), Diagnostic> {
    for (name, _) in &options.params {
        let launch = ["blockDim.", "gridDim."]
            .iter()
            .any(|of| name.strip_prefix(of).is_some_and(|d| ["x", "y", "z"].contains(&d)));
        let named = |n: &Option<semantics::Name>| n.as_ref().is_some_and(|n| n.as_str() == name);
        let known = kernels.iter().any(|k| {
            k.parameters.iter().any(|p| named(&p.name))
                || k.template.iter().flatten().any(|p| named(&p.name))
        });
        if !launch && !known && !context.has_constant(name) {
            let message = format!("no kernel has a parameter `{name}`");
            return Err(Diagnostic::whole(message));
        }
    }
    for assume in assumes {
        let mut first = None;
        let fits = kernels.iter().any(|k| match typing::condition(context, k, &[], assume) {
            Ok(_) => true,
            Err(refusal) => {
                first.get_or_insert(refusal);
                false
            }
        });
        if let (false, Some(refusal)) = (fits, first) {
            return Err(match refusal {
                Refusal::Error(diagnostic) => diagnostic,
                Refusal::Unsupported(u) => {
                    Diagnostic::at(u.span, format!("{} in an assumption", u.what))
                }
            });
        }
    }
    Ok(())
}

fn kernel(
    function: &syntax::Function,
    arguments: &[TemplateArgument],
    context: &Context,
    options: &Options,
    from_source: bool,
    assumes: &[syntax::Expr],
) -> Result<(Kernel, Vec<(Name, syntax::Type)>), Diagnostic> {
    let name = typing::title(context, function, arguments).to_string();
    let refused = |u: Unsupported| Kernel {
        name: name.clone(),
        lowered: Err(u),
        divergence: None,
        bounded: None,
        asserts: false,
        notes: Vec::new(),
    };
    let typed = match typing::instance(context, function, arguments) {
        Ok(typed) => typed,
        Err(Refusal::Unsupported(u)) => return Ok((refused(u), Vec::new())),
        // It may mean something for some arguments.
        Err(Refusal::Error(Diagnostic { message, span: Some(span), .. }))
            if function.template.is_some() =>
        {
            let why = Unsupported::new(format!("this in a template: {message}"), &span);
            return Ok((refused(why), Vec::new()));
        }
        Err(Refusal::Error(diagnostic)) => return Err(diagnostic),
    };
    let mut notes = typed.notes.clone();
    let mut assumed: Vec<Expr> = Vec::new();
    for assume in assumes {
        match typing::condition(context, function, arguments, assume) {
            Ok((locals, condition)) => {
                let mentioned = crate::lower::mentioned(&condition);
                let other = mentioned.iter().filter_map(|id| locals.get(id.0));
                if let Some(other) = other.into_iter().find(|l| l.storage != Storage::Parameter) {
                    return Err(Diagnostic::at(
                        condition.span.clone(),
                        format!("`{}` is no parameter of the kernel", other.name),
                    ));
                }
                assumed.push(condition);
            }
            Err(_) => notes.push(format!("`--assume '{assume}'` is not about this kernel")),
        }
    }
    let setting = Setting {
        block_dim: options.block_dim,
        grid_dim: options.grid_dim,
        from_source,
        params: &options.params,
        warp_sync: options.warp_sync,
        divergent_barriers: options.divergent_barriers,
    };
    let others = typed.others.clone();
    let made = match lower(&typed, &setting, &assumed) {
        Ok((program, more)) => {
            notes.extend(more);
            let asserts = asserts(&typed);
            let bounded = || {
                let holding = if asserts { with_assertions(&typed)? } else { typed.clone() };
                let (kernel, iterations) = match written_out(&holding) {
                    Some((kernel, iterations)) => (kernel, Some(iterations)),
                    None if asserts => (holding, None),
                    None => return None,
                };
                let (program, _) = lower(&kernel, &setting, &assumed).ok()?;
                Some(Bounded { program, iterations })
            };
            let bounded = bounded();
            Ok(Kernel { name, lowered: Ok(program), divergence: None, bounded, asserts, notes })
        }
        Err(Failure::Unsupported(u)) => {
            let asked = u.what.starts_with("a barrier ").then(|| probe(&typed, &setting, &assumed));
            let divergence =
                asked.flatten().map(|(program, barrier)| Divergence { program, barrier });
            Ok(Kernel { divergence, asserts: asserts(&typed), ..refused(u) })
        }
        Err(Failure::Error(diagnostic)) => Err(diagnostic),
    };
    made.map(|kernel| (kernel, others))
}
