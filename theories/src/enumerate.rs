//! Every small program, in order of size, by counting and unranking: programs have numbers, and a
//! range of numbers is a unit of work.

use crate::grammar::{Form, Grammar, is_pattern, pattern_variable};
use semantics::{Cond, Expr, Mode, Name, Shape, Site, Syntax};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The programs or protocols of a grammar up to a size, modulo renaming, in a fixed order.
///
/// Binders are named `x0`, `x1`, … in the order of the text.
pub struct Enumeration<S> {
    forms: Vec<Form>,
    free: usize,
    shadows: bool,
    right: bool,
    indices: Patterns<Expr>,
    payloads: Patterns<Expr>,
    closed_payloads: Patterns<Expr>,
    conditions: Patterns<Cond>,
    bounds: Patterns<Expr>,
    names: Vec<Name>,
    array: Name,
    site: Site,
    zero: Arc<Expr>,
    /// How many statements there are of a size, by how many variables are in scope.
    counts: Vec<Vec<u128>>,
    /// How many of them may come first in a sequence; sequences are the last in the order.
    firsts: Vec<Vec<u128>>,
    language: PhantomData<fn() -> S>,
}

/// There are more programs than have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Of this size.
    pub size: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are more than 2^128 programs of size {}", self.size)
    }
}

impl std::error::Error for TooMany {}

/// What is being counted off: an index among the alternatives that are left.
struct Rest(u128);

impl Rest {
    /// Whether the index is among the next `count` alternatives; else these are passed over.
    fn within(&mut self, count: u128) -> bool {
        if self.0 < count {
            return true;
        }
        self.0 -= count;
        false
    }

    /// Splits the index into a major part and what is left, of `minor` alternatives.
    fn split(&mut self, minor: u128) -> usize {
        let major = self.0 / minor;
        self.0 %= minor;
        usize::try_from(major).unwrap_or(usize::MAX)
    }
}

/// Which variables are in scope, and which name the next binder gets, as places in the names.
#[derive(Clone)]
struct Scope {
    variables: Vec<usize>,
    next: usize,
}

impl<S: Syntax> Enumeration<S> {
    /// The programs of the grammar up to this size.
    ///
    /// # Errors
    /// More of them than have numbers.
    pub fn new(grammar: &Grammar, largest: usize) -> Result<Self, TooMany> {
        let names: Vec<Name> =
            (0..=largest + grammar.free).map(|n| Name::from(format!("x{n}"))).collect();
        let of_language = |form: &Form| match form {
            Form::Access => S::PROTOCOL,
            Form::Write | Form::Let => !S::PROTOCOL,
            _ => true,
        };
        let mut enumeration = Enumeration {
            forms: grammar.forms.iter().copied().filter(of_language).collect(),
            free: grammar.free,
            shadows: grammar.shadows,
            right: grammar.right,
            indices: Patterns::new(&grammar.indices, &names),
            payloads: Patterns::new(&grammar.payloads, &names),
            closed_payloads: Patterns::new(&grammar.closed_payloads, &names),
            conditions: Patterns::new(&grammar.conditions, &names),
            bounds: Patterns::new(&grammar.bounds, &names),
            names,
            array: "A".into(),
            site: Site::default(),
            zero: Arc::new(Expr::num(0)),
            counts: vec![Vec::new()],
            firsts: vec![Vec::new()],
            language: PhantomData,
        };
        let binders = [Form::Let, Form::Var, Form::For];
        let binds = enumeration.forms.iter().any(|form| binders.contains(form));
        for size in 1..=largest {
            // Only under a binder are there more variables than those that are free.
            let depths = 0..=(if binds { largest - size } else { 0 } + grammar.free);
            let counts: Option<Vec<u128>> = depths
                .map(|depth| {
                    let forms = enumeration.forms.iter();
                    forms.map(|form| enumeration.of_form(*form, size, depth)).sum_checked()
                })
                .collect();
            // Each of these statements stands in a program of the largest size, under binders.
            let counts = counts.ok_or(TooMany { size: largest })?;
            let sequences = |depth| match enumeration.right {
                true => enumeration.of_form(Form::Seq, size, depth).unwrap_or_default(),
                false => 0,
            };
            let firsts = (0..).zip(&counts).map(|(depth, count)| count - sequences(depth));
            let firsts = firsts.collect();
            enumeration.firsts.push(firsts);
            enumeration.counts.push(counts);
        }
        Ok(enumeration)
    }

    /// How many programs there are of a size; none past the largest.
    pub fn count(&self, size: usize) -> u128 {
        self.known(size, self.free)
    }

    /// The program of this size and index; nothing where there is none.
    pub fn nth(&self, size: usize, index: u128) -> Option<S> {
        if index >= self.count(size) {
            return None;
        }
        let mut scope = Scope { variables: (0..self.free).collect(), next: self.free };
        Some(self.statement(size, &mut scope, Rest(index)))
    }

    /// The programs of a size, in order.
    pub fn of_size(&self, size: usize) -> impl Iterator<Item = S> {
        (0..self.count(size)).filter_map(move |index| self.nth(size, index))
    }

    fn known(&self, size: usize, depth: usize) -> u128 {
        self.counts.get(size).and_then(|counts| counts.get(depth)).copied().unwrap_or_default()
    }

    /// How many bodies a binder may have, of all the names that it may bind.
    fn bodies(&self, size: usize, depth: usize) -> Option<u128> {
        let fresh = self.known(size, depth + 1);
        match self.shadows {
            true => self.known(size, depth).checked_mul(depth as u128)?.checked_add(fresh),
            false => Some(fresh),
        }
    }

    fn pairs(&self, size: usize, depth: usize) -> Option<u128> {
        let pair = |first| self.known(first, depth).checked_mul(self.known(size - first, depth));
        (1..size).map(pair).sum_checked()
    }

    /// How many statements of a size may come first in a sequence.
    fn first(&self, size: usize, depth: usize) -> u128 {
        self.firsts.get(size).and_then(|firsts| firsts.get(depth)).copied().unwrap_or_default()
    }

    fn sequences(&self, size: usize, depth: usize) -> Option<u128> {
        let pair = |first| self.first(first, depth).checked_mul(self.known(size - first, depth));
        (1..size).map(pair).sum_checked()
    }

    /// How many statements of this form there are; nothing where they have no numbers.
    fn of_form(&self, form: Form, size: usize, depth: usize) -> Option<u128> {
        let inner = size - 1;
        let leaf = |count: u128| Some(if inner == 0 { count } else { 0 });
        let times = |choices: u128, of: Option<u128>| choices.checked_mul(of?);
        match form {
            Form::Skip | Form::Sync => leaf(1),
            Form::Write => leaf(self.indices.count(depth) * self.payloads(depth).count(depth)),
            Form::Access => leaf(2 * self.indices.count(depth)),
            _ if inner == 0 => Some(0),
            Form::Let => times(self.indices.count(depth), self.bodies(inner, depth)),
            Form::Var => self.bodies(inner, depth),
            Form::For => times(self.bounds.count(depth), self.bodies(inner, depth)),
            Form::If => times(self.conditions.count(depth), self.pairs(inner, depth)),
            Form::Seq => self.sequences(inner, depth),
        }
    }

    fn payloads(&self, depth: usize) -> &Patterns<Expr> {
        if depth == 0 { &self.closed_payloads } else { &self.payloads }
    }

    fn statement(&self, size: usize, scope: &mut Scope, mut rest: Rest) -> S {
        let depth = scope.variables.len();
        for form in &self.forms {
            // No number is as large as a count that has none: the table has all of them.
            let count = self.of_form(*form, size, depth).unwrap_or_default();
            if count > 0 && rest.within(count) {
                return self.build(*form, size, scope, rest);
            }
        }
        S::skip()
    }

    fn build(&self, form: Form, size: usize, scope: &mut Scope, mut rest: Rest) -> S {
        let (inner, depth) = (size - 1, scope.variables.len());
        let (array, site) = (&self.array, &self.site);
        let bodies = || self.bodies(inner, depth).unwrap_or(1).max(1);
        let built = match form {
            Form::Skip => S::build(Shape::Skip),
            Form::Sync => S::build(Shape::Sync(&site.clone().into())),
            Form::Write => {
                let payloads = self.payloads(depth);
                let index = self.indices.nth(rest.split(payloads.count(depth)), scope);
                let payload = payloads.nth(rest.split(1), scope);
                S::build(Shape::Write(array, index, payload, site))
            }
            Form::Access => {
                let mode = [Mode::Rd, Mode::Wr][rest.split(self.indices.count(depth)).min(1)];
                S::build(Shape::Access(mode, array, self.indices.nth(rest.split(1), scope), site))
            }
            Form::Let => {
                let index = self.indices.nth(rest.split(bodies()), scope);
                let (x, body) = self.under(inner, scope, rest);
                S::build(Shape::Read(&x, array, index, &body, site))
            }
            Form::Var => {
                let (x, body) = self.under(inner, scope, rest);
                S::build(Shape::Var(&x, &body))
            }
            Form::For => {
                let bound = self.bounds.nth(rest.split(bodies()), scope);
                let (x, body) = self.under(inner, scope, rest);
                S::build(Shape::For(&x, &self.zero, bound, &body))
            }
            Form::If => {
                let pairs = self.pairs(inner, depth).unwrap_or(1).max(1);
                let c = self.conditions.nth(rest.split(pairs), scope);
                let (a, b) = self.pair(inner, &self.counts, scope, rest);
                S::build(Shape::If(c, &a, &b))
            }
            Form::Seq => {
                let (a, b) = self.pair(inner, &self.firsts, scope, rest);
                S::build(Shape::Seq(&a, &b))
            }
        };
        // Forms that a language does not have were left out.
        built.unwrap_or_else(S::skip)
    }

    /// Two statements, of the first of which there are so many, by size and variables in scope.
    fn pair(
        &self,
        size: usize,
        firsts: &[Vec<u128>],
        scope: &mut Scope,
        mut rest: Rest,
    ) -> (Arc<S>, Arc<S>) {
        let depth = scope.variables.len();
        for (first, firsts) in firsts.iter().enumerate().take(size).skip(1) {
            let seconds = self.known(size - first, depth);
            if rest.within(firsts[depth] * seconds) {
                let major = Rest(rest.0 / seconds);
                let a = self.statement(first, scope, major);
                let b = self.statement(size - first, scope, Rest(rest.0 % seconds));
                return (a.into(), b.into());
            }
        }
        (S::skip().into(), S::skip().into())
    }

    /// A binder's name and its body: the fresh name first, then those in scope.
    fn under(&self, size: usize, scope: &mut Scope, mut rest: Rest) -> (Name, Arc<S>) {
        let depth = scope.variables.len();
        if rest.within(self.known(size, depth + 1)) {
            let fresh = scope.next;
            scope.next += 1;
            scope.variables.push(fresh);
            let body = self.statement(size, scope, rest);
            scope.variables.pop();
            return (self.names[fresh].clone(), body.into());
        }
        let bound = scope.variables[rest.split(self.known(size, depth).max(1))];
        (self.names[bound].clone(), self.statement(size, scope, rest).into())
    }
}

/// Patterns with what they stand for.
struct Patterns<E> {
    patterns: Vec<Pattern<E>>,
    /// How many of them have a variable.
    variable: u128,
}

enum Pattern<E> {
    Closed(Arc<E>),
    /// One for each name.
    Variable(Vec<Arc<E>>),
}

impl<E: Instance> Patterns<E> {
    fn new(patterns: &[E], names: &[Name]) -> Self {
        let pattern = |e: &E| match e.has_variable() {
            false => Pattern::Closed(Arc::new(e.clone())),
            true => Pattern::Variable(names.iter().map(|x| Arc::new(e.instance(x))).collect()),
        };
        let variable = patterns.iter().filter(|e| e.has_variable()).count() as u128;
        Patterns { patterns: patterns.iter().map(pattern).collect(), variable }
    }

    fn count(&self, depth: usize) -> u128 {
        self.patterns.len() as u128 - self.variable + self.variable * depth as u128
    }

    fn nth(&self, mut n: usize, scope: &Scope) -> &Arc<E> {
        for pattern in &self.patterns {
            match pattern {
                Pattern::Closed(e) if n == 0 => return e,
                Pattern::Closed(_) => n -= 1,
                Pattern::Variable(each) => match scope.variables.get(n) {
                    Some(x) => return &each[*x],
                    None => n -= scope.variables.len(),
                },
            }
        }
        unreachable!("an index is below the count")
    }
}

/// An expression or a condition, as a pattern.
trait Instance: Clone {
    fn has_variable(&self) -> bool;

    fn instance(&self, x: &Name) -> Self;
}

impl Instance for Expr {
    fn has_variable(&self) -> bool {
        is_pattern(&self.free_variables())
    }

    fn instance(&self, x: &Name) -> Self {
        self.substitute(&pattern_variable(), &Expr::Var(x.clone()))
    }
}

impl Instance for Cond {
    fn has_variable(&self) -> bool {
        is_pattern(&self.free_variables())
    }

    fn instance(&self, x: &Name) -> Self {
        self.substitute(&pattern_variable(), &Expr::Var(x.clone()))
    }
}

/// A sum, or nothing where it or a summand is too large.
trait SumChecked {
    fn sum_checked(self) -> Option<u128>;
}

impl<I: Iterator<Item = Option<u128>>> SumChecked for I {
    fn sum_checked(mut self) -> Option<u128> {
        self.try_fold(0_u128, |sum, n| sum.checked_add(n?))
    }
}
