//! The checker of derivations: each rule of [L24, Fig. 2] a second time, as a relation between a
//! conclusion and its premises' conclusions. Shares nothing with [`crate::rules`] but the form of
//! a judgment.

use crate::rules::Judgment;
use crate::syntax::Protocol;
use semantics::derivation::check::{self, premises, same};
use semantics::derivation::instance::instance;
use semantics::{
    AccessValue, Checked, Cond, Expr, Mistake, Number, Phase, Rel, Spelling, Thread, Trace, printer,
};

/// The phase and the trace of a run.
type Ran = (Phase, Trace);

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
            (_, Judgment::Runs(p, i, ran)) => runs(rule, p, i, ran, above),
            _ => Err(no_such(rule, conclusion)),
        }
    }
}

fn runs(
    rule: &str,
    p: &Protocol,
    i: &Thread,
    ran: &Ran,
    above: &[&Judgment],
) -> Result<(), Mistake> {
    match (rule, p) {
        ("P-VAR", Protocol::Var(x, body)) => {
            let [first] = premises(above)?;
            let (premise, below) = run(first, i)?;
            instance(&**body, x, premise)?;
            comes_to(ran, below.0.clone(), below.1.clone())
        }
        ("P-ACC", Protocol::Access { mode, array, index, .. }) => {
            let [first] = premises(above)?;
            let j = value(first, index, i)?;
            let access = AccessValue {
                thread: i.clone(),
                mode: *mode,
                array: array.clone(),
                index: j.clone(),
            };
            comes_to(ran, Phase::of(access), Trace::Tau)
        }
        ("P-SKIP", Protocol::Skip) => {
            let [] = premises(above)?;
            comes_to(ran, Phase::empty(), Trace::Tau)
        }
        ("P-SEQ", Protocol::Seq(p1, p2)) => {
            let [first, second] = premises(above)?;
            let (phase1, t1) = run_of("first", first, p1, i)?;
            let (phase2, t2) = run_of("second", second, p2, i)?;
            comes_to(ran, phase1 | phase2.clone(), t1.then(t2.clone()))
        }
        ("P-IF-T", Protocol::If(c, p1, _)) => {
            let [first, second] = premises(above)?;
            truth(first, c, i, true)?;
            let (phase, t) = run_of("second", second, p1, i)?;
            comes_to(ran, phase.clone(), Trace::Then.then(t.clone()))
        }
        ("P-IF-F", Protocol::If(c, _, p2)) => {
            let [first, second] = premises(above)?;
            truth(first, c, i, false)?;
            let (phase, t) = run_of("second", second, p2, i)?;
            comes_to(ran, phase.clone(), Trace::Else.then(t.clone()))
        }
        ("P-FOR-1", Protocol::For(_, lo, hi, _)) => {
            let [first] = premises(above)?;
            truth(first, &Cond::Rel(Rel::Ge, lo.clone(), hi.clone()), i, true)?;
            comes_to(ran, Phase::empty(), Trace::Tau)
        }
        ("P-FOR-2", Protocol::For(x, lo, hi, body)) => {
            let [first, second, third, fourth] = premises(above)?;
            let l = value(first, lo, i)?;
            truth(second, &Cond::Rel(Rel::Lt, Expr::num(l.clone()).into(), hi.clone()), i, true)?;
            let (phase1, t1) = run_of("third", third, &body.substitute(x, l), i)?;
            let next = Expr::num(l + 1).into();
            let rest = Protocol::For(x.clone(), next, hi.clone(), body.clone());
            let (phase2, t2) = run_of("fourth", fourth, &rest, i)?;
            let iteration = Trace::Iter(x.clone(), l.clone());
            comes_to(ran, phase1 | phase2.clone(), iteration.then(t1.then(t2.clone())))
        }
        _ => Err(match what_rules(rule) {
            Some(about) => Mistake::Program { about, program: p.to_string() },
            None => Mistake::NoRule(rule.to_owned()),
        }),
    }
}

/// What a rule's conclusion is about.
fn what_rules(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "P-VAR" => "`var x. p`",
        "P-ACC" => "an access",
        "P-SKIP" => "`skip`",
        "P-SEQ" => "`p; p`",
        "P-IF-T" | "P-IF-F" => "`if`",
        "P-FOR-1" | "P-FOR-2" => "`for`",
        "E" => "the value of an expression",
        "C" => "the truth of a condition",
        _ => return None,
    })
}

fn no_such(rule: &str, conclusion: &Judgment) -> Mistake {
    match what_rules(rule) {
        Some(about) => Mistake::Conclusion { about, conclusion: conclusion.to_string() },
        None => Mistake::NoRule(rule.to_owned()),
    }
}

/// A premise `p ⇓ᵢ P ▷ t` of this thread.
fn run<'a>(premise: &'a Judgment, i: &Thread) -> Result<(&'a Protocol, &'a Ran), Mistake> {
    match premise {
        Judgment::Runs(p, thread, ran) => {
            same(format!("the thread of the premise about `{p}`"), thread, i, Thread::to_string)?;
            Ok((p, ran))
        }
        _ => Err(Mistake::premise("a premise is about a run", premise)),
    }
}

/// A premise that runs this very protocol.
fn run_of<'a>(
    place: &str,
    premise: &'a Judgment,
    wanted: &Protocol,
    i: &Thread,
) -> Result<&'a Ran, Mistake> {
    let (p, ran) = run(premise, i)?;
    same(format!("what the {place} premise runs"), p, wanted, |p| format!("`{p}`"))?;
    Ok(ran)
}

/// A premise `e ⇓ᵢ k` about this very expression.
fn value<'a>(premise: &'a Judgment, e: &Expr, i: &Thread) -> Result<&'a Number, Mistake> {
    let shown = printer::expr(e, Spelling::Ascii);
    match premise {
        Judgment::Evaluates(found, thread, k) if found == e && thread == i => Ok(k),
        _ => Err(Mistake::premise(format!("a premise gives `{shown}` for thread {i}"), premise)),
    }
}

/// A premise `c ⇓ᵢ b` about this very condition.
fn truth(premise: &Judgment, c: &Cond, i: &Thread, wanted: bool) -> Result<(), Mistake> {
    let shown = printer::cond(c, Spelling::Ascii);
    match premise {
        Judgment::Decides(found, thread, b) if found == c && thread == i && *b == wanted => Ok(()),
        _ => Err(Mistake::premise(
            format!("a premise says that `{shown}` is {wanted} for thread {i}"),
            premise,
        )),
    }
}

/// What the conclusion has to say.
fn comes_to(ran: &Ran, phase: Phase, t: Trace) -> Result<(), Mistake> {
    same("the phase", &ran.0, &phase, Phase::to_string)?;
    same("the trace", &ran.1, &t, |t| format!("`{t}`"))
}
