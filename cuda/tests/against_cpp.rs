//! The typed tree against a C++ compiler: random kernels leave the same memory behind. Skipped,
//! and said so, where there is no `c++`.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/generate.rs"]
mod generate;
#[path = "support/machine.rs"]
#[allow(dead_code)]
mod machine;

use machine::{Setting, Typed};
use num_bigint::BigInt;
use semantics::Source;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

#[test]
fn typed_kernels_compute_what_cpp_computes() {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: no C++ compiler (c++)");
        return;
    }
    let none: BTreeMap<String, String> = BTreeMap::new();
    let mut program = String::from(
        "#include <algorithm>\n#include <cstdio>\n#include <type_traits>\n\
         #define __global__ static\n#define __device__ static\n#define __shared__\n\
         struct uint3 { unsigned x, y, z; };\n\
         static uint3 threadIdx, blockIdx, blockDim = {4, 1, 1}, gridDim = {2, 1, 1};\n\
         template <class A, class B> std::common_type_t<A, B> min(A a, B b)\n\
         { using T = std::common_type_t<A, B>; return std::min<T>(a, b); }\n\
         static int A[8], S[4][2]; static unsigned char B[8];\n\
         static void reset(unsigned t) { threadIdx = {t, 0, 0}; for (int i = 0; i < 8; i++)\n\
         { A[i] = i * 3 - 5; B[i] = i * 37; S[i / 2][i % 2] = i - 3; } }\n\
         static void show() { for (int i = 0; i < 8; i++) printf(\"%d %d %d \", A[i], B[i], S[i / 2][i % 2]);\n\
         puts(\"\"); }\n",
    );
    let mut calls = String::new();
    let mut expected = String::new();
    let mut count = 0;
    for seed in 0..500u64 {
        let text = generate::Generator::new(seed + 1_000_000, false).kernel();
        let source = Source::new("t.cu", text.as_str());
        let file = cuda::parse(&source, &cuda::Options::default(), &none).unwrap();
        let context = cuda::typing::Context::of(&file);
        let Some(cuda::syntax::Item::Function(f)) = file.items.last() else { panic!() };
        let kernel = cuda::typing::kernel(&context, f).unwrap();
        let mut used = false;
        for run in 0..4u64 {
            let n: i32 = [0, 5, -3, 17][run as usize];
            let m: u32 = [1, 6, 31, u32::MAX - 1][(run as usize + seed as usize) % 4];
            let mut memory = BTreeMap::new();
            for i in 0..8i32 {
                let mut put = |name: &str, value: i32| {
                    memory.insert((name.to_string(), BigInt::from(i)), BigInt::from(value));
                };
                put("A", i * 3 - 5);
                put("B", i * 37 % 256);
                put("S", i - 3);
            }
            let setting = Setting {
                params: [("n".to_string(), n.into()), ("m".to_string(), m.into())].into(),
                block: [4, 1, 1],
                grid: [2, 1, 1],
                thread: Setting::thread(0, run),
                memory: memory.clone(),
            };
            let (trace, done) = Typed::run(&kernel, &setting);
            // What has no meaning in C, a compiler may do anything with.
            if done.is_err() {
                continue;
            }
            for (mode, array, index, value) in trace {
                if mode == "wr" {
                    memory.insert((array, index), value);
                }
            }
            for i in 0..8u32 {
                for name in ["A", "B", "S"] {
                    let _ = write!(expected, "{} ", memory[&(name.to_string(), i.into())]);
                }
            }
            expected.push('\n');
            let _ = writeln!(calls, "reset({run}); k{seed}(A, B, {n}, {m}u); show();");
            used = true;
            count += 1;
        }
        if used {
            let text = text
                .replace("void k(", &format!("void k{seed}("))
                .replace("half(", &format!("half{seed}("))
                .replace("scaled", &format!("scaled{seed}"))
                .replace("larger", &format!("larger{seed}"))
                .replace("shifted(", &format!("shifted{seed}("))
                .replace("__shared__ int S[4][2];", "");
            program.push_str(&text);
            program.push('\n');
        }
    }
    program += &format!("int main() {{\n{calls}}}\n");
    let folder = std::env::temp_dir().join(format!("jaminan-cpp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (code, binary) = (folder.join("k.cpp"), folder.join("k"));
    std::fs::write(&code, &program).unwrap();
    let built = Command::new("c++")
        .args([
            "-std=c++20",
            "-O0",
            "-w",
            "-fsanitize=undefined",
            "-fno-sanitize=shift-base",
            "-fno-sanitize-recover=all",
            "-o",
        ])
        .arg(&binary)
        .arg(&code)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&binary).output().unwrap();
    let got = String::from_utf8_lossy(&ran.stdout).into_owned();
    let _ = std::fs::remove_dir_all(&folder);
    for (n, (a, b)) in expected.lines().zip(got.lines()).enumerate() {
        let call = calls.lines().nth(n).unwrap_or("");
        let name = call.split(' ').nth(1).unwrap_or("").split('(').next().unwrap_or("");
        let text = program.split("\n__global__").find(|t| t.contains(&format!(" {name}(")));
        assert_eq!(a.trim(), b.trim(), "{call}\n{}", text.unwrap_or(""));
    }
    assert_eq!(
        expected.lines().count(),
        got.lines().count(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    println!("{count} runs agree");
    assert!(count > 500, "{count}");
}
