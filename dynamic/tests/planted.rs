//! The kernels of this project's own do what their labels say.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use dynamic::indigo::generate::{Kind, Size};
use dynamic::indigo::planted::{self, Bug};
use dynamic::indigo::suite::{How, Label, Shape, module, run};
use dynamic::{Detectors, Verdict};
use grid::Schedule;
use std::collections::BTreeSet;

/// More threads than nodes, where a thread has a node.
const SHAPE: Shape = Shape { grid: 24, block: 64 };
const SIZE: Size = Size { nodes: 40, edges: 240, dimensions: 2 };
const FUEL: u64 = 50_000_000;

#[test]
fn every_planted_race_is_made_and_no_other() {
    let graph = Kind::UniformDegree.graph(SIZE, 1);
    let how = How { shape: SHAPE, schedule: Schedule::Canonical, fuel: FUEL };
    let (mut racy, mut free) = (0, 0);
    for kernel in planted::all() {
        let name = kernel.to_string();
        let module = module("kernel.cu", &kernel.source(), &[])
            .unwrap_or_else(|why| panic!("{name}: {why}\n{}", kernel.source()));
        let run = run(&module, &graph, &how, Detectors::ALL).unwrap();
        let label = Label::of(&name);
        let wanted = if label.race { Verdict::Racy } else { Verdict::NoRace };
        assert_eq!(run.verdict(), wanted, "{name}\n{}\n{:?}", kernel.source(), run.found.races);
        let disputed = run.found.races.iter().find(|race| run.is_disputed(race));
        assert!(disputed.is_none(), "{name}: {disputed:?}");
        let outside = run.outcome.findings.iter().any(|f| f.kind == grid::Kind::OutOfBounds);
        // Where every thread has a node there is nothing to look for.
        let idle = kernel.has_idle_threads(SHAPE, graph.nodes());
        assert_eq!(outside, label.bounds && idle, "{name}: {:?}", run.outcome.findings);
        if label.race { racy += 1 } else { free += 1 }
    }
    assert!(racy > 50 && free > 30, "{racy} {free}");
}

#[test]
fn names_are_distinct_and_say_the_truth() {
    let all = planted::all();
    let names: BTreeSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), all.len());
    for kernel in &all {
        let label = Label::of(&kernel.to_string());
        assert_eq!(label.bounds, kernel.bugs.contains(&Bug::Bounds));
        assert_eq!(label.race, kernel.bugs.iter().any(|bug| *bug != Bug::Bounds));
    }
}

/// The verdict of a kernel hangs on its text alone, and on no schedule here.
#[test]
fn other_schedules_show_the_same() {
    let graph = Kind::UniformDegree.graph(SIZE, 1);
    let mut checked = 0;
    for kernel in planted::all().iter().step_by(7) {
        let module = module("other.cu", &kernel.source(), &[]).unwrap();
        for schedule in [Schedule::Reversed, Schedule::Random(3)] {
            let how = How { shape: SHAPE, schedule, fuel: FUEL };
            let run = run(&module, &graph, &how, Detectors::ALL).unwrap();
            let races = Label::of(&kernel.to_string()).race;
            assert_eq!(run.verdict() == Verdict::Racy, races, "{kernel} {schedule:?}");
            checked += 1;
        }
    }
    assert!(checked > 20);
}
