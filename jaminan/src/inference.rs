//! The inference of protocols. [L24, Fig. 6]

mod check;
pub mod derive;

use crate::syntax::{Program, Stmt};
use maps::{Approximating, Protocol, ProtocolFile, aa};
use semantics::{Expr, Mode, Name};
use std::sync::Arc;

/// `[[s]]`, over all its arrays at once.
pub fn infer(s: &Stmt) -> Protocol {
    infer_where(s, &|_| true)
}

/// `[[s]]` for one array: the accesses of the others vanish, their reads become `var`.
/// [L24, §2.2]
pub fn infer_array(s: &Stmt, array: &Name) -> Protocol {
    infer_where(s, &|a| a == array)
}

/// One protocol for each array of the program, by name, each made as it is asked for: together they
/// are as large as the program times its arrays.
pub fn infer_program(program: &Program) -> impl Iterator<Item = (Name, ProtocolFile)> {
    semantics::Syntax::arrays(&program.body).into_iter().map(|array| {
        let body = infer_array(&program.body, &array);
        (array, ProtocolFile { header: program.header.clone(), body })
    })
}

/// The approximating binders of a whole program, all arrays joined; its parameters are exact.
/// [L24, Fig. 7]
pub fn approximation(program: &Program) -> Approximating {
    let exact = program.header.parameters();
    aa(&exact, &infer(&without_idle(&program.body)))
}

/// The program without conditionals that do nothing: with one a front end keeps the evaluation of
/// an expression whose value is dropped, and no access depends on it.
fn without_idle(s: &Stmt) -> Stmt {
    let inside = |s: &Arc<Stmt>| Arc::new(without_idle(s));
    match s {
        Stmt::Skip | Stmt::Write { .. } | Stmt::Sync(_) => s.clone(),
        Stmt::Read { x, array, index, body, site } => Stmt::Read {
            x: x.clone(),
            array: array.clone(),
            index: index.clone(),
            body: inside(body),
            site: site.clone(),
        },
        Stmt::Seq(a, b) => Stmt::Seq(inside(a), inside(b)),
        Stmt::If(c, a, b) => match (&**a, &**b) {
            (Stmt::Skip, Stmt::Skip) => Stmt::Skip,
            _ => Stmt::If(c.clone(), inside(a), inside(b)),
        },
        Stmt::For(x, lo, hi, s) => Stmt::For(x.clone(), lo.clone(), hi.clone(), inside(s)),
        Stmt::Var(x, s) => Stmt::Var(x.clone(), inside(s)),
    }
}

pub(crate) fn infer_where(s: &Stmt, keep: &dyn Fn(&Name) -> bool) -> Protocol {
    semantics::unless_planted!(crate::planted::infer(s, keep));
    let access = |mode, array: &Name, index: &Arc<Expr>, site: &semantics::Site| {
        if keep(array) {
            Protocol::Access {
                mode,
                array: array.clone(),
                index: index.clone(),
                site: site.clone(),
            }
        } else {
            Protocol::Skip
        }
    };
    let inside = |s: &Arc<Stmt>| Arc::new(infer_where(s, keep));
    match s {
        Stmt::Skip => Protocol::Skip,
        Stmt::Sync(barrier) => Protocol::Sync(barrier.clone()),
        Stmt::Write { array, index, site, .. } => access(Mode::Wr, array, index, site),
        Stmt::Read { x, array, index, body, site } => {
            let rest = Protocol::Var(x.clone(), inside(body));
            match access(Mode::Rd, array, index, site) {
                // Not `skip; var x. …`: the read is another protocol's business.
                Protocol::Skip => rest,
                read => Protocol::Seq(read.into(), rest.into()),
            }
        }
        Stmt::Seq(s1, s2) => Protocol::Seq(inside(s1), inside(s2)),
        Stmt::If(c, s1, s2) => Protocol::If(c.clone(), inside(s1), inside(s2)),
        Stmt::For(x, lo, hi, s) => Protocol::For(x.clone(), lo.clone(), hi.clone(), inside(s)),
        Stmt::Var(x, s) => Protocol::Var(x.clone(), inside(s)),
    }
}
