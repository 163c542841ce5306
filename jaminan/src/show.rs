//! Judgments as text.

use crate::rules::Judgment;
use semantics::{Shown, Spelling, notation, printer};
use std::fmt;

impl Shown for Judgment {
    /// `M, s ⇓ᵢ M', P ▷ t`, and what a barrier leaves to run behind a bar.
    fn show(&self, spelling: Spelling) -> String {
        let run = |m, s, i, updates, phase, t| {
            format!(
                "{}, {} {} {}, {} {} {}",
                notation::store(m, spelling),
                printer::statement(s, spelling),
                notation::evaluates_under(i, spelling),
                notation::store(updates, spelling),
                notation::phase(phase, spelling),
                notation::by_choices(spelling),
                notation::trace(t, spelling)
            )
        };
        match self {
            Judgment::Runs(m, s, i, (updates, phase, t)) => run(m, s, i, updates, phase, t),
            Judgment::Reaches(m, s, i, (updates, phase, t, rest)) => {
                let bar = match spelling {
                    Spelling::Latex => r"\mid",
                    _ => "|",
                };
                let rest = match rest {
                    Some(rest) => format!(
                        "{}; {}",
                        spelling.keyword("sync"),
                        printer::statement(rest, spelling)
                    ),
                    None => spelling.keyword("end"),
                };
                format!("{} {bar} {rest}", run(m, s, i, updates, phase, t))
            }
            Judgment::Evaluates(e, i, k) => notation::evaluates(e, i, k, spelling),
            Judgment::Decides(c, i, b) => notation::decides(c, i, *b, spelling),
            Judgment::Reads(m, array, j, k) => notation::reads(m, array, j, k, spelling),
        }
    }

    fn is_side_condition(&self) -> bool {
        !matches!(self, Judgment::Runs(..) | Judgment::Reaches(..))
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}
