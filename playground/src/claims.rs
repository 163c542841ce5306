//! The claims of the papers, and what is found of them.

use crate::Progress;
use crate::failure::Failure;
use oracle::Bounds;
use semantics::Spelling;
use serde_json::{Value, json};
use std::str::FromStr;
use theories::{
    Assumed, Claim, Dropped, Enumeration, Grammar, ProgramNumber, Recorded, Refutation, Shard,
    Survey, Surveyed, Work, claim, claims,
};

/// No page goes through larger programs.
const LARGEST: usize = 6;

/// All claims.
pub fn list() -> Value {
    let one = |claim: &Claim| {
        let hypotheses: Vec<Value> = claim
            .hypotheses
            .iter()
            .map(|h| {
                let droppable = !matches!(h.assumed, Assumed::SpokenOf);
                json!({ "name": h.name, "says": h.says, "droppable": droppable })
            })
            .collect();
        let recorded = match claim.recorded {
            Recorded::Holds => "holds".to_owned(),
            Recorded::Refuted(number) => format!("refuted by {number}"),
        };
        json!({
            "id": claim.id, "source": claim.source, "says": claim.says, "hypotheses": hypotheses,
            "recorded": recorded,
        })
    };
    json!({ "claims": claims().iter().map(one).collect::<Vec<_>>() })
}

/// One claim on every program up to a size, without some hypotheses.
///
/// # Errors
/// A claim or hypothesis that is none.
pub fn answer(
    id: &str,
    drop: &[String],
    size: usize,
    progress: Progress<'_>,
) -> Result<Value, Failure> {
    let claim = claim(id).ok_or_else(|| Failure::new(format!("there is no claim `{id}`")))?;
    let named = |name: &String| match claim.hypothesis(name) {
        Some(h) if !matches!(h.assumed, Assumed::SpokenOf) => Ok(*h),
        _ => Err(Failure::new(format!("`{name}` is no hypothesis of {id} that can be dropped"))),
    };
    let survey = Survey {
        claims: vec![claim],
        dropped: Dropped(drop.iter().map(named).collect::<Result<_, _>>()?),
        grammar: Grammar::default(),
        bounds: Bounds::new(2, 2),
        work: Work::UpTo(size.clamp(1, LARGEST)),
        shard: Shard::default(),
        only_reference: false,
    };
    let found = survey.run(progress).map_err(|why| Failure::new(why.to_string()))?;
    let surveyed = found.first().ok_or_else(|| Failure::new("nothing was found of the claim"))?;
    Ok(surveyed_json(&survey.dropped, surveyed))
}

fn surveyed_json(dropped: &Dropped, surveyed: &Surveyed) -> Value {
    let Surveyed { claim, tally, .. } = surveyed;
    let verdict = match (&tally.refutation, tally.undecided, tally.met) {
        (Some(_), _, _) => "refuted",
        (None, 1.., _) => "undecided",
        (None, 0, 0) => "vacuous",
        _ => "holds",
    };
    json!({
        "id": claim.id, "verdict": verdict, "checked": tally.checked, "met": tally.met,
        "vacuous": tally.vacuous, "undecided": tally.undecided,
        "counterexample": tally.refutation.as_ref().map(|r| counterexample(claim, dropped, r)),
    })
}

fn counterexample(claim: &Claim, dropped: &Dropped, refutation: &Refutation) -> Value {
    let Refutation { number, subject, counterexample } = refutation;
    let runs: Vec<Value> = counterexample
        .runs
        .iter()
        .map(|run| json!({ "title": run.title(), "derivation": run.text(Spelling::Unicode) }))
        .collect();
    json!({
        "replay": claim.on(number, dropped), "size": number.size,
        "subject": subject.to_string(), "protocol": subject.protocol().to_string(),
        "why": counterexample.why, "offending": counterexample.offending, "runs": runs,
    })
}

/// The program of a number.
///
/// # Errors
/// There is none.
pub fn program(number: &str) -> Result<Value, Failure> {
    let number = ProgramNumber::from_str(number).map_err(|why| Failure::new(why.to_string()))?;
    let grammar = Grammar::default();
    if number.size > LARGEST || number.grammar != grammar.version {
        return Err(Failure::new(format!("there is no program {number}")));
    }
    let programs = Enumeration::<jaminan::Stmt>::new(&grammar, number.size)
        .map_err(|why| Failure::new(why.to_string()))?;
    let program = programs
        .nth(number.size, number.index)
        .ok_or_else(|| Failure::new(format!("there is no program {number}")))?;
    let count = programs.count(number.size).to_string();
    Ok(json!({ "program": program.to_string(), "count": count }))
}
