//! The reduced search of schedules against its naive twin, on every small program in every world.
//!
//! Programs up to size 3 with two threads, size 2 with three; `INTERLEAVE_SIZE=4` for one more of
//! each.

mod naive;

use jaminan::{Program, Stmt};
use oracle::Bounds;
use semantics::{ParseOptions, Source, Syntax};
use std::ops::ControlFlow;
use theories::interleavings::executions::races;
use theories::interleavings::machine::{Next, Running};
use theories::interleavings::{
    Machine, Outcome, Race, Ran, Schedule, World, each_world, executions, threads,
};
use theories::{Enumeration, Grammar};

const FUEL: u64 = 10_000_000;

/// `INTERLEAVE_SIZE`, or 3.
fn largest() -> usize {
    std::env::var("INTERLEAVE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// Every program with barriers up to a size.
fn programs(largest: usize) -> impl Iterator<Item = Stmt> {
    let programs = match Enumeration::new(&Grammar::default().with_sync(), largest) {
        Ok(programs) => programs,
        Err(why) => panic!("{why}"),
    };
    (1..=largest).flat_map(move |size| programs.of_size(size).collect::<Vec<_>>())
}

fn statement(text: &str) -> Stmt {
    match Program::parse(&Source::new("test.jam", text), ParseOptions::default()) {
        Ok(program) => program.body,
        Err(error) => panic!("{error}"),
    }
}

fn in_each_world(bounds: &Bounds, mut ask: impl FnMut(&World) -> Ran<()>) {
    let asked = each_world(bounds, |world| ask(world).map(ControlFlow::<()>::Continue));
    assert_eq!(asked, Ok(ControlFlow::Continue(())));
}

#[test]
fn the_reduced_search_agrees_with_its_naive_twin() {
    let (mut worlds, mut racy, mut several, mut diverge, mut moments) = (0, 0, 0, 0, 0);
    for (n, largest) in [(2, largest()), (3, largest() - 1)] {
        let bounds = Bounds { threads: n, values: 2, cells: 3 };
        for s in programs(largest) {
            in_each_world(&bounds, |world| {
                let threads = threads(&bounds);
                let reduced = executions(&mut Machine::new(world, FUEL), &s, &threads)?;
                let naive = naive::graph(&mut Machine::new(world, FUEL), &s, &threads)?;
                assert!(reduced.outcomes.keys().eq(&naive.outcomes), "{s} in {world}");
                assert!(reduced.races.keys().eq(&naive.races), "{s} in {world}");
                assert_eq!(!reduced.races.is_empty(), naive.side_by_side, "{s} in {world}");
                worlds += 1;
                moments += naive.moments;
                racy += usize::from(!reduced.races.is_empty());
                several += usize::from(reduced.outcomes.len() > 1);
                let diverges = |o: &Outcome| matches!(o, Outcome::Diverges { .. });
                diverge += usize::from(reduced.outcomes.keys().any(diverges));
                Ok(())
            });
        }
    }
    println!(
        "{worlds} worlds, {moments} moments, {racy} racy, {several} with several outcomes, {diverge} divergent"
    );
    assert!(racy > 0 && several > 0 && diverge > 0);
}

#[test]
fn the_twin_agrees_with_every_schedule_one_by_one() {
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let (mut graph, mut tree) = (0, 0);
    for s in programs(2) {
        in_each_world(&bounds, |world| {
            let threads = threads(&bounds);
            let one = naive::graph(&mut Machine::new(world, FUEL), &s, &threads)?;
            let other = naive::tree(&mut Machine::new(world, FUEL), &s, &threads)?;
            assert_eq!((one.outcomes, one.races), (other.outcomes, other.races), "{s} in {world}");
            graph += one.moments;
            tree += other.moments;
            Ok(())
        });
    }
    assert!(tree > graph, "{tree} {graph}");
}

#[test]
fn what_schedules_come_to() {
    let world = World::default();
    let run = |text: &str, n: u64| {
        let threads = threads(&Bounds::new(n, 0));
        match executions(&mut Machine::new(&world, FUEL), &statement(text), &threads) {
            Ok(all) => {
                let outcomes: Vec<String> = all.outcomes.keys().map(Outcome::to_string).collect();
                let races: Vec<String> = all.races.keys().map(ToString::to_string).collect();
                (outcomes.join(" / "), races.join(" / "))
            }
            Err(why) => panic!("{why:?}"),
        }
    };
    let none = String::new();
    // Both orders of two writes.
    assert_eq!(
        run("A[0] := tid", 2),
        ("memory A:0=0 / memory A:0=1".into(), "0: wr A[0] and 1: wr A[0] in phase 0".into())
    );
    // A barrier keeps them apart.
    let handed = "if tid == 0 { A[0] := 7 }; sync; if tid == 1 { let x = A[0] in A[1] := x }";
    assert_eq!(run(handed, 2), ("memory A:0=7,1=7".into(), none.clone()));
    // Store buffering: under every schedule one thread at least sees what the other wrote.
    let buffering = "A[tid] := 1; let x = A[1 - tid] in A[tid + 2] := x";
    assert_eq!(
        run(buffering, 2).0,
        "memory A:0=1,1=1,2=0,3=1 / memory A:0=1,1=1,2=1,3=0 / memory A:0=1,1=1,2=1,3=1"
    );
    // Some wait where others have ended, or wait at the end.
    assert_eq!(
        run("if tid < 1 { sync }", 2),
        ("in phase 0 only 0 come to a barrier".into(), none.clone())
    );
    assert_eq!(run("for x in 0..tid { sync }", 3).0, "in phase 0 only 1, 2 come to a barrier");
    // Barriers are passed together wherever they stand.
    assert_eq!(run("if tid < 1 { sync } else { sync; skip }", 2).0, "memory {}");
}

/// Runs the threads as a schedule says, and tells which races there are.
fn follow(machine: &mut Machine<'_>, s: &Stmt, n: u64, schedule: &Schedule) -> Ran<Vec<Race>> {
    let (mut memory, mut found) = (machine.memory(), Vec::new());
    let mut all = Machine::begin(s, &threads(&Bounds::new(n, 0)));
    for (phase, accesses) in schedule.iter().enumerate() {
        if phase > 0 {
            let passed: Ran<Vec<Running>> = all.iter().map(|r| machine.pass(r)).collect();
            all = passed?;
        }
        for access in accesses {
            let running = all.iter_mut().find(|r| r.thread == access.thread);
            let Some(running) = running else { panic!("there is no thread {}", access.thread) };
            let next = machine.settle(&memory, running)?;
            assert_eq!(next, Next::Access(access.clone()), "{s}");
            machine.go(&mut memory, running)?;
        }
        for running in &mut all {
            let next = machine.settle(&memory, running)?;
            assert!(matches!(next, Next::Barrier | Next::End), "{s}: {next:?}");
        }
        found.extend(races(phase, &all));
    }
    Ok(found)
}

#[test]
fn the_schedule_of_a_race_makes_it() {
    let bounds = Bounds { threads: 2, values: 2, cells: 3 };
    let mut followed = 0;
    for s in programs(3).filter(|s| s.size() < 3 || s.synchronizes()) {
        in_each_world(&bounds, |world| {
            let mut machine = Machine::new(world, FUEL);
            let all = executions(&mut machine, &s, &threads(&bounds))?;
            for (race, schedule) in &all.races {
                let found = follow(&mut machine, &s, 2, schedule)?;
                assert!(found.contains(race), "{s}: {race} in {world}");
                followed += 1;
            }
            Ok(())
        });
    }
    assert!(followed > 100, "{followed}");
}
