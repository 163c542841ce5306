//! Prints expressions with every operator in parentheses, so that the tree can be read off.

use crate::syntax::{Arrow, Expr, ExprKind, Step, TemplateArgument, Type, Unary};
use std::fmt;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Int(n, _) => write!(f, "{n}"),
            ExprKind::Float(bits, _) => write!(f, "<f{bits}>"),
            ExprKind::Str => f.write_str("<string>"),
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
            ExprKind::SizeofExpr(e) => write!(f, "(sizeof {e})"),
            ExprKind::Call(callee, es) => write!(f, "{callee}({})", List(es)),
            ExprKind::Index(a, e) => write!(f, "{a}[{e}]"),
            ExprKind::Member(e, name, Arrow::Dot) => write!(f, "{e}.{name}"),
            ExprKind::Member(e, name, Arrow::Arrow) => write!(f, "{e}->{name}"),
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
            Type::Named(name) => write!(f, "{name}"),
            Type::Auto => f.write_str("auto"),
            Type::Const(of) => write!(f, "const {of}"),
            Type::Pointer(to) => write!(f, "{to}*"),
            Type::Reference(to) => write!(f, "{to}&"),
            Type::Array(of, Some(size)) => write!(f, "{of}[{size}]"),
            Type::Array(of, None) => write!(f, "{of}[]"),
            Type::Function => f.write_str("function"),
        }
    }
}
