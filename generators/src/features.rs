//! Random kernels with what C has and the core has not: shared memory, barriers in loops, blocks of
//! two dimensions, strides, `switch`, `break`, remainders of negative numbers, numbers that wrap, wide
//! indices, bit operators, equal values written, loops without an iteration, aliases, atomics, and
//! indices that are read from memory.

use crate::kernel::{Code, Kernel, Language, Launch};
use crate::spelling::{Words, head};
use fastrand::Rng;
use std::fmt::Write;

/// A kernel of so many statements at the top.
pub(crate) fn kernel(id: String, language: Language, size: usize, rng: &mut Rng) -> Kernel {
    let words = Words::of(language);
    let plane = rng.u8(0..4) == 0;
    let launch = Launch {
        block: if plane { [4, 2, 1] } else { [8, 1, 1] },
        grid: [if rng.u8(0..4) == 0 { 2 } else { 1 }, 1, 1],
    };
    let [x, y] = words.thread;
    let own = match plane {
        true => format!("{y} * {} + {x}", words.block_size),
        false if launch.grid[0] > 1 && rng.bool() => {
            format!("{} * {} + {x}", words.block, words.block_size)
        }
        false => x.to_owned(),
    };
    let mut generator = Generator { rng, words, names: 0 };
    let mut body = String::new();
    for _ in 0..size.max(1) {
        generator.statement(&mut body, "    ");
    }
    let mut text = head(&id, &launch, language);
    let Words { kernel, global, shared, .. } = generator.words;
    // Writing to a string does not fail.
    let _ = writeln!(text, "{kernel} void k({global}int *a, {global}const int *m, int n) {{");
    if body.contains("s[") {
        let _ = writeln!(text, "    {shared} int s[64];");
    }
    let _ = writeln!(text, "    int t = {own};");
    text.push_str(&body);
    text.push_str("}\n");
    Kernel { id, code: Code::Text(language, text), launch }
}

struct Generator<'r> {
    rng: &'r mut Rng,
    words: Words,
    names: usize,
}

impl Generator<'_> {
    fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn constant(&mut self) -> u8 {
        self.rng.u8(1..5)
    }

    /// An index of eight threads, mostly one of their own.
    fn index(&mut self) -> String {
        let c = self.constant();
        match self.rng.u8(0..20) {
            0..=5 => "t".into(),
            6 => format!("t + {c}"),
            7 => format!("t * {c}"),
            8 => format!("t << {}", c % 3),
            9 => format!("t >> {}", c % 3),
            10 => format!("t ^ {c}"),
            11 => format!("t & {c}"),
            12 => format!("(t - 4) % {c} + {c}"),
            13 => format!("(t - 5) / {c} + 5"),
            14 => format!("(unsigned) (t - {c}) % 8u"),
            15 => format!("((long) t << {}) >> {c}", 31 + c),
            16 => "7 - t".into(),
            17 => c.to_string(),
            _ => "m[t] & 15".into(),
        }
    }

    fn place(&mut self) -> String {
        let index = self.index();
        match self.rng.u8(0..3) {
            0 => format!("s[({index}) & 63]"),
            _ => format!("a[{index}]"),
        }
    }

    fn value(&mut self) -> String {
        match self.rng.u8(0..6) {
            0 => "1".into(),
            1 => "n".into(),
            2 => "m[t]".into(),
            3 => self.place(),
            _ => "t".into(),
        }
    }

    fn condition(&mut self) -> String {
        let c = self.constant();
        match self.rng.u8(0..7) {
            0 => format!("t < {c}"),
            1 => format!("t == {c}"),
            2 => format!("t % {} == 0", c + 1),
            3 => format!("(t - {c}) % 2 < 0"),
            4 => format!("t - {c}u < 3u"),
            5 => "m[t] > 0".into(),
            _ => format!("n > {c}"),
        }
    }

    fn assignment(&mut self) -> String {
        let (place, value) = (self.place(), self.value());
        format!("{place} = {value};")
    }

    fn statement(&mut self, out: &mut String, indent: &str) {
        let barrier = self.words.barrier;
        let c = self.constant();
        let text = match self.rng.u8(0..18) {
            0..=3 => self.assignment(),
            4 | 5 => barrier.into(),
            6 => {
                let (c, then) = (self.condition(), self.assignment());
                format!("if ({c}) {{\n{indent}    {then}\n{indent}}}")
            }
            7 => {
                let (i, value) = (self.fresh('i'), self.value());
                let stride = ["+ 8 *", "* 2 + 16 *", "+"][self.rng.usize(0..3)];
                format!(
                    "for (int {i} = 0; {i} < {c}; {i}++) {{\n{indent}    a[t {stride} {i}] = {value};\n{indent}}}"
                )
            }
            8 => {
                let (i, then) = (self.fresh('i'), self.assignment());
                format!(
                    "for (int {i} = 0; {i} < {}; {i}++) {{\n{indent}    {then}\n{indent}    {barrier}\n{indent}}}",
                    c - 1
                )
            }
            9 => {
                let d = self.fresh('d');
                let down = self.rng.bool();
                let steps = match down {
                    true => format!("int {d} = 4; {d} > 0; {d} >>= 1"),
                    false => format!("int {d} = 1; {d} < 8; {d} *= 2"),
                };
                let last = if self.rng.u8(0..3) == 0 { "" } else { barrier };
                format!(
                    "for ({steps}) {{\n{indent}    if (t < {d}) {{\n{indent}        s[t & 31] += s[(t + {d}) & 63];\n{indent}    }}\n{indent}    {last}\n{indent}}}"
                )
            }
            10 => {
                let (first, second, rest) =
                    (self.assignment(), self.assignment(), self.assignment());
                let ends = if self.rng.bool() { " break;" } else { "" };
                format!(
                    "switch (t & 3) {{\n{indent}case 0: {first}{ends}\n{indent}case 1: {second} break;\n{indent}default: {rest}\n{indent}}}"
                )
            }
            11 => {
                let (i, then) = (self.fresh('i'), self.assignment());
                format!(
                    "for (int {i} = 0; {i} < 4; {i}++) {{\n{indent}    if ({i} == t) break;\n{indent}    {then}\n{indent}}}"
                )
            }
            12 => {
                let (p, index) = (self.fresh('p'), self.index());
                let global = self.words.global;
                format!("{global}int *{p} = a + {c};\n{indent}{p}[{index}] = t;")
            }
            13 => {
                let place = self.place();
                format!("{}(&{place}, 1);", self.words.atomic_add)
            }
            14 => {
                let x = self.fresh('x');
                let (from, value) = (self.place(), self.value());
                format!("int {x} = {from};\n{indent}a[{x} & 7] = {value};")
            }
            15 => {
                let i = self.fresh('i');
                let then = self.assignment();
                format!("for (int {i} = 0; {i} < 0; {i}++) {{\n{indent}    {then}\n{indent}}}")
            }
            16 => {
                let u = self.fresh('u');
                format!("unsigned {u} = t - {c}u;\n{indent}if ({u} < 6u) a[{u}] = t;")
            }
            _ => {
                let q = self.fresh('q');
                format!("long {q} = (long) t * {c};\n{indent}a[{q}] = (int) {q};")
            }
        };
        let _ = writeln!(out, "{indent}{text}");
    }
}
