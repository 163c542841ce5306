//! What the parts of a survey found, as one answer.
//!
//! A part is what `theorem check --shard I/N --format json` has printed. Its counts are held against the
//! programs that it was to go through, and its counterexamples are checked again.

use super::ask::too_many;
use super::form::{ClaimForm, FoundForm, ScopeForm, TheoremForm};
use crate::failure::Failure;
use crate::input::read_text;
use crate::shard::shard;
use std::path::{Path, PathBuf};
use std::time::Duration;
use theories::{Claim, NoProgramNumber, ProgramNumber, Refutation, Shard, Survey, Surveyed, Tally, Work};

/// What the parts in these files found of the survey's claims. `whole` says what a part of the survey
/// prints of itself, if it has gone through nothing yet.
///
/// # Errors
/// A file that is no part of the survey; a part that is missing, or is there twice; a counterexample
/// that is none.
pub fn merged(
    survey: &Survey,
    files: &[PathBuf],
    whole: &dyn Fn(Shard, &[Surveyed]) -> TheoremForm,
) -> Result<Vec<Surveyed>, Failure> {
    let mut parts: Vec<(Shard, Part<'_>)> = Vec::new();
    for file in files {
        let part = Part::read(file)?;
        parts.push((part.shard(&parts)?, part));
    }
    let of = parts.first().map_or(0, |(shard, _)| shard.of);
    let there = |part: &usize| parts.iter().any(|(shard, _)| shard.part == *part);
    if let Some(missing) = (0..of).find(|part| !there(part)) {
        return Err(Failure::usage(
            format!("part {missing}/{of} is missing"),
            format!("make it with `--shard {missing}/{of} --format json`"),
        ));
    }
    let mut found = Vec::new();
    for claim in &survey.claims {
        let (work, _) = survey.reach(claim).map_err(too_many)?;
        found.push(Surveyed { claim: *claim, work, tally: Tally::default(), time: Duration::ZERO });
    }
    let untouched = found.clone();
    for (shard, part) in parts {
        part.is_of(&whole(shard, &untouched))?;
        let survey = Survey { shard, ..survey.clone() };
        for (into, form) in found.iter_mut().zip(&part.form.claims) {
            let Some(form) = &form.found else { return Err(part.wrong("it says of no verdict")) };
            into.tally.join(part.tally(&survey, &into.claim, form)?);
            into.time += Duration::try_from_secs_f64(form.seconds).unwrap_or_default();
        }
    }
    Ok(found)
}

/// The answer of a part, and where it stands.
struct Part<'f> {
    file: &'f Path,
    form: TheoremForm,
}

impl<'f> Part<'f> {
    fn read(file: &'f Path) -> Result<Self, Failure> {
        let name = file.display();
        let text = read_text(file).map_err(|error| {
            Failure::usage(format!("cannot read {name}: {error}"), "give a file that can be read")
        })?;
        let form = serde_json::from_str(&text).map_err(|error| {
            Failure::usage(
                format!("{name} is no answer of `theorem check`: {error}"),
                "a part is what `theorem check … --shard I/N --format json` prints",
            )
        })?;
        Ok(Part { file, form })
    }

    fn wrong(&self, why: impl std::fmt::Display) -> Failure {
        Failure::usage(
            format!("{}: {why}", self.file.display()),
            "every part is made with the arguments of the whole, and `--shard I/N --format json`",
        )
    }

    /// Which part it is, of as many as those before.
    fn shard(&self, before: &[(Shard, Part<'_>)]) -> Result<Shard, Failure> {
        let scope = self.form.scope.as_ref().ok_or_else(|| self.wrong("nothing was checked"))?;
        let one = shard(&scope.shard).map_err(|why| self.wrong(why))?;
        for (other, Part { file, .. }) in before {
            if other.of != one.of {
                let (a, b) = (&scope.shard, file.display());
                return Err(self.wrong(format!("it is part {a}, and {b} is one of {}", other.of)));
            }
            if other == &one {
                return Err(self.wrong(format!("part {} is {}", scope.shard, file.display())));
            }
        }
        Ok(one)
    }

    /// It is about the same claims, and the same programs.
    fn is_of(&self, expected: &TheoremForm) -> Result<(), Failure> {
        if self.form.scope != expected.scope {
            let told = |form: &TheoremForm| form.scope.as_ref().map_or_else(String::new, ScopeForm::told);
            let (is, asked) = (told(&self.form), told(expected));
            return Err(self.wrong(format!("it is about {is}; asked about is {asked}")));
        }
        let about = |claim: &ClaimForm| {
            let found = claim.found.as_ref();
            let scope = found.map(|f| (f.grammar.clone(), f.bounds.clone(), f.programs.clone()));
            (claim.id.clone(), claim.says.clone(), claim.hypotheses.clone(), scope)
        };
        let mine = self.form.claims.iter().map(about);
        let theirs = expected.claims.iter().map(about);
        match mine.eq(theirs) {
            true => Ok(()),
            false => Err(self.wrong("it is not about the same claims, or not on the same programs")),
        }
    }

    /// What it found of a claim, as far as that can be seen to be so.
    fn tally(&self, survey: &Survey, claim: &Claim, form: &FoundForm) -> Result<Tally, Failure> {
        let mut tally = Tally {
            checked: form.checked,
            met: form.met,
            removed: form.removed,
            undecided: form.undecided,
            skipped: form.skipped,
            cleared: form.cleared,
            vacuous: form.vacuous.iter().map(|(name, n)| (name.clone().into(), *n)).collect(),
            ..Tally::default()
        };
        let (_, all) = survey.reach(claim).map_err(too_many)?;
        let kinds = [tally.met, tally.undecided].into_iter().chain(tally.vacuous.values().copied());
        let gone_through = u128::from(tally.checked) + u128::from(tally.skipped);
        let whole = match &form.counterexample {
            None => gone_through == all,
            Some(_) => gone_through <= all && tally.met > 0,
        };
        let counts = kinds.map(u128::from).sum::<u128>() == u128::from(tally.checked);
        let is_random = matches!(survey.work, Work::Random { .. });
        let rest = tally.removed <= tally.met
            && tally.cleared <= tally.checked
            && (tally.skipped == 0 || is_random)
            && (form.first_undecided.is_none() || tally.undecided > 0);
        if !(whole && counts && rest) {
            let id = claim.id;
            return Err(self.wrong(format!("its counts of {id} are not of its {all} programs")));
        }
        if let Some(first) = &form.first_undecided {
            let (number, why) = first.split_once(": ").unwrap_or((first, ""));
            let number = number.parse().map_err(|why: NoProgramNumber| self.wrong(why.to_string()))?;
            tally.first_undecided = Some((number, why.into()));
        }
        if let Some(counterexample) = &form.counterexample {
            let replay = counterexample.replay.as_str();
            let refutation = self.replayed(survey, claim, replay)?;
            tally.refutation = Some(refutation);
        }
        Ok(tally)
    }

    /// The counterexample of this number, which the rules refute the claim with again.
    fn replayed(
        &self,
        survey: &Survey,
        claim: &Claim,
        replay: &str,
    ) -> Result<Box<Refutation>, Failure> {
        let none = || self.wrong(format!("{replay} is no counterexample"));
        let number = replay.split_once('@').map_or(replay, |(_, number)| number);
        let number = number.split(',').next().unwrap_or_default();
        let number: ProgramNumber = number.parse().map_err(|_| none())?;
        let grammar = claim.grammar(&survey.grammar, &survey.dropped).version;
        let largest = survey.work.largest();
        if number.grammar != grammar || number.size > largest {
            return Err(none());
        }
        survey.case(claim, &number).map_err(too_many)?.ok_or_else(none)?;
        let one = Survey {
            claims: vec![*claim],
            work: Work::One { size: number.size, index: number.index },
            shard: Shard::default(),
            only_reference: true,
            ..survey.clone()
        };
        let found = one.run(&|_, _| {}).map_err(too_many)?;
        let refutation = found.into_iter().find_map(|surveyed| surveyed.tally.refutation);
        refutation.ok_or_else(none)
    }
}
