//! What `difftest` answers.

use super::dry_run::DryRun;
use super::form::DifftestForm;
use super::print::Printed;
use super::reports;
use crate::answer::{Answer, View};
use crate::document::grouped;
use crate::exit::Exit;
use crate::style::{ALARM, FINE, HEADING, LABEL, UNDECIDED};
use difftest::{Campaign, Detector, Finding, Outcome, Tried};
use semantics::{Text, say};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What `difftest` answers.
pub enum DifftestAnswer {
    /// What came of a campaign.
    Tested(Box<Tested>),
    /// The kernels alone.
    Printed(Printed),
    /// How the detector is called and read.
    DryRun(DryRun),
}

/// What came of a campaign.
pub struct Tested {
    /// The detector.
    pub detector: Detector,
    /// The counts.
    pub campaign: Campaign,
    /// Where it is wrong.
    pub found: Vec<Finding>,
    /// The folder of each finding, where they are kept.
    pub folders: Vec<Option<PathBuf>>,
    /// Comparisons of the self-check.
    pub self_checks: usize,
    /// Whether the user has ended it before its time.
    pub interrupted: bool,
}

impl Tested {
    /// How many kernels have this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.campaign.progress.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Why nothing can be told of kernels, and of how many, the most first.
    pub fn poisoned(&self) -> Vec<(&str, u64)> {
        let all = self.campaign.progress.poisoned.iter();
        let mut all: Vec<(&str, u64)> = all.map(|(why, n)| (why.as_str(), *n)).collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        all
    }

    /// The kernels on which we contradict ourselves.
    pub fn contradictions(&self) -> impl Iterator<Item = &Tried> {
        let tried = self.campaign.wrong.iter().filter_map(|record| record.kernel.as_ref());
        tried.filter(|tried| tried.contradiction)
    }
}

impl Answer for DifftestAnswer {
    type Form = DifftestForm;

    fn json(&self) -> Value {
        match self {
            DifftestAnswer::Tested(tested) => tested.json(),
            DifftestAnswer::Printed(printed) => printed.json(),
            DifftestAnswer::DryRun(shown) => shown.json(),
        }
    }

    fn sarif(&self) -> Option<Value> {
        match self {
            DifftestAnswer::Tested(tested) => Some(reports::sarif(tested)),
            DifftestAnswer::Printed(_) | DifftestAnswer::DryRun(_) => None,
        }
    }

    fn text(&self, _: &View) -> Text {
        match self {
            DifftestAnswer::Tested(tested) => tested.text(),
            DifftestAnswer::Printed(printed) => printed.text(),
            DifftestAnswer::DryRun(shown) => shown.text(),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            DifftestAnswer::Tested(tested) => tested.exit(),
            DifftestAnswer::Printed(_) | DifftestAnswer::DryRun(_) => Exit::Fine,
        }
    }
}

impl Tested {
    /// As JSON, of the published form.
    pub fn json(&self) -> Value {
        let progress = &self.campaign.progress;
        let outcomes: serde_json::Map<String, Value> =
            Outcome::ALL.iter().map(|o| (o.key().into(), self.count(*o).into())).collect();
        let contradictions: Vec<Value> = self
            .contradictions()
            .map(|tried| json!({ "id": tried.id, "why": tried.why, "kernel": tried.text }))
            .collect();
        let sizes: serde_json::Map<String, Value> =
            progress.sizes.iter().map(|(size, n)| (size.to_string(), (*n).into())).collect();
        json!({
            "detector": self.detector.name,
            "self_check": self.self_checks,
            "kernels": progress.kernels(),
            "new": progress.new,
            "rate": (progress.rate() * 10.0).round() / 10.0,
            "finished": self.campaign.finished,
            "outcomes": outcomes,
            "poisoned": progress.poisoned,
            "truths": progress.truths,
            "classes": progress.classes,
            "sizes": sizes,
            "without": progress.without,
            "contradictions": contradictions,
            "findings": self.found.iter().map(Finding::json).collect::<Vec<_>>(),
        })
    }

    fn text(&self) -> Text {
        let progress = &self.campaign.progress;
        let mut out = Text::of_line(format_args!(
            "{HEADING}{}{HEADING:#}: {} kernels, {:.0} a second",
            self.detector.name,
            grouped(progress.kernels()),
            progress.rate()
        ));
        out.blank();
        for outcome in Outcome::ALL {
            let n = self.count(outcome);
            let style = match outcome {
                _ if n == 0 => LABEL,
                Outcome::Agree => FINE,
                outcome if outcome.is_finding() => ALARM,
                _ => UNDECIDED,
            };
            say!(out, "  {style}{:<22}{style:#} {:>9}", outcome.to_string(), grouped(n));
        }
        let counts = |all: &mut dyn Iterator<Item = (String, u64)>| {
            all.map(|(name, n)| format!("{} {name}", grouped(n))).collect::<Vec<_>>().join(", ")
        };
        let truths = counts(&mut progress.truths.clone().into_iter());
        let classes = counts(&mut progress.classes.clone().into_iter());
        out.blank();
say!(out, "  {LABEL}truth  {LABEL:#} {truths}");
        if !classes.is_empty() {
            say!(out, "  {LABEL}classes{LABEL:#} {classes}");
        }
        for (why, n) in self.poisoned() {
            say!(out, "  {LABEL}poisoned{LABEL:#} {}: {why}", grouped(n));
        }
        if progress.without > 0 {
            say!(out, "  {} places without a kernel that fits", progress.without);
        }
        if !self.campaign.finished {
            let why = if self.interrupted { "it was interrupted" } else { "the time was up" };
            say!(out, "  {UNDECIDED}not finished{UNDECIDED:#}: {why}");
        }
        for tried in self.contradictions() {
            out.blank();
say!(out, "{ALARM}we contradict ourselves{ALARM:#}: {}", tried.id);
            say!(out, "  {}", tried.why);
        }
        for (finding, folder) in self.found.iter().zip(&self.folders) {
            let (title, n) = (finding.title(), finding.from.len());
            out.blank();
say!(out, "{ALARM}{title}{ALARM:#}: {}", counted(n as u64));
            say!(out, "  it is {}", finding.truth());
            let why = Some(&finding.trial.why).filter(|why| !why.is_empty());
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            say!(out, "  {} says: {}{why}", self.detector.name, finding.trial.said);
            say!(out, "  {}", finding.cause_told());
            for line in finding.trial.text.lines() {
                say!(out, "    {}", line.replace('\t', "    "));
            }
            if let Some(folder) = folder {
                say!(out, "  {}", folder.display());
            }
        }
        out
    }

    fn exit(&self) -> Exit {
        let progress = &self.campaign.progress;
        let wrong = progress.outcomes.keys().any(|outcome| outcome.is_finding());
        let compared = [Outcome::Agree, Outcome::Imprecise].iter().any(|o| self.count(*o) > 0);
        match (wrong || progress.contradictions > 0, compared && !self.interrupted) {
            (true, _) => Exit::Alarm,
            (false, true) => Exit::Fine,
            (false, false) => Exit::Undecided,
        }
    }
}

/// `1 kernel`, `12 kernels`.
pub(super) fn counted(n: u64) -> String {
    format!("{} {}", grouped(n), if n == 1 { "kernel" } else { "kernels" })
}
