//! The checker of derivations of independence: each rule of [L24, Figs. 4 and 7] as a relation between a conclusion and
//! its premises' conclusions. Shares nothing with what derives them but the form of a judgment.
//!
//! A judgment holds exactly where every premise of its rule does: the rules are read off the protocol's form.

use super::judgment::{Independence, Term};
use super::{Approximating, Variables};
use crate::syntax::Protocol;
use semantics::derivation::check::{premises, same};
use semantics::{Checked, Mistake, Name, Spelling};

impl Checked for Independence {
    fn check(rule: &str, conclusion: &Self, above: &[&Self]) -> Result<(), Mistake> {
        match conclusion {
            Independence::Exact { exact, of, holds } => {
                named(rule, "EXACT")?;
                let [] = premises(above)?;
                let free = of.free_variables();
                let outside = free.iter().find(|x| !exact.contains(*x));
                match (outside, holds) {
                    (None, true) | (Some(_), false) => Ok(()),
                    (Some(x), true) => {
                        Err(Mistake::Side(format!("`{x}` is none of the exact variables")))
                    }
                    (None, false) => {
                        Err(Mistake::Side("every variable is one of the exact ones".into()))
                    }
                }
            }
            Independence::Control { exact, of, holds } => control(rule, exact, of, *holds, above),
            Independence::Data { exact, of, holds } => data(rule, exact, of, *holds, above),
            Independence::Approximating { exact, of, binders } => {
                approximating(rule, exact, of, binders, above)
            }
        }
    }
}

fn named(rule: &str, wanted: &str) -> Result<(), Mistake> {
    same("the rule", &rule, &wanted, |name| (*name).to_owned())
}

/// A premise of this kind, with these exact variables, about this protocol; and whether it holds.
fn about<'a>(
    parts: Option<(&'a Variables, &'a Protocol, bool)>,
    premise: &Independence,
    exact: &Variables,
    p: &Protocol,
) -> Result<bool, Mistake> {
    match parts {
        Some((x, of, holds)) => {
            same("the exact variables of the premise", x, exact, set)?;
            same("what the premise is about", of, p, |p| format!("`{p}`"))?;
            Ok(holds)
        }
        None => Err(Mistake::premise(format!("a premise is about `{p}`"), premise)),
    }
}

fn control_of(premise: &Independence, x: &Variables, p: &Protocol) -> Result<bool, Mistake> {
    let parts = match premise {
        Independence::Control { exact, of, holds } => Some((exact, of, *holds)),
        _ => None,
    };
    about(parts, premise, x, p)
}

fn data_of(premise: &Independence, x: &Variables, p: &Protocol) -> Result<bool, Mistake> {
    let parts = match premise {
        Independence::Data { exact, of, holds } => Some((exact, of, *holds)),
        _ => None,
    };
    about(parts, premise, x, p)
}

/// A premise `X ⊢ e` about this very term.
fn exact_of(premise: &Independence, x: &Variables, term: &Term) -> Result<bool, Mistake> {
    match premise {
        Independence::Exact { exact, of, holds } if exact == x && of == term => Ok(*holds),
        _ => Err(Mistake::premise(
            format!(
                "a premise asks whether `{}` is exact under {}",
                term.show(Spelling::Ascii),
                set(x)
            ),
            premise,
        )),
    }
}

/// What the conclusion says, and what follows from the premises.
fn follows(holds: bool, all: &[bool]) -> Result<(), Mistake> {
    match (holds, all.iter().all(|premise| *premise)) {
        (true, false) => {
            Err(Mistake::Side("a premise does not hold, so the conclusion does not follow".into()))
        }
        (false, true) => {
            Err(Mistake::Side("all premises hold, so the conclusion does, too".into()))
        }
        _ => Ok(()),
    }
}

fn control(
    rule: &str,
    x: &Variables,
    p: &Protocol,
    holds: bool,
    above: &[&Independence],
) -> Result<(), Mistake> {
    match (rule, p) {
        ("CI-SKIP", Protocol::Skip)
        | ("CI-SYNC", Protocol::Sync(_))
        | ("CI-ACC", Protocol::Access { .. }) => {
            let [] = premises(above)?;
            follows(holds, &[])
        }
        ("CI-SEQ", Protocol::Seq(p1, p2)) => {
            let [first, second] = premises(above)?;
            follows(holds, &[control_of(first, x, p1)?, control_of(second, x, p2)?])
        }
        ("CI-VAR", Protocol::Var(_, p)) => {
            let [first] = premises(above)?;
            follows(holds, &[control_of(first, x, p)?])
        }
        ("CI-IF", Protocol::If(c, p1, p2)) => {
            let [first, second, third] = premises(above)?;
            let c = exact_of(first, x, &Term::Cond((**c).clone()))?;
            follows(holds, &[c, control_of(second, x, p1)?, control_of(third, x, p2)?])
        }
        ("CI-FOR", Protocol::For(y, e1, e2, p)) => {
            let [first, second, third] = premises(above)?;
            let lo = exact_of(first, x, &Term::Expr((**e1).clone()))?;
            let hi = exact_of(second, x, &Term::Expr((**e2).clone()))?;
            follows(holds, &[lo, hi, control_of(third, &and(x, y), p)?])
        }
        _ => Err(Mistake::Unfit {
            rule: rule.to_owned(),
            does_not: "concludes nothing about".into(),
            this: p.to_string(),
        }),
    }
}

fn data(
    rule: &str,
    x: &Variables,
    p: &Protocol,
    holds: bool,
    above: &[&Independence],
) -> Result<(), Mistake> {
    match (rule, p) {
        ("DI-SKIP", Protocol::Skip) | ("DI-SYNC", Protocol::Sync(_)) => {
            let [] = premises(above)?;
            follows(holds, &[])
        }
        ("DI-ACC", Protocol::Access { index, .. }) => {
            let [first] = premises(above)?;
            follows(holds, &[exact_of(first, x, &Term::Expr((**index).clone()))?])
        }
        ("DI-SEQ", Protocol::Seq(p1, p2)) | ("DI-IF", Protocol::If(_, p1, p2)) => {
            let [first, second] = premises(above)?;
            follows(holds, &[data_of(first, x, p1)?, data_of(second, x, p2)?])
        }
        ("DI-VAR", Protocol::Var(_, p)) => {
            let [first] = premises(above)?;
            follows(holds, &[data_of(first, x, p)?])
        }
        ("DI-FOR-I", Protocol::For(y, e1, e2, p)) => {
            let [first, second, third] = premises(above)?;
            let lo = exact_of(first, x, &Term::Expr((**e1).clone()))?;
            let hi = exact_of(second, x, &Term::Expr((**e2).clone()))?;
            if !(lo && hi) {
                return Err(Mistake::Side(
                    "the rule is about a loop whose bounds are exact".into(),
                ));
            }
            follows(holds, &[data_of(third, &and(x, y), p)?])
        }
        ("DI-FOR-D", Protocol::For(_, e1, e2, p)) => {
            let [first] = premises(above)?;
            let mut bounds = e1.free_variables();
            bounds.extend(e2.free_variables());
            if bounds.is_subset(x) {
                return Err(Mistake::Side(
                    "the rule is about a loop whose bounds are not exact".into(),
                ));
            }
            follows(holds, &[data_of(first, x, p)?])
        }
        _ => Err(Mistake::Unfit {
            rule: rule.to_owned(),
            does_not: "concludes nothing about".into(),
            this: p.to_string(),
        }),
    }
}

fn approximating(
    rule: &str,
    x: &Variables,
    p: &Protocol,
    binders: &Approximating,
    above: &[&Independence],
) -> Result<(), Mistake> {
    let outside = |free: Variables| -> Variables { free.difference(x).cloned().collect() };
    let mut control = Variables::new();
    let mut data = Variables::new();
    let mut join = |premise: &Independence, x: &Variables, p: &Protocol| {
        let (parts, found) = match premise {
            Independence::Approximating { exact, of, binders } => {
                (Some((exact, of, true)), binders.clone())
            }
            _ => (None, Approximating::default()),
        };
        about(parts, premise, x, p)?;
        control.extend(found.control);
        data.extend(found.data);
        Ok::<(), Mistake>(())
    };
    let mut own = (Variables::new(), Variables::new());
    match (rule, p) {
        ("AA-SKIP", Protocol::Skip) | ("AA-SYNC", Protocol::Sync(_)) => {
            let [] = premises(above)?;
        }
        ("AA-ACC", Protocol::Access { index, .. }) => {
            let [] = premises(above)?;
            own.1 = outside(index.free_variables());
        }
        ("AA-SEQ", Protocol::Seq(p1, p2)) => {
            let [first, second] = premises(above)?;
            join(first, x, p1)?;
            join(second, x, p2)?;
        }
        ("AA-VAR", Protocol::Var(_, p)) => {
            let [first] = premises(above)?;
            join(first, x, p)?;
        }
        ("AA-IF", Protocol::If(c, p1, p2)) => {
            let [first, second] = premises(above)?;
            own.0 = outside(c.free_variables());
            join(first, x, p1)?;
            join(second, x, p2)?;
        }
        ("AA-FOR", Protocol::For(y, e1, e2, p)) => {
            let [first] = premises(above)?;
            let mut bounds = e1.free_variables();
            bounds.extend(e2.free_variables());
            let inner = if bounds.is_subset(x) { and(x, y) } else { x.clone() };
            own.0 = outside(bounds);
            join(first, &inner, p)?;
        }
        _ => {
            return Err(Mistake::Unfit {
                rule: rule.to_owned(),
                does_not: "concludes nothing about".into(),
                this: p.to_string(),
            });
        }
    }
    control.extend(own.0);
    data.extend(own.1);
    same("what control depends on", &binders.control, &control, set)?;
    same("what indices depend on", &binders.data, &data, set)
}

/// `X ∪ {y}`
fn and(x: &Variables, y: &Name) -> Variables {
    x.iter().chain([y]).cloned().collect()
}

fn set(names: &Variables) -> String {
    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
    format!("{{{}}}", names.join(", "))
}
