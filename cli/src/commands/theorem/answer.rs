//! What `theorem` answers.

use super::ask::Form;
use super::form::{ClaimForm, CounterexampleForm, FoundForm, ScopeForm, TheoremForm, VerdictForm};
use super::record::RecordForm;
use crate::answer::{Answer, View};
use crate::exit::Exit;
use crate::style::{ALARM, FINE, HEADING, LABEL, UNDECIDED};
use oracle::Bounds;
use semantics::{Spelling, Text, say};
use serde_json::Value;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use theories::{
    Claim, Counterexample, Grammar, RANDOM_FUEL, RANDOM_RUNS, Recorded, Refutation, Subject, Subjects, Survey, Surveyed,
    Within, Work,
};

/// The claims, or what was found of them.
pub enum TheoremAnswer {
    /// All claims.
    List(Vec<Claim>),
    /// What was found of some.
    Checked(Box<Checked>),
}

/// What was found of some claims.
pub struct Checked {
    survey: Survey,
    found: Vec<Surveyed>,
    /// Whether the exit code tells what was found, and not whether it is as recorded.
    by_finding: bool,
    /// The claims that were left out, since they take no grammar.
    left_out: Vec<Claim>,
    /// What a claim was replayed on.
    subject: Option<Subject>,
    written: Form,
}

impl Checked {
    pub(super) fn new(survey: Survey, found: Vec<Surveyed>, single: bool, written: Form) -> Self {
        let by_finding = single || !survey.dropped.0.is_empty();
        Checked { survey, found, by_finding, left_out: Vec::new(), subject: None, written }
    }

    /// The same, where these claims were left out.
    pub(super) fn without(self, left_out: Vec<Claim>) -> Self {
        Checked { left_out, ..self }
    }

    /// The same, of this program or protocol alone.
    pub(super) fn on(self, subject: Subject) -> Self {
        Checked { subject: Some(subject), ..self }
    }

    /// The version of the grammar that all the claims are about; where these are several, of the one that they are
    /// made from.
    fn grammar(&self) -> String {
        let Survey { grammar, dropped, .. } = &self.survey;
        let of = |surveyed: &Surveyed| surveyed.claim.grammar(grammar, dropped).version;
        let mut versions = self.found.iter().map(of);
        match versions.next() {
            Some(first) if versions.all(|other| other == first) => first,
            _ => grammar.version.clone(),
        }
    }

    /// The bounds of all the claims; where these differ, those that were asked for.
    fn bounds(&self) -> (Bounds, String) {
        let asked = &self.survey.bounds;
        let of = |surveyed: &Surveyed| {
            let within = surveyed.claim.within;
            ((within.bounds)(asked), within.told(asked))
        };
        let mut all = self.found.iter().map(of);
        match all.next() {
            Some(first) if all.all(|other| other == first) => first,
            _ => (asked.clone(), Within::ASKED.told(asked)),
        }
    }

    fn scope(&self) -> ScopeForm {
        let Survey { dropped, work, shard, .. } = &self.survey;
        let (bounds, _) = self.bounds();
        ScopeForm {
            grammar: self.grammar(),
            programs: numbers(work),
            shard: format!("{}/{}", shard.part, shard.of),
            threads: bounds.threads,
            values: bounds.values,
            cells: bounds.cells,
            dropped: dropped.0.iter().map(|h| h.name.into()).collect(),
            left_out: self.left_out.iter().map(|claim| claim.id.into()).collect(),
            program: self.subject.as_ref().map(Subject::to_string),
        }
    }

    /// What is published of it.
    pub(super) fn form(&self) -> TheoremForm {
        let claim = |surveyed| self.claim(surveyed, Spelling::Ascii);
        TheoremForm { scope: Some(self.scope()), claims: self.found.iter().map(claim).collect() }
    }

    fn claim(&self, surveyed: &Surveyed, spelling: Spelling) -> ClaimForm {
        let Surveyed { claim, work, tally, time } = surveyed;
        let record = RecordForm::of(&self.survey, surveyed);
        let found = FoundForm {
            verdict: VerdictForm::of(tally),
            as_recorded: record != RecordForm::Other,
            record,
            grammar: grammar_of(claim, &self.survey),
            bounds: claim.within.told(&self.survey.bounds),
            programs: programs(claim, work),
            checked: tally.checked,
            met: tally.met,
            vacuous: tally.vacuous.iter().map(|(name, n)| (name.to_string(), *n)).collect(),
            removed: tally.removed,
            undecided: tally.undecided,
            skipped: tally.skipped,
            first_undecided: tally.first_undecided.as_ref().map(|(n, why)| format!("{n}: {why}")),
            cleared: tally.cleared,
            seconds: time.as_secs_f64(),
            counterexample: tally
                .refutation
                .as_ref()
                .map(|refutation| self.counterexample(claim, refutation, spelling)),
        };
        ClaimForm { found: Some(found), ..ClaimForm::of(claim) }
    }

    fn counterexample(
        &self,
        claim: &Claim,
        refutation: &Refutation,
        spelling: Spelling,
    ) -> CounterexampleForm {
        CounterexampleForm::of(claim, &self.survey.dropped, refutation, spelling)
    }

    /// One document: of each claim that is not refuted what was found, then each counterexample with its derivations.
    fn latex(&self) -> String {
        let mut parts: Vec<_> = self.found.iter().map(|surveyed| self.part(surveyed)).collect();
        parts.sort_by_key(|(_, counterexample)| counterexample.is_some());
        theories::document(&parts)
    }

    fn part<'a>(&self, surveyed: &'a Surveyed) -> (Vec<String>, Option<&'a Counterexample>) {
        let Surveyed { claim, tally, .. } = surveyed;
        let Some(refutation) = &tally.refutation else {
            let verdict = VerdictForm::of(tally).word();
            return (vec![format!("{}: {verdict}; {} checked", claim.id, tally.checked)], None);
        };
        let shown = self.counterexample(claim, refutation, Spelling::Ascii);
        let mut lines = vec![shown.replay, shown.subject, shown.protocol, shown.why];
        lines.extend(shown.offending);
        (lines, Some(&refutation.counterexample))
    }

    /// How long it took, and how many subjects that is a second.
    fn times(&self, out: &mut Text) {
        out.blank();
        // Claims that were checked together took the same time.
        let mut together: BTreeMap<_, Vec<&Surveyed>> = BTreeMap::new();
        for surveyed in &self.found {
            together.entry(surveyed.time).or_default().push(surveyed);
        }
        let first = |group: &Vec<&Surveyed>| {
            self.found.iter().position(|s| group.first().is_some_and(|f| f.claim.id == s.claim.id))
        };
        let mut together: Vec<_> = together.into_iter().collect();
        together.sort_by_key(|(_, group)| first(group));
        for (time, group) in together {
            let Some(Surveyed { claim, .. }) = group.first() else { continue };
            // One that is refuted was asked of fewer.
            let subjects = group.iter().map(|s| s.tally.checked + s.tally.skipped).max();
            let (seconds, subjects) = (time.as_secs_f64(), subjects.unwrap_or_default());
            let rate = subjects as f64 / seconds;
            let kind = if claim.subjects.are_protocols() { "protocols" } else { "programs" };
            let claims = match group.len() {
                1 => claim.id.to_string(),
                n => format!("{n} claims from {} on", claim.id),
            };
            say!(out, "{seconds:.2} s for {claims}: {subjects} {kind}, {rate:.0} a second");
        }
        if self.found.iter().any(|s| s.tally.skipped > 0) {
            say!(
                out,
                "too large: one thread has more than {RANDOM_RUNS} runs, or a search by the \
                 reference rules applies more than {RANDOM_FUEL}, or flows, formulas or schedules are too many"
            );
        }
    }

    fn text(&self, spelling: Spelling) -> Text {
        let (bold, name) = (HEADING, LABEL);
        let scope = self.scope();
        let ScopeForm { grammar, programs, .. } = &scope;
        let (_, bounds) = self.bounds();
        let mut out = Text::new();
        let mut head = format!("{bold}{grammar}, {programs}{bold:#}: {bounds}");
        if self.survey.shard.of > 1 {
            head += &format!(", part {}", scope.shard);
        }
        if !scope.dropped.is_empty() {
            head += &format!(", without {}", scope.dropped.join(" and "));
        }
        out.line(head);
        if !scope.left_out.is_empty() {
            say!(out, "left out, with programs of their own: {}", scope.left_out.join(", "));
        }
        out.blank();
        let width = self.found.iter().map(|s| s.claim.id.len()).max().unwrap_or_default();
        for surveyed in &self.found {
            let claim = self.claim(surveyed, spelling);
            let Some(found) = &claim.found else { continue };
            let word = found.verdict.word();
            let style = match found.verdict {
                VerdictForm::Holds => FINE,
                VerdictForm::Refuted => ALARM,
                VerdictForm::Vacuous | VerdictForm::Undecided => UNDECIDED,
            };
            let mut line = format!(
                "{name}{:<width$}{name:#}  {style}{word:<9}{style:#}  {} checked, {} met",
                claim.id, found.checked, found.met
            );
            if found.programs != scope.programs {
                line += &format!(", only {}", found.programs);
            }
            if found.bounds != bounds {
                line += &format!(", with {}", found.bounds);
            }
            for (hypothesis, count) in &found.vacuous {
                line += &format!(", {count} without {hypothesis}");
            }
            if found.removed > 0 {
                line += &format!(", {} only within the bounds", found.removed);
            }
            if let Some(first) = &found.first_undecided {
                line += &format!(", {} undecided, the first {first}", found.undecided);
            }
            if found.skipped > 0 {
                line += &format!(", {} skipped: too large", found.skipped);
            }
            if found.cleared > 0 {
                line +=
                    &format!(", {ALARM}{} where the engine is wrong{ALARM:#}", found.cleared);
            }
            line += &beside(surveyed.claim.recorded, &claim.recorded, found);
            out.line(line);
        }
        self.times(&mut out);
        for Surveyed { claim, tally, .. } in &self.found {
            if let Some(refutation) = &tally.refutation {
                let shown = self.counterexample(claim, refutation, spelling);
                out.blank();
                counterexample(&mut out, claim, &shown, &self.survey.bounds);
            }
        }
        if let Some(subject) = &self.subject
            && self.found.iter().all(|s| s.tally.refutation.is_none())
        {
            out.blank();
            subject_lines(&mut out, &subject.to_string(), &subject.protocol().to_string());
        }
        out
    }
}

/// What is to be said of the record beside a verdict.
fn beside(recorded: Recorded, words: &str, found: &FoundForm) -> String {
    let refuted = recorded != Recorded::Holds;
    match found.record {
        RecordForm::Same if refuted => "; as recorded".into(),
        RecordForm::Other => format!("; recorded: {words}"),
        RecordForm::Silent if found.verdict != VerdictForm::Refuted && refuted => {
            format!("; within this scope only, recorded: {words}")
        }
        _ => String::new(),
    }
}

/// A program and its protocol, or a protocol alone.
fn subject_lines(out: &mut Text, subject: &str, protocol: &str) {
    let name = LABEL;
    if subject != protocol {
        say!(out, "  {name}program{name:#}    {subject}");
    }
    say!(out, "  {name}protocol{name:#}   {protocol}");
}

/// Which programs were gone through, of a claim.
pub fn programs(claim: &Claim, work: &Work) -> String {
    match claim.subjects {
        Subjects::OneOfThePaper => "the one of the paper".into(),
        _ => numbers(work),
    }
}

/// Which programs were gone through.
fn numbers(work: &Work) -> String {
    match *work {
        Work::UpTo(size) => format!("size <= {size}"),
        Work::Random { beyond, count, seed } => {
            let (from, to) = (beyond + 1, work.largest());
            format!("{count} random ones of size {from} to {to}, seed {seed}")
        }
        Work::One { size, index } => format!("size {size}, index {index}"),
    }
}

/// A counterexample for people.
fn counterexample(out: &mut Text, claim: &Claim, shown: &CounterexampleForm, bounds: &Bounds) {
    let (bold, name) = (HEADING, LABEL);
    say!(out, "{bold}counterexample to {}{bold:#}: {}", claim.id, shown.why);
    say!(out, "  {name}says{name:#}       {}", claim.says);
    subject_lines(out, &shown.subject, &shown.protocol);
    for action in &shown.offending {
        say!(out, "  {name}offending{name:#}  {action}");
    }
    let mut again = format!("  {name}replay{name:#}     jaminan theorem replay {}", shown.replay);
    if *bounds != Bounds::new(2, 2) {
        let Bounds { threads, values, cells } = bounds;
        again += &format!(" --threads {threads} --values {values} --cells {cells}");
    }
    out.line(again);
    for run in &shown.runs {
        out.blank();
        say!(out, "{bold}{}{bold:#}", run.title);
        out.lines(&run.derivation);
    }
}

impl Answer for TheoremAnswer {
    type Form = TheoremForm;

    fn json(&self) -> Value {
        let form = match self {
            TheoremAnswer::List(claims) => {
                TheoremForm { scope: None, claims: claims.iter().map(ClaimForm::of).collect() }
            }
            TheoremAnswer::Checked(checked) => checked.form(),
        };
        // Only numbers and text: this does not fail.
        serde_json::to_value(form).unwrap_or(Value::Null)
    }

    fn text(&self, view: &View) -> Text {
        match self {
            TheoremAnswer::List(claims) => list(claims),
            TheoremAnswer::Checked(checked) => match checked.written {
                Form::Latex => Text::of_lines(checked.latex()),
                Form::Text => checked.text(view.spelling()),
            },
        }
    }

    fn exit(&self) -> Exit {
        let TheoremAnswer::Checked(checked) = self else { return Exit::Fine };
        if checked.found.iter().any(|s| s.tally.cleared > 0) {
            return Exit::Alarm;
        }
        let verdicts: Vec<VerdictForm> =
            checked.found.iter().map(|s| VerdictForm::of(&s.tally)).collect();
        let some = |verdict| verdicts.contains(&verdict);
        if checked.by_finding {
            return match () {
                () if some(VerdictForm::Refuted) => Exit::Alarm,
                // Where no program met the hypotheses, nothing is known.
                () if some(VerdictForm::Undecided) => Exit::Undecided,
                () if some(VerdictForm::Vacuous) => Exit::Undecided,
                () => Exit::Fine,
            };
        }
        let unknown = |s: &Surveyed| match RecordForm::of(&checked.survey, s) {
            RecordForm::Other => VerdictForm::of(&s.tally) == VerdictForm::Undecided,
            // A part may be vacuous where the whole is not.
            RecordForm::Silent => {
                let part = checked.survey.shard.of > 1 || s.claim.recorded != Recorded::Holds;
                !part && VerdictForm::of(&s.tally) == VerdictForm::Vacuous
            }
            RecordForm::Same => false,
        };
        let other = |s: &Surveyed| RecordForm::of(&checked.survey, s) == RecordForm::Other;
        match () {
            () if checked.found.iter().any(|s| other(s) && !unknown(s)) => Exit::Alarm,
            () if checked.found.iter().any(unknown) => Exit::Undecided,
            () => Exit::Fine,
        }
    }
}

fn list(claims: &[Claim]) -> Text {
    let (bold, name) = (HEADING, LABEL);
    let mut out = Text::new();
    for claim in claims {
        let ClaimForm { id, source, says, hypotheses, recorded, .. } = ClaimForm::of(claim);
        say!(out, "{bold}{id}{bold:#}  {source}; {recorded}");
        say!(out, "  {says}");
        if !hypotheses.is_empty() {
            say!(out, "  {name}hypotheses{name:#} {}", hypotheses.join(", "));
        }
        out.blank();
    }
    let mut all: Vec<_> = claims.iter().flat_map(|claim| claim.hypotheses).collect();
    all.sort_by_key(|h| h.name);
    all.dedup();
    let width = all.iter().map(|h| h.name.len()).max().unwrap_or_default();
    for hypothesis in all {
        say!(out, "{name}{:<width$}{name:#}  {}", hypothesis.name, hypothesis.says);
    }
    out
}

/// The version of the grammar of a claim's programs. Of one that a file gives, which may be written anew under its
/// version, a digest is added.
fn grammar_of(claim: &Claim, survey: &Survey) -> String {
    let grammar = claim.grammar(&survey.grammar, &survey.dropped);
    if survey.grammar == Grammar::default() {
        return grammar.version;
    }
    let mut digest = DefaultHasher::new();
    format!("{grammar:?}").hash(&mut digest);
    format!("{}#{:016x}", grammar.version, digest.finish())
}
