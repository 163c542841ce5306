//! Whether one program is an instance of another: the part of a rule that writes `s[x := k]` for
//! some `k`.

use super::Mistake;
use crate::expression::{Cond, Expr};
use crate::name::Name;
use crate::number::Number;
use crate::printer::{self, Spelling};
use crate::syntax::{Shape, Syntax};

/// That `instance` is `s[x := k]` for some number `k`, and which; none where `x` does not occur.
///
/// # Errors
/// Where there is no such number.
pub fn instance<S: Syntax + PartialEq>(
    s: &S,
    x: &Name,
    instance: &S,
) -> Result<Option<Number>, Mistake> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    atoms(s, Some(x), &mut before);
    atoms(instance, None, &mut after);
    // Substitution keeps the atoms' number and order, so the first that was `x` shows the number.
    let place = before.iter().position(|atom| *atom == Atom::Replaced);
    let k = match place.map(|n| after.get(n)) {
        None => None,
        Some(Some(Atom::Number(k))) => Some(k.clone()),
        Some(_) => return Err(no_instance(s, x, instance)),
    };
    let wanted = k.as_ref().map_or_else(|| s.clone(), |k| s.replace(x, &Expr::Num(k.clone())));
    if wanted == *instance { Ok(k) } else { Err(no_instance(s, x, instance)) }
}

fn no_instance<S: Syntax>(s: &S, x: &Name, instance: &S) -> Mistake {
    Mistake::Instance {
        program: printer::statement(instance, Spelling::Ascii),
        body: printer::statement(s, Spelling::Ascii),
        variable: x.to_string(),
    }
}

/// A number, variable or coordinate of the thread in a statement.
#[derive(Clone, PartialEq)]
enum Atom {
    Number(Number),
    /// The variable that is looked for, where it is free.
    Replaced,
    Other,
}

/// The atoms of a statement from the left.
fn atoms<S: Syntax>(s: &S, x: Option<&Name>, found: &mut Vec<Atom>) {
    match s.shape() {
        Shape::Skip | Shape::Sync(_) => {}
        Shape::Access(_, _, e, _) => expr_atoms(e, x, found),
        Shape::Write(_, e, k, _) => {
            expr_atoms(e, x, found);
            expr_atoms(k, x, found);
        }
        Shape::Read(y, _, e, s, _) => {
            expr_atoms(e, x, found);
            atoms(&**s, x.filter(|x| *x != y), found);
        }
        Shape::Seq(a, b) => {
            atoms(&**a, x, found);
            atoms(&**b, x, found);
        }
        Shape::If(c, a, b) => {
            cond_atoms(c, x, found);
            atoms(&**a, x, found);
            atoms(&**b, x, found);
        }
        Shape::For(y, lo, hi, s) => {
            expr_atoms(lo, x, found);
            expr_atoms(hi, x, found);
            atoms(&**s, x.filter(|x| *x != y), found);
        }
        Shape::Var(y, s) => atoms(&**s, x.filter(|x| *x != y), found),
    }
}

fn expr_atoms(e: &Expr, x: Option<&Name>, found: &mut Vec<Atom>) {
    match e {
        Expr::Num(n) => found.push(Atom::Number(n.clone())),
        Expr::Var(y) if Some(y) == x => found.push(Atom::Replaced),
        Expr::Var(_) | Expr::Tid(_) => found.push(Atom::Other),
        Expr::Bin(_, _, a, b) => {
            expr_atoms(a, x, found);
            expr_atoms(b, x, found);
        }
        Expr::Convert(_, e) | Expr::Within(_, e) => expr_atoms(e, x, found),
        Expr::Select(c, a, b) => {
            cond_atoms(c, x, found);
            expr_atoms(a, x, found);
            expr_atoms(b, x, found);
        }
    }
}

fn cond_atoms(c: &Cond, x: Option<&Name>, found: &mut Vec<Atom>) {
    match c {
        Cond::Bool(_) => {}
        Cond::Rel(_, a, b) => {
            expr_atoms(a, x, found);
            expr_atoms(b, x, found);
        }
        Cond::And(a, b) | Cond::Or(a, b) => {
            cond_atoms(a, x, found);
            cond_atoms(b, x, found);
        }
        Cond::Not(c) => cond_atoms(c, x, found),
    }
}
