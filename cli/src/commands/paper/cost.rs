//! What parametric flows cost on the kernels of [P12], beside explicit threads.

use super::form::{KernelCostForm, LaunchCostForm};
use super::plot::{Curve, Panel};
use crate::failure::Failure;
use crate::progress::Progress;
use jaminan::Program;
use oracle::check::Settings;
use oracle::solver::{Solver, choose};
use rustix::time::{ClockId, clock_gettime};
use semantics::Limits;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use theories::kernels::LI2012;
use theories::parametric_flows::explicit::{Explicit, explicit, told_of};
use theories::parametric_flows::performance::{Capability, Kind};
use theories::parametric_flows::{Analysis, Flows, Inputs, Refusal, Relation, Verdict, Warps};

/// Numbers of threads.
const THREADS: [u64; 5] = [32, 256, 1024, 4096, 16384];

/// What a thread needs for deep programs.
const STACK: usize = 256 << 20;

/// The explicit threads of one launch get this long.
const EXPLICIT: Duration = Duration::from_secs(3);

/// The flows of one launch get this long.
const PARAMETRIC: Duration = Duration::from_secs(30);

/// A launch that takes less is measured again, and the shortest time counts.
const SHORT: Duration = Duration::from_millis(400);

/// A kernel: its name, its text, and the most threads of a block.
type Kernel = (&'static str, &'static str, u64);

/// Time on the processors, of this thread and of the processes that it has started: its solver is one, where the system
/// says how long that has run. Others on the machine do not count, nor do other threads of this program.
struct Clock(Duration);

impl Clock {
    fn now() -> Self {
        let own: Duration =
            clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default();
        let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
        Clock(own + children.split_whitespace().map(spent).sum::<Duration>())
    }

    fn elapsed(&self) -> Duration {
        Clock::now().0.saturating_sub(self.0)
    }
}

/// How long the threads of a process have run.
fn spent(process: &str) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let nanoseconds = threads.flatten().filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// What a launch cost.
pub(super) struct Cost {
    pub(super) threads: u64,
    /// Without replays, which GKLEEp does not make.
    pub(super) parametric: Duration,
    /// With them.
    pub(super) replayed: Duration,
    pub(super) flows: usize,
    pub(super) verdict: Verdict,
    pub(super) relations: Vec<Relation>,
    pub(super) explicit: Option<Duration>,
    pub(super) same: Option<bool>,
}

/// What a kernel cost.
pub(super) struct Measured {
    pub(super) name: &'static str,
    pub(super) costs: Vec<Cost>,
    pub(super) conflicts: bool,
    pub(super) uncoalesced: bool,
    /// The parametric cost at 16384 threads over that at 1024.
    pub(super) ratio: f64,
}

pub(super) fn program(
    name: &str,
    text: &str,
    launch: Option<(u64, u64)>,
    defines: Vec<String>,
) -> Result<Program, Failure> {
    super::load(&format!("{name}.cu"), text, launch, defines)
}

fn settings(solver: &mut dyn Solver) -> Settings<'_> {
    Settings::of(solver)
}

fn within<T>(time: Duration, work: impl FnOnce() -> T) -> T {
    Limits::default().within(time).enter(work)
}

fn undecided(why: Refusal) -> Failure {
    Failure::Undecided { why: why.to_string(), hint: "see `jaminan flows`".into() }
}

fn analysis(warps: Warps) -> Analysis {
    Analysis { warps, inputs: inputs(), ..Analysis::default() }
}

fn inputs() -> Inputs {
    Inputs { unroll: 16, ..Inputs::default() }
}

pub(super) fn flows(program: &Program, warps: Warps, solver: &mut dyn Solver) -> Result<Flows, Failure> {
    within(PARAMETRIC, || analysis(warps).run(program, &mut settings(solver))).map_err(undecided)
}

/// What the kernels cost, in order, and what comes of other work meanwhile: with as many threads as there are
/// processors, each with a solver of its own.
///
/// # Errors
/// No solver; a kernel that is not analysed; what that work ends with.
pub(super) fn beside<T>(
    progress: &Progress,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<(T, Vec<Measured>), Failure> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Measured)>> = Mutex::default();
    let measure = || -> Result<(), Failure> {
        let no_solver = |why: oracle::solver::NoSolver| {
            Failure::usage(why.to_string(), "install one, such as Z3")
        };
        let mut chosen = choose("auto").map_err(no_solver)?;
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(kernel) = LI2012.get(n) else { return Ok(()) };
            progress.tell(kernel.0);
            let measured = measured(*kernel, chosen.solver.as_mut())?;
            if let Ok(mut done) = done.lock() {
                done.push((n, measured));
            }
        }
    };
    let others = std::thread::available_parallelism().map_or(1, NonZero::get) - 1;
    let of_work = std::thread::scope(|threads| {
        let start = || {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(threads, measure).ok()
        };
        let started: Vec<_> = (0..others).filter_map(|_| start()).collect();
        let of_work = work().and_then(|of_work| measure().map(|()| of_work));
        if of_work.is_err() {
            // The others need not go on.
            next.store(LI2012.len(), Ordering::Relaxed);
        }
        for thread in started {
            // One that panicked has left its kernel out: that is told below.
            thread.join().unwrap_or(Ok(()))?;
        }
        of_work
    })?;
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(n, _)| *n);
    if done.len() < LI2012.len() {
        return Err(Failure::Undecided {
            why: "a kernel was not measured".into(),
            hint: "this is a mistake of the report".into(),
        });
    }
    Ok((of_work, done.into_iter().map(|(_, measured)| measured).collect()))
}

fn measured((name, text, most): Kernel, solver: &mut dyn Solver) -> Result<Measured, Failure> {
    let mut costs: Vec<Cost> = Vec::new();
    let (mut conflicts, mut uncoalesced) = (false, false);
    let mut in_time = true;
    for threads in THREADS {
        let program = launched((name, text, most), threads)?;
        let start = Clock::now();
        let found = flows(&program, Warps::Simd, solver)?;
        let replayed = start.elapsed();
        // Where nothing is found nothing is replayed: that run was one without replays.
        let nothing = found.races.is_empty() && found.deadlocks.is_empty();
        let parametric = timed(&program, nothing.then_some(replayed), solver)?;
        let (explicit_time, baseline) = match in_time {
            true => baseline(&program, solver),
            false => (None, None),
        };
        in_time = explicit_time.is_some();
        let relations: BTreeSet<Relation> =
            found.races.iter().map(|race| race.relation).collect();
        costs.push(Cost {
            threads,
            parametric,
            replayed,
            flows: found.intervals.iter().map(|interval| interval.flows.len()).sum(),
            verdict: found.verdict(),
            relations: relations.into_iter().collect(),
            explicit: explicit_time,
            same: baseline.map(|baseline| baseline.races.keys().eq(told_of(&found).keys())),
        });
        if threads == 1024 {
            let performance = Some(Capability::Two);
            let analysis = Analysis { performance, replays: false, ..analysis(Warps::Simd) };
            let found = within(PARAMETRIC, || analysis.run(&program, &mut settings(solver)));
            let slow = found.map_err(undecided)?.slow;
            conflicts = slow.iter().any(|slow| slow.kind == Kind::BankConflict);
            uncoalesced = slow.iter().any(|slow| slow.kind == Kind::Uncoalesced);
        }
    }
    let ratio = ratio((name, text, most), &costs, solver)?;
    Ok(Measured { name, costs, conflicts, uncoalesced, ratio })
}

/// The parametric cost at 16384 threads over that at 1024. What takes a moment is measured in turns: the
/// least of each.
fn ratio(kernel: Kernel, costs: &[Cost], solver: &mut dyn Solver) -> Result<f64, Failure> {
    let of = |threads| costs.iter().find(|cost| cost.threads == threads);
    let mut least = [1024, 16384].map(|threads| of(threads).map_or(Duration::MAX, |c| c.parametric));
    let [small, large] = [launched(kernel, 1024)?, launched(kernel, 16384)?];
    for _ in 0..5 {
        if least[0] > SHORT {
            break;
        }
        for (least, program) in least.iter_mut().zip([&small, &large]) {
            *least = (*least).min(once(program, solver)?);
        }
    }
    Ok(least[1].as_secs_f64() / least[0].as_secs_f64().max(1e-9))
}

/// A kernel with so many threads.
fn launched((name, text, most): Kernel, threads: u64) -> Result<Program, Failure> {
    let block = threads.min(most);
    program(name, text, Some((block, threads / block)), vec![format!("NUM={block}")])
}

/// The shortest time of a few, without replays, that of an `earlier` run among them.
fn timed(
    program: &Program,
    earlier: Option<Duration>,
    solver: &mut dyn Solver,
) -> Result<Duration, Failure> {
    let mut best = earlier.unwrap_or(Duration::MAX);
    if earlier.is_some_and(|time| time > SHORT) {
        return Ok(best);
    }
    for _ in 0..3 {
        let time = once(program, solver)?;
        best = best.min(time);
        if time > SHORT {
            break;
        }
    }
    Ok(best)
}

/// The time of one run, without replays.
fn once(program: &Program, solver: &mut dyn Solver) -> Result<Duration, Failure> {
    let analysis = Analysis { replays: false, ..analysis(Warps::Simd) };
    let start = Clock::now();
    within(PARAMETRIC, || analysis.run(program, &mut settings(solver))).map_err(undecided)?;
    Ok(start.elapsed())
}

fn baseline(
    program: &Program,
    solver: &mut dyn Solver,
) -> (Option<Duration>, Option<Explicit>) {
    let start = Clock::now();
    let explicit = || explicit(program, inputs(), Warps::Simd, &mut settings(solver));
    match within(EXPLICIT, explicit) {
        Ok(found) if found.undecided.is_empty() => (Some(start.elapsed()), Some(found)),
        Ok(_) => (Some(start.elapsed()), None),
        Err(_) => (None, None),
    }
}

impl Cost {
    fn form(&self) -> LaunchCostForm {
        LaunchCostForm {
            threads: self.threads,
            parametric_seconds: self.parametric.as_secs_f64(),
            replayed_seconds: self.replayed.as_secs_f64(),
            explicit_seconds: self.explicit.map(|time| time.as_secs_f64()),
            flows: self.flows,
            verdict: self.verdict.word().into(),
            same_races: self.same,
        }
    }

    pub(super) fn told(&self) -> String {
        let letter = |relation: &Relation| match relation {
            Relation::SameWarp => 'W',
            Relation::SameBlock => 'B',
            Relation::DifferentBlocks => 'G',
        };
        let races: String = self.relations.iter().map(letter).collect();
        let races = match (races.is_empty(), self.verdict) {
            (true, Verdict::Drf) => String::new(),
            (true, _) => " [?]".into(),
            (false, _) => format!(" [{races}]"),
        };
        let explicit = match self.explicit {
            Some(time) => format!("{:.2}", time.as_secs_f64()),
            None => "T.O.".into(),
        };
        format!("{:.2} / {explicit}{races}", self.parametric.as_secs_f64())
    }
}

impl Measured {
    pub(super) fn form(&self) -> KernelCostForm {
        KernelCostForm {
            name: self.name.into(),
            launches: self.costs.iter().map(Cost::form).collect(),
            bank_conflicts: self.conflicts,
            uncoalesced: self.uncoalesced,
            ratio: self.ratio,
        }
    }

    pub(super) fn panel(&self) -> Panel {
        let points = |time: &dyn Fn(&Cost) -> Option<Duration>| {
            let point = |cost: &Cost| Some((cost.threads as f64, time(cost)?.as_secs_f64()));
            self.costs.iter().filter_map(point).collect::<Vec<_>>()
        };
        Panel {
            title: self.name.into(),
            curves: vec![
                Curve { points: points(&|cost| Some(cost.parametric)), dashed: false },
                Curve { points: points(&|cost| cost.explicit), dashed: true },
            ],
        }
    }
}

