//! Derivations as text: a conclusion to a line, its rule before it, its premises below it.

use super::pieces::{Limits, Met, Room, cut};
use super::wrap::{blanks, wrap};
use super::{Derivation, LARGEST_TEXT, Part, Shown, TooLarge, conclusions};
use crate::printer::Spelling;

/// How a derivation is written as text.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// [`Spelling::Ascii`] or [`Spelling::Unicode`].
    pub spelling: Spelling,
    /// The longest line, in characters; a word that is longer stands alone. 40 at the least.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { spelling: Spelling::Ascii, width: 100 }
    }
}

/// Several derivations, each under its heading, as [`text()`] writes one.
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn texts<J: Shown>(parts: &[Part<'_, J>], options: Options) -> Result<String, TooLarge> {
    let mut out = String::new();
    for part in parts {
        if !out.is_empty() {
            out.push('\n');
        }
        if !part.heading.is_empty() {
            out.push_str(&part.heading);
            out.push('\n');
        }
        out.push_str(&text(part.derivation, options)?);
        if out.len() > LARGEST_TEXT {
            return Err(TooLarge);
        }
    }
    Ok(out)
}

/// The derivation as an indented tree:
///
/// ```text
/// P-SEQ  wr A[tid]; rd A[0] =>_1 {1: rd A[0], 1: wr A[1]} |> tau; tau
/// +- P-ACC  wr A[tid] =>_1 {1: wr A[1]} |> tau
/// |  +- E  tid =>_1 1
/// +- P-ACC  rd A[0] =>_1 {1: rd A[0]} |> tau
///    +- E  0 =>_1 0
/// ```
///
/// A subtree that would be indented past half the width (less on a narrow page) is written below the tree, as `D1`,
/// `D2`, ….
///
/// # Errors
/// More text than [`LARGEST_TEXT`].
pub fn text<J: Shown>(d: &Derivation<J>, options: Options) -> Result<String, TooLarge> {
    let steps = d.steps();
    let conclusions = conclusions(&steps, options.spelling)?;
    let width = options.width.max(40);
    let limits = Limits {
        // The deepest level leaves room for a rule's name and 20 characters.
        room: Room { width: usize::MAX, height: (width / 6).min((width - 29) / 3 + 1) },
        premises: usize::MAX,
        name: Room { width: 0, height: 1 },
        margin: 0,
    };
    let pieces = cut(&steps, &vec![Room { width: 0, height: 1 }; steps.len()], limits);
    let [branch, last, bar] = match options.spelling {
        Spelling::Unicode => ["├─ ", "└─ ", "│  "],
        _ => ["+- ", "+- ", "|  "],
    };
    let mut out = String::new();
    for piece in 0..pieces.roots.len() {
        if piece > 0 {
            out.push_str(&format!("\nD{piece}:\n"));
        }
        // Of each open step: what stands before its premises, and how many are still to come.
        let mut open: Vec<(String, usize)> = Vec::new();
        pieces.walk(piece, &steps, |met| {
            if let Met::Leave(_) = met {
                open.pop();
                return;
            }
            let (first, inner) = match open.last_mut() {
                None => (String::new(), String::new()),
                Some((margin, 1)) => (format!("{margin}{last}"), format!("{margin}   ")),
                Some((margin, premises)) => {
                    *premises -= 1;
                    (format!("{margin}{branch}"), format!("{margin}{bar}"))
                }
            };
            match met {
                Met::Name(name) => out.push_str(&format!("{first}D{name}, below\n")),
                Met::Enter(n) => {
                    let step = &steps[n];
                    let (text, rule) = (&conclusions[n], step.rule);
                    let hanging = rule.chars().count() + 2;
                    let room = width.saturating_sub(first.chars().count() + hanging).max(20);
                    let lines = wrap(text, room, blanks(text), |s| s.chars().count());
                    let below = if step.premises.is_empty() { "   " } else { bar };
                    let rest = " ".repeat(hanging.saturating_sub(3));
                    for (number, line) in lines.iter().enumerate() {
                        match number {
                            0 => out.push_str(&format!("{first}{rule}  {line}\n")),
                            _ => out.push_str(&format!("{inner}{below}{rest}{line}\n")),
                        }
                    }
                    open.push((inner, step.premises.len()));
                }
                Met::Leave(_) => {}
            }
        });
        if out.len() > LARGEST_TEXT {
            return Err(TooLarge);
        }
    }
    Ok(out)
}
