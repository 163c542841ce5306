//! Overloads against a C++ compiler: of random functions, the typed tree and the runs choose what it chooses, or
//! refuse. Skipped, and said so, where there is no `c++`. `GRID_OVERLOADS=5000` takes more.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use semantics::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use support::{launch, list, run_module};

/// What parameters are.
const PARAMETERS: [&str; 34] = [
    "int",
    "unsigned",
    "short",
    "unsigned char",
    "bool",
    "long",
    "long long",
    "float",
    "double",
    "const int &",
    "int &",
    "const float &",
    "float &",
    "const short &",
    "int &&",
    "int *",
    "const int *",
    "float *",
    "const float *",
    "void *",
    "const void *",
    "int **",
    "E",
    "S",
    "D",
    "const S &",
    "S &",
    "S *",
    "T",
    "T *",
    "const T &",
    "T &",
    "T &&",
    "const T *",
];

/// What is given for them.
const ARGUMENTS: [&str; 33] = [
    "i", "ci", "u", "s", "c", "b", "l", "ll", "f", "cf", "d", "p", "cp", "pf", "cpf", "v", "pp",
    "e", "z", "cz", "y", "&y", "i + 1", "f * 2", "(short)i", "&i", "&ci", "nullptr", "0", "1.5f",
    "\"text\"", "ri", "mi",
];

/// What names stand for, and what that is made of.
const DECLARED: [(&str, &str, &[&str]); 22] = [
    ("i", "int i = 1;", &[]),
    ("ci", "const int ci = 2;", &[]),
    ("u", "unsigned u = 3;", &[]),
    ("s", "short s = 4;", &[]),
    ("c", "unsigned char c = 5;", &[]),
    ("b", "bool b = true;", &[]),
    ("l", "long l = 6;", &[]),
    ("ll", "long long ll = 7;", &[]),
    ("f", "float f = 1;", &[]),
    ("cf", "const float cf = 2;", &[]),
    ("d", "double d = 3;", &[]),
    ("p", "int *p = &i;", &["i"]),
    ("cp", "const int *cp = &i;", &["i"]),
    ("pf", "float *pf = &r;", &["r"]),
    ("cpf", "const float *cpf = &r;", &["r"]),
    ("r", "float r = 1;", &[]),
    ("v", "void *v = &i;", &["i"]),
    ("pp", "int **pp = &p;", &["p", "i"]),
    ("e", "E e = one;", &["E"]),
    ("z", "S z; z.x = 1;", &["S"]),
    ("cz", "const S cz = z;", &["z", "S"]),
    ("y", "D y; y.x = 1;", &["D", "S"]),
];

/// The kernel that calls one of some functions, and what stands before it.
struct Case {
    functions: Vec<String>,
    call: String,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn case(&mut self) -> Case {
        let arguments: Vec<&str> = (0..1 + self.below(2)).map(|_| self.one(&ARGUMENTS)).collect();
        let mut functions = Vec::new();
        for n in 0..2 + self.below(2) {
            let types: Vec<&str> = arguments.iter().map(|_| self.one(&PARAMETERS)).collect();
            let head = match types.iter().any(|ty| ty.contains('T')) {
                true => "template <class T> ",
                false => "",
            };
            let types = types.join(", ");
            functions.push(format!("{head}__device__ int fn({types}) {{ return {n}; }}"));
        }
        Case { functions, call: format!("fn({})", arguments.join(", ")) }
    }
}

impl Case {
    /// The source, on one line: types are declared only where they are used, since a file that has them may be read
    /// in another way.
    fn text(&self) -> String {
        let mut used: BTreeSet<&str> = self.words().collect();
        for (_, _, made_of) in DECLARED.iter().filter(|(name, ..)| self.words().any(|w| w == *name))
        {
            used.extend(*made_of);
        }
        let is_used = |name: &str| used.contains(name);
        let mut text = String::new();
        for (name, declared) in [
            ("E", "enum E { none, one }; "),
            ("S", "struct S { int x; }; "),
            ("D", "struct D : S { int more; }; "),
        ] {
            let base = name == "S" && is_used("D");
            text += if is_used(name) || base { declared } else { "" };
        }
        text += &self.functions.join(" ");
        text += " __device__ int g(const int &ri, int &mi) { ";
        DECLARED.iter().filter(|(name, ..)| is_used(name)).for_each(|(_, of, _)| text += of);
        let kernel = "__global__ void k(int *out) { int n = 1, m = 2; out[g(n, m)] = 1; }";
        let _ = write!(text, " return {}; }} {kernel}", self.call);
        text
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        let all = self.functions.iter().chain([&self.call]);
        all.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
    }
}

/// The function that the lowered kernel has chosen; nothing where it is left open, and the result an unknown.
fn typed(text: &str) -> Option<usize> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = cuda::load(Source::new("t.cu", text), &cuda::Options::default(), &none).ok()?;
    let program = unit.kernels[0].launches[0].lowered.as_ref().ok()?.to_string();
    let written = program.rsplit("out[").next()?;
    written.split(']').next()?.trim_matches(['(', ')']).parse().ok()
}

/// The function that a run of the kernel calls.
fn run(text: &str) -> Option<usize> {
    let module = support::compile(text).ok()?;
    let ran = run_module(&module, &[("out", list(&[0; 4]))], launch(1, 1), ());
    ran.ints("out").iter().position(|n| *n == 1)
}

/// Has the compiler read a file; the lines that are not C++.
fn compiled(code: &Path, more: &[&str]) -> BTreeSet<usize> {
    let flags = ["-std=c++17", "-w", "-fmax-errors=0"];
    let built = Command::new("c++").args(flags).args(more).arg(code).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    let errors = said.lines().filter(|line| line.contains("error:"));
    errors.filter_map(|line| line.split(':').nth(1)?.parse().ok()).collect()
}

#[test]
fn what_is_chosen_is_what_cpp_chooses() {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: no C++ compiler (c++)");
        return;
    }
    let count = std::env::var("GRID_OVERLOADS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let mut random = Random(7);
    let texts: Vec<String> = (0..count).map(|_| random.case().text()).collect();
    let folder = std::env::temp_dir().join(format!("jaminan-overloads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (code, binary) = (folder.join("k.cpp"), folder.join("k"));
    let file = |wrong: &BTreeSet<usize>| {
        let mut program = String::from(
            "#include <cstdio>\n#define __device__ static\n#define __global__ static\n",
        );
        let mut calls = String::new();
        for (n, text) in texts.iter().enumerate() {
            let line = n + 4;
            match wrong.contains(&line) {
                true => program.push('\n'),
                false => {
                    let _ = writeln!(program, "namespace n{n} {{ {text} }}");
                    let shown = format!("if (out[i]) printf(\"{n} %d\\n\", i);");
                    let _ = writeln!(
                        calls,
                        "{{ int out[4] = {{}}; n{n}::k(out); for (int i = 0; i < 4; i++) {shown} }}"
                    );
                }
            }
        }
        format!("{program}int main() {{\n{calls}}}\n")
    };
    std::fs::write(&code, file(&BTreeSet::new())).unwrap();
    let wrong = compiled(&code, &["-fsyntax-only"]);
    std::fs::write(&code, file(&wrong)).unwrap();
    let left = compiled(&code, &["-O0", "-o", binary.to_str().unwrap()]);
    assert!(left.is_empty(), "{left:?}");
    let ran = Command::new(&binary).output().unwrap();
    let got = String::from_utf8_lossy(&ran.stdout).into_owned();
    let _ = std::fs::remove_dir_all(&folder);
    let (mut all, mut of_typed, mut of_runs, mut wrong) = (0, 0, 0, Vec::new());
    for line in got.lines() {
        let (n, chosen) = line.split_once(' ').unwrap();
        let (text, chosen) =
            (&texts[n.parse::<usize>().unwrap()], chosen.parse::<usize>().unwrap());
        all += 1;
        for (who, found, counted) in
            [("typed", typed(text), &mut of_typed), ("run", run(text), &mut of_runs)]
        {
            let Some(found) = found else { continue };
            *counted += 1;
            if found != chosen {
                wrong.push(format!("{who}: {found}, C++: {chosen}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("of {all} calls {of_typed} are decided by types, {of_runs} by runs");
    assert!(2 * of_typed > all && 3 * of_runs > all, "{of_typed} and {of_runs} of {all}");
}
