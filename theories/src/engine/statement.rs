//! What the engine decides of a program or protocol: each statement of \[L24\] as a bit.

use crate::claim::{Claim, Dropped};
use crate::hypotheses::SAME_TRACE;

macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A statement about one program or protocol, without hypotheses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Statement {
            $($(#[$doc])* $name,)*
        }
    };
}

statements! {
    /// 3.3 (1)
    RunsRelated,
    /// 3.3 (1), of any two traces
    RunsRelatedAnyTraces,
    /// 3.3 (2)
    RunsRelatedOneTrace,
    /// 3.3 (3)
    RunsEqual,
    /// 3.3 (3), of any two traces
    RunsEqualAnyTraces,
    /// 3.3 (4)
    RunsEqualOneTrace,
    /// `aa` and the judgments
    Approximating,
    Weakening,
    /// 4.2
    Included,
    /// 4.3 (1)
    ReachableRelated,
    ReachableRelatedWeak,
    /// 4.3 (2)
    Related,
    RelatedWeak,
    /// 4.3 (3)
    ReachableEqual,
    /// 4.3 (4)
    Equal,
    /// 4.4 (1)
    SpuriousReachableRelated,
    SpuriousReachableRelatedWeak,
    /// 4.4 (2)
    SpuriousRelated,
    SpuriousRelatedWeak,
    /// 4.4 (3)
    SpuriousUnreachable,
    /// 4.5
    TrueAlarms,
    /// 4.5 without "same trace"
    TrueAlarmsAnyTraces,
    /// Separately feasible races are joint ones.
    Joint,
}

impl Statement {
    /// What the claim says under its hypotheses but the dropped ones; nothing where the engine
    /// does not decide it.
    pub fn of(claim: &Claim, dropped: &Dropped) -> Option<Statement> {
        use Statement::*;
        let same_trace = !dropped.contains(&SAME_TRACE);
        Some(match claim.id {
            "liew2024/3.3.1" if same_trace => RunsRelated,
            "liew2024/3.3.1" => RunsRelatedAnyTraces,
            "liew2024/3.3.2" => RunsRelatedOneTrace,
            "liew2024/3.3.3" if same_trace => RunsEqual,
            "liew2024/3.3.3" => RunsEqualAnyTraces,
            "liew2024/3.3.4" => RunsEqualOneTrace,
            "liew2024/aa" => Approximating,
            "liew2024/weakening" => Weakening,
            "liew2024/4.2" => Included,
            "liew2024/4.3.1" => ReachableRelated,
            "liew2024/4.3.1-weak" => ReachableRelatedWeak,
            "liew2024/4.3.2" | "liew2024/4.3.2-some-x" => Related,
            "liew2024/4.3.2-weak" => RelatedWeak,
            "liew2024/4.3.3" => ReachableEqual,
            "liew2024/4.3.4" => Equal,
            "liew2024/4.4.1" => SpuriousReachableRelated,
            "liew2024/4.4.1-weak" => SpuriousReachableRelatedWeak,
            "liew2024/4.4.2" => SpuriousRelated,
            "liew2024/4.4.2-weak" => SpuriousRelatedWeak,
            "liew2024/4.4.3" => SpuriousUnreachable,
            "liew2024/4.5" if same_trace => TrueAlarms,
            "liew2024/4.5" | "liew2024/4.5-any-traces" => TrueAlarmsAnyTraces,
            "liew2024/joint" => Joint,
            _ => return None,
        })
    }
}

/// What the engine finds out about one program or protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// `∅ ⊢CI p`
    pub ci: bool,
    /// `∅ ⊢DI p`
    pub di: bool,
    failing: u32,
    vacuous: u32,
}

impl Facts {
    /// Of a protocol that is so judged; nothing fails yet.
    pub fn judged(ci: bool, di: bool) -> Self {
        Facts { ci, di, ..Facts::default() }
    }

    /// Notes that a statement does not hold.
    pub fn fail(&mut self, statement: Statement, fails: bool) {
        self.failing |= u32::from(fails) << statement as u8;
    }

    /// Notes that nothing is there that a statement speaks of.
    pub fn nothing(&mut self, statement: Statement, nothing: bool) {
        self.vacuous |= u32::from(nothing) << statement as u8;
    }

    /// Whether the statement does not hold.
    pub fn fails(&self, statement: Statement) -> bool {
        self.failing >> statement as u8 & 1 == 1
    }

    /// Whether there is nothing that the statement speaks of.
    pub fn is_vacuous(&self, statement: Statement) -> bool {
        self.vacuous >> statement as u8 & 1 == 1
    }
}
