//! How structures lie in memory, against a C++ compiler. Skipped, and said so, where there is no `c++`.
#![allow(clippy::unwrap_used)] // a test may panic

#[path = "../../cuda/tests/support/structures.rs"]
mod structures;
mod support;

use grid::Refusal;
use grid::contents::Contents;
use std::fmt::Write;
use structures::laid_out;
use support::{compile, launch, run};

#[test]
fn sizes_and_places() {
    let Some(structures) = laid_out(300) else { return };
    let (mut agree, mut refused) = (0, 0);
    for (structure, size, offsets) in structures {
        let mut body = String::from("a[0] = sizeof(m); ");
        for (n, leaf) in structure.leaves.iter().enumerate() {
            let _ = write!(body, "a[{}] = (char *) &s.{leaf} - (char *) &s; ", n + 1);
        }
        let text = format!("{}__global__ void k(int *a) {{ m s; {body}}}", structure.text);
        match compile(&text) {
            Ok(_) => {
                let given = [("a", Contents::Zeros(offsets.len() as u64 + 1))];
                let found = run(&text, &given, launch(1, 1)).ints("a");
                let expected: Vec<i64> =
                    [size].into_iter().chain(offsets).map(|n| n as i64).collect();
                assert_eq!(found, expected, "{text}");
                agree += 1;
            }
            Err(Refusal::Unsupported(_)) if !structure.plain => refused += 1,
            Err(refusal) => panic!("{refusal:?}"),
        }
    }
    println!("{agree} structures agree, {refused} are refused");
    assert!(agree > 100 && refused > 50, "{agree} {refused}");
}

/// Unions, and members without a name: their sizes, and places, as g++ has them.
#[test]
fn unions() {
    for (text, leaves, expected) in [
        ("union m { char c[5]; int n; };", &["n"][..], &[8, 0][..]),
        (
            "struct m { char c; union { double d; char e[9]; } u; char f; };",
            &["u.d", "u.e", "f"],
            &[32, 8, 8, 24],
        ),
        (
            "struct m { union { uint4 data; struct { uchar3 a; uchar3 b; char pad; }; }; int n; };",
            &["data", "b.y", "pad", "n"],
            &[32, 0, 4, 6, 16],
        ),
        (
            "struct m { char c; union { struct { short s; char t; }; struct { char u[3]; } v; }; char w; };",
            &["s", "t", "v", "w"],
            &[8, 2, 4, 2, 6],
        ),
        ("union __align__(16) m { char c; short s; };", &["s"], &[16, 0]),
        (
            "struct m { char c; union { float3 v; long long l; }; struct { char d; struct { char e; int g; }; }; };",
            &["v.z", "l", "d", "e", "g"],
            &[40, 16, 8, 24, 28, 32],
        ),
    ] {
        let mut body = String::from("a[0] = sizeof(m); ");
        for (n, leaf) in leaves.iter().enumerate() {
            let _ = write!(body, "a[{}] = (char *) &s.{leaf} - (char *) &s; ", n + 1);
        }
        let text = format!("{text} __global__ void k(int *a) {{ m s; {body}}}");
        let given = [("a", Contents::Zeros(leaves.len() as u64 + 1))];
        assert_eq!(run(&text, &given, launch(1, 1)).ints("a"), expected, "{text}");
    }
}
