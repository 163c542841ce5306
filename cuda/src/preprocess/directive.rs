//! Directives: the lines that begin with `#`.

use super::predefined;
use super::{DEEPEST_CONDITIONAL, DEEPEST_INCLUDE, Group, Preprocessor};
use crate::token::{Kind, Token, join};
use semantics::{Diagnostic, Name, Source, Span};
use std::io;

/// Headers that come with the CUDA toolkit or C: what they declare is known here, or it is
/// reported as unknown where a kernel uses it.
const TOOLKIT: [&str; 12] = [
    "cuda",
    "device_",
    "math",
    "curand",
    "cooperative_groups",
    "vector_",
    "builtin_types",
    "std",
    "helper_",
    "cutil",
    "sm_",
    "texture_",
];

/// What `__LINE__` is after a `#line`: nothing that uses it is understood.
pub(super) const LINE_AFTER_LINE: &str = "(a line after #line)";

impl Preprocessor<'_> {
    /// Obeys one directive, which the tokens `ahead` follow in its file.
    pub(super) fn directive(
        &mut self,
        source: &Source,
        line: &[Token],
        ahead: &[Token],
        groups: &mut Vec<Group>,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let (Some(hash), rest) = (line.first(), line.get(2..).unwrap_or(&[])) else {
            return Ok(());
        };
        let Some(head) = line.get(1) else { return Ok(()) };
        let span = join(&hash.span, &head.span);
        let active = groups.last().is_none_or(|g| g.active);
        let word = head.name().map_or("", Name::as_str);
        match word {
            "if" | "ifdef" | "ifndef" => {
                if groups.len() >= DEEPEST_CONDITIONAL {
                    let message = format!("conditionals nest deeper than {DEEPEST_CONDITIONAL}");
                    return Err(Diagnostic::at(span, message));
                }
                let holds = active
                    && (word == "ifndef" && self.is_default(rest, ahead)
                        || self.opens(word, rest, &span)?);
                groups.push(Group {
                    span,
                    outer: active,
                    active: holds,
                    taken: holds,
                    last: false,
                });
            }
            "elif" | "else" => {
                let Some(group) = groups.last_mut() else {
                    return Err(Diagnostic::at(span, format!("#{word} without #if")));
                };
                if group.last {
                    return Err(Diagnostic::at(span, format!("#{word} after #else")));
                }
                group.last = word == "else";
                let asked = group.outer && !group.taken;
                let holds = asked && (word == "else" || self.opens("if", rest, &span)?);
                group.active = holds;
                group.taken |= holds;
            }
            "endif" => {
                if groups.pop().is_none() {
                    return Err(Diagnostic::at(span, "#endif without #if"));
                }
            }
            "elifdef" | "elifndef" => {
                return Err(Diagnostic::at(span, format!("`#{word}` is not supported")));
            }
            _ if !active => {}
            "define" if rest.is_empty() => {
                return Err(Diagnostic::at(span, "#define without a name"));
            }
            "define" => self.define(rest)?,
            "undef" => match rest {
                [token] if token.name().is_some() => {
                    if let Some(name) = token.name() {
                        self.macros.remove(name);
                    }
                }
                _ => return Err(Diagnostic::at(span, "#undef takes one name")),
            },
            "include" => self.include(source, rest, &span, depth)?,
            "error" => {
                return Err(Diagnostic::at(span, format!("#error {}", spell(rest))));
            }
            "warning" => {
                self.notes.insert(format!("{}: #warning {}", span.place(), spell(rest)));
            }
            "pragma" if rest.first().is_some_and(|t| t.kind.text() == "once") => {
                self.once.insert(source.name().to_string());
            }
            "pragma"
                if rest
                    .first()
                    .is_some_and(|t| matches!(t.kind.text(), "push_macro" | "pop_macro")) =>
            {
                return Err(Diagnostic::at(span, "`#pragma push_macro` is not supported"));
            }
            "pragma" => {
                let name = rest.first().map_or("", |t| t.kind.text());
                self.packed |= name == "pack";
                self.notes.insert(format!("#pragma {name} is not looked at"));
            }
            "line" => {
                self.moved_lines = true;
                self.notes.insert("#line is not looked at".to_string());
            }
            "ident" => {
                self.notes.insert(format!("#{word} is not looked at"));
            }
            _ => return Err(Diagnostic::at(span, format!("unknown directive `#{}`", head.kind))),
        }
        Ok(())
    }

    /// Whether all that stands between this `#ifndef` and its `#endif` is a definition of what a header
    /// that is missing defines alike.
    fn is_default(&self, rest: &[Token], ahead: &[Token]) -> bool {
        let [token] = rest else { return false };
        let Some(name) = token.name() else { return false };
        let mut lines = ahead.split(|t| t.kind == Kind::Newline).filter(|line| !line.is_empty());
        let begins = |line: Option<&[Token]>, words: &[&str]| {
            line.is_some_and(|line| {
                line.len() >= words.len()
                    && line.iter().zip(words).all(|(t, w)| t.kind.text() == *w)
            })
        };
        predefined::is_alike(name.as_str())
            && !self.macros.contains_key(name)
            && begins(lines.next(), &["#", "define", name.as_str()])
            && begins(lines.next(), &["#", "endif"])
    }

    /// Whether `#if …`, `#ifdef …` or `#ifndef …` holds.
    fn opens(&mut self, word: &str, rest: &[Token], span: &Span) -> Result<bool, Diagnostic> {
        if word == "if" {
            return self.condition(rest, span);
        }
        let [token] = rest else {
            return Err(Diagnostic::at(span.clone(), format!("#{word} takes one name")));
        };
        if token.name().is_none() {
            return Err(Diagnostic::at(token.span.clone(), format!("#{word} takes one name")));
        }
        Ok(self.is_defined(token)? == (word == "ifdef"))
    }

    /// Whether a name is a macro.
    pub(super) fn is_defined(&mut self, token: &Token) -> Result<bool, Diagnostic> {
        let Some(name) = token.name() else {
            return Err(Diagnostic::at(token.span.clone(), "not a name"));
        };
        if name.as_str() == "__CUDA_ARCH__" {
            self.note_architecture();
        }
        let dynamic = matches!(name.as_str(), "__LINE__" | "__FILE__" | "__COUNTER__");
        if !dynamic {
            self.refuse_unknown(token)?;
        }
        Ok(self.macros.contains_key(name) || dynamic)
    }

    /// Refuses to ask for a macro that the host's compiler defines, or a header that is missing.
    pub(super) fn refuse_unknown(&self, token: &Token) -> Result<(), Diagnostic> {
        let Some(name) = token.name() else { return Ok(()) };
        if self.macros.contains_key(name) {
            return Ok(());
        }
        if name.as_str() == LINE_AFTER_LINE {
            return Err(Diagnostic::at(token.span.clone(), "`__LINE__` after #line"));
        }
        let refused = |why: &str| {
            let message = format!("`{name}`, which {why}: give it with -D");
            Err(Diagnostic::at(token.span.clone(), message))
        };
        if predefined::is_of_host(name.as_str()) {
            return refused("the host's compiler may define");
        }
        if !self.skipped.is_empty() && predefined::is_of_header(name.as_str()) {
            return refused("a header that is missing may define");
        }
        Ok(())
    }

    fn include(
        &mut self,
        source: &Source,
        rest: &[Token],
        span: &Span,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let direct = matches!(rest, [t] if matches!(t.kind, Kind::Str(_)))
            || rest.first().is_some_and(|t| t.is("<"));
        let tokens = if direct { rest.to_vec() } else { self.expand(rest.to_vec(), 0)? };
        let malformed = || Diagnostic::at(span.clone(), "#include takes \"FILE\" or <FILE>");
        let (path, quoted) = match tokens.as_slice() {
            [token] => match &token.kind {
                Kind::Str(text) => (text.as_str().trim_matches('"').to_string(), true),
                _ => return Err(malformed()),
            },
            [open, inner @ .., close] if open.is("<") && close.is(">") => {
                let mut path = String::new();
                for (n, token) in inner.iter().enumerate() {
                    path.push_str(if n > 0 && token.space { " " } else { "" });
                    path.push_str(token.kind.text());
                }
                (path, false)
            }
            _ => return Err(malformed()),
        };
        let whole = tokens.last().map_or_else(|| span.clone(), |last| join(span, &last.span));
        if path.is_empty() || path.contains('\0') {
            return Err(malformed());
        }
        match self.find(source, &path, quoted, &whole)? {
            Some(found) if self.once.contains(found.name()) => Ok(()),
            Some(_) if depth + 1 >= DEEPEST_INCLUDE => Err(Diagnostic::at(
                whole,
                format!("files include each other more than {DEEPEST_INCLUDE} deep"),
            )),
            Some(found) => self.file(&found, depth + 1),
            None => {
                let name = path.rsplit('/').next().unwrap_or(&path);
                if quoted && !TOOLKIT.iter().any(|prefix| name.starts_with(prefix)) {
                    return Err(Diagnostic::at(whole, format!("the file `{path}` is not found"))
                        .hint("name its folder with -I"));
                }
                self.notes.insert(format!("the header `{path}` is not found, and skipped"));
                self.skipped.insert(path);
                Ok(())
            }
        }
    }

    /// The file that an `#include` means.
    fn find(
        &self,
        source: &Source,
        path: &str,
        quoted: bool,
        span: &Span,
    ) -> Result<Option<Source>, Diagnostic> {
        let mut candidates = Vec::new();
        if path.starts_with('/') {
            candidates.push(path.to_string());
        } else {
            if quoted {
                let folder = source.name().rfind('/').map_or("", |n| &source.name()[..=n]);
                candidates.push(format!("{folder}{path}"));
            }
            for folder in self.include_dirs {
                candidates.push(format!("{}/{path}", folder.trim_end_matches('/')));
            }
        }
        for candidate in candidates {
            match self.files.read(&candidate) {
                Ok(text) => return Ok(Some(Source::new(candidate, text))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let message = format!("`{candidate}` cannot be read: {error}");
                    return Err(Diagnostic::at(span.clone(), message));
                }
            }
        }
        Ok(None)
    }
}

/// Tokens as text.
fn spell(tokens: &[Token]) -> String {
    let mut text = String::new();
    for (n, token) in tokens.iter().enumerate() {
        text.push_str(if n > 0 && token.space { " " } else { "" });
        text.push_str(token.kind.text());
    }
    text
}
