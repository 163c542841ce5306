//! The report on [H24]: its machine, decided, and its update of shadow words.

use super::Markup;
use super::form::{MachineClaimForm, MachineForm};
use crate::answer::Answer;
use crate::commands::hirace::text::others;
use crate::commands::hirace::{Verified, VerifyForm, diagram};
use crate::commands::indigo::IndigoAnswer;
use crate::commands::indigo::published::{RACY, Row, TABLE as PUBLISHED};
use crate::document::{Block, grouped};
use crate::exit::Exit;
use crate::failure::Failure;
use serde_json::Value;
use std::time::{Duration, Instant};
use theories::hirace::claims::{Checked, claims};
use theories::hirace::overflow::{Bite, bites};
use theories::hirace::update::{PROGRAMS, Store, Survey, survey};
use theories::hirace::verify::{Explored, WrongCell};
use theories::hirace::{Grid, Machine, Product};

/// The report.
pub struct MachineReport {
    verified: Verified,
    claims: Vec<Checked>,
    survey: Survey,
    survey_time: Duration,
    sizes: Vec<(Explored, Duration)>,
    bites: Vec<Bite>,
    indigo: Option<IndigoAnswer>,
    form: Markup,
}

impl MachineReport {
    /// Decides the published machine, and runs Algorithm 1.
    ///
    /// # Errors
    /// A limit.
    pub fn new(form: Markup, indigo: Option<IndigoAnswer>) -> Result<Self, Failure> {
        let mut verified = Verified::of(Machine::published())?;
        verified.published = true;
        let repaired = &verified.known.repair.machine;
        let start = Instant::now();
        let survey = survey(repaired, Store::CompareAndSwap, 1);
        let survey_time = start.elapsed();
        let sizes = [(2, 1, 2), (2, 2, 1), (2, 2, 2), (3, 2, 2), (2, 3, 2), (2, 2, 3), (3, 3, 3)]
            .into_iter()
            .map(|(blocks, warps, threads)| timed(repaired, Grid { blocks, warps, threads }))
            .collect();
        let bites = bites(repaired);
        let claims = claims(&verified.known, &survey);
        Ok(MachineReport { verified, claims, survey, survey_time, sizes, bites, indigo, form })
    }

    pub(super) fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(MachineForm {
            paper: "jacobson2024".into(),
            claims: self.claims.iter().map(claim).collect(),
            machine: VerifyForm::from(&self.verified),
            indigo: self.indigo.as_ref().map(Answer::json),
        })
        .unwrap_or(Value::Null)
    }

    pub(super) fn text(&self) -> semantics::Text {
        super::written(self.form, &self.blocks(true), "The claims of jacobson2024")
    }

    pub(super) fn exit(&self) -> Exit {
        let expected = self.claims.iter().all(Checked::as_recorded)
            && self.indigo.as_ref().is_none_or(|answer| answer.exit() == Exit::Fine);
        if expected && self.verified.is_as_recorded() { Exit::Fine } else { Exit::Alarm }
    }

    /// The parts of the report; with or without how long it took.
    fn blocks(&self, times: bool) -> Vec<Block> {
        let known = &self.verified.known;
        let (machine, repaired) = (&known.machine, &known.repair.machine);
        let heading = |text: &str| Block::Heading(2, text.into());
        let mut blocks = vec![
            Block::Heading(1, "The claims of jacobson2024".into()),
            Block::Text(MODEL.into()),
            heading("Verdicts"),
            verdicts(&self.claims),
            heading("Wrong cells"),
            Block::Text(format!(
                "{} of 1200 cells: each has to change, by its history, on which it is the only wrong \
                 cell; {}. {SEEN}",
                known.wrong.len(),
                others(known)
            )),
            wrong_cells(&known.wrong),
            heading("The machine"),
            Block::Text(STATES.into()),
            Block::Picture(diagram::states(machine, repaired)),
            Block::Text(CELLS.into()),
            Block::Picture(diagram::table(machine, repaired)),
            heading("The repaired machine, explored"),
            Block::Text(ENOUGH.into()),
            sizes(&self.sizes, times),
            heading("Algorithm 1"),
            Block::Text(self.updates(times)),
            heading("Where the shadow word runs over"),
            Block::Text(OVERFLOW.into()),
            overflow(&self.bites),
        ];
        blocks.push(heading("Table I"));
        blocks.push(Block::Text(TABLE.into()));
        blocks.push(table(self.indigo.as_ref(), times));
        if let Some(answer) = self.indigo.as_ref().filter(|_| times) {
            blocks.push(Block::Text(answer.how_long()));
        }
        if times {
            let seconds = self.verified.time.as_secs_f64();
            blocks.push(Block::Text(format!(
                "Wrong cells, histories, repair and both proofs took {seconds:.3} s of one core."
            )));
        }
        blocks
    }

    fn updates(&self, times: bool) -> String {
        let Survey { programs, racy, interleavings, missed, alarms, lost } = self.survey;
        let [programs, racy, all, interleavings] =
            [programs, racy, PROGRAMS as u64, interleavings as u64].map(grouped);
        let seconds = self.survey_time.as_secs_f64();
        let time = if times { format!(" It took {seconds:.2} s.") } else { String::new() };
        format!(
            "Three threads with two accesses each, in every placement, with no barrier, a warp barrier \
             or a block barrier between: {programs} of the {all} programs ({racy} with a race), all \
             {interleavings} interleavings of reading and swapping the packed shadow word. Races missed: \
             {missed}. False alarms: {alarms}. Lost updates: {lost}.{time}"
        )
    }
}

const TABLE: &str = "\
How many kernels of the Indigo suite are racy on each input, as found/missed of those whose label says \
so, by [H24]; and where its artifact was run, by exact happens-before here, with the kernels that each \
machine reports, those that are racy against their label, and those on which detectors differ. The \
artifact has 590 kernels, the paper counts 580.";

/// Table I, and our counts beside it where there are any.
fn table(answer: Option<&IndigoAnswer>, times: bool) -> Block {
    let mut head = vec!["input", "HiRace", "iGUARD", "Compute Sanitizer", "sequential comparison"];
    if answer.is_some() {
        head.extend(["here", "published machine", "repaired machine", "against label", "differ"]);
    }
    if answer.is_some() && times {
        head.push("slowest run, ms");
    }
    let row = |row: &Row| {
        let of = |found: u64| format!("{found}/{}", RACY - found);
        let published = [row.hirace, row.iguard, row.sanitizer, row.sequential].map(of);
        let ours = answer.map_or(Vec::new(), |answer| answer.row(row.input, times));
        std::iter::once(row.input.to_owned()).chain(published).chain(ours).collect()
    };
    Block::of_text(head, PUBLISHED.iter().map(row).collect())
}

const MODEL: &str = "\
One location; histories of any length of reads, writes, atomics of block and grid scope, `__syncwarp` \
and `__syncthreads`, in grids of any size. Two accesses of two threads race when they conflict and no \
barrier of both stands between them; they conflict unless both read, or both are atomics whose scopes \
have both threads. Threads of a warp are independent. The machine is right when it is in RACE after an \
access if and only if an access has raced.";

const SEEN: &str = "\
`b0.w0.t1` is thread 1 of warp 0 of block 0; it reads (`R`), writes (`W`), or does an atomic of block or \
grid scope (`BA`, `GA`). What is seen of an access is also whether a barrier has been passed since the one \
that is stored (`U` none, `W` of the warp, `B` of the block), and who made that (`S` the same thread, `W` \
one of its warp, `B` of its block, `G` of another block).";

const STATES: &str = "\
States by what they mean, without RACE and without transitions from a state to itself. Red and dashed: \
what the repair takes away. Green: what it brings.";

const CELLS: &str = "\
The table: a row a state, a column what is seen of an access, in the letters above; the colour is the next \
state. Framed: what the repair changes.";

const ENOUGH: &str = "\
2 blocks of 2 warps of 2 threads show all that larger grids do (the proof is in the documentation of \
`theories::hirace`). States are those of the machine and the exact ordering together, up to the names \
of threads.";

const OVERFLOW: &str = "\
[H24, §III.A footnote 3] ends the check where a clock overflows. The artifact's packing goes on, and the \
value runs over into the next field: then the repaired machine errs, too.";

fn timed(machine: &Machine, grid: Grid) -> (Explored, Duration) {
    let start = Instant::now();
    let product = Product::explore(machine, grid, &[], Product::LIMIT);
    let explored = Explored {
        grid,
        states: product.states(),
        bytes: product.bytes(),
        wrong: product.wrong().len(),
    };
    (explored, start.elapsed())
}

pub(super) fn claim(checked: &Checked) -> MachineClaimForm {
    MachineClaimForm {
        id: checked.id.into(),
        source: checked.source.into(),
        says: checked.says.into(),
        verdict: checked.verdict.word().into(),
        as_recorded: checked.as_recorded(),
        scope: checked.scope.clone(),
        shown: checked.shown.clone(),
    }
}

pub(super) fn verdicts(claims: &[Checked]) -> Block {
    let row = |checked: &Checked| {
        let MachineClaimForm { id, source, says, verdict, as_recorded, scope, shown } =
            claim(checked);
        let recorded = if as_recorded { "yes".into() } else { "no".into() };
        vec![id, source, says, verdict, recorded, scope, shown]
    };
    Block::of_text(
        vec!["claim", "source", "says", "verdict", "as recorded", "scope", "shown"],
        claims.iter().map(row).collect(),
    )
}

fn wrong_cells(wrong: &[WrongCell]) -> Block {
    let row = |wrong: &WrongCell| {
        vec![
            wrong.cell.state.to_string(),
            wrong.cell.seen.to_string(),
            wrong.published.to_string(),
            wrong.repaired.to_string(),
            wrong.effect.to_string(),
            wrong.history.to_string(),
            wrong.rule.to_string(),
        ]
    };
    Block::of_text(
        vec!["state", "seen", "published", "repaired", "effect", "shortest history", "departure"],
        wrong.iter().map(row).collect(),
    )
}

fn sizes(sizes: &[(Explored, Duration)], times: bool) -> Block {
    let mut head = vec!["blocks x warps x threads", "states", "wrong", "bytes"];
    if times {
        head.push("seconds");
    }
    let row = |(explored, time): &(Explored, Duration)| {
        let Explored { grid, states, bytes, wrong } = explored;
        let mut row =
            vec![grid.to_string(), states.to_string(), wrong.to_string(), bytes.to_string()];
        if times {
            row.push(format!("{:.4}", time.as_secs_f64()));
        }
        row
    };
    Block::of_text(head, sizes.iter().map(row).collect())
}

fn overflow(bites: &[Bite]) -> Block {
    let row = |bite: &Bite| {
        let state = |state: Option<theories::hirace::State>| {
            state.map_or("none".into(), |state| state.to_string())
        };
        vec![
            bite.field.name().into(),
            format!("{} bits", bite.bits),
            bite.value.to_string(),
            bite.first.clone(),
            bite.accesses.join("; "),
            state(bite.stored),
            state(bite.state),
            bite.effect.to_string(),
        ]
    };
    Block::of_text(
        vec!["field", "width", "value", "first", "accesses", "state stored", "state after", "effect"],
        bites.iter().map(row).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    #[test]
    fn the_report_is_as_recorded() {
        let Ok(report) = MachineReport::new(Markup::Markdown, None) else { panic!("no report") };
        assert_eq!(report.exit(), Exit::Fine);
        let text = document::markdown(&report.blocks(false));
        // The pictures have tests of their own.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('<')).collect();
        insta::assert_snapshot!(lines.join("\n"));
        let html = document::html(&report.blocks(true), "t");
        assert_eq!(html.matches("<figure>").count(), 2);
    }
}
