//! The conditions of `#if`: integer expressions of 64 bits. [C++17, 19.1]

use super::Preprocessor;
use crate::literal::{Literal, character, number};
use crate::token::{Kind, Token};
use num_traits::ToPrimitive;
use semantics::{Diagnostic, Span};

/// How deep a condition may nest.
const DEEPEST_CONDITION: usize = 256;

/// A value: its bits, and whether it is a `uintmax_t`.
#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn truth(holds: bool) -> Value {
        Value { bits: i64::from(holds), unsigned: false }
    }
}

impl Preprocessor<'_> {
    /// Whether the condition of an `#if` holds.
    pub(super) fn condition(&mut self, tokens: &[Token], span: &Span) -> Result<bool, Diagnostic> {
        let mut plain = Vec::new();
        let mut rest = tokens.iter();
        while let Some(token) = rest.next() {
            if token.name().is_none_or(|n| n.as_str() != "defined") {
                plain.push(token.clone());
                continue;
            }
            let wrong = || Diagnostic::at(token.span.clone(), "`defined` takes one name");
            let next = rest.next().ok_or_else(wrong)?;
            let name = if next.is("(") {
                let name = rest.next().ok_or_else(wrong)?;
                if !rest.next().is_some_and(|t| t.is(")")) {
                    return Err(wrong());
                }
                name
            } else {
                next
            };
            name.name().ok_or_else(wrong)?;
            let defined = self.is_defined(name)?;
            let kind = Kind::Number(if defined { "1" } else { "0" }.into());
            plain.push(Token { kind, ..token.clone() });
        }
        let expanded = self.expand(plain, 0)?;
        for token in &expanded {
            self.refuse_unknown(token)?;
        }
        let mut parser = Parser { tokens: &expanded, at: 0, depth: 0, end: span };
        let value = parser.conditional(true)?;
        match parser.peek() {
            None => Ok(value.bits != 0),
            Some(token) => {
                Err(Diagnostic::at(token.span.clone(), "unexpected in the condition of #if"))
            }
        }
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
    end: &'t Span,
}

/// The binary operators, tightest last.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn eat(&mut self, punct: &str) -> bool {
        let found = self.peek().is_some_and(|t| t.is(punct));
        self.at += usize::from(found);
        found
    }

    fn error(&self, message: &str) -> Diagnostic {
        let span = self.peek().map_or_else(|| self.end.clone(), |t| t.span.clone());
        Diagnostic::at(span, message)
    }

    fn enter(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST_CONDITION {
            return Err(self.error("the condition nests too deep"));
        }
        Ok(())
    }

    /// `live` is whether the value matters: `0 && 1 / 0` is fine.
    fn conditional(&mut self, live: bool) -> Result<Value, Diagnostic> {
        self.enter()?;
        let condition = self.binary(0, live)?;
        let value = if self.eat("?") {
            let chosen = condition.bits != 0;
            let yes = self.conditional(live && chosen)?;
            if !self.eat(":") {
                return Err(self.error("`?` without `:`"));
            }
            let no = self.conditional(live && !chosen)?;
            let unsigned = yes.unsigned || no.unsigned;
            Value { bits: if chosen { yes.bits } else { no.bits }, unsigned }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Result<Value, Diagnostic> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(live) };
        let mut left = self.binary(level + 1, live)?;
        loop {
            let Some(op) = operators.iter().find(|op| self.eat(op)).copied() else {
                return Ok(left);
            };
            let matters = match op {
                "&&" => live && left.bits != 0,
                "||" => live && left.bits == 0,
                _ => live,
            };
            let place = self.at;
            let right = self.binary(level + 1, matters)?;
            left = match apply(op, left, right) {
                Some(value) => value,
                None if !live => Value::truth(false),
                None => {
                    self.at = place;
                    return Err(self.error("this has no value in the condition of #if"));
                }
            };
        }
    }

    fn unary(&mut self, live: bool) -> Result<Value, Diagnostic> {
        self.enter()?;
        let value = if self.eat("!") {
            Value::truth(self.unary(live)?.bits == 0)
        } else if self.eat("-") {
            let value = self.unary(live)?;
            Value { bits: value.bits.wrapping_neg(), ..value }
        } else if self.eat("+") {
            self.unary(live)?
        } else if self.eat("~") {
            let value = self.unary(live)?;
            Value { bits: !value.bits, ..value }
        } else if self.eat("(") {
            let value = self.conditional(live)?;
            if !self.eat(")") {
                return Err(self.error("a parenthesis that is not closed"));
            }
            value
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self) -> Result<Value, Diagnostic> {
        let Some(token) = self.peek() else {
            return Err(self.error("the condition of #if ends too early"));
        };
        let literal = match &token.kind {
            Kind::Number(text) => number(text.as_str()),
            Kind::Char(text) if !text.as_str().starts_with('\'') => {
                return Err(self.error("a character with a prefix in #if"));
            }
            Kind::Char(text) => character(text.as_str()),
            Kind::Name(name) => {
                let called = self.tokens.get(self.at + 1).is_some_and(|t| t.is("("));
                if called || name.as_str() == "defined" {
                    let message = format!("`{name}` is not understood in the condition of #if");
                    return Err(self.error(&message));
                }
                let value = Value::truth(name.as_str() == "true");
                self.at += 1;
                return Ok(value);
            }
            _ => return Err(self.error("unexpected in the condition of #if")),
        };
        match literal {
            Ok(Literal::Int(n, ty)) => {
                let unsigned = !ty.signed && ty.bits == 64 || n.to_i64().is_none();
                let unsigned = unsigned || has_unsigned_suffix(token.kind.text());
                // A literal has at most 64 bits; as two's complement either way.
                let bits = n.to_i64().or_else(|| n.to_u64().map(|n| n as i64)).unwrap_or(0);
                self.at += 1;
                Ok(Value { bits, unsigned })
            }
            Ok(Literal::Float(..)) => Err(self.error("a floating-point number in #if")),
            Err(why) => Err(self.error(&why)),
        }
    }
}

/// Every type of `#if` is 64 bits wide, so the suffix alone makes a number unsigned.
fn has_unsigned_suffix(text: &str) -> bool {
    text.trim_end_matches(['l', 'L', 'u', 'U']).len() < text.trim_end_matches(['l', 'L']).len()
        || text.to_ascii_lowercase().ends_with("ul")
        || text.to_ascii_lowercase().ends_with("ull")
}

/// `None`: division by zero, or a shift that has no meaning.
fn apply(op: &str, a: Value, b: Value) -> Option<Value> {
    let unsigned = a.unsigned || b.unsigned;
    let (x, y) = (a.bits, b.bits);
    let (ux, uy) = (x as u64, y as u64);
    let bits = match op {
        "||" => return Some(Value::truth(x != 0 || y != 0)),
        "&&" => return Some(Value::truth(x != 0 && y != 0)),
        "==" => return Some(Value::truth(x == y)),
        "!=" => return Some(Value::truth(x != y)),
        "<" => return Some(Value::truth(if unsigned { ux < uy } else { x < y })),
        ">" => return Some(Value::truth(if unsigned { ux > uy } else { x > y })),
        "<=" => return Some(Value::truth(if unsigned { ux <= uy } else { x <= y })),
        ">=" => return Some(Value::truth(if unsigned { ux >= uy } else { x >= y })),
        "<<" | ">>" => {
            let places = u32::try_from(y).ok().filter(|n| *n < 64)?;
            let bits = match op {
                "<<" => x << places,
                _ if a.unsigned => (ux >> places) as i64,
                _ => x >> places,
            };
            return Some(Value { bits, unsigned: a.unsigned });
        }
        "|" => x | y,
        "^" => x ^ y,
        "&" => x & y,
        "+" => x.wrapping_add(y),
        "-" => x.wrapping_sub(y),
        "*" => x.wrapping_mul(y),
        "/" if unsigned => ux.checked_div(uy)? as i64,
        "/" => x.checked_div(y)?,
        "%" if unsigned => ux.checked_rem(uy)? as i64,
        _ => x.checked_rem(y)?,
    };
    Some(Value { bits, unsigned })
}
