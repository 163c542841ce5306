//! Every shape of counting loop, at the edges of its types, against a run of the C loop.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/machine.rs"]
#[allow(dead_code)]
mod machine;

use machine::{Lowered, Setting, Stop, Typed};
use num_bigint::BigInt;
use semantics::Source;
use std::collections::BTreeMap;

fn typed(text: &str) -> cuda::typed::Kernel {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new("t.cu", text);
    let file = cuda::parse(&source, &cuda::Options::default(), &none).unwrap();
    let context = cuda::typing::Context::of(&file);
    let kernel = file.items.iter().find_map(|item| match item {
        cuda::syntax::Item::Function(f) => Some(f),
        _ => None,
    });
    cuda::typing::kernel(&context, kernel.unwrap()).unwrap()
}

fn edges(ty: &str) -> Vec<i128> {
    let (min, max): (i128, i128) = match ty {
        "signed char" => (-128, 127),
        "unsigned char" => (0, 255),
        "int" => (i32::MIN.into(), i32::MAX.into()),
        "unsigned" => (0, u32::MAX.into()),
        "long" => (i64::MIN.into(), i64::MAX.into()),
        _ => (0, u64::MAX.into()),
    };
    let mut all = vec![min, min + 1, min + 3, max - 3, max - 1, max, 0, 1, 2, 5];
    if min < 0 {
        all.extend([-1, -2, -5]);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a signed counter that goes by one, and has no other type in between, overflows before it equals the bound.
fn never_equal(counter: &str, bound: &str, step: &str, params: &[(&str, i128)]) -> bool {
    let bits = |ty: &str| match ty {
        "long" | "unsigned long" => 64,
        _ => 32,
    };
    let up = match step {
        "i++" | "i += 1" => true,
        "--i" | "i += -1" => false,
        _ => return false,
    };
    if !["int", "long"].contains(&counter) {
        return false;
    }
    let [(_, start), (_, end), ..] = params else { return false };
    let distance = if up { end - start } else { start - end };
    if matches!(bound, "unsigned" | "unsigned long") && bits(bound) >= bits(counter) {
        return false;
    }
    let limit = 1i128 << (bits(counter) - 1);
    let last = if up { start + distance } else { start - distance };
    distance < 0 || last >= limit || last < -limit
}

/// Whether a step that is a parameter goes nowhere, or away from the bound.
fn does_not_step(step: &str, params: &[(&str, i128)]) -> bool {
    params.iter().any(|(name, value)| step.ends_with(&format!("= {name}")) && *value <= 0)
}

#[test]
fn counting_loops_are_exact() {
    let types = ["signed char", "unsigned char", "int", "unsigned", "long", "unsigned long"];
    let up = ["i++", "i += 1", "i += 3", "i = i + 5", "i = 2 + i", "i += s", "i += b", "i += 2u"];
    let down = ["--i", "i -= 2", "i += -1", "i -= s", "i -= b", "i = i - 3L"];
    let rels = |rels: &[&'static str], steps: &[&'static str]| -> Vec<(&str, &str)> {
        rels.iter().flat_map(|r| steps.iter().map(|s| (*r, *s)).collect::<Vec<_>>()).collect()
    };
    let mut shapes = rels(&["<", "<=", "!="], &up);
    shapes.extend(rels(&[">", ">=", "!="], &down));
    let (mut exact, mut approximate, mut seed) = (0, 0, 7u64);
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    for counter in types {
        for bound in types {
            for (rel, step) in &shapes {
                {
                    let text = format!(
                        "__global__ void k(int *a, {counter} i0, {bound} n, int s, unsigned b) {{\n\
                         {counter} i; for (i = i0; i {rel} n; {step}) a[i & 1023] = 1; a[0] = i == 3; }}"
                    );
                    let kernel = typed(&text);
                    let none: BTreeMap<String, String> = BTreeMap::new();
                    let unit = cuda::load(
                        Source::new("t.cu", text.as_str()),
                        &cuda::Options::default(),
                        &none,
                    )
                    .unwrap();
                    let program = unit.kernels[0].launches[0].lowered.as_ref().unwrap();
                    for _ in 0..4 {
                        let (starts, ends) = (edges(counter), edges(bound));
                        let params = [
                            ("i0", starts[random(starts.len())]),
                            ("n", ends[random(ends.len())]),
                            ("s", [1, 2, 7, 0, -1, 1 << 30, i32::MIN.into()][random(7)]),
                            ("b", [1, 2, 9, 0, 1 << 31, u32::MAX.into()][random(6)]),
                        ];
                        let setting = Setting {
                            params: params
                                .iter()
                                .map(|(n, v)| (n.to_string(), BigInt::from(*v)))
                                .collect(),
                            block: [4, 1, 1],
                            grid: [2, 1, 1],
                            thread: Setting::thread(0, 0),
                            memory: BTreeMap::new(),
                        };
                        let (expected, done) = Typed::run(&kernel, &setting);
                        let (got, lowered) = Lowered::run(program, &setting);
                        match (done, lowered) {
                            (Err(Stop::Meaningless), _) => {}
                            (_, Err(Stop::Unknown)) => {
                                // With enough iterations nothing that happens is missing.
                                let (got, _) = Lowered::run_with(program, &setting, Some(600));
                                let missing = expected
                                    .iter()
                                    .find(|e| e.0 == "wr" && e.2 != 0.into() && !got.contains(e));
                                assert_eq!(missing, None, "{text} {params:?}");
                                approximate += 1;
                            }
                            (Ok(()), Ok(())) => {
                                assert_eq!(expected, got, "{text} {params:?}");
                                exact += 1;
                            }
                            (Err(Stop::Fuel), Err(Stop::Fuel)) => {
                                let n = expected.len().min(got.len());
                                assert_eq!(expected[..n], got[..n], "{text} {params:?}");
                                exact += 1;
                            }
                            // It runs until the counter overflows, and that is left out.
                            (Err(Stop::Fuel), Err(Stop::Meaningless))
                                if *rel == "!=" && never_equal(counter, bound, step, &params) => {}
                            // Nor does it end without a step, and C++ gives that no meaning.
                            (Err(Stop::Fuel), Err(Stop::Meaningless))
                                if *rel != "!=" && does_not_step(step, &params) => {}
                            other => panic!("{other:?} {text} {params:?}"),
                        }
                    }
                }
            }
        }
    }
    println!("{exact} exact, {approximate} approximate");
    assert!(exact > approximate);
}
