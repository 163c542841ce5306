//! What the prelude says of `std::numeric_limits`, against a C++ compiler's own. Skipped, and said so, where there is no
//! `c++`.
#![allow(clippy::unwrap_used)] // a test may

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

const PRELUDE: &str = include_str!("../prelude/numeric_limits.cuh");
const OF_ALL: [&str; 8] = [
    "is_specialized",
    "is_signed",
    "is_integer",
    "has_infinity",
    "digits",
    "digits10",
    "min()",
    "max()",
];
const OF_REALS: [&str; 3] = ["epsilon()", "denorm_min()", "infinity()"];

/// The types that the prelude specializes it for.
fn types() -> Vec<&'static str> {
    let heads =
        PRELUDE.lines().filter_map(|line| line.strip_prefix("template <> struct numeric_limits<"));
    heads.filter_map(|rest| Some(rest.split_once("> {")?.0)).collect()
}

#[test]
fn limits_are_those_of_cpp() {
    let types = types();
    assert!(types.len() >= 12, "{types:?}");
    let mut program =
        format!("#include <cmath>\n#include <limits>\nnamespace ours {{\n{PRELUDE}\n}}\n");
    for ty in types {
        let real = ["float", "double"].contains(&ty);
        let members = OF_ALL.into_iter().chain(["lowest()"]);
        for member in members.chain(OF_REALS.into_iter().filter(|_| real)) {
            let [a, b] = ["ours", "std"].map(|of| format!("{of}::numeric_limits<{ty}>::{member}"));
            let _ = writeln!(program, "static_assert({a} == {b}, \"{ty} {member}\");");
        }
    }
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fsyntax-only", "-x", "c++", "-"]);
    let started = compiler.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = started else {
        println!("skipped: no C++ compiler (c++)");
        return;
    };
    child.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
