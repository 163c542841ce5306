//! The forms of what is said about claims, as published JSON; and their values.

use super::record::RecordForm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use theories::{Claim, Dropped, Recorded, Refutation, Tally};

/// The answer of `theorem`: the claims, and where they were checked.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan theorem")]
pub struct TheoremForm {
    /// Where they were checked; null from `theorem list`.
    pub scope: Option<ScopeForm>,
    /// Paper by paper.
    pub claims: Vec<ClaimForm>,
}

/// Where claims were checked.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScopeForm {
    /// The version of the grammar that the claims are about; where these are several, of programs.
    pub grammar: String,
    /// Which programs: `size <= 4`, `1000 random ones of size 5 to 8, seed 1`, `v1:4:17`.
    pub programs: String,
    /// Which part of them: `0/1` is the whole.
    pub shard: String,
    /// Threads `0..T`. Where one claim has bounds of its own, those; where several differ, as asked.
    pub threads: u64,
    /// Choices and contents of memory `0..K`.
    pub values: u64,
    /// Initial memory is 0 outside of `0..C`.
    pub cells: u64,
    /// The hypotheses that were dropped.
    pub dropped: Vec<String>,
    /// Claims that were left out, since their programs are not of the grammar that was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// From `theorem replay`: the program, or the protocol where the claim is about those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// A claim, and what was found.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimForm {
    /// `liew2024/4.3.2`
    pub id: String,
    /// Where it stands.
    pub source: String,
    /// What it says, without its hypotheses.
    pub says: String,
    /// By name.
    pub hypotheses: Vec<String>,
    /// What is known of it: `holds`, or `refuted` with the number of a program.
    pub recorded: String,
    /// What was found; null from `theorem list`.
    pub found: Option<FoundForm>,
}

/// What was found of a claim.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundForm {
    /// The verdict within the bounds.
    pub verdict: VerdictForm,
    /// Whether it is the one that is recorded, as far as these programs, bounds and hypotheses tell.
    pub as_recorded: bool,
    /// How it stands to the record.
    pub record: RecordForm,
    /// The version of the grammar of the claim's programs; of one that a file gives, with a digest:
    /// `strides#88a9bd4a9a7b8ab1`.
    pub grammar: String,
    /// The bounds within which they were checked.
    pub bounds: String,
    /// Which programs were gone through: fewer than were asked for, where it takes long and others
    /// were asked for too.
    pub programs: String,
    /// On how many programs it was checked, up to and with the counterexample.
    pub checked: u64,
    /// On how many of them every hypothesis held.
    pub met: u64,
    /// On how many of them a hypothesis did not hold: which.
    pub vacuous: BTreeMap<String, u64>,
    /// On how many of them larger bounds remove what offended.
    pub removed: u64,
    /// On how many of them it is not known.
    pub undecided: u64,
    /// The first of these, and why.
    pub first_undecided: Option<String>,
    /// On how many further programs it was not checked, since they are too large: only of programs
    /// at random.
    pub skipped: u64,
    /// Where the engine suspected a program that the reference clears: an error of this program.
    pub cleared: u64,
    /// How long all claims of the same programs took together, in seconds.
    pub seconds: f64,
    /// The first counterexample.
    pub counterexample: Option<CounterexampleForm>,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictForm {
    /// No program is a counterexample.
    Holds,
    /// Some program is.
    Refuted,
    /// On no program did every hypothesis hold.
    Vacuous,
    /// Of some program it is not known, and none is a counterexample.
    Undecided,
}

/// A program of which a claim does not hold.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CounterexampleForm {
    /// `theorem replay` takes it: `liew2024/4.3.2@v1:4:17`, or `liew2024/3.3.1@v1:3:40,SAME-TRACE`
    /// where a hypothesis is dropped that the program does not tell.
    pub replay: String,
    /// The program, or the protocol where the claim is about those.
    pub subject: String,
    /// Its protocol.
    pub protocol: String,
    /// What is wrong.
    pub why: String,
    /// The actions or accesses that offend.
    pub offending: Vec<String>,
    /// The runs that show it.
    pub runs: Vec<RunForm>,
}

/// A run that shows a counterexample.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunForm {
    /// What it shows.
    pub title: String,
    /// Its derivation, as text.
    pub derivation: String,
}

impl ScopeForm {
    /// All of it in a line.
    pub fn told(&self) -> String {
        let ScopeForm { grammar, programs, threads, values, cells, .. } = self;
        let mut told = format!("{grammar}, {programs}: threads 0..{threads}, values 0..{values}, cells 0..{cells}");
        if !self.dropped.is_empty() {
            told += &format!(", without {}", self.dropped.join(" and "));
        }
        told
    }
}

impl ClaimForm {
    /// The claim, of which nothing is found yet.
    pub fn of(claim: &Claim) -> Self {
        ClaimForm {
            id: claim.id.into(),
            source: claim.source.into(),
            says: claim.says.into(),
            hypotheses: claim.hypotheses.iter().map(|h| h.name.into()).collect(),
            recorded: match claim.recorded {
                Recorded::Holds => "holds".into(),
                Recorded::Refuted(number) => format!("refuted by {number}"),
            },
            found: None,
        }
    }
}

impl VerdictForm {
    /// What a tally comes to.
    pub fn of(tally: &Tally) -> Self {
        match tally {
            Tally { refutation: Some(_), .. } => VerdictForm::Refuted,
            Tally { undecided: 1.., .. } => VerdictForm::Undecided,
            Tally { met: 0, .. } => VerdictForm::Vacuous,
            _ => VerdictForm::Holds,
        }
    }

    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            VerdictForm::Holds => "holds",
            VerdictForm::Refuted => "refuted",
            VerdictForm::Vacuous => "vacuous",
            VerdictForm::Undecided => "undecided",
        }
    }
}

impl CounterexampleForm {
    /// The counterexample to a claim, with its derivations.
    pub fn of(
        claim: &Claim,
        dropped: &Dropped,
        refutation: &Refutation,
        spelling: semantics::Spelling,
    ) -> Self {
        let Refutation { number, subject, counterexample } = refutation;
        let run = |run: &theories::Run| RunForm {
            title: run.title().into(),
            derivation: run.text(spelling),
        };
        CounterexampleForm {
            replay: claim.on(number, dropped),
            subject: subject.to_string(),
            protocol: subject.protocol().to_string(),
            why: counterexample.why.clone(),
            offending: counterexample.offending.clone(),
            runs: counterexample.runs.iter().map(run).collect(),
        }
    }
}
