//! Judgments as text.

use crate::rules::Judgment;
use semantics::{Shown, Spelling, notation, printer};
use std::fmt;

impl Shown for Judgment {
    /// `p ⇓ᵢ P ▷ t`
    fn show(&self, spelling: Spelling) -> String {
        match self {
            Judgment::Runs(p, i, (phase, t)) => format!(
                "{} {} {} {} {}",
                printer::statement(p, spelling),
                notation::evaluates_under(i, spelling),
                notation::phase(phase, spelling),
                notation::by_choices(spelling),
                notation::trace(t, spelling)
            ),
            Judgment::Evaluates(e, i, k) => notation::evaluates(e, i, k, spelling),
            Judgment::Decides(c, i, b) => notation::decides(c, i, *b, spelling),
        }
    }

    fn is_side_condition(&self) -> bool {
        !matches!(self, Judgment::Runs(..))
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Spelling::Ascii))
    }
}
