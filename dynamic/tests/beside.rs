//! A run whose detectors have a thread of their own, beside one that tells them each access at once.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use dynamic::indigo::generate::{Kind, Size};
use dynamic::indigo::planted;
use dynamic::indigo::suite::{How, Shape, launch, memory, module};
use dynamic::{Detectors, check, check_beside};
use grid::{Launch, Schedule};

const SHAPE: Shape = Shape { grid: 12, block: 64 };

#[test]
fn both_find_the_same() {
    let graph = Kind::UniformDegree.graph(Size { nodes: 40, edges: 240, dimensions: 2 }, 1);
    let (mut racy, mut free) = (0, 0);
    for kernel in planted::all().iter().step_by(11) {
        let module = module("kernel.cu", &kernel.source(), &[]).unwrap();
        for schedule in [Schedule::Canonical, Schedule::Reversed, Schedule::Random(5)] {
            // The last one ends in the midst of the run.
            for fuel in [50_000_000, 5_000] {
                let how = How { shape: SHAPE, schedule, fuel };
                let (start, bound) = memory(&module, &graph).unwrap();
                let launch: Launch = launch(&how, bound);
                let [mut one, mut two] = [start.clone(), start.clone()];
                let together = check(&mut one, &launch, Detectors::ALL);
                let beside = check_beside(&mut two, &launch, Detectors::ALL);
                assert_eq!(format!("{together:?}"), format!("{beside:?}"), "{kernel} {schedule:?}");
                let bytes = |memory: &grid::Grid<'_>| -> Vec<Vec<u8>> {
                    let all = (0..).map_while(|n| memory.global(n).map(|r| r.bytes().to_vec()));
                    all.collect()
                };
                assert_eq!(bytes(&one), bytes(&two), "{kernel} {schedule:?}");
                if together.found.races.is_empty() { free += 1 } else { racy += 1 }
            }
        }
    }
    assert!(racy > 40 && free > 20, "{racy} {free}");
}
