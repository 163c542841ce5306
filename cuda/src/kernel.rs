//! One kernel of a source: its launches, and the program of each.

use crate::area::Area;
use crate::assumption::Assumption;
use crate::launch::{Chosen, Fact, Given, HostLaunch, Launch, LaunchSource, SharedArray, choose};
use crate::launch_granted::{assumptions, of_alarms};
use crate::lower::{
    Failure, FoundBefore, Later, Setting, Which, Wrapping, asserts, few_iterations, lower, probe,
    with_assertions, written_out,
};
use crate::note::Note;
use crate::options::Options;
use crate::path;
use crate::survey::axes;
use crate::synchronization;
use crate::syntax::{self, TemplateArgument};
use crate::typed::{self, Contents, Expr, LocalId, Storage};
use crate::typing::{self, Context, Refusal};
use crate::unsupported::Unsupported;
use jaminan::Program;
use semantics::{Allowance, Diagnostic, Exhausted, Name, Span, Synchronization, limits};
use std::collections::BTreeSet;
use std::sync::Arc;
use web_time::{Duration, Instant};

/// A kernel of a source.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// Which function of the syntax tree it is; none where that is not read so far.
    pub source: Option<KernelSource>,
    /// Its launches, at least one.
    pub launches: Vec<Launched>,
    /// Whether it asserts anything: then only [`Launched::bounded`] shows a race.
    pub asserts: bool,
    /// What its fences and atomics may order, where its pointers point to memory of their own; none where it
    /// is not read that far.
    pub synchronization: Option<Synchronization>,
    /// The names in it that nothing at hand declares, and that are taken as constants.
    pub(crate) undeclared: BTreeSet<Name>,
    /// How long it took to read, and its part of the file.
    pub took: Duration,
}

/// Which function of a syntax tree a kernel is.
#[derive(Clone, Debug)]
pub struct KernelSource {
    /// Its place among [`syntax::File::functions`].
    pub function: usize,
    /// The arguments of a template, none for all of them.
    pub arguments: Vec<TemplateArgument>,
}

/// A kernel under one launch.
#[derive(Clone, Debug)]
pub struct Launched {
    /// The launch.
    pub launch: Launch,
    /// What the host code says of it besides.
    pub facts: Vec<Fact>,
    /// The pointer parameters that point into the memory of another one.
    pub shared: Vec<SharedArray>,
    /// What host code gives the kernel besides what its program says.
    pub given: HostValues,
    /// Its program, or what of it is not modelled.
    pub lowered: Result<Program, Unsupported>,
    /// The executions in which threads come together to each barrier, where it is not plain that they do and there
    /// is no program for that reason.
    pub together: Option<Together>,
    /// The executions in which no such loop runs often, where some loop may end early, or does not
    /// count, and in which what is asserted holds.
    pub bounded: Option<Bounded>,
    /// The executions that stay within the memory that host code gives, where it says how much that is:
    /// the others have no meaning.
    pub within_memory: Option<WithinMemory>,
    /// The executions in which no index and no counter wraps around, where some may: only *race free* may be taken
    /// from them, and only with what is then taken for granted. First those in which no sum of atomics does; of each first
    /// all of them, then those within memory.
    pub unwrapped: Vec<Unwrapped>,
    /// Conventions that mattered, and what was approximated and why.
    pub notes: Vec<Note>,
    /// What its program takes for granted.
    pub assumptions: Vec<Assumption>,
    /// What an alarm takes for granted besides: that the host code gives the numbers that it needs.
    pub of_alarms: Option<Assumption>,
    /// Whether it uses variables that host code may write which is not at hand: a run starts from one of the
    /// values that they may have.
    pub unseen: bool,
}

/// What host code gives a kernel, where its program does not say it: for runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostValues {
    /// How many bytes there are where parameters point to, in terms of the program's parameters.
    pub sizes: Vec<(Name, Arc<semantics::Expr>)>,
    /// The parameters that are floating-point numbers.
    pub reals: Vec<(Name, f64)>,
    /// The parameters that are null pointers, and the members of them.
    pub null: std::collections::BTreeSet<Name>,
    /// The program's parameters that are no parameters of the kernel, but values of the host that bound those.
    pub hidden: std::collections::BTreeSet<Name>,
}

/// The executions of a kernel in which threads come together to each barrier.
#[derive(Clone, Debug)]
pub struct Together {
    /// Their program.
    pub program: Program,
    /// For each barrier of which that is not plain, the question whether they diverge there.
    pub divergences: Vec<Divergence>,
}

/// The executions of a kernel that stay within the memory that host code gives.
#[derive(Clone, Debug, PartialEq)]
pub struct WithinMemory {
    /// Their program.
    pub program: Program,
    /// As [`Launched::bounded`], of them.
    pub bounded: Option<Bounded>,
    /// What the host code says of the memory.
    pub facts: Vec<Fact>,
}

/// The executions of a kernel in which unsigned numbers do not wrap around, where they are indices or count loops, and
/// perhaps others; or only those within the memory that host code gives.
#[derive(Clone, Debug)]
pub struct Unwrapped {
    /// Their program.
    pub program: Program,
    /// What the host code says of the memory, where it matters.
    pub facts: Vec<Fact>,
    /// What is taken for granted, of the launch too.
    pub assumptions: Vec<Assumption>,
}

/// Some executions of a kernel: a race of one is a race of the kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounded {
    /// Their program.
    pub program: Program,
    /// How often a loop that may end early, or does not count, runs at most; none without such loops.
    pub iterations: Option<usize>,
}

/// Whether some threads of a block reach a barrier and others do not: put as a race of a program.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The program that races on an array that is a [`semantics::ArrayRole::Barrier`] where threads diverge: the thread
    /// that reads reaches the barrier, the one that writes does not. None where it cannot be put so.
    pub program: Option<Question>,
    /// The same of some executions, in which loops run a few times and what is asserted holds: what it shows is so.
    pub bounded: Option<Program>,
    /// Where the barrier stands.
    pub barrier: Span,
}

/// A question about a barrier.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// It, as a program.
    pub program: Program,
    /// Whether its executions are some of the kernel's: what it shows is so.
    pub shows: bool,
}

impl Question {
    fn about(
        kernel: &typed::Kernel,
        setting: &Setting<'_>,
        assumed: &[typed::Expr],
        barrier: &Span,
    ) -> Option<Self> {
        let ask = |later| probe(kernel, setting, assumed, barrier, later);
        let whole = ask(Later::Kept).map(|program| Question { program, shows: true });
        whole.or_else(|| Some(Question { program: ask(Later::LeftOut)?, shows: false }))
    }
}

impl Kernel {
    /// Whether a person means it by this name: its own, without the namespaces that it stands in, or, of an instance of
    /// a template, without the arguments.
    pub fn is_meant_by(&self, name: &str) -> bool {
        let template = self.name.split_once('<').map_or(&*self.name, |(template, _)| template);
        let arguments = &self.name[template.len()..];
        let short = path::last(template);
        [&*self.name, template, short].contains(&name) || format!("{short}{arguments}") == name
    }

    /// A kernel that is not modelled, whatever its launch.
    pub(crate) fn refused(name: String, why: Unsupported, assumptions: Vec<Assumption>) -> Kernel {
        let launch =
            Launch { from: LaunchSource::Assumed, span: None, block: [None; 3], grid: [None; 3] };
        let launched = Launched { assumptions, ..Launched::refused(launch, why) };
        let took = Duration::ZERO;
        let (synchronization, undeclared) = (None, BTreeSet::new());
        let launches = vec![launched];
        let source = None;
        Kernel { name, source, launches, asserts: false, synchronization, undeclared, took }
    }

    /// The kernel under its only launch; `None` where it has several.
    pub fn single(&self) -> Option<&Launched> {
        match self.launches.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// What is wrong with it is no mistake of the source: somebody else takes it for C++.
    pub(crate) fn understood_elsewhere(&mut self) {
        let refused =
            self.launches.iter_mut().filter_map(|launched| launched.lowered.as_mut().err());
        refused.for_each(|why| *why = why.clone().not_understood());
    }

    /// What is wrong with it, where it is no C++.
    pub fn mistake(&self) -> Option<&Diagnostic> {
        let mut refused =
            self.launches.iter().filter_map(|launched| launched.lowered.as_ref().err());
        refused.find_map(|why| why.as_mistake())
    }

    /// As [`Kernel::single`].
    pub fn into_single(mut self) -> Option<Launched> {
        self.launches.pop().filter(|_| self.launches.is_empty())
    }
}

impl Launched {
    /// A launch of what is not modelled.
    pub(crate) fn refused(launch: Launch, why: Unsupported) -> Launched {
        Launched {
            launch,
            facts: Vec::new(),
            shared: Vec::new(),
            given: HostValues::default(),
            lowered: Err(why),
            together: None,
            bounded: None,
            within_memory: None,
            unwrapped: Vec::new(),
            notes: Vec::new(),
            assumptions: Vec::new(),
            of_alarms: None,
            unseen: false,
        }
    }
}

/// What all kernels of a source have in common.
pub(crate) struct Unit<'a> {
    pub context: &'a Context,
    pub given: Given<'a>,
    pub assumes: &'a [syntax::Expr],
    /// What the first lines ask for and is not modelled.
    pub refused: Option<Unsupported>,
    /// What each kernel may take.
    pub each: Allowance,
}

/// A kernel, as it is launched.
pub(crate) struct Used<'f> {
    pub function: &'f syntax::Function,
    /// The arguments of a template.
    pub arguments: Vec<TemplateArgument>,
    /// The launches in host code.
    pub host: Vec<&'f HostLaunch>,
    /// Whether it may be launched in ways that are not seen.
    pub open: bool,
}

/// A kernel, and what types its parameters, as a template, are read with besides.
type Read = (Kernel, Others);

/// Types of the parameters of a kernel template.
#[derive(Default)]
pub(crate) struct Others {
    /// Which parameter is to be which type.
    pub all: Vec<(Name, syntax::Type)>,
    /// Whether it must be one of them for the kernel to be C++; else the kernel is read as if it were none.
    pub instead: bool,
}

/// The programs of a kernel, and what else it is to be read with; or what of it was read before it had spent
/// what it may.
///
/// # Errors
/// What of the options does not fit it.
pub(crate) fn kernel(unit: &Unit<'_>, used: &Used<'_>) -> Result<Read, Diagnostic> {
    let begin = Instant::now();
    let limits = unit.each.from_now();
    let (mut kernel, others) = limits.enter(|| {
        let read = read(unit, used);
        let Err(spent) = limits::ask_now() else { return read };
        Ok(spent_on(used.function, read, spent))
    })?;
    kernel.took = begin.elapsed();
    Ok((kernel, others))
}

/// A kernel on which all was spent that may be. Where it has no program that is why: what is given as the reason
/// may have been found while the work was given up.
fn spent_on(function: &syntax::Function, read: Result<Read, Diagnostic>, spent: Exhausted) -> Read {
    let why = || Unsupported::exhausted(spent, &function.span.0);
    let (mut kernel, others) = read.unwrap_or_else(|_| {
        (Kernel::refused(function.name.to_string(), why(), Vec::new()), Others::default())
    });
    for launched in kernel.launches.iter_mut().filter(|launched| launched.lowered.is_err()) {
        (launched.lowered, launched.together) = (Err(why()), None);
    }
    (kernel, others)
}

fn read(unit: &Unit<'_>, used: &Used<'_>) -> Result<Read, Diagnostic> {
    let (function, context) = (used.function, unit.context);
    let name = typing::title(context, function, &used.arguments).to_string();
    let refused = |u: Unsupported| Kernel::refused(name.clone(), u, Vec::new());
    if let Some(why) = &unit.refused {
        return Ok((refused(why.clone()), Others::default()));
    }
    let launched_here = !used.host.is_empty() && !used.open;
    let typed = match typing::instance(context, function, &used.arguments, launched_here) {
        Ok(typed) => typed,
        Err(Refusal::Unsupported(mut u)) => {
            let others = Others { all: std::mem::take(&mut u.others), instead: u.instead };
            return Ok((refused(u), others));
        }
        // It may mean something for some arguments.
        Err(Refusal::Error(Diagnostic { message, span: Some(span), .. }))
            if function.template.is_some() =>
        {
            let why = Unsupported::new(
                Area::Template,
                format!("what a template has here: {message}"),
                &span,
            );
            return Ok((refused(why), Others::default()));
        }
        Err(Refusal::Error(mistake)) => {
            let why = Unsupported::mistake(mistake, &function.span.0);
            return Ok((refused(why), Others::default()));
        }
    };
    let mut notes = typed.notes.clone();
    let assumed = assumed(unit, used, &mut notes)?;
    let chosen = choose(&typed, axes(&typed, &assumed), &unit.given, &used.host, used.open);
    let mut launches = Vec::new();
    for chosen in chosen {
        let mut launched = launched(&typed, &chosen, unit.given.options, &assumed)?;
        launched.notes.splice(0..0, notes.iter().cloned());
        launched.assumptions.extend(typed.assumptions.iter().cloned());
        launches.push(launched);
    }
    let synchronization = Some(synchronization::of(&typed, &[]));
    let (asserts, took) = (asserts(&typed), Duration::ZERO);
    let undeclared = typed.undeclared.iter().map(|id| typed.locals[id.0].name.clone()).collect();
    let others = Others { all: typed.others, instead: false };
    let source = None;
    Ok((Kernel { name, source, launches, asserts, synchronization, undeclared, took }, others))
}

/// What the caller assumes of this kernel.
fn assumed(
    unit: &Unit<'_>,
    used: &Used<'_>,
    notes: &mut Vec<Note>,
) -> Result<Vec<Expr>, Diagnostic> {
    let mut assumed: Vec<Expr> = Vec::new();
    for assume in unit.assumes {
        match typing::condition(unit.context, used.function, &used.arguments, assume) {
            Ok((locals, condition)) => {
                let mentioned = crate::survey::mentioned(&condition);
                let other = mentioned.iter().filter_map(|id| locals.get(id.0));
                if let Some(other) = other.into_iter().find(|l| l.storage != Storage::Parameter) {
                    return Err(Diagnostic::at(
                        condition.span.clone(),
                        format!("`{}` is no parameter of the kernel", other.name),
                    ));
                }
                assumed.push(condition);
            }
            Err(_) => notes.push(format!("`--assume '{assume}'` is not about this kernel").into()),
        }
    }
    Ok(assumed)
}

fn launched(
    typed: &crate::typed::Kernel,
    chosen: &Chosen,
    options: &Options,
    assumed: &[Expr],
) -> Result<Launched, Diagnostic> {
    let launch = &chosen.launch;
    let found = FoundBefore::default();
    let setting = Setting {
        found: &found,
        block: launch.block,
        grid: launch.grid,
        from: launch.from,
        tied: chosen.tied.as_ref(),
        below: chosen.below,
        within_memory: false,
        unwrapped: None,
        params: &options.params,
        warp_sync: options.warp_sync,
        divergent_barriers: options.divergent_barriers,
    };
    let facts = chosen.tied.as_ref().map_or_else(Vec::new, |tied| tied.facts.clone());
    let shared = chosen.tied.as_ref().map_or_else(Vec::new, |tied| tied.shared_arrays(typed));
    let made = match lower(typed, &setting, assumed) {
        Ok(made) => made,
        Err(Failure::Unsupported(u)) => {
            let assumptions = assumptions(chosen, &[], false);
            let unwrapped = match u.as_exhausted() {
                None => unwrapped(typed, chosen, &setting, assumed, &[Which::All]),
                Some(_) => Vec::new(),
            };
            let refused = Launched::refused(launch.clone(), u);
            let of_alarms = of_alarms(chosen);
            return Ok(Launched { assumptions, facts, shared, unwrapped, of_alarms, ..refused });
        }
        Err(Failure::Error(diagnostic)) => return Err(diagnostic),
    };
    let divergences = divergences(typed, &setting, assumed, &made.apart);
    let synchronization = synchronization(typed, chosen);
    let synchronized = |mut program: Program| {
        program.header.synchronization.clone_from(&synchronization);
        program
    };
    let bounded = |setting: &Setting<'_>| {
        let Bounded { program, iterations } = bounded(typed, setting, assumed)?;
        Some(Bounded { program: synchronized(program), iterations })
    };
    let measured = chosen.tied.as_ref().filter(|tied| !tied.memory.is_empty());
    let within_memory = measured.and_then(|tied| {
        let setting = Setting { within_memory: true, ..setting };
        let program = synchronized(lower(typed, &setting, assumed).ok()?.program);
        let facts = tied.memory_facts.clone();
        Some(WithinMemory { program, bounded: bounded(&setting), facts })
    });
    let unwrapped = match made.wrapping {
        Wrapping::AsInC(seen) if seen.any() => {
            let which = if seen.sums { &[Which::Sums, Which::All][..] } else { &[Which::All] };
            let which = if seen.others { which } else { &which[..1] };
            unwrapped(typed, chosen, &setting, assumed, which)
        }
        _ => Vec::new(),
    };
    let program = synchronized(made.program);
    let reals = chosen.tied.iter().flat_map(|tied| &tied.reals);
    let reals = reals.map(|(n, x)| (typed.locals[*n].name.clone(), *x)).collect();
    let null =
        chosen.tied.iter().flat_map(|tied| &tied.null).map(|slot| slot.name(typed)).collect();
    let given = HostValues { sizes: made.sizes, reals, null, hidden: made.hidden };
    let (lowered, together) = match made.apart.first() {
        None => (Ok(program), None),
        Some(barrier) => {
            let what = "a barrier that threads need not reach together";
            let why = Unsupported::new(Area::Barrier, what, barrier);
            (Err(why), Some(Together { program, divergences }))
        }
    };
    Ok(Launched {
        launch: launch.clone(),
        facts,
        shared,
        given,
        bounded: bounded(&setting),
        within_memory,
        unwrapped,
        lowered,
        together,
        notes: made.notes,
        unseen: typed.contents.values().any(|contents| *contents == Contents::Unseen),
        assumptions: assumptions(chosen, &made.below, made.numbered),
        of_alarms: of_alarms(chosen),
    })
}

/// The questions whether threads diverge at these barriers.
fn divergences(
    typed: &crate::typed::Kernel,
    setting: &Setting<'_>,
    assumed: &[Expr],
    barriers: &[Span],
) -> Vec<Divergence> {
    if barriers.is_empty() {
        return Vec::new();
    }
    let few = holding(typed)
        .and_then(|kernel| few_iterations(&kernel).or_else(|| asserts(typed).then_some(kernel)));
    let asked = |barrier: &Span| Divergence {
        program: Question::about(typed, setting, assumed, barrier),
        bounded: few.as_ref().and_then(|few| probe(few, setting, assumed, barrier, Later::Kept)),
        barrier: barrier.clone(),
    };
    barriers.iter().map(asked).collect()
}

/// Some of the executions, where there are more: those in which loops run a few times, and what is asserted holds.
fn bounded(
    typed: &crate::typed::Kernel,
    setting: &Setting<'_>,
    assumed: &[Expr],
) -> Option<Bounded> {
    let holding = holding(typed)?;
    let (kernel, iterations) = match written_out(&holding) {
        Some((kernel, iterations)) => (kernel, Some(iterations)),
        None if asserts(typed) => (holding, None),
        None => return None,
    };
    let program = lower(&kernel, setting, assumed).ok()?.program;
    Some(Bounded { program, iterations })
}

/// The kernel where all that it asserts holds.
fn holding(typed: &crate::typed::Kernel) -> Option<crate::typed::Kernel> {
    if asserts(typed) { with_assertions(typed) } else { Some(typed.clone()) }
}

/// The executions in which no such number wraps around, where something is taken for granted by that; and those of them
/// within memory.
fn unwrapped(
    typed: &crate::typed::Kernel,
    chosen: &Chosen,
    setting: &Setting<'_>,
    assumed: &[Expr],
    which: &[Which],
) -> Vec<Unwrapped> {
    let memory = chosen.tied.as_ref().map_or(&[][..], |tied| &tied.memory_facts);
    let is_measured = chosen.tied.as_ref().is_some_and(|tied| !tied.memory.is_empty());
    let made = |which: Which, within_memory: bool| {
        let setting = Setting { unwrapped: Some(which), within_memory, ..*setting };
        let made = lower(typed, &setting, assumed).ok()?;
        let Wrapping::TakenNotTo(_, taken) = made.wrapping else { return None };
        if taken.is_empty() || !made.apart.is_empty() {
            return None;
        }
        let mut program = made.program;
        program.header.synchronization = synchronization(typed, chosen);
        let mut assumptions = assumptions(chosen, &made.below, made.numbered);
        assumptions.extend(taken);
        let facts = if within_memory { memory.to_vec() } else { Vec::new() };
        Some(Unwrapped { program, facts, assumptions })
    };
    let both = |which: &Which| {
        let within = if is_measured { made(*which, true) } else { None };
        made(*which, false).into_iter().chain(within)
    };
    which.iter().flat_map(both).collect()
}

/// By what the threads of a kernel synchronize.
fn synchronization(typed: &crate::typed::Kernel, chosen: &Chosen) -> Synchronization {
    let same = chosen.tied.iter().flat_map(|tied| &tied.same);
    let same: Vec<_> =
        same.map(|same| (LocalId(same.parameter.local), LocalId(same.of.local))).collect();
    synchronization::of(typed, &same)
}
