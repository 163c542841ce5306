//! The judgments rule by rule, and the inference, are the judgments and the inference, on every small program; the
//! checkers accept what is derived, and of every false word in it they name the step.
#![allow(clippy::unwrap_used)] // a test may panic

use jaminan::{Inference, Stmt, derive, infer, infer_array};
use maps::{Independence, Protocol, aa, control_independent, data_independent};
use maps::{derive_approximating, derive_control, derive_data};
use semantics::derivation::check::check;
use semantics::derivation::exchange::{read, write_all};
use semantics::{Checked, Derivation, Exchanged, Name, Step, Verdict};
use std::collections::BTreeSet;
use std::sync::Arc;
use theories::{Enumeration, Grammar};

/// The checker accepts each derivation, and all of them once more as they are read back.
fn accepted<J: Checked + Exchanged + PartialEq + std::fmt::Debug>(all: &[Arc<Derivation<J>>]) {
    for d in all {
        assert_eq!(check(&d.steps()), Verdict::Valid, "{d:?}");
    }
    let all: Vec<&Derivation<J>> = all.iter().map(|d| &**d).collect();
    let document = semantics::json::value(&write_all(&all).unwrap()).unwrap();
    let listing = read::<J>(&document).unwrap();
    assert_eq!(check(&listing.steps()), Verdict::Valid, "{all:?}");
}

/// Of every conclusion that is turned into `other`, the checker names this step or the one that rests on it.
fn rejected<J: Checked + Clone>(d: &Derivation<J>, other: &dyn Fn(&J) -> J) -> usize {
    let steps = d.steps();
    for n in 0..steps.len() {
        let wrong = other(steps[n].conclusion);
        let told: Vec<Step<'_, J>> = steps
            .iter()
            .enumerate()
            .map(|(m, step)| match m == n {
                true => Step { conclusion: &wrong, ..step.clone() },
                false => step.clone(),
            })
            .collect();
        match check(&told) {
            Verdict::Wrong { step, .. } => assert!(step > n, "step {step}, and {} is false", n + 1),
            Verdict::Valid => panic!("step {} is false, and nobody says so", n + 1),
        }
    }
    steps.len()
}

/// The contrary.
fn denied(judgment: &Independence) -> Independence {
    let mut other = judgment.clone();
    match &mut other {
        Independence::Control { holds, .. }
        | Independence::Data { holds, .. }
        | Independence::Exact { holds, .. } => *holds = !*holds,
        Independence::Approximating { binders, .. } => {
            // A binder too many, or one too few.
            if binders.control.pop_first().is_none() {
                binders.data.insert(Name::from("nobody"));
            }
        }
    }
    other
}

fn compare(x: &BTreeSet<Name>, p: &Protocol) -> usize {
    let (ci, di, both) = (derive_control(x, p), derive_data(x, p), derive_approximating(x, p));
    assert_eq!(ci.conclusion.holds(), control_independent(x, p), "CI of {p}");
    assert_eq!(di.conclusion.holds(), data_independent(x, p), "DI of {p}");
    let wanted = Independence::Approximating { exact: x.clone(), of: p.clone(), binders: aa(x, p) };
    assert_eq!(both.conclusion, wanted);
    let false_words = [&ci, &di, &both].iter().map(|d| rejected(d, &denied)).sum();
    accepted(&[ci, di, both]);
    false_words
}

#[test]
fn the_rules_are_those_of_the_judgments() {
    let protocols = Enumeration::<Protocol>::new(&Grammar::default(), 4).unwrap();
    let (mut compared, mut false_words) = (0, 0);
    for p in (1..=4).flat_map(|size| protocols.of_size(size)) {
        false_words += compare(&BTreeSet::new(), &p);
        false_words += compare(&BTreeSet::from([Name::from("x0")]), &p);
        compared += 1;
    }
    assert!(compared > 3000 && false_words > 50_000, "{compared}, {false_words}");
}

#[test]
fn the_equations_are_those_of_the_inference() {
    let programs = Enumeration::<Stmt>::new(&Grammar::default(), 3).unwrap();
    let other = |inference: &Inference| {
        let first = Arc::new(inference.protocol.clone());
        Inference { protocol: Protocol::Seq(first.clone(), first), ..inference.clone() }
    };
    let mut false_words = 0;
    for s in (1..=3).flat_map(|size| programs.of_size(size)) {
        let (a, none) = (Name::from("A"), Name::from("none"));
        let all = [derive(&s, None), derive(&s, Some(&a)), derive(&s, Some(&none))];
        let wanted = [infer(&s), infer_array(&s, &a), infer_array(&s, &none)];
        for (d, wanted) in all.iter().zip(&wanted) {
            assert_eq!(d.conclusion.protocol, *wanted, "{s}");
            false_words += rejected(d, &other);
        }
        accepted(&all);
    }
    assert!(false_words > 5_000, "{false_words}");
}
