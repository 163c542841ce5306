//! What only kernels have, as it stands in a derivation: C's arithmetic, the six coordinates of a thread, negative
//! numbers. A file of the languages has none of it.

use crate::arithmetic::{Arithmetic, IntType};
use crate::barrier::Scope;
use crate::expression::Expr;
use crate::lexer::Token;
use crate::number::Number;
use crate::parser_expression::{Cursor, Parsed, Term, number};
use crate::source::Diagnostic;
use crate::thread::Axis;

impl Cursor<'_> {
    /// The arithmetic that an operator names behind it: `+.i32`; that of naturals where it names none.
    pub(crate) fn arithmetic(&mut self) -> Arithmetic {
        if self.is_open()
            && let (Some((Token::Dot, _)), Some((Token::Name, name))) =
                (self.ahead(0), self.ahead(1))
            && let Some(ty) = IntType::named(name)
        {
            self.next();
            self.next();
            return Arithmetic::C(ty);
        }
        Arithmetic::Natural
    }

    /// What `sync` waits for: `sync grid` for all of the grid.
    pub(crate) fn scope_of_barrier(&mut self) -> Scope {
        if self.is_open() && self.ahead(0) == Some((Token::Name, "grid")) {
            self.next();
            return Scope::Grid;
        }
        Scope::Block
    }

    /// `c ? e : e`, where a `?` follows the condition.
    pub(crate) fn chosen(&mut self, condition: Parsed) -> Result<Parsed, Diagnostic> {
        if !self.is_open() || self.peek() != Some(Token::Question) {
            return Ok(condition);
        }
        self.descend()?;
        let place = self.next_span();
        self.next();
        let (from, deep) = (condition.from, condition.depth);
        let c = self.as_cond(condition)?;
        let a = self.operators(1)?;
        self.expect(Token::Colon, "`:` between what is chosen")?;
        let b = self.operators(0)?;
        let depth = self.deeper(deep.max(a.depth).max(b.depth), &place)?;
        let (a, b) = (self.as_expr(a, "a number")?, self.as_expr(b, "a number")?);
        self.ascend();
        Ok(Parsed { term: Term::Expr(Expr::Select(c.into(), a.into(), b.into())), depth, from })
    }

    /// `(i32)e`, `within(8, e)`, `threadIdx.x` and `-1`.
    pub(crate) fn operand_of_kernel(&mut self) -> Result<Option<Parsed>, Diagnostic> {
        if !self.is_open() {
            return Ok(None);
        }
        let (from, place) = (self.position(), self.next_span());
        let parsed = |e, depth| Ok(Some(Parsed { term: Term::Expr(e), depth, from }));
        match [0, 1, 2].map(|n| self.ahead(n)) {
            [Some((Token::Open, _)), Some((Token::Name, name)), Some((Token::Close, _))] => {
                let Some(ty) = IntType::named(name) else { return Ok(None) };
                (0..3).for_each(|_| self.next());
                let inner = self.operand()?;
                let depth = self.deeper(inner.depth, &place)?;
                let e = self.as_expr(inner, "a number that is converted")?;
                parsed(Expr::Convert(ty, e.into()), depth)
            }
            [Some((Token::Name, "within")), Some((Token::Open, _)), Some((Token::Number, _))] => {
                (0..2).for_each(|_| self.next());
                let size = number(&self.next_span())?;
                self.next();
                self.expect(Token::Comma, "`,` between the size and the index")?;
                let (e, depth) = self.expr()?;
                self.expect(Token::Close, "`)`")?;
                parsed(Expr::Within(size, e.into()), self.deeper(depth, &place)?)
            }
            [Some((Token::Name, of)), Some((Token::Dot, _)), Some((Token::Name, letter))] => {
                let name = format!("{of}.{letter}");
                let Some(axis) = Axis::CUDA.into_iter().find(|axis| axis.to_string() == name)
                else {
                    return Ok(None);
                };
                (0..3).for_each(|_| self.next());
                parsed(Expr::Tid(axis), 1)
            }
            [Some((Token::Minus, _)), Some((Token::Number, _)), _] => {
                self.next();
                let n: Number = number(&self.next_span())?;
                self.next();
                parsed(Expr::Num(-n), 1)
            }
            _ => Ok(None),
        }
    }
}
