//! `#include`: which file is meant, and what is done without it.

use super::doubt::Status;
use super::{DEEPEST_INCLUDE, Preprocessor, headers, predefined};
use crate::lex::{LARGEST_SOURCE, lex_directives};
use crate::token::{Kind, Token, join};
use semantics::{Diagnostic, Name, Source, Span};
use std::io;

/// A file as `#include` names it.
pub(crate) struct Named {
    pub path: String,
    /// `"file"`, not `<file>`.
    pub quoted: bool,
}

impl Named {
    /// What the tokens behind the word name, once macros in them are expanded.
    fn of(tokens: &[Token]) -> Option<Named> {
        match tokens {
            [Token { kind: Kind::Str(text), .. }] => {
                Some(Named { path: text.as_str().trim_matches('"').to_string(), quoted: true })
            }
            [open, inner @ .., close] if open.is("<") && close.is(">") => {
                let mut path = String::new();
                for (n, token) in inner.iter().enumerate() {
                    path.push_str(if n > 0 && token.space { " " } else { "" });
                    path.push_str(token.kind.text());
                }
                Some(Named { path, quoted: false })
            }
            _ => None,
        }
    }
}

/// All that a source may include, whatever its conditions say; `None` in the place of what a macro names. Nothing where
/// the source cannot be read.
pub(crate) fn includes_of(source: &Source) -> Option<Vec<Option<Named>>> {
    if source.text().len() > LARGEST_SOURCE {
        return None;
    }
    let tokens = lex_directives(source).ok()?;
    let named = |line: &[Token]| match line {
        [hash, word, rest @ ..] if hash.is("#") => match word.name()?.as_str() {
            "include" => Some(Named::of(rest)),
            "include_next" | "import" => Some(None),
            _ => None,
        },
        _ => None,
    };
    Some(tokens.split(|t| t.kind == Kind::Newline).filter_map(named).collect())
}

impl Preprocessor<'_> {
    /// Reads the file that `#include` names.
    pub(super) fn include(
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
        let Named { path, quoted } = Named::of(&tokens).ok_or_else(malformed)?;
        let whole = tokens.last().map_or_else(|| span.clone(), |last| join(span, &last.span));
        if path.is_empty() || path.contains('\0') {
            return Err(malformed());
        }
        match self.find(source, &path, quoted, &whole)? {
            Some(found) if self.is_read(found.name()) => Ok(()),
            Some(_) if depth + 1 >= DEEPEST_INCLUDE => Err(self.refuse(Diagnostic::at(
                whole,
                format!("files include each other more than {DEEPEST_INCLUDE} deep"),
            ))),
            Some(found) => self.file(&found, depth + 1),
            None => self.skip(path, whole, depth),
        }
    }

    /// Whether a file has nothing more to say: it says so, or is guarded by a macro that is surely defined.
    fn is_read(&self, name: &str) -> bool {
        let identity = self.files.identity(name);
        let guard = || self.guards.get(&identity);
        self.once.contains(&identity) || guard().is_some_and(|x| self.status(x) == Status::Defined)
    }

    /// Goes on without a header that is not at hand.
    fn skip(&mut self, path: String, span: Span, depth: usize) -> Result<(), Diagnostic> {
        if let Some(text) = predefined::header(&path) {
            self.skipped.insert(path.clone());
            return self.file(&Source::new(path, text), depth + 1);
        }
        // Which macros it defines hangs on its version.
        if headers::is_of_samples(&path) {
            let perhaps = headers::OF_SAMPLES.split_whitespace().map(Name::from);
            let perhaps: Vec<Name> = perhaps.filter(|x| !self.macros.contains_key(x)).collect();
            self.of_samples.extend(perhaps);
            self.samples.entry(path.clone()).or_insert(span);
            self.skipped.insert(path);
            return Ok(());
        }
        if !headers::is_known(&path) {
            self.undefined.clear();
            self.missing.entry(path.clone()).or_insert(span);
        }
        self.skipped.insert(path);
        Ok(())
    }

    /// Reads a file of `-include`, which the folder at hand or those of `-I` have.
    pub(super) fn include_first(&mut self, source: &Source, path: &str) -> Result<(), Diagnostic> {
        let text = match self.files.read(path) {
            Ok(text) => Some(Source::new(path, text)),
            Err(_) => {
                let start = Span { source: source.clone(), bytes: 0..0 };
                self.find(source, path, false, &start)?
            }
        };
        match text {
            Some(found) => self.file(&found, 1),
            None => Err(Diagnostic::whole(format!("the file `{path}` of -include is not found"))
                .hint("name its folder with -I")),
        }
    }

    /// The file that an `#include` means.
    pub(super) fn find(
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
