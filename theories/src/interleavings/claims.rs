//! What the thread-by-thread readings tell of all schedules.
//!
//! Each claim is about one world: an initial memory, and a value for each choice that a thread
//! makes. So it is stronger than the same claim of all choices at once. Up to its first race a thread
//! does under any schedule what it does by itself, and that is all that the readings know:
//!
//! - `every-race`, of `let x = A[tid] in A[x] := 0`: thread 0 may read what thread 1 has written, and
//!   writes another cell then. Such a race has another one before it (`first-race`).
//! - `real-each`, of `var x. A[tid] := 0; let y = A[x] in A[y] := 0`, where each of two threads reads
//!   the cell of the other: by themselves both read the initial memory and write one cell, but under
//!   any schedule one of them comes second and reads 0. Some race there is (`real`).
//! - `divergence`, of `let x = A[0] in if x < 1 { sync } else { A[0] := 0 }`: what thread 1 writes
//!   sends thread 0 to the barrier, where by themselves both pass it by. There is a race then
//!   (`divergence-mended`).

use super::executions::{Outcome, Race, Schedule, first_races};
use super::in_world::InWorld;
use super::reading::Reading;
use super::references::CLAIMS;
use super::world::World;
use crate::case::{Case, Subjects};
use crate::claim::{
    Assumed, Claim, Counterexample, Dropped, Finding, Hypothesis, Recorded, Run, Within,
};
use oracle::Bounds;

const RACE_FREE: Hypothesis = Hypothesis {
    name: "RACE-FREE",
    says: "the threads, run one by one from the memory at the begin of each phase, do not race",
    assumed: Assumed::InCheck,
};

const RACY: Hypothesis = Hypothesis {
    name: "RACY",
    says: "under some schedule there is a race",
    assumed: Assumed::SpokenOf,
};

const READ_RACY: Hypothesis = Hypothesis {
    name: "READ-RACY",
    says: "the threads, run one by one from the memory at the begin of each phase, race",
    assumed: Assumed::SpokenOf,
};

pub(crate) const DIVERGENT: Hypothesis = Hypothesis {
    name: "DIVERGENT",
    says: "under some schedule some threads wait at a barrier and the others have ended",
    assumed: Assumed::SpokenOf,
};

const MODEL: Claim = Claim {
    id: "",
    source: "[L22, §3], of all schedules",
    says: "",
    subjects: Subjects::SynchronizedPrograms,
    hypotheses: &[],
    recorded: Recorded::Holds,
    within: Within::ASKED,
    check: |_, _| Finding::Holds,
};

/// The claims about interleavings.
pub fn claims() -> Vec<Claim> {
    let of_readings = vec![
        Claim {
            id: "interleavings/one-outcome",
            says: "every schedule is race free and comes to what the reading comes to, one memory \
                   or one divergence for each choice of the `var`s",
            hypotheses: &[RACE_FREE],
            check: |case, dropped| each(case, RACE_FREE, dropped, one_outcome),
            ..MODEL
        },
        Claim {
            id: "interleavings/occurrence",
            source: "[L22, §3], “our simplification still captures the occurrence of data-races”",
            says: "the threads, run one by one from the memory at the begin of each phase, race",
            hypotheses: &[RACY],
            check: |case, dropped| each(case, RACY, dropped, occurs),
            ..MODEL
        },
        Claim {
            id: "interleavings/every-race",
            source: "[L22, §3], of each race by itself",
            says: "every race of a schedule in the first phase that has one is a race of the \
                   threads run one by one",
            hypotheses: &[RACY],
            recorded: Recorded::Refuted("v1-sync:2:32"),
            check: |case, dropped| each(case, RACY, dropped, every_race),
            ..MODEL
        },
        Claim {
            id: "interleavings/first-race",
            source: "[P12, §II.B], “or encounter another race before”",
            says: "a race of a schedule has a first race before it, or is it, which is one of the \
                   threads run one by one",
            hypotheses: &[RACY],
            check: |case, dropped| each(case, RACY, dropped, first_race),
            ..MODEL
        },
        Claim {
            id: "interleavings/real",
            says: "some schedule has a race, in the same phase",
            hypotheses: &[READ_RACY],
            check: |case, dropped| each(case, READ_RACY, dropped, real),
            ..MODEL
        },
        Claim {
            id: "interleavings/real-each",
            says: "every race of the threads run one by one is a race of some schedule",
            hypotheses: &[READ_RACY],
            // Of size 4 and less no program refutes the claim; of size 5 not all before this one
            // were tried.
            recorded: Recorded::Refuted("v1-sync:5:403904"),
            // A memory has to name a cell that neither of two threads writes anyway.
            within: Within {
                bounds: |asked| Bounds { values: asked.values.max(3), ..asked.clone() },
                more: "",
            },
            check: |case, dropped| each(case, READ_RACY, dropped, each_is_real),
            ..MODEL
        },
        Claim {
            id: "interleavings/divergence",
            says: "the threads, run one by one, diverge",
            hypotheses: &[DIVERGENT],
            recorded: Recorded::Refuted("v1-sync:4:3128"),
            check: |case, dropped| each(case, DIVERGENT, dropped, diverges),
            ..MODEL
        },
        Claim {
            id: "interleavings/divergence-mended",
            says: "the threads, run one by one, diverge or race",
            hypotheses: &[DIVERGENT],
            check: |case, dropped| each(case, DIVERGENT, dropped, diverges_or_races),
            ..MODEL
        },
        Claim {
            id: "li2012/canonical-schedule",
            source: "[P12, §II.B]",
            says: "the canonical schedule, one thread after the other, has a race",
            hypotheses: &[RACY],
            check: |case, dropped| each(case, RACY, dropped, canonical),
            ..MODEL
        },
    ];
    [&CLAIMS[..], &of_readings].concat()
}

impl InWorld {
    fn meets(&self, hypothesis: Hypothesis) -> bool {
        let reading_races = matches!(self.alone, Reading::Races { .. });
        match hypothesis.name {
            "RACE-FREE" => !reading_races,
            "READ-RACY" => reading_races,
            "DIVERGENT" => self.divergences().next().is_some(),
            _ => !self.all.races.is_empty(),
        }
    }

    /// The outcomes that are divergences, and in which phase.
    fn divergences(&self) -> impl Iterator<Item = (usize, (&Outcome, &Schedule))> {
        self.all.outcomes.iter().filter_map(|(outcome, schedule)| match outcome {
            Outcome::Diverges { phase, .. } => Some((*phase, (outcome, schedule))),
            Outcome::Ends(_) => None,
        })
    }

    /// The races of schedules in the first phase in which one has any.
    fn first_races(&self) -> impl Iterator<Item = (&Race, &Schedule)> {
        let first = self.all.races.keys().map(|race| race.phase).min();
        self.all.races.iter().filter(move |(race, _)| Some(race.phase) == first)
    }
}

/// What a claim comes to in one world: nothing, or what is wrong.
type Says = fn(&InWorld) -> Option<Wrong>;

/// What is wrong in one world.
struct Wrong {
    why: String,
    offending: String,
    /// A schedule that shows it.
    schedule: Schedule,
}

impl Wrong {
    fn of(why: &str, offending: &impl ToString, schedule: &Schedule) -> Option<Self> {
        let (why, offending) = (why.into(), offending.to_string());
        Some(Wrong { why, offending, schedule: schedule.clone() })
    }
}

/// Checks what a claim says in every world that meets its hypothesis.
fn each(case: &Case, hypothesis: Hypothesis, dropped: &Dropped, says: Says) -> Finding {
    let worlds = match case.in_worlds() {
        Ok(worlds) => worlds,
        Err(failure) => return failure.into(),
    };
    let assumed = !dropped.contains(&hypothesis);
    let mut met = worlds.iter().filter(|seen| !assumed || seen.meets(hypothesis)).peekable();
    if met.peek().is_none() {
        return Finding::Vacuous(hypothesis.name);
    }
    match met.find_map(|seen| says(seen).map(|wrong| (seen, wrong))) {
        Some((seen, wrong)) => refuted(&seen.world, wrong),
        None => Finding::Holds,
    }
}

fn refuted(world: &World, wrong: Wrong) -> Finding {
    let mut text = format!("initial memory {world}\n");
    for (phase, accesses) in wrong.schedule.iter().enumerate() {
        let accesses: Vec<String> = accesses.iter().map(ToString::to_string).collect();
        let accesses = if accesses.is_empty() { "nothing".into() } else { accesses.join(", ") };
        text.push_str(&format!("phase {phase}: {accesses}\n"));
    }
    let title = "the schedule".into();
    Finding::Refuted(Box::new(Counterexample {
        why: wrong.why,
        offending: vec![wrong.offending],
        runs: vec![Run::Written { title, text, latex: None }],
    }))
}

fn one_outcome(seen: &InWorld) -> Option<Wrong> {
    if let Some((race, schedule)) = seen.all.races.first_key_value() {
        return Wrong::of("a schedule has a race that the reading has not", race, schedule);
    }
    let other = |outcome: &&Outcome| seen.alone != Reading::Comes((*outcome).clone());
    let (outcome, schedule) = seen.all.outcomes.iter().find(|(outcome, _)| other(outcome))?;
    Wrong::of("a schedule comes to something else than the reading", outcome, schedule)
}

fn occurs(seen: &InWorld) -> Option<Wrong> {
    races_too(seen, &seen.alone, "the threads, run one by one, have no race")
}

fn canonical(seen: &InWorld) -> Option<Wrong> {
    races_too(seen, &seen.canonical, "the canonical schedule has no race")
}

fn races_too(seen: &InWorld, reading: &Reading, why: &str) -> Option<Wrong> {
    match reading {
        Reading::Races { .. } => None,
        Reading::Comes(_) => {
            let (race, schedule) = seen.all.races.first_key_value()?;
            Wrong::of(why, race, schedule)
        }
    }
}

fn every_race(seen: &InWorld) -> Option<Wrong> {
    let Reading::Races { races, .. } = &seen.alone else {
        return occurs(seen);
    };
    let (race, schedule) = seen.first_races().find(|(race, _)| !races.contains(race))?;
    Wrong::of("this race is none of the threads run one by one", race, schedule)
}

fn first_race(seen: &InWorld) -> Option<Wrong> {
    let known = |race: &Race| match &seen.alone {
        Reading::Races { races, .. } => races.contains(race),
        Reading::Comes(_) => false,
    };
    for schedule in seen.all.races.values() {
        if let Some(race) = first_races(schedule).iter().find(|race| !known(race)) {
            let why = "the first race of a schedule is none of the threads run one by one";
            return Wrong::of(why, race, schedule);
        }
    }
    None
}

fn real(seen: &InWorld) -> Option<Wrong> {
    let Reading::Races { races, .. } = &seen.alone else { return None };
    let real = seen.first_races().next().map(|(race, _)| race.phase);
    let race = races.first().filter(|race| Some(race.phase) != real)?;
    Wrong::of("no schedule has a race in that phase", race, &Schedule::new())
}

fn each_is_real(seen: &InWorld) -> Option<Wrong> {
    let Reading::Races { races, .. } = &seen.alone else { return None };
    let race = races.iter().find(|race| !seen.all.races.contains_key(race))?;
    let schedule = seen.first_races().next().map(|(_, schedule)| schedule.clone());
    let why = "no schedule has this race; one with another race is shown";
    Wrong::of(why, race, &schedule.unwrap_or_default())
}

fn diverges(seen: &InWorld) -> Option<Wrong> {
    match &seen.alone {
        Reading::Races { races, diverges: false } => {
            // What the reading leaves open is no counterexample: a phase after that race.
            let phase = races.first()?.phase;
            let (outcome, schedule) = seen.divergences().find(|(n, ..)| *n == phase)?.1;
            Wrong::of("the threads, run one by one, race and do not diverge", outcome, schedule)
        }
        _ => diverges_or_races(seen),
    }
}

fn diverges_or_races(seen: &InWorld) -> Option<Wrong> {
    match &seen.alone {
        Reading::Races { .. } | Reading::Comes(Outcome::Diverges { .. }) => None,
        Reading::Comes(Outcome::Ends(_)) => {
            let (_, (outcome, schedule)) = seen.divergences().next()?;
            Wrong::of("the threads, run one by one, neither diverge nor race", outcome, schedule)
        }
    }
}
