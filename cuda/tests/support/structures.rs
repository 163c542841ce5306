//! Random structures, and how a C++ compiler lays them out.
#![allow(clippy::unwrap_used)] // a test may

use std::fmt::Write;
use std::process::Command;

/// The second number: whether all its structures are plain.
pub struct Generator(pub u64, pub bool);

/// A structure: its text, its leaves, and whether nothing but its members lays it out.
pub struct Structure {
    pub text: String,
    pub leaves: Vec<String>,
    pub plain: bool,
}

impl Generator {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn structure(&mut self, name: &str, depth: usize) -> Structure {
        let mut out = Structure { text: String::new(), leaves: Vec::new(), plain: true };
        let mut head = String::new();
        let mut tail = "";
        let (mut before, mut after) = ("", "");
        if !self.1 && self.below(3) == 0 {
            out.plain = false;
            match self.below(6) {
                0 => head = format!("alignas({}) ", 4 << self.below(4)),
                1 => head = format!("__align__({}) ", 4 << self.below(4)),
                2 => head = "__attribute__((packed)) ".into(),
                3 => {
                    tail = self.pick(&[" __attribute__((packed))", " __attribute__((aligned(16)))"])
                }
                4 => (before, after) = ("#pragma pack(push, 1)\n", "#pragma pack(pop)\n"),
                _ => (before, after) = ("#pragma pack(2)\n", "#pragma pack()\n"),
            }
        }
        let mut base = String::new();
        if !self.1 && depth > 0 && self.below(4) == 0 {
            let inner = self.structure(&format!("{name}b"), depth - 1);
            base = format!(" : {name}b");
            out.text.push_str(&inner.text);
            out.leaves.extend(inner.leaves);
            out.plain = false;
        }
        let mut members = String::new();
        for n in 0..1 + self.below(4) {
            let member = format!("{name}{n}");
            if depth > 0 && self.below(4) == 0 {
                let of = format!("{name}_{n}");
                let inner = self.structure(&of, depth - 1);
                out.text.push_str(&inner.text);
                out.plain &= inner.plain;
                out.leaves.extend(inner.leaves.iter().map(|leaf| format!("{member}.{leaf}")));
                let _ = write!(members, "{of} {member}; ");
                continue;
            }
            let types = [
                "char",
                "short",
                "int",
                "long long",
                "float",
                "double",
                "bool",
                "unsigned char",
                "unsigned",
                "few",
                "wide",
            ];
            let ty = self.pick(&types[..if self.1 { 10 } else { 11 }]);
            let own = match if self.1 { 2 } else { self.below(12) } {
                0 => "alignas(16) ",
                1 => "__align__(8) ",
                _ => "",
            };
            out.plain &= own.is_empty() && ty != "wide";
            let _ = write!(members, "{own}{ty} {member}; ");
            out.leaves.push(member);
        }
        let empty = self.below(8) == 0;
        if empty {
            let _ = write!(members, "none {name}e; char {name}z; ");
            out.leaves.push(format!("{name}z"));
        }
        let _ =
            writeln!(out.text, "{before}struct {head}{name}{base} {{ {members}}}{tail};\n{after}");
        out
    }
}

const TYPES: &str = "enum few : short { FEW };\nstruct none {};\n";
/// In files that align a type wherever it stands.
const WIDE: &str = "typedef int wide __attribute__((aligned(8)));\n";

/// So many structures `m`, each with its size and the places of its leaves; none without a C++ compiler.
pub fn laid_out(count: u64) -> Option<Vec<(Structure, u64, Vec<u64>)>> {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: no C++ compiler (c++)");
        return None;
    }
    let mut program = String::from(
        "#include <cstddef>\n#include <cstdio>\n#define __align__(n) __attribute__((aligned(n)))\n",
    );
    let mut main = String::new();
    let mut structures = Vec::new();
    for seed in 0..count {
        let mut generator = Generator(seed * 7919 + 3, seed % 2 == 0);
        let mut made = generator.structure("m", 2);
        let wide = made.text.contains("wide ");
        made.text = format!("{TYPES}{}{}", if wide { WIDE } else { "" }, made.text);
        let _ = writeln!(program, "namespace n{seed} {{\n{}}}", made.text);
        let _ = write!(main, "{{ typedef n{seed}::m S; std::printf(\"%zu\", sizeof(S));");
        for leaf in &made.leaves {
            let _ = write!(main, " std::printf(\" %zu\", offsetof(S, {leaf}));");
        }
        main.push_str(" std::puts(\"\"); }\n");
        structures.push(made);
    }
    let _ = write!(program, "int main() {{\n{main}}}\n");
    let folder = std::env::temp_dir().join(format!("jaminan-layout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (code, binary) = (folder.join("k.cpp"), folder.join("k"));
    std::fs::write(&code, &program).unwrap();
    let built =
        Command::new("c++").args(["-std=c++20", "-w", "-o"]).arg(&binary).arg(&code).output();
    let built = built.unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&binary).output().unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let lines = String::from_utf8_lossy(&ran.stdout).into_owned();
    let numbers = lines.lines().map(|line| {
        let mut numbers = line.split(' ').map(|n| n.parse::<u64>().unwrap());
        (numbers.next().unwrap(), numbers.collect())
    });
    Some(structures.into_iter().zip(numbers).map(|(s, (size, at))| (s, size, at)).collect())
}
