//! Standard output and standard error, as people read them: a [`Text`] is all that is written. Two other lines write to
//! them: a child's answer to the `check` that started it, and the last words where no memory is left.

// Elsewhere it is forbidden, but for those two.
#![allow(clippy::disallowed_methods)]

use crate::style::{ERROR, HEADING, NOTE};
use clap::Parser;
use clap::error::ErrorKind;
use semantics::terminal::visible;
use semantics::{Text, say};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{Error, IsTerminal, Write};

/// Writes an answer to standard output, piece by piece. Colours are taken out where there is no terminal, and where
/// `NO_COLOR` is set.
///
/// # Errors
/// Standard output cannot be written.
pub fn print(pieces: impl Iterator<Item = Text>) -> Result<(), Error> {
    let mut out = anstream::stdout().lock();
    for piece in pieces {
        out.write_all(piece.styled().as_bytes())?;
    }
    out.flush()
}

/// Tells the user something on standard error.
pub fn tell(text: &Text) {
    // Where this fails there is nobody to tell, and the exit code still says what there is to say.
    let _ = anstream::stderr().lock().write_all(text.styled().as_bytes());
}

/// Tells the user something about an answer, on standard error.
pub fn note(message: impl Display) {
    tell(&Text::of_line(format_args!("{NOTE}note{NOTE:#}: {message}")));
}

/// Whether standard error is a terminal.
pub fn is_interactive() -> bool {
    std::io::stderr().is_terminal()
}

/// Reads arguments, the first of which names this program.
///
/// # Errors
/// Bad usage, or a question about usage: what there is to say, and whether it answers a question.
pub fn parsed<C: Parser>(given: &[OsString]) -> Result<C, Usage> {
    C::try_parse_from(given).map_err(|error| {
        let answers = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if answers {
            return Usage { text: worded(&error.render().to_string()), answers };
        }
        // The same error, of arguments with which the library's words are safe on a terminal.
        let text = match C::try_parse_from(given.iter().map(shown)) {
            Err(error) => {
                // What a value's own reader says of it may tell what is in a file.
                let why = std::error::Error::source(&error).map(|why| why.to_string());
                let rendered = error.render().to_string();
                worded(&match why {
                    Some(why) => rendered.replace(&why, &visible(&why)),
                    None => rendered,
                })
            }
            // Unless the arguments are right as they are shown: then it takes one line.
            Ok(_) => Text::of_line(error.render()),
        };
        Usage { text, answers }
    })
}

/// What there is to say of the arguments.
pub struct Usage {
    /// What it is.
    pub text: Text,
    /// Whether it is what was asked for: help, or the version.
    pub answers: bool,
}

fn shown(argument: &OsString) -> String {
    visible(&argument.to_string_lossy()).into_owned()
}

/// The library's words, with our styles.
fn worded(rendered: &str) -> Text {
    let mut text = Text::new();
    for line in rendered.lines() {
        let heads = !line.starts_with(' ');
        match line.split_once(':').filter(|_| heads) {
            Some(("error", rest)) => say!(text, "{ERROR}error{ERROR:#}:{rest}"),
            Some((head @ "Usage", rest)) | Some((head, rest @ "")) => {
                say!(text, "{HEADING}{head}:{HEADING:#}{rest}");
            }
            _ => text.line(line),
        }
    }
    text
}
