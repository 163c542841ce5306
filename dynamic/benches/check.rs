//! What it costs to check a run: the largest of the small-graph runs, of 1024 blocks of 256 threads, plain
//! and under each detector, and how many times as long that is.
//!
//! `cargo bench -p jaminan-dynamic`
#![allow(missing_docs)] // criterion's macros

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dynamic::indigo::generate::{Direction, Kind, Size};
use dynamic::indigo::planted::{Family, Mapping, Planted};
use dynamic::indigo::suite::{How, Shape, launch, memory, module};
use dynamic::{Checker, Detector, Detectors};
use grid::{Observer, Schedule};
use std::time::{Duration, Instant};

/// A reduction of a block for each node: shared memory, barriers, atomics.
const KERNEL: (Family, Mapping) = (Family::ConditionalVertex, Mapping::Block);
const ROUNDS: usize = 15;

fn check(c: &mut Criterion) {
    let (family, mapping) = KERNEL;
    let kernel = Planted { family, mapping, persistent: true, reverse: false, bugs: Vec::new() };
    let graph =
        Direction::Counter.of(&Kind::Dag.graph(Size { nodes: 200, edges: 1200, dimensions: 2 }, 1));
    let Ok(module) = module("kernel.cu", &kernel.source(), &[]) else { return };
    let Ok((memory, bound)) = memory(&module, &graph) else { return };
    let how = How { shape: Shape::PUBLISHED, schedule: Schedule::Canonical, fuel: u64::MAX };
    let launch = launch(&how, bound);
    fn timed(mut memory: grid::Grid<'_>, launch: &grid::Launch, by: impl Observer) -> Duration {
        let start = Instant::now();
        memory.run(launch, by);
        start.elapsed()
    }
    let run = |by: Option<Detectors>| match by {
        None => timed(memory.clone(), &launch, ()),
        Some(by) => timed(memory.clone(), &launch, &mut Checker::new(by)),
    };
    let one = |detector| Some(Detectors::of(&[detector]));
    let ways = [
        ("plain", None),
        ("happens-before", one(Detector::HappensBefore)),
        ("hirace-repaired", one(Detector::Repaired)),
        ("phases", one(Detector::Phases)),
        ("all four", Some(Detectors::ALL)),
    ];
    let mut counted = Checker::new(Detectors::NONE);
    memory.clone().run(&launch, &mut counted);
    let accesses = counted.finish().accesses;
    // Rounds of all, so that a machine with other work slows all of them.
    let mut best = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        for (best, (_, by)) in best.iter_mut().zip(ways) {
            *best = (*best).min(run(by));
        }
    }
    println!("{accesses} accesses, the best of {ROUNDS} rounds:");
    for (time, (name, _)) in best.iter().zip(ways) {
        let (ms, times) = (time.as_secs_f64() * 1e3, time.as_secs_f64() / best[0].as_secs_f64());
        println!("  {name:<16} {ms:>7.1} ms  {times:>5.2} times plain");
    }
    let mut group = c.benchmark_group("check");
    group.sample_size(10).throughput(Throughput::Elements(accesses));
    for (name, by) in ways {
        group.bench_function(name, |b| b.iter(|| run(by)));
    }
    group.finish();
}

criterion_group!(benches, check);
criterion_main!(benches);
