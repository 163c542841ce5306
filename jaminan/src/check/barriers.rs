//! The rules of one phase of a synchronized program, as relations.

use super::premise::{reach, reach_of, run_of, truth, value};
use super::{access, read};
use crate::rules::{Judgment, Rest};
use crate::syntax::Stmt;
use semantics::derivation::check::{premises, same};
use semantics::derivation::instance::instance;
use semantics::{Cond, Expr, Mistake, Mode, Phase, Rel, Store, Syntax, Thread, Trace};
use std::sync::Arc;

/// The updates, the phase and the trace up to a barrier, and what runs after it.
pub(super) type Reached = (Store, Phase, Trace, Rest);

pub(super) fn reaches(
    rule: &str,
    m: &Store,
    s: &Stmt,
    i: &Thread,
    ran: &Reached,
    above: &[&Judgment],
) -> Result<(), Mistake> {
    // All rules but B-END are about programs with a barrier.
    let has_barrier = s.synchronizes();
    if what_rules(rule).is_some() && has_barrier == (rule == "B-END") {
        let has = if has_barrier { "has one" } else { "has none" };
        return Err(Mistake::Side(format!(
            "the rule is about a program {} a barrier, and `{s}` {has}",
            if has_barrier { "without" } else { "with" }
        )));
    }
    match (rule, s) {
        ("B-END", _) => {
            let [first] = premises(above)?;
            let (updates, phase, t) = run_of("", first, m, s, i)?.clone();
            comes_to(ran, (updates, phase, t, None))
        }
        ("B-SYNC", Stmt::Sync(_)) => {
            let [] = premises(above)?;
            comes_to(ran, (Store::empty(), Phase::empty(), Trace::Tau, Some(Stmt::Skip)))
        }
        ("B-VAR", Stmt::Var(x, body)) => {
            let [first] = premises(above)?;
            let (premise, reached) = reach("", first, m, i)?;
            instance(&**body, x, premise)?;
            comes_to(ran, reached.clone())
        }
        ("B-READ", Stmt::Read { x, array, index, body, .. }) => {
            let [first, second, third] = premises(above)?;
            let j = value(first, index, i)?;
            let k = read(second, m, array, j)?;
            let instance = body.substitute(x, k);
            let (updates, phase, t, rest) = reach_of("third ", third, m, &instance, i)?.clone();
            let phase = &phase | access(i, Mode::Rd, array, j);
            comes_to(ran, (updates, phase, Trace::Tau.then(t), rest))
        }
        ("B-SEQ-1", Stmt::Seq(s1, s2)) => {
            let [first] = premises(above)?;
            match reach_of("", first, m, s1, i)?.clone() {
                (updates, phase, t, Some(rest)) => {
                    comes_to(ran, (updates, phase, t, Some(Stmt::Seq(rest.into(), s2.clone()))))
                }
                (_, _, _, None) => Err(Mistake::Side(
                    "the rule is about a first statement that comes to a barrier".into(),
                )),
            }
        }
        ("B-SEQ-2", Stmt::Seq(s1, s2)) => {
            let [first, second] = premises(above)?;
            let (updates1, phase1, t1, None) = reach_of("first ", first, m, s1, i)? else {
                return Err(Mistake::Side(
                    "the rule is about a first statement that comes to its end".into(),
                ));
            };
            let (updates2, phase2, t2, rest) =
                reach_of("second ", second, &m.merge(updates1), s2, i)?.clone();
            comes_to(ran, (updates1.merge(&updates2), phase1 | phase2, t1.then(t2), rest))
        }
        ("B-IF-T", Stmt::If(c, branch, _)) | ("B-IF-F", Stmt::If(c, _, branch)) => {
            let [first, second] = premises(above)?;
            let taken = rule == "B-IF-T";
            truth(first, c, i, taken)?;
            let (updates, phase, t, rest) = reach_of("second ", second, m, branch, i)?.clone();
            let choice = if taken { Trace::Then } else { Trace::Else };
            comes_to(ran, (updates, phase, choice.then(t), rest))
        }
        ("B-FOR-1", Stmt::For(_, lo, hi, _)) => {
            let [first] = premises(above)?;
            truth(first, &Cond::Rel(Rel::Ge, lo.clone(), hi.clone()), i, true)?;
            comes_to(ran, (Store::empty(), Phase::empty(), Trace::Tau, None))
        }
        ("B-FOR-2", Stmt::For(x, lo, hi, body)) => {
            let [first, second, third] = premises(above)?;
            let l = value(first, lo, i)?;
            truth(second, &Cond::Rel(Rel::Lt, Expr::num(l.clone()).into(), hi.clone()), i, true)?;
            let next = Arc::new(Expr::num(l + 1));
            let iteration = Stmt::Seq(
                body.substitute(x, l).into(),
                Stmt::For(x.clone(), next, hi.clone(), body.clone()).into(),
            );
            let (updates, phase, t, rest) = reach_of("third ", third, m, &iteration, i)?.clone();
            comes_to(ran, (updates, phase, Trace::Iter(x.clone(), l.clone()).then(t), rest))
        }
        _ => Err(match what_rules(rule).or_else(|| super::what_rules(rule)) {
            Some(about) => Mistake::Program { about, program: s.to_string() },
            None => Mistake::NoRule(rule.to_owned()),
        }),
    }
}

/// What a rule's conclusion is about.
pub(super) fn what_rules(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "B-END" => "a program without a barrier",
        "B-SYNC" => "`sync`",
        "B-VAR" => "`var x. s`",
        "B-READ" => "`let x = A[e] in s`",
        "B-SEQ-1" | "B-SEQ-2" => "`s; s`",
        "B-IF-T" | "B-IF-F" => "`if`",
        "B-FOR-1" | "B-FOR-2" => "`for`",
        _ => return None,
    })
}

fn comes_to(ran: &Reached, wanted: Reached) -> Result<(), Mistake> {
    let (updates, phase, t, rest) = wanted;
    same("what the conclusion updates", &ran.0, &updates, Store::to_string)?;
    same("the phase", &ran.1, &phase, Phase::to_string)?;
    same("the trace", &ran.2, &t, |t| format!("`{t}`"))?;
    same("what is left to run", &ran.3, &rest, |rest| match rest {
        Some(rest) => format!("`{rest}`"),
        None => "nothing".into(),
    })
}
