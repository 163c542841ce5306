//! Macro definitions. [C++17, 19.3]

use super::Preprocessor;
use crate::lex::lex;
use crate::token::{Kind, Token, closing};
use semantics::{Diagnostic, Name, Source};
use std::sync::Arc;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// Its number in hide sets.
    pub id: u32,
    /// The parameters of a function-like macro; `__VA_ARGS__` is the last of a variadic one.
    pub parameters: Option<Vec<Name>>,
    /// Whether the last parameter takes all remaining arguments.
    pub variadic: bool,
    /// What it expands to.
    pub body: Vec<Token>,
    /// What is known of it where another version of the compiler gives it another body.
    pub assumed: Option<Assumed>,
}

/// A number that each version of a compiler has one of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumed {
    /// What it is at least, if that is known.
    pub least: Option<i64>,
}

impl Macro {
    /// Whether a part of the body hangs on whether there are arguments for `...`.
    pub fn has_options(&self) -> bool {
        self.body.iter().any(is_option)
    }

    /// The macro with what stands in `__VA_OPT__(…)`, or, where there are no such arguments, without. [C++20, 15.6.2]
    pub fn chosen(&self, present: bool) -> Macro {
        let mut body = Vec::new();
        let mut rest = self.body.as_slice();
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            if !is_option(token) {
                body.push(token.clone());
                continue;
            }
            let close = closing(after, 0).min(after.len());
            match present {
                true => body.extend(after.iter().take(close).skip(1).cloned()),
                // `##` needs something on either side.
                false => body.push(Token { kind: Kind::Other("".into()), ..token.clone() }),
            }
            rest = after.get(close + 1..).unwrap_or_default();
        }
        Macro { body, ..self.clone() }
    }

    /// Which parameter the token is.
    pub fn parameter(&self, token: &Token) -> Option<usize> {
        let name = token.name()?;
        self.parameters.as_ref()?.iter().position(|p| p == name)
    }
}

fn is_option(token: &Token) -> bool {
    token.name().is_some_and(|name| name.as_str() == "__VA_OPT__")
}

impl Preprocessor<'_> {
    /// Defines a macro from text as it stands after `#define`.
    pub(super) fn define_text(&mut self, from: &str, text: &str) -> Result<(), Diagnostic> {
        let mut tokens = lex(&Source::new(from, text))?;
        tokens.retain(|t| t.kind != Kind::Newline);
        match tokens.first() {
            Some(_) => self.define(&tokens),
            None => Err(Diagnostic::whole(format!("`{from}` takes NAME or NAME=VALUE"))),
        }
    }

    /// Defines a macro from the tokens after `#define`.
    pub(super) fn define(&mut self, tokens: &[Token]) -> Result<(), Diagnostic> {
        let Some((head, rest)) = tokens.split_first() else {
            return Err(Diagnostic::whole("#define without a name"));
        };
        let Some(name) = head.name() else {
            return Err(Diagnostic::at(head.span.clone(), "a macro's name is an identifier"));
        };
        if ["defined", "__VA_ARGS__"].contains(&name.as_str()) {
            return Err(Diagnostic::at(head.span.clone(), format!("`{name}` cannot be a macro")));
        }
        let function_like = rest.first().is_some_and(|t| t.is("(") && !t.space);
        let (parameters, variadic, body) = if function_like {
            let (parameters, variadic, body) = parameters(&rest[1..], head)?;
            (Some(parameters), variadic, body)
        } else {
            (None, false, rest)
        };
        for (n, token) in body.iter().enumerate().filter(|(_, t)| is_option(t)) {
            let opens = body.get(n + 1).is_some_and(|t| t.is("("));
            let close = closing(body, n + 1);
            let inner = body.get(n + 1..close).filter(|_| close < body.len());
            if !variadic || !opens || inner.is_none_or(|inner| inner.iter().any(is_option)) {
                return Err(Diagnostic::at(
                    token.span.clone(),
                    "`__VA_OPT__` takes what stands in parentheses, without another one, in a macro with `...`",
                ));
            }
        }
        let ends = [body.first(), body.last()];
        if let Some(paste) = ends.into_iter().flatten().find(|t| t.is("##")) {
            return Err(Diagnostic::at(paste.span.clone(), "`##` needs a token on either side"));
        }
        let next = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(name.clone()).or_insert(next);
        let made = Macro { id, parameters, variadic, body: body.to_vec(), assumed: None };
        if made.parameters.is_some() {
            for (n, token) in made.body.iter().enumerate() {
                let stringized = made.body.get(n + 1);
                if token.is("#") && stringized.and_then(|t| made.parameter(t)).is_none() {
                    return Err(Diagnostic::at(
                        token.span.clone(),
                        "`#` needs a parameter after it",
                    ));
                }
            }
        }
        // A redefinition that differs is ill-formed in C++ but accepted, with a warning, by all.
        self.of_samples.remove(name);
        self.macros.insert(name.clone(), Arc::new(made));
        Ok(())
    }
}

/// The parameters, whether they are variadic, and the tokens after the closing parenthesis.
fn parameters<'t>(
    tokens: &'t [Token],
    head: &Token,
) -> Result<(Vec<Name>, bool, &'t [Token]), Diagnostic> {
    let wrong = |token: Option<&Token>| {
        let span = token.unwrap_or(head).span.clone();
        Diagnostic::at(span, "the parameters of a macro are names between commas")
    };
    let mut parameters: Vec<Name> = Vec::new();
    let mut variadic = false;
    let mut at = 0;
    if tokens.first().is_some_and(|t| t.is(")")) {
        return Ok((parameters, false, &tokens[1..]));
    }
    loop {
        let token = tokens.get(at).ok_or_else(|| wrong(None))?;
        at += 1;
        if token.is("...") {
            parameters.push("__VA_ARGS__".into());
            variadic = true;
        } else {
            let name = token.name().ok_or_else(|| wrong(Some(token)))?;
            if parameters.contains(name) {
                return Err(Diagnostic::at(token.span.clone(), format!("two parameters `{name}`")));
            }
            parameters.push(name.clone());
            // GNU: `args...` names the remaining arguments.
            if tokens.get(at).is_some_and(|t| t.is("...")) {
                variadic = true;
                at += 1;
            }
        }
        let next = tokens.get(at);
        at += 1;
        match next {
            Some(t) if t.is(")") => return Ok((parameters, variadic, &tokens[at..])),
            Some(t) if t.is(",") && !variadic => {}
            other => return Err(wrong(other)),
        }
    }
}
