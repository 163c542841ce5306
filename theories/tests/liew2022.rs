//! The claims of [L22], on every small program after every small history.
//!
//! Programs up to size 3; further with `LIEW2022_SIZE=4`.

mod recorded;

use jaminan::Stmt;
use jaminan::babycuda::{self, History};
use oracle::Bounds;
use recorded::{assert_as_recorded, assert_needed};
use semantics::{Budget, Outcomes, Source, Thread};
use theories::interleavings::{Machine, World, executions};
use theories::liew2022::claims;

const BOUNDS: Bounds = Bounds { threads: 2, values: 2, cells: 3 };

#[test]
fn every_claim_is_as_recorded() {
    let largest = std::env::var("LIEW2022_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    for claim in claims() {
        assert_as_recorded(&claim, &BOUNDS, largest);
    }
}

/// Each claim that holds, without each of its hypotheses: the smallest program that refutes it.
#[test]
fn every_hypothesis_is_needed() {
    assert_needed(
        &claims(),
        &BOUNDS,
        &[
            ("liew2022/1-mended", "WELL-TYPED", "v1-baby:2:7"),
            ("liew2022/1-mended", "DRF", "v1-baby:1:0"),
            ("liew2022/1-mended", "NEWEST-EMPTY", "v1-baby:1:3"),
            ("liew2022/1-union", "WELL-TYPED", "v1-baby:2:7"),
            ("liew2022/1-union", "DRF", "v1-baby:1:0"),
            ("liew2022/1-true-alarms", "WELL-TYPED", "v1-baby:2:29"),
            ("liew2022/1-accesses-mended", "WELL-TYPED", "v1-baby:2:7"),
            ("liew2022/1-of-p", "DRF", "v1-baby:1:0"),
            ("liew2022/progress-mended", "CLOSED", "v1-baby-open:1:2"),
            ("liew2022/progress-mended", "WRITTEN", "v1-baby:2:0"),
            ("liew2022/lastwrite", "DRF", "v1-baby:2:2"),
            ("liew2022/jaminan", "DRF", "v1-baby:2:2"),
            ("liew2022/types-are-cidi", "DISTINCT", "v1-baby-shadowing:3:979"),
            ("liew2022/simplification-mended", "RUNS", "v1-baby:2:1"),
            ("liew2022/1-schedules", "WELL-TYPED", "v1-baby:4:2171"),
        ],
    );
}

/// [L22]'s memory hides what other threads write in the same phase. Where a thread reads such a cell
/// and nobody wrote it before, it has no run, and the race that every schedule has is not captured:
/// not even where a schedule reads only what was written.
#[test]
fn a_race_without_a_run() {
    let text = "A[tid] := tid; let x = A[0] in skip";
    let b = semantics::parser::statement::<Stmt>(&Source::new("test.jam", text)).unwrap();
    let two: Vec<Thread> = [0_u32, 1].map(Thread::natural).to_vec();
    let none = babycuda::outcomes(
        &History::begin(),
        &b,
        &two.iter().cloned().collect(),
        &Budget::ten_seconds(),
    );
    let Outcomes::Stuck(why) = none else { panic!("{none:?}") };
    assert_eq!(why.to_string(), "READ: lastwrite(A[0]) is undefined: nobody wrote A[0]");
    let world = World::default();
    let all = executions(&mut Machine::new(&world, 1_000), &b, &two).unwrap();
    let races: Vec<String> = all.races.keys().map(ToString::to_string).collect();
    assert_eq!(races, ["0: wr A[0] and 1: rd A[0] in phase 0"]);
    let schedule = all.races.values().next().unwrap();
    let schedule: Vec<String> = schedule[0].iter().map(ToString::to_string).collect();
    assert_eq!(schedule[0], "0: wr A[0]", "thread 1 reads it after that");
    assert_eq!(schedule.last().unwrap(), "1: rd A[0]");
}
