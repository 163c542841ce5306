//! What `memcpy` of the first bytes of structures touches, against a C++ compiler. Skipped, and said so,
//! where there is no `c++`. `LAYOUTS=1000` takes more structures.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/structures.rs"]
mod structures;

use jaminan::Stmt;
use semantics::{Expr, Number, Source};
use std::collections::{BTreeMap, BTreeSet};
use structures::{Generator, laid_out};

/// The elements and members that are written, or why the kernel is refused.
fn written(text: &str) -> Result<BTreeSet<(String, Number)>, String> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = cuda::load(Source::new("t.cu", text), &cuda::Options::default(), &none);
    let unit = unit.unwrap_or_else(|why| panic!("{}\n{text}", why.message));
    let kernel = unit.kernels.into_iter().last().unwrap();
    let program = kernel.into_single().unwrap().lowered.map_err(|why| why.what)?;
    let mut found = BTreeSet::new();
    collect(&program.body, &mut found);
    Ok(found)
}

fn collect(s: &Stmt, found: &mut BTreeSet<(String, Number)>) {
    match s {
        Stmt::Write { array, index, .. } => {
            let Expr::Num(n) = &**index else { panic!("{index:?}") };
            found.insert((array.to_string(), n.clone()));
        }
        Stmt::Read { body, .. } | Stmt::Var(_, body) => collect(body, found),
        Stmt::Seq(a, b) => {
            collect(a, found);
            collect(b, found);
        }
        _ => {}
    }
}

#[test]
fn the_members_in_the_first_bytes() {
    let count = std::env::var("LAYOUTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let Some(structures) = laid_out(count) else { return };
    let (mut agree, mut refused, mut sizes) = (0, 0, 0);
    for (n, (structure, size, offsets)) in structures.iter().enumerate() {
        let text = format!("{}__global__ void k(int *a) {{ a[sizeof(m)] = 1; }}", structure.text);
        match written(&text) {
            Ok(found) => {
                assert_eq!(found, BTreeSet::from([("a".into(), Number::from(*size))]), "{text}");
                sizes += 1;
            }
            // Of one that holds an empty one, the size is not looked for.
            Err(why) => assert!(!structure.plain || text.contains("none "), "{why}\n{text}"),
        }
        let mut random = Generator(n as u64 + 77, true);
        for _ in 0..3 {
            let bytes = 1 + random.below(2 * *size as usize) as u64;
            let text = format!(
                "{}__global__ void k(m *a, m *b) {{ memcpy(b, a, {bytes}); }}",
                structure.text
            );
            let touched = structure.leaves.iter().zip(offsets).flat_map(|(leaf, offset)| {
                let elements =
                    (0..bytes.div_ceil(*size)).filter(move |e| e * size + offset < bytes);
                elements.map(move |e| (format!("b.{leaf}"), Number::from(e)))
            });
            match written(&text) {
                Ok(found) => {
                    assert_eq!(found, touched.collect::<BTreeSet<_>>(), "{text}");
                    agree += 1;
                }
                Err(why) => {
                    assert!(!structure.plain, "{why}\n{text}");
                    refused += 1;
                }
            }
        }
    }
    println!("{agree} copies and {sizes} sizes agree, {refused} copies are refused");
    assert!(agree > count && refused > count && sizes > count / 4, "{agree} {refused} {sizes}");
}

/// The attributes of one structure are not those of another.
#[test]
fn what_lays_out_a_structure() {
    let says = |text: &str| {
        let text = format!("{text} __global__ void k(S *a, S *b) {{ memcpy(b, a, 1); }}");
        written(&text).is_ok()
    };
    for plain in [
        "struct S { char c; int i; };",
        "struct alignas(16) T { int x; }; struct S { char c; int i; };",
        "struct S { char c; int i; }; struct T { int x; } __attribute__((packed));",
        "struct S { char c; int i; }; __align__(16) __device__ int v;",
        "typedef struct __align__(16) { int x; } T; typedef struct { char c; int i; } S;",
        "struct T { int x; } __attribute__((packed)); struct S { char c; int i; };",
        "struct __align__(8) S { char c; int i; };",
        "struct alignas(16) T { int x; }; struct S { char c; T t; };",
        "template <class T> struct alignas(T) V { T x; }; struct S { char c; int i; };",
        "struct S { struct { int i; char c; }; char d; };",
        "struct S { union { int i; float f; }; };",
    ] {
        assert!(says(plain), "{plain}");
    }
    for other in [
        "struct S { char c; alignas(8) int i; };",
        "struct alignas(double) S { char c; int i; };",
        "struct alignas(16) S { char c; int i; } __attribute__((packed));",
        "struct S { char c; int i; } __attribute__((packed));",
        "typedef struct { char c; int i; } __attribute__((packed)) S;",
        "typedef struct { char c; int i; } S __attribute__((aligned(16)));",
        "struct [[gnu::packed]] S { char c; int i; };",
        "typedef int wide __attribute__((aligned(16))); struct S { char c; wide i; };",
        "using wide __attribute__((aligned(16))) = int; struct S { char c; wide i; };",
        "struct T { char c; struct { int x; } __attribute__((packed)) in; }; struct S { T t; };",
        "#pragma pack(1)\nstruct S { char c; int i; };",
        "struct B { int i; char c; }; struct S : B { char d; };",
        "struct B { }; struct S : B { char d; int i; };",
        "struct N { }; struct S { [[no_unique_address]] N n; char c; int i; };",
        "struct S { char c; alignas(8) union { char d; int i; }; };",
        "union S { char c; int i; } __attribute__((packed));",
        "union S { struct { unsigned i : 3; }; char c; };",
        "#pragma pack(1)\nunion S { char c; int i; };",
    ] {
        assert!(!says(other), "{other}");
    }
}
