//! The parser's place in its tokens; names in scope; expressions and conditions.

use crate::arithmetic::{Arithmetic, Op, Rel};
use crate::expression::{Cond, Expr};
use crate::lexer::Token;
use crate::name::Name;
use crate::number::Number;
use crate::parser::{DEEPEST_NESTING, DEEPEST_TREE, LONGEST_NUMBER};
use crate::source::{Diagnostic, Site, Source, Span};
use std::collections::BTreeSet;
use std::ops::Range;

/// An expression or condition, its depth, and the tokens it was read from.
pub(crate) enum Term {
    Expr(Expr),
    Cond(Cond),
}

pub(crate) struct Parsed {
    pub(crate) term: Term,
    pub(crate) depth: usize,
    pub(crate) from: usize,
}

/// Depth of an expression's tree: it is walked by recursion.
const DEEPEST_EXPRESSION: usize = 1_000;

pub(crate) struct Cursor<'a> {
    source: &'a Source,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    nesting: usize,
    rename: bool,
    /// A part of a program: nothing need bind its names, and binders may bind one name twice.
    open: bool,
    /// Every name in the file and every name made up: a renamed binder avoids them.
    taken: BTreeSet<Name>,
    /// Every binder so far, as written in the program that results.
    bound: BTreeSet<Name>,
    /// Names in scope, as written and as renamed; the suspended one is not in scope yet.
    scope: Vec<(Name, Name)>,
    suspended: Option<(Name, Name)>,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(
        source: &'a Source,
        tokens: Vec<(Token, Range<usize>)>,
        rename: bool,
    ) -> Self {
        let taken = tokens
            .iter()
            .filter(|(token, _)| *token == Token::Name)
            .map(|(_, bytes)| Name::from(&source.text()[bytes.clone()]))
            .collect();
        Cursor {
            source,
            tokens,
            at: 0,
            nesting: 0,
            rename,
            open: false,
            taken,
            bound: BTreeSet::new(),
            scope: Vec::new(),
            suspended: None,
        }
    }

    /// The same for a part of a program, which may be a kernel's.
    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        for (token, bytes) in &mut self.tokens {
            if *token == Token::Quoted {
                (*token, *bytes) = (Token::Name, bytes.start + 1..bytes.end - 1);
            }
        }
        self
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn end_of_file(&self) -> Result<(), Diagnostic> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("`;` or the end of the file")),
        }
    }

    pub(crate) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    /// The token `n` places further, and its text.
    pub(crate) fn ahead(&self, n: usize) -> Option<(Token, &str)> {
        let (token, bytes) = self.tokens.get(self.at + n)?;
        Some((*token, &self.source.text()[bytes.clone()]))
    }

    pub(crate) fn next(&mut self) {
        self.at += 1;
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, token: Token, what: &str) -> Result<(), Diagnostic> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    /// The place of the next token, or of the end of the file.
    pub(crate) fn next_span(&self) -> Span {
        let end = self.source.text().trim_end().len();
        let bytes = self.tokens.get(self.at).map_or(end..end, |(_, bytes)| bytes.clone());
        Span { source: self.source.clone(), bytes }
    }

    fn span_since(&self, from: usize) -> Span {
        let start = self.tokens.get(from).map_or(0, |(_, bytes)| bytes.start);
        let last = self.at.saturating_sub(1).max(from);
        let end = self.tokens.get(last).map_or(start, |(_, bytes)| bytes.end);
        Span { source: self.source.clone(), bytes: start..end }
    }

    pub(crate) fn site(&self, from: usize) -> Site {
        Site::at(self.span_since(from))
    }

    pub(crate) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let span = self.next_span();
        let found = match self.tokens.get(self.at) {
            Some((_, bytes)) => format!("`{}`", &self.source.text()[bytes.clone()]),
            None => "the end of the file".into(),
        };
        Diagnostic::at(span, format!("found {found}, expected {wanted}")).label("not expected here")
    }

    pub(crate) fn descend(&mut self) -> Result<(), Diagnostic> {
        self.nesting += 1;
        if self.nesting > DEEPEST_NESTING {
            return Err(Diagnostic::at(
                self.next_span(),
                format!("nesting deeper than {DEEPEST_NESTING}"),
            )
            .label("one level too many"));
        }
        Ok(())
    }

    pub(crate) fn ascend(&mut self) {
        self.nesting -= 1;
    }

    /// The depth, unless the tree is too deep.
    pub(crate) fn tree(&self, depth: usize) -> Result<usize, Diagnostic> {
        if depth > DEEPEST_TREE {
            let message = format!("a syntax tree deeper than {DEEPEST_TREE}");
            return Err(Diagnostic::at(self.next_span(), message)
                .hint("split the program: a sequence this long is not read"));
        }
        Ok(depth)
    }

    fn name(&mut self, what: &str) -> Result<(Name, Span), Diagnostic> {
        if self.peek() != Some(Token::Name) {
            return Err(self.unexpected(what));
        }
        let span = self.next_span();
        self.next();
        Ok((Name::from(&self.source.text()[span.bytes.clone()]), span))
    }

    pub(crate) fn array(&mut self, what: &str) -> Result<Name, Diagnostic> {
        Ok(self.name(what)?.0)
    }

    /// Reads a name and binds it until [`Cursor::close_scope`].
    pub(crate) fn binder(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let (x, span) = self.name(what)?;
        let mut unique = x.clone();
        if !self.open && self.bound.contains(&x) {
            if !self.rename {
                return Err(Diagnostic::at(span, format!("`{x}` is bound twice"))
                    .label("every binder of a program binds a distinct name")
                    .hint("choose another name, or pass `--rename` to have one chosen"));
            }
            let mut n = 1;
            while self.taken.contains(&unique) {
                unique = Name::from(format!("{x}_{n}"));
                n += 1;
            }
            self.taken.insert(unique.clone());
        }
        self.bound.insert(unique.clone());
        self.scope.push((x, unique.clone()));
        Ok(unique)
    }

    /// Brings names into scope for good.
    pub(crate) fn declare(&mut self, names: &[Name]) {
        self.scope.extend(names.iter().map(|x| (x.clone(), x.clone())));
    }

    pub(crate) fn close_scope(&mut self) {
        self.scope.pop();
    }

    /// Takes the newest name out of scope: a loop's bounds do not see its variable.
    pub(crate) fn suspend_scope(&mut self) {
        self.suspended = self.scope.pop();
    }

    pub(crate) fn resume_scope(&mut self) {
        self.scope.extend(self.suspended.take());
    }

    /// `"[" expr "]"`
    pub(crate) fn index(&mut self) -> Result<(Expr, usize), Diagnostic> {
        self.expect(Token::OpenIndex, "`[`")?;
        let index = self.expr()?;
        self.expect(Token::CloseIndex, "`]` or an operator")?;
        Ok(index)
    }

    pub(crate) fn expr(&mut self) -> Result<(Expr, usize), Diagnostic> {
        let parsed = self.operators(0)?;
        let depth = parsed.depth;
        Ok((self.as_expr(parsed, "a number")?, depth))
    }

    pub(crate) fn cond(&mut self) -> Result<(Cond, usize), Diagnostic> {
        let parsed = self.operators(0)?;
        let depth = parsed.depth;
        Ok((self.as_cond(parsed)?, depth))
    }

    /// Precedence climbing, with C's precedences.
    pub(crate) fn operators(&mut self, weakest: u8) -> Result<Parsed, Diagnostic> {
        let mut left = self.operand()?;
        while let Some((precedence, operator)) = self.peek().and_then(binary) {
            if precedence < weakest {
                break;
            }
            let place = self.next_span();
            self.next();
            let arithmetic = match operator {
                Operator::Arithmetic(_) => self.arithmetic(),
                Operator::Compare(_) | Operator::And | Operator::Or => Arithmetic::Natural,
            };
            let right = self.operators(precedence + 1)?;
            left = self.combine((operator, arithmetic), left, right, place)?;
        }
        if weakest == 0 { self.chosen(left) } else { Ok(left) }
    }

    fn combine(
        &self,
        (operator, arithmetic): (Operator, Arithmetic),
        left: Parsed,
        right: Parsed,
        place: Span,
    ) -> Result<Parsed, Diagnostic> {
        let (from, depth) = (left.from, self.deeper(left.depth.max(right.depth), &place)?);
        let symbol = &self.source.text()[place.bytes.clone()];
        let term = match operator {
            Operator::Arithmetic(op) => {
                let wanted = format!("a number beside `{symbol}`");
                Term::Expr(Expr::Bin(
                    op,
                    arithmetic,
                    self.as_expr(left, &wanted)?.into(),
                    self.as_expr(right, &wanted)?.into(),
                ))
            }
            Operator::Compare(rel) => {
                let wanted = format!("a number beside `{symbol}`");
                Term::Cond(Cond::rel(
                    rel,
                    self.as_expr(left, &wanted)?,
                    self.as_expr(right, &wanted)?,
                ))
            }
            Operator::And => {
                Term::Cond(Cond::And(self.as_cond(left)?.into(), self.as_cond(right)?.into()))
            }
            Operator::Or => {
                Term::Cond(Cond::Or(self.as_cond(left)?.into(), self.as_cond(right)?.into()))
            }
        };
        Ok(Parsed { term, depth, from })
    }

    /// The depth of what has a part of this depth.
    pub(crate) fn deeper(&self, depth: usize, place: &Span) -> Result<usize, Diagnostic> {
        if depth < DEEPEST_EXPRESSION {
            return Ok(depth + 1);
        }
        let message = format!("an expression deeper than {DEEPEST_EXPRESSION}");
        Err(Diagnostic::at(place.clone(), message))
    }

    pub(crate) fn as_expr(&self, parsed: Parsed, wanted: &str) -> Result<Expr, Diagnostic> {
        match parsed.term {
            Term::Expr(e) => Ok(e),
            Term::Cond(_) => Err(Diagnostic::at(
                self.span_since(parsed.from),
                format!("a condition, where {wanted} is expected"),
            )
            .label("true or false")
            .hint("`&`, `^` and `|` bind weaker than comparisons, as in C: add parentheses")),
        }
    }

    pub(crate) fn as_cond(&self, parsed: Parsed) -> Result<Cond, Diagnostic> {
        match parsed.term {
            Term::Cond(c) => Ok(c),
            Term::Expr(_) => Err(Diagnostic::at(
                self.span_since(parsed.from),
                "a number, where a condition is expected",
            )
            .label("a number")
            .hint("compare it: `e != 0`")),
        }
    }

    pub(crate) fn operand(&mut self) -> Result<Parsed, Diagnostic> {
        self.descend()?;
        let from = self.at;
        if let Some(parsed) = self.operand_of_kernel()? {
            self.ascend();
            return Ok(parsed);
        }
        let leaf = |term| Parsed { term, depth: 1, from };
        let parsed = match self.peek() {
            Some(Token::Number) => {
                let span = self.next_span();
                self.next();
                leaf(Term::Expr(Expr::Num(number(&span)?)))
            }
            Some(Token::Tid) => {
                self.next();
                leaf(Term::Expr(Expr::tid()))
            }
            Some(Token::True) => {
                self.next();
                leaf(Term::Cond(Cond::Bool(true)))
            }
            Some(Token::False) => {
                self.next();
                leaf(Term::Cond(Cond::Bool(false)))
            }
            Some(Token::Name) => {
                let (x, span) = self.name("a variable")?;
                match self.scope.iter().rev().find(|(written, _)| *written == x) {
                    Some((_, unique)) => leaf(Term::Expr(Expr::Var(unique.clone()))),
                    None if self.open => leaf(Term::Expr(Expr::Var(x))),
                    None => return Err(self.free(&x, span)),
                }
            }
            Some(Token::Open) => {
                self.next();
                let mut inner = self.operators(0)?;
                self.expect(Token::Close, "`)` or an operator")?;
                inner.from = from;
                inner
            }
            Some(Token::Not) => {
                self.next();
                let inner = self.operand()?;
                let depth = inner.depth + 1;
                Parsed { term: Term::Cond(Cond::not(self.as_cond(inner)?)), depth, from }
            }
            Some(token @ (Token::Min | Token::Max)) => {
                self.next();
                let arithmetic = self.arithmetic();
                self.expect(Token::Open, "`(`")?;
                let (a, height) = self.expr()?;
                self.expect(Token::Comma, "`,`")?;
                let (b, depth) = self.expr()?;
                self.expect(Token::Close, "`)`")?;
                let op = if token == Token::Min { Op::Min } else { Op::Max };
                let term = Term::Expr(Expr::Bin(op, arithmetic, a.into(), b.into()));
                Parsed { term, depth: height.max(depth) + 1, from }
            }
            Some(Token::Minus) => {
                return Err(self
                    .unexpected("a number")
                    .hint("numbers are naturals: there is no `-e`"));
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.ascend();
        Ok(parsed)
    }

    fn free(&self, x: &Name, span: Span) -> Diagnostic {
        let suspended = self.suspended.as_ref().is_some_and(|(written, _)| written == x);
        Diagnostic::at(span, format!("`{x}` is not bound here"))
            .label(if suspended { "not yet in scope" } else { "free" })
            .hint(format!(
                "programs are closed: bind it with `let`, `var` or `for`, or declare `param {x};`"
            ))
    }
}

pub(crate) fn number(span: &Span) -> Result<Number, Diagnostic> {
    let digits = &span.source.text()[span.bytes.clone()];
    let too_long =
        || Diagnostic::at(span.clone(), format!("a number of more than {LONGEST_NUMBER} digits"));
    // Looked at before they are read: reading takes time that grows with their square.
    if digits.len() > LONGEST_NUMBER {
        return Err(too_long());
    }
    digits.parse().map_err(|_| too_long())
}

#[derive(Clone, Copy)]
enum Operator {
    Arithmetic(Op),
    Compare(Rel),
    And,
    Or,
}

/// C's binary operators and how strongly they bind.
fn binary(token: Token) -> Option<(u8, Operator)> {
    use Operator::{And, Arithmetic, Compare, Or};
    Some(match token {
        Token::Or => (1, Or),
        Token::And => (2, And),
        Token::Bar => (3, Arithmetic(Op::BitOr)),
        Token::Caret => (4, Arithmetic(Op::BitXor)),
        Token::Amp => (5, Arithmetic(Op::BitAnd)),
        Token::Eq => (6, Compare(Rel::Eq)),
        Token::Ne => (6, Compare(Rel::Ne)),
        Token::Lt => (7, Compare(Rel::Lt)),
        Token::Le => (7, Compare(Rel::Le)),
        Token::Gt => (7, Compare(Rel::Gt)),
        Token::Ge => (7, Compare(Rel::Ge)),
        Token::Shl => (8, Arithmetic(Op::Shl)),
        Token::Shr => (8, Arithmetic(Op::Shr)),
        Token::Plus => (9, Arithmetic(Op::Add)),
        Token::Minus => (9, Arithmetic(Op::Sub)),
        Token::Star => (10, Arithmetic(Op::Mul)),
        Token::Slash => (10, Arithmetic(Op::Div)),
        Token::Percent => (10, Arithmetic(Op::Rem)),
        _ => return None,
    })
}
