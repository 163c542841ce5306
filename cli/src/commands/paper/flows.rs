//! The report on [P12]: its claims, its two figures, and the cost of parametric flows beside that of
//! explicit threads.

use super::Markup;
use crate::document::Block;
use super::cost::{Cost, Measured, beside, flows, program};
use super::form::{FlowsPaperForm, MachineClaimForm};
use super::machine::claim;
use super::plot::{Panel, plot};
use crate::commands::flows::solver;
use crate::progress::Progress;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::place::short;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use theories::agreement::{Decided, Open};
use theories::hirace::claims::Checked;
use theories::kernels::{LI2012, LI2012_FIG2};
use theories::parametric_flows::{Flows, Warps, claims};

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
        let claims = || claims::claims(size, solver).map_err(too_many);
        let (Decided { claims, open }, kernels) = beside(&progress, claims)?;
        let motivating = flows(&program("fig2", LI2012_FIG2, None, Vec::new())?, Warps::Simd, solver)?;
        let bitonic = program("bitonic_sort", LI2012[0].1, Some((16, 1)), Vec::new())?;
        let sort = flows(&bitonic, Warps::Simd, solver)?;
        let time = start.elapsed();
        Ok(FlowsReport { size, form, claims, open, motivating, sort, kernels, time })
    }

    pub(super) fn json(&self) -> Value {
        let interval = &self.motivating.intervals[0];
        let form = FlowsPaperForm {
            paper: "li2012".into(),
            size: self.size,
            claims: self.claims.iter().map(claim).collect::<Vec<MachineClaimForm>>(),
            motivating_flows: interval.flows.len(),
            motivating_merged_flows: interval.merged_flows(),
            motivating_races: self.motivating.races.len(),
            kernels: self.kernels.iter().map(Measured::form).collect(),
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
Own versions of the kernels. Seconds of processor time, the solver's included, of the parametric mode (solid) and of explicit threads (dashed), \
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
