//! Tokens of `.jam` and `.map`, in ASCII and Unicode spelling.

use crate::source::{Diagnostic, Source, Span};
use logos::Logos;
use std::ops::Range;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[allow(missing_docs)]
pub enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    /// A name of a kernel that the languages do not have, in a derivation.
    #[regex(r"`[^`\n]+`")]
    Quoted,
    #[regex(r"[0-9]+")]
    Number,
    #[token("param")]
    Param,
    #[token("assume")]
    Assume,
    #[token("threads")]
    Threads,
    #[token("skip")]
    Skip,
    #[token("let")]
    Let,
    #[token("in")]
    #[token("∈")]
    In,
    #[token("var")]
    Var,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("for")]
    For,
    #[token("sync")]
    Sync,
    #[token("rd")]
    Rd,
    #[token("wr")]
    Wr,
    #[token("true")]
    #[token("⊤")]
    True,
    #[token("false")]
    #[token("⊥")]
    False,
    #[token("tid")]
    Tid,
    #[token("min")]
    Min,
    #[token("max")]
    Max,
    #[token(":=")]
    #[token("≔")]
    Assign,
    #[token("=")]
    Is,
    #[token("..")]
    #[token("‥")]
    DotDot,
    #[token(".")]
    Dot,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    #[token(";")]
    Semicolon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenIndex,
    #[token("]")]
    CloseIndex,
    #[token("{")]
    OpenBlock,
    #[token("}")]
    CloseBlock,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[token("*")]
    #[token("×")]
    Star,
    #[token("/")]
    #[token("÷")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Amp,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("<")]
    Lt,
    #[token("<=")]
    #[token("≤")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    #[token("≥")]
    Ge,
    #[token("==")]
    Eq,
    #[token("!=")]
    #[token("≠")]
    Ne,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("!")]
    #[token("¬")]
    Not,
}

/// Whether the languages have this name: a letter or `_`, then letters, digits and `_`, and no keyword.
pub fn is_name(text: &str) -> bool {
    let mut tokens = Token::lexer(text);
    tokens.next() == Some(Ok(Token::Name)) && tokens.span() == (0..text.len())
}

/// The tokens of a source with their places.
///
/// # Errors
/// The first character that begins no token.
pub fn tokens(source: &Source) -> Result<Vec<(Token, Range<usize>)>, Diagnostic> {
    Token::lexer(source.text())
        .spanned()
        .map(|(token, bytes)| match token {
            Ok(token) => Ok((token, bytes)),
            Err(()) => {
                let span = Span { source: source.clone(), bytes: bytes.clone() };
                let what = &source.text()[bytes];
                Err(Diagnostic::at(span, format!("no token begins with {:?}", what))
                    .label("here")
                    .hint("comments are written `// …`; names are letters, digits and `_`"))
            }
        })
        .collect()
}
