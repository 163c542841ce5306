//! Kernels in C without a feature: one change of the text after another, each by its syntax tree, until
//! none is left to make.

use super::{Feature, beside};
use crate::kernel::Language;
use crate::spelling::Words;
use crate::text::{self, Edit};
use cuda::syntax::{
    Binary, Body, Expr, ExprKind, Init, Item, Parameter, Stmt, StmtKind, Type, Unary, Variable,
};
use semantics::{Op, Rel, Span};

/// No kernel has more places that are changed.
const MOST: usize = 256;

/// The text without the feature, which may be the same; nothing where the feature is none of texts, or
/// what is left cannot be read.
pub(super) fn without(language: Language, text: &str, feature: Feature) -> Option<String> {
    if matches!(feature, Feature::Arrays) {
        return None;
    }
    let mut text = text.to_owned();
    for _ in 0..MOST {
        let Some(edit) = first(language, &text, feature) else {
            return text::reads(language, &text).then_some(text);
        };
        text = edit.apply(&text)?;
    }
    None
}

/// The first change that is left to make.
fn first(language: Language, text: &str, feature: Feature) -> Option<Edit> {
    let file = text::tree(language, text)?;
    let own = |item: &&Item| match item {
        Item::Function(f) => f.specifiers.global && matches!(f.body, Body::Block(_)),
        _ => false,
    };
    let Item::Function(kernel) = file.items.iter().find(own)? else { return None };
    let Body::Block(body) = &kernel.body else { return None };
    let words = Words::of(language);
    let mut search = Search {
        text,
        feature,
        words,
        parameters: &kernel.parameters,
        found: None,
        in_switch: false,
    };
    body.iter().for_each(|s| search.statement(s));
    search.found
}

struct Search<'t> {
    text: &'t str,
    feature: Feature,
    words: Words,
    parameters: &'t [Parameter],
    found: Option<Edit>,
    /// Whether a `break` here ends a `switch`.
    in_switch: bool,
}

impl Search<'_> {
    fn put(&mut self, place: &Span, with: impl Into<String>) {
        // The first, and outermost.
        self.found.get_or_insert(Edit { bytes: place.bytes.clone(), with: with.into() });
    }

    fn of(&self, place: &Span) -> &str {
        self.text.get(place.bytes.clone()).unwrap_or_default()
    }

    fn statement(&mut self, s: &Stmt) {
        if self.found.is_some() {
            return;
        }
        let whole = &s.span.0;
        match (&s.kind, self.feature) {
            (StmtKind::Expr(e), Feature::Barrier) if called(e, self.words.barriers) => {
                self.put(whole, ";");
            }
            (StmtKind::Break, Feature::Break | Feature::Loop) if !self.in_switch => {
                self.put(whole, ";")
            }
            (StmtKind::Continue, Feature::Loop) => self.put(whole, ";"),
            (StmtKind::Break, Feature::Switch) if self.in_switch => self.put(whole, ";"),
            (StmtKind::Case(_, body), Feature::Switch) => {
                let body = self.of(&body.span.0).to_owned();
                self.put(whole, body);
            }
            (StmtKind::Switch(_, body), Feature::Switch) => {
                // What is inside goes first.
                self.inside(true, body);
                let body = self.of(&body.span.0).to_owned();
                self.put(whole, body);
            }
            (StmtKind::If(_, a, b), Feature::Branch) => {
                let part = |s: &Stmt| format!("{{ {} }}", self.of(&s.span.0));
                let parts = b.as_ref().map_or(String::new(), |b| part(b));
                let parts = format!("{} {parts}", part(a));
                self.put(whole, parts);
            }
            (StmtKind::If(_, a, Some(b)), Feature::Else) => {
                let end = a.span.0.bytes.end..b.span.0.bytes.end;
                self.put(&Span { source: whole.source.clone(), bytes: end }, "");
            }
            (StmtKind::For(init, _, _, body), Feature::Loop) => {
                // A `break` and a `continue` go first.
                self.inside(false, body);
                let parts = format!("{{ {} {} }}", self.of(&init.span.0), self.of(&body.span.0));
                self.put(whole, parts);
            }
            (StmtKind::While(_, body) | StmtKind::DoWhile(body, _), Feature::Loop) => {
                self.inside(false, body);
                let body = self.of(&body.span.0).to_owned();
                self.put(whole, body);
            }
            _ => self.parts(s),
        }
    }

    fn inside(&mut self, switch: bool, body: &Stmt) {
        let before = std::mem::replace(&mut self.in_switch, switch);
        self.statement(body);
        self.in_switch = before;
    }

    fn parts(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.expression(e),
            StmtKind::Declare(variables) | StmtKind::Enumeration(_, variables) => {
                variables.iter().for_each(|variable| self.variable(s, variable));
            }
            StmtKind::Block(body) => body.iter().for_each(|s| self.statement(s)),
            StmtKind::If(c, a, b) => {
                self.expression(c);
                self.statement(a);
                b.iter().for_each(|b| self.statement(b));
            }
            // How often a loop runs is no comparison of the kernel's.
            StmtKind::For(_, _, _, body)
            | StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _) => {
                self.inside(false, body);
            }
            StmtKind::Switch(c, body) => {
                self.expression(c);
                self.inside(true, body);
            }
            StmtKind::Case(_, body) | StmtKind::Label(_, body) => self.statement(body),
            _ => {}
        }
    }

    fn variable(&mut self, s: &Stmt, variable: &Variable) {
        if self.feature == Feature::SharedMemory && variable.specifiers.shared {
            return self.make_global(s, variable);
        }
        if let Some(Init::Expr(e)) = &variable.init {
            self.expression(e);
        }
    }

    /// A shared array as a parameter: the last, so that the others keep their places.
    fn make_global(&mut self, s: &Stmt, variable: &Variable) {
        let Some(last) = self.parameters.last() else { return };
        let (Type::Array(element, _), after) = (&variable.ty, last.span.0.bytes.end) else {
            return;
        };
        let Some(rest) = self.text.get(after..s.span.0.bytes.start) else { return };
        // The place of a parameter may be that of its name.
        let Some(close) = rest.find(')') else { return };
        let with = format!(
            "{}, {}{element} *{}{}",
            &rest[..close],
            self.words.global,
            variable.name,
            &rest[close..]
        );
        let bytes = after..s.span.0.bytes.end;
        self.put(&Span { source: s.span.0.source.clone(), bytes }, with);
    }

    fn expression(&mut self, e: &Expr) {
        if self.found.is_some() {
            return;
        }
        let whole = &e.span.0;
        match (&e.kind, self.feature) {
            (ExprKind::Binary(op, a, b), Feature::Comparison(rel))
                if relation(*op) == Some(rel) =>
            {
                let (a, b) = (self.of(&a.span.0), self.of(&b.span.0));
                let with = format!("{a} {} {b}", beside(rel).symbol());
                // One that was changed is not changed back.
                self.put(whole, with);
            }
            (ExprKind::Binary(op, a, _), Feature::Operator(taken))
                if operator(*op) == Some(taken) =>
            {
                let left = format!("({})", self.of(&a.span.0));
                self.put(whole, left);
            }
            (ExprKind::Call(_, arguments), Feature::Atomic) if is_atomic(e) => {
                if let [place, value, ..] = arguments.as_slice()
                    && let ExprKind::Unary(Unary::Address, place) = &place.kind
                {
                    let with = format!("{} = {}", self.of(&place.span.0), self.of(&value.span.0));
                    self.put(whole, with);
                }
            }
            (ExprKind::Assign(None, place, value), Feature::EqualValues)
                if matches!(place.kind, ExprKind::Index(..))
                    && self.of(&value.span.0) != self.words.thread[0] =>
            {
                let own = self.words.thread[0];
                self.put(&value.span.0, own);
            }
            (ExprKind::Index(array, _), Feature::Input) if self.is_input(array) => {
                self.put(whole, "0")
            }
            (ExprKind::Index(array, _), Feature::Read) if !self.is_input(array) => {
                if let Some(input) = self.input() {
                    let with = format!("{input}[{}]", self.words.thread[0]);
                    self.put(whole, with);
                }
            }
            _ => self.operands(e),
        }
    }

    fn operands(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| self.expression(e)),
            ExprKind::Conditional(c, a, b) => {
                [c, a, b].into_iter().for_each(|e| self.expression(e))
            }
            ExprKind::Cast(_, a) | ExprKind::Unary(_, a) => {
                self.place(a, matches!(e.kind, ExprKind::Cast(..)))
            }
            // `a[i] += v` reads as well, and stays.
            ExprKind::Assign(_, place, value) => {
                self.expression(value);
                self.place(place, false);
            }
            ExprKind::Index(_, index) => self.expression(index),
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|e| self.expression(e)),
            _ => {}
        }
    }

    /// What is written to, or the address of which is taken, is not read.
    fn place(&mut self, e: &Expr, is_value: bool) {
        match &e.kind {
            ExprKind::Index(_, index) if !is_value => self.expression(index),
            _ => self.expression(e),
        }
    }

    fn is_input(&self, array: &Expr) -> bool {
        let ExprKind::Name(name) = &array.kind else { return false };
        self.parameters.iter().any(|p| p.name.as_ref() == Some(name) && is_constant(&p.ty))
    }

    /// An array of inputs, where the kernel has one.
    fn input(&self) -> Option<&str> {
        let input = self.parameters.iter().find(|p| is_constant(&p.ty))?;
        input.name.as_ref().map(|name| name.as_str())
    }
}

/// A pointer to what the kernel does not write.
fn is_constant(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(of) if matches!(**of, Type::Const(_)))
}

fn called(e: &Expr, names: &[&str]) -> bool {
    let ExprKind::Call(function, _) = &e.kind else { return false };
    matches!(&function.kind, ExprKind::Name(name) if names.contains(&name.as_str()))
}

fn is_atomic(e: &Expr) -> bool {
    let ExprKind::Call(function, _) = &e.kind else { return false };
    matches!(&function.kind, ExprKind::Name(name) if name.as_str().starts_with("atomic"))
}

fn relation(op: Binary) -> Option<Rel> {
    Some(match op {
        Binary::Lt => Rel::Lt,
        Binary::Le => Rel::Le,
        Binary::Gt => Rel::Gt,
        Binary::Ge => Rel::Ge,
        Binary::Eq => Rel::Eq,
        Binary::Ne => Rel::Ne,
        _ => return None,
    })
}

fn operator(op: Binary) -> Option<Op> {
    Some(match op {
        Binary::Mul => Op::Mul,
        Binary::Div => Op::Div,
        Binary::Rem => Op::Rem,
        Binary::Add => Op::Add,
        Binary::Sub => Op::Sub,
        Binary::Shl => Op::Shl,
        Binary::Shr => Op::Shr,
        Binary::BitAnd => Op::BitAnd,
        Binary::BitXor => Op::BitXor,
        Binary::BitOr => Op::BitOr,
        _ => return None,
    })
}
