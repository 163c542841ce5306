//! Directives: the lines that begin with `#`.

use super::condition::Truth;
use super::doubt::{ConditionAt, Status};
use super::{DEEPEST_CONDITIONAL, Group, Preprocessor, pragma};
use crate::token::{Kind, Token, join};
use semantics::{Diagnostic, Name, Source, Span};
use std::collections::BTreeMap;

/// Whether a directive changes no macro, and reads no file. Those that choose, and those for compilers, may stand in the
/// arguments of a macro: GCC and clang take them there.
pub(super) fn may_stand_in_arguments(line: &[Token]) -> bool {
    let conditional = ["if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"];
    let word = |n: usize| line.get(n).and_then(Token::name).map_or("", Name::as_str);
    match word(1) {
        "pragma" => !pragma::changes_macros(line.get(2..).unwrap_or(&[])),
        word => conditional.contains(&word),
    }
}

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
                let guard = word == "ifndef" && is_guard(rest, ahead);
                self.begin(word, rest, guard, span, groups)?;
            }
            "elif" | "elifdef" | "elifndef" | "else" => self.turn(word, rest, span, groups)?,
            "endif" => {
                let Some(group) = groups.pop() else {
                    return Err(self.refuse(Diagnostic::at(span, "#endif without #if")));
                };
                for doubt in group.doubts {
                    self.settle(doubt, &span);
                }
            }
            "define" if !active => self.hide(rest, groups),
            _ if !active => {}
            "define" if rest.is_empty() => {
                return Err(Diagnostic::at(span, "#define without a name"));
            }
            "define" => self.define(rest)?,
            "undef" => match rest {
                [token] if token.name().is_some() => {
                    if let Some(name) = token.name() {
                        self.macros.remove(name);
                        self.of_samples.remove(name);
                        self.undefined.insert(name.clone());
                    }
                }
                _ => return Err(Diagnostic::at(span, "#undef takes one name")),
            },
            "include" => self.include(source, rest, &span, depth)?,
            // In another reading it is not there.
            "error" if !self.open_doubts.is_empty() => {}
            "error" => {
                self.refused.push((spell(rest), span));
            }
            "warning" => {
                self.notes.insert(format!("{}: #warning {}", span.place(), spell(rest)));
            }
            "pragma" => self.pragma(source, rest, &span)?,
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

    /// Notes a macro that is defined where nothing is read.
    fn hide(&mut self, rest: &[Token], groups: &[Group]) {
        let Some(name) = rest.first().and_then(Token::name) else { return };
        let asks = groups.last().and_then(|group| group.asks.clone());
        let known = self.hidden.entry(name.clone()).or_insert_with(|| asks.clone());
        if *known != asks {
            *known = None;
        }
    }

    /// Begins the conditional of `#if …`, `#ifdef …` or `#ifndef …`.
    fn begin(
        &mut self,
        word: &str,
        rest: &[Token],
        guard: bool,
        span: Span,
        groups: &mut Vec<Group>,
    ) -> Result<(), Diagnostic> {
        if groups.len() >= DEEPEST_CONDITIONAL {
            let message = format!("conditionals nest deeper than {DEEPEST_CONDITIONAL}");
            return Err(self.refuse(Diagnostic::at(span, message)));
        }
        let outer = groups.last().is_none_or(|g| g.active);
        let (holds, doubt) = match outer {
            true => self.opens(word, rest, guard, &span)?,
            false => (false, None),
        };
        let asks = match (word, rest) {
            ("ifdef", [token]) => token.name().cloned(),
            ("if", [word, token]) if word.is_word("defined") => token.name().cloned(),
            ("if", [word, open, token, close])
                if word.is_word("defined") && open.is("(") && close.is(")") =>
            {
                token.name().cloned()
            }
            _ => None,
        };
        groups.push(Group {
            span,
            before: (self.out.len(), self.run.clone()),
            outer,
            active: holds,
            taken: holds,
            last: false,
            asks: asks.filter(|_| outer && !holds && doubt.is_none()),
            doubts: doubt.into_iter().collect(),
        });
        Ok(())
    }

    /// Goes on to the group of `#elif …` and the like, or of `#else`.
    fn turn(
        &mut self,
        word: &str,
        rest: &[Token],
        span: Span,
        groups: &mut [Group],
    ) -> Result<(), Diagnostic> {
        let Some(group) = groups.last_mut() else {
            let why = Diagnostic::at(span, format!("#{word} without #if"));
            return Err(self.refuse(why));
        };
        if group.last {
            let why = Diagnostic::at(span, format!("#{word} after #else"));
            return Err(self.refuse(why));
        }
        group.last = word == "else";
        group.asks = None;
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
        Ok(())
    }

    /// Whether `#if …`, `#ifdef …` or `#ifndef …` holds in this reading, and the doubt that it opens.
    fn opens(
        &mut self,
        word: &str,
        rest: &[Token],
        guard: bool,
        span: &Span,
    ) -> Result<(bool, Option<usize>), Diagnostic> {
        let (holds, doubt) = self.opens_plainly(word, rest, guard, span)?;
        let is_doubted =
            doubt.and_then(|n| self.doubts.get(n)).is_some_and(|doubt| !doubt.macros.is_empty());
        let otherwise = is_doubted && self.flipped.contains(&ConditionAt::of(span));
        Ok((holds != otherwise, doubt))
    }

    /// Whether it holds as its macros are taken, and the doubt that it opens. What stands around a whole file is not
    /// doubted.
    fn opens_plainly(
        &mut self,
        word: &str,
        rest: &[Token],
        guard: bool,
        span: &Span,
    ) -> Result<(bool, Option<usize>), Diagnostic> {
        if word == "if" {
            let Truth { holds, doubts, of_device } = self.condition(rest, span)?;
            let is_doubted = !doubts.is_empty() || of_device;
            let doubt = is_doubted.then(|| self.doubt(doubts, of_device, span.clone()));
            return Ok((holds, doubt));
        }
        let [token] = rest else {
            return Err(Diagnostic::at(span.clone(), format!("#{word} takes one name")));
        };
        let Some(name) = token.name() else {
            return Err(Diagnostic::at(token.span.clone(), format!("#{word} takes one name")));
        };
        let of_device = name.as_str() == super::ARCHITECTURE;
        if of_device {
            self.note_architecture();
        }
        let defined = |holds: bool| holds == (word == "ifdef");
        Ok(match self.status(name) {
            Status::Defined if of_device => {
                (defined(true), Some(self.doubt(BTreeMap::new(), true, span.clone())))
            }
            Status::Defined => (defined(true), None),
            Status::NotDefined => (defined(false), None),
            Status::Perhaps(_) if guard && !self.macros.contains_key(name) => (true, None),
            Status::Perhaps(reading) => {
                let holds = defined(self.macros.contains_key(name));
                let macros = BTreeMap::from([(name.clone(), reading)]);
                (holds, Some(self.doubt(macros, false, span.clone())))
            }
        })
    }
}

/// The macro `X` of a file that is all in one `#ifndef X`, without another part.
pub(super) fn guard_of(tokens: &[Token]) -> Option<Name> {
    let mut lines = tokens.split(|t| t.kind == Kind::Newline).filter(|line| !line.is_empty());
    let guard = match lines.next()? {
        [hash, word, name] if hash.is("#") && word.is_word("ifndef") => name.name()?,
        _ => return None,
    };
    let mut open = 1usize;
    for line in lines {
        let word = match line {
            [hash, word, ..] if hash.is("#") => word.name().map_or("", Name::as_str),
            _ => "",
        };
        match (open, word) {
            // Something stands behind the end, or there is another part.
            (0, _) | (1, "else" | "elif" | "elifdef" | "elifndef") => return None,
            (_, "if" | "ifdef" | "ifndef") => open += 1,
            (_, "endif") => open -= 1,
            _ => {}
        }
    }
    (open == 0).then(|| guard.clone())
}

/// Whether `#ifndef X` is followed by `#define X`: what guards a header against a second reading.
fn is_guard(rest: &[Token], ahead: &[Token]) -> bool {
    let [asked] = rest else { return false };
    let mut lines = ahead.split(|t| t.kind == Kind::Newline).filter(|line| !line.is_empty());
    let Some([hash, define, name]) = lines.next() else { return false };
    hash.is("#") && define.kind.text() == "define" && name.kind == asked.kind
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
