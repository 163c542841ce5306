//! No text makes the compiler or the machine panic, run forever, or take memory without bound.
#![allow(clippy::unwrap_used)] // a test may panic

use grid::arguments::bind;
use grid::contents::{Contents, Number};
use grid::{Grid, Launch, Schedule, Type};
use semantics::Source;
use std::collections::BTreeMap;
use std::path::Path;

fn texts(folder: &Path, found: &mut Vec<String>) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|e| e == "cu") {
            found.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Words, numbers and signs, with what stands between them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(token) if word(c) && word(last) => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = c;
    }
    tokens
}

const WORDS: [&str; 40] = [
    "int",
    "float",
    "unsigned",
    "char",
    "long",
    "0",
    "1",
    "-1",
    "4294967295",
    "1e30f",
    "*",
    "&",
    "[",
    "]",
    "(",
    ")",
    "++",
    "=",
    "+=",
    "<<",
    "/",
    "%",
    "?",
    ":",
    ",",
    ";",
    "->",
    ".x",
    "threadIdx.x",
    "__syncthreads()",
    "__shfl_sync",
    "atomicAdd",
    "return",
    "break",
    "goto",
    "sizeof",
    "struct",
    "__shared__",
    "const",
    "2000000000",
];

fn attempt(text: &str, seed: u64) -> bool {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new("t.cu", text);
    let Ok(file) = cuda::parse(&source, &cuda::Options::default(), &none) else { return false };
    let mut ran = false;
    for (_, module) in grid::kernels(&file) {
        let Ok(module) = module else { continue };
        let mut memory = Grid::new(&module);
        let bound = bind(&mut memory, &module, &[], |slot| {
            Some(match &slot.ty {
                Type::Pointer(_) => Contents::Iota(5),
                _ => Contents::Scalar(Number::Integer((seed % 7) as i128)),
            })
        });
        let Ok(bound) = bound else { continue };
        let schedule = match seed % 3 {
            0 => Schedule::Canonical,
            1 => Schedule::Reversed,
            _ => Schedule::Random(seed),
        };
        let launch = Launch {
            grid: [2, 1, 1],
            block: [33, 1, 1],
            fuel: 20_000,
            shared: 64,
            schedule,
            arguments: bound.registers,
            ..Launch::default()
        };
        memory.run(&launch, ());
        ran = true;
    }
    ran
}

#[test]
fn mutants_of_kernels_are_run_or_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    texts(&root.join("examples"), &mut all);
    texts(&root.join("tests/kernels"), &mut all);
    let rounds: u64 = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut seed = 7u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n.max(1)
    };
    let mut ran = 0;
    for text in &all {
        assert!(!text.is_empty());
        for round in 0..rounds {
            let mut tokens = tokens(text);
            for _ in 0..=below(3) {
                let at = below(tokens.len());
                match below(4) {
                    0 => tokens[at] = WORDS[below(WORDS.len())].into(),
                    1 => tokens.insert(at, WORDS[below(WORDS.len())].into()),
                    2 => drop(tokens.remove(at)),
                    _ => {
                        let other = tokens[below(tokens.len())].clone();
                        tokens[at] = other;
                    }
                }
                if tokens.is_empty() {
                    break;
                }
            }
            ran += usize::from(attempt(&tokens.concat(), round));
        }
    }
    assert!(ran > all.len(), "{ran} of the mutants of {} kernels ran", all.len());
}

#[test]
fn what_is_large_or_deep_is_refused_soon() {
    let chain = |n: usize, of: &str| of.repeat(n);
    let nested: String = (1..60).fold("struct S0 { int x, y; };".into(), |text, n| {
        format!("{text} struct S{n} {{ S{} a, b; }};", n - 1)
    });
    for text in [
        "__global__ void k(int *a) { __shared__ int s[1 << 20]; s[0] = a[0]; }".into(),
        "__device__ long g[1u << 31]; __global__ void k(int *a) { g[0] = a[0]; }".into(),
        "__global__ void k(int *a) { int l[100000000]; l[0] = a[0]; }".into(),
        "struct S { int a[1 << 30]; }; __global__ void k(S *s, S t) { s[0] = t; }".into(),
        "struct O; __device__ O g[1] = {0}; __global__ void k(int *a) { O o = {0}; a[0] = 1; }"
            .into(),
        format!("{nested} __global__ void k(S59 *s) {{ s[0].a.a = s[1].a.a; }}"),
        format!("__global__ void k(int *a) {{ a[0] = {}0; }}", chain(200, "a[1] ? 1 : ")),
        format!(
            "__global__ void k(int *a) {{ a[0] = {}1{}; }}",
            chain(100, "(a[1] && "),
            chain(100, ")")
        ),
        format!(
            "__global__ void k(int *a) {{ a[0] = {}1{}; }}",
            chain(100, "min("),
            chain(100, ", 2)")
        ),
        format!(
            "__device__ int f(int x) {{ return x; }} __device__ int f(float x) {{ return x; }} __global__ void k(int *a) {{ a[0] = {}1{}; }}",
            chain(80, "f("),
            chain(80, ")")
        ),
    ] {
        attempt(&text, 0);
    }
}
