//! Whether a kernel still runs: two threads make the accesses of which an alarm spoke, wherever they land.

use jaminan::{Program, Stmt};
use oracle::check::answer::Verdict;
use oracle::check::reason::Why;
use oracle::check::{Settings, expect_race};
use semantics::{Expr, Name};
use std::sync::Arc;

/// The cell that every access of the array writes. No source has such a name.
const REACHED: &str = "reached.by";

/// Whether two threads make accesses of an array in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// By the rules, they do.
    ByTwo,
    /// They never do.
    Never,
    /// It is not known.
    Unknown,
}

/// Whether two threads make accesses of an array in one phase.
pub fn reached(program: &Program, array: &Name, settings: &mut Settings<'_>) -> Reached {
    let reached: Name = REACHED.into();
    let mut header = program.header.clone();
    if let Some(mut kind) = header.arrays.get(array).cloned() {
        kind.dimensions = Vec::new();
        header.arrays.insert(reached.clone(), kind);
    }
    let body = marked(&program.body, array, &reached);
    let program = Program { header, body };
    let answer = expect_race(&program, &reached, settings);
    match answer.verdict {
        Verdict::Racy => Reached::ByTwo,
        Verdict::Drf => Reached::Never,
        _ if answer.why == Some(Why::NoLaunch) => Reached::Never,
        _ => Reached::Unknown,
    }
}

/// The statement, with a write to the cell before each access of the array.
fn marked(s: &Stmt, array: &Name, reached: &Name) -> Stmt {
    let inside = |s: &Arc<Stmt>| Arc::new(marked(s, array, reached));
    let mark = |s: Stmt| {
        let zero = || Arc::new(Expr::num(0));
        let site = semantics::Site::default();
        let write = Stmt::Write { array: reached.clone(), index: zero(), payload: zero(), site };
        Stmt::Seq(Arc::new(write), Arc::new(s))
    };
    match s {
        Stmt::Skip | Stmt::Sync(_) => s.clone(),
        Stmt::Write { array: of, .. } if of == array => mark(s.clone()),
        Stmt::Write { .. } => s.clone(),
        Stmt::Read { x, array: of, index, body, site } => {
            let (x, body) = (x.clone(), inside(body));
            let read =
                Stmt::Read { x, array: of.clone(), index: index.clone(), body, site: site.clone() };
            if of == array { mark(read) } else { read }
        }
        Stmt::Seq(s1, s2) => Stmt::Seq(inside(s1), inside(s2)),
        Stmt::If(c, s1, s2) => Stmt::If(c.clone(), inside(s1), inside(s2)),
        Stmt::For(x, lo, hi, s) => Stmt::For(x.clone(), lo.clone(), hi.clone(), inside(s)),
        Stmt::Var(x, s) => Stmt::Var(x.clone(), inside(s)),
    }
}
