//! `#pragma …` and `_Pragma("…")`, as far as they say what is read.

use super::Preprocessor;
use crate::lex::lex;
use crate::token::{Kind, Token};
use semantics::{Diagnostic, Name, Source, Span};

/// Whether a pragma, of which these are the words, keeps a macro or brings one back.
pub(super) fn changes_macros(words: &[Token]) -> bool {
    words.first().is_some_and(|word| matches!(word.kind.text(), "push_macro" | "pop_macro"))
}

impl Preprocessor<'_> {
    /// Takes a line of text. A `_Pragma("…")` that is written in it is obeyed as a directive is. [C17 6.10.9]
    pub(super) fn text(&mut self, source: &Source, mut line: Vec<Token>) -> Result<(), Diagnostic> {
        if !line.iter().any(is_operator) {
            self.run.append(&mut line);
            return Ok(());
        }
        let mut tokens = line.into_iter();
        while let Some(token) = tokens.next() {
            let Some(string) = string_of(&token, tokens.as_slice()) else {
                self.run.push(token);
                continue;
            };
            let words = words_of(string)?;
            tokens.nth(2);
            self.flush_before(!changes_macros(&words))?;
            self.pragma(source, &words, &token.span)?;
        }
        Ok(())
    }

    /// Obeys `#pragma …`, as far as it says what is read.
    pub(super) fn pragma(
        &mut self,
        source: &Source,
        rest: &[Token],
        span: &Span,
    ) -> Result<(), Diagnostic> {
        match rest.first().map_or("", |t| t.kind.text()) {
            "once" => {
                self.once.insert(self.files.identity(source.name()));
            }
            "push_macro" => {
                let name = macro_in(rest, span)?;
                let before = self.macros.get(&name).cloned();
                self.pushed.entry(name).or_default().push(before);
            }
            "pop_macro" => {
                let name = macro_in(rest, span)?;
                match self.pushed.get_mut(&name).and_then(Vec::pop) {
                    Some(Some(before)) => {
                        self.macros.insert(name, before);
                    }
                    Some(None) => {
                        self.macros.remove(&name);
                    }
                    None => {}
                }
            }
            name => {
                self.packed |= name == "pack";
                self.notes.insert(format!("#pragma {name} is not looked at"));
            }
        }
        Ok(())
    }

    /// Takes out each `_Pragma("…")` that a macro makes.
    pub(super) fn drop_pragma_operators(
        &mut self,
        tokens: Vec<Token>,
    ) -> Result<Vec<Token>, Diagnostic> {
        if !tokens.iter().any(is_operator) {
            return Ok(tokens);
        }
        let mut kept = Vec::with_capacity(tokens.len());
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            if !is_operator(&token) {
                kept.push(token);
                continue;
            }
            let Some(string) = string_of(&token, tokens.as_slice()) else {
                return Err(Diagnostic::at(token.span, "`_Pragma` takes one string"));
            };
            let words = words_of(string)?;
            if changes_macros(&words) {
                let why =
                    "a `#pragma push_macro` or `pop_macro` that a macro makes is not supported";
                return Err(Diagnostic::at(token.span, why));
            }
            self.packed |= words.first().is_some_and(|word| word.kind.text() == "pack");
            self.notes.insert(format!("_Pragma({}) is not looked at", string.kind.text()));
            tokens.nth(2);
        }
        Ok(kept)
    }
}

fn is_operator(token: &Token) -> bool {
    token.name().is_some_and(|name| name.as_str() == "_Pragma")
}

/// The string that `_Pragma` has in parentheses behind it.
fn string_of<'a>(operator: &Token, behind: &'a [Token]) -> Option<&'a Token> {
    let [open, string, close, ..] = behind else { return None };
    let is = is_operator(operator) && open.is("(") && close.is(")");
    (is && matches!(string.kind, Kind::Str(_))).then_some(string)
}

/// The words of a pragma that a string has.
fn words_of(string: &Token) -> Result<Vec<Token>, Diagnostic> {
    let text = string.kind.text().trim_start_matches('L');
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let text = text.replace("\\\"", "\"").replace("\\\\", "\\");
    let mut words = lex(&Source::new(string.span.source.name(), &text))?;
    words.retain(|word| word.kind != Kind::Newline);
    Ok(words)
}

/// The macro that `#pragma push_macro("X")` names.
fn macro_in(rest: &[Token], span: &Span) -> Result<Name, Diagnostic> {
    match rest {
        [_, open, token, close] if open.is("(") && close.is(")") => match &token.kind {
            Kind::Str(text) => Ok(text.as_str().trim_matches('"').into()),
            _ => Err(Diagnostic::at(
                token.span.clone(),
                "this takes the name of a macro, as a string",
            )),
        },
        _ => Err(Diagnostic::at(span.clone(), "this takes the name of a macro, as a string")),
    }
}
