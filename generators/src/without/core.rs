//! Programs of the core without a feature.

use super::{Feature, beside};
use jaminan::Stmt;
use semantics::{Cond, Expr, Name, Syntax};
use std::sync::Arc;

/// The program without the feature, which may be the same.
pub(super) fn without(s: &Stmt, feature: Feature) -> Option<Stmt> {
    match feature {
        Feature::Atomic | Feature::SharedMemory | Feature::Break | Feature::Switch => None,
        Feature::Blocks | Feature::Threads => None,
        Feature::Arrays if s.arrays().len() < 2 => None,
        _ => Some(statement(s, feature)),
    }
}

fn inner(s: &Arc<Stmt>, feature: Feature) -> Arc<Stmt> {
    Arc::new(statement(s, feature))
}

fn array(array: &Name, feature: Feature) -> Name {
    if feature == Feature::Arrays { Name::from("A") } else { array.clone() }
}

fn statement(s: &Stmt, feature: Feature) -> Stmt {
    match s {
        Stmt::Skip => Stmt::Skip,
        Stmt::Sync(_) if feature == Feature::Barrier => Stmt::Skip,
        Stmt::Sync(barrier) => Stmt::Sync(barrier.clone()),
        Stmt::Write { array: of, index, payload, site } => Stmt::Write {
            array: array(of, feature),
            index: expression(index, feature),
            payload: match feature {
                Feature::EqualValues => Arc::new(Expr::tid()),
                _ => expression(payload, feature),
            },
            site: site.clone(),
        },
        Stmt::Read { x, body, .. } if feature == Feature::Read => {
            Stmt::Var(x.clone(), inner(body, feature))
        }
        Stmt::Read { x, array: of, index, body, site } => Stmt::Read {
            x: x.clone(),
            array: array(of, feature),
            index: expression(index, feature),
            body: inner(body, feature),
            site: site.clone(),
        },
        Stmt::Seq(a, b) => Stmt::Seq(inner(a, feature), inner(b, feature)),
        Stmt::If(_, a, b) if feature == Feature::Branch => {
            match (statement(a, feature), statement(b, feature)) {
                (a, Stmt::Skip) => a,
                (Stmt::Skip, b) => b,
                (a, b) => Stmt::Seq(a.into(), b.into()),
            }
        }
        Stmt::If(c, a, b) => {
            let otherwise = match feature {
                Feature::Else => Arc::new(Stmt::Skip),
                _ => inner(b, feature),
            };
            Stmt::If(condition(c, feature), inner(a, feature), otherwise)
        }
        Stmt::For(x, lo, _, body) if feature == Feature::Loop => {
            statement(&body.replace(x, lo), feature)
        }
        Stmt::For(x, lo, hi, body) => Stmt::For(
            x.clone(),
            expression(lo, feature),
            expression(hi, feature),
            inner(body, feature),
        ),
        Stmt::Var(x, body) if feature == Feature::Input => {
            statement(&body.replace(x, &Expr::num(0)), feature)
        }
        Stmt::Var(x, body) => Stmt::Var(x.clone(), inner(body, feature)),
    }
}

fn expression(e: &Arc<Expr>, feature: Feature) -> Arc<Expr> {
    match &**e {
        Expr::Bin(op, _, a, _) if feature == Feature::Operator(*op) => expression(a, feature),
        Expr::Bin(op, arithmetic, a, b) => {
            Arc::new(Expr::Bin(*op, *arithmetic, expression(a, feature), expression(b, feature)))
        }
        _ => e.clone(),
    }
}

fn condition(c: &Arc<Cond>, feature: Feature) -> Arc<Cond> {
    let of = |e: &Arc<Expr>| expression(e, feature);
    Arc::new(match &**c {
        Cond::Rel(rel, a, b) if feature == Feature::Comparison(*rel) => {
            Cond::Rel(beside(*rel), of(a), of(b))
        }
        Cond::Rel(rel, a, b) => Cond::Rel(*rel, of(a), of(b)),
        Cond::And(a, b) => Cond::And(condition(a, feature), condition(b, feature)),
        Cond::Or(a, b) => Cond::Or(condition(a, feature), condition(b, feature)),
        Cond::Not(c) => Cond::Not(condition(c, feature)),
        Cond::Bool(b) => Cond::Bool(*b),
    })
}
