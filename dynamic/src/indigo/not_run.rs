//! Why a kernel of the suite is not run.

use cuda::Unsupported;
use grid::Unbound;
use semantics::Diagnostic;
use std::fmt;

/// Why a kernel of the suite is not run.
#[derive(Clone, Debug)]
pub enum NotRun {
    /// It is not C++.
    Error(Diagnostic),
    /// It uses what is not run.
    Unsupported(Unsupported),
    /// The source has no kernel, or several.
    NotOneKernel,
    /// Its parameters are others than those of the suite.
    Parameters,
    /// They do not hold what the suite gives.
    Unbound(Unbound),
}

impl std::error::Error for NotRun {}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Error(error) => error.fmt(f),
            NotRun::Unsupported(what) => write!(f, "{}: {what}", what.span.place()),
            NotRun::NotOneKernel => f.write_str("the source has no kernel, or several"),
            NotRun::Parameters => {
                f.write_str("the kernel's parameters are not four arrays and a number")
            }
            NotRun::Unbound(why) => why.fmt(f),
        }
    }
}
