//! What the typed tree says of expressions, by the tokens at which they begin and end: their types, what they are
//! converted to without being asked, and which functions calls mean. For `tests/fidelity.py`.

use cuda::syntax::{Body, File};
use cuda::typed::{Expr, Kind, Stmt, StmtKind};
use cuda::typing::{self, Context};
use semantics::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The tokens of a text, with where each begins in it.
pub struct Tokens {
    tokens: Vec<(usize, String, Span)>,
    /// Which tokens begin, and which end, at a place of a file; several where a macro made them.
    begins: BTreeMap<(String, usize), Vec<usize>>,
    ends: BTreeMap<(String, usize), Vec<usize>>,
}

impl Tokens {
    pub fn of(tokens: &[(usize, String, Span)]) -> Tokens {
        let (mut begins, mut ends) = (BTreeMap::new(), BTreeMap::new());
        for (n, (_, _, span)) in tokens.iter().enumerate() {
            let at = |byte| (span.source.name().to_string(), byte);
            begins.entry(at(span.bytes.start)).or_insert_with(Vec::new).push(n);
            ends.entry(at(span.bytes.end)).or_insert_with(Vec::new).push(n);
        }
        Tokens { tokens: tokens.to_vec(), begins, ends }
    }

    /// Where the expression begins and ends, parentheses around it left out; nothing where a macro made it.
    fn place(&self, span: &Span) -> Option<(usize, usize)> {
        let only = |all: &BTreeMap<_, Vec<usize>>, byte: usize| {
            let all = all.get(&(span.source.name().to_string(), byte))?;
            all.first().copied().filter(|_| all.len() == 1)
        };
        let mut first = only(&self.begins, span.bytes.start)?;
        let mut last = only(&self.ends, span.bytes.end)?;
        while self.closing(first) == Some(last) {
            (first, last) = (first + 1, last - 1);
        }
        let (end, text, _) = &self.tokens[last];
        (first <= last).then(|| (self.tokens[first].0, end + text.len()))
    }

    /// Where a name begins, its qualification left out.
    fn name(&self, span: &Span) -> Option<usize> {
        let (begin, end) = self.place(span)?;
        let inside = self.tokens.iter().filter(|(at, ..)| (begin..end).contains(at));
        let mut qualified = inside.clone().filter(|(_, text, _)| text == "::");
        let last = qualified.next_back().map_or(begin, |token| token.0);
        inside.map(|(at, ..)| *at).find(|at| *at > last || last == begin)
    }

    /// The token that closes the parenthesis which this one opens.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        if self.tokens[open].1 != "(" {
            return None;
        }
        (open..self.tokens.len()).find(|n| {
            match self.tokens[*n].1.as_str() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }
}

/// What is found.
struct Facts<'f> {
    tokens: &'f Tokens,
    /// The functions of the file: where their names and their bodies stand.
    bodies: Vec<(Span, Span)>,
    /// The types of expressions, from the inside out.
    types: BTreeMap<(usize, usize), BTreeSet<String>>,
    /// Where the names of the functions stand that calls mean.
    calls: BTreeMap<(usize, usize), BTreeSet<usize>>,
}

/// A line for each: `T BEGIN END TYPE -> TYPE`, `C BEGIN END NAME`.
pub fn of(file: &File, tokens: &Tokens) -> String {
    let context = Context::of(file);
    let body = |f: &cuda::syntax::Function| match &f.body {
        // What a call with default arguments means: it stands where the function's name does.
        Body::Block(block) if block.iter().any(|s| same(&s.span.0, &f.span.0)) => None,
        Body::Block(block) => {
            let (first, last) = (&block.first()?.span.0, &block.last()?.span.0);
            let bytes = first.bytes.start..last.bytes.end;
            Some((f.span.0.clone(), Span { bytes, ..first.clone() }))
        }
        _ => None,
    };
    let own = file.functions().filter(|f| !f.specifiers.of_toolkit);
    let bodies = own.filter_map(body).collect();
    let mut facts = Facts { tokens, bodies, types: BTreeMap::new(), calls: BTreeMap::new() };
    for f in file.functions().filter(|f| f.specifiers.global && f.template.is_none()) {
        if let Ok(kernel) = typing::kernel(&context, f) {
            facts.statements(&kernel.body, None);
        }
    }
    let mut out = String::new();
    for ((begin, end), types) in facts.types.iter().filter(|(_, types)| types.len() == 1) {
        types.iter().for_each(|ty| writeln!(out, "T {begin} {end} {ty}").unwrap());
    }
    for ((begin, end), calls) in facts.calls.iter().filter(|(_, calls)| calls.len() == 1) {
        calls.iter().for_each(|name| writeln!(out, "C {begin} {end} {name}").unwrap());
    }
    out
}

impl Facts<'_> {
    /// Those of statements. `call`: the call in the place of which they stand.
    fn statements(&mut self, statements: &[Stmt], call: Option<&Span>) {
        for s in statements {
            match &s.kind {
                StmtKind::Expr(e) | StmtKind::Assume(e) => self.statement(e, call),
                StmtKind::Declare(_, e) => e.iter().for_each(|e| self.statement(e, call)),
                StmtKind::Block(block) => self.statements(block, call),
                StmtKind::If(c, yes, no) => {
                    self.statement(c, call);
                    self.statements(yes, call);
                    self.statements(no, call);
                }
                StmtKind::Loop { condition, step, body, .. } => {
                    condition.iter().chain(step).for_each(|e| self.statement(e, call));
                    self.statements(body, call);
                }
                StmtKind::Switch(e, body, _) => {
                    self.statement(e, call);
                    self.statements(body, call);
                }
                _ => {}
            }
        }
    }

    /// An expression. What a function of the toolkit does stands where it is called.
    fn statement(&mut self, e: &Expr, call: Option<&Span>) {
        if call.is_none_or(|call| !same(call, &e.span)) {
            self.expr(e);
        }
    }

    fn expr(&mut self, e: &Expr) {
        let mut chain = vec![e.ty.unqualified().to_string()];
        let mut inner = e;
        while let Some(of) = converted(inner) {
            inner = of;
            chain.push(of.ty.unqualified().to_string());
        }
        chain.reverse();
        chain.dedup();
        let place = self.tokens.place(&e.span);
        if let Some(place) = place {
            self.types.entry(place).or_default().insert(chain.join(" -> "));
        }
        if let Kind::Inline(statements, value) = &inner.kind {
            let called = self.called(&inner.span, statements, value.as_deref());
            if let Some((place, name)) = place.zip(called) {
                self.calls.entry(place).or_default().insert(name);
            }
            self.statements(statements, Some(&inner.span));
            value.iter().for_each(|e| self.statement(e, Some(&inner.span)));
            return;
        }
        inner
            .kind
            .operands()
            .into_iter()
            .filter(|of| !same(&of.span, &inner.span))
            .for_each(|of| self.expr(of));
    }

    /// Where the name of the function stands whose body is in the place of a call.
    fn called(&self, call: &Span, statements: &[Stmt], value: Option<&Expr>) -> Option<usize> {
        let mut spans = statements.iter().map(|s| &s.span).chain(value.map(|e| &e.span));
        let name = spans.find_map(|span| {
            if within(span, call) {
                return None;
            }
            let around = self.bodies.iter().filter(|(_, body)| within(span, body));
            Some(&around.min_by_key(|(_, body)| body.bytes.len())?.0)
        })?;
        self.tokens.name(name)
    }
}

fn same(a: &Span, b: &Span) -> bool {
    within(a, b) && within(b, a)
}

fn within(inner: &Span, outer: &Span) -> bool {
    inner.source.name() == outer.source.name()
        && outer.bytes.start <= inner.bytes.start
        && inner.bytes.end <= outer.bytes.end
}

/// What is converted to this without being asked: it stands in the same place.
fn converted(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        Kind::Convert(of) | Kind::Compare(_, of, _) => {
            Some(&**of).filter(|of| same(&of.span, &e.span))
        }
        _ => None,
    }
}
