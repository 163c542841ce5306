//! The one encoding: a query as SMT-LIB 2 text, and the reading of models.
//!
//! Symbols are called `s0`, `s1`, …, so that no name of a user's can clash with SMT-LIB's. Every
//! shared subterm, and every deeply nested one, has a definition of its own:
//! the text is linear in the number of terms, and no reader of it recurses deeply.
//!
//! Bit operations on naturals are exact where integers can say them: `x & m` for a literal `m` of
//! few runs of ones (`x & 7` is `mod x 8`), shifts by a literal; `|` and `^` follow from `&`.
//! Elsewhere `&` and `2^b` become uninterpreted functions with instances of true facts. Those
//! allow more than the truth does, so `unsat` stands and `sat` is a candidate only: such a
//! query is [marked](Query::is_approximate), and [`Query::instances`] tells the solver the truth
//! at the point it chose.

use super::sexp::{self, Sexp};
use super::term::{Node, Op, Term, Terms};
use super::unknown::Garbage;
use super::value::{Model, Sort, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// How deep a subterm may nest inside one definition.
const INLINE_DEPTH: u32 = 24;
/// A literal mask of more runs of ones than this is not written out.
const MOST_RUNS: usize = 16;
/// A literal shift by more places than this is not written out.
const LONGEST_SHIFT: u32 = 1024;
/// Facts that compare two powers are stated for the first so many powers.
const MOST_POWERS: usize = 8;
/// Powers of two that are spelt out, `2^0` to this one.
const KNOWN_POWERS: u32 = 32;

/// A query as text.
#[derive(Clone, Debug)]
pub struct Query {
    text: String,
    /// Each free symbol under its name in the text.
    symbols: Vec<(String, Term)>,
    approximations: Vec<Approximation>,
}

/// An application of an operator that integers cannot say.
#[derive(Clone, Debug)]
struct Approximation {
    /// `NatAnd`, or `NatShl` for a power of two (whose base is not an argument).
    op: Op,
    /// The arguments, with their text: a name or a literal.
    args: Vec<(Term, String)>,
    /// The application as text.
    text: String,
}

impl Query {
    /// Writes a query down: declarations, definitions and assertions.
    pub fn new(terms: &Terms, assertions: &[Term]) -> Query {
        Writer::new(terms, assertions).write(assertions)
    }

    /// Declarations, definitions and assertions; no `check-sat`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether some operator is approximated, so that `sat` is a candidate only.
    pub fn is_approximate(&self) -> bool {
        !self.approximations.is_empty()
    }

    /// The request for the values of the free symbols; none where there is no symbol.
    pub fn get_value(&self) -> Option<String> {
        let names: Vec<&str> = self.symbols.iter().map(|(name, _)| &**name).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// The query as a script for a solver, to keep or to send to somebody.
    pub fn script(&self) -> String {
        let get_value = self.get_value().unwrap_or_default();
        format!("(set-logic ALL)\n{}(check-sat)\n{get_value}", self.text)
    }

    /// Reads the answer to [`Query::get_value`].
    ///
    /// # Errors
    /// Where the text is not exactly one value of the right sort for each free symbol.
    pub fn model(&self, terms: &Terms, answer: &str) -> Result<Model, Garbage> {
        let mut model = Model::new();
        let garbled = || Garbage::Values(excerpt(answer));
        let read = match &*sexp::read(answer).map_err(|_| garbled())? {
            [] if self.symbols.is_empty() => return Ok(model),
            [Sexp::List(pairs)] => pairs.clone(),
            _ => return Err(garbled()),
        };
        let mut given = FxHashMap::default();
        for pair in &read {
            match pair.list() {
                Some([Sexp::Atom(name), value]) => given.insert(&**name, value),
                _ => return Err(garbled()),
            };
        }
        for (name, term) in &self.symbols {
            let value = given.get(&**name).ok_or_else(garbled)?;
            let value = read_value(terms.sort(*term), value).ok_or_else(garbled)?;
            if let Some(symbol) = terms.symbol(*term) {
                model.insert(symbol.clone(), value);
            }
        }
        Ok(model)
    }

    /// True facts about the approximated operators at a candidate's arguments, as assertions.
    /// Empty where there is nothing to say.
    pub fn instances(&self, terms: &Terms, candidate: &Model) -> String {
        let mut text = String::new();
        for Approximation { op, args, text: application } in &self.approximations {
            let values: Option<Vec<BigInt>> = args
                .iter()
                .map(|(term, _)| terms.eval(*term, candidate).ok()?.number().cloned())
                .collect();
            let value = match (op, values.as_deref()) {
                (Op::NatAnd, Some([a, b])) => a & b,
                (_, Some([b])) => match b.to_u32() {
                    Some(b) if b <= LONGEST_SHIFT => BigInt::one() << b,
                    _ => continue,
                },
                _ => continue,
            };
            let premises: String = args
                .iter()
                .zip(values.iter().flatten())
                .map(|((_, arg), value)| format!(" (= {arg} {})", Value::Int(value.clone())))
                .collect();
            let value = Value::Int(value);
            let _ = writeln!(text, "(assert (=> (and{premises}) (= {application} {value})))");
        }
        text
    }
}

/// The beginning of a text, on one line, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(120) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

/// Reads a value of the sort.
fn read_value(sort: Sort, sexp: &Sexp) -> Option<Value> {
    let natural = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        if digits { text.parse::<BigInt>().ok() } else { None }
    };
    match (sort, sexp) {
        (Sort::Bool, Sexp::Atom(text)) => text.parse().ok().map(Value::Bool),
        (Sort::Int, Sexp::Atom(text)) => match text.strip_prefix('-') {
            Some(text) => Some(Value::Int(-natural(text)?)),
            None => Some(Value::Int(natural(text)?)),
        },
        (Sort::Int, Sexp::List(members)) => match &**members {
            [Sexp::Atom(minus), Sexp::Atom(text)] if minus == "-" => {
                Some(Value::Int(-natural(text)?))
            }
            _ => None,
        },
        (Sort::BitVec(width), Sexp::Atom(text)) => {
            let (radix, bits, digits) = match text.get(..2)? {
                "#x" => (16, 4, &text[2..]),
                "#b" => (2, 1, &text[2..]),
                _ => return None,
            };
            let exact = digits.len() as u64 * bits == u64::from(width)
                && digits.chars().all(|c| c.is_digit(radix));
            if !exact {
                return None;
            }
            Some(Value::bits(width, BigInt::parse_bytes(digits.as_bytes(), radix)?))
        }
        (Sort::BitVec(width), Sexp::List(members)) => match &**members {
            [Sexp::Atom(underscore), Sexp::Atom(n), Sexp::Atom(w)]
                if underscore == "_" && *w == width.to_string() =>
            {
                let n = natural(n.strip_prefix("bv")?)?;
                (n.bits() <= u64::from(width)).then(|| Value::bits(width, n))
            }
            _ => None,
        },
        (Sort::Bool, Sexp::List(_)) => None,
    }
}

/// Writes terms down, arguments first.
struct Writer<'a> {
    terms: &'a Terms,
    order: Vec<Term>,
    uses: FxHashMap<Term, u32>,
    /// What to write for a term, and how deep that nests.
    written: FxHashMap<Term, (String, u32)>,
    text: String,
    symbols: Vec<(String, Term)>,
    approximations: Vec<Approximation>,
    facts: String,
}

impl<'a> Writer<'a> {
    fn new(terms: &'a Terms, assertions: &[Term]) -> Self {
        let order = terms.order(assertions);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for term in &order {
            if let Node::Apply(op, args) = terms.node(*term) {
                // Arguments of bit operations are written several times over.
                let times = if is_natural_bits(*op) { 2 } else { 1 };
                for arg in args {
                    *uses.entry(*arg).or_default() += times;
                }
            }
        }
        Writer {
            terms,
            order,
            uses,
            written: FxHashMap::default(),
            text: String::new(),
            symbols: Vec::new(),
            approximations: Vec::new(),
            facts: String::new(),
        }
    }

    fn write(mut self, assertions: &[Term]) -> Query {
        for term in std::mem::take(&mut self.order) {
            self.term(term);
        }
        let mut declared = String::new();
        for (function, args) in [("nat_and", "Int Int"), ("pow2", "Int")] {
            let used = self.approximations.iter().any(|a| a.text[1..].starts_with(function));
            if used {
                let _ = writeln!(declared, "(declare-fun {function} ({args}) Int)");
            }
        }
        self.compare_powers();
        let mut text = declared + &self.text + &self.facts;
        for assertion in assertions {
            let _ = writeln!(text, "(assert {})", self.written[assertion].0);
        }
        Query { text, symbols: self.symbols, approximations: self.approximations }
    }

    fn term(&mut self, term: Term) {
        let (terms, sort) = (self.terms, self.terms.sort(term));
        let (text, depth) = match terms.node(term) {
            Node::Literal(value) => (value.to_string(), 0),
            Node::Symbol(number) => {
                let name = format!("s{number}");
                let _ = writeln!(self.text, "(declare-fun {name} () {sort})");
                self.symbols.push((name.clone(), term));
                (name, 0)
            }
            Node::Apply(op, args) => {
                let depth = args.iter().map(|a| self.written[a].1).max().unwrap_or(0) + 1;
                let text = if is_natural_bits(*op) {
                    self.natural_bits(*op, args[0], args[1])
                } else {
                    let mut text = format!("({}", operator(*op));
                    for arg in args {
                        text.push(' ');
                        text.push_str(&self.written[arg].0);
                    }
                    text + ")"
                };
                if self.uses.get(&term).copied().unwrap_or(0) > 1 || depth > INLINE_DEPTH {
                    let name = format!("d{}", term.0);
                    let _ = writeln!(self.text, "(define-fun {name} () {sort} {text})");
                    (name, 0)
                } else {
                    (text, depth)
                }
            }
        };
        self.written.insert(term, (text, depth));
    }

    fn natural_bits(&mut self, op: Op, a: Term, b: Term) -> String {
        let (x, y) = (self.written[&a].0.clone(), self.written[&b].0.clone());
        match op {
            Op::NatShl | Op::NatShr => {
                let power = self.power(b, &y);
                let operator = if op == Op::NatShl { "*" } else { "div" };
                format!("({operator} {x} {power})")
            }
            _ => {
                let and = self.conjunction((a, &x), (b, &y));
                match op {
                    Op::NatAnd => and,
                    Op::NatOr => format!("(- (+ {x} {y}) {and})"),
                    _ => format!("(- (+ {x} {y}) (* 2 {and}))"),
                }
            }
        }
    }

    /// `2^b`, where `y` is what is written for `b`.
    fn power(&mut self, b: Term, y: &str) -> String {
        let literal = self.terms.literal(b).and_then(Value::number).and_then(BigInt::to_u32);
        if let Some(places) = literal
            && places <= LONGEST_SHIFT
        {
            return (BigInt::one() << places).to_string();
        }
        let power = format!("(pow2 {y})");
        if self.approximate(Op::NatShl, vec![(b, y.to_owned())], &power) {
            let mut facts =
                format!("(assert (=> (<= 0 {y}) (and (<= 1 {power}) (< {y} {power}))))\n");
            for k in 0..KNOWN_POWERS {
                let _ = writeln!(facts, "(assert (=> (= {y} {k}) (= {power} {})))", 1_u64 << k);
            }
            let (k, least) = (KNOWN_POWERS, 1_u64 << KNOWN_POWERS);
            let _ = writeln!(facts, "(assert (=> (<= {k} {y}) (<= {least} {power})))");
            self.facts.push_str(&facts);
        }
        power
    }

    /// `a & b`.
    fn conjunction(&mut self, (a, x): (Term, &str), (b, y): (Term, &str)) -> String {
        for (x, mask) in [(x, b), (y, a)] {
            if let Some(Value::Int(mask)) = self.terms.literal(mask)
                && let Some(text) = masked(x, mask)
            {
                return text;
            }
        }
        let and = format!("(nat_and {x} {y})");
        if self.approximate(Op::NatAnd, vec![(a, x.to_owned()), (b, y.to_owned())], &and) {
            let _ = write!(
                self.facts,
                "(assert (=> (and (<= 0 {x}) (<= 0 {y})) (and (<= 0 {and}) (<= {and} {x}) (<= {and} {y}))))\n\
                 (assert (=> (= {x} {y}) (= {and} {x})))\n\
                 (assert (=> (or (= {x} 0) (= {y} 0)) (= {and} 0)))\n\
                 (assert (= (mod {and} 2) (ite (and (= (mod {x} 2) 1) (= (mod {y} 2) 1)) 1 0)))\n"
            );
        }
        and
    }

    /// Notes an approximated application; whether it is new.
    fn approximate(&mut self, op: Op, args: Vec<(Term, String)>, text: &str) -> bool {
        let new = self.approximations.iter().all(|known| known.text != text);
        if new {
            self.approximations.push(Approximation { op, args, text: text.to_owned() });
        }
        new
    }

    /// A larger exponent has a power at least twice as large.
    fn compare_powers(&mut self) {
        let powers = self.approximations.iter().filter(|a| a.op == Op::NatShl).take(MOST_POWERS);
        for a in powers.clone() {
            for b in powers.clone().filter(|b| b.text != a.text) {
                let ((x, p), (y, q)) = ((&a.args[0].1, &a.text), (&b.args[0].1, &b.text));
                let _ = writeln!(
                    self.facts,
                    "(assert (=> (and (<= 0 {x}) (< {x} {y})) (<= (* 2 {p}) {q})))"
                );
            }
        }
    }
}

fn is_natural_bits(op: Op) -> bool {
    matches!(op, Op::NatAnd | Op::NatOr | Op::NatXor | Op::NatShl | Op::NatShr)
}

/// `x & mask` in integers: each run of ones from bit `low` up to `high` is
/// `mod x 2^high - mod x 2^low`. None where there are too many runs.
fn masked(x: &str, mask: &BigInt) -> Option<String> {
    if mask.is_negative() {
        // The complement is a natural, and takes away what the mask keeps.
        let rest = masked(x, &(-mask - 1))?;
        return Some(format!("(- {x} {rest})"));
    }
    if mask.is_zero() {
        return Some("0".into());
    }
    let modulo = |bit: u64| {
        if bit == 0 { "0".into() } else { format!("(mod {x} {})", BigInt::one() << bit) }
    };
    let (mut runs, mut bit) = (Vec::new(), 0);
    while bit < mask.bits() {
        let low = bit;
        while bit < mask.bits() && mask.bit(bit) {
            bit += 1;
        }
        if bit == low {
            bit += 1;
        } else if runs.len() == MOST_RUNS || bit > u64::from(LONGEST_SHIFT) {
            return None;
        } else {
            let run =
                if low == 0 { modulo(bit) } else { format!("(- {} {})", modulo(bit), modulo(low)) };
            runs.push(run);
        }
    }
    Some(if runs.len() == 1 { runs.remove(0) } else { format!("(+ {})", runs.join(" ")) })
}

/// The operator as SMT-LIB writes it.
fn operator(op: Op) -> String {
    match op {
        Op::Extract { high, low } => format!("(_ extract {high} {low})"),
        Op::ZeroExtend(by) => format!("(_ zero_extend {by})"),
        Op::SignExtend(by) => format!("(_ sign_extend {by})"),
        _ => plain_operator(op).into(),
    }
}

fn plain_operator(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::Le => "<=",
        Op::Lt => "<",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::Concat => "concat",
        // Written by their own functions.
        Op::NatAnd | Op::NatOr | Op::NatXor | Op::NatShl | Op::NatShr => "",
        Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => "",
    }
}
