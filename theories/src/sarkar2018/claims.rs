//! The theorems and properties of \[S18\], against exhaustion.

use super::algorithms::{Found, analyse};
use super::translate::Reading;
use crate::agreement::{
    Decided, Mended, Printed, Seen, Tally, Words, decided, each, mended, printed, settings, why,
};
use crate::enumerate::TooMany;
use crate::hirace::claims::{Checked, Verdict};
use crate::parametric_flows::Verdict as Said;
use oracle::solver::Solver;

/// The smallest programs that are known of their grammars to refute a claim as it is printed. That there is none of a
/// smaller size is shown up to size 5 of [`PROPERTY_2`] and up to size 6 of [`PROPERTY_3`]; the others are the first of
/// their size, too.
pub const THEOREM_1: &str = "sarkar2018:4:735";
/// See [`THEOREM_1`].
pub const THEOREM_1_BARRIERS: &str = "sarkar2018:6:161539";
/// See [`THEOREM_1`].
pub const THEOREM_2: &str = "sarkar2018:4:1093";
/// See [`THEOREM_1`].
pub const THEOREM_3: &str = "sarkar2018:2:14";
/// See [`THEOREM_1`].
pub const PROPERTY_2: &str = "places:7:5530651";
/// See [`THEOREM_1`].
pub const PROPERTY_3: &str = "rounds:8:55080671";

/// The claims, on every program up to a size.
///
/// # Errors
/// More programs than can be counted.
pub fn claims(size: usize, solver: &mut dyn Solver) -> Result<Decided, TooMany> {
    let mut tallies: [Tally; 4] = Default::default();
    let mut agrees = Tally::default();
    each(size, |seen| {
        let found = analyse(&seen.program, Reading::Mended, false, &mut settings(solver)).ok();
        count(&mut tallies, seen, found.as_ref());
        let said = found.as_ref().map(Found::verdict);
        let sound = said.zip(seen.race).and_then(|(said, race)| match said {
            Said::Racy => Some(race),
            Said::Drf => Some(!race),
            Said::Potential => Some(true),
            Said::Unknown => None,
        });
        agrees
            .count_or(seen, sound, || why(seen, found.as_ref().map(|found| &found.undecided[..])));
    })?;
    let [one, one_barrier, two, three] = &tallies;
    let of = |words, because, says, tally| mended(words, size, &Mended { because, says, tally });
    let recorded = Verdict::HoldsOnceMended;
    let mut all = vec![
        of(
            Words {
                id: "sarkar2018/1",
                source: "[S18, Theorem 1], of races",
                says: "without a satisfying assignment no execution races",
                recorded,
            },
            "The versions of a shared array are those of both threads at once, which contradict \
             each other where both write; and stores of another iteration or thread are not there.",
            "the same, where each thread has its own versions, other iterations and what others \
             wrote before a barrier are left open, and intervals go around loops",
            one,
        ),
        of(
            Words {
                id: "sarkar2018/1-barriers",
                source: "[S18, Theorem 1], of barriers",
                says: "without a satisfying assignment no barrier diverges, or there is a race",
                recorded,
            },
            "As of races.",
            "as of races",
            one_barrier,
        ),
        of(
            Words {
                id: "sarkar2018/2",
                source: "[S18, Theorem 2]",
                says: "a race that is reported is one",
                recorded,
            },
            "What an array holds is not known to be what the formulas let it hold, and two threads \
             in one loop need not be in iterations that no barrier separates.",
            "a report that the interpreter replays is one",
            two,
        ),
        of(
            Words {
                id: "sarkar2018/3",
                source: "[S18, Theorem 3]",
                says: "a divergent barrier that is reported is one",
                recorded,
            },
            "Each thread chooses its iteration, so that one is past the end of the loop: every \
             barrier in a loop is reported.",
            "both are in the same iteration, and a report that is replayed is one",
            three,
        ),
        decided(
            Words {
                id: "sarkar2018/agreement",
                source: "[S18], as mended",
                says: "race free is no race of the explorer, and racy is one",
                recorded: Verdict::Holds,
            },
            size,
            &agrees,
        ),
    ];
    all.extend(properties());
    Ok(Decided { claims: all, open: agrees.open })
}

fn count(tallies: &mut [Tally; 4], seen: &Seen, found: Option<&Found>) {
    let [one, one_barrier, two, three] = tallies;
    let said = found.and_then(|found| match found.verdict() {
        Said::Racy | Said::Potential => Some(true),
        Said::Drf => Some(false),
        Said::Unknown => None,
    });
    one.count(seen, seen.race, said);
    let apart = found.map(|found| !found.divergences.is_empty());
    let told = apart.map(|apart| apart || said != Some(false));
    one_barrier.count(seen, seen.diverges, told);
    let races = found.map(|found| found.races.iter().any(|race| race.shown.replayed));
    two.count(seen, races, seen.race);
    let apart = found.map(|found| found.divergences.iter().any(|apart| apart.shown.replayed));
    three.count(seen, apart, seen.diverges);
}

/// The two properties, refuted by programs in which a third thread matters.
fn properties() -> Vec<Checked> {
    let property = |id, source, says| {
        let Printed { refuted, number, program } = printed(id);
        Checked {
            id,
            source,
            says,
            verdict: if refuted { Verdict::HoldsOnceMended } else { Verdict::Holds },
            recorded: Verdict::HoldsOnceMended,
            scope: "threads 0 to 2 and each two of them, from every memory of 4 cells and values"
                .into(),
            shown: format!(
                "`{program}` ({number}): any two of its threads are free of it, and the three are not, \
                 since what two do depends on what a third wrote before a barrier. Mended: any two \
                 threads of an execution of all of them, which is what it means to be free."
            ),
        }
    };
    vec![
        property(
            "sarkar2018/property-2",
            "[S18, Property 2]",
            "a kernel is free of races if and only if any two of its threads, run by themselves, are",
        ),
        property(
            "sarkar2018/property-3",
            "[S18, Property 3]",
            "a kernel is free of divergence if any two of its threads, run by themselves, are",
        ),
    ]
}
