//! From text to tokens, with exact spans. [C++17, phases 2 and 3]

use crate::token::{Hidden, Kind, Token};
use logos::{Lexer, Logos};
use semantics::{Diagnostic, Source, Span};

/// Past this many bytes, over all files that are included, a source is refused.
pub const LARGEST_SOURCE: usize = 4 << 20;

/// What some editors put before the first line.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum Raw {
    #[regex(r"[ \t\r\x0b\x0c]+")]
    #[regex(r"//[^\n]*", allow_greedy = true)]
    Space,
    #[token("/*", block_comment)]
    BlockComment(bool),
    #[token("\n")]
    Newline,
    #[regex(r"[\p{XID_Start}_$][\p{XID_Continue}$]*")]
    Name,
    #[regex(r"\.?[0-9]([0-9A-Za-z_.]|'[0-9A-Za-z_]|[eEpP][+-])*")]
    Number,
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n])*""#)]
    Str,
    #[regex(r#"(u8|u|U|L)?R""#, raw_string)]
    Verbatim(bool),
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])+'")]
    Char,
    // To the end of the line: otherwise a line of quotes would be read again from each of them.
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n])*\\?"#)]
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])*\\?")]
    Unclosed,
    #[token("{", |_| Mark("{"))]
    #[token("<%", |_| Mark("{"))]
    #[token("}", |_| Mark("}"))]
    #[token("%>", |_| Mark("}"))]
    #[token("[", |_| Mark("["))]
    #[token("<:", |_| Mark("["))]
    #[token("]", |_| Mark("]"))]
    #[token(":>", |_| Mark("]"))]
    #[token("#", |_| Mark("#"))]
    #[token("%:", |_| Mark("#"))]
    #[token("##", |_| Mark("##"))]
    #[token("%:%:", |_| Mark("##"))]
    #[token("(", |_| Mark("("))]
    #[token(")", |_| Mark(")"))]
    #[token(";", |_| Mark(";"))]
    #[token(":", |_| Mark(":"))]
    #[token("::", |_| Mark("::"))]
    #[token("...", |_| Mark("..."))]
    #[token("?", |_| Mark("?"))]
    #[token(".", |_| Mark("."))]
    #[token(".*", |_| Mark(".*"))]
    #[token("->", |_| Mark("->"))]
    #[token("->*", |_| Mark("->*"))]
    #[token("~", |_| Mark("~"))]
    #[token("!", |_| Mark("!"))]
    #[token("+", |_| Mark("+"))]
    #[token("-", |_| Mark("-"))]
    #[token("*", |_| Mark("*"))]
    #[token("/", |_| Mark("/"))]
    #[token("%", |_| Mark("%"))]
    #[token("^", |_| Mark("^"))]
    #[token("&", |_| Mark("&"))]
    #[token("|", |_| Mark("|"))]
    #[token("=", |_| Mark("="))]
    #[token("+=", |_| Mark("+="))]
    #[token("-=", |_| Mark("-="))]
    #[token("*=", |_| Mark("*="))]
    #[token("/=", |_| Mark("/="))]
    #[token("%=", |_| Mark("%="))]
    #[token("^=", |_| Mark("^="))]
    #[token("&=", |_| Mark("&="))]
    #[token("|=", |_| Mark("|="))]
    #[token("==", |_| Mark("=="))]
    #[token("!=", |_| Mark("!="))]
    #[token("<", |_| Mark("<"))]
    #[token(">", |_| Mark(">"))]
    #[token("<=", |_| Mark("<="))]
    #[token(">=", |_| Mark(">="))]
    #[token("&&", |_| Mark("&&"))]
    #[token("||", |_| Mark("||"))]
    #[token("<<", |_| Mark("<<"))]
    #[token(">>", |_| Mark(">>"))]
    #[token("<<=", |_| Mark("<<="))]
    #[token(">>=", |_| Mark(">>="))]
    #[token("<<<", |_| Mark("<<<"))]
    #[token(">>>", |_| Mark(">>>"))]
    #[token("++", |_| Mark("++"))]
    #[token("--", |_| Mark("--"))]
    #[token(",", |_| Mark(","))]
    Punct(Mark),
}

impl Raw {
    /// The token that it is; nothing of space, and of what does not end.
    fn kind(self, text: &str) -> Option<Kind> {
        match self {
            Raw::Newline => Some(Kind::Newline),
            Raw::Name => Some(Kind::Name(text.into())),
            Raw::Number => Some(Kind::Number(text.into())),
            Raw::Str | Raw::Verbatim(true) => Some(Kind::Str(text.into())),
            Raw::Char => Some(Kind::Char(text.into())),
            Raw::Unclosed => Some(Kind::Other(text.into())),
            Raw::Punct(Mark(p)) => Some(Kind::Punct(p)),
            Raw::Space | Raw::BlockComment(_) | Raw::Verbatim(false) => None,
        }
    }
}

/// A punctuator's spelling; digraphs have that of what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark(&'static str);

/// Goes to the end of the comment; `false` where there is none.
fn block_comment(lexer: &mut Lexer<'_, Raw>) -> bool {
    let rest = lexer.remainder();
    let end = rest.find("*/");
    lexer.bump(end.map_or(rest.len(), |n| n + 2));
    end.is_some()
}

/// Goes to the end of `R"delimiter( … )delimiter"`; `false` where there is none.
fn raw_string(lexer: &mut Lexer<'_, Raw>) -> bool {
    let rest = lexer.remainder();
    let Some(open) = rest.bytes().take(17).position(|b| b == b'(') else { return false };
    let close = format!("){}\"", &rest[..open]);
    let Some(end) = rest[open..].find(&close) else { return false };
    lexer.bump(open + end + close.len());
    true
}

/// A text without its line continuations, and where each was.
struct Spliced {
    text: String,
    /// Offsets in `text` at which a continuation stood, and the bytes removed up to there.
    cuts: Vec<(usize, usize)>,
}

impl Spliced {
    fn of(text: &str) -> Spliced {
        let mut spliced = Spliced { text: String::with_capacity(text.len()), cuts: Vec::new() };
        let mut rest = text;
        let mut removed = 0;
        while let Some(n) = rest.find('\\') {
            let after = &rest[n + 1..];
            let newline = ["\n", "\r\n"].into_iter().find(|newline| after.starts_with(newline));
            spliced.text.push_str(&rest[..n]);
            match newline {
                Some(newline) => {
                    removed += 1 + newline.len();
                    spliced.cuts.push((spliced.text.len(), removed));
                    rest = &after[newline.len()..];
                }
                None => {
                    spliced.text.push('\\');
                    rest = after;
                }
            }
        }
        spliced.text.push_str(rest);
        spliced
    }

    /// The offset in the original text of the character at this offset.
    fn start(&self, offset: usize) -> usize {
        let cuts = self.cuts.partition_point(|(at, _)| *at <= offset);
        offset + cuts.checked_sub(1).map_or(0, |n| self.cuts[n].1)
    }

    /// The offset in the original text just past the character before this offset.
    fn end(&self, offset: usize) -> usize {
        if offset == 0 { 0 } else { self.start(offset - 1) + 1 }
    }
}

/// The tokens of a text, with a `Newline` at the end of each line.
///
/// # Errors
/// A comment without an end; a text past [`LARGEST_SOURCE`]. Any other character that begins no
/// token becomes [`Kind::Other`]: it may stand in lines that `#if` leaves out.
pub fn lex(source: &Source) -> Result<Vec<Token>, Diagnostic> {
    lex_lines(source, false)?.closed()
}

/// As [`lex`], of a text that may have a comment without an end.
///
/// # Errors
/// As [`lex`], but for such a comment.
pub(crate) fn lex_open(source: &Source) -> Result<Lexed, Diagnostic> {
    lex_lines(source, false)
}

/// The tokens of a text.
pub(crate) struct Lexed {
    /// Those up to a comment without an end, if there is one.
    pub tokens: Vec<Token>,
    /// What is wrong with it then, and what stands in it, as tokens.
    pub open_comment: Option<(Diagnostic, Vec<Token>)>,
}

impl Lexed {
    fn closed(self) -> Result<Vec<Token>, Diagnostic> {
        match self.open_comment {
            None => Ok(self.tokens),
            Some((why, _)) => Err(why),
        }
    }
}

/// The tokens of the lines that begin with `#`; of other lines hardly any.
///
/// # Errors
/// As [`lex`].
pub(crate) fn lex_directives(source: &Source) -> Result<Vec<Token>, Diagnostic> {
    lex_lines(source, true)?.closed()
}

fn lex_lines(source: &Source, directives_only: bool) -> Result<Lexed, Diagnostic> {
    if source.text().len() > LARGEST_SOURCE {
        return Err(Diagnostic::whole(format!(
            "{} has {} bytes, and at most {LARGEST_SOURCE} are read",
            source.name(),
            source.text().len()
        )));
    }
    let spliced = Spliced::of(source.text());
    let text = spliced.text.as_str();
    let span = |range: std::ops::Range<usize>| Span {
        source: source.clone(),
        bytes: spliced.start(range.start)..spliced.end(range.end),
    };
    let mut tokens = Vec::new();
    let mut open_comment = None;
    let mut space = false;
    // Whether the line has no token yet, and whether it is passed over.
    let (mut begins, mut passed_over) = (true, false);
    let mut at = 0;
    let mut lexer = Raw::lexer(text);
    if text.starts_with(BYTE_ORDER_MARK) {
        at = BYTE_ORDER_MARK.len_utf8();
        lexer = restart(text, at);
    }
    while at < text.len() {
        let (raw, range) = match lexer.next() {
            Some(raw) => (raw, lexer.span()),
            None => break,
        };
        let slice = &text[range.clone()];
        at = range.end;
        match raw {
            Ok(Raw::Space | Raw::BlockComment(_)) => {}
            Ok(Raw::Newline) => (begins, passed_over) = (true, false),
            raw if begins => {
                passed_over = directives_only && raw != Ok(Raw::Punct(Mark("#")));
                begins = false;
            }
            _ => {}
        }
        // What the next token hangs on is looked at.
        let plain = !matches!(
            raw,
            Err(()) | Ok(Raw::BlockComment(false) | Raw::Verbatim(false) | Raw::Punct(Mark("[")))
        );
        if passed_over && plain {
            continue;
        }
        // The token, and where it ends.
        let (kind, end) = match raw {
            Ok(Raw::BlockComment(false)) => {
                at = range.start + 2;
                lexer = restart(text, at);
                if open_comment.is_none() {
                    let place = span(range.start..at);
                    let why = Diagnostic::at(place.clone(), "a comment that does not end");
                    open_comment = Some((why.hint("close it with */"), tokens.len() + 1));
                    tokens.push(token(Kind::Newline, place, false));
                }
                continue;
            }
            Ok(Raw::Verbatim(false)) => {
                return Err(Diagnostic::at(span(range), "a raw string that does not end"));
            }
            Ok(Raw::Punct(Mark("["))) if begins_scope(&text[range.start..]) => {
                (Kind::Punct("<"), range.start + 1)
            }
            // One character at a time: what follows it may be tokens again.
            Err(()) => {
                let first = slice.chars().next().map_or(1, char::len_utf8);
                (Kind::Other(slice[..first].into()), range.start + first)
            }
            Ok(raw) => match raw.kind(slice) {
                Some(kind) => (kind, at),
                None => {
                    space = true;
                    continue;
                }
            },
        };
        if end < at {
            at = end;
            lexer = restart(text, at);
        }
        tokens.push(token(kind, span(range.start..at), space));
        space = false;
    }
    let end = text.len();
    tokens.push(token(Kind::Newline, span(end..end), false));
    let open_comment = open_comment.map(|(why, at)| (why, tokens.split_off(at)));
    Ok(Lexed { tokens, open_comment })
}

/// Whether `<::` is `<` and `::`: it is, unless `:` or `>` follows. [C++17, 5.4, paragraph 3]
fn begins_scope(text: &str) -> bool {
    text.strip_prefix("<::").is_some_and(|after| !after.starts_with([':', '>']))
}

fn token(kind: Kind, span: Span, space: bool) -> Token {
    Token { kind, span, space, hidden: Hidden::default() }
}

fn restart(text: &str, at: usize) -> Lexer<'_, Raw> {
    let mut lexer = Raw::lexer(text);
    lexer.bump(at);
    lexer
}

/// The one token that this text is, if it is one; for `##`.
pub fn lex_one(text: &str) -> Option<Kind> {
    let mut lexer = Raw::lexer(text);
    let raw = lexer.next()?.ok()?;
    if lexer.span().end != text.len() {
        return None;
    }
    match raw {
        Raw::Newline | Raw::Unclosed | Raw::Verbatim(_) => None,
        raw => raw.kind(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let tokens = lex(&Source::new("t.cu", text)).unwrap();
        let tokens = tokens.iter().filter(|t| t.kind != Kind::Newline);
        tokens.map(|t| t.kind.text().to_string()).collect()
    }

    #[test]
    fn longest_match() {
        assert_eq!(
            texts("a+++b<<=c>>>d->*e"),
            ["a", "++", "+", "b", "<<=", "c", ">>>", "d", "->*", "e"]
        );
        assert_eq!(texts("1.5e+3f 0x1p-2 .5 1'000u"), ["1.5e+3f", "0x1p-2", ".5", "1'000u"]);
        assert_eq!(
            texts("a<::b <:c:> <:::d"),
            ["a", "<", "::", "b", "[", "c", "]", "[", "::", "d"]
        );
    }

    #[test]
    fn directives_are_read_as_in_the_whole() {
        let text = "/* \n#a */ #b \"c\" // d\nx[1] '#' <::y @ #e\n \\\n # /* \n */ f\nR\"(\n#g)\"\n#h\\\ni\n";
        let source = Source::new("t.cu", text);
        let lines = |tokens: Vec<Token>| -> Vec<Vec<Token>> {
            let lines = tokens.split(|t| t.kind == Kind::Newline).map(<[Token]>::to_vec);
            lines.filter(|line| line.first().is_some_and(|t| t.is("#"))).collect()
        };
        let found = lines(lex_directives(&source).unwrap());
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found, lines(lex(&source).unwrap()));
        assert!(lex_directives(&Source::new("t.cu", "x /* b")).is_err());
    }

    #[test]
    fn literals_and_comments() {
        assert_eq!(
            texts(r#"'a' '\'' "x\"y" R"(a"b)" L"w" /* ' */ z // "#),
            ["'a'", r"'\''", r#""x\"y""#, r#"R"(a"b)""#, "L\"w\"", "z"]
        );
        assert_eq!(texts("don't é \u{1F600} @"), ["don", "'t é \u{1F600} @"]);
        assert!(lex(&Source::new("t.cu", "a /* b")).is_err());
    }

    #[test]
    fn spans_survive_line_continuations() {
        let text = "ab\\\ncd = \\\r\n 12;";
        let tokens = lex(&Source::new("t.cu", text)).unwrap();
        let spans: Vec<_> =
            tokens.iter().map(|t| (t.kind.text(), &text[t.span.bytes.clone()])).collect();
        assert_eq!(spans[0], ("abcd", "ab\\\ncd"));
        assert_eq!(spans[2], ("12", "12"));
        assert_eq!(spans[3], (";", ";"));
    }
}
