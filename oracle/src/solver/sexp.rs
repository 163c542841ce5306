//! S-expressions as solvers print them. Nothing a solver prints can make reading panic, recurse
//! deeply or run for long.

use super::unknown::Garbage;

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sexp {
    /// A symbol or number; of `|a b|` and `"a b"` what stands between the bars or quotes.
    Atom(String),
    /// `( … )`.
    List(Vec<Sexp>),
}

impl Sexp {
    /// The atom's text.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(text) => Some(text),
            Sexp::List(_) => None,
        }
    }

    /// The list's members.
    pub fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::Atom(_) => None,
            Sexp::List(members) => Some(members),
        }
    }
}

/// Deeper nesting is refused. Answers nest three deep.
const DEEPEST: usize = 64;

/// Reads S-expressions from bytes that arrive in pieces.
#[derive(Default)]
pub(crate) struct Reader {
    open: Vec<Vec<Sexp>>,
    token: Token,
    done: std::collections::VecDeque<Sexp>,
}

#[derive(Default)]
enum Token {
    #[default]
    None,
    Comment,
    Plain(String),
    /// Up to this closing character.
    Quoted(char, String),
}

impl Reader {
    /// Takes more text.
    ///
    /// # Errors
    /// Where it is no S-expression.
    pub fn feed(&mut self, text: &str) -> Result<(), Garbage> {
        text.chars().try_for_each(|c| self.character(c))
    }

    /// The next complete S-expression, if there is one.
    pub fn next(&mut self) -> Option<Sexp> {
        self.done.pop_front()
    }

    /// Whether nothing is left over: no S-expression, complete or begun.
    pub fn is_idle(&self) -> bool {
        self.done.is_empty()
            && self.open.is_empty()
            && matches!(self.token, Token::None | Token::Comment)
    }

    fn character(&mut self, c: char) -> Result<(), Garbage> {
        match &mut self.token {
            Token::Comment => {
                if c == '\n' {
                    self.token = Token::None;
                }
                return Ok(());
            }
            Token::Quoted(close, text) => {
                if c == *close {
                    let text = std::mem::take(text);
                    self.token = Token::None;
                    self.finish(Sexp::Atom(text));
                } else {
                    text.push(c);
                }
                return Ok(());
            }
            Token::Plain(text)
                if !(c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"' | '|')) =>
            {
                text.push(c);
                return Ok(());
            }
            Token::Plain(text) => {
                let text = std::mem::take(text);
                self.token = Token::None;
                self.finish(Sexp::Atom(text));
            }
            Token::None => {}
        }
        match c {
            '(' if self.open.len() == DEEPEST => return Err(Garbage::TooDeep),
            '(' => self.open.push(Vec::new()),
            ')' => match self.open.pop() {
                Some(members) => self.finish(Sexp::List(members)),
                None => return Err(Garbage::NotOpened),
            },
            ';' => self.token = Token::Comment,
            '"' | '|' => self.token = Token::Quoted(c, String::new()),
            c if c.is_whitespace() => {}
            c => self.token = Token::Plain(c.into()),
        }
        Ok(())
    }

    fn finish(&mut self, sexp: Sexp) {
        match self.open.last_mut() {
            Some(members) => members.push(sexp),
            None => self.done.push_back(sexp),
        }
    }
}

/// Reads a whole text.
///
/// # Errors
/// Where it is not a sequence of S-expressions.
pub(crate) fn read(text: &str) -> Result<Vec<Sexp>, Garbage> {
    let mut reader = Reader::default();
    reader.feed(text)?;
    reader.feed("\n")?;
    let all = std::mem::take(&mut reader.done);
    if reader.is_idle() { Ok(all.into()) } else { Err(Garbage::EndsEarly) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_answers() {
        let read = read("sat ((a 3) (|b c| (- 2))) ; done\n\"x y\"").unwrap();
        assert_eq!(read.len(), 3);
        assert_eq!(read[0].atom(), Some("sat"));
        assert_eq!(read[1].list().unwrap()[1].list().unwrap()[0].atom(), Some("b c"));
        assert_eq!(read[2].atom(), Some("x y"));
    }

    #[test]
    fn refuses_what_is_none() {
        for text in ["(", ")", "((a)", "\"a", &"(".repeat(100_000)] {
            assert!(read(text).is_err());
        }
    }

    proptest! {
        #[test]
        fn any_text_ends(text in "[()a\"|; \n#x-]{0,64}") {
            let _ = read(&text);
        }
    }
}
