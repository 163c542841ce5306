//! Host code that is not read: which tokens those are, and what is seen of them all the same, launches and blocks.

use super::outline::{launched, past_angles};
use super::scope::Sort;
use super::{DEEPEST_NESTING, Parser};
use crate::syntax::{Expr, ExprKind, HostStep, Launch, Place, Skipped, StepKind};
use crate::token::{Kind, closing, join};
use crate::words::TYPE_WORDS;
use semantics::Name;
use std::ops::Range;
use std::sync::Arc;

impl Parser {
    /// Whether tokens may mean what the grammar makes of them: no lambda expression, whose body the tree
    /// has not, and no `f<a, b>` of a name that nothing here declares.
    pub(super) fn is_readable(&self, range: &Range<usize>) -> bool {
        let tokens = &self.tokens[range.clone()];
        let opens = |n: usize| {
            tokens[n].is("[")
                && match n.checked_sub(1).map(|n| &tokens[n].kind) {
                    // Not `new float[n]`.
                    Some(Kind::Name(word)) => {
                        super::is_reserved(word.as_str()) && !TYPE_WORDS.contains(&word.as_str())
                    }
                    Some(Kind::Punct(punct)) => !matches!(*punct, ")" | "]" | ">"),
                    // `1[a]`
                    Some(_) => false,
                    None => true,
                }
        };
        let lambda = (0..tokens.len()).any(opens);
        let template = |n: usize| {
            let Some(name) = tokens[n].name() else { return false };
            let qualified = n > 0 && tokens[n - 1].is("::");
            // No expression is `f < a > ()`: it is not taken for one.
            let is_call = |past: usize| {
                let is = |at: usize, punct: &str| tokens.get(at).is_some_and(|t| t.is(punct));
                is(past, "(") && is(past + 1, ")")
            };
            tokens.get(n + 1).is_some_and(|t| t.is("<"))
                && !super::is_reserved(name.as_str())
                && (qualified || self.scopes.find(name).is_none())
                && past_angles(tokens, n + 1).is_some_and(|past| !is_call(past))
                && !self.type_begins_at(range.start + n + 2 - self.at)
        };
        !lambda && !(0..tokens.len()).any(template)
    }

    pub(super) fn skipped_step(&mut self, range: Range<usize>) -> HostStep {
        let span = match (self.tokens.get(range.start), self.tokens.get(range.end - 1)) {
            (Some(first), Some(last)) => Place(join(&first.span, &last.span)),
            _ => Place(self.span()),
        };
        let skipped = self.skipped(range);
        HostStep { kind: StepKind::Skipped(skipped), span }
    }

    /// Passes over tokens; what is a block among them is read.
    pub(super) fn skipped(&mut self, range: Range<usize>) -> Skipped {
        let mut skipped =
            Skipped { tokens: self.tokens[range.clone()].to_vec(), ..Skipped::default() };
        let mut n = range.start;
        while n < range.end {
            if self.tokens[n].is("{") {
                let close = closing(&self.tokens, n).min(range.end);
                if self.tokens[n..close].iter().any(|t| t.is(";")) {
                    skipped.bodies.push(self.skipped_body(range.start, n, close));
                    n = close;
                }
            } else if self.tokens[n].is("<<<") {
                let site = launched(&self.tokens, n).unwrap_or(n);
                let callee = self.tokens[site].name().cloned().unwrap_or_else(|| "".into());
                let span = Place(self.tokens[site].span.clone());
                let kind = ExprKind::Name(callee);
                let callee = Expr { kind, span, height: 1 };
                skipped.launches.push(Launch {
                    site,
                    callee,
                    configuration: Vec::new(),
                    arguments: None,
                    unread: Vec::new(),
                });
            }
            n += 1;
        }
        self.at = range.end;
        skipped
    }

    /// The statements between braces, and what is declared in parentheses before them.
    fn skipped_body(
        &mut self,
        from: usize,
        open: usize,
        close: usize,
    ) -> (Vec<Name>, Arc<[HostStep]>) {
        let names = self.tokens[from..open].iter().filter_map(|t| t.name().cloned()).collect();
        if self.depth >= DEEPEST_NESTING {
            return (names, Arc::default());
        }
        self.depth += 1;
        self.scopes.open();
        for name in &names {
            self.scopes.declare(Name::clone(name), Sort::Value);
        }
        self.at = open + 1;
        let steps = self.host_steps(close);
        self.scopes.close();
        self.depth -= 1;
        (names, steps.into())
    }
}
