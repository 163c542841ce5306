//! Prints expressions and statements with all of them in parentheses, so that the tree can be read
//! off.

use crate::syntax::{
    ALIASED, ALLOCATED, Arrow, Expr, ExprKind, Init, Step, Stmt, StmtKind, TemplateArgument, Type,
    Unary, Variable,
};
use std::fmt;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Int(n, _) => write!(f, "{n}"),
            ExprKind::Float(bits, _) => write!(f, "<f{bits}>"),
            ExprKind::Str(_) => f.write_str("<string>"),
            ExprKind::Bool(b) => write!(f, "{b}"),
            ExprKind::Null => f.write_str("nullptr"),
            ExprKind::Name(name) => write!(f, "{name}"),
            ExprKind::Instance(name, arguments) => {
                write!(f, "{name}<")?;
                for (n, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if n == 0 { "" } else { ", " })?;
                }
                f.write_str(">")
            }
            ExprKind::Scoped(ty, name) => write!(f, "{ty}::{name}"),
            ExprKind::Unary(op, e) => write!(f, "({op}{e})"),
            ExprKind::Postfix(step, e) => write!(f, "({e}{step})"),
            ExprKind::Binary(op, a, b) => write!(f, "({a} {} {b})", op.symbol()),
            ExprKind::Assign(op, a, b) => {
                write!(f, "({a} {}= {b})", op.map_or("", |op| op.symbol()))
            }
            ExprKind::Conditional(c, a, b) => write!(f, "({c} ? {a} : {b})"),
            ExprKind::Cast(ty, e) => write!(f, "(({ty}) {e})"),
            ExprKind::Construct(ty, es) => write!(f, "{ty}({})", List(es)),
            ExprKind::SizeofType(ty) => write!(f, "sizeof({ty})"),
            ExprKind::Offsetof(ty, path) => {
                let path: Vec<&str> = path.iter().map(|name| name.as_str()).collect();
                write!(f, "offsetof({ty}, {})", path.join("."))
            }
            ExprKind::SizeofExpr(e) => write!(f, "(sizeof {e})"),
            ExprKind::Call(callee, es) => write!(f, "{callee}({})", List(es)),
            ExprKind::Index(a, e) => write!(f, "{a}[{e}]"),
            ExprKind::Member(e, name, Arrow::Dot) => write!(f, "{e}.{name}"),
            ExprKind::Member(e, name, Arrow::Arrow) => write!(f, "{e}->{name}"),
            ExprKind::Explicit(e, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{e}<{}>", arguments.join(", "))
            }
            ExprKind::Launch(_) => f.write_str("<a kernel launch>"),
            ExprKind::Lambda(_) => f.write_str("<a lambda expression>"),
            ExprKind::Bound(e, n, _) => write!(f, "<part {n} of {e}>"),
            ExprKind::NewArray(_) => write!(f, "<{ALLOCATED}>"),
            ExprKind::Other(what) => write!(f, "<{what}>"),
        }
    }
}

impl fmt::Display for TemplateArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateArgument::Type(ty, _) => write!(f, "{ty}"),
            TemplateArgument::Value(e) => write!(f, "{e}"),
            TemplateArgument::Unknown(_) => f.write_str("?"),
        }
    }
}

struct List<'a>(&'a [Expr]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, e) in self.0.iter().enumerate() {
            write!(f, "{}{e}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |f: &mut fmt::Formatter<'_>, variables: &[Variable]| {
            variables.iter().enumerate().try_for_each(|(n, variable)| {
                write!(f, "{}{variable}", if n == 0 { "" } else { " " })
            })
        };
        match &self.kind {
            StmtKind::Empty => f.write_str("(empty)"),
            StmtKind::Expr(e) => write!(f, "(expr {e})"),
            StmtKind::Declare(variables) | StmtKind::Enumeration(_, variables) => all(f, variables),
            StmtKind::Block(block) => {
                f.write_str("(block")?;
                block.iter().try_for_each(|s| write!(f, " {s}"))?;
                f.write_str(")")
            }
            StmtKind::If(c, yes, None) => write!(f, "(if {c} {yes})"),
            StmtKind::If(c, yes, Some(no)) => write!(f, "(if {c} {yes} else {no})"),
            StmtKind::For(init, c, step, body) => {
                write!(f, "(for {init}; ")?;
                c.iter().try_for_each(|e| write!(f, "{e}"))?;
                f.write_str("; ")?;
                step.iter().try_for_each(|e| write!(f, "{e}"))?;
                write!(f, " {body})")
            }
            StmtKind::While(c, body) => write!(f, "(while {c} {body})"),
            StmtKind::DoWhile(body, c) => write!(f, "(do {body} {c})"),
            StmtKind::Switch(e, body) => write!(f, "(switch {e} {body})"),
            StmtKind::Case(Some(e), s) => write!(f, "(case {e} {s})"),
            StmtKind::Case(None, s) => write!(f, "(default {s})"),
            StmtKind::Label(name, s) => write!(f, "(label {name} {s})"),
            StmtKind::Macro(name) => write!(f, "(macro {name})"),
            StmtKind::Return(None) => f.write_str("(return)"),
            StmtKind::Return(Some(e)) => write!(f, "(return {e})"),
            StmtKind::Break => f.write_str("(break)"),
            StmtKind::Continue => f.write_str("(continue)"),
            StmtKind::Goto(name) => write!(f, "(goto {name})"),
            StmtKind::Assembly(_) => f.write_str("<inline assembly>"),
            StmtKind::Other(_, what) => write!(f, "<{what}>"),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(declare {} {}", self.ty, self.name)?;
        match &self.init {
            None => {}
            Some(Init::Arguments(es)) => write!(f, " ({})", List(es))?,
            Some(init) => write!(f, " = {init}")?,
        }
        f.write_str(")")
    }
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Init::Expr(e) => write!(f, "{e}"),
            Init::Arguments(es) => write!(f, "({})", List(es)),
            Init::List(list) => {
                f.write_str("{")?;
                for (n, init) in list.iter().enumerate() {
                    write!(f, "{}{init}", if n == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

impl fmt::Display for Unary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unary::Plus => f.write_str("+"),
            Unary::Minus => f.write_str("-"),
            Unary::Not => f.write_str("!"),
            Unary::BitNot => f.write_str("~"),
            Unary::Dereference => f.write_str("*"),
            Unary::Address => f.write_str("&"),
            Unary::Step(step) => write!(f, "{step}"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Up => "++",
            Step::Down => "--",
        })
    }
}

impl fmt::Display for Type {
    /// Integers as `i32`, `u64`, …; declarators from the inside out: `i32[4]*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("bool"),
            Type::Int(ty) => write!(f, "{ty}"),
            Type::Float(bits) => write!(f, "f{bits}"),
            Type::Named(name) | Type::Missing(name) => write!(f, "{name}"),
            Type::Auto => f.write_str("auto"),
            Type::Instance(name, arguments) => {
                write!(f, "{name}<")?;
                for (n, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if n == 0 { "" } else { ", " })?;
                }
                f.write_str(">")
            }
            Type::Member(of, name) if name.as_str() == ALIASED => write!(f, "{of}"),
            Type::Member(of, name) => write!(f, "{of}::{name}"),
            Type::Decltype(e) => write!(f, "decltype({e})"),
            Type::Other(what) => write!(f, "<{what}>"),
            Type::Distinct(name, _) => write!(f, "{name}"),
            Type::Const(of) if matches!(**of, Type::Pointer(_)) => write!(f, "{of}const"),
            Type::Const(of) => write!(f, "const {of}"),
            Type::Volatile(of) => write!(f, "volatile {of}"),
            Type::Moved(to) => write!(f, "{to}&"),
            Type::Pointer(to) => write!(f, "{to}*"),
            Type::Reference(to) => write!(f, "{to}&"),
            Type::Array(of, Some(size)) => write!(f, "{of}[{size}]"),
            Type::Array(of, None) => write!(f, "{of}[]"),
            Type::Function => f.write_str("function"),
        }
    }
}
