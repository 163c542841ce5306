//! How verdicts are come to.

use crate::certify::Certify;
use oracle::solver::{Budget, Chosen, NoSolver, choose};
use semantics::Allowance;
use web_time::Duration;

/// How kernels are checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who decides: `auto`, `z3`, `embedded`, or a command that reads SMT-LIB. See [`choose`].
    pub solver: String,
    /// For each query.
    pub budget: Budget,
    /// Whether two writes of one value are a race.
    pub report_benign: bool,
    /// Whether nothing is decided that takes more for granted than the launch.
    pub strict: bool,
    /// For each kernel, of which [what it took to read it](cuda::Kernel::took) is spent.
    pub allowance: Allowance,
    /// How verdicts are certified, if they are to be.
    pub certify: Option<Certify>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            solver: "auto".into(),
            budget: Budget::default(),
            report_benign: true,
            strict: false,
            allowance: Allowance::default(),
            certify: None,
        }
    }
}

impl Settings {
    /// What of the allowance is for reading a kernel: nine tenths of the time, so that some is left to decide it.
    pub fn for_reading(&self) -> Allowance {
        let kept = self.allowance.time.map_or(Duration::ZERO, |time| time / 10);
        self.allowance.after(kept)
    }

    /// The solver, which has answered nothing before: what it says of one kernel does not hang on the others.
    pub(crate) fn choose(&self) -> Result<Chosen, NoSolver> {
        choose(&self.solver)
    }
}
