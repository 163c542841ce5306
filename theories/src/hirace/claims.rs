//! What \[H24\] claims of its machine, checked.

use super::grid::Grid;
use super::machine::Cell;
use super::meaning::State;
use super::overflow;
use super::product::{Effect, Product};
use super::readings::{Reading, same_to_the_machine};
use super::recogniser::{LeftOut, Recogniser};
use super::shadow::Field;
use super::update::{PROGRAMS, Survey};
use super::verify::Verification;
use serde::Serialize;

/// What a check of a claim came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds, for the scope that is named.
    Holds,
    /// It does not, and there is a counterexample.
    Refuted,
    /// It does not as it stands; the mended statement does.
    HoldsOnceMended,
}

/// A claim, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// `jacobson2024/iff`
    pub id: &'static str,
    /// `[H24, §III.C]`
    pub source: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What was found.
    pub verdict: Verdict,
    /// What is recorded of it.
    pub recorded: Verdict,
    /// For which histories and sizes.
    pub scope: String,
    /// A counterexample, the mended statement, or a figure.
    pub shown: String,
}

impl Verdict {
    /// As it is printed.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            Verdict::HoldsOnceMended => "holds once mended",
        }
    }

    fn holds_if(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Refuted }
    }
}

const ALL: &str = "all histories, grids of any size";

/// The claims, from what is known of the published machine and of Algorithm 1 on the repaired one.
pub fn claims(known: &Verification, survey: &Survey) -> Vec<Checked> {
    vec![
        iff(known),
        no_false_alarms(known),
        no_missed_races(known),
        plain_accesses(known),
        one_record(known),
        distinct_states(known),
        whole_record(),
        update(survey),
        overflow(known),
        masks(),
        independent_threads(),
    ]
}

fn iff(known: &Verification) -> Checked {
    let mended = match (known.wrong.is_empty(), known.repair_proved()) {
        (true, _) => Verdict::Holds,
        (false, true) => Verdict::HoldsOnceMended,
        (false, false) => Verdict::Refuted,
    };
    Checked {
        id: "jacobson2024/iff",
        source: "[H24, §III.C]",
        says: "the machine enters RACE if and only if an access races",
        verdict: mended,
        recorded: Verdict::HoldsOnceMended,
        scope: ALL.into(),
        shown: format!("once {} cells of 1200 are changed, and not with fewer", known.wrong.len()),
    }
}

fn with_effect(
    known: &Verification,
    effect: Effect,
    id: &'static str,
    source: &'static str,
    says: &'static str,
) -> Checked {
    let cells: Vec<_> = known.wrong.iter().filter(|wrong| wrong.effect == effect).collect();
    let first = cells.iter().min_by_key(|wrong| wrong.history.0.len());
    Checked {
        id,
        source,
        says,
        verdict: Verdict::holds_if(cells.is_empty()),
        recorded: Verdict::Refuted,
        scope: ALL.into(),
        shown: match first {
            Some(wrong) => format!("{} of 1200 cells; {}", cells.len(), wrong.history),
            None => String::new(),
        },
    }
}

fn no_false_alarms(known: &Verification) -> Checked {
    let says = "no false alarms";
    with_effect(known, Effect::FalseAlarm, "jacobson2024/no-false-alarm", "[H24, §I]", says)
}

fn no_missed_races(known: &Verification) -> Checked {
    let says = "all access patterns are represented: no race is missed";
    with_effect(known, Effect::MissedRace, "jacobson2024/no-missed-race", "[H24, §III]", says)
}

fn plain_accesses(known: &Verification) -> Checked {
    let atomics: Vec<Cell> = Cell::all().filter(|cell| cell.seen.access.is_atomic()).collect();
    let wrong = [Grid::ENOUGH, Grid::ENOUGH.plus_one()].into_iter().any(|grid| {
        let product = Product::explore(&known.machine, grid, &atomics, Product::LIMIT);
        product.ended.is_some() || !product.wrong().is_empty()
    });
    Checked {
        id: "jacobson2024/plain-accesses",
        source: "[H24, §III.A, Figs. 2 and 4]",
        says: "with reads and writes alone, the machine is exact",
        verdict: Verdict::holds_if(!wrong),
        recorded: Verdict::Holds,
        scope: "all histories without atomics, grids of any size".into(),
        shown: String::new(),
    }
}

fn one_record(known: &Verification) -> Checked {
    Checked {
        id: "jacobson2024/one-record",
        source: "[H24, §I]",
        says: "a single accessor record suffices",
        verdict: Verdict::holds_if(known.repair_proved()),
        recorded: Verdict::Holds,
        scope: ALL.into(),
        shown: format!(
            "what the record shows decides every race; the least exact machine has {} states",
            known.recogniser.classes()
        ),
    }
}

fn distinct_states(known: &Verification) -> Checked {
    let same = same_states(known);
    Checked {
        id: "jacobson2024/distinct-states",
        source: "[H24, §III]",
        says: "the 25 states are distinct access patterns",
        verdict: Verdict::holds_if(same.is_empty()),
        recorded: Verdict::Refuted,
        scope: ALL.into(),
        shown: match same.is_empty() {
            true => String::new(),
            false => format!("once repaired, nothing later tells apart {}", in_pairs(&same)),
        },
    }
}

fn in_pairs(groups: &[Vec<State>]) -> String {
    let words = |group: &Vec<State>| {
        group.iter().map(|state| state.word()).collect::<Vec<_>>().join(" from ")
    };
    groups.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// The groups of states of the repaired machine that stand for one class.
pub fn same_states(known: &Verification) -> Vec<Vec<State>> {
    let classes = (0..known.recogniser.classes()).map(|class| class as u16);
    let of = |class: u16| -> Vec<State> {
        let stands = |state: &&State| {
            known.repair.classes[**state as usize].is_some_and(|own| own.0 == class)
        };
        State::ALL.iter().filter(stands).copied().collect()
    };
    classes.map(of).filter(|group| group.len() > 1).collect()
}

fn whole_record() -> Checked {
    let shown: Vec<String> = LeftOut::PARTS
        .iter()
        .filter_map(|&part| {
            let pair = Recogniser::of(Grid::ENOUGH, part).err()?;
            Some(format!("without the {}: {} | {}", part.name(), pair.racing, pair.free))
        })
        .collect();
    Checked {
        id: "jacobson2024/record",
        source: "[H24, Fig. 3]",
        says: "no part of the record can be left out",
        verdict: Verdict::holds_if(shown.len() == LeftOut::PARTS.len()),
        recorded: Verdict::Holds,
        scope: "thread, block, block clock, warp clock".into(),
        shown: format!(
            "histories that are then seen the same, racing and not: {}",
            shown.join("; ")
        ),
    }
}

fn update(survey: &Survey) -> Checked {
    Checked {
        id: "jacobson2024/update",
        source: "[H24, Alg. 1, §IV.B]",
        says: "concurrent updates of the shadow word lose nothing and miss no race",
        verdict: Verdict::holds_if(survey.missed + survey.alarms + survey.lost == 0),
        recorded: Verdict::Holds,
        scope: format!(
            "3 threads, 2 accesses each: {} of {PROGRAMS} programs, {} interleavings; the repaired machine",
            survey.programs, survey.interleavings
        ),
        shown: String::new(),
    }
}

fn overflow(known: &Verification) -> Checked {
    let bites = overflow::bites(&known.repair.machine);
    let stops =
        [Field::Block, Field::BlockClock, Field::WarpClock].into_iter().all(overflow::stops);
    let shown: Vec<String> = bites
        .iter()
        .map(|bite| {
            let first = if bite.first.is_empty() { "" } else { ", " };
            let [a, b] = &bite.accesses;
            format!("{}{first}{a}, {b}: {}", bite.first, bite.effect)
        })
        .collect();
    Checked {
        id: "jacobson2024/overflow",
        source: "[H24, §III.A footnote 3, §V.C]",
        says: "checking ends with a warning where a clock overflows",
        verdict: Verdict::holds_if(stops && bites.is_empty()),
        recorded: Verdict::Refuted,
        scope: "64-bit words of 10, 15, 5, 16, 10 and 8 bits".into(),
        shown: format!(
            "holds where packing refuses; the artifact's packing runs over instead: {}",
            shown.join("; ")
        ),
    }
}

fn masks() -> Checked {
    reading(
        Reading::Masked,
        "jacobson2024/masks",
        "[H24, §V.C]",
        "barriers with masks cannot be represented in the machine",
    )
}

fn independent_threads() -> Checked {
    reading(
        Reading::Lockstep,
        "jacobson2024/independent-threads",
        "[H24, Fig. 2]",
        "threads of a warp are independent: in lockstep the machine could not be exact",
    )
}

fn reading(
    reading: Reading,
    id: &'static str,
    source: &'static str,
    says: &'static str,
) -> Checked {
    let pair = same_to_the_machine(reading, 4);
    Checked {
        id,
        source,
        says,
        verdict: Verdict::holds_if(pair.is_some()),
        recorded: Verdict::Holds,
        scope: "one warp of 3 threads".into(),
        shown: pair.map_or(String::new(), |pair| {
            let (racing, free) = (&pair.racing, &pair.free);
            use super::readings::shown;
            format!("seen the same, racing and not: {} | {}", shown(racing), shown(free))
        }),
    }
}

impl Checked {
    /// Whether what was found is what is recorded.
    pub fn as_recorded(&self) -> bool {
        self.verdict == self.recorded
    }
}
