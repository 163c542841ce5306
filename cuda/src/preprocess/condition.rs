//! The conditions of `#if`: integer expressions of 64 bits. [C++17, 19.1]

use super::doubt::{Reading, Status};
use super::macros::{Assumed, Macro};
use super::{ARCHITECTURE, CUDA_ARCH, NEWER_ARCHITECTURES, Preprocessor, headers};
use crate::literal::{Literal, character, number};
use crate::token::{Kind, Token};
use num_traits::ToPrimitive;
use semantics::{Diagnostic, Name, Span};
use std::collections::BTreeMap;

/// What `__LINE__` is after a `#line`: nothing that uses it is understood.
pub(super) const LINE_AFTER_LINE: &str = "(a line after #line)";

/// How deep a condition may nest.
const DEEPEST_CONDITION: usize = 256;

/// A value: its bits, whether it is a `uintmax_t`, whether it is the same in every reading, and what it is at least in
/// every one, if that is known and not negative.
#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
    certain: bool,
    least: Option<i64>,
}

impl Value {
    fn truth(holds: bool) -> Value {
        Value::certain(i64::from(holds), false)
    }

    fn certain(bits: i64, unsigned: bool) -> Value {
        Value { bits, unsigned, certain: true, least: (bits >= 0).then_some(bits) }
    }

    /// One of several, of which nothing is known in common.
    fn doubtful(self) -> Value {
        Value { certain: false, least: None, ..self }
    }

    /// Whether it is true, or false, in every reading.
    fn is_surely(self, truth: bool) -> bool {
        self.certain && (self.bits != 0) == truth
    }
}

/// What a condition comes to.
pub(super) struct Truth {
    /// Whether it holds, as its macros are read.
    pub holds: bool,
    /// The macros of which another reading may make it another; none where it is certain.
    pub doubts: BTreeMap<Name, Reading>,
    /// Whether it would be another in host code, which has no `__CUDA_ARCH__`.
    pub of_device: bool,
}

impl Preprocessor<'_> {
    /// Whether the condition of an `#if` holds.
    pub(super) fn condition(&mut self, tokens: &[Token], span: &Span) -> Result<Truth, Diagnostic> {
        self.asked_architecture = false;
        // The operand of `defined` is no use of the macro.
        let mut plain = Vec::with_capacity(tokens.len());
        let mut asked = false;
        for token in tokens {
            let mut token = token.clone().spelt_out();
            if let (true, Some(name)) = (asked, token.name().cloned()) {
                if let Some(found) = self.macros.get(&name) {
                    token.hidden = token.hidden.with(found.id);
                }
                if name.as_str() == ARCHITECTURE {
                    self.note_architecture();
                }
                asked = false;
            }
            asked = token.name().is_some_and(|n| n.as_str() == "defined") || asked && token.is("(");
            plain.push(token);
        }
        let mut truth = self.truth(plain.clone(), span)?;
        if std::mem::take(&mut self.asked_architecture) {
            if self.hangs_on_architecture(&truth, &plain, span)? {
                truth.doubts.insert(ARCHITECTURE.into(), Reading::Architecture);
            }
            truth.of_device = self.is_of_device(&truth, plain, span)?;
        }
        Ok(truth)
    }

    /// Whether a condition would be another in host code. [CUDA C++ Programming Guide, 5.3.2.4]
    fn is_of_device(
        &mut self,
        truth: &Truth,
        tokens: Vec<Token>,
        span: &Span,
    ) -> Result<bool, Diagnostic> {
        let Some(own) = self.macros.remove(&Name::from(ARCHITECTURE)) else { return Ok(false) };
        self.undefined.insert(ARCHITECTURE.into());
        let other = self.truth(tokens, span).map(|host| host.holds != truth.holds);
        self.undefined.remove(&Name::from(ARCHITECTURE));
        self.macros.insert(ARCHITECTURE.into(), own);
        other
    }

    /// Whether a condition would be another for a newer architecture. What `-D` says of it is so.
    fn hangs_on_architecture(
        &mut self,
        truth: &Truth,
        tokens: &[Token],
        span: &Span,
    ) -> Result<bool, Diagnostic> {
        let Some(own) = self.macros.get(&Name::from(ARCHITECTURE)).cloned() else {
            return Ok(false);
        };
        let [token] = own.body.as_slice() else { return Ok(false) };
        if token.kind.text() != CUDA_ARCH {
            return Ok(false);
        }
        let mut other = Ok(false);
        for newer in NEWER_ARCHITECTURES {
            let token = Token { kind: Kind::Number((*newer).into()), ..token.clone() };
            let newer = Macro { body: vec![token], ..Macro::clone(&own) };
            self.macros.insert(ARCHITECTURE.into(), newer.into());
            other = self.truth(tokens.to_vec(), span).map(|newer| newer.holds != truth.holds);
            if !matches!(other, Ok(false)) {
                break;
            }
        }
        self.macros.insert(ARCHITECTURE.into(), own);
        other
    }

    /// What the condition comes to with the macros as they are.
    fn truth(&mut self, tokens: Vec<Token>, span: &Span) -> Result<Truth, Diagnostic> {
        self.in_condition = true;
        let expanded = self.expand(tokens, 0);
        self.in_condition = false;
        let expanded = expanded?;
        let doubts = std::mem::take(&mut self.asked);
        let doubted = !doubts.is_empty();
        let mut parser = Parser { tokens: &expanded, at: 0, depth: 0, end: span, of: self, doubts };
        let value = parser.conditional(true)?;
        match parser.peek() {
            None => {
                let doubts =
                    if value.certain && !doubted { BTreeMap::new() } else { parser.doubts };
                Ok(Truth { holds: value.bits != 0, doubts, of_device: false })
            }
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
    of: &'t Preprocessor<'t>,
    /// The macros that are read in one of several ways.
    doubts: BTreeMap<Name, Reading>,
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
            let value = if chosen { yes } else { no };
            let value = Value { unsigned, ..value };
            if condition.certain { value } else { value.doubtful() }
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
            let certain = match op {
                "&&" if left.is_surely(false) || right.is_surely(false) => true,
                "||" if left.is_surely(true) || right.is_surely(true) => true,
                _ => left.certain && right.certain || is_apart(op, left, right),
            };
            let least = least(op, left, right);
            left = match apply(op, left, right) {
                Some(value) if certain => value,
                Some(value) => Value { least, ..value.doubtful() },
                None if !certain => Value::truth(false).doubtful(),
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
            let value = self.unary(live)?;
            let truth = Value::truth(value.bits == 0);
            if value.certain { truth } else { truth.doubtful() }
        } else if self.eat("-") {
            let value = self.unary(live)?;
            Value { bits: value.bits.wrapping_neg(), least: None, ..value }
        } else if self.eat("+") {
            self.unary(live)?
        } else if self.eat("~") {
            let value = self.unary(live)?;
            Value { bits: !value.bits, least: None, ..value }
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
            Kind::Number(text) => {
                number(text.as_str()).map_err(|why| self.error(&why.to_string()))?
            }
            Kind::Char(text) if !text.as_str().starts_with('\'') => {
                return Err(self.error("a character with a prefix in #if"));
            }
            Kind::Char(text) => {
                character(text.as_str()).map_err(|why| self.error(&why.to_string()))?
            }
            Kind::Name(name) => {
                let name = name.clone();
                return self.name(&name);
            }
            _ => return Err(self.error("unexpected in the condition of #if")),
        };
        match literal {
            Literal::Int(n, ty) => {
                let unsigned = !ty.signed && ty.bits == 64 || n.to_i64().is_none();
                let unsigned = unsigned || has_unsigned_suffix(token.kind.text());
                // A literal has at most 64 bits; as two's complement either way.
                let bits = n.to_i64().or_else(|| n.to_u64().map(|n| n as i64)).unwrap_or(0);
                self.at += 1;
                Ok(Value::certain(bits, unsigned))
            }
            Literal::Float(..) => Err(self.error("a floating-point number in #if")),
        }
    }

    /// A name that stands for no macro's text.
    fn name(&mut self, name: &Name) -> Result<Value, Diagnostic> {
        if name.as_str() == LINE_AFTER_LINE {
            return Err(self.error("`__LINE__` after #line"));
        }
        self.at += 1;
        if name.as_str() == "defined" {
            return self.defined();
        }
        if let Some(found) = self.of.macros.get(name)
            && let Some(Assumed { least }) = found.assumed
        {
            self.doubts.insert(name.clone(), Reading::Version);
            let text = found.body.first().map_or("0", |t| t.kind.text());
            let bits = text.parse().unwrap_or(0);
            return Ok(Value { least, ..Value::certain(bits, false).doubtful() });
        }
        let called = self.peek().is_some_and(|t| t.is("("));
        match self.of.status(name) {
            _ if called && name.as_str() == "__has_include" => self.has_include(),
            Status::Perhaps(reading) => {
                if called {
                    self.pass_over()?;
                }
                self.doubts.insert(name.clone(), reading);
                Ok(Value::truth(false).doubtful())
            }
            _ if called => {
                let message = format!("`{name}` is not understood in the condition of #if");
                self.at -= 1;
                Err(self.error(&message))
            }
            _ => Ok(Value::truth(name.as_str() == "true")),
        }
    }

    /// `defined X`, or `defined(X)`.
    fn defined(&mut self) -> Result<Value, Diagnostic> {
        let closes = self.eat("(");
        let Some(name) = self.peek().and_then(Token::name).cloned() else {
            return Err(self.error("`defined` takes one name"));
        };
        self.at += 1;
        if closes && !self.eat(")") {
            return Err(self.error("`defined` takes one name"));
        }
        Ok(match self.of.status(&name) {
            Status::Defined => Value::truth(true),
            Status::NotDefined => Value::truth(false),
            Status::Perhaps(reading) => {
                let holds = self.of.macros.contains_key(&name);
                self.doubts.insert(name, reading);
                Value::truth(holds).doubtful()
            }
        })
    }

    /// `__has_include(<h>)`, or `__has_include("h")`.
    fn has_include(&mut self) -> Result<Value, Diagnostic> {
        let begin = self.at + 1;
        self.pass_over()?;
        let inner = self.tokens.get(begin..self.at.saturating_sub(1)).unwrap_or(&[]);
        let text: String = inner.iter().map(|t| t.kind.text()).collect();
        let quoted = text.starts_with('"');
        let path = text.trim_matches(['"', '<', '>']);
        if headers::is_known(path)
            || self.of.find(&self.end.source, path, quoted, self.end)?.is_some()
        {
            return Ok(Value::truth(true));
        }
        self.doubts.insert("__has_include".into(), Reading::Missing);
        Ok(Value::truth(false).doubtful())
    }

    /// Passes over what stands in parentheses.
    fn pass_over(&mut self) -> Result<(), Diagnostic> {
        let mut open = 0usize;
        while let Some(token) = self.peek() {
            open = if token.is("(") {
                open + 1
            } else if token.is(")") {
                open - 1
            } else {
                open
            };
            self.at += 1;
            if open == 0 {
                return Ok(());
            }
        }
        Err(self.error("the condition of #if ends too early"))
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
            return Some(Value::certain(bits, a.unsigned));
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
    Some(Value::certain(bits, unsigned))
}

/// Whether a comparison has one answer in every reading, since one side is certain, and the other above it. Neither
/// is negative, so that the types do not matter.
fn is_apart(op: &str, a: Value, b: Value) -> bool {
    let (above, below, may_touch) = match (a.certain, b.certain) {
        (false, true) => (a, b, matches!(op, "<" | ">=")),
        (true, false) => (b, a, matches!(op, ">" | "<=")),
        _ => return false,
    };
    let (Some(least), Some(number)) = (above.least, below.least) else { return false };
    match op {
        "<" | ">" | "<=" | ">=" if may_touch => least >= number,
        "<" | ">" | "<=" | ">=" | "==" | "!=" => least > number,
        _ => false,
    }
}

/// What a sum or a product of what is not negative is at least.
fn least(op: &str, a: Value, b: Value) -> Option<i64> {
    match op {
        "+" => a.least?.checked_add(b.least?),
        "*" => a.least?.checked_mul(b.least?),
        _ => None,
    }
}
