//! The claims have the verdicts that are recorded, and are not vacuous.
#![allow(clippy::unwrap_used)] // a test may panic

use oracle::Bounds;
use std::collections::BTreeSet;
use theories::{
    Dropped, Grammar, ProgramNumber, Recorded, Shard, Survey, Surveyed, Work, claim, claims,
};

fn survey(work: Work, shard: Shard, only_reference: bool) -> Vec<Surveyed> {
    let survey = Survey {
        claims: claims().into_iter().filter(|claim| claim.id.starts_with("liew2024/")).collect(),
        dropped: Dropped::default(),
        grammar: Grammar::default(),
        bounds: Bounds::new(2, 2),
        work,
        shard,
        only_reference,
    };
    survey.run(&|_, _| {}).unwrap()
}

#[test]
fn ids_are_distinct_and_recorded_numbers_can_be_read() {
    let all = claims();
    let ids: BTreeSet<&str> = all.iter().map(|claim| claim.id).collect();
    assert_eq!(ids.len(), all.len());
    for claim in &all {
        if let Recorded::Refuted(number) = claim.recorded {
            let read: Result<ProgramNumber, _> = number.parse();
            assert_eq!(read.unwrap().to_string(), number, "{}", claim.id);
        }
    }
    assert!(claim("liew2024/4.5").is_some());
    assert!(claim("liew2024/9").is_none());
}

#[test]
fn verdicts_are_as_recorded_up_to_size_4() {
    for Surveyed { claim, tally, .. } in survey(Work::UpTo(4), Shard::default(), false) {
        assert_eq!(tally.undecided, 0, "{}: {:?}", claim.id, tally.first_undecided);
        assert_eq!(tally.cleared, 0, "{}", claim.id);
        assert!(tally.met > 0, "{} is vacuous", claim.id);
        let found = tally.refutation.map(|r| r.number.to_string());
        let recorded = match claim.recorded {
            Recorded::Holds => None,
            Recorded::Refuted(number) => Some(number.to_string()),
        };
        assert_eq!(found, recorded, "{}", claim.id);
    }
}

/// The shards of a survey add up to the whole, and the engine's counts are the reference's.
#[test]
fn shards_and_readings_count_the_same() {
    let whole = survey(Work::UpTo(3), Shard::default(), false);
    let reference = survey(Work::UpTo(3), Shard::default(), true);
    let mut parts = survey(Work::UpTo(3), Shard { part: 0, of: 2 }, false);
    for (part, other) in
        parts.iter_mut().zip(survey(Work::UpTo(3), Shard { part: 1, of: 2 }, false))
    {
        part.tally.merge(other.tally);
    }
    for ((a, b), c) in whole.iter().zip(&reference).zip(&parts) {
        for other in [b, c] {
            assert_eq!(a.tally.checked, other.tally.checked, "{}", a.claim.id);
            assert_eq!(a.tally.met, other.tally.met, "{}", a.claim.id);
            assert_eq!(a.tally.vacuous, other.tally.vacuous, "{}", a.claim.id);
        }
    }
}

#[test]
fn random_programs_are_the_same_for_one_seed() {
    let work = Work::Random { beyond: 5, count: 400, seed: 7 };
    let (one, again) =
        (survey(work, Shard::default(), false), survey(work, Shard::default(), false));
    for (a, b) in one.iter().zip(&again) {
        assert_eq!(a.tally.met, b.tally.met, "{}", a.claim.id);
        assert_eq!(a.tally.undecided, 0, "{}: {:?}", a.claim.id, a.tally.first_undecided);
        assert!(a.tally.refutation.is_none() || a.claim.recorded != Recorded::Holds, "{a:?}");
    }
}
