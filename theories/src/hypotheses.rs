//! The hypotheses of the claims of both papers.

use crate::case::Case;
use crate::claim::{Assumed, Hypothesis};
use crate::grammar::Grammar;
use maps::control_independent;
use maps::independence::Variables;
use semantics::{Header, split};

/// Control independence. [L24, Fig. 4]
pub const CI: Hypothesis = Hypothesis {
    name: "CI",
    says: "the protocol is control-independent: ∅ ⊢CI p",
    assumed: Assumed::OfSubject(Case::is_control_independent),
};

/// Data independence. [L24, Fig. 4]
pub const DI: Hypothesis = Hypothesis {
    name: "DI",
    says: "the protocol is data-independent: ∅ ⊢DI p",
    assumed: Assumed::OfSubject(Case::is_data_independent),
};

/// Every binder binds a distinct name. [L24, §3.1]
pub const DISTINCT: Hypothesis = Hypothesis {
    name: "DISTINCT",
    says: "every binder binds a distinct name",
    assumed: Assumed::OfGrammar(Grammar::shadowing),
};

/// No variable is free. [L24, §3.1]
pub const CLOSED: Hypothesis = Hypothesis {
    name: "CLOSED",
    says: "no variable is free",
    assumed: Assumed::OfGrammar(Grammar::open),
};

/// Both runs or actions have one trace.
pub const SAME_TRACE: Hypothesis =
    Hypothesis { name: "SAME-TRACE", says: "the two traces are equal", assumed: Assumed::InCheck };

/// Control independence as \[L24\] words it: "when `X ⊢CI p` for some X". The set of all variables
/// is such an X, so every protocol has it.
pub const CI_FOR_SOME_X: Hypothesis = Hypothesis {
    name: "CI-FOR-SOME-X",
    says: "X ⊢CI p for some X",
    assumed: Assumed::OfSubject(|case| {
        let all: Variables = case.variables().into_iter().collect();
        control_independent(&all, case.protocol())
    }),
};

/// There is a spurious action. [L24, §4.2]
pub const SPURIOUS: Hypothesis = Hypothesis {
    name: "SPURIOUS",
    says: "the action is spurious: of the protocol, and not of the program",
    assumed: Assumed::SpokenOf,
};

/// Two actions race. [L24, §4.3]
pub const DATARACE: Hypothesis = Hypothesis {
    name: "DATARACE",
    says: "distinct threads access one index, and one of them writes",
    assumed: Assumed::SpokenOf,
};

/// There is a barrier.
pub const SYNCHRONIZED: Hypothesis = Hypothesis {
    name: "SYNCHRONIZED",
    says: "a `sync` stands in the protocol",
    assumed: Assumed::SpokenOf,
};

/// Barriers stand where all threads reach them together. ("Barriers" in `docs/calculi.md`.)
pub const UNIFORM: Hypothesis = Hypothesis {
    name: "UNIFORM",
    says: "all threads reach each barrier together, as far as the syntax shows",
    assumed: Assumed::OfSubject(|case| split(&Header::default(), case.protocol()).is_ok()),
};
