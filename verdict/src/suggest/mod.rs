//! What would make a kernel race free: a weakest condition on its launch and its parameters.
//!
//! [`suggest`] looks for conjunctions of at most three [`Condition`]s under which an alarm is gone: the kernel is
//! proved race free, threads come to its barriers together, and two threads still make the accesses that the alarm was
//! about. Each condition is needed: without it, a race that was found comes back. None of them can be replaced by a
//! weaker one of the same terms. That a kernel needs such conditions is what Cogumbreiro and Lange found of most
//! race-free kernels (*Hidden Assumptions in Static Verification of Data-race Free GPU Programs*, 2025).
//!
//! ```
//! use cuda::{Disk, Options};
//! use semantics::Source;
//! use verdict::suggest::{Effort, Subject, suggest};
//! use verdict::Settings;
//!
//! let text = "__global__ void k(int *a, int w, int n) {
//!     int x = threadIdx.x, y = threadIdx.y;
//!     if (x < n) a[y * w + x] = 1;
//! }";
//! let load = |assumes: &[String]| {
//!     let (block, grid) = (Some([8, 8, 1]), Some([1, 1, 1]));
//!     let assumes = assumes.to_vec();
//!     let launch = Options { block_dim: block, grid_dim: grid, assumes, ..Options::default() };
//!     let unit = cuda::load(Source::new("k.cu", text), &launch, &Disk).ok()?;
//!     Some(Subject::Kernel(unit.into(), 0))
//! };
//! let settings = Settings { solver: "embedded".into(), ..Settings::default() };
//! let Some(Subject::Kernel(unit, _)) = load(&[]) else { panic!("it is read") };
//! let racy = &verdict::check(&unit, &settings)?[0];
//!
//! let found = suggest(racy, &load, None, &settings, Effort::default())?;
//! let first: Vec<String> = found.conjunctions[0].conditions.iter().map(|c| c.to_string()).collect();
//! assert_eq!(first, ["n <= w"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod condition;
mod search;

use condition::Extents;
pub use condition::{Condition, Relation, Term};

use crate::kernel::{self, within};
use crate::reach::{self, Reached};
use crate::reason::Why;
use crate::settings::Settings;
use crate::value::KernelVerdict;
use cuda::Unit;
use jaminan::Program;
use oracle::check::answer::{Status, Verdict};
use oracle::check::reason;
use oracle::solver::NoSolver;
use search::{Answer, Search};
use semantics::{Cond, Expr, Header, Name, Number, Shape, Syntax, Threads};
use std::collections::{BTreeMap, BTreeSet};
use web_time::{Duration, Instant};

/// No more names are looked at; the first ones are the launch's.
const MOST_NAMES: usize = 16;

/// No more numbers of the program are looked at, the smallest first.
const MOST_NUMBERS: usize = 12;

/// What is checked again under further conditions.
pub enum Subject {
    /// The kernel of this number in its file.
    Kernel(Box<Unit>, usize),
    /// A program, or what a protocol is as one.
    Program(Box<Program>),
}

/// Reads the subject again under further conditions, as `--assume` takes them; nothing where they are not about it.
pub type Load<'a> = dyn Fn(&[String]) -> Option<Subject> + 'a;

/// How long is looked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// In all.
    pub time: Duration,
    /// For each conjunction.
    pub each: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { time: Duration::from_secs(60), each: Duration::from_secs(5) }
    }
}

/// Conditions that together make a kernel race free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjunction {
    /// One to three.
    pub conditions: Vec<Condition>,
    /// Whether the launches of the host code meet them; nothing where there are none, or they were asked about.
    pub host: Option<Host>,
}

/// What the host code says of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// Its launches meet them.
    Meets,
    /// Nothing shows that.
    Open,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// None of them implies another one.
    pub conjunctions: Vec<Conjunction>,
    /// How many were asked about.
    pub asked: usize,
    /// Whether nothing was left to ask about: else there may be others.
    pub complete: bool,
}

/// Looks for conditions under which a kernel with this verdict is race free and still runs. `host` reads the kernel
/// under the launches of the host code, where the verdict is not about them.
///
/// # Errors
/// The solver is not there.
pub fn suggest(
    verdict: &KernelVerdict,
    load: &Load<'_>,
    host: Option<&Load<'_>>,
    settings: &Settings,
    effort: Effort,
) -> Result<Suggestions, NoSolver> {
    let Some(subject) = load(&[]).filter(|_| verdict.is_alarm()) else {
        return Ok(Suggestions::default());
    };
    let programs = subject.programs();
    let Some(first) = programs.first() else { return Ok(Suggestions::default()) };
    let header = first.header.clone();
    let end = Instant::now() + effort.time;
    let mut settings = settings.clone();
    settings.allowance.time = Some(effort.each);
    let arrays = alarming(verdict);
    let extents = extents(&header.threads);
    let names = names(&header, &extents, load);
    let conditions = condition::conditions(&names, &numbers(&programs), &extents);
    let narrower = condition::narrower(&conditions, &extents);
    let mut failed = None;
    let mut ask = |conjunction: &[Condition]| {
        if Instant::now() >= end {
            return Answer::Over;
        }
        let texts: Vec<String> = conjunction.iter().map(ToString::to_string).collect();
        answer(load(&texts), &arrays, &settings).unwrap_or_else(|why| {
            failed = Some(why);
            Answer::Over
        })
    };
    let found = Search::new(conditions, &narrower, &header.types).run(races(verdict), &mut ask);
    if let Some(why) = failed {
        return Err(why);
    }
    let mut conjunctions = Vec::new();
    for conditions in found.conjunctions {
        let host = host
            .map(|host| says(&verdict.name, host, &conditions, &arrays, &settings))
            .transpose()?
            .flatten();
        conjunctions.push(Conjunction { conditions, host });
    }
    Ok(Suggestions { conjunctions, asked: found.asked, complete: found.complete })
}

impl Subject {
    /// The programs of all launches: the executions that have a meaning, as far as that is known.
    fn programs(&self) -> Vec<&Program> {
        match self {
            Subject::Program(program) => vec![program],
            Subject::Kernel(unit, number) => {
                let launches = unit.kernels.get(*number).map_or(&[][..], |kernel| &kernel.launches);
                launches.iter().filter_map(executions).collect()
            }
        }
    }

    fn launches(&self) -> usize {
        match self {
            Subject::Program(_) => 1,
            Subject::Kernel(unit, number) => {
                unit.kernels.get(*number).map_or(0, |kernel| kernel.launches.len())
            }
        }
    }

    /// Whether it is the kernel of this name.
    fn is_of(&self, name: &str) -> bool {
        match self {
            Subject::Program(_) => true,
            Subject::Kernel(unit, number) => {
                unit.kernels.get(*number).is_some_and(|kernel| kernel.name == name)
            }
        }
    }

    fn verdict(&self, settings: &Settings) -> Result<Option<KernelVerdict>, NoSolver> {
        match self {
            Subject::Program(program) => kernel::program("", program, settings).map(Some),
            Subject::Kernel(unit, number) => {
                let kernel = unit.kernels.get(*number);
                kernel.map(|kernel| kernel::kernel(unit, kernel, settings)).transpose()
            }
        }
    }
}

/// The program of the executions that a verdict on a launch is about.
fn executions(launched: &cuda::Launched) -> Option<&Program> {
    let within = launched.within_memory.as_ref().map(|within| &within.program);
    let together = launched.together.as_ref().map(|together| &together.program);
    within.or(launched.lowered.as_ref().ok()).or(together)
}

/// What is known of a subject under some conditions.
fn answer(
    subject: Option<Subject>,
    arrays: &[Name],
    settings: &Settings,
) -> Result<Answer, NoSolver> {
    let Some(subject) = subject else { return Ok(Answer::Unknown) };
    let Some(verdict) = subject.verdict(settings)? else { return Ok(Answer::Unknown) };
    match verdict.verdict {
        _ if verdict.is_alarm() => Ok(Answer::Races(races(&verdict))),
        _ if is_empty(&verdict) => Ok(Answer::Idle),
        // A condition is to do without.
        _ if takes_no_wrap(&verdict) => Ok(Answer::Unknown),
        Verdict::Drf => runs(&subject, arrays, settings),
        _ => Ok(Answer::Unknown),
    }
}

/// Whether numbers are taken not to wrap around.
fn takes_no_wrap(verdict: &KernelVerdict) -> bool {
    verdict.assumptions.iter().any(|a| a.kind == cuda::AssumptionKind::NoWrap)
}

/// Whether no launch meets what is assumed.
fn is_empty(verdict: &KernelVerdict) -> bool {
    matches!(verdict.why, Some(Why::Program(reason::Why::NoLaunch)))
}

/// Whether two threads still make the accesses of an array, of each of these.
fn runs(subject: &Subject, arrays: &[Name], settings: &Settings) -> Result<Answer, NoSolver> {
    for array in arrays {
        let mut answers = Vec::new();
        for program in subject.programs() {
            answers.push(within(settings, settings.allowance, |asking| {
                reach::reached(program, array, asking)
            })?);
        }
        if answers.iter().all(|answer| *answer == Reached::Never) {
            return Ok(Answer::Idle);
        }
        if !answers.contains(&Reached::ByTwo) {
            return Ok(Answer::Unknown);
        }
    }
    Ok(Answer::Proved)
}

/// Whether the host code's launches meet a conjunction: where they do not, no two threads make the accesses.
fn says(
    name: &str,
    host: &Load<'_>,
    conditions: &[Condition],
    arrays: &[Name],
    settings: &Settings,
) -> Result<Option<Host>, NoSolver> {
    let all: Vec<String> = conditions.iter().map(|condition| format!("({condition})")).collect();
    let Some(subject) = host(&[format!("!({})", all.join(" && "))]) else { return Ok(None) };
    let programs = subject.programs();
    // Of a launch without a program nothing is known.
    let mut meets = subject.is_of(name) && programs.len() == subject.launches();
    for program in programs {
        for array in arrays {
            meets &= within(settings, settings.allowance, |asking| {
                reach::reached(program, array, asking) == Reached::Never
            })?;
        }
    }
    Ok(Some(if meets { Host::Meets } else { Host::Open }))
}

/// The arrays of which there are alarms.
fn alarming(verdict: &KernelVerdict) -> Vec<Name> {
    let open = verdict.alarms.iter().filter(|alarm| alarm.status != Status::Refuted);
    let arrays: BTreeSet<Name> = open.map(|alarm| alarm.race.array.clone()).collect();
    arrays.into_iter().collect()
}

/// The values with which a kernel races, or its threads diverge.
fn races(verdict: &KernelVerdict) -> Vec<BTreeMap<Name, Number>> {
    let open = verdict.alarms.iter().filter(|alarm| alarm.status != Status::Refuted);
    let races = open.map(|alarm| alarm.race.params.clone());
    races.chain(verdict.divergences.iter().map(|diverging| diverging.params.clone())).collect()
}

/// The extents of the launch that are not numbers.
fn extents(threads: &Threads) -> Extents {
    let Threads::Grid { block, grid } = threads else { return Extents::default() };
    let names = |of: &[Expr; 3]| of.iter().flat_map(Expr::free_variables).collect();
    Extents { block: names(block), grid: names(grid) }
}

/// The parameters of which conditions can speak, those of the launch last.
fn names(header: &Header, extents: &Extents, load: &Load<'_>) -> Vec<Name> {
    let (launch, own): (Vec<&Name>, Vec<&Name>) =
        header.params.iter().partition(|name| extents.has(name));
    let all = launch.into_iter().chain(own).take(MOST_NAMES).cloned();
    all.filter(|name| load(&[format!("{name} == {name}")]).is_some()).collect()
}

/// The numbers of conditions: 0 and 1, and those of the programs, of what they assume and of their launches.
fn numbers(programs: &[&Program]) -> BTreeSet<Number> {
    let mut own = BTreeSet::new();
    let most = Number::from(1 << 20);
    let mut add = |n: &Number| {
        if *n > Number::from(1) && *n <= most {
            own.insert(n.clone());
        }
    };
    for program in programs {
        of_statement(&program.body, &mut add);
        let extents = extents(&program.header.threads);
        // The limits of CUDA say nothing of this kernel.
        let of_own = |c: &&Cond| {
            c.free_variables().iter().any(|name| !extents.has(name)) || c.mentions_thread()
        };
        for assumption in program.header.assumptions.iter().filter(of_own) {
            assumption.each_leaf(&mut of_leaf(&mut add));
        }
        if let Threads::Grid { block, grid } = &program.header.threads {
            block.iter().chain(grid).for_each(|extent| extent.each_leaf(&mut of_leaf(&mut add)));
        }
    }
    own.into_iter().take(MOST_NUMBERS).chain([0, 1].map(Number::from)).collect()
}

fn of_statement<S: Syntax>(s: &S, f: &mut dyn FnMut(&Number)) {
    match s.shape() {
        Shape::Skip | Shape::Sync(_) => {}
        Shape::Access(_, _, e, _) => e.each_leaf(&mut of_leaf(f)),
        Shape::Write(_, a, b, _) => [a, b].into_iter().for_each(|e| e.each_leaf(&mut of_leaf(f))),
        Shape::Read(_, _, e, s, _) => {
            e.each_leaf(&mut of_leaf(f));
            of_statement(&**s, f);
        }
        Shape::Seq(s1, s2) => [s1, s2].into_iter().for_each(|s| of_statement(&**s, f)),
        Shape::If(c, s1, s2) => {
            c.each_leaf(&mut of_leaf(f));
            [s1, s2].into_iter().for_each(|s| of_statement(&**s, f));
        }
        Shape::For(_, lo, hi, s) => {
            [lo, hi].into_iter().for_each(|e| e.each_leaf(&mut of_leaf(f)));
            of_statement(&**s, f);
        }
        Shape::Var(_, s) => of_statement(&**s, f),
    }
}

/// What of the leaves is a number.
fn of_leaf(f: &mut dyn FnMut(&Number)) -> impl FnMut(&Expr) {
    |leaf| {
        if let Expr::Num(n) = leaf {
            f(n);
        }
    }
}
