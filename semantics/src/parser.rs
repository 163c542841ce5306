//! The parser of `.jam` and `.map`: declarations, statements, and their scopes.

use crate::access::Mode;
use crate::barrier::Barrier;
use crate::expression::{Cond, Expr};
use crate::header::{Header, Threads};
use crate::lexer::{Token, tokens};
use crate::name::Name;
use crate::parser_expression::Cursor;
use crate::source::{Diagnostic, Site, Source};
use crate::syntax::{Shape, Syntax};
use std::sync::Arc;

/// Blocks, parentheses and binders nest at most this deep.
pub const DEEPEST_NESTING: usize = 500;

/// A syntax tree is at most this deep, sequences included.
pub const DEEPEST_TREE: usize = 20_000;

/// A number is written with at most this many digits.
pub const LONGEST_NUMBER: usize = 10_000;

/// How to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Give a binder whose name is taken a new name, instead of an error.
    pub rename: bool,
}

/// Reads a `.jam` or `.map` file: `decl* stmt`. The result is well-formed.
///
/// # Errors
/// Syntax errors; a variable that nothing binds; two binders of one name (unless they are to be
/// renamed); nesting past [`DEEPEST_NESTING`] or [`DEEPEST_TREE`].
pub fn parse<S: Syntax>(source: &Source, options: ParseOptions) -> Result<(Header, S), Diagnostic> {
    let mut parser = Parser::<S> {
        cursor: Cursor::new(source, tokens(source)?, options.rename),
        marker: std::marker::PhantomData,
    };
    let header = parser.header()?;
    let (body, _) = parser.stmt()?;
    parser.cursor.end_of_file()?;
    Ok((header, body))
}

/// Reads a statement on its own, as it stands in a derivation: names that nothing binds are
/// variables, and binders may bind one name twice. What only kernels have is read as
/// [`Spelling::Exact`](crate::Spelling::Exact) writes it.
///
/// # Errors
/// As [`parse`], well-formedness apart.
pub fn statement<S: Syntax>(source: &Source) -> Result<S, Diagnostic> {
    let cursor = Cursor::new(source, tokens(source)?, false).open();
    let mut parser = Parser::<S> { cursor, marker: std::marker::PhantomData };
    let (body, _) = parser.stmt()?;
    parser.cursor.end_of_file()?;
    Ok(body)
}

/// Reads an expression on its own; names are variables.
///
/// # Errors
/// As [`parse`].
pub fn expression(source: &Source) -> Result<Expr, Diagnostic> {
    let mut cursor = Cursor::new(source, tokens(source)?, false).open();
    let (e, _) = cursor.expr()?;
    cursor.end_of_file()?;
    Ok(e)
}

/// Reads a condition on its own; names are variables.
///
/// # Errors
/// As [`parse`].
pub fn condition(source: &Source) -> Result<Cond, Diagnostic> {
    let mut cursor = Cursor::new(source, tokens(source)?, false).open();
    let (c, _) = cursor.cond()?;
    cursor.end_of_file()?;
    Ok(c)
}

/// Reads a condition over parameters and `tid`, as `--assume` gives one.
///
/// # Errors
/// Syntax errors; a name that is no parameter.
pub fn parse_condition(source: &Source, header: &Header) -> Result<Cond, Diagnostic> {
    let mut cursor = Cursor::new(source, tokens(source)?, false);
    cursor.declare(&header.params);
    let (condition, _) = cursor.cond()?;
    match cursor.peek() {
        None => Ok(condition),
        Some(_) => Err(cursor.unexpected("the end of the condition")),
    }
}

struct Parser<'a, S> {
    cursor: Cursor<'a>,
    marker: std::marker::PhantomData<S>,
}

/// A statement and its depth.
type Deep<S> = (S, usize);

impl<S: Syntax> Parser<'_, S> {
    fn header(&mut self) -> Result<Header, Diagnostic> {
        let mut header = Header::default();
        let c = &mut self.cursor;
        loop {
            match c.peek() {
                Some(Token::Param) => {
                    c.next();
                    loop {
                        header.params.push(c.binder("a parameter's name")?);
                        if !c.eat(Token::Comma) {
                            break;
                        }
                    }
                }
                Some(Token::Assume) => {
                    c.next();
                    header.assumptions.push(c.cond()?.0);
                }
                Some(Token::Threads) => {
                    let span = c.next_span();
                    c.next();
                    let e = c.expr()?.0;
                    if !matches!(e, Expr::Num(_) | Expr::Var(_)) {
                        return Err(Diagnostic::at(
                            span,
                            "`threads` takes a number or a parameter",
                        ));
                    }
                    if header.threads != Threads::Unbounded {
                        return Err(Diagnostic::at(span, "a second `threads` declaration"));
                    }
                    header.threads = Threads::Below(e);
                }
                _ => return Ok(header),
            }
            c.expect(Token::Semicolon, "`;` after a declaration")?;
        }
    }

    /// `stmt ::= atom (";" stmt)?`, right-associative, read with a loop.
    fn stmt(&mut self) -> Result<Deep<S>, Diagnostic> {
        let mut atoms = vec![self.atom()?];
        while self.cursor.peek() == Some(Token::Semicolon) {
            let span = self.cursor.next_span();
            self.cursor.next();
            if matches!(self.cursor.peek(), None | Some(Token::CloseBlock)) {
                return Err(Diagnostic::at(span, "nothing follows this `;`")
                    .label("separates two statements")
                    .hint("leave it out: `;` stands between statements, not behind them"));
            }
            atoms.push(self.atom()?);
        }
        let (mut body, mut depth) = match atoms.pop() {
            Some(last) => last,
            None => (S::skip(), 1),
        };
        while let Some((first, height)) = atoms.pop() {
            body = S::seq(first, body);
            depth = self.cursor.tree(depth.max(height) + 1)?;
        }
        Ok((body, depth))
    }

    fn atom(&mut self) -> Result<Deep<S>, Diagnostic> {
        self.cursor.descend()?;
        let atom = self.atom_inside()?;
        self.cursor.ascend();
        Ok(atom)
    }

    fn atom_inside(&mut self) -> Result<Deep<S>, Diagnostic> {
        let c = &mut self.cursor;
        let start = c.position();
        let span = c.next_span();
        match c.peek() {
            Some(Token::Skip) => {
                c.next();
                Ok((S::skip(), 1))
            }
            Some(Token::Sync) => {
                c.next();
                let scope = c.scope_of_barrier();
                self.build(Shape::Sync(&Barrier { scope, site: Site::at(span) }), 1)
            }
            Some(Token::OpenBlock) => self.block(),
            Some(Token::Var) => {
                c.next();
                let x = c.binder("the variable that `var` binds")?;
                c.expect(Token::Dot, "`.` between the variable and its scope")?;
                let (body, depth) = self.stmt()?;
                self.cursor.close_scope();
                self.build(Shape::Var(&x, &Arc::new(body)), depth + 1)
            }
            Some(Token::If) => {
                c.next();
                let (cond, height) = c.cond()?;
                let (yes, deep_yes) = self.block()?;
                let (no, deep_no) = if self.cursor.eat(Token::Else) {
                    if self.cursor.peek() == Some(Token::If) { self.atom()? } else { self.block()? }
                } else {
                    (S::skip(), 1)
                };
                self.build(
                    Shape::If(&cond.into(), &yes.into(), &no.into()),
                    height.max(deep_yes).max(deep_no) + 1,
                )
            }
            Some(Token::For) => {
                c.next();
                let x = c.binder("the loop's variable")?;
                c.suspend_scope();
                c.expect(Token::In, "`in` between the loop's variable and its range")?;
                let (lo, deep_lo) = c.expr()?;
                c.expect(Token::DotDot, "`..` between the loop's bounds")?;
                let (hi, deep_hi) = c.expr()?;
                c.resume_scope();
                let (body, depth) = self.block()?;
                self.cursor.close_scope();
                self.build(
                    Shape::For(&x, &lo.into(), &hi.into(), &body.into()),
                    depth.max(deep_lo).max(deep_hi) + 1,
                )
            }
            Some(mode @ (Token::Rd | Token::Wr)) if S::PROTOCOL => {
                c.next();
                let mode = if mode == Token::Rd { Mode::Rd } else { Mode::Wr };
                let array = if c.peek() == Some(Token::Name) {
                    c.array("an array")?
                } else {
                    Name::from("A")
                };
                let (index, depth) = c.index()?;
                let site = c.site(start);
                self.build(Shape::Access(mode, &array, &index.into(), &site), depth + 1)
            }
            Some(Token::Let) if !S::PROTOCOL => {
                c.next();
                let x = c.binder("the variable that `let` binds")?;
                c.suspend_scope();
                if !c.eat(Token::Is) {
                    c.expect(Token::Assign, "`=` between the variable and what it reads")?;
                }
                let read = c.position();
                let array = c.array("the array that `let` reads")?;
                let (index, height) = c.index()?;
                let site = c.site(read);
                c.resume_scope();
                c.expect(Token::In, "`in` between what `let` reads and its scope")?;
                let (body, depth) = self.stmt()?;
                self.cursor.close_scope();
                self.build(
                    Shape::Read(&x, &array, &index.into(), &Arc::new(body), &site),
                    depth.max(height) + 1,
                )
            }
            Some(Token::Name) if !S::PROTOCOL => {
                let array = c.array("the array that is written")?;
                let (index, deep_index) = c.index()?;
                let site = c.site(start);
                c.expect(Token::Assign, "`:=` between the array's element and what is written")?;
                let (payload, deep_payload) = c.expr()?;
                self.build(
                    Shape::Write(&array, &index.into(), &payload.into(), &site),
                    deep_index.max(deep_payload) + 1,
                )
            }
            Some(Token::Let | Token::Name) => Err(Diagnostic::at(
                span,
                "a protocol says which cells are accessed, not what they hold",
            )
            .label("a statement of Jaminan")
            .hint("write `rd[e]` or `wr[e]`, or name the file `.jam`")),
            Some(Token::Rd | Token::Wr) => {
                Err(Diagnostic::at(span, "`rd` and `wr` belong to protocols")
                    .label("an access of a protocol")
                    .hint("write `let x = A[e] in …` or `A[e] := e`, or name the file `.map`"))
            }
            _ => Err(c.unexpected(if S::PROTOCOL {
                "a protocol: `rd[e]`, `wr[e]`, `skip`, `var`, `if`, `for`, `sync` or `{`"
            } else {
                "a statement: `A[e] := e`, `let`, `skip`, `var`, `if`, `for`, `sync` or `{`"
            })),
        }
    }

    fn block(&mut self) -> Result<Deep<S>, Diagnostic> {
        self.cursor.descend()?;
        self.cursor.expect(Token::OpenBlock, "`{`")?;
        if self.cursor.peek() == Some(Token::CloseBlock) {
            return Err(self.cursor.unexpected("a statement (an empty block is `{ skip }`)"));
        }
        let body = self.stmt()?;
        self.cursor.expect(Token::CloseBlock, "`}` or `;`")?;
        self.cursor.ascend();
        Ok(body)
    }

    fn build(&mut self, shape: Shape<'_, S>, depth: usize) -> Result<Deep<S>, Diagnostic> {
        let depth = self.cursor.tree(depth)?;
        match S::build(shape) {
            Some(s) => Ok((s, depth)),
            None => Err(self.cursor.unexpected("a statement of this language")),
        }
    }
}
