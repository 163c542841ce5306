//! A program as one thread runs it: parameters as numbers, and its block's own arrays.

use crate::syntax::Stmt;
use semantics::{Expr, Header, Name, Number, Sharing, Syntax, Thread};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One value for each parameter, the same for all threads.
pub type Parameters = BTreeMap<Name, Number>;

/// The statement that thread `i` runs: each parameter is its number, and each array that a block
/// shares is the array of the thread's block, [`block_array`]. Then two threads access one
/// location exactly where array and index agree.
pub fn instantiate(header: &Header, s: &Stmt, parameters: &Parameters, i: &Thread) -> Stmt {
    let mut instance = s.clone();
    for (x, k) in parameters {
        instance = instance.replace(x, &Expr::Num(k.clone()));
    }
    let shared = |a: &&Name| header.sharing(a) == Sharing::Block;
    if i.block().is_some() && s.arrays().iter().any(|a| shared(&a)) {
        rename_arrays(&instance, &|a| match shared(&a) {
            true => block_array(a, i),
            false => a.clone(),
        })
    } else {
        instance
    }
}

/// The array that the block of thread `i` shares under this name: `s@0,0,0`.
pub fn block_array(array: &Name, i: &Thread) -> Name {
    match i.block() {
        Some([x, y, z]) => Name::from(format!("{array}@{x},{y},{z}")),
        None => array.clone(),
    }
}

/// The array's name in the program, without its block.
pub fn declared_array(array: &Name) -> Name {
    array.as_str().split_once('@').map_or_else(|| array.clone(), |(name, _)| Name::from(name))
}

fn rename_arrays(s: &Stmt, f: &dyn Fn(&Name) -> Name) -> Stmt {
    let inside = |s: &Arc<Stmt>| Arc::new(rename_arrays(s, f));
    match s {
        Stmt::Skip | Stmt::Sync(_) => s.clone(),
        Stmt::Write { array, index, payload, site } => Stmt::Write {
            array: f(array),
            index: index.clone(),
            payload: payload.clone(),
            site: site.clone(),
        },
        Stmt::Read { x, array, index, body, site } => Stmt::Read {
            x: x.clone(),
            array: f(array),
            index: index.clone(),
            body: inside(body),
            site: site.clone(),
        },
        Stmt::Seq(s1, s2) => Stmt::Seq(inside(s1), inside(s2)),
        Stmt::If(c, s1, s2) => Stmt::If(c.clone(), inside(s1), inside(s2)),
        Stmt::For(x, lo, hi, s) => Stmt::For(x.clone(), lo.clone(), hi.clone(), inside(s)),
        Stmt::Var(x, s) => Stmt::Var(x.clone(), inside(s)),
    }
}
