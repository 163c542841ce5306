//! The checker of derivations: each rule of [L24, Fig. 5] a second time, as a relation between a
//! conclusion and its premises' conclusions. Shares nothing with [`crate::rules`] but the form of
//! a judgment.

mod barriers;
mod premise;

use crate::rules::Judgment;
use crate::syntax::Stmt;
use premise::{run, run_of, truth, value};
use semantics::derivation::check::{self, premises, same};
use semantics::derivation::instance::instance;
use semantics::{
    AccessValue, Checked, Cond, Expr, Mistake, Mode, Name, Number, Phase, Rel, Store, Thread, Trace,
};

/// The updates, the phase and the trace of a run.
type Ran = (Store, Phase, Trace);

impl Checked for Judgment {
    fn check(rule: &str, conclusion: &Self, above: &[&Self]) -> Result<(), Mistake> {
        match (rule, conclusion) {
            ("E", Judgment::Evaluates(e, i, k)) => {
                let [] = premises(above)?;
                check::evaluates(e, i, k)
            }
            ("C", Judgment::Decides(c, i, b)) => {
                let [] = premises(above)?;
                check::decides(c, i, *b)
            }
            ("M", Judgment::Reads(m, array, j, k)) => {
                let [] = premises(above)?;
                match m.get(array, j) {
                    Some(held) => same(format!("{array}[{j}]"), k, held, Number::to_string),
                    None if *k == Number::ZERO => Ok(()),
                    None => Err(Mistake::Side(format!(
                        "the memory says nothing of {array}[{j}], so what is read is 0, not {k}"
                    ))),
                }
            }
            (_, Judgment::Runs(m, s, i, ran)) => runs(rule, m, s, i, ran, above),
            (_, Judgment::Reaches(m, s, i, ran)) => barriers::reaches(rule, m, s, i, ran, above),
            _ => Err(match what_rules(rule).or_else(|| barriers::what_rules(rule)) {
                Some(about) => Mistake::Conclusion { about, conclusion: conclusion.to_string() },
                None => Mistake::NoRule(rule.to_owned()),
            }),
        }
    }
}

fn runs(
    rule: &str,
    m: &Store,
    s: &Stmt,
    i: &Thread,
    ran: &Ran,
    above: &[&Judgment],
) -> Result<(), Mistake> {
    match (rule, s) {
        ("S-VAR", Stmt::Var(x, body)) => {
            let [first] = premises(above)?;
            let (premise, (updates, phase, t)) = run("", first, m, i)?;
            instance(&**body, x, premise)?;
            comes_to(ran, updates.clone(), phase.clone(), t.clone())
        }
        ("S-READ", Stmt::Read { x, array, index, body, .. }) => {
            let [first, second, third] = premises(above)?;
            let j = value(first, index, i)?;
            let k = read(second, m, array, j)?;
            let (updates, phase, t) = run_of("third ", third, m, &body.substitute(x, k), i)?;
            let phase = phase | access(i, Mode::Rd, array, j);
            comes_to(ran, updates.clone(), phase, Trace::Tau.then(t.clone()))
        }
        ("S-WRITE", Stmt::Write { array, index, payload, .. }) => {
            let [first, second] = premises(above)?;
            let (j, k) = (value(first, index, i)?, value(second, payload, i)?);
            let updates = Store::of(array, j.clone(), k.clone());
            comes_to(ran, updates, access(i, Mode::Wr, array, j), Trace::Tau)
        }
        ("S-SKIP", Stmt::Skip) => {
            let [] = premises(above)?;
            comes_to(ran, Store::empty(), Phase::empty(), Trace::Tau)
        }
        ("S-SEQ", Stmt::Seq(s1, s2)) => {
            let [first, second] = premises(above)?;
            let (updates1, phase1, t1) = run_of("first ", first, m, s1, i)?;
            let (updates2, phase2, t2) = run_of("second ", second, &m.merge(updates1), s2, i)?;
            let phase = phase1 | phase2.clone();
            comes_to(ran, updates1.merge(updates2), phase, t1.then(t2.clone()))
        }
        ("S-IF-T", Stmt::If(c, s1, _)) => {
            let [first, second] = premises(above)?;
            truth(first, c, i, true)?;
            let (updates, phase, t) = run_of("second ", second, m, s1, i)?;
            comes_to(ran, updates.clone(), phase.clone(), Trace::Then.then(t.clone()))
        }
        ("S-IF-F", Stmt::If(c, _, s2)) => {
            let [first, second] = premises(above)?;
            truth(first, c, i, false)?;
            let (updates, phase, t) = run_of("second ", second, m, s2, i)?;
            comes_to(ran, updates.clone(), phase.clone(), Trace::Else.then(t.clone()))
        }
        ("S-FOR-1", Stmt::For(_, lo, hi, _)) => {
            let [first] = premises(above)?;
            truth(first, &Cond::Rel(Rel::Ge, lo.clone(), hi.clone()), i, true)?;
            comes_to(ran, Store::empty(), Phase::empty(), Trace::Tau)
        }
        ("S-FOR-2", Stmt::For(x, lo, hi, body)) => {
            let [first, second, third, fourth] = premises(above)?;
            let l = value(first, lo, i)?;
            truth(second, &Cond::Rel(Rel::Lt, Expr::num(l.clone()).into(), hi.clone()), i, true)?;
            let (updates1, phase1, t1) = run_of("third ", third, m, &body.substitute(x, l), i)?;
            let next = Expr::num(l + 1).into();
            let rest = Stmt::For(x.clone(), next, hi.clone(), body.clone());
            let (updates2, phase2, t2) = run_of("fourth ", fourth, &m.merge(updates1), &rest, i)?;
            let iteration = Trace::Iter(x.clone(), l.clone());
            comes_to(
                ran,
                updates1.merge(updates2),
                phase1 | phase2.clone(),
                iteration.then(t1.then(t2.clone())),
            )
        }
        _ => Err(match what_rules(rule) {
            Some(about) => Mistake::Program { about, program: s.to_string() },
            None => Mistake::NoRuleOfThread(rule.to_owned()),
        }),
    }
}

/// What a rule's conclusion is about.
fn what_rules(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "S-VAR" => "`var x. s`",
        "S-READ" => "`let x = A[e] in s`",
        "S-WRITE" => "`A[e] := e`",
        "S-SKIP" => "`skip`",
        "S-SEQ" => "`s; s`",
        "S-IF-T" | "S-IF-F" => "`if`",
        "S-FOR-1" | "S-FOR-2" => "`for`",
        "E" => "the value of an expression",
        "C" => "the truth of a condition",
        "M" => "what a memory holds",
        _ => return None,
    })
}

/// The premise `M̂(j) = k` in this memory.
fn read<'a>(
    premise: &'a Judgment,
    m: &Store,
    array: &Name,
    j: &Number,
) -> Result<&'a Number, Mistake> {
    match premise {
        Judgment::Reads(memory, a, index, k) if a == array && index == j => {
            same("the memory that is read", memory, m, Store::to_string)?;
            Ok(k)
        }
        _ => Err(Mistake::premise(format!("a premise says what {array}[{j}] holds"), premise)),
    }
}

/// `{i : o[j]}`
fn access(i: &Thread, mode: Mode, array: &Name, j: &Number) -> Phase {
    let (thread, array, index) = (i.clone(), array.clone(), j.clone());
    Phase::of(AccessValue { thread, mode, array, index })
}

/// What the conclusion has to say.
fn comes_to(ran: &Ran, updates: Store, phase: Phase, t: Trace) -> Result<(), Mistake> {
    same("what the conclusion updates", &ran.0, &updates, Store::to_string)?;
    same("the phase", &ran.1, &phase, Phase::to_string)?;
    same("the trace", &ran.2, &t, |t| format!("`{t}`"))
}
