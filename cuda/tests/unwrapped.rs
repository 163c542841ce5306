//! Of executions in which no index and no counter wraps around, the program that takes that for granted loses none.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/machine.rs"]
#[allow(dead_code)]
mod machine;

use cuda::{AssumptionKind, Options, Unwrapped, load};
use machine::{Lowered, Setting, Stop, Typed};
use num_bigint::BigInt;
use semantics::Source;
use std::collections::BTreeMap;

fn typed(text: &str) -> cuda::typed::Kernel {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let file = cuda::parse(&Source::new("t.cu", text), &Options::default(), &none).unwrap();
    let context = cuda::typing::Context::of(&file);
    let kernel = file.items.iter().find_map(|item| match item {
        cuda::syntax::Item::Function(f) => Some(f),
        _ => None,
    });
    cuda::typing::kernel(&context, kernel.unwrap()).unwrap()
}

fn unwrapped(text: &str) -> Option<Unwrapped> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = load(Source::new("t.cu", text), &Options::default(), &none).unwrap();
    unit.kernels[0].launches[0].unwrapped.first().cloned()
}

fn setting(params: &[(&str, i128)]) -> Setting {
    Setting {
        params: params.iter().map(|(name, n)| (name.to_string(), BigInt::from(*n))).collect(),
        block: [4, 1, 1],
        grid: [2, 1, 1],
        thread: Setting::thread(0, 0),
        memory: BTreeMap::new(),
    }
}

/// An index, and what it is with numbers of any size, of `u`, `v` and `n`.
type Index = (&'static str, fn(i128, i128, i128) -> i128);

const INDICES: [Index; 18] = [
    ("u + v", |u, v, _| u + v),
    ("u - v", |u, v, _| u - v),
    ("u * v", |u, v, _| u * v),
    ("u * v + u", |u, v, _| u * v + u),
    ("u + n", |u, _, n| u + n),
    ("u * n + v", |u, v, n| u * n + v),
    ("u - 1", |u, _, _| u - 1),
    ("u + (v - 5u) * 3", |u, v, _| u + (v - 5) * 3),
    ("(int)(u + v)", |u, v, _| u + v),
    ("(int)(u - v) + n", |u, v, n| u - v + n),
    ("n * (int)(u * v)", |u, v, n| n * (u * v)),
    // What is divided or compared is what C computes.
    ("(u * 3u) / 2 + v", |u, v, _| (u * 3) % (1 << 32) / 2 + v),
    ("(u + v) % 7 + v", |u, v, _| (u + v) % (1 << 32) % 7 + v),
    // What it is divided by does not wrap around either.
    ("u / (v * 3u) + v", |u, v, _| u / (v * 3).max(1) + v),
    ("u % (v - 1u) * v + u", |u, v, _| if v > 1 { u % (v - 1) * v + u } else { -1 }),
    ("(size_t)u * v + n", |u, v, n| u * v + n),
    ("(size_t)(u + v) * 3 - 1", |u, v, _| (u + v) * 3 - 1),
    ("u < v ? u + v : u - v", |u, v, _| if u < v { u + v } else { u - v }),
];

const UNSIGNED: [i128; 11] = [
    0,
    1,
    2,
    5,
    1 << 15,
    (1 << 16) - 1,
    1 << 16,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 2,
    (1 << 32) - 1,
];

const SIGNED: [i128; 8] = [-(1 << 31), -65537, -2, -1, 0, 1, 1 << 16, (1 << 31) - 1];

/// Whether each sum in an index is what it is with numbers of any size. Those here have one of each type.
fn holds(index: &str, u: i128, v: i128, n: i128) -> bool {
    let in_unsigned = |n: i128| (0..1 << 32).contains(&n);
    let in_int = |n: i128| (-(1 << 31)..1 << 31).contains(&n);
    match index {
        "(int)(u + v)" => in_int(u + v),
        "(int)(u - v) + n" => in_int(u - v),
        "n * (int)(u * v)" => in_int(u * v),
        "(u * 3u) / 2 + v" => in_unsigned((u * 3) % (1 << 32) / 2 + v),
        "(u + v) % 7 + v" => in_unsigned((u + v) % (1 << 32) % 7 + v),
        "u / (v * 3u) + v" => v > 0 && in_unsigned(v * 3) && in_unsigned(u / (v * 3) + v),
        "(size_t)u * v + n" => (0..1 << 63).contains(&(u * v + n)),
        "(size_t)(u + v) * 3 - 1" => in_unsigned(u + v) && (u + v) * 3 > 0,
        _ => INDICES.iter().any(|(text, wide)| *text == index && in_unsigned(wide(u, v, n))),
    }
}

#[test]
fn indices_that_do_not_wrap_are_kept() {
    let (mut kept, mut left) = (0, 0);
    for (index, wide) in INDICES {
        let text = format!(
            "__global__ void k(int *a, unsigned u, unsigned v, int n) {{ a[{index}] = 1; }}"
        );
        let kernel = typed(&text);
        let found = unwrapped(&text).unwrap_or_else(|| panic!("{index}"));
        assert!(found.assumptions.iter().any(|a| a.kind == AssumptionKind::NoWrap));
        for u in UNSIGNED {
            for v in UNSIGNED {
                for n in SIGNED {
                    let setting = setting(&[("u", u), ("v", v), ("n", n)]);
                    let (expected, done) = Typed::run(&kernel, &setting);
                    if done != Ok(()) || !holds(index, u, v, n) {
                        left += 1;
                        continue;
                    }
                    assert_eq!(expected[0].2, BigInt::from(wide(u, v, n)), "{index} {u} {v} {n}");
                    let got = Lowered::run(&found.program, &setting);
                    assert_eq!(got, (expected, Ok(())), "{index} {u} {v} {n}");
                    kept += 1;
                }
            }
        }
    }
    assert!(kept > 1000 && left > 1000, "{kept} {left}");
}

/// Whether a counter that starts here comes to its end, with numbers of any size, as it does in C; and would also from
/// the last number before its bound.
fn counts(rel: &str, most: i128, (start, end, by): (i128, i128, i128)) -> bool {
    let past = match rel {
        "<" => end - 1 + by,
        "<=" => end + by,
        ">" => end + 1 - by,
        _ => end - by,
    };
    let mut i = start;
    for _ in 0..200 {
        let goes = match rel {
            "<" => i < end,
            "<=" => i <= end,
            ">" => i > end,
            _ => i >= end,
        };
        if !goes {
            return i == start || (0..=most).contains(&past);
        }
        i = if rel.starts_with('<') { i + by } else { i - by };
        if !(0..=most).contains(&i) {
            return false;
        }
    }
    false
}

#[test]
fn loops_whose_counter_does_not_wrap_are_kept() {
    let (mut kept, mut left) = (0, 0);
    for (ty, most) in [("unsigned", (1i128 << 32) - 1), ("unsigned long", (1 << 64) - 1)] {
        for (rel, step) in [("<", "+="), ("<=", "+="), (">", "-="), (">=", "-=")] {
            for by in [1, 3, 64] {
                // A sum that hangs on parameters is not followed further.
                let text = format!(
                    "__global__ void k(int *a, {ty} u, {ty} v) {{\n\
                     {ty} i; for (i = u; i {rel} v; i {step} {by}) a[i & 1023] = 1; a[0] = i == 3; }}"
                );
                let kernel = typed(&text);
                let Some(found) = unwrapped(&text) else { continue };
                let near = [0, 1, 2, 3, 5, 63, 64, 65, 130];
                let edges: Vec<i128> = near.iter().flat_map(|n| [*n, most - n]).collect();
                for u in &edges {
                    for v in &edges {
                        let setting = setting(&[("u", *u), ("v", *v)]);
                        let (expected, done) = Typed::run(&kernel, &setting);
                        if done != Ok(()) || !counts(rel, most, (*u, *v, by)) {
                            left += 1;
                            continue;
                        }
                        let got = Lowered::run(&found.program, &setting);
                        assert_eq!(got, (expected, Ok::<(), Stop>(())), "{text} {u} {v}");
                        kept += 1;
                    }
                }
            }
        }
    }
    assert!(kept > 1000 && left > 1000, "{kept} {left}");
}

#[test]
fn what_cannot_wrap_takes_nothing_for_granted() {
    for body in [
        "a[threadIdx.x + 1u] = 1;",
        "a[n + 1] = 1;",
        "for (int i = 0; i < n; i++) a[i] = 1;",
        "for (unsigned i = 0; i < u; i++) a[i] = 1;",
        "if (u + v < 7) a[u] = 1;",
        "for (unsigned i = u; i != 0xffffffffu; i--) a[i & 7] = 1;",
        "a[u % 7 + v % 7] = 1;",
        // A constant that may be meant as a negative one, or may not.
        "a[u + 0xffffffffu] = 1;",
        "a[u * 2654435761u] = 1;",
        "a[v + u * 0x80000011u] = 1;",
        // What is cut is meant to wrap around.
        "a[(unsigned char)(u * 16777619u)] = 1;",
        "a[(unsigned short)(u - v)] = 1;",
        "a[n + (unsigned char)(u - 200u)] = 1;",
        "unsigned char b = u * v; a[b] = 1;",
        "for (unsigned i = u; i < v; i += 0xfffffff0u) a[i & 7] = 1;",
        "for (unsigned i = u; i > v; i -= 0x90000000u) a[i & 7] = 1;",
    ] {
        let text = format!("__global__ void k(int *a, unsigned u, unsigned v, int n) {{ {body} }}");
        assert!(unwrapped(&text).is_none(), "{body}");
    }
}
