//! From a source to the programs of its kernels.

use crate::area::Area;
use crate::assumption;
use crate::clang::{self, Clang};
use crate::files::Files;
use crate::kernel::{self, Kernel, KernelSource, Used};
use crate::launch::{self, HostLaunch, LaunchSource, Launches};
use crate::launch_lines::{Flag, LaunchLines, Unmet, take_launch_lines};
use crate::needed::{self, Needed};
use crate::options::Options;
use crate::otherwise;
use crate::preprocess::{Flipped, is_opencl, preprocess};
use crate::reading::{self, Read, kernels_of, read_otherwise};
use crate::syntax::{self, Fault, TemplateArgument};
use crate::took;
use crate::typing::{self, Context, Refusal};
use crate::unsupported::Unsupported;
use crate::within::{self, Found};
use semantics::{Allowance, Diagnostic, LaunchSize, Name, Source, Span, limits};
use std::collections::{BTreeMap, HashSet, VecDeque};
use web_time::Instant;

/// The stack on which a source is read; every recursion in it is bounded.
const STACK: usize = 64 << 20;

/// How many types of one parameter a kernel is read with because classes are specialized for them.
const MOST_OTHERS: usize = 16;

/// What a source holds.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its kernels, in order.
    pub kernels: Vec<Kernel>,
    /// What was passed over, or taken by convention, for all of them.
    pub notes: Vec<String>,
    /// What is wrong with the declarations beside the kernels, or was not understood: kernels that use them have no program.
    pub diagnostics: Vec<Diagnostic>,
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
/// A file with kernels that it does not launch, and that one file beside it includes and launches, is read as a part of
/// that one.
///
/// What cannot be read is passed over: a kernel that uses it has no program, and neither has one that is no C++.
///
/// # Errors
/// What of the source is not C++, if that leaves no kernel that is; what of the options fits no kernel, with its place;
/// that what may be spent on the file was. A kernel for which its own was is one without a program.
pub fn load(source: Source, options: &Options, files: &dyn Files) -> Result<Unit, Diagnostic> {
    stacker::grow(STACK, || load_whole(&source, options, files, None))
}

/// As [`load`], the device code read by clang. [docs/clang.md]
///
/// # Errors
/// As [`load`]; that the source is OpenCL C; what is wrong with clang.
pub fn load_by_clang(
    source: Source,
    options: &Options,
    files: &dyn Files,
    clang: &dyn Clang,
) -> Result<Unit, Diagnostic> {
    if is_opencl(&source) {
        return Err(Diagnostic::whole("OpenCL C is not read by clang, only CUDA C++ is"));
    }
    stacker::grow(STACK, || load_whole(&source, options, files, Some(clang)))
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
    stacker::grow(STACK, || {
        let mut file = crate::parse::parse(source, preprocess(source, options, files)?)?;
        if let Some(mistake) = reading::mistake(&file) {
            return Err(mistake);
        }
        let context = Context::of(&file);
        let mut host = launch::launches(&file, &context, &|name| options.asks_about(name.as_str()));
        launch::give_instances(&mut file, &host);
        launch::tell_apart(&mut file, &context, &mut host);
        Ok(file)
    })
}

/// A source, as a part of the file that includes it, if it is one.
fn load_whole(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    clang: Option<&dyn Clang>,
) -> Result<Unit, Diagnostic> {
    let begin = Instant::now();
    let (whole, read) = match within::whole(source, options, files) {
        Found::Alone(read) => {
            return load_both_ways(source, options, files, clang, &|_| true, (begin, read));
        }
        Found::Part(whole, read) => (whole, read),
    };
    let asked = |place: &Source| whole.has(place, files);
    let started = (begin, Some(read));
    let mut unit = load_both_ways(&whole.source, options, files, clang, &asked, started)?;
    let (part, whole) = (source.name(), whole.source.name());
    unit.notes.insert(0, format!("{part} is read as a part of {whole}, which includes it"));
    Ok(unit)
}

/// The kernels of a source that stand in the files that are asked about, since a moment, and with what was read of it
/// since then. What nobody knows is taken for
/// granted only where it makes a difference, and where there is time to see that.
fn load_both_ways(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    clang: Option<&dyn Clang>,
    asked: &dyn Fn(&Source) -> bool,
    (begin, read): (Instant, Option<Read>),
) -> Result<Unit, Diagnostic> {
    let mut unit = load_here(source, options, files, clang, asked, (&Flipped::new(), read))?;
    if clang.is_none() {
        let took = took::longest(begin.elapsed(), &unit.kernels);
        let left = options.for_kernel.after(took);
        // Half of that: to decide what was read is worth more. To read again takes as long as before.
        let half = Allowance { time: left.time.map(|time| time / 2), ..left };
        if half.time.is_none_or(|half| half >= took) {
            half.from_now().enter(|| load_again(source, options, files, asked, &mut unit));
        }
    }
    took::share(begin.elapsed(), options, &mut unit.kernels);
    Ok(unit)
}

/// Reads a source again: with what is needed and nobody knows, and with each condition that nobody knows the other way.
fn load_again(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    asked: &dyn Fn(&Source) -> bool,
    unit: &mut Unit,
) {
    let mut options = options.clone();
    if let Some(needed) = Needed::of(&unit.kernels, &unit.file) {
        let mut defined = options.clone();
        defined.defines.extend(needed.macros.keys().map(ToString::to_string));
        let other = load_here(source, &defined, files, None, asked, (&Flipped::new(), None));
        if let Ok(other) = other
            && limits::ask_now().is_ok()
            && other.file.unread().count() <= unit.file.unread().count()
            && needed::is_declared((&unit.kernels, &unit.file), &other.kernels)
        {
            (*unit, options) = (other, defined);
            needed.taken((&mut unit.kernels, &unit.file), &mut unit.notes);
        }
    }
    let mut read = |flipped: &Flipped| {
        let other = load_here(source, &options, files, None, asked, (flipped, None)).ok()?;
        Some((other.kernels, other.file.doubts, other.file.reach))
    };
    otherwise::settle(&mut unit.kernels, &unit.file.doubts, &mut read);
}

/// The kernels of a source that stand in the files that are asked about, some conditions that nobody knows read the
/// other way, where it is not read yet.
fn load_here(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    clang: Option<&dyn Clang>,
    asked: &dyn Fn(&Source) -> bool,
    (flipped, read): (&Flipped, Option<Read>),
) -> Result<Unit, Diagnostic> {
    let begin = Instant::now();
    let mut options = options.clone();
    let mut notes = Vec::new();
    let flags = says_launch(&options);
    let lines = take_launch_lines(source, &mut options, &mut notes);
    let (mut file, context, host, instances) = options.for_file.from_now().enter(|| {
        let ours = match read {
            Some(read) => read,
            None => read_otherwise(source, &options, files, flipped)?,
        };
        match clang {
            None => Ok((ours.file, ours.context, ours.host, None)),
            Some(clang) => by_clang(source, &options, files, clang, ours),
        }
    })?;
    notes.append(&mut file.notes);
    let assumes = assumed(&options, files)?;
    let kernels = kernels_of(&file);
    check_options(&options, &kernels, &context, &assumes)?;
    let given = launch::Given { options: &options, lines: &lines, flags };
    let refused = refused(&lines, source);
    let each = options.for_kernel.after(begin.elapsed());
    let unit = kernel::Unit { context: &context, given, assumes: &assumes, refused, each };
    let mut all: Vec<Kernel> = Vec::new();
    let mut seen = HashSet::new();
    let mut uses: VecDeque<Used<'_>> = match &instances {
        None => uses(&file, &kernels, &context, &host).into(),
        Some(instances) => instances.uses(&kernels, &host, &file.spread).into(),
    };
    uses.retain(|used| {
        asked(&used.function.span.0.source) && options.asks_about(used.function.name.as_str())
    });
    while let Some(used) = uses.pop_front() {
        // A launch that fits no kernel stands where the source gives it, if that is where it is from.
        let placed = |mut diagnostic: Diagnostic| {
            diagnostic.span = diagnostic.span.or_else(|| lines.place.clone());
            diagnostic
        };
        let function = used.function;
        let (mut kernel, others) = kernel::kernel(&unit, &used).map_err(placed)?;
        let arguments = used.arguments.clone();
        let n = file.functions().position(|other| std::ptr::eq(other, function));
        kernel.source = n.map(|function| KernelSource { function, arguments });
        kernel.launches.iter_mut().for_each(|launched| in_file(&file, &function.name, launched));
        // The same instance, used twice.
        let place = (function.span.0.bytes.start, kernel.name.clone());
        if function.template.is_some() && !seen.insert(place) {
            continue;
        }
        let count = others.all.len();
        let besides: Vec<_> = others
            .all
            .into_iter()
            .take(MOST_OTHERS)
            .filter_map(|(parameter, ty)| with(function, &used.arguments, &parameter, ty))
            .collect();
        // Where one is missing, nothing stands in the place of the kernel.
        let instead = others.instead && besides.len() == count;
        for arguments in besides.into_iter().rev() {
            let (host, open) = (used.host.clone(), used.open);
            uses.push_front(Used { function, arguments, host, open });
        }
        if !instead {
            kernel.name = unique(&kernel.name, &all);
            all.push(kernel);
        }
    }
    refuse_unread(&file, &options, asked, &mut all);
    if instances.is_some() {
        all.iter_mut().for_each(Kernel::understood_elsewhere);
    }
    let mistakes: Option<Vec<&Diagnostic>> = all.iter().map(Kernel::mistake).collect();
    if let Some(first) = mistakes.as_deref().and_then(<[_]>::first) {
        return Err(Diagnostic::clone(first));
    }
    let unread = file.unread().filter(|unread| unread.kernel.is_none());
    let diagnostics: Vec<Diagnostic> = unread
        .map(|unread| unread.why.clone())
        .chain(
            context
                .mistakes()
                .filter(|(name, _)| !is_kernel(&file, name))
                .map(|(_, why)| why.clone()),
        )
        .collect();
    notes.extend(diagnostics.iter().map(passed_over));
    Ok(Unit { kernels: all, notes, diagnostics, file, options })
}

/// The conditions that the caller has taken for granted.
fn assumed(options: &Options, files: &dyn Files) -> Result<Vec<syntax::Expr>, Diagnostic> {
    let condition = |text: &String| {
        let source = Source::new("--assume", text.as_str());
        let tokens = preprocess(&source, &Options::default(), files)?;
        crate::parse::parse_expression(&source, tokens)
    };
    options.assumes.iter().map(condition).collect()
}

/// What the file around a kernel says of one of its launches: what is taken for granted there, and whether the launch
/// is read at all.
fn in_file(file: &syntax::File, kernel: &Name, launched: &mut kernel::Launched) {
    let span = Some(&launched.launch).filter(|l| l.from == LaunchSource::HostCode);
    let said = launched.facts.iter().map(|fact| &fact.span.0);
    let host: Vec<&Span> = span.and_then(|l| l.span.as_ref()).into_iter().chain(said).collect();
    let of_file = assumption::of_file(file, kernel, &host);
    if let Some(doubt) = file.reach.of_device(&host, &file.doubts) {
        let why = "a launch that hangs on `__CUDA_ARCH__`, which host code does not have";
        let why = Unsupported::new(Area::Launch, why, &doubt.span);
        *launched = kernel::Launched::refused(launched.launch.clone(), why);
    }
    launched.assumptions.splice(0..0, of_file);
}

/// Adds the kernels of a file that are not read, each with the reason.
fn refuse_unread(
    file: &syntax::File,
    options: &Options,
    asked: &dyn Fn(&Source) -> bool,
    all: &mut Vec<Kernel>,
) {
    let is_asked_about = |(name, place): &&(Name, syntax::Place)| {
        asked(&place.0.source) && options.asks_about(name.as_str())
    };
    for unread in file.unread() {
        let kernel = unread.kernel.as_ref().filter(is_asked_about);
        let Some((name, place)) = kernel else { continue };
        let mistake = Unsupported::mistake(unread.why.clone(), &place.0);
        let why = match unread.fault {
            Fault::Source => mistake,
            Fault::Reader => mistake.not_understood(),
        };
        let assumptions = assumption::of_file(file, name, &[]);
        all.push(Kernel::refused(unique(name.as_str(), all), why, assumptions));
    }
}

fn is_kernel(file: &syntax::File, name: &Name) -> bool {
    file.functions().any(|function| function.specifiers.global && function.name == *name)
}

/// What is said of a part of a file that is no kernel and is not read.
fn passed_over(why: &Diagnostic) -> String {
    let place = why.span.as_ref().map_or_else(String::new, |span| format!("{}: ", span.place()));
    let why = &why.message;
    format!(
        "{place}this is passed over ({why}): a kernel that uses what it declares is not supported"
    )
}

/// The launches of the instances of kernel templates, by their titles.
struct Instances {
    all: BTreeMap<Name, Option<clang::Use>>,
    /// The launches in host code of each kernel as it was read here, by their places among all, and whether there may
    /// be others.
    launches: BTreeMap<Name, (Vec<usize>, bool)>,
}

impl Instances {
    /// The kernels to check, each with its launches.
    fn uses<'f>(
        &self,
        kernels: &[&'f syntax::Function],
        host: &'f Launches,
        spread: &syntax::Spread,
    ) -> Vec<Used<'f>> {
        let used = |function: &'f syntax::Function| {
            let known = self.launches.get(&function.name);
            let (launches, open) = match (self.all.contains_key(&function.name), known) {
                (false, _) => host.of(function, kernels, spread),
                // What launches one that only clang has found is not known.
                (true, None) => (Vec::new(), true),
                (true, Some((own, open))) => {
                    (own.iter().filter_map(|n| host.all.get(*n)).collect(), *open)
                }
            };
            Used { function, arguments: Vec::new(), host: launches, open }
        };
        kernels.iter().map(|function| used(function)).collect()
    }
}

type ByClang = (syntax::File, Context, Launches, Option<Instances>);

/// What clang says of a source, the host code as it was read here.
fn by_clang(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    clang: &dyn Clang,
    Read { file: ours, context, host }: Read,
) -> Result<ByClang, Diagnostic> {
    let functions = kernels_of(&ours);
    let unread = ours.unread().filter_map(|unread| unread.kernel.clone());
    let kernels: Vec<(Name, syntax::Place)> =
        functions.iter().map(|f| (f.name.clone(), f.span.clone())).chain(unread).collect();
    let title = |name: &Name, arguments: &[TemplateArgument]| {
        let function = functions.iter().find(|f| f.name == *name && f.template.is_some());
        match function {
            Some(function) => typing::title(&context, function, arguments),
            None => written(name, arguments).into(),
        }
    };
    let mut uses: Vec<clang::Use> = Vec::new();
    for instance in &ours.instances {
        let known = !instance.arguments.iter().any(|a| matches!(a, TemplateArgument::Unknown(_)));
        let used = clang::Use {
            title: title(&instance.name, &instance.arguments),
            name: instance.name.clone(),
            written: written(&instance.name, &instance.arguments),
            place: instance.span.0.clone(),
        };
        let is_template = kernels.iter().any(|(name, _)| *name == instance.name);
        if known
            && is_template
            && !instance.arguments.is_empty()
            && uses.iter().all(|u| u.title != used.title)
        {
            uses.push(used);
        }
    }
    let mut launches: BTreeMap<Name, (Vec<usize>, bool)> = BTreeMap::new();
    for used in self::uses(&ours, &functions, &context, &host) {
        let own = |launch: &&HostLaunch| host.all.iter().position(|of| std::ptr::eq(of, *launch));
        let own: Vec<usize> = used.host.iter().filter_map(own).collect();
        let title = typing::title(&context, used.function, &used.arguments);
        let known = launches.entry(title).or_default();
        known.0.extend(own);
        known.1 |= used.open;
    }
    let input = preprocess(source, options, files)?;
    if let Some(rest) = input.rest {
        return Err(rest.why);
    }
    let standard = options.standard.unwrap_or_default();
    let read = clang::read(source, input, &kernels, &uses, (clang, standard.flag()))?;
    let all =
        read.instances.into_iter().map(|(title, n)| (title, n.map(|n| uses[n].clone()))).collect();
    let file = syntax::File {
        instances: Vec::new(),
        host: ours.host,
        symbols: ours.symbols,
        notes: ours.notes,
        reach: ours.reach,
        volatile: ours.volatile,
        aligned: ours.aligned,
        ..read.file
    };
    let context = Context::of(&file);
    Ok((file, context, host, Some(Instances { all, launches })))
}

/// A template with its arguments, as C++.
fn written(name: &Name, arguments: &[TemplateArgument]) -> String {
    if arguments.is_empty() {
        return name.to_string();
    }
    let arguments: Vec<String> = arguments.iter().map(TemplateArgument::to_string).collect();
    format!("{name}<{}>", arguments.join(", "))
}

/// Whether the caller says something of the launch.
fn says_launch(options: &Options) -> bool {
    options.block_dim.is_some()
        || options.grid_dim.is_some()
        || options.params.iter().any(|(name, _)| LaunchSize::named(name).is_some())
}

/// A name that no other kernel has: names are unique in an answer, overloads have one.
fn unique(title: &str, others: &[Kernel]) -> String {
    let mut name = title.to_string();
    let mut n = others.iter().filter(|k| k.name == title).count() + 1;
    while others.iter().any(|k| k.name == name) {
        name = format!("{title}.{n}");
        n += 1;
    }
    name
}

/// The kernels to check, each with its launches: of a template, each use that gives arguments; without
/// one, the template for all arguments.
fn uses<'f>(
    file: &'f syntax::File,
    kernels: &[&'f syntax::Function],
    context: &Context,
    host: &'f Launches,
) -> Vec<Used<'f>> {
    let mut all: Vec<Used<'f>> = Vec::new();
    for &function in kernels {
        let (launches, open) = host.of(function, kernels, &file.spread);
        if function.template.is_none() {
            all.push(Used { function, arguments: Vec::new(), host: launches, open });
            continue;
        }
        let title = |arguments: &[TemplateArgument]| typing::title(context, function, arguments);
        let titled: Vec<(&HostLaunch, Name)> =
            launches.iter().map(|launch| (*launch, title(&launch.template))).collect();
        let before = all.len();
        let instances = file.instances.iter().filter(|i| i.name == function.name);
        let mut names = HashSet::new();
        for arguments in instances.map(|i| &i.arguments) {
            let name = title(arguments);
            if !names.insert(name.clone()) {
                continue;
            }
            let own = titled.iter().filter(|(_, of)| *of == name).map(|(launch, _)| *launch);
            let host = own.collect();
            all.push(Used { function, arguments: arguments.clone(), host, open });
        }
        if all.len() == before {
            all.push(Used { function, arguments: Vec::new(), host: launches, open });
        }
    }
    all
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

/// What of the lines no verdict can leave out.
fn refused(lines: &LaunchLines, source: &Source) -> Option<Unsupported> {
    let matters = |unmet: &&Unmet| match unmet.flag {
        Flag::NoAnnotations => crate::vocabulary::has_preconditions(source.text()),
        flag => flag.refuses(),
    };
    let unmet = lines.unmet.iter().find(matters)?;
    Some(Unsupported::new(
        Area::Launch,
        format!("`{}` ({})", unmet.word, unmet.flag.instead()),
        &unmet.span,
    ))
}

/// Every parameter and assumption must be about some kernel.
fn check_options(
    options: &Options,
    kernels: &[&syntax::Function],
    context: &Context,
    assumes: &[syntax::Expr],
) -> Result<(), Diagnostic> {
    for (name, _) in &options.params {
        let launch = LaunchSize::named(name).is_some();
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
