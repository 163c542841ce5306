//! No input makes the front end panic, run long or nest without bound.
#![allow(clippy::unwrap_used)] // a test may

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const SEEDS: [&str; 9] = [
    include_str!("../../examples/alarm1.cu"),
    include_str!("../../examples/stencil.cu"),
    include_str!("../../examples/reduction.cu"),
    include_str!("../../examples/transpose.cu"),
    include_str!("../../examples/histogram_private.cu"),
    include_str!("kernels/many.cu"),
    include_str!("../../tests/kernels/template_kernel/fixed.cu"),
    include_str!("../../tests/kernels/template/recursive_racy.cu"),
    include_str!("../../tests/kernels/member_function/racy.cu"),
];

/// Pieces that mutations put in.
const PIECES: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "?",
    ":",
    "<",
    ">",
    "<<<",
    ">>>",
    "::",
    "*",
    "&",
    "+",
    "++",
    "--",
    "=",
    "+=",
    "#",
    "##",
    "#if 1\n",
    "\n#endif\n",
    "\n#define A(x) x A(x)\n",
    "\\\n",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "for",
    "if",
    "while",
    "return",
    "int",
    "template",
    "struct",
    "sizeof",
    "0x",
    "99999999999",
    "1e",
    "R\"(",
    "__syncthreads()",
    "threadIdx.x",
    "é\u{0}",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn load(text: &str) {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = semantics::Source::new("t.cu", text);
    match cuda::load(source, &cuda::Options::default(), &none) {
        // Reports must not panic either.
        Err(diagnostic) => drop(diagnostic.text()),
        Ok(unit) => drop(unit),
    }
}

fn mutate(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => {
                drop(bytes.drain(
                    at..(at + 1 + random.below(20)).min(text.len().min(bytes.len())).max(at),
                ))
            }
            2 => {
                let end = (at + random.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => bytes.truncate(at.max(1)),
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
        if bytes.is_empty() {
            bytes.push(b';');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_kernels() {
    let mut random = Random(1);
    let mut slowest = Duration::ZERO;
    for n in 0..10_000 {
        let text = mutate(&mut random, SEEDS[n % SEEDS.len()]);
        let start = Instant::now();
        load(&text);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}: {text}");
        slowest = slowest.max(took);
    }
    println!("slowest: {slowest:?}");
}

#[test]
fn random_tokens() {
    let words = ["k", "a", "i", "n", "x", "1", "0", "void", "__global__", "else", "do", "float"];
    let mut random = Random(2);
    for _ in 0..3_000 {
        let mut text = String::from("__global__ void k(int *a, int n) { int i, x; ");
        for _ in 0..random.below(60) {
            let word = match random.below(2) {
                0 => words[random.below(words.len())],
                _ => PIECES[random.below(PIECES.len())],
            };
            text.push_str(word);
            text.push(' ');
        }
        load(&text);
    }
}

#[test]
fn large_inputs_end_quickly() {
    let kernel =
        |body: String| format!("__global__ void k(int *a, int n) {{ int x = n, y = n; {body} }}");
    let many = |piece: &str, n: usize| kernel(piece.repeat(n));
    let inputs = [
        many("a[0] = 1; ", 100_000),
        many("x = x + x; ", 20_000),
        many("if (x) ", 255) + "x = 1; }",
        many("if (n > 1) { if (n > 2) return; } ", 60),
        many("if (a[0] && a[1]) a[2] = 1; else ", 100) + "; }",
        many("if (a[0] && a[1]) x = 1; else x = 2; a[x] = 3; ", 1000),
        many("for (int i = 1; i < 1000; i *= 2) ", 40) + "a[0]++; }",
        many("for (int i = 0; i < n; i += x) ", 40) + "a[0]++; }",
        many("int v; ", 20_000) + " if (x) x = 1;",
        kernel((0..3000).map(|n| format!("int v{n} = x; if (v{n} > n) x = v{n}; ")).collect()),
        many("x = x ? x + 1 : x * 2; ", 3000),
        kernel(format!("a[{}] = 1;", "x + ".repeat(1000) + "1")),
        kernel(format!("int {};", "b, ".repeat(100_000) + "c")),
        "(".repeat(1_000_000),
        "#if 1\n".repeat(100_000),
        "'\\".repeat(500_000),
        "\"\\".repeat(500_000),
        "R\"".repeat(500_000),
        "/*".repeat(500_000),
        "<:".repeat(500_000),
        "@".repeat(1_000_000),
        "\\\n".repeat(1_000_000),
        "a\\\n".repeat(500_000),
        "struct ".repeat(200_000),
        "template <".repeat(200_000),
        "namespace a { ".repeat(200_000),
        "int x(".repeat(200_000),
        "int (*".repeat(200_000),
        "enum { a = ".repeat(100_000),
        "x".repeat(2_000_000),
        "1".repeat(2_000_000),
        "int a = ".to_string() + &"1".repeat(2_000_000) + ";",
        "#define A ".to_string() + &"A ".repeat(1_000_000) + "\nA",
        "__global__ void k() {".to_string() + &"else ".repeat(100_000),
        " ".repeat(5_000_000),
    ];
    for text in inputs {
        let start = Instant::now();
        load(&text);
        let took = start.elapsed();
        let head: String = text.chars().take(90).collect();
        println!("{took:?} {head}");
        assert!(took < Duration::from_secs(20), "{took:?}: {head}");
    }
}
