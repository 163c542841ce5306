//! The theorems and properties of \[S18\], against exhaustion.

use super::algorithms::{Found, analyse};
use super::translate::Reading as PaperReading;
use crate::agreement::{Mended, Seen, Tally, Words, decided, each, mended, settings};
use crate::enumerate::TooMany;
use crate::hirace::claims::{Checked, Verdict};
use crate::interleavings::reading::{Order, Reading, read};
use crate::interleavings::{Machine, Outcome, World};
use crate::parametric_flows::Verdict as Said;
use jaminan::Program;
use oracle::solver::Solver;
use semantics::{ParseOptions, Source, Store, Thread};

/// The claims, on every program up to a size.
///
/// # Errors
/// More programs than can be counted.
pub fn claims(size: usize, solver: &mut dyn Solver) -> Result<Vec<Checked>, TooMany> {
    let mut tallies: [[Tally; 2]; 4] = Default::default();
    let mut agrees = Tally::default();
    each(size, |seen| {
        for (n, reading) in [PaperReading::Printed, PaperReading::Mended].into_iter().enumerate() {
            let found = analyse(&seen.program, reading, false, &mut settings(solver)).ok();
            count(&mut tallies, n, seen, found.as_ref());
            if n == 1 {
                let said = found.as_ref().map(Found::verdict);
                let sound = said.zip(seen.race).and_then(|(said, race)| match said {
                    Said::Racy => Some(race),
                    Said::Drf => Some(!race),
                    Said::Potential => Some(true),
                    Said::Unknown => None,
                });
                agrees.count(seen, Some(true), sound);
            }
        }
    })?;
    let [one, one_barrier, two, three] = &tallies;
    let of = |words, [printed, mended_tally]: &[Tally; 2], because| {
        mended(words, size, &Mended { printed, because, mended: mended_tally })
    };
    let recorded = Verdict::HoldsOnceMended;
    let mut all = vec![
        of(
            Words {
                id: "sarkar2018/1",
                source: "[S18, Theorem 1], of races",
                says: "without a satisfying assignment no execution races",
                recorded,
            },
            one,
            "The versions of a shared array are those of both threads at once, which contradict \
             each other where both write; and stores of another iteration or thread are not there. \
             Mended: each thread has its own versions, other iterations and what others wrote before \
             a barrier are left open, intervals go around loops.",
        ),
        of(
            Words {
                id: "sarkar2018/1-barriers",
                source: "[S18, Theorem 1], of barriers",
                says: "without a satisfying assignment no barrier diverges, or there is a race",
                recorded,
            },
            one_barrier,
            "The same as of races.",
        ),
        of(
            Words {
                id: "sarkar2018/2",
                source: "[S18, Theorem 2]",
                says: "a race that is reported is one",
                recorded,
            },
            two,
            "What an array holds is not known to be what the formulas let it hold, and two threads \
             in one loop need not be in iterations that no barrier separates. Mended: a report that \
             the interpreter replays is one.",
        ),
        of(
            Words {
                id: "sarkar2018/3",
                source: "[S18, Theorem 3]",
                says: "a divergent barrier that is reported is one",
                recorded,
            },
            three,
            "Each thread chooses its iteration, so that one is past the end of the loop: every \
             barrier in a loop is reported. Mended: both are in the same iteration, and the report is \
             replayed.",
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
    Ok(all)
}

fn count(tallies: &mut [[Tally; 2]; 4], n: usize, seen: &Seen, found: Option<&Found>) {
    let [one, one_barrier, two, three] = tallies;
    let mends = n == 1;
    let said = found.and_then(|found| match found.verdict() {
        Said::Racy | Said::Potential => Some(true),
        Said::Drf => Some(false),
        Said::Unknown => None,
    });
    one[n].count(seen, seen.race, said);
    let apart = found.map(|found| !found.divergences.is_empty());
    let told = apart.map(|apart| apart || said != Some(false));
    one_barrier[n].count(seen, seen.diverges, told);
    // Mended, a report is one that was replayed.
    let races = found.map(|found| found.races.iter().any(|r| !mends || r.shown.replayed));
    two[n].count(seen, races, seen.race);
    let apart = found.map(|found| found.divergences.iter().any(|d| !mends || d.shown.replayed));
    three[n].count(seen, apart, seen.diverges);
}

/// The two properties, of programs that need a third thread: one for each, and of what two threads
/// do where all run.
fn properties() -> Vec<Checked> {
    let words = |id, source, says| Words { id, source, says, recorded: Verdict::HoldsOnceMended };
    vec![
        property(
            words(
                "sarkar2018/property-2",
                "[S18, Property 2]",
                "a kernel is free of races if and only if any two of its threads, run by \
                 themselves, are",
            ),
            THIRD_RACES,
            &|reading| matches!(reading, Reading::Races { .. }),
        ),
        property(
            words(
                "sarkar2018/property-3",
                "[S18, Property 3]",
                "a kernel is free of divergence if any two of its threads, run by themselves, are",
            ),
            THIRD_DIVERGES,
            &|reading| matches!(reading, Reading::Comes(Outcome::Diverges { .. })),
        ),
    ]
}

/// Thread 1 meets thread 2 only where thread 0 has told it to.
pub const THIRD_RACES: &str = "A[tid] := 0; sync; if tid < 1 { A[1] := 1 }; sync; \
    let x = A[tid] in if x < 1 { skip } else { A[tid + 1] := 0 }";

/// Threads 0 and 1 tell each other to wait, and thread 2 is told by nobody.
pub const THIRD_DIVERGES: &str = "A[tid] := 0; sync; \
    if tid < 1 { A[1] := 1 } else { if tid < 2 { A[0] := 1 } }; sync; \
    let x = A[tid] in if x < 1 { skip } else { sync }";

fn property(words: Words, program: &'static str, wrong: &dyn Fn(&Reading) -> bool) -> Checked {
    let happens = |threads: &[u64]| happens(program, threads, wrong);
    let pairs = [[0, 1], [0, 2], [1, 2]];
    let none_of_two = pairs.iter().all(|pair| happens(pair) == Some(false));
    let refuted = none_of_two && happens(&[0, 1, 2]) == Some(true);
    let Words { id, source, says, recorded } = words;
    let verdict = if refuted { Verdict::HoldsOnceMended } else { Verdict::Refuted };
    Checked {
        id,
        source,
        says,
        verdict,
        recorded,
        scope: "one program; threads 0 to 2 and each two of them, from memory 0".into(),
        shown: format!(
            "{program}: any two of its threads are free of it, and the three are not, since what two \
             do depends on what a third wrote before a barrier. Mended: any two threads of an \
             execution of all of them, which is what it means to be free."
        ),
    }
}

/// Whether these threads, run by themselves from memory 0, come to it.
fn happens(program: &str, threads: &[u64], wrong: &dyn Fn(&Reading) -> bool) -> Option<bool> {
    let program = Program::parse(&Source::new("program", program), ParseOptions::default()).ok()?;
    let threads: Vec<Thread> = threads.iter().map(|n| Thread::natural(*n)).collect();
    let world = World::of(Store::empty());
    let mut machine = Machine::new(&world, 100_000);
    let reading = read(&mut machine, &program.body, &threads, Order::Alone).ok()?;
    Some(wrong(&reading))
}
