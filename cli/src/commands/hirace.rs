//! `hirace`: the state machine of [H24], decided for all histories.

pub mod diagram;
mod form;
pub mod text;

use crate::answer::{Answer, Command, View};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::read_text;
use crate::limits::MOST_MEMORY;
use form::HiraceForm;
use semantics::{Allowance, Diagnostic, Text};
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use theories::hirace::verify::{Explored, NoVerdict, explore_within_limits};
use theories::hirace::{Change, Grid, History, Machine, Verification, murphi, verify};

pub use form::VerifyForm;

/// HiRace's state machine: is it in RACE if and only if an access raced?
///
/// Decided for histories of any length and grids of any size, by the complete product of the machine
/// and the exact ordering of all accesses to one location.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Hirace {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand)]
enum Question {
    /// The wrong cells, each with a shortest history, the smallest repair, and its proof
    Verify(Verify),
    /// The table, as CSV
    Table(Table),
    /// The smallest repair of the table, as a diff
    Diff(Diff),
    /// What the machine and its repair do on a history
    History(Run),
    /// The machine beside the exact ordering, as a Murphi model
    Murphi(Murphi),
    /// The machine as a picture, in SVG
    Diagram(Diagram),
}

const EXAMPLES: &str = "\
Examples:
  jaminan hirace verify
  jaminan hirace verify --grid 3x3x3 --format json
  jaminan hirace history 'b0.w0.t0 R; b0.w0 __syncwarp; b0.w0.t0 BA; b0.w0.t1 BA'
  jaminan hirace table --repaired > table.csv
  jaminan hirace murphi --repaired --grid 2x1x2 > model.m

Exit codes: 0 exact, or as recorded of the published table · 1 not · 2 bad input · 3 undecided";

/// Which machine.
#[derive(clap::Args)]
struct Which {
    /// A table of 1200 cells as CSV (state,access,sync,relation,next_state), not the published one
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Verify {
    #[command(flatten)]
    which: Which,

    /// Explore a grid of this size too: blocks, warps, threads, as 3x3x3
    #[arg(long, value_name = "BxWxT", value_delimiter = ',')]
    grid: Vec<Grid>,

    /// Explore every size up to 3 blocks, 3 warps, 3 threads
    #[arg(long)]
    all_sizes: bool,

    /// Seconds for the sizes besides the one that is enough
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
}

#[derive(clap::Args)]
struct Table {
    #[command(flatten)]
    which: Which,

    /// The table after its smallest repair
    #[arg(long)]
    repaired: bool,
}

#[derive(clap::Args)]
struct Diff {
    #[command(flatten)]
    which: Which,
}

#[derive(clap::Args)]
struct Run {
    #[command(flatten)]
    which: Which,

    /// Events with `;` between: `b0.w0.t1 BA`, `b0.w0 __syncwarp`, `b0 __syncthreads`
    #[arg(value_name = "HISTORY")]
    history: History,
}

#[derive(clap::Args)]
struct Murphi {
    #[command(flatten)]
    which: Which,

    /// The machine after its smallest repair
    #[arg(long)]
    repaired: bool,

    /// Blocks, warps, threads
    #[arg(long, value_name = "BxWxT", default_value_t = Grid { blocks: 2, warps: 1, threads: 2 })]
    grid: Grid,
}

#[derive(clap::Args)]
struct Diagram {
    #[command(flatten)]
    which: Which,

    /// What to draw
    #[arg(long = "as", value_enum, value_name = "PICTURE", default_value_t = Picture::States)]
    picture: Picture,
}

/// A picture of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Picture {
    /// States by meaning, transitions but those to RACE, and what the repair changes
    States,
    /// All 1200 cells, coloured by next state
    Table,
}

/// What is answered.
pub enum HiraceAnswer {
    /// The verdict.
    Verified(Box<Verified>),
    /// A table.
    Table(Machine),
    /// A repair.
    Diff(Vec<Change>),
    /// A history.
    History(Ran),
    /// A model or a picture, as it stands.
    Written(String),
}

/// The verdict on a machine.
pub struct Verified {
    /// What is known.
    pub known: Verification,
    /// How long that took.
    pub time: Duration,
    /// Both machines in more sizes: as it is, and repaired.
    pub more: Vec<(Explored, Explored)>,
    /// The sizes that were asked for and not decided.
    pub undecided: Vec<(Grid, NoVerdict)>,
    /// Whether it is the published table.
    pub published: bool,
}

/// A history, run by a machine and its repair.
pub struct Ran {
    history: History,
    machine: Machine,
    repaired: Machine,
}

impl Which {
    fn machine(&self) -> Result<Machine, Failure> {
        let Some(file) = &self.table else { return Ok(Machine::published()) };
        let name = file.display();
        let text = read_text(file)
            .map_err(|e| Failure::usage(format!("cannot read {name}: {e}"), "give a CSV file"))?;
        Machine::read_csv(&text).map_err(|why| {
            let hint = "`jaminan hirace table` prints the published one";
            Diagnostic::whole(format!("{name}: {why}")).hint(hint).into()
        })
    }

    fn repaired(&self) -> Result<(Machine, Machine), Failure> {
        let machine = self.machine()?;
        let known = verify(&machine).map_err(undecided)?;
        Ok((machine, known.repair.machine))
    }

    fn chosen(&self, repaired: bool) -> Result<Machine, Failure> {
        if repaired { Ok(self.repaired()?.1) } else { self.machine() }
    }
}

fn undecided(why: NoVerdict) -> Failure {
    Failure::Undecided { why: why.to_string(), hint: next(&why).into() }
}

/// What to do where there is no verdict.
fn next(why: &NoVerdict) -> &'static str {
    match why {
        NoVerdict::TooLarge(_) => "choose a smaller grid: 2x2x2 shows all that larger ones do",
        NoVerdict::Over(..) => "choose a smaller grid, or give more with `--timeout`",
        NoVerdict::TooFar => "compare the table with `jaminan hirace table`",
        NoVerdict::NotByThisRecord(_) | NoVerdict::NotReplayed(_) => {
            "please report this: it is an error of this program"
        }
    }
}

impl Command for Hirace {
    type Answer = HiraceAnswer;

    /// As much as it takes: what it does is bounded by its flags.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<HiraceAnswer, Failure> {
        Ok(match self.question {
            Question::Verify(verify) => HiraceAnswer::Verified(Box::new(verify.answer()?)),
            Question::Table(table) => HiraceAnswer::Table(table.which.chosen(table.repaired)?),
            Question::Diff(diff) => {
                let (machine, repaired) = diff.which.repaired()?;
                HiraceAnswer::Diff(machine.changes(&repaired))
            }
            Question::History(run) => {
                let (machine, repaired) = run.which.repaired()?;
                HiraceAnswer::History(Ran { history: run.history, machine, repaired })
            }
            Question::Murphi(murphi) => {
                let machine = murphi.which.chosen(murphi.repaired)?;
                HiraceAnswer::Written(murphi::model(&machine, murphi.grid))
            }
            Question::Diagram(diagram) => {
                let (machine, repaired) = diagram.which.repaired()?;
                HiraceAnswer::Written(match diagram.picture {
                    Picture::States => diagram::states(&machine, &repaired),
                    Picture::Table => diagram::table(&machine, &repaired),
                })
            }
        })
    }
}

impl Verify {
    fn answer(&self) -> Result<Verified, Failure> {
        let machine = self.which.machine()?;
        let mut verified = Verified::of(machine)?;
        verified.published = self.which.table.is_none();
        let mut sizes = self.grid.clone();
        if self.all_sizes {
            let each = || 1..=3;
            sizes.extend(each().flat_map(|blocks| {
                each().flat_map(move |warps| {
                    each().map(move |threads| Grid { blocks, warps, threads })
                })
            }));
        }
        let time = Allowance { time: Some(Duration::from_secs(self.timeout)), bytes: Some(MOST_MEMORY) };
        time.from_now().enter(|| {
            for grid in sizes {
                let both = explore_within_limits(&verified.known.machine, grid).and_then(|as_is| {
                    Ok((as_is, explore_within_limits(&verified.known.repair.machine, grid)?))
                });
                match both {
                    Ok(both) => verified.more.push(both),
                    Err(why) => verified.undecided.push((grid, why)),
                }
            }
        });
        Ok(verified)
    }
}

impl Verified {
    /// The verdict on a machine.
    ///
    /// # Errors
    /// It is undecided.
    pub fn of(machine: Machine) -> Result<Self, Failure> {
        let start = Instant::now();
        let known = verify(&machine).map_err(undecided)?;
        let time = start.elapsed();
        Ok(Verified { known, time, more: Vec::new(), undecided: Vec::new(), published: false })
    }

    /// Whether all is as it is recorded of the published table: its repair is the machine that the
    /// states' meaning gives. Of another table, whether it is exact.
    pub fn is_as_recorded(&self) -> bool {
        let same = self.more.iter().all(|(_, repaired)| repaired.wrong == 0);
        let expected = match self.published {
            true => self.known.repair.machine == Machine::by_meaning(),
            false => self.known.is_exact(),
        };
        same && expected && self.known.repair_proved()
    }
}

impl Answer for HiraceAnswer {
    type Form = HiraceForm;

    fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(HiraceForm::of(self)).unwrap_or(Value::Null)
    }

    fn text(&self, _: &View) -> Text {
        match self {
            HiraceAnswer::Verified(verified) => text::verified(verified),
            HiraceAnswer::Table(machine) => Text::of_lines(machine.csv()),
            HiraceAnswer::Diff(changes) => text::diff(changes),
            HiraceAnswer::History(ran) => text::history(ran),
            HiraceAnswer::Written(text) => Text::of_lines(text),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            HiraceAnswer::Verified(verified) if !verified.is_as_recorded() => Exit::Alarm,
            HiraceAnswer::Verified(verified) if !verified.undecided.is_empty() => Exit::Undecided,
            HiraceAnswer::History(ran) if !ran.history.run(&ran.machine).is_right() => Exit::Alarm,
            _ => Exit::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_the_published_machine() {
        let Ok(mut verified) = Verified::of(Machine::published()) else { panic!("no verdict") };
        verified.published = true;
        assert!(verified.is_as_recorded());
        insta::assert_snapshot!(text::verified(&verified).plain());
        let Ok(of_file) = Verified::of(Machine::published()) else { panic!("no verdict") };
        assert!(!of_file.is_as_recorded());
    }
}
