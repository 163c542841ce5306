//! What of a source is not read: what stands behind a directive, or a use of a macro, that is malformed, and what stands in
//! a comment that does not end. What stands before is the same whatever was meant there.

use super::{Group, Preprocessor, attribute};
use crate::token::{Kind, Token};
use crate::vocabulary::Language;
use semantics::{Diagnostic, Name};
use std::collections::HashSet;

const GLOBAL: &str = "__global__";

/// What of a source is not read.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    /// The mistake before it.
    pub why: Diagnostic,
    /// Its tokens, all groups of `#if` among them, macros unexpanded.
    pub tokens: Vec<Token>,
}

impl Preprocessor<'_> {
    /// A mistake because of which nothing of the source is read: a limit that is passed, or one that leaves it open what
    /// stands before it.
    pub(super) fn refuse(&mut self, why: Diagnostic) -> Diagnostic {
        self.refuses_all = true;
        why
    }

    /// Forgets what is read since the begin of a group.
    pub(super) fn go_back_to(&mut self, group: Group) {
        let (tokens, waiting) = group.before;
        self.out.truncate(tokens);
        self.run = waiting;
    }

    /// What is not read because of a mistake.
    ///
    /// # Errors
    /// The mistake, where nothing is read because of it, or a kernel may be lost of which not even the name is known.
    pub(super) fn rest(&mut self, why: Diagnostic) -> Result<Rest, Diagnostic> {
        let mut tokens = std::mem::take(&mut self.rest);
        tokens.retain(|token| token.kind != Kind::Newline);
        let Some(place) = why.span.clone() else { return Err(why) };
        let tokens = attribute::in_words(tokens);
        let lost = includes(&tokens) || self.makes_kernels(&tokens);
        let other = self.language == Language::OpenCl || !self.flipped.is_empty();
        if self.refuses_all || why.exhausted.is_some() || other || lost {
            return Err(why);
        }
        for (doubt, _) in self.open_doubts.clone() {
            self.settle(doubt, &place);
        }
        Ok(Rest { why, tokens })
    }

    /// Whether one of the macros that tokens may use makes a kernel.
    fn makes_kernels(&self, tokens: &[Token]) -> bool {
        let mut next: Vec<&Name> = tokens.iter().filter_map(Token::name).collect();
        // The word itself is seen among tokens.
        next.retain(|name| name.as_str() != GLOBAL);
        let mut seen: HashSet<&Name> = HashSet::new();
        while let Some(name) = next.pop() {
            let Some(body) = self.macros.get(name).map(|found| &found.body) else { continue };
            if attribute::in_words(body.to_vec()).iter().any(|token| token.is_word(GLOBAL)) {
                return true;
            }
            if seen.insert(name) {
                next.extend(body.iter().filter_map(Token::name));
            }
        }
        false
    }
}

/// Whether a file may be included among tokens.
fn includes(tokens: &[Token]) -> bool {
    let names =
        |word: &Token| ["include", "include_next", "import"].iter().any(|w| word.is_word(w));
    tokens.windows(2).any(|two| two[0].is("#") && names(&two[1]))
}
