//! Statements as they are made, and their assembly into a program: a `let` or `var` reaches to the
//! end of its block.

use crate::term::{cond_larger_than, larger_than};
use jaminan::Stmt;
use semantics::{Barrier, Cond, Expr, Name, Rel, Site, Span};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// How deep a program may nest: each statement of a block is inside the one before it.
pub const DEEPEST_PROGRAM: usize = 2048;

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    Write {
        array: Name,
        index: Arc<Expr>,
        payload: Arc<Expr>,
        site: Site,
    },
    Read {
        x: Name,
        array: Name,
        index: Arc<Expr>,
        site: Site,
    },
    Var(Name),
    If(Arc<Cond>, Vec<Atom>, Vec<Atom>),
    For(Name, Arc<Expr>, Arc<Expr>, Vec<Atom>),
    Sync(Barrier),
    /// Evaluates an expression, and does nothing.
    Check(Arc<Expr>),
}

/// Whether a barrier stands in the block.
pub(super) fn synchronizes(block: &[Atom]) -> bool {
    block.iter().any(|atom| match atom {
        Atom::Sync(_) => true,
        Atom::If(_, yes, no) => synchronizes(yes) || synchronizes(no),
        Atom::For(.., body) => synchronizes(body),
        _ => false,
    })
}

/// Whether one of these barriers stands in the block.
pub(super) fn has_barrier(block: &[Atom], wanted: &dyn Fn(&Span) -> bool) -> bool {
    block.iter().any(|atom| match atom {
        Atom::Sync(barrier) => barrier.site.span().is_none_or(wanted),
        Atom::If(_, yes, no) => has_barrier(yes, wanted) || has_barrier(no, wanted),
        Atom::For(.., body) => has_barrier(body, wanted),
        _ => false,
    })
}

/// The variables that are used, so that a `var` nobody asks for can go.
pub(super) fn used(block: &[Atom], names: &mut HashSet<Name>) {
    let mut add = |x: &Name| {
        names.insert(x.clone());
    };
    for atom in block {
        match atom {
            Atom::Write { index, payload, .. } => {
                index.each_variable(&mut add);
                payload.each_variable(&mut add);
            }
            Atom::Read { index, .. } => index.each_variable(&mut add),
            Atom::If(c, ..) => c.each_variable(&mut add),
            Atom::Check(e) => e.each_variable(&mut add),
            Atom::For(_, from, to, _) => {
                from.each_variable(&mut add);
                to.each_variable(&mut add);
            }
            Atom::Var(_) | Atom::Sync(_) => {}
        }
    }
    for atom in block {
        match atom {
            Atom::If(_, yes, no) => {
                used(yes, names);
                used(no, names);
            }
            Atom::For(.., body) => used(body, names),
            _ => {}
        }
    }
}

/// Takes out branches and loops that do nothing, and `var`s that nobody uses.
pub(super) fn prune(block: Vec<Atom>) -> Vec<Atom> {
    let block = drop_empty(block);
    let mut names = HashSet::new();
    used(&block, &mut names);
    drop_unused(block, &names)
}

fn drop_empty(block: Vec<Atom>) -> Vec<Atom> {
    let mut kept = Vec::with_capacity(block.len());
    for atom in block {
        match atom {
            Atom::If(c, yes, no) => {
                let (yes, no) = (drop_empty(yes), drop_empty(no));
                if does_something(&yes) || does_something(&no) {
                    kept.push(Atom::If(c, yes, no));
                }
            }
            Atom::For(x, from, to, body) => {
                let body = drop_empty(body);
                if does_something(&body) {
                    kept.push(Atom::For(x, from, to, body));
                }
            }
            other => kept.push(other),
        }
    }
    kept
}

/// Whether the block has statements that stay.
pub(super) fn does_something(block: &[Atom]) -> bool {
    block.iter().any(|atom| match atom {
        Atom::Var(_) => false,
        Atom::If(_, yes, no) => does_something(yes) || does_something(no),
        Atom::For(.., body) => does_something(body),
        _ => true,
    })
}

fn drop_unused(block: Vec<Atom>, names: &HashSet<Name>) -> Vec<Atom> {
    let kept = block.into_iter().filter(|atom| match atom {
        Atom::Var(x) => names.contains(x),
        _ => true,
    });
    kept.map(|atom| match atom {
        Atom::If(c, yes, no) => Atom::If(c, drop_unused(yes, names), drop_unused(no, names)),
        Atom::For(x, from, to, body) => Atom::For(x, from, to, drop_unused(body, names)),
        other => other,
    })
    .collect()
}

/// The `var`s of a block.
pub(super) fn vars(block: &[Atom], names: &mut HashSet<Name>) {
    for atom in block {
        match atom {
            Atom::Var(x) => {
                names.insert(x.clone());
            }
            Atom::If(_, yes, no) => {
                vars(yes, names);
                vars(no, names);
            }
            Atom::For(.., body) => vars(body, names),
            _ => {}
        }
    }
}

/// The arrays that the block writes.
pub(super) fn written(block: &[Atom], arrays: &mut BTreeSet<Name>) {
    for atom in block {
        match atom {
            Atom::Write { array, .. } => {
                arrays.insert(array.clone());
            }
            Atom::If(_, yes, no) => {
                written(yes, arrays);
                written(no, arrays);
            }
            Atom::For(.., body) => written(body, arrays),
            _ => {}
        }
    }
}

/// How deep the block will nest.
pub(super) fn depth(block: &[Atom]) -> usize {
    let inner = block.iter().enumerate().map(|(n, atom)| {
        n + match atom {
            Atom::If(_, yes, no) => 1 + depth(yes).max(depth(no)),
            Atom::For(.., body) => 1 + depth(body),
            _ => 1,
        }
    });
    inner.max().unwrap_or(0)
}

/// Whether an expression of the atom has more nodes than this.
pub(super) fn atom_larger_than(atom: &Atom, limit: usize) -> bool {
    match atom {
        Atom::Write { index, payload, .. } => {
            larger_than(index, limit) || larger_than(payload, limit)
        }
        Atom::Read { index, .. } => larger_than(index, limit),
        Atom::If(c, ..) => cond_larger_than(c, limit),
        Atom::For(_, from, to, _) => larger_than(from, limit) || larger_than(to, limit),
        Atom::Check(e) => larger_than(e, limit),
        Atom::Var(_) | Atom::Sync(_) => false,
    }
}

/// The statement that a block is.
pub(super) fn assemble(block: Vec<Atom>) -> Stmt {
    let mut done: Option<Stmt> = None;
    for atom in block.into_iter().rev() {
        let rest = done.take();
        let here = match atom {
            Atom::Read { x, array, index, site } => {
                let body = Arc::new(rest.unwrap_or(Stmt::Skip));
                done = Some(Stmt::Read { x, array, index, body, site });
                continue;
            }
            Atom::Var(x) => {
                done = Some(Stmt::Var(x, Arc::new(rest.unwrap_or(Stmt::Skip))));
                continue;
            }
            Atom::Write { array, index, payload, site } => {
                Stmt::Write { array, index, payload, site }
            }
            Atom::If(c, yes, no) => Stmt::If(c, assemble(yes).into(), assemble(no).into()),
            Atom::For(x, from, to, body) => Stmt::For(x, from, to, assemble(body).into()),
            Atom::Sync(barrier) => Stmt::Sync(barrier),
            Atom::Check(e) => {
                let evaluates = Cond::Rel(Rel::Eq, Arc::clone(&e), e);
                Stmt::If(evaluates.into(), Stmt::Skip.into(), Stmt::Skip.into())
            }
        };
        done = Some(match rest {
            Some(rest) => Stmt::Seq(here.into(), rest.into()),
            None => here,
        });
    }
    done.unwrap_or(Stmt::Skip)
}

/// Every variable that the block binds.
pub(super) fn bound(block: &[Atom], names: &mut HashSet<Name>) {
    for atom in block {
        match atom {
            Atom::Var(x) | Atom::Read { x, .. } => {
                names.insert(x.clone());
            }
            Atom::If(_, yes, no) => {
                bound(yes, names);
                bound(no, names);
            }
            Atom::For(x, _, _, body) => {
                names.insert(x.clone());
                bound(body, names);
            }
            Atom::Write { .. } | Atom::Sync(_) | Atom::Check(_) => {}
        }
    }
}
