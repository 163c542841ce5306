//! Expressions and their operators.

use super::{Lambda, Launch, TemplateArgument, Type};
use semantics::{IntType, Name, Number, Span};
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Place,
    /// Its height, at most [`crate::parse::TALLEST_EXPRESSION`].
    pub height: u16,
}

impl Expr {
    /// Whether it has no name in it: it has the same value wherever it stands.
    pub fn is_literal(&self) -> bool {
        match &self.kind {
            ExprKind::Int(..) | ExprKind::Float(..) | ExprKind::Bool(_) | ExprKind::Null => true,
            ExprKind::Unary(_, e) => e.is_literal(),
            ExprKind::Binary(_, a, b) => a.is_literal() && b.is_literal(),
            ExprKind::Cast(ty, e) => {
                matches!(ty, Type::Int(_) | Type::Float(_) | Type::Bool) && e.is_literal()
            }
            _ => false,
        }
    }

    /// Whether it is made of literals, names and operators that change nothing, and of no member of an object.
    pub fn stands_alone(&self) -> bool {
        match &self.kind {
            ExprKind::Name(name) => name.as_str() != super::THIS,
            ExprKind::Scoped(..) => true,
            ExprKind::Unary(_, e) | ExprKind::Cast(_, e) => e.stands_alone(),
            ExprKind::Binary(_, a, b) => a.stands_alone() && b.stands_alone(),
            ExprKind::Construct(_, all) => all.iter().all(Expr::stands_alone),
            ExprKind::Conditional(c, a, b) => {
                c.stands_alone() && a.stands_alone() && b.stands_alone()
            }
            _ => self.is_literal(),
        }
    }
}

impl Expr {
    /// Whether it only reads: no part of it assigns, calls or makes an object.
    pub fn changes_nothing(&self) -> bool {
        let all = |all: &[&Expr]| all.iter().all(|e| e.changes_nothing());
        match &self.kind {
            ExprKind::Name(_) | ExprKind::Scoped(..) => true,
            ExprKind::Unary(Unary::Step(_), _) => false,
            ExprKind::Unary(_, e) | ExprKind::Cast(_, e) | ExprKind::Member(e, ..) => all(&[e]),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => all(&[a, b]),
            ExprKind::Conditional(c, a, b) => all(&[c, a, b]),
            _ => self.is_literal(),
        }
    }

    /// What is called, without the arguments of a member template.
    pub fn plain(&self) -> &Expr {
        match &self.kind {
            ExprKind::Explicit(callee, _) => callee,
            _ => self,
        }
    }
}

/// A span that takes no part in comparisons of trees.
#[derive(Clone, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer or character literal.
    Int(Number, IntType),
    /// A floating-point literal of this width, and its IEEE bits at this width (of `float` where
    /// the width is less).
    Float(u8, u64),
    /// A string literal, with what stands between its quotes.
    Str(Name),
    /// `true` or `false`.
    Bool(bool),
    /// `nullptr`.
    Null,
    /// A name, with its qualification: `std::min`.
    Name(Name),
    /// `f<T, n>`: a function template with its arguments.
    Instance(Name, Vec<TemplateArgument>),
    /// `C<T>::name`: a static member.
    Scoped(Type, Name),
    /// A prefix operator.
    Unary(Unary, Box<Expr>),
    /// `e++` or `e--`.
    Postfix(Step, Box<Expr>),
    /// A binary operator other than assignment.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `e = e`, or `e ⋆= e`.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `e ? e : e`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(T) e`, `static_cast<T>(e)`, and `T(e)` with one argument.
    Cast(Type, Box<Expr>),
    /// `T(e, …)` with other than one argument, and `T{e, …}`.
    Construct(Type, Vec<Expr>),
    /// `sizeof (T)`.
    SizeofType(Type),
    /// `offsetof(T, a.b)`.
    Offsetof(Type, Vec<Name>),
    /// `sizeof e`.
    SizeofExpr(Box<Expr>),
    /// `e(e, …)`.
    Call(Box<Expr>, Vec<Expr>),
    /// `e[e]`.
    Index(Box<Expr>, Box<Expr>),
    /// `e.x`, or `e->x`.
    Member(Box<Expr>, Name, Arrow),
    /// `e.f<T, n>`, or `C::f<T, n>`: a member template with its arguments; only what is called.
    Explicit(Box<Expr>, Vec<TemplateArgument>),
    /// `e<<<e, …>>>(e, …)`. What it is made of is the host's.
    Launch(Box<Launch>),
    /// `[&](int i) { … }`
    Lambda(Arc<Lambda>),
    /// `new T[e]`: a new array of as many elements.
    NewArray(Box<Expr>),
    /// The part of this number of a value, which has so many: what `x` is in `auto [x, y] = e`.
    Bound(Box<Expr>, usize, usize),
    /// Parsed, and not modelled: what it is.
    Other(&'static str),
}

/// What is said of a new object in device code, which has none.
pub const ALLOCATED: &str = "memory that a thread allocates";

/// `.` or `->`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `.`
    Dot,
    /// `->`
    Arrow,
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Plus,
    Minus,
    Not,
    BitNot,
    Dereference,
    Address,
    Step(Step),
}

/// `++` or `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Step {
    Up,
    Down,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

impl Binary {
    /// Its spelling.
    pub fn symbol(self) -> &'static str {
        Binary::ALL.iter().find(|(_, op, _)| *op == self).map_or("", |(symbol, _, _)| symbol)
    }

    /// Spelling, operator and precedence, the loosest 1. [C++17, 8]
    pub const ALL: [(&'static str, Binary, u8); 19] = [
        (",", Binary::Comma, 1),
        ("||", Binary::Or, 3),
        ("&&", Binary::And, 4),
        ("|", Binary::BitOr, 5),
        ("^", Binary::BitXor, 6),
        ("&", Binary::BitAnd, 7),
        ("==", Binary::Eq, 8),
        ("!=", Binary::Ne, 8),
        ("<", Binary::Lt, 9),
        (">", Binary::Gt, 9),
        ("<=", Binary::Le, 9),
        (">=", Binary::Ge, 9),
        ("<<", Binary::Shl, 10),
        (">>", Binary::Shr, 10),
        ("+", Binary::Add, 11),
        ("-", Binary::Sub, 11),
        ("*", Binary::Mul, 12),
        ("/", Binary::Div, 12),
        ("%", Binary::Rem, 12),
    ];
}
