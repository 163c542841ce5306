//! Launches whose marks are written apart, `k << <grid, block>> >(…)`, as some formatters do: nvcc takes them. No
//! expression begins with `<`, so `<< <` is nothing else; the marks at the end are the first that fit, before a `(`.

use crate::token::{Kind, Token, join};

/// The tokens, the marks of each launch joined.
pub(super) fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut made: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    // How deep the brackets are in which each launch stands that is not closed.
    let (mut open, mut depth): (Vec<usize>, usize) = (Vec::new(), 0);
    while let Some(token) = rest.next() {
        match token.kind {
            Kind::Punct("<<") if rest.peek().is_some_and(|next| next.is("<")) => {
                let last = rest.next();
                made.push(one("<<<", token, last));
                open.push(depth);
                continue;
            }
            Kind::Punct("<<<") => open.push(depth),
            Kind::Punct(">>>") => _ = open.pop(),
            Kind::Punct("(" | "[" | "{") => depth += 1,
            Kind::Punct(")" | "]" | "}") => depth = depth.saturating_sub(1),
            Kind::Punct(";") => open.clear(),
            _ => {}
        }
        made.push(token);
        let ends = open.last() == Some(&depth) && rest.peek().is_some_and(|next| next.is("("));
        if let Some(from) = end(&made).filter(|_| ends) {
            let mut marks = made.drain(from..);
            if let Some(first) = marks.next() {
                let last = marks.next_back();
                drop(marks);
                made.push(one(">>>", first, last));
                open.pop();
            }
        }
    }
    made
}

/// Where the tokens at the end begin that are `>>>` together, and more than one.
fn end(tokens: &[Token]) -> Option<usize> {
    let mut marks = 0;
    for (n, token) in tokens.iter().enumerate().rev() {
        marks += match token.kind {
            Kind::Punct(">") => 1,
            Kind::Punct(">>") => 2,
            _ => return None,
        };
        if marks >= 3 {
            return (marks == 3).then_some(n);
        }
    }
    None
}

/// One mark, in the place of those from one token to another.
fn one(mark: &'static str, mut first: Token, last: Option<Token>) -> Token {
    if let Some(last) = last {
        first.span = join(&first.span, &last.span);
    }
    first.kind = Kind::Punct(mark);
    first
}
