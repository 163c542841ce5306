//! The printer of expressions, conditions and statements, in ASCII or Unicode:
//! `parse(show(p)) == p`.

use crate::arithmetic::{Arithmetic, Op, Rel};
use crate::barrier::{Barrier, Scope};
use crate::expression::{Cond, Expr};
use crate::header::{Header, Threads};
use crate::lexer::is_name;
use crate::syntax::{Shape, Syntax};
use std::fmt::{self, Write};

/// How to spell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// ASCII, the default.
    #[default]
    Ascii,
    /// ASCII that is read back, of kernels too: a name that the languages do not have stands in backquotes.
    Exact,
    /// The paper's signs.
    Unicode,
    /// TeX, for math mode.
    Latex,
}

impl Spelling {
    fn pick<'a>(self, ascii: &'a str, unicode: &'a str, latex: &'a str) -> &'a str {
        match self {
            Spelling::Ascii | Spelling::Exact => ascii,
            Spelling::Unicode => unicode,
            Spelling::Latex => latex,
        }
    }

    fn op(self, op: Op) -> &'static str {
        match op {
            Op::Sub => self.pick("-", "−", "-"),
            Op::Mul => self.pick("*", "*", r"\ast"),
            Op::Rem => self.pick("%", "%", r"\mathbin{\%}"),
            Op::BitAnd => self.pick("&", "&", r"\mathbin{\&}"),
            Op::BitXor => self.pick("^", "^", r"\oplus"),
            Op::Shl => self.pick("<<", "<<", r"\ll"),
            Op::Shr => self.pick(">>", ">>", r"\gg"),
            Op::Min => self.pick("min", "min", r"\min"),
            Op::Max => self.pick("max", "max", r"\max"),
            _ => op.symbol(),
        }
    }

    fn rel(self, rel: Rel) -> &'static str {
        match rel {
            Rel::Le => self.pick("<=", "≤", r"\le"),
            Rel::Ge => self.pick(">=", "≥", r"\ge"),
            Rel::Eq => self.pick("==", "==", "="),
            Rel::Ne => self.pick("!=", "≠", r"\ne"),
            _ => rel.symbol(),
        }
    }

    /// A keyword of the languages.
    pub fn keyword(self, word: &str) -> String {
        match self {
            Spelling::Latex => format!(r"\mathsf{{{word}}}"),
            _ => word.to_owned(),
        }
    }

    /// A name.
    pub fn name(self, name: impl fmt::Display) -> String {
        match self {
            Spelling::Latex => format!(r"\mathit{{{}}}", name.to_string().replace('_', r"\_")),
            Spelling::Exact => match name.to_string() {
                plain if is_name(&plain) => plain,
                other => format!("`{other}`"),
            },
            _ => name.to_string(),
        }
    }

    fn braces(self) -> (&'static str, &'static str) {
        (self.pick("{ ", "{ ", r"\{"), self.pick(" }", " }", r"\}"))
    }

    fn space(self) -> &'static str {
        self.pick(" ", " ", r"\ ")
    }
}

const UNARY: u8 = 11;

/// An expression as text.
pub fn expr(e: &Expr, spelling: Spelling) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_expr(&mut out, e, 0, spelling);
    out
}

/// A condition as text.
pub fn cond(c: &Cond, spelling: Spelling) -> String {
    let mut out = String::new();
    let _ = write_cond(&mut out, c, 0, spelling);
    out
}

fn precedence(op: Op) -> u8 {
    match op {
        Op::BitOr => 3,
        Op::BitXor => 4,
        Op::BitAnd => 5,
        Op::Shl | Op::Shr => 8,
        Op::Add | Op::Sub => 9,
        Op::Mul | Op::Div | Op::Rem => 10,
        Op::Min | Op::Max => UNARY,
    }
}

fn parenthesised(
    out: &mut String,
    own: u8,
    outer: u8,
    inside: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    if own < outer {
        out.push('(');
        inside(out)?;
        out.push(')');
        Ok(())
    } else {
        inside(out)
    }
}

fn write_expr(out: &mut String, e: &Expr, outer: u8, spelling: Spelling) -> fmt::Result {
    match e {
        Expr::Num(n) => write!(out, "{n}"),
        Expr::Tid(axis) => write!(out, "{}", spelling.keyword(&axis.to_string())),
        Expr::Var(x) => write!(out, "{}", spelling.name(x)),
        Expr::Bin(op @ (Op::Min | Op::Max), arithmetic, a, b) => {
            write!(out, "{}{}(", spelling.op(*op), suffix(*arithmetic))?;
            write_expr(out, a, 0, spelling)?;
            out.push_str(", ");
            write_expr(out, b, 0, spelling)?;
            out.push(')');
            Ok(())
        }
        Expr::Bin(op, arithmetic, a, b) => {
            let own = precedence(*op);
            parenthesised(out, own, outer, |out| {
                write_expr(out, a, own, spelling)?;
                write!(out, " {}{} ", spelling.op(*op), suffix(*arithmetic))?;
                write_expr(out, b, own + 1, spelling)
            })
        }
        Expr::Convert(ty, e) => {
            write!(out, "({ty})")?;
            write_expr(out, e, UNARY, spelling)
        }
        Expr::Select(c, a, b) => parenthesised(out, 0, outer, |out| {
            write_cond(out, c, 1, spelling)?;
            out.push_str(" ? ");
            write_expr(out, a, 1, spelling)?;
            out.push_str(" : ");
            write_expr(out, b, 0, spelling)
        }),
        Expr::Within(size, e) => {
            write!(out, "within({size}, ")?;
            write_expr(out, e, 0, spelling)?;
            out.push(')');
            Ok(())
        }
    }
}

/// C's arithmetic shows its type: `a +u32 b`.
fn suffix(arithmetic: Arithmetic) -> String {
    match arithmetic {
        Arithmetic::Natural => String::new(),
        Arithmetic::C(ty) => format!(".{ty}"),
    }
}

fn write_cond(out: &mut String, c: &Cond, outer: u8, spelling: Spelling) -> fmt::Result {
    match c {
        Cond::Bool(true) => write!(out, "{}", spelling.keyword("true")),
        Cond::Bool(false) => write!(out, "{}", spelling.keyword("false")),
        Cond::Rel(rel, a, b) => {
            let own = if matches!(rel, Rel::Eq | Rel::Ne) { 6 } else { 7 };
            // Both operands are expressions: a weaker operator needs parentheses on either side.
            parenthesised(out, own, outer, |out| {
                write_expr(out, a, 8, spelling)?;
                write!(out, " {} ", spelling.rel(*rel))?;
                write_expr(out, b, 8, spelling)
            })
        }
        Cond::And(a, b) => parenthesised(out, 2, outer, |out| {
            write_cond(out, a, 2, spelling)?;
            write!(out, " {} ", spelling.pick("&&", "∧", r"\land"))?;
            write_cond(out, b, 3, spelling)
        }),
        Cond::Or(a, b) => parenthesised(out, 1, outer, |out| {
            write_cond(out, a, 1, spelling)?;
            write!(out, " {} ", spelling.pick("||", "∨", r"\lor"))?;
            write_cond(out, b, 2, spelling)
        }),
        Cond::Not(c) => {
            out.push_str(spelling.pick("!", "¬", r"\lnot "));
            write_cond(out, c, UNARY, spelling)
        }
    }
}

/// A statement on one line.
pub fn statement<S: Syntax>(s: &S, spelling: Spelling) -> String {
    let mut out = String::new();
    let _ = write_inline(&mut out, s, spelling, false);
    out
}

/// A statement over several lines, indented by two.
pub fn block<S: Syntax>(s: &S, spelling: Spelling) -> String {
    let mut out = String::new();
    let _ = write_block(&mut out, s, spelling, 0, false);
    out
}

/// A whole file: declarations, then the statement.
pub fn file<S: Syntax>(header: &Header, body: &S, spelling: Spelling) -> String {
    let mut out = declarations(header, spelling);
    out.push_str(&block(body, spelling));
    out.push('\n');
    out
}

/// The declarations, a line each.
pub fn declarations(header: &Header, spelling: Spelling) -> String {
    let mut out = String::new();
    if !header.params.is_empty() {
        let names: Vec<String> = header.params.iter().map(|x| spelling.name(x)).collect();
        let _ = writeln!(out, "{} {};", spelling.keyword("param"), names.join(", "));
    }
    if let Threads::Below(n) = &header.threads {
        let _ = writeln!(out, "{} {};", spelling.keyword("threads"), expr(n, spelling));
    }
    for c in &header.assumptions {
        let _ = writeln!(out, "{} {};", spelling.keyword("assume"), cond(c, spelling));
    }
    out
}

/// The head of a statement with a body, up to the body: `for x in 0..n`.
fn head<S: Syntax>(shape: &Shape<'_, S>, spelling: Spelling) -> String {
    let (e, x) = (|e| expr(e, spelling), |x| spelling.name(x));
    let (word, s) = (|w| spelling.keyword(w), spelling.space());
    match shape {
        Shape::Skip => word("skip"),
        Shape::Sync(Barrier { scope: Scope::Block, .. }) => word("sync"),
        Shape::Sync(Barrier { scope: Scope::Grid, .. }) => word("sync grid"),
        Shape::Access(mode, array, index, _) => {
            format!("{}{s}{}[{}]", word(&mode.to_string()), x(array), e(index))
        }
        Shape::Write(array, index, payload, _) => {
            let becomes = spelling.pick(":=", "≔", ":=");
            format!("{}[{}] {becomes} {}", x(array), e(index), e(payload))
        }
        Shape::Read(y, array, index, _, _) => {
            let (bind, scope) = (word("let"), word("in"));
            format!("{bind}{s}{} = {}[{}]{s}{scope}", x(y), x(array), e(index))
        }
        Shape::Seq(..) => String::new(),
        Shape::If(c, _, _) => format!("{}{s}{}", word("if"), cond(c, spelling)),
        Shape::For(y, lo, hi, _) => {
            let member = spelling.pick("in", "∈", r"\in");
            format!("{}{s}{} {member} {}..{}", word("for"), x(y), e(lo), e(hi))
        }
        Shape::Var(y, _) => format!("{}{s}{}.", word("var"), x(y)),
    }
}

/// Whether the statement reaches as far right as it can, so that it cannot stand before `;`.
fn reaches_right<S: Syntax>(s: &S) -> bool {
    matches!(s.shape(), Shape::Seq(..) | Shape::Read(..) | Shape::Var(..))
}

fn write_inline<S: Syntax>(
    out: &mut String,
    s: &S,
    spelling: Spelling,
    closed: bool,
) -> fmt::Result {
    let (open, close) = spelling.braces();
    if closed && reaches_right(s) {
        out.push_str(open);
        write_inline(out, s, spelling, false)?;
        out.push_str(close);
        return Ok(());
    }
    let shape = s.shape();
    out.push_str(&head(&shape, spelling));
    match shape {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => Ok(()),
        Shape::Seq(first, second) => {
            write_inline(out, &**first, spelling, true)?;
            out.push_str("; ");
            write_inline(out, &**second, spelling, false)
        }
        Shape::Read(_, _, _, body, _) | Shape::Var(_, body) => {
            out.push_str(spelling.space());
            write_inline(out, &**body, spelling, false)
        }
        Shape::If(_, yes, no) => {
            out.push_str(spelling.space());
            out.push_str(open);
            write_inline(out, &**yes, spelling, false)?;
            out.push_str(close);
            if !matches!(no.shape(), Shape::Skip) {
                write!(out, "{0}{1}{0}{open}", spelling.space(), spelling.keyword("else"))?;
                write_inline(out, &**no, spelling, false)?;
                out.push_str(close);
            }
            Ok(())
        }
        Shape::For(_, _, _, body) => {
            out.push_str(spelling.space());
            out.push_str(open);
            write_inline(out, &**body, spelling, false)?;
            out.push_str(close);
            Ok(())
        }
    }
}

fn write_block<S: Syntax>(
    out: &mut String,
    s: &S,
    spelling: Spelling,
    indent: usize,
    closed: bool,
) -> fmt::Result {
    let margin = |out: &mut String, n: usize| (0..n).for_each(|_| out.push_str("  "));
    if closed && reaches_right(s) {
        out.push_str("{\n");
        margin(out, indent + 1);
        write_block(out, s, spelling, indent + 1, false)?;
        out.push('\n');
        margin(out, indent);
        out.push('}');
        return Ok(());
    }
    let shape = s.shape();
    out.push_str(&head(&shape, spelling));
    let braced = |out: &mut String, body: &S| -> fmt::Result {
        out.push_str(" {\n");
        margin(out, indent + 1);
        write_block(out, body, spelling, indent + 1, false)?;
        out.push('\n');
        margin(out, indent);
        out.push('}');
        Ok(())
    };
    match shape {
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => Ok(()),
        Shape::Seq(first, second) => {
            write_block(out, &**first, spelling, indent, true)?;
            out.push_str(";\n");
            margin(out, indent);
            write_block(out, &**second, spelling, indent, false)
        }
        Shape::Read(_, _, _, body, _) | Shape::Var(_, body) => {
            out.push('\n');
            margin(out, indent);
            write_block(out, &**body, spelling, indent, false)
        }
        Shape::If(_, yes, no) => {
            braced(out, yes)?;
            if !matches!(no.shape(), Shape::Skip) {
                write!(out, " {}", spelling.keyword("else"))?;
                braced(out, no)?;
            }
            Ok(())
        }
        Shape::For(_, _, _, body) => braced(out, body),
    }
}
