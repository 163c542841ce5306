//! How fast the house is, and a short table of it at the end.
//!
//!     cargo bench -p jaminan-oracle -p jaminan-tests
//!
//! measures the queries of each solver (`oracle/benches/queries.rs`), then what is here; the table
//! has the last measurement of each. What is measured is a name and a number of things done in
//! one iteration, so a line of the table is a time for one thing.
#![allow(missing_docs)] // criterion's macros
#![allow(clippy::unwrap_used, clippy::expect_used)] // a benchmark may panic

use criterion::{Criterion, Throughput};
use jaminan::{Initial, Program};
use oracle::Budget;
use oracle::explore::{Bounds, explore};
use semantics::{Choices, Flow, ParseOptions, Search, Source, Store, Thread};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tests::{binary, corpus, root};

fn program(text: &str) -> Program {
    Program::parse(&Source::new("bench.jam", text), ParseOptions::default()).unwrap()
}

/// The reference interpreter: every outcome of one thread, by substitution.
fn rules(c: &mut Criterion) {
    let cases = [
        ("s_D", "A[tid] := tid; let x = A[tid] in var y. A[x] := y"),
        ("loop of 100", "for k in 0..100 { let x = A[k] in A[k + 1] := x + tid }"),
        ("256 paths", "for k in 0..8 { var x. if x < 1 { A[k] := x } else { A[tid] := k } }"),
    ];
    let mut group = c.benchmark_group("rule application");
    for (name, text) in cases {
        let program = program(text);
        let thread = Thread::natural(3_u32);
        let run = || {
            let mut search = Search::new(Choices::below(2), Initial::Zero, u64::MAX);
            let (store, mut outcomes) = (Store::empty(), 0_u64);
            let flow =
                jaminan::runs(&mut search, &store, &program.body, &thread, &mut |_, _, _| {
                    outcomes += 1;
                    Flow::Continue(())
                });
            assert!(flow.is_continue() && outcomes > 0);
            search.applications
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(name, |b| b.iter(run));
    }
}

/// The explorer: each outcome of each thread that it goes through.
fn outcomes(c: &mut Criterion) {
    let mut group = c.benchmark_group("explorer outcome");
    for name in ["s_b.jam", "s_d.jam"] {
        let program = program(&fs::read_to_string(root().join("examples").join(name)).unwrap());
        let run = || explore(&program, &Bounds::new(4, 4), Budget::fuel(u64::MAX)).outcomes;
        group.throughput(Throughput::Elements(run()));
        group.bench_function(name, |b| b.iter(run));
    }
}

/// The command as a whole, from its start to its exit.
fn commands(c: &mut Criterion) {
    let folder = root().join("examples");
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut examples: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    examples.sort();
    let mut group = c.benchmark_group("check");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    for example in examples {
        let name = example.file_name().unwrap().to_str().unwrap().to_string();
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut check = Command::new(binary());
                check.arg("check").arg(&example).stdout(Stdio::null()).stderr(Stdio::null());
                let code = check.status().unwrap().code();
                assert!(matches!(code, Some(0 | 1)), "{}: {code:?}", example.display());
            });
        });
    }
}

/// The kernels of the tests, each checked a few times as a whole process: a median over kernels is
/// what counts, so that each need not be measured well.
fn kernels() {
    let files = corpus::below(&root().join("tests/kernels")).unwrap();
    let time = |file: &PathBuf| {
        let mut times: Vec<Duration> = (0..5)
            .map(|_| {
                let mut check = Command::new(binary());
                check.arg("check").arg(file).stdout(Stdio::null()).stderr(Stdio::null());
                let begin = Instant::now();
                assert!(check.status().unwrap().code().is_some(), "{}", file.display());
                begin.elapsed()
            })
            .collect();
        times.sort();
        times[times.len() / 2]
    };
    let mut times: Vec<Duration> = files.iter().map(time).collect();
    times.sort();
    let (least, middle, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    let late = times.iter().filter(|time| **time > Duration::from_millis(50)).count();
    println!(
        "\n`check` as a whole process, of the {} kernels of tests/kernels: least {:.1} ms, median \
         {:.1} ms, most {:.1} ms; {late} above 50 ms",
        times.len(),
        least.as_secs_f64() * 1e3,
        middle.as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3,
    );
}

/// One line of the table.
struct Line {
    name: String,
    /// Of one thing.
    nanoseconds: f64,
}

/// The last measurements below a folder of criterion's.
fn lines(folder: &Path, found: &mut Vec<Line>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.file_name().is_some_and(|name| name == "new") {
            let read = |name: &str| -> Option<Value> {
                serde_json::from_str(&fs::read_to_string(path.join(name)).ok()?).ok()
            };
            if let (Some(benchmark), Some(times)) = (read("benchmark.json"), read("estimates.json"))
            {
                let things = benchmark["throughput"]["Elements"].as_f64().unwrap_or(1.0);
                found.push(Line {
                    name: benchmark["full_id"].as_str().unwrap_or_default().replace('/', ": "),
                    nanoseconds: times["median"]["point_estimate"].as_f64().unwrap_or(f64::NAN)
                        / things,
                });
            }
        } else if path.is_dir() {
            lines(&path, found);
        }
    }
}

fn table() {
    // <target>/release/deps/<bench>
    let bench = std::env::current_exe().unwrap();
    let folder = bench.ancestors().nth(3).unwrap().join("criterion");
    let mut found = Vec::new();
    lines(&folder, &mut found);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!("\nmedians, on a machine with {cores} cores\n");
    println!("| what | time | a second |\n|---|---:|---:|");
    for Line { name, nanoseconds } in found {
        let time = match nanoseconds {
            n if n < 1e3 => format!("{n:.0} ns"),
            n if n < 1e6 => format!("{:.1} µs", n / 1e3),
            n => format!("{:.1} ms", n / 1e6),
        };
        println!("| {name} | {time} | {:.0} |", 1e9 / nanoseconds);
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    rules(&mut criterion);
    outcomes(&mut criterion);
    commands(&mut criterion);
    criterion.final_summary();
    // `cargo test --benches` runs each once, and there is nothing to print.
    if std::env::args().any(|argument| argument == "--bench") {
        kernels();
        table();
    }
}
