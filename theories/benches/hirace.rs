//! HiRace's machine decided for all histories, on one core: four threads in two blocks, the verdict with
//! its repair and proofs, and Algorithm 1. `rumur` on the same states is the peer, where it is
//! installed with a C compiler.
//!
//! `cargo bench -p jaminan-theories --bench hirace`
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use theories::hirace::recogniser::LeftOut;
use theories::hirace::update::{Store, survey};
use theories::hirace::{Grid, Machine, Product, Recogniser, murphi, plain, verify};

const FOUR_THREADS: [Grid; 2] =
    [Grid { blocks: 2, warps: 1, threads: 2 }, Grid { blocks: 2, warps: 2, threads: 1 }];

fn decision(c: &mut Criterion) {
    let (published, repaired) = (Machine::published(), Machine::by_meaning());
    let mut group = c.benchmark_group("hirace");
    group.sample_size(10);
    let explore = |grid| Product::explore(&repaired, grid, &[], Product::LIMIT).states();
    for grid in FOUR_THREADS.into_iter().chain([Grid::ENOUGH, Grid::ENOUGH.plus_one()]) {
        group.bench_function(format!("product {grid}"), |b| b.iter(|| explore(black_box(grid))));
    }
    group.bench_function("plain product 2x1x2", |b| {
        b.iter(|| plain::explore(&repaired, black_box(FOUR_THREADS[0])));
    });
    group.bench_function("recogniser 2x2x2", |b| {
        b.iter(|| Recogniser::of(black_box(Grid::ENOUGH), LeftOut::Nothing));
    });
    group.bench_function("verify", |b| b.iter(|| verify(black_box(&published))));
    group.bench_function("update, one program of 499", |b| {
        b.iter(|| survey(&repaired, Store::CompareAndSwap, black_box(499)));
    });
    group.finish();
}

/// One run each of the plain product, the reduced one, and rumur on the model, with the states that each
/// finds.
fn peer(_: &mut Criterion) {
    let repaired = Machine::by_meaning();
    for grid in FOUR_THREADS {
        let start = Instant::now();
        let states = plain::explore(&repaired, grid).states;
        println!("{grid}: plain product, {states} states: {:.3} s", start.elapsed().as_secs_f64());
        let start = Instant::now();
        let states = Product::explore(&repaired, grid, &[], Product::LIMIT).states();
        println!("{grid}: product, {states} states: {:.6} s", start.elapsed().as_secs_f64());
        match rumur(&murphi::model(&repaired, grid)) {
            Ok(said) => println!("{grid}: rumur, and one state for a race: {said}"),
            Err(why) => println!("skipped: rumur ({why}): the peer at {grid}"),
        }
    }
}

/// What rumur says of a model, and how long its verifier took; not the time to compile it.
fn rumur(model: &str) -> Result<String, String> {
    let folder = std::env::temp_dir().join(format!("hirace-rumur-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let file = |name: &str| folder.join(name);
    std::fs::write(file("model.m"), model).map_err(|e| e.to_string())?;
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&folder).output();
        match output {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(e) => Err(format!("{program}: {e}")),
        }
    };
    let flags = ["--deadlock-detection", "off", "--threads", "2"];
    run("rumur", &[&flags[..], &["--output", "model.c", "model.m"]].concat())?;
    run("cc", &["-O3", "-mcx16", "-o", "model", "model.c", "-lpthread"])?;
    let start = Instant::now();
    let said = run(&file("model").display().to_string(), &[])?;
    let time = start.elapsed().as_secs_f64();
    let wanted = |line: &&str| line.contains("states,") || line.contains("No error");
    let lines: Vec<&str> = said.lines().filter(wanted).map(str::trim).collect();
    let _ = std::fs::remove_dir_all(&folder);
    Ok(format!("{} {time:.3} s", lines.join(" ")))
}

criterion_group!(benches, decision, peer);
criterion_main!(benches);
