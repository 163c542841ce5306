//! How many programs a second the claims of [L24] are checked on, on one core: by the engine and by
//! the reference, each on the same spread of programs of size 5 at 2 threads, 2 values, 3 cells.
//!
//! `cargo bench -p jaminan-theories`
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jaminan::Stmt;
use oracle::Bounds;
use std::hint::black_box;
use theories::engine::Engine;
use theories::{
    Case, Claim, Dropped, Enumeration, Grammar, ProgramNumber, Subject, Subjects, claims,
};

const SIZE: usize = 5;

/// Programs with evenly spread numbers.
fn programs(count: u128) -> Vec<(ProgramNumber, Stmt)> {
    let all = Enumeration::<Stmt>::new(&Grammar::default(), SIZE).unwrap();
    let step = all.count(SIZE) / count;
    let numbered = |place| {
        let index = place * step;
        let number = ProgramNumber { grammar: "v1".into(), size: SIZE, index };
        (number, all.nth(SIZE, index).unwrap())
    };
    (0..count).map(numbered).collect()
}

fn of_programs() -> Vec<Claim> {
    let of =
        |claim: &Claim| claim.subjects == Subjects::Programs && claim.id.starts_with("liew2024/");
    claims().into_iter().filter(of).collect()
}

fn rates(c: &mut Criterion) {
    let (claims, dropped, bounds) = (of_programs(), Dropped::default(), Bounds::new(2, 2));
    let mut group = c.benchmark_group("liew2024");
    let many = programs(10_000);
    group.throughput(Throughput::Elements(many.len() as u64));
    let mut engine = Engine::new(&claims, &dropped, &bounds);
    let mut answers = Vec::new();
    group.bench_function("engine", |b| {
        b.iter(|| {
            for (_, s) in &many {
                engine.program(s, &mut answers).unwrap();
                black_box(&answers);
            }
        });
    });
    let all = Enumeration::<Stmt>::new(&Grammar::default(), SIZE).unwrap();
    group.bench_function("engine and unranking", |b| {
        b.iter(|| {
            for (number, _) in &many {
                let s = all.nth(SIZE, number.index).unwrap();
                engine.program(&s, &mut answers).unwrap();
                black_box(&answers);
            }
        });
    });
    let few = programs(200);
    group.throughput(Throughput::Elements(few.len() as u64));
    group.sample_size(10);
    group.bench_function("reference", |b| {
        b.iter(|| {
            for (number, s) in &few {
                let subject = Subject::Program(s.clone());
                let case = Case::new(number.clone(), subject, bounds.clone());
                for claim in &claims {
                    black_box(claim.check(&case, &dropped));
                }
            }
        });
    });
}

criterion_group!(benches, rates);
criterion_main!(benches);
