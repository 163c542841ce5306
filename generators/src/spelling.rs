//! Programs of the core as CUDA C++ and OpenCL C.
//!
//! Numbers become `unsigned`, an array a pointer to such. A choice `var x.` becomes a value that each
//! thread reads at its own place of an array of inputs `any_x`: a detector forgets what is read, so it
//! is as open to it as the choice.

use crate::kernel::{Language, Launch};
use jaminan::Stmt;
use semantics::{Cond, Expr, Name, Op, Shape, Syntax};
use std::fmt::Write;

/// A kernel of this body, with its identifier and its launch in the first lines.
pub(crate) fn kernel(id: &str, s: &Stmt, launch: &Launch, language: Language) -> String {
    let words = Words::of(language);
    let mut inputs = Vec::new();
    choices(s, &mut inputs);
    let written = s.arrays();
    let mut parameters: Vec<String> =
        written.iter().map(|a| format!("{}unsigned *{a}", words.global)).collect();
    parameters.extend(inputs.iter().map(|x| format!("{}const unsigned *any_{x}", words.global)));
    let mut out = head(id, launch, language);
    // Writing to a string does not fail.
    let _ = writeln!(out, "{} void k({}) {{", words.kernel, parameters.join(", "));
    statement(&mut out, s, 1, &words);
    out.push_str("}\n");
    out
}

/// The first lines of a text: its identifier and its launch.
pub(crate) fn head(id: &str, launch: &Launch, language: Language) -> String {
    format!("// {id}\n{}", launch.line(language))
}

/// What the two languages call things.
pub(crate) struct Words {
    pub kernel: &'static str,
    pub global: &'static str,
    pub shared: &'static str,
    pub barrier: &'static str,
    /// The functions that are barriers of a block.
    pub barriers: &'static [&'static str],
    pub thread: [&'static str; 2],
    pub block: &'static str,
    pub block_size: &'static str,
    pub atomic_add: &'static str,
}

impl Words {
    pub fn of(language: Language) -> Words {
        match language {
            Language::OpenCl => Words {
                kernel: "__kernel",
                global: "__global ",
                shared: "__local",
                barrier: "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                barriers: &["barrier", "work_group_barrier"],
                thread: ["get_local_id(0)", "get_local_id(1)"],
                block: "get_group_id(0)",
                block_size: "get_local_size(0)",
                atomic_add: "atomic_add",
            },
            _ => Words {
                kernel: "__global__",
                global: "",
                shared: "__shared__",
                barrier: "__syncthreads();",
                barriers: &["__syncthreads"],
                thread: ["threadIdx.x", "threadIdx.y"],
                block: "blockIdx.x",
                block_size: "blockDim.x",
                atomic_add: "atomicAdd",
            },
        }
    }
}

/// The variables of `var`.
fn choices(s: &Stmt, found: &mut Vec<Name>) {
    match s.shape() {
        Shape::Skip | Shape::Access(..) | Shape::Write(..) | Shape::Sync(_) => {}
        Shape::Seq(a, b) | Shape::If(_, a, b) => {
            choices(a, found);
            choices(b, found);
        }
        Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) => choices(s, found),
        Shape::Var(x, s) => {
            found.push(x.clone());
            choices(s, found);
        }
    }
}

fn statement(out: &mut String, s: &Stmt, depth: usize, words: &Words) {
    let indent = "    ".repeat(depth);
    let spell = |e: &Expr| expression(e, words);
    // Writing to a string does not fail.
    match s {
        Stmt::Skip => {}
        Stmt::Write { array, index, payload, .. } => {
            let _ = writeln!(out, "{indent}{array}[{}] = {};", spell(index), spell(payload));
        }
        Stmt::Read { x, array, index, body, .. } => {
            let _ = writeln!(out, "{indent}unsigned {x} = {array}[{}];", spell(index));
            statement(out, body, depth, words);
        }
        Stmt::Var(x, body) => {
            let _ = writeln!(out, "{indent}unsigned {x} = any_{x}[{}];", words.thread[0]);
            statement(out, body, depth, words);
        }
        Stmt::Seq(a, b) => {
            statement(out, a, depth, words);
            statement(out, b, depth, words);
        }
        Stmt::If(c, a, b) => {
            let _ = writeln!(out, "{indent}if ({}) {{", condition(c, words));
            statement(out, a, depth + 1, words);
            if **b != Stmt::Skip {
                let _ = writeln!(out, "{indent}}} else {{");
                statement(out, b, depth + 1, words);
            }
            let _ = writeln!(out, "{indent}}}");
        }
        Stmt::For(x, lo, hi, body) => {
            let (lo, hi) = (spell(lo), spell(hi));
            let _ = writeln!(out, "{indent}for (unsigned {x} = {lo}; {x} < {hi}; {x}++) {{");
            statement(out, body, depth + 1, words);
            let _ = writeln!(out, "{indent}}}");
        }
        Stmt::Sync(_) => {
            let _ = writeln!(out, "{indent}{}", words.barrier);
        }
    }
}

fn expression(e: &Expr, words: &Words) -> String {
    match e {
        Expr::Num(n) => n.to_string(),
        Expr::Tid(_) => words.thread[0].into(),
        Expr::Var(x) => x.to_string(),
        Expr::Bin(op @ (Op::Min | Op::Max), _, a, b) => {
            let (a, b) = (operand(a, words), operand(b, words));
            let less = if *op == Op::Min { "<" } else { ">" };
            format!("({a} {less} {b} ? {a} : {b})")
        }
        Expr::Bin(op, _, a, b) => {
            format!("{} {} {}", operand(a, words), op.symbol(), operand(b, words))
        }
        Expr::Convert(_, e) | Expr::Within(_, e) => expression(e, words),
        Expr::Select(c, a, b) => {
            let c = condition(c, words);
            format!("({c} ? {} : {})", operand(a, words), operand(b, words))
        }
    }
}

fn operand(e: &Expr, words: &Words) -> String {
    match e {
        Expr::Bin(Op::Min | Op::Max, ..) => expression(e, words),
        Expr::Bin(..) => format!("({})", expression(e, words)),
        _ => expression(e, words),
    }
}

fn condition(c: &Cond, words: &Words) -> String {
    let both = |a: &Cond, sign: &str, b: &Cond| {
        format!("({}) {sign} ({})", condition(a, words), condition(b, words))
    };
    match c {
        Cond::Bool(b) => if *b { "1" } else { "0" }.into(),
        Cond::Rel(rel, a, b) => {
            format!("{} {} {}", operand(a, words), rel.symbol(), operand(b, words))
        }
        Cond::And(a, b) => both(a, "&&", b),
        Cond::Or(a, b) => both(a, "||", b),
        Cond::Not(c) => format!("!({})", condition(c, words)),
    }
}
