//! Macro expansion, with hide sets: the algorithm that the wording of the standard was made
//! from. A macro never expands again in what its own expansion brought in.

use super::macros::Macro;
use super::{DEEPEST_EXPANSION, MOST_TOKENS, Preprocessor};
use crate::lex::lex_one;
use crate::token::{Hidden, Kind, Token, join};
use semantics::{Diagnostic, Name, Span};
use std::sync::Arc;

/// The longest token that `#` and `##` may make, in bytes: each may double its operand.
const LONGEST_TOKEN: usize = 1 << 16;

/// The arguments of one use of a macro.
struct Use {
    arguments: Vec<Vec<Token>>,
    /// The same, expanded, once that was asked for.
    expanded: Vec<Option<Vec<Token>>>,
    /// From the name to the closing parenthesis.
    span: Span,
    /// What the expansion adds to the hide sets.
    hidden: Hidden,
    depth: usize,
}

/// A text as far as its macros are expanded.
#[derive(Default)]
pub(super) struct Expanded {
    /// What it is then.
    pub out: Vec<Token>,
    /// How many of its tokens that is.
    pub tokens: usize,
}

impl Preprocessor<'_> {
    /// Expands all macros in a text.
    pub(super) fn expand(
        &mut self,
        tokens: Vec<Token>,
        depth: usize,
    ) -> Result<Vec<Token>, Diagnostic> {
        let mut expanded = Expanded::default();
        self.expand_to(tokens, depth, &mut expanded)?;
        Ok(expanded.out)
    }

    /// As [`Preprocessor::expand`]; where the use of a macro is malformed, `expanded` ends before it.
    pub(super) fn expand_to(
        &mut self,
        tokens: Vec<Token>,
        depth: usize,
        expanded: &mut Expanded,
    ) -> Result<(), Diagnostic> {
        let mut out = Vec::new();
        let (all, mut read) = (tokens.len(), (0, 0));
        let done =
            self.expand_all(tokens, depth, &mut out, &mut |left, out| read = (all - left, out));
        if done.is_err() {
            out.truncate(read.1);
        }
        *expanded = Expanded { out, tokens: read.0 };
        done
    }

    /// Expands all macros in a text. `whole` is told wherever nothing of the use of a macro is left: how many tokens are, and
    /// how many there are of what it expands to.
    fn expand_all(
        &mut self,
        tokens: Vec<Token>,
        depth: usize,
        out: &mut Vec<Token>,
        whole: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Diagnostic> {
        let held = tokens.len();
        self.held += held;
        let mut rest = tokens;
        rest.reverse();
        // How many of them nothing was taken of.
        let mut own = rest.len();
        while let Some(token) = rest.pop() {
            if rest.len() < own {
                own = rest.len();
                whole(own + 1, out.len());
            }
            self.spend(&token.span)?;
            if let Some(found) = self.macro_at(&token, rest.last()) {
                if depth >= DEEPEST_EXPANSION || token.hidden.len() >= DEEPEST_EXPANSION {
                    let why = Diagnostic::at(token.span, "macro expansions nest too deep here");
                    return Err(self.refuse(why));
                }
                if let (Some(name), false) = (token.name(), self.perhaps.is_empty()) {
                    let name = name.clone();
                    self.used(&name, &token.span);
                }
                let used = self.arguments(&found, &token, &mut rest, depth)?;
                own = own.min(rest.len());
                let body = self.substitute(&found, used)?;
                if self.held - held + rest.len() + body.len() > MOST_TOKENS {
                    return Err(self.too_much(&token.span));
                }
                rest.extend(body.into_iter().rev());
            } else {
                let token = self.dynamic(token);
                out.push(token);
            }
        }
        self.held -= held;
        Ok(())
    }

    /// The macro that expands at this token.
    fn macro_at(&mut self, token: &Token, next: Option<&Token>) -> Option<Arc<Macro>> {
        let name = token.name()?;
        let found = self.macros.get(name)?;
        let called = found.parameters.is_none() || next.is_some_and(|t| t.is("("));
        if token.hidden.contains(found.id) || !called {
            return None;
        }
        if found.assumed.is_some() && self.in_condition {
            return None;
        }
        let found = Arc::clone(found);
        if name.as_str() == super::ARCHITECTURE {
            self.note_architecture();
            let is_assumed = matches!(&*found.body, [n] if n.kind.text() == super::CUDA_ARCH);
            if is_assumed && !self.in_condition {
                self.architecture_in_code(&token.span);
            }
        }
        Some(found)
    }

    pub(super) fn note_architecture(&mut self) {
        self.asked_architecture = true;
        self.notes.insert(format!("`__CUDA_ARCH__` is {} here", super::CUDA_ARCH));
    }

    /// `__LINE__`, `__FILE__` and `__COUNTER__`, which no definition can give.
    fn dynamic(&mut self, mut token: Token) -> Token {
        match token.name().map(Name::as_str) {
            Some("__LINE__") if self.moved_lines => {
                token.kind = Kind::Name(super::condition::LINE_AFTER_LINE.into());
            }
            Some("__LINE__") => {
                token.kind = Kind::Number(token.span.line_column().0.to_string().into());
            }
            Some("__FILE__") => {
                token.kind = Kind::Str(format!("{:?}", token.span.source.name()).into());
            }
            Some("__DATE__") => token.kind = Kind::Str("\"Jan  1 2000\"".into()),
            Some("__TIME__") => token.kind = Kind::Str("\"00:00:00\"".into()),
            Some("__COUNTER__") => {
                token.kind = Kind::Number(self.counter.to_string().into());
                self.counter += 1;
            }
            _ => {}
        }
        token
    }

    /// Takes the arguments of the use that begins with `name` off the rest of the text.
    fn arguments(
        &mut self,
        found: &Macro,
        name: &Token,
        rest: &mut Vec<Token>,
        depth: usize,
    ) -> Result<Use, Diagnostic> {
        let mut used = Use {
            arguments: Vec::new(),
            expanded: Vec::new(),
            span: name.span.clone(),
            hidden: name.hidden.with(found.id),
            depth,
        };
        self.expanded.extend(name.name().cloned());
        let Some(parameters) = &found.parameters else { return Ok(used) };
        rest.pop();
        let mut argument = Vec::new();
        let mut open = 0usize;
        let close = loop {
            let Some(token) = rest.pop() else {
                return Err(Diagnostic::at(
                    name.span.clone(),
                    format!("the arguments of the macro `{}` do not end", name.kind),
                ));
            };
            self.spend(&token.span)?;
            let in_rest = found.variadic && used.arguments.len() + 1 == parameters.len();
            match token.kind {
                Kind::Punct(")") if open == 0 => break token,
                Kind::Punct(",") if open == 0 && !in_rest => {
                    used.arguments.push(std::mem::take(&mut argument));
                    continue;
                }
                Kind::Punct("(") => open += 1,
                Kind::Punct(")") => open -= 1,
                _ => {}
            }
            argument.push(token);
        };
        let none = parameters.is_empty() && used.arguments.is_empty() && argument.is_empty();
        if !none {
            used.arguments.push(argument);
        }
        if found.variadic && used.arguments.len() + 1 == parameters.len() {
            used.arguments.push(Vec::new());
        }
        if used.arguments.len() != parameters.len() {
            return Err(Diagnostic::at(
                join(&name.span, &close.span),
                format!(
                    "the macro `{}` takes {} arguments, not {}",
                    name.kind,
                    parameters.len(),
                    used.arguments.len()
                ),
            ));
        }
        used.expanded = vec![None; used.arguments.len()];
        used.span = join(&name.span, &close.span);
        used.hidden = name.hidden.intersection(&close.hidden).with(found.id);
        Ok(used)
    }

    /// The body of a macro with its arguments in place.
    fn substitute(&mut self, found: &Macro, mut used: Use) -> Result<Vec<Token>, Diagnostic> {
        if let (true, Some(last)) = (found.has_options(), used.arguments.last().cloned()) {
            let present = !self.expand(last, used.depth + 1)?.is_empty();
            return self.substitute(&found.chosen(present), used);
        }
        let mut out: Vec<Token> = Vec::new();
        let mut body = found.body.iter().enumerate().peekable();
        while let Some((n, token)) = body.next() {
            self.spend(&used.span)?;
            if out.len() > MOST_TOKENS {
                return Err(self.too_much(&used.span));
            }
            let next = found.body.get(n + 1);
            if token.is("#") && found.parameters.is_some() {
                if let Some(p) = next.and_then(|t| found.parameter(t)) {
                    body.next();
                    let text = self.stringize(&used.arguments[p])?;
                    out.push(made(Kind::Str(text), token, &used));
                }
            } else if token.is("##") {
                let Some((_, right)) = body.next() else { continue };
                let right = match found.parameter(right) {
                    Some(p) => {
                        // GNU: `, ## __VA_ARGS__` drops the comma where nothing follows.
                        let last = found.parameters.as_ref().map_or(0, Vec::len);
                        if found.variadic && p + 1 == last && out.last().is_some_and(|t| t.is(","))
                        {
                            if used.arguments[p].is_empty() {
                                out.pop();
                            } else {
                                out.extend(used.arguments[p].iter().cloned());
                            }
                            continue;
                        }
                        used.arguments[p].clone()
                    }
                    None => vec![made(right.kind.clone(), right, &used)],
                };
                paste(&mut out, right, &used)?;
            } else if let Some(p) = found.parameter(token) {
                if next.is_some_and(|t| t.is("##")) {
                    if used.arguments[p].is_empty() {
                        // A placemarker: an empty name, so that `##` has something on its left.
                        out.push(made(Kind::Other("".into()), token, &used));
                    }
                    out.extend(used.arguments[p].iter().cloned());
                } else {
                    let expanded = match used.expanded[p].take() {
                        Some(expanded) => expanded,
                        None if self.held + used.arguments[p].len() > MOST_TOKENS => {
                            return Err(self.too_much(&used.span));
                        }
                        None => self.expand(used.arguments[p].clone(), used.depth + 1)?,
                    };
                    for (k, argument) in expanded.iter().enumerate() {
                        self.spend(&used.span)?;
                        let mut argument = argument.clone();
                        argument.space = if k == 0 { token.space } else { argument.space };
                        out.push(argument);
                    }
                    used.expanded[p] = Some(expanded);
                }
            } else {
                out.push(made(token.kind.clone(), token, &used));
            }
        }
        out.retain(|t| !matches!(&t.kind, Kind::Other(text) if text.as_str().is_empty()));
        for token in &mut out {
            token.hidden = token.hidden.union(&used.hidden);
        }
        Ok(out)
    }

    /// `#`: an argument as a string literal.
    fn stringize(&mut self, argument: &[Token]) -> Result<Name, Diagnostic> {
        let mut text = String::from("\"");
        for (n, token) in argument.iter().enumerate() {
            self.spend(&token.span)?;
            if n > 0 && token.space {
                text.push(' ');
            }
            let quoted = matches!(token.kind, Kind::Str(_) | Kind::Char(_));
            for c in token.kind.text().chars() {
                if quoted && (c == '"' || c == '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            if text.len() > LONGEST_TOKEN {
                let why = Diagnostic::at(token.span.clone(), "`#` makes too long a string");
                return Err(self.refuse(why));
            }
        }
        text.push('"');
        Ok(text.into())
    }

    /// More is spent than may be.
    pub(super) fn too_much(&mut self, span: &Span) -> Diagnostic {
        self.refuse(Diagnostic::at(span.clone(), "macros expand to too much text here"))
    }
}

/// A token of a macro's body, at the use of the macro.
fn made(kind: Kind, from: &Token, used: &Use) -> Token {
    Token { kind, span: used.span.clone(), space: from.space, hidden: Hidden::default() }
}

/// `##`: the last token of `out` and the first of `right` become one.
fn paste(out: &mut Vec<Token>, right: Vec<Token>, used: &Use) -> Result<(), Diagnostic> {
    let mut right = right.into_iter();
    if let Some(first) = right.next() {
        match out.pop() {
            Some(left) => {
                let text = format!("{}{}", left.kind, first.kind);
                let kind = if left.kind.text().is_empty() {
                    Some(first.kind.clone())
                } else if first.kind.text().is_empty() {
                    Some(left.kind.clone())
                } else {
                    lex_one(&text).filter(|_| text.len() <= LONGEST_TOKEN)
                };
                let Some(kind) = kind else {
                    return Err(Diagnostic::at(
                        used.span.clone(),
                        format!("`##` makes `{text}`, which is not one token"),
                    ));
                };
                let hidden = left.hidden.intersection(&first.hidden);
                out.push(Token { kind, span: used.span.clone(), space: left.space, hidden });
            }
            None => out.push(first),
        }
    }
    out.extend(right);
    Ok(())
}
