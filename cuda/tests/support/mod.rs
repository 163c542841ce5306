//! Prints programs for snapshots: every operator with its type.
#![allow(dead_code)]

use jaminan::{Program, Stmt};
use semantics::{Arithmetic, Cond, Expr, Op, Threads};
use std::fmt::Write;

pub fn program(p: &Program) -> String {
    let mut out = String::new();
    let h = &p.header;
    let names = |ns: &[semantics::Name]| {
        ns.iter().map(|n| format!("{n}: {}", h.types[n])).collect::<Vec<_>>().join(", ")
    };
    if !h.params.is_empty() {
        let _ = writeln!(out, "param {};", names(&h.params));
    }
    for c in &h.assumptions {
        let _ = writeln!(out, "assume {};", cond(c));
    }
    if let Threads::Grid { grid, block } = &h.threads {
        let dims = |d: &[Expr; 3]| d.iter().map(expr).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "threads grid [{}] block [{}];", dims(grid), dims(block));
    }
    for (name, a) in &h.arrays {
        let dims: String = a.dimensions.iter().map(|n| format!("[{n}]")).collect();
        let _ = writeln!(out, "array {name}{dims}: {} by {:?};", a.element, a.sharing);
    }
    for (name, why) in &h.unknowns {
        let _ = writeln!(out, "unknown {name}: {} -- {why};", h.types[name]);
    }
    stmt(&p.body, 0, &mut out);
    out
}

fn stmt(s: &Stmt, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    match s {
        Stmt::Skip => {
            let _ = writeln!(out, "{pad}skip");
        }
        Stmt::Write { array, index, payload, .. } => {
            let _ = writeln!(out, "{pad}{array}[{}] := {}", expr(index), expr(payload));
        }
        Stmt::Read { x, array, index, body, .. } => {
            let _ = writeln!(out, "{pad}let {x} = {array}[{}] in", expr(index));
            stmt(body, depth, out);
        }
        Stmt::Seq(a, b) => {
            stmt(a, depth, out);
            stmt(b, depth, out);
        }
        Stmt::If(c, a, b) => {
            let _ = writeln!(out, "{pad}if {} {{", cond(c));
            stmt(a, depth + 1, out);
            if **b != Stmt::Skip {
                let _ = writeln!(out, "{pad}}} else {{");
                stmt(b, depth + 1, out);
            }
            let _ = writeln!(out, "{pad}}}");
        }
        Stmt::For(x, a, b, body) => {
            let _ = writeln!(out, "{pad}for {x} in {}..{} {{", expr(a), expr(b));
            stmt(body, depth + 1, out);
            let _ = writeln!(out, "{pad}}}");
        }
        Stmt::Var(x, body) => {
            let _ = writeln!(out, "{pad}var {x}.");
            stmt(body, depth, out);
        }
        Stmt::Sync(_) => {
            let _ = writeln!(out, "{pad}sync");
        }
    }
}

pub fn expr(e: &Expr) -> String {
    match e {
        Expr::Num(n) => n.to_string(),
        Expr::Tid(axis) => axis.to_string(),
        Expr::Var(x) => x.to_string(),
        Expr::Bin(op, arithmetic, a, b) => {
            let ty = match arithmetic {
                Arithmetic::C(ty) => ty.to_string(),
                Arithmetic::Natural => String::new(),
            };
            match op {
                Op::Min | Op::Max => format!("{}{ty}({}, {})", op.symbol(), expr(a), expr(b)),
                _ => format!("({} {}{ty} {})", expr(a), op.symbol(), expr(b)),
            }
        }
        Expr::Convert(ty, e) => format!("{ty}({})", expr(e)),
        Expr::Select(c, a, b) => format!("({} ? {} : {})", cond(c), expr(a), expr(b)),
        Expr::Within(n, e) => format!("within{n}({})", expr(e)),
    }
}

pub fn cond(c: &Cond) -> String {
    match c {
        Cond::Bool(b) => b.to_string(),
        Cond::Rel(rel, a, b) => format!("{} {} {}", expr(a), rel.symbol(), expr(b)),
        Cond::And(a, b) => format!("({} && {})", cond(a), cond(b)),
        Cond::Or(a, b) => format!("({} || {})", cond(a), cond(b)),
        Cond::Not(c) => format!("!({})", cond(c)),
    }
}
