//! The form of a report, as published JSON; and its values.

use super::Report;
use crate::commands::hirace::VerifyForm;
use crate::commands::suite::TableForm;
use crate::commands::theorem::{ClaimForm, RecordForm, VerdictForm, programs};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use theories::{Dropped, Grammar, Need, Survey, Surveyed};

/// The answer of `paper`: a report.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jaminan paper")]
#[serde(untagged)]
pub enum AnyPaperForm {
    /// On claims about programs.
    Programs(PaperForm),
    /// On [H24]'s machine.
    Machine(MachineForm),
    /// On [P12]'s parametric flows.
    Flows(FlowsPaperForm),
    /// On [S18]'s formulas.
    Formulas(FormulasPaperForm),
}

/// A report on [P12]'s parametric flows.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FlowsPaperForm {
    /// `li2012`
    pub paper: String,
    /// The claims were checked on every program with barriers up to this size.
    pub size: usize,
    /// The claims.
    pub claims: Vec<MachineClaimForm>,
    /// The flows of [P12, Fig. 2], every fork counted.
    pub motivating_flows: usize,
    /// The same where a branch with nothing on one side is no fork.
    pub motivating_merged_flows: usize,
    /// Its races, a pair of places and a relation each.
    pub motivating_races: usize,
    /// What the kernels of [P12, Tables I and II] cost.
    pub kernels: Vec<KernelCostForm>,
}

/// What a kernel cost.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct KernelCostForm {
    /// Its name.
    pub name: String,
    /// By number of threads.
    pub launches: Vec<LaunchCostForm>,
    /// Whether there are bank conflicts at 1024 threads.
    pub bank_conflicts: bool,
    /// Whether there are uncoalesced accesses at 1024 threads.
    pub uncoalesced: bool,
    /// The parametric cost at 16384 threads over that at 1024.
    pub ratio: f64,
}

/// What a launch cost.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LaunchCostForm {
    /// How many threads.
    pub threads: u64,
    /// Of the parametric mode, without replays.
    pub parametric_seconds: f64,
    /// Of one run of it with replays.
    pub replayed_seconds: f64,
    /// Of explicit threads; null where they took too long.
    #[schemars(required)]
    pub explicit_seconds: Option<f64>,
    /// The flows of all intervals.
    pub flows: usize,
    /// As of `flows`.
    pub verdict: String,
    /// Whether both have the same races; null where the explicit threads have no answer.
    #[schemars(required)]
    pub same_races: Option<bool>,
}

/// A report on [S18]'s formulas.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormulasPaperForm {
    /// `sarkar2018`
    pub paper: String,
    /// The claims were checked on every program with barriers up to this size.
    pub size: usize,
    /// The claims.
    pub claims: Vec<MachineClaimForm>,
    /// [S18, Fig. 1] as it is rebuilt.
    pub example: InjectedForm,
    /// Kernels without and with an injected error.
    pub injected: Vec<InjectedForm>,
}

/// What was found in a kernel.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct InjectedForm {
    /// Its name.
    pub kernel: String,
    /// The kind of error that is injected, from 1 to 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<u8>,
    /// Races, as the solver finds them.
    pub races: usize,
    /// Those of them that were replayed.
    pub confirmed_races: usize,
    /// Divergent barriers, as the solver finds them.
    pub divergences: usize,
    /// Those of them that were replayed.
    pub confirmed_divergences: usize,
    /// Of Algorithm 1.
    pub race_seconds: f64,
    /// Of Algorithm 2.
    pub divergence_seconds: f64,
}

/// A report on [H24]'s machine.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct MachineForm {
    /// `jacobson2024`
    pub paper: String,
    /// The claims.
    pub claims: Vec<MachineClaimForm>,
    /// The verdict on the published machine, as of `hirace verify`.
    pub machine: VerifyForm,
    /// With `--indigo`: what the suite's kernels showed, as of `indigo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indigo: Option<serde_json::Value>,
}

/// A claim about the machine.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct MachineClaimForm {
    /// Its id.
    pub id: String,
    /// Where it stands.
    pub source: String,
    /// What it says.
    pub says: String,
    /// `holds`, `refuted` or `holds once mended`
    pub verdict: String,
    /// Whether that is what is recorded.
    pub as_recorded: bool,
    /// For which histories, sizes or programs.
    pub scope: String,
    /// A counterexample, the mended statement, or figures.
    pub shown: String,
}

/// A report on claims about programs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PaperForm {
    /// `liew2024`
    pub paper: String,
    /// Programs of at most this size were asked for: each claim says which were checked.
    pub size: usize,
    /// The claims.
    pub claims: Vec<ClaimOfPaper>,
    /// Each claim without each of its hypotheses.
    pub needs: Vec<NeedForm>,
    /// The alarms of [L24, §2], by `check`.
    pub alarms: Vec<AlarmForm>,
    /// With `--suite`: its row of [L24, Table 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<TableForm>,
}

/// A claim of the paper.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClaimOfPaper {
    /// Its id.
    pub id: String,
    /// Where it stands.
    pub source: String,
    /// What it says, without its hypotheses.
    pub says: String,
    /// Its hypotheses, by name.
    pub hypotheses: Vec<String>,
    /// What is recorded of it.
    pub recorded: String,
    /// What was found.
    pub verdict: VerdictForm,
    /// Whether that is as recorded, as far as programs of these sizes tell.
    pub as_recorded: bool,
    /// How it stands to the record.
    pub record: RecordForm,
    /// The version of the grammar of its programs.
    pub grammar: String,
    /// Which of them: `size <= 3`, or `the one of the paper`.
    pub programs: String,
    /// The bounds within which they were checked.
    pub bounds: String,
    /// Up to which size: of some claims it takes long to go further.
    pub size: usize,
    /// On how many programs it was checked.
    pub checked: u64,
    /// On how many of them every hypothesis held.
    pub met: u64,
    /// On how many of them a hypothesis did not hold: which.
    pub vacuous: BTreeMap<String, u64>,
    /// How long all claims of the same programs took together, in seconds.
    pub seconds: f64,
    /// The first counterexample: a program or protocol.
    pub counterexample: Option<String>,
    /// `theorem replay` takes it; null where there is no counterexample.
    pub replay: Option<String>,
}

/// A claim without one of its hypotheses.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct NeedForm {
    /// The claim.
    pub id: String,
    /// The hypothesis.
    pub hypothesis: String,
    /// The smallest program that breaks the claim then, as `theorem replay` takes it; null where
    /// none does.
    pub replay: Option<String>,
    /// The program.
    pub program: Option<String>,
    /// What offends.
    pub offending: Vec<String>,
    /// The version of the grammar that was searched: a larger one, where the hypothesis is about it.
    pub grammar: String,
    /// Which of its programs: `size <= 3`.
    pub programs: String,
    /// How many of them, up to and with the one that breaks the claim.
    pub checked: u64,
    /// On how many of them every other hypothesis held.
    pub met: u64,
    /// On how many of them it is not known.
    pub undecided: u64,
}

/// An alarm of [L24, §2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AlarmForm {
    /// The program.
    pub program: String,
    /// `racy`, `drf`, …
    pub verdict: String,
    /// `CIDI`, `CIDD`, `CDDI` or `CDDD`
    pub approximation: String,
    /// Of each alarm: `true`, `confirmed`, `refuted` or `open`.
    pub alarms: Vec<String>,
    /// Whether a race is shown, and the interpreter made each that is.
    pub replayed: bool,
    /// Whether the verdict is that of the paper.
    pub as_expected: bool,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl PaperForm {
    pub(super) fn of(report: &Report) -> Self {
        PaperForm {
            paper: report.paper.clone(),
            size: report.size,
            claims: report.surveyed.iter().map(|surveyed| claim(&report.survey, surveyed)).collect(),
            needs: report.needs.iter().map(need).collect(),
            alarms: report.alarms.clone(),
            suite: report.suite.as_ref().map(|(_, row)| row.clone()),
        }
    }
}

fn claim(survey: &Survey, surveyed: &Surveyed) -> ClaimOfPaper {
    let Surveyed { claim, work, tally, time } = surveyed;
    let size = work.largest();
    let ClaimForm { id, source, says, hypotheses, recorded, .. } = ClaimForm::of(claim);
    let verdict = VerdictForm::of(tally);
    let record = RecordForm::of(survey, surveyed);
    ClaimOfPaper {
        id,
        source,
        says,
        hypotheses,
        recorded,
        verdict,
        as_recorded: tally.cleared == 0 && record != RecordForm::Other,
        record,
        grammar: claim.grammar(&survey.grammar, &survey.dropped).version,
        programs: programs(claim, work),
        bounds: claim.within.told(&survey.bounds),
        size,
        checked: tally.checked,
        met: tally.met,
        vacuous: tally.vacuous.iter().map(|(name, n)| (name.to_string(), *n)).collect(),
        seconds: time.as_secs_f64(),
        counterexample: tally.refutation.as_ref().map(|r| r.subject.to_string()),
        replay: tally.refutation.as_ref().map(|r| claim.on(&r.number, &Dropped::default())),
    }
}

fn need(need: &Need) -> NeedForm {
    let refutation = need.tally.refutation.as_ref();
    let without = Dropped(vec![need.hypothesis]);
    NeedForm {
        id: need.claim.id.into(),
        hypothesis: need.hypothesis.name.into(),
        replay: refutation.map(|r| need.claim.on(&r.number, &without)),
        program: refutation.map(|r| r.subject.to_string()),
        offending: refutation.map(|r| r.counterexample.offending.clone()).unwrap_or_default(),
        grammar: need.claim.grammar(&Grammar::default(), &without).version,
        programs: programs(&need.claim, &need.work),
        checked: need.tally.checked,
        met: need.tally.met,
        undecided: need.tally.undecided,
    }
}
