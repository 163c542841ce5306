//! What the rules conclude, as text: threads, access values, phases, traces and stores, and the
//! signs between them. In ASCII, in the paper's signs, or in TeX.

use crate::access::AccessValue;
use crate::expression::{Cond, Expr};
use crate::memory::Store;
use crate::name::Name;
use crate::number::Number;
use crate::phase::Phase;
use crate::printer::{self, Spelling};
use crate::thread::Thread;
use crate::trace::Trace;
use std::fmt::Write;

/// `⇓ᵢ`
pub fn evaluates_under(i: &Thread, spelling: Spelling) -> String {
    match spelling {
        Spelling::Ascii | Spelling::Exact => format!("=>_{i}"),
        Spelling::Unicode => format!("⇓{}", subscript(&i.to_string())),
        Spelling::Latex => format!(r"\Downarrow_{{{}}}", thread(i, spelling)),
    }
}

/// `e ⇓ᵢ k`
pub fn evaluates(e: &Expr, i: &Thread, k: &Number, spelling: Spelling) -> String {
    format!("{} {} {k}", printer::expr(e, spelling), evaluates_under(i, spelling))
}

/// `c ⇓ᵢ b`
pub fn decides(c: &Cond, i: &Thread, b: bool, spelling: Spelling) -> String {
    let truth = printer::cond(&Cond::Bool(b), spelling);
    format!("{} {} {truth}", printer::cond(c, spelling), evaluates_under(i, spelling))
}

/// `▷`
pub fn by_choices(spelling: Spelling) -> &'static str {
    match spelling {
        Spelling::Ascii | Spelling::Exact => "|>",
        Spelling::Unicode => "▷",
        Spelling::Latex => r"\triangleright",
    }
}

/// Digits as subscripts where all of it is digits; otherwise `_` and the text.
fn subscript(text: &str) -> String {
    let below: Option<String> =
        text.chars().map(|c| c.to_digit(10).and_then(|d| char::from_u32(0x2080 + d))).collect();
    below.unwrap_or_else(|| format!("_{text}"))
}

/// A set of things that are spelt already.
pub fn set(members: &[String], spelling: Spelling) -> String {
    match (spelling, members) {
        (Spelling::Unicode, []) => "∅".into(),
        (Spelling::Latex, []) => r"\emptyset".into(),
        (Spelling::Latex, _) => format!(r"\{{{}\}}", members.join(", ")),
        _ => format!("{{{}}}", members.join(", ")),
    }
}

/// A thread.
pub fn thread(i: &Thread, spelling: Spelling) -> String {
    match spelling {
        Spelling::Latex if i.block().is_some() => format!(r"\text{{{i}}}"),
        _ => i.to_string(),
    }
}

/// An access value: `0: rd A[16]`.
pub fn access(alpha: &AccessValue, spelling: Spelling) -> String {
    let AccessValue { thread: i, mode, array, index } = alpha;
    let mode = spelling.keyword(&mode.to_string());
    let array = spelling.name(array);
    let i = thread(i, spelling);
    match spelling {
        Spelling::Latex => format!(r"{i} {{:}} {mode}\ {array}[{index}]"),
        _ => format!("{i}: {mode} {array}[{index}]"),
    }
}

/// A phase: `{0: rd A[16], 0: wr A[0]}`.
pub fn phase(p: &Phase, spelling: Spelling) -> String {
    let accesses: Vec<String> = p.iter().map(|alpha| access(alpha, spelling)).collect();
    set(&accesses, spelling)
}

/// A store. In ASCII as `--memory` reads it, `A:0=10,3=2 B:1=1`, and `{}` when empty; otherwise
/// as a map, `{A[0] ↦ 10, A[3] ↦ 2}`.
pub fn store(m: &Store, spelling: Spelling) -> String {
    let arrow = match spelling {
        Spelling::Ascii | Spelling::Exact => return m.to_string(),
        Spelling::Unicode => "↦",
        Spelling::Latex => r"\mapsto",
    };
    let cell = |(array, j, k): (&Name, &Number, &Number)| {
        format!("{}[{j}] {arrow} {k}", spelling.name(array))
    };
    let cells: Vec<String> = m.cells().map(cell).collect();
    set(&cells, spelling)
}

/// `M̂(j) = k` in one array, `M` written out: `(A:0=10)(A[0]) = 10`.
pub fn reads(m: &Store, array: &Name, j: &Number, k: &Number, spelling: Spelling) -> String {
    let memory = match spelling {
        Spelling::Ascii | Spelling::Exact if !m.is_empty() => format!("({m})"),
        _ => store(m, spelling),
    };
    format!("{memory}({}[{j}]) = {k}", spelling.name(array))
}

/// A trace: `tau`, `then`, `else`, `x := 3`, and `t; (t; t)` with parentheses on the right.
/// However deep.
pub fn trace(t: &Trace, spelling: Spelling) -> String {
    enum Work<'a> {
        Write(&'a Trace),
        Sign(&'static str),
    }
    let [tau, then, otherwise, becomes] = match spelling {
        Spelling::Ascii | Spelling::Exact => ["tau", "then", "else", ":="],
        Spelling::Unicode => ["τ", "⊤", "⊥", "≔"],
        Spelling::Latex => [r"\tau", r"\top", r"\bot", r"\mathbin{:=}"],
    };
    let mut out = String::new();
    let mut work = vec![Work::Write(t)];
    while let Some(next) = work.pop() {
        match next {
            Work::Sign(sign) => out.push_str(sign),
            Work::Write(Trace::Tau) => out.push_str(tau),
            Work::Write(Trace::Then) => out.push_str(then),
            Work::Write(Trace::Else) => out.push_str(otherwise),
            Work::Write(Trace::Iter(x, l)) => {
                // Writing to a string does not fail.
                let _ = write!(out, "{} {becomes} {l}", spelling.name(x));
            }
            Work::Write(Trace::Seq(first, second)) => {
                let [open, close] = match **second {
                    Trace::Seq(..) => ["; (", ")"],
                    _ => ["; ", ""],
                };
                work.extend([
                    Work::Sign(close),
                    Work::Write(second),
                    Work::Sign(open),
                    Work::Write(first),
                ]);
            }
        }
    }
    out
}
