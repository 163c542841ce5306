//! BabyCUDA, the core of CUDA of [L22, §3]: its histories, its rules, its types.
//!
//! ```text
//! b ::= A[n] := n | let x = A[n] in b | b ; b | if c {b} else {b} | for x in n..m {b} | skip
//! ```
//!
//! These are the statements of Jaminan without `var` and `sync`. The paper has one array; here an
//! index comes with the array that it is in, and a program over one array reads as in the paper.

mod check;
mod exchange;
pub mod history;
mod protocol;
pub mod rules;
mod show;
mod thread;
pub mod typing;

use crate::syntax::Stmt;
use semantics::{Budget, Choices, Explanation, Outcomes, Shape, Syntax, Thread, outcomes};
use std::collections::BTreeSet;
use std::fmt;

pub use history::{Accesses, History, Phase, Race};
pub use protocol::phases;
pub use rules::{Judgment, parallel, runs};
pub use thread::at_thread;
pub use typing::{IllTyped, Typing, type_of};

/// The finite set of threads `T` that run a program.
pub type Threads = BTreeSet<Thread>;

/// What a statement of Jaminan has that BabyCUDA has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotBabyCuda {
    /// A nondeterministic choice.
    Var,
    /// A barrier: the paper leaves its synchronized fragment out.
    Sync,
}

impl fmt::Display for NotBabyCuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotBabyCuda::Var => "BabyCUDA has no `var`: only `let` and `for` bind a variable",
            NotBabyCuda::Sync => "BabyCUDA has no `sync`: run the phases of the program one by one",
        })
    }
}

impl std::error::Error for NotBabyCuda {}

/// Whether a statement is one of BabyCUDA.
///
/// # Errors
/// The first form, from the left, that is not.
pub fn is_babycuda(s: &Stmt) -> Result<(), NotBabyCuda> {
    match s.shape() {
        Shape::Skip | Shape::Access(..) | Shape::Write(..) => Ok(()),
        Shape::Var(..) => Err(NotBabyCuda::Var),
        Shape::Sync(_) => Err(NotBabyCuda::Sync),
        Shape::Seq(s1, s2) | Shape::If(_, s1, s2) => {
            is_babycuda(s1)?;
            is_babycuda(s2)
        }
        Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) => is_babycuda(s),
    }
}

/// Every `I` with `H, b ⇓ I`, run by the threads `T`. Several where `lastwrite` may take the write
/// of any of several threads.
pub fn outcomes(h: &History, b: &Stmt, threads: &Threads, budget: &Budget) -> Outcomes<History> {
    let ask: outcomes::Ask<'_, Judgment, History> =
        &|search, found| parallel(search, h, b, threads, found);
    outcomes::every(&Choices::default(), &(), budget, ask)
}

/// The first derivation of outcome `n` of [`outcomes()`], from 0.
pub fn explain(
    h: &History,
    b: &Stmt,
    threads: &Threads,
    budget: &Budget,
    n: usize,
) -> Explanation<Judgment> {
    let ask: outcomes::Ask<'_, Judgment, History> =
        &|search, found| parallel(search, h, b, threads, found);
    outcomes::explain(&Choices::default(), &(), budget, n, ask)
}
