//! The report on [S18]: its theorems, its running example, and its four kinds of injected error.

use super::Markup;
use crate::document::{Block, Cell};
use super::form::{FormulasPaperForm, InjectedForm};
use super::machine::claim;
use super::older::{not_decided, took, verdicts};
use crate::commands::flows::solver;
use crate::progress::Progress;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::place::short;
use oracle::check::Settings;
use oracle::solver::Solver;
use semantics::Limits;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use theories::agreement::{Decided, Open};
use theories::hirace::claims::Checked;
use theories::kernels::{SARKAR2018_FIG1, SARKAR2018_INJECTED};
use theories::sarkar2018::{Found, Reading, analyse, claims};

/// A kernel gets this long.
const TIME: Duration = Duration::from_secs(60);

/// What the kinds of error are.
const ERRORS: [&str; 4] = [
    "a barrier removed, read after write",
    "a barrier removed, write after read",
    "a barrier removed, write after write",
    "false locality in a branch",
];

/// A kernel, analysed.
struct Analysed {
    kernel: &'static str,
    error: Option<u8>,
    found: Found,
}

/// The report on [S18].
pub struct FormulasReport {
    size: usize,
    form: Markup,
    claims: Vec<Checked>,
    open: BTreeMap<String, Open>,
    example: Analysed,
    injected: Vec<Analysed>,
    time: Duration,
}

impl FormulasReport {
    /// Checks the theorems up to a size, and analyses the kernels.
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
        let example = analysed(SARKAR2018_FIG1, None, solver)?;
        let mut injected = Vec::new();
        for (error, kernel) in (1..).zip(SARKAR2018_INJECTED) {
            progress.tell(kernel.0);
            injected.push(analysed(kernel, None, solver)?);
            injected.push(analysed(kernel, Some(error), solver)?);
        }
        let time = start.elapsed();
        Ok(FormulasReport { size, form, claims, open, example, injected, time })
    }

    pub(super) fn json(&self) -> Value {
        let form = FormulasPaperForm {
            paper: "sarkar2018".into(),
            size: self.size,
            claims: self.claims.iter().map(claim).collect(),
            example: self.example.form(),
            injected: self.injected.iter().map(Analysed::form).collect(),
        };
        // Only numbers and text: this does not fail.
        serde_json::to_value(form).unwrap_or(Value::Null)
    }

    pub(super) fn text(&self) -> semantics::Text {
        super::written(self.form, &self.blocks(), "The claims of sarkar2018")
    }

    pub(super) fn exit(&self) -> Exit {
        // Every error is noticed, and nothing where there is none.
        let noticed = self.injected.iter().all(|analysed| {
            let form = analysed.form();
            let shown = form.confirmed_races + form.confirmed_divergences > 0;
            let found = form.races + form.divergences > 0;
            if analysed.error.is_some() { shown } else { !found }
        });
        match self.claims.iter().all(Checked::as_recorded) && noticed {
            true => Exit::Fine,
            false => Exit::Alarm,
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let heading = |text: &str| Block::Heading(2, text.into());
        let mut blocks =
            vec![Block::Heading(1, "The claims of sarkar2018".into()), Block::Text(MODEL.into())];
        blocks.extend(verdicts(&self.claims));
        blocks.extend(not_decided("sarkar2018/agreement", &self.open));
        blocks.extend([
            heading("The running example, Fig. 1"),
            Block::Text(FIG1.into()),
            formulas(&self.example.found),
            Block::Text("Its races and its divergent barrier, all of one run:".into()),
            findings(&self.example.found),
            heading("Injected errors, Table 2"),
            Block::Text(INJECTED.into()),
            table(&self.injected),
            Block::Text(took(self.time)),
        ]);
        blocks
    }
}

const MODEL: &str = "\
Each theorem is checked against exhaustion. As printed, arrays have one version for both threads, \
intervals are those of the text, and a loop is one iteration that each thread chooses. The \
documentation of `theories::sarkar2018` says what the mended reading changes.";

const FIG1: &str = "\
The source of the figure is lost from the text of the paper: this one is rebuilt from its sections 3 to \
5, which have the formulas of IR 4, 5, 6, 8 and 9, and name the conflicts of IR 2 and 3, and 5 and 6. \
`theories/kernels/sarkar2018/fig1.cu`.";

const INJECTED: &str = "\
Own kernels, each without and with one of the four kinds of error. Races and divergent barriers as the \
solver finds them, in brackets those that the interpreter replayed; seconds of Algorithms 1 and 2.";

fn analysed(
    (kernel, text): (&'static str, &'static str),
    error: Option<u8>,
    solver: &mut dyn Solver,
) -> Result<Analysed, Failure> {
    let defines = error.map(|_| "INJECTED".to_owned()).into_iter().collect();
    let program = super::load(&format!("{kernel}.cu"), text, None, defines)?;
    let mut settings = Settings::of(solver);
    let analysed = || analyse(&program, Reading::Mended, false, &mut settings);
    let found = Limits::default().within(TIME).enter(analysed).map_err(|why| {
        Failure::Undecided { why: why.to_string(), hint: "see `jaminan formulas`".into() }
    })?;
    Ok(Analysed { kernel, error, found })
}

impl Analysed {
    fn form(&self) -> InjectedForm {
        let Found { races, divergences, times: [race_time, divergence_time], .. } = &self.found;
        InjectedForm {
            kernel: self.kernel.into(),
            error: self.error,
            races: races.len(),
            confirmed_races: races.iter().filter(|race| race.shown.replayed).count(),
            divergences: divergences.len(),
            confirmed_divergences: divergences.iter().filter(|d| d.shown.replayed).count(),
            race_seconds: race_time.as_secs_f64(),
            divergence_seconds: divergence_time.as_secs_f64(),
        }
    }
}

fn formulas(found: &Found) -> Block {
    let row = |(n, formula): (usize, &theories::sarkar2018::Formula)| {
        vec![
            Cell::text(format!("{n})")),
            Cell::text(if formula.site.span().is_some() { short(&formula.site) } else { String::new() }),
            Cell::Code(formula.predicate.clone()),
            Cell::Code(formula.action.clone()),
        ]
    };
    let rows = found.formulas.iter().enumerate().map(row).collect();
    Block::Table(vec!["formula", "place", "predicate", "action"], rows)
}

fn findings(found: &Found) -> Block {
    let status = |shown: &theories::parametric_flows::Shown| match &shown.why {
        None => "confirmed".to_owned(),
        Some(why) => format!("open: {why}"),
    };
    let mut rows = Vec::new();
    for race in &found.races {
        let [(first, one), (second, other)] = &race.accesses;
        let [a, b] = &race.shown.threads;
        rows.push(vec![
            format!("{}) and {})", race.formulas[0], race.formulas[1]),
            format!("race on {}[{}]", race.array, race.index),
            format!("{first} at {} by {a}, {second} at {} by {b}", short(one), short(other)),
            status(&race.shown),
        ]);
    }
    for divergence in &found.divergences {
        let [a, b] = &divergence.shown.threads;
        rows.push(vec![
            format!("{})", divergence.formula),
            "divergent barrier".into(),
            format!("at {}, {a} and {b}", short(&divergence.site)),
            status(&divergence.shown),
        ]);
    }
    Block::of_text(vec!["formulas", "finding", "threads", "replay"], rows)
}

fn table(injected: &[Analysed]) -> Block {
    let row = |analysed: &Analysed| {
        let form = analysed.form();
        let error = match form.error.map(usize::from) {
            Some(n) => format!("type {n}: {}", ERRORS[n - 1]),
            None => "none".into(),
        };
        vec![
            form.kernel,
            error,
            format!("{} ({})", form.races, form.confirmed_races),
            format!("{} ({})", form.divergences, form.confirmed_divergences),
            format!("{:.4}", form.race_seconds),
            format!("{:.4}", form.divergence_seconds),
        ]
    };
    Block::of_text(
        vec!["kernel", "error", "races", "divergences", "race time", "divergence time"],
        injected.iter().map(row).collect(),
    )
}
