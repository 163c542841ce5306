//! Runs against a C++ compiler: random kernels, run thread by thread, leave the same memory behind.
//! Skipped, and said so, where there is no `c++`. `GRID_KERNELS=1000` takes more kernels.
#![allow(clippy::unwrap_used)] // a test may panic

#[path = "support/calls.rs"]
mod calls;
#[path = "support/generate.rs"]
mod generate;
mod support;

use generate::Generator;
use grid::contents::Number;
use std::fmt::Write;
use std::process::Command;
use support::{compile, int, launch, list, run};

/// The host's side: threads run one after the other.
const HOST: &str = "\
#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <math.h>\n\
#define __global__ static\n#define __device__ static\n\
template <class A, class B> static decltype(A() + B()) min(A a, B b) { decltype(A() + B()) x = a, y = b; return y < x ? y : x; }\n\
template <class A, class B> static decltype(A() + B()) max(A a, B b) { decltype(A() + B()) x = a, y = b; return x < y ? y : x; }\n\
struct uint3 { unsigned x, y, z; };\n\
static uint3 threadIdx, blockIdx, blockDim = {3, 1, 1}, gridDim = {2, 1, 1};\n\
static int A[8]; static unsigned char B[8]; static long long L[8]; static float F[8]; static double D[8];\n\
static short H[8]; static unsigned U[8];\n\
static void reset() { for (int i = 0; i < 8; i++) { A[i] = i * 3 - 5; B[i] = i * 37; L[i] = i * 1000 - 7;\n\
F[i] = i - 3; D[i] = i * 2 - 9; H[i] = i * 100 - 300; U[i] = i * 7; } }\n\
static void bits(double x) { if (x != x) { printf(\"nan \"); return; } long long b; std::memcpy(&b, &x, 8); printf(\"%llx \", b); }\n\
static void show() { for (int i = 0; i < 8; i++) { printf(\"%d %d %lld %d %u \", A[i], B[i], L[i], H[i], U[i]); bits(F[i]); bits(D[i]); } puts(\"\"); }\n\
template <class K> static void grid(K kernel) { reset();\n\
for (unsigned b = 0; b < 2; b++) for (unsigned t = 0; t < 3; t++) { blockIdx.x = b; threadIdx.x = t; kernel(); } show(); }\n";

fn bits(x: f64) -> String {
    if x.is_nan() { "nan".into() } else { format!("{:x}", x.to_bits()) }
}

#[test]
fn kernels_compute_what_cpp_computes() {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: no C++ compiler (c++)");
        return;
    }
    let mut program = String::from(HOST);
    let (mut calls, mut expected, mut texts) = (String::new(), String::new(), Vec::new());
    let kernels = std::env::var("GRID_KERNELS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    for seed in 0..kernels {
        let text = Generator::new(seed).kernel(seed);
        let module = compile(&text);
        assert!(module.is_ok(), "{module:?}\n{text}");
        let mut used = false;
        for (n, m) in [(0, 1), (5, 31), (-3, 4294967290), (17, 6)] {
            let numbers = |f: fn(i64) -> i64| list(&(0..8).map(f).collect::<Vec<_>>());
            let given = [
                ("A", numbers(|i| i * 3 - 5)),
                ("B", numbers(|i| i * 37 % 256)),
                ("L", numbers(|i| i * 1000 - 7)),
                ("F", numbers(|i| i - 3)),
                ("D", numbers(|i| i * 2 - 9)),
                ("H", numbers(|i| i * 100 - 300)),
                ("U", numbers(|i| i * 7)),
                ("n", int(n)),
                ("m", int(m)),
            ];
            let ran = run(&text, &given, grid::Launch { fuel: 1_000_000, ..launch(2, 3) });
            // What has no meaning in C, a compiler may do anything with.
            if !ran.outcome.findings.is_empty() || ran.outcome.end != grid::End::Finished {
                continue;
            }
            for i in 0..8 {
                for name in ["A", "B", "L", "H", "U", "F", "D"] {
                    let _ = match ran.arrays[name][i] {
                        Number::Integer(n) => write!(expected, "{n} "),
                        Number::Real(x) if name == "F" => {
                            write!(expected, "{} ", bits(f64::from(x as f32)))
                        }
                        Number::Real(x) => write!(expected, "{} ", bits(x)),
                    };
                }
            }
            expected.push('\n');
            let call = format!("k{seed}(A, B, L, F, D, H, U, {n}, {m}u)");
            let _ = writeln!(calls, "grid([] {{ {call}; }});");
            used = true;
            texts.push(seed);
        }
        if used {
            program.push_str(&text);
            program.push('\n');
        }
    }
    let _ = write!(program, "int main() {{\n{calls}}}\n");
    let folder = std::env::temp_dir().join(format!("jaminan-grid-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (code, binary) = (folder.join("k.cpp"), folder.join("k"));
    std::fs::write(&code, &program).unwrap();
    // One operation at a time, as IEEE has it.
    let flags = ["-std=c++20", "-O0", "-w", "-ffp-contract=off", "-fsanitize=undefined"];
    let more = ["-fno-sanitize=shift-base", "-fno-sanitize-recover=all", "-o"];
    let built =
        Command::new("c++").args(flags).args(more).arg(&binary).arg(&code).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&binary).output().unwrap();
    let got = String::from_utf8_lossy(&ran.stdout).into_owned();
    let _ = std::fs::remove_dir_all(&folder);
    for (n, (ours, theirs)) in expected.lines().zip(got.lines()).enumerate() {
        let text = Generator::new(texts[n]).kernel(texts[n]);
        let call = calls.lines().nth(n).unwrap_or("");
        assert_eq!(ours.trim(), theirs.trim(), "{call}\n{text}");
    }
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(expected.lines().count(), got.lines().count(), "{errors}");
    println!("{} runs agree", texts.len());
    assert!(texts.len() as u64 > kernels, "{}", texts.len());
}
