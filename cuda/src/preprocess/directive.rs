//! Directives: the lines that begin with `#`.

use super::condition::Truth;
use super::doubt::Status;
use super::{DEEPEST_CONDITIONAL, DEEPEST_INCLUDE, Group, Preprocessor, headers, predefined};
use crate::token::{Kind, Token, join};
use semantics::{Diagnostic, Name, Source, Span};
use std::collections::BTreeMap;
use std::io;

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
                let guard = word == "ifndef" && is_guard(rest, ahead);
                let (holds, doubt) = match active {
                    true => self.opens(word, rest, guard, &span)?,
                    false => (false, None),
                };
                groups.push(Group {
                    span,
                    outer: active,
                    active: holds,
                    taken: holds,
                    last: false,
                    doubts: doubt.into_iter().collect(),
                });
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                let Some(group) = groups.last_mut() else {
                    return Err(Diagnostic::at(span, format!("#{word} without #if")));
                };
                if group.last {
                    return Err(Diagnostic::at(span, format!("#{word} after #else")));
                }
                group.last = word == "else";
                let asked = group.outer && !group.taken;
                let holds = match word {
                    _ if !asked => false,
                    "else" => true,
                    _ => {
                        let word = word.strip_prefix("el").unwrap_or(word);
                        let (holds, doubt) = self.opens(word, rest, false, &span)?;
                        group.doubts.extend(doubt);
                        holds
                    }
                };
                group.active = holds;
                group.taken |= holds;
            }
            "endif" => {
                let Some(group) = groups.pop() else {
                    return Err(Diagnostic::at(span, "#endif without #if"));
                };
                for doubt in group.doubts {
                    self.settle(doubt, &span);
                }
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
                        self.undefined.insert(name.clone());
                    }
                }
                _ => return Err(Diagnostic::at(span, "#undef takes one name")),
            },
            "include" => self.include(source, rest, &span, depth)?,
            // In another reading it is not there.
            "error" if !self.open_doubts.is_empty() => {}
            "error" => {
                return Err(Diagnostic::at(span, format!("#error {}", spell(rest))));
            }
            "warning" => {
                self.notes.insert(format!("{}: #warning {}", span.place(), spell(rest)));
            }
            "pragma" if rest.first().is_some_and(|t| t.kind.text() == "once") => {
                self.once.insert(self.files.identity(source.name()));
            }
            "pragma" if rest.first().is_some_and(|t| t.kind.text() == "push_macro") => {
                let name = macro_in(rest, &span)?;
                let before = self.macros.get(&name).cloned();
                self.pushed.entry(name).or_default().push(before);
            }
            "pragma" if rest.first().is_some_and(|t| t.kind.text() == "pop_macro") => {
                let name = macro_in(rest, &span)?;
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

    /// Whether `#if …`, `#ifdef …` or `#ifndef …` holds, and the doubt that it opens. What stands around a whole
    /// file is not doubted.
    fn opens(
        &mut self,
        word: &str,
        rest: &[Token],
        guard: bool,
        span: &Span,
    ) -> Result<(bool, Option<usize>), Diagnostic> {
        if word == "if" {
            let Truth { holds, doubts } = self.condition(rest, span)?;
            let doubt = (!doubts.is_empty()).then(|| self.doubt(doubts, span.clone()));
            return Ok((holds, doubt));
        }
        let [token] = rest else {
            return Err(Diagnostic::at(span.clone(), format!("#{word} takes one name")));
        };
        let Some(name) = token.name() else {
            return Err(Diagnostic::at(token.span.clone(), format!("#{word} takes one name")));
        };
        if name.as_str() == super::ARCHITECTURE {
            self.note_architecture();
        }
        let defined = |holds: bool| holds == (word == "ifdef");
        Ok(match self.status(name) {
            Status::Defined => (defined(true), None),
            Status::NotDefined => (defined(false), None),
            Status::Perhaps(_) if guard && !self.macros.contains_key(name) => (true, None),
            Status::Perhaps(reading) => {
                let holds = defined(self.macros.contains_key(name));
                let macros = BTreeMap::from([(name.clone(), reading)]);
                (holds, Some(self.doubt(macros, span.clone())))
            }
        })
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
            Some(found) if self.once.contains(&self.files.identity(found.name())) => Ok(()),
            Some(_) if depth + 1 >= DEEPEST_INCLUDE => Err(Diagnostic::at(
                whole,
                format!("files include each other more than {DEEPEST_INCLUDE} deep"),
            )),
            Some(found) => self.file(&found, depth + 1),
            None => self.skip(path, whole, depth),
        }
    }

    /// Goes on without a header that is not at hand.
    fn skip(&mut self, path: String, span: Span, depth: usize) -> Result<(), Diagnostic> {
        if let Some(text) = predefined::header(&path) {
            self.skipped.insert(path.clone());
            return self.file(&Source::new(path, text), depth + 1);
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

/// Whether `#ifndef X` is followed by `#define X`: what guards a header against a second reading.
fn is_guard(rest: &[Token], ahead: &[Token]) -> bool {
    let [asked] = rest else { return false };
    let mut lines = ahead.split(|t| t.kind == Kind::Newline).filter(|line| !line.is_empty());
    let Some([hash, define, name]) = lines.next() else { return false };
    hash.is("#") && define.kind.text() == "define" && name.kind == asked.kind
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

/// Tokens as text.
fn spell(tokens: &[Token]) -> String {
    let mut text = String::new();
    for (n, token) in tokens.iter().enumerate() {
        text.push_str(if n > 0 && token.space { " " } else { "" });
        text.push_str(token.kind.text());
    }
    text
}
