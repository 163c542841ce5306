//! Accesses per second: a run alone, and one that keeps each access.
#![allow(missing_docs)] // criterion's macros

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid::arguments::bind;
use grid::contents::{Contents, Number};
use grid::{Access, Grid, Launch, Observer, Schedule};
use semantics::Source;
use std::collections::BTreeMap;

/// A step over the edges of a graph: what each node reads hangs on the graph, and is an update of a
/// neighbour.
const KERNEL: &str = "__global__ void push(const int *index, const int *list, int *data, int n) {
    int v = threadIdx.x + blockIdx.x * blockDim.x;
    if (v < n) {
        for (int e = index[v]; e < index[v + 1]; e++) {
            int u = list[e];
            if (v < u) data[u] = data[v] + 1;
        }
    }
}";
const NODES: u64 = 16_384;
const EDGES: u64 = 8;

struct Log(Vec<Access>);

impl Observer for Log {
    fn access(&mut self, access: &Access) {
        self.0.push(*access);
    }
}

fn speed(c: &mut Criterion) {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new("push.cu", KERNEL);
    let Ok(file) = cuda::parse(&source, &cuda::Options::default(), &none) else { return };
    let Some((_, Ok(module))) = grid::kernels(&file).into_iter().next() else { return };
    let number = |n: u64| Number::Integer(n.into());
    let given = [
        ("index".into(), Contents::List((0..=NODES).map(|v| number(v * EDGES)).collect())),
        ("list".into(), Contents::Random { count: NODES * EDGES, seed: 1, below: NODES }),
        ("data".into(), Contents::Zeros(NODES)),
        ("n".into(), Contents::Scalar(number(NODES))),
    ];
    let mut memory = Grid::new(&module);
    let Ok(bound) = bind(&mut memory, &module, &given, |_| None) else { return };
    let launch = |schedule| Launch {
        grid: [64, 1, 1],
        block: [256, 1, 1],
        schedule,
        arguments: bound.registers.clone(),
        ..Launch::default()
    };
    let mut log = Log(Vec::new());
    memory.run(&launch(Schedule::Canonical), &mut log);
    let mut group = c.benchmark_group("grid");
    group.throughput(Throughput::Elements(log.0.len() as u64));
    for (name, schedule) in [("canonical", Schedule::Canonical), ("random", Schedule::Random(1))] {
        let launch = launch(schedule);
        group.bench_function(format!("plain, {name}"), |b| b.iter(|| memory.run(&launch, ())));
        group.bench_function(format!("logged, {name}"), |b| {
            b.iter(|| {
                log.0.clear();
                memory.run(&launch, &mut log)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, speed);
criterion_main!(benches);
