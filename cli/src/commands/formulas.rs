//! `formulas`: races and divergent barriers by formulas. [S18]

mod form;

use crate::answer::{Answer, Command, View};
use crate::commands::flows::{Named, allowance, given, of_system, programs, solver, status};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::place::short;
use crate::style::{ALARM, FINE, HEADING, UNDECIDED};
use form::FormulasForm;
use oracle::check::Settings;
use semantics::Allowance;
use serde_json::Value;
use semantics::{Text, say};
use theories::sarkar2018::{Found, Reading, analyse};
use verdict::{Verdict, Why};

/// Races and divergent barriers by formulas, of all barrier intervals in one run [S18]
///
/// The program becomes formulas predicate -> action in static single assignment, a loop one arbitrary
/// iteration. Two copies, for two threads, are asked for a race of each conflicting pair of an interval
/// and for a barrier that only one of them reaches. What is found is replayed by the interpreter, and
/// stays open where that does not make it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Formulas {
    #[command(flatten)]
    input: Input,

    /// How the paper is read
    #[arg(long, value_enum, default_value_t = ReadingFlag::Mended)]
    reading: ReadingFlag,

    /// Print each question as SMT-LIB
    #[arg(long)]
    smt: bool,

    /// Who decides: `auto`, `z3`, `embedded`, or a command that reads SMT-LIB
    #[arg(long, default_value = "auto", value_name = "SOLVER")]
    solver: String,

    /// Seconds for each kernel
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,
}

const EXAMPLES: &str = "\
Examples:
  jaminan formulas kernel.cu --block-dim 256 --grid-dim 64
  jaminan formulas kernel.jam --smt > questions.smt2
  jaminan formulas kernel.jam --reading printed

The reading `printed` takes the paper at its word: its theorems are false of it, and it may miss races
(see `jaminan paper sarkar2018`), so without a finding it ends with exit code 3.
Exit codes: 0 race free, no divergence · 1 a race or a divergence, shown or open · 2 bad input ·
3 undecided or unsupported";

/// How the paper is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReadingFlag {
    /// So that no race is missed.
    Mended,
    /// At its word.
    Printed,
}

/// What became of a kernel.
pub struct Analysed {
    name: String,
    found: Found,
    refused: Option<(Verdict, Why)>,
    notes: Vec<String>,
    printed: bool,
}

/// The answer of `formulas`.
pub struct FormulasAnswer {
    kernels: Vec<Analysed>,
    smt: bool,
}

impl Command for Formulas {
    type Answer = FormulasAnswer;

    /// Each kernel has its own.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<FormulasAnswer, Failure> {
        let mut chosen = solver(&self.solver)?;
        let reading = match self.reading {
            ReadingFlag::Mended => Reading::Mended,
            ReadingFlag::Printed => Reading::Printed,
        };
        let mut kernels = Vec::new();
        for Named { name, program, notes, allowance } in
            programs(self.input, allowance(self.timeout))?
        {
            let mut settings = Settings::of(chosen.solver.as_mut());
            let mut analyse = |program| analyse(program, reading, self.smt, &mut settings);
            let (found, refused) = match &program {
                Err(why) => (Found::default(), Some(why.clone())),
                Ok(program) => match allowance.from_now().enter(|| analyse(program)) {
                    Ok(found) => (found, None),
                    Err(why) => (Found::default(), Some((Verdict::Unknown, Why::Analysis(why.to_string())))),
                },
            };
            let printed = reading == Reading::Printed;
            kernels.push(Analysed { name, found, refused, notes, printed });
        }
        Ok(FormulasAnswer { kernels, smt: self.smt })
    }
}

impl Analysed {
    fn verdict(&self) -> Verdict {
        match (&self.refused, of_system(self.found.verdict())) {
            (Some((verdict, _)), _) => *verdict,
            // That reading misses races.
            (None, Verdict::Drf) if self.printed => Verdict::Unknown,
            (None, verdict) => verdict,
        }
    }

    fn undecided(&self) -> Vec<String> {
        let refused = self.refused.iter().map(|(_, why)| why.to_string());
        let mut all: Vec<String> = refused.chain(self.found.undecided.iter().map(ToString::to_string)).collect();
        if self.printed && self.found.races.is_empty() {
            all.push("the reading `printed` may miss races".into());
        }
        all
    }

    fn exit(&self) -> Exit {
        match self.verdict() {
            _ if self.refused.as_ref().is_some_and(|(_, why)| why.mistake().is_some()) => Exit::Bad,
            _ if !self.found.divergences.is_empty() => Exit::Alarm,
            Verdict::Racy | Verdict::Potential => Exit::Alarm,
            Verdict::Drf => Exit::Fine,
            _ => Exit::Undecided,
        }
    }
}

impl Answer for FormulasAnswer {
    type Form = FormulasForm;

    fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(FormulasForm::of(&self.kernels)).unwrap_or(Value::Null)
    }

    fn text(&self, _: &View) -> Text {
        let each = self.kernels.iter();
        match self.smt {
            true => each.map(smt).collect(),
            false => Text::joined(each.map(kernel)),
        }
    }

    fn exit(&self) -> Exit {
        Exit::worst(self.kernels.iter().map(Analysed::exit))
    }
}

/// The formulas as comments, and the questions as scripts, each after a reset.
fn smt(analysed: &Analysed) -> Text {
    let mut out = Text::of_line(format_args!("; {}", analysed.name));
    for (n, formula) in analysed.found.formulas.iter().enumerate() {
        say!(out, "; {n}) {} => {}", formula.predicate, formula.action);
    }
    for question in &analysed.found.questions {
        let script = question.script.as_deref().unwrap_or_default();
        out.blank();
        say!(out, "; {}", question.what);
        out.line("(reset)");
        out.lines(script);
    }
    out
}

fn kernel(analysed: &Analysed) -> Text {
    let verdict = analysed.verdict();
    let style = match verdict {
        Verdict::Drf => FINE,
        Verdict::Racy | Verdict::Potential => ALARM,
        Verdict::Unknown | Verdict::Unsupported => UNDECIDED,
    };
    let verdict = verdict.word();
    let mut out = Text::new();
    say!(out, "{HEADING}{}{HEADING:#}: {style}{verdict}{style:#}", analysed.name);
    for note in &analysed.notes {
        say!(out, "  note: {note}");
    }
    out.blank();
    let found = &analysed.found;
    for (n, formula) in found.formulas.iter().enumerate() {
        say!(out, "  {n}) {} => {}", formula.predicate, formula.action);
    }
    if !found.races.is_empty() {
        out.blank();
say!(out, "  {HEADING}races{HEADING:#}");
    }
    for race in &found.races {
        let [l, m] = race.formulas;
        let (array, index) = (&race.array, &race.index);
        say!(out, "    {l} and {m}, {array}[{index}]: {}", status(&race.shown));
        for ((mode, site), thread) in race.accesses.iter().zip(&race.shown.threads) {
            say!(out, "      {mode} at {} by {thread}", short(site));
        }
        given(&mut out, &race.shown);
    }
    if !found.divergences.is_empty() {
        out.blank();
say!(out, "  {HEADING}divergent barriers{HEADING:#}");
    }
    for divergence in &found.divergences {
        let [a, b] = &divergence.shown.threads;
        say!(out, "    {}, at {}, {a} and {b}: {}",
            divergence.formula,
            short(&divergence.site),
            status(&divergence.shown));
        given(&mut out, &divergence.shown);
    }
    for why in analysed.undecided() {
        out.blank();
say!(out, "  undecided: {why}");
    }
    out.blank();
say!(out, "  {} questions", found.questions.len());
    out
}
