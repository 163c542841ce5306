//! The report on [P12]: its claims, its two figures, and the cost of parametric flows beside that of
//! explicit threads.

use super::Markup;
use crate::document::Block;
use super::form::{FlowsPaperForm, KernelCostForm, LaunchCostForm, MachineClaimForm};
use super::machine::claim;
use super::plot::{Curve, Panel, plot};
use crate::commands::flows::solver;
use crate::progress::Progress;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::place::short;
use jaminan::Program;
use oracle::check::Settings;
use oracle::solver::{Budget, Solver};
use rustix::time::{ClockId, clock_gettime};
use semantics::Limits;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use theories::agreement::{Decided, Open};
use theories::hirace::claims::Checked;
use theories::parametric_flows::explicit::{Explicit, explicit, told_of};
use theories::kernels::{LI2012, LI2012_FIG2};
use theories::parametric_flows::performance::{Capability, Kind};
use theories::parametric_flows::{
    Analysis, Flows, Inputs, Refusal, Relation, Verdict, Warps, claims,
};

/// Numbers of threads.
const THREADS: [u64; 5] = [32, 256, 1024, 4096, 16384];

/// The explicit threads of one launch get this long.
const EXPLICIT: Duration = Duration::from_secs(3);

/// The flows of one launch get this long.
const PARAMETRIC: Duration = Duration::from_secs(30);

/// A launch that takes less is measured again, and the shortest time counts.
const SHORT: Duration = Duration::from_millis(400);

/// A kernel: its name, its text, and the most threads of a block.
type Kernel = (&'static str, &'static str, u64);

/// Time on the processors, of all threads of this program: a solver has one of its own. Others on the
/// machine do not count.
struct Clock(Duration);

impl Clock {
    fn now() -> Self {
        let spent = clock_gettime(ClockId::ProcessCPUTime);
        Clock(spent.try_into().unwrap_or_default())
    }

    fn elapsed(&self) -> Duration {
        Clock::now().0.saturating_sub(self.0)
    }
}

/// What a launch cost.
struct Cost {
    threads: u64,
    /// Without replays, which GKLEEp does not make.
    parametric: Duration,
    /// With them.
    replayed: Duration,
    flows: usize,
    verdict: Verdict,
    relations: Vec<Relation>,
    explicit: Option<Duration>,
    same: Option<bool>,
}

/// What a kernel cost.
struct Measured {
    name: &'static str,
    costs: Vec<Cost>,
    conflicts: bool,
    uncoalesced: bool,
    /// The parametric cost at 16384 threads over that at 1024.
    ratio: f64,
}

/// The report on [P12].
pub struct FlowsReport {
    size: usize,
    form: Markup,
    claims: Vec<Checked>,
    open: BTreeMap<String, Open>,
    motivating: Flows,
    sort: Flows,
    kernels: Vec<Measured>,
    time: Duration,
}

impl FlowsReport {
    /// Checks the claims up to a size, and measures.
    ///
    /// # Errors
    /// No solver; more programs than can be counted.
    pub fn new(size: usize, form: Markup) -> Result<Self, Failure> {
        let start = Instant::now();
        let mut chosen = solver("auto")?;
        let solver = chosen.solver.as_mut();
        let too_many =
            |e: theories::enumerate::TooMany| Failure::usage(e.to_string(), "give a smaller size");
        let progress = Progress::new("programs");
        progress.tell("the claims");
        let Decided { claims, open } = claims::claims(size, solver).map_err(too_many)?;
        let motivating = flows(&program("fig2", LI2012_FIG2, None, Vec::new())?, Warps::Simd, solver)?;
        let bitonic = program("bitonic_sort", LI2012[0].1, Some((16, 1)), Vec::new())?;
        let sort = flows(&bitonic, Warps::Simd, solver)?;
        let mut kernels = Vec::new();
        for kernel in LI2012 {
            progress.tell(kernel.0);
            kernels.push(measured(kernel, solver)?);
        }
        let time = start.elapsed();
        Ok(FlowsReport { size, form, claims, open, motivating, sort, kernels, time })
    }

    pub(super) fn json(&self) -> Value {
        let kernel = |kernel: &Measured| KernelCostForm {
            name: kernel.name.into(),
            launches: kernel.costs.iter().map(Cost::form).collect(),
            bank_conflicts: kernel.conflicts,
            uncoalesced: kernel.uncoalesced,
            ratio: kernel.ratio,
        };
        let interval = &self.motivating.intervals[0];
        let form = FlowsPaperForm {
            paper: "li2012".into(),
            size: self.size,
            claims: self.claims.iter().map(claim).collect::<Vec<MachineClaimForm>>(),
            motivating_flows: interval.flows.len(),
            motivating_merged_flows: interval.merged_flows(),
            motivating_races: self.motivating.races.len(),
            kernels: self.kernels.iter().map(kernel).collect(),
        };
        // Only numbers and text: this does not fail.
        serde_json::to_value(form).unwrap_or(Value::Null)
    }

    pub(super) fn text(&self) -> semantics::Text {
        super::written(self.form, &self.blocks(), "The claims of li2012")
    }

    pub(super) fn exit(&self) -> Exit {
        let expected = self.claims.iter().all(Checked::as_recorded);
        let agree = self.kernels.iter().flat_map(|kernel| &kernel.costs);
        let agree = agree.into_iter().all(|cost| cost.same != Some(false));
        if expected && agree { Exit::Fine } else { Exit::Alarm }
    }

    fn blocks(&self) -> Vec<Block> {
        let heading = |text: &str| Block::Heading(2, text.into());
        let fig2 = &self.motivating.intervals[0];
        let sort = &self.sort.intervals[2];
        let panels: Vec<Panel> = self.kernels.iter().map(Measured::panel).collect();
        let mut blocks =
            vec![Block::Heading(1, "The claims of li2012".into()), Block::Text(MODEL.into())];
        blocks.extend(super::older::verdicts(&self.claims));
        blocks.extend(super::older::not_decided("li2012/agreement", &self.open));
        blocks.extend([
            heading("The motivating example, Fig. 2"),
            Block::Text(format!(
                "{} flows, as every fork is counted: the paper has {}, which is how many there are \
                 where a branch with nothing on one side (`if (tid > 0)`) is no fork but a condition of \
                 what stands on the other.",
                fig2.flows.len(),
                fig2.merged_flows()
            )),
            Block::Picture(fig2.svg("The flows of Fig. 2")),
            Block::Text(FIG2.into()),
            races(&self.motivating),
            heading("The bitonic sort, Figs. 6 and 7"),
            Block::Text(sorted(&self.sort)),
            Block::Picture(sort.svg("An interval of the bitonic sort")),
            heading("Cost, Tables I and II"),
            Block::Text(COST.into()),
            Block::Picture(plot(&panels, LEGEND)),
            costs(&self.kernels),
            Block::Text(growing(&self.kernels)),
            Block::Text(super::older::took(self.time)),
        ]);
        blocks
    }
}

const MODEL: &str = "\
GKLEE is every thread by itself; what it reports is held to be what exhaustion finds, within bounds. \
GKLEEp is two symbolic threads, each on one of the parametric flows of an interval; what it reports is \
what the solver finds, replayed or not.";

const LEGEND: [&str; 2] = [
    "seconds by number of threads: two symbolic threads (flows)",
    "every thread by itself (explicit), where it takes at most 3 s",
];

const FIG2: &str = "\
The paper names two races: thread 1023 writes and 1024 reads, and an odd writer and the next even \
reader. Both are there. More pairs of places race: the next even reader meets the odd thread's first \
write, too, where the two are in different warps; so do 1024 and the second write of 1023; and the last \
branch races with itself, across warps. Lines are those of `theories/kernels/li2012/fig2.cu`; warps in lock step.";

const COST: &str = "\
Own versions of the kernels. Seconds of processor time of the parametric mode (solid) and of explicit threads (dashed), \
one run of both, same front end and solver, warps in lock step; `T.O.` is more than 3 s, and larger \
launches are not tried then. A block has as many threads as the kernel takes, at most 1024; the rest \
is blocks. In brackets how the threads of a race stand to each other: `W` same warp, `B` same block, `G` \
different blocks. The parametric mode is as in GKLEEp, which replays nothing; what it finds is replayed \
besides. The last columns: bank conflicts and uncoalesced accesses by the rules of 2.x, at 1024 threads; the \
seconds of one run with replays at 16384 threads; and the parametric cost at 16384 threads over that at 1024.";

/// The parametric cost at 16384 threads is taken for that at 1024 up to so many times as much.
const ALIKE: f64 = 1.5;

/// Which kernels cost the parametric mode more with more threads.
fn growing(kernels: &[Measured]) -> String {
    let more = kernels.iter().filter(|kernel| kernel.ratio > ALIKE);
    let more: Vec<String> =
        more.map(|kernel| format!("{} ({:.1} times)", kernel.name, kernel.ratio)).collect();
    match &more[..] {
        [] => format!(
            "No kernel costs the parametric mode more than {ALIKE} times as much at 16384 threads as at 1024."
        ),
        more => format!(
            "More than {ALIKE} times as much at 16384 threads as at 1024 cost the parametric mode: {}. Between blocks \
             there is no race where there is one block, so that more questions are asked where there are several.",
            more.join(", ")
        ),
    }
}

fn sorted(sort: &Flows) -> String {
    let interval = &sort.intervals[2];
    let nodes = interval.nodes();
    let accesses = |flow: &theories::parametric_flows::Flow| !flow.accesses.is_empty();
    let inner = nodes.iter().filter(|node| {
        node.turn.is_some() && interval.flows[node.flows.clone()].iter().any(accesses)
    });
    let inner: Vec<_> = inner.filter_map(|node| node.turn).collect();
    let input = inner.iter().filter(|turn| turn.on_input).count();
    format!(
        "An interval of the sort of 16 elements has {} flows. Under its root are {} conditions; without \
         the flow of the threads that do nothing there are {}, {} of them on the thread alone and {input} \
         on the input, too: the three and the four of [P12, §V]. So the seven of Fig. 7 are the nodes of \
         the tree that is drawn, not flows. No interval has a race.",
        interval.flows.len(),
        nodes.len() - 1,
        inner.len(),
        inner.len() - input,
    )
}

fn program(
    name: &str,
    text: &str,
    launch: Option<(u64, u64)>,
    defines: Vec<String>,
) -> Result<Program, Failure> {
    super::load(&format!("{name}.cu"), text, launch, defines)
}

fn settings(solver: &mut dyn Solver) -> Settings<'_> {
    Settings { solver, budget: Budget::default(), report_benign: true, witnesses: true }
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

fn flows(program: &Program, warps: Warps, solver: &mut dyn Solver) -> Result<Flows, Failure> {
    within(PARAMETRIC, || analysis(warps).run(program, &mut settings(solver))).map_err(undecided)
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
        let parametric = timed(&program, solver)?;
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
            let analysis = Analysis { performance, ..analysis(Warps::Simd) };
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
            *least = (*least).min(timed(program, solver)?);
        }
    }
    Ok(least[1].as_secs_f64() / least[0].as_secs_f64().max(1e-9))
}

/// A kernel with so many threads.
fn launched((name, text, most): Kernel, threads: u64) -> Result<Program, Failure> {
    let block = threads.min(most);
    program(name, text, Some((block, threads / block)), vec![format!("NUM={block}")])
}

/// The shortest time of a few, without replays.
fn timed(program: &Program, solver: &mut dyn Solver) -> Result<Duration, Failure> {
    let analysis = Analysis { replays: false, ..analysis(Warps::Simd) };
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Clock::now();
        within(PARAMETRIC, || analysis.run(program, &mut settings(solver))).map_err(undecided)?;
        let time = start.elapsed();
        best = best.min(time);
        if time > SHORT {
            break;
        }
    }
    Ok(best)
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

    fn told(&self) -> String {
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
    fn panel(&self) -> Panel {
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

fn races(found: &Flows) -> Block {
    let row = |race: &theories::parametric_flows::Race| {
        let [(first, one), (second, other)] = &race.accesses;
        let [a, b] = &race.shown.threads;
        vec![
            format!("{}[{}]", race.array, race.index),
            race.relation.words().into(),
            format!("{first} at {} by {a}", short(one)),
            format!("{second} at {} by {b}", short(other)),
            if race.shown.replayed { "confirmed".into() } else { "open".into() },
        ]
    };
    Block::of_text(
        vec!["cell", "threads", "one", "other", "replay"],
        found.races.iter().map(row).collect(),
    )
}

fn costs(kernels: &[Measured]) -> Block {
    let yes = |b: bool| if b { "yes".to_owned() } else { "no".to_owned() };
    let row = |kernel: &Measured| {
        let mut row = vec![kernel.name.to_owned()];
        row.extend(kernel.costs.iter().map(Cost::told));
        row.extend([
            yes(kernel.conflicts),
            yes(kernel.uncoalesced),
            kernel.costs.last().map_or_else(String::new, |cost| {
                format!("{:.2}", cost.replayed.as_secs_f64())
            }),
            format!("{:.2}", kernel.ratio),
        ]);
        row
    };
    Block::of_text(
        vec!["kernel", "32", "256", "1024", "4096", "16384", "banks", "uncoalesced", "replayed", "ratio"],
        kernels.iter().map(row).collect(),
    )
}
