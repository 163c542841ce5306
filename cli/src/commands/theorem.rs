//! `theorem`: the claims of the papers, checked on every small program.

mod answer;
mod ask;
mod form;
mod merge;
mod record;

use crate::answer::{Command, View};
use crate::failure::Failure;
use answer::TheoremAnswer;
use semantics::Allowance;
pub use answer::programs;
pub use form::{ClaimForm, VerdictForm};
pub use record::RecordForm;

/// The papers' claims, checked on every small program
///
/// A claim is checked on every program up to a size, or on some at random. A counterexample has a
/// number, and is replayed from it. Each hypothesis can be dropped: the smallest program that then
/// breaks the claim is printed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Theorem {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand)]
enum Question {
    /// The claims, their hypotheses, and what is known of them
    List {
        /// Only those of a paper, such as `liew2024`, or one claim, by its id
        #[arg(value_name = "PAPER|ID")]
        of: Option<String>,
    },
    /// Check claims on every program up to a size
    Check(ask::Check),
    /// Check a claim on one program, by its number
    Replay(ask::Replay),
}

const EXAMPLES: &str = "\
Examples:
  jaminan theorem list
  jaminan theorem list liew2024
  jaminan theorem check all --size 5
  jaminan theorem check liew2024/4.3.2 --drop CI
  jaminan theorem check all --random 1000000 --seed 1
  jaminan theorem check liew2024/4.2 --size 6 --shard 0/8 --format json > part0.json
  jaminan theorem check liew2024/4.2 --size 6 --merge part*.json
  jaminan theorem replay liew2024/4.2@v1:4:17

Exit codes: 0 every verdict is the one recorded, or the record is of programs outside the scope; of one
claim, or with --drop: no counterexample ·
1 a counterexample, or a verdict that is not as recorded: of several claims also that no program meets the
hypotheses (vacuous) of one that is recorded to hold · 2 bad input · 3 undecided; of one claim, vacuous";

impl Command for Theorem {
    type Answer = TheoremAnswer;

    /// As much as it takes: what it does is bounded by its flags.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }

    fn answer(self, _: &View) -> Result<TheoremAnswer, Failure> {
        match self.question {
            Question::List { of } => ask::list(of.as_deref()),
            Question::Check(check) => check.answer(),
            Question::Replay(replay) => replay.answer(),
        }
    }
}
