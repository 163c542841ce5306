//! The sides of rules: S-expressions, as patterns of `egg` and as expressions.

use crate::simplify::language::Node;
use egg::{ENodeOrVar, Id, Language, PatternAst, RecExpr, Var};
use semantics::{Arithmetic, Cond, Expr, IntType, Number, Op, Rel};
use std::sync::Arc;
use thiserror::Error;

/// What is wrong with the text of a side, or with what its variables stand for: nothing that a user can cause.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// There is no text.
    #[error("nothing stands there")]
    Empty,
    /// A parenthesis opens and no operator follows.
    #[error("an operator is missing")]
    NoOperator,
    /// A parenthesis is not closed.
    #[error("a parenthesis is not closed")]
    Open,
    /// Text stands behind the end.
    #[error("`{0}` goes on behind its end")]
    GoesOn(String),
    /// No operator of so many operands.
    #[error("`{0}` is no operator of these operands")]
    Operator(String),
    /// A word that is neither a variable nor a number.
    #[error("`{0}` is neither a variable nor a number")]
    Word(String),
    /// A variable that stands for nothing.
    #[error("`{0}` stands for nothing")]
    Unbound(String),
    /// An operand is a condition where an expression is needed, or an expression where a condition is.
    #[error("an operand is of the wrong sort")]
    Operand,
    /// The whole is a condition where an expression is asked for.
    #[error("`{0}` is no expression")]
    NoExpression(String),
    /// The whole is an expression where a condition is asked for.
    #[error("`{0}` is no condition")]
    NoCondition(String),
}

/// What a variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// An expression.
    Expr(Expr),
    /// A condition; of the variables named `?p` and `?q`.
    Cond(Cond),
}

/// The variable `?name`.
pub(crate) fn variable(name: &str) -> Option<Var> {
    format!("?{name}").parse().ok()
}

/// A side of a rule as a pattern.
pub(crate) fn parse(text: &str, arithmetic: Arithmetic) -> Result<PatternAst<Node>, Malformed> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    let mut pattern = RecExpr::default();
    let first = words.next().ok_or(Malformed::Empty)?;
    add(first, &mut words, arithmetic, &mut pattern)?;
    match words.next() {
        Some(_) => Err(Malformed::GoesOn(text.into())),
        None => Ok(pattern),
    }
}

/// Reads one S-expression, which begins with `word`, and adds it.
fn add<'a>(
    word: &str,
    words: &mut impl Iterator<Item = &'a str>,
    arithmetic: Arithmetic,
    to: &mut PatternAst<Node>,
) -> Result<Id, Malformed> {
    let node = match word {
        "(" => {
            let head = words.next().ok_or(Malformed::NoOperator)?;
            let mut args = Vec::new();
            loop {
                match words.next().ok_or(Malformed::Open)? {
                    ")" => break,
                    // `T` names the type and is no argument.
                    "T" => {}
                    word => args.push(add(word, words, arithmetic, to)?),
                }
            }
            application(head, arithmetic, &args).ok_or_else(|| Malformed::Operator(head.into()))?
        }
        "true" => Node::Bool(true),
        "false" => Node::Bool(false),
        variable if variable.starts_with('?') => {
            let var = variable.parse().map_err(|_| Malformed::Word(variable.into()))?;
            return Ok(to.add(ENodeOrVar::Var(var)));
        }
        number => Node::Num(number.parse::<Number>().map_err(|_| Malformed::Word(number.into()))?),
    };
    Ok(to.add(ENodeOrVar::ENode(node)))
}

fn application(head: &str, arithmetic: Arithmetic, args: &[Id]) -> Option<Node> {
    if let [a, b] = *args {
        if let Some(op) = Op::ALL.into_iter().find(|op| op.symbol() == head) {
            return Some(Node::Bin(op, arithmetic, [a, b]));
        }
        if let Some(rel) = Rel::ALL.into_iter().find(|rel| rel.symbol() == head) {
            return Some(Node::Rel(rel, [a, b]));
        }
    }
    Some(match (head, args) {
        ("!", [c]) => Node::Not([*c]),
        ("&&", [p, q]) => Node::And([*p, *q]),
        ("||", [p, q]) => Node::Or([*p, *q]),
        ("if", [c, a, b]) => Node::Select([*c, *a, *b]),
        ("within", [size, e]) => Node::Within([*size, *e]),
        ("convert", [e]) => match arithmetic {
            Arithmetic::C(ty) => Node::Convert(ty, [*e]),
            // Rules with `T` are not in scope of naturals; they are read all the same.
            Arithmetic::Natural => Node::Convert(IntType::INT, [*e]),
        },
        _ => return None,
    })
}

/// The variables of a side, in order, without the question mark.
pub fn variables(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == '(' || c == ')') {
        if let Some(name) = word.strip_prefix('?')
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// A side of a rule with its variables replaced, as an expression.
///
/// # Errors
/// If the text is no expression of the rules' syntax, or a variable stands for nothing.
pub fn instantiate(
    text: &str,
    arithmetic: Arithmetic,
    of: &dyn Fn(&str) -> Option<Side>,
) -> Result<Expr, Malformed> {
    match build(text, arithmetic, of)? {
        Side::Expr(e) => Ok(e),
        Side::Cond(_) => Err(Malformed::NoExpression(text.into())),
    }
}

/// A side of a rule with its variables replaced, as a condition.
///
/// # Errors
/// As [`instantiate`].
pub fn instantiate_cond(
    text: &str,
    arithmetic: Arithmetic,
    of: &dyn Fn(&str) -> Option<Side>,
) -> Result<Cond, Malformed> {
    match build(text, arithmetic, of)? {
        Side::Cond(c) => Ok(c),
        Side::Expr(_) => Err(Malformed::NoCondition(text.into())),
    }
}

fn build(
    text: &str,
    arithmetic: Arithmetic,
    of: &dyn Fn(&str) -> Option<Side>,
) -> Result<Side, Malformed> {
    let pattern = parse(text, arithmetic)?;
    let mut built: Vec<Side> = Vec::new();
    for node in pattern.as_ref() {
        let side = match node {
            ENodeOrVar::Var(var) => {
                let name = var.to_string();
                of(name.trim_start_matches('?')).ok_or(Malformed::Unbound(name))?
            }
            ENodeOrVar::ENode(node) => side(node, &built).ok_or(Malformed::Operand)?,
        };
        built.push(side);
    }
    built.pop().ok_or(Malformed::Empty)
}

fn side(node: &Node, built: &[Side]) -> Option<Side> {
    let expr = |id: &Id| match built.get(usize::from(*id)) {
        Some(Side::Expr(e)) => Some(Arc::new(e.clone())),
        _ => None,
    };
    let cond = |id: &Id| match built.get(usize::from(*id)) {
        Some(Side::Cond(c)) => Some(Arc::new(c.clone())),
        _ => None,
    };
    debug_assert!(node.children().iter().all(|id| usize::from(*id) < built.len()));
    Some(match node {
        Node::Num(n) => Side::Expr(Expr::Num(n.clone())),
        Node::Tid(axis) => Side::Expr(Expr::Tid(*axis)),
        Node::Var(x) => Side::Expr(Expr::Var(x.clone())),
        Node::Bin(op, arithmetic, [a, b]) => {
            Side::Expr(Expr::Bin(*op, *arithmetic, expr(a)?, expr(b)?))
        }
        Node::Convert(ty, [e]) => Side::Expr(Expr::Convert(*ty, expr(e)?)),
        Node::Select([c, a, b]) => Side::Expr(Expr::Select(cond(c)?, expr(a)?, expr(b)?)),
        Node::Within([size, e]) => match &*expr(size)? {
            Expr::Num(size) => Side::Expr(Expr::Within(size.clone(), expr(e)?)),
            _ => return None,
        },
        Node::Bool(b) => Side::Cond(Cond::Bool(*b)),
        Node::Rel(rel, [a, b]) => Side::Cond(Cond::Rel(*rel, expr(a)?, expr(b)?)),
        Node::And([p, q]) => Side::Cond(Cond::And(cond(p)?, cond(q)?)),
        Node::Or([p, q]) => Side::Cond(Cond::Or(cond(p)?, cond(q)?)),
        Node::Not([p]) => Side::Cond(Cond::Not(cond(p)?)),
    })
}
