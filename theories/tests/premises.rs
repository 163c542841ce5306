//! The judgments premise by premise are the judgments, on every small protocol, closed and with a parameter.
#![allow(clippy::unwrap_used)] // a test may panic

use maps::{Judged, Protocol, aa, control_independent, data_independent};
use maps::{explain_approximating, explain_control, explain_data};
use semantics::{Name, Spelling};
use std::collections::BTreeSet;
use theories::{Enumeration, Grammar};

/// Whether each step holds exactly where all its premises do; one without premises may fail by itself.
fn consistent(judged: &Judged) -> bool {
    let all = judged.premises.iter().all(|premise| premise.holds);
    (judged.premises.is_empty() || judged.holds == all) && judged.premises.iter().all(consistent)
}

fn compare(x: &BTreeSet<Name>, p: &Protocol) {
    let spelling = Spelling::Ascii;
    let (ci, di) = (explain_control(x, p, spelling), explain_data(x, p, spelling));
    assert_eq!(ci.holds, control_independent(x, p), "CI of {p}");
    assert_eq!(di.holds, data_independent(x, p), "DI of {p}");
    assert!(consistent(&ci) && consistent(&di), "{p}");
    let both = aa(x, p);
    let set = |names: &BTreeSet<Name>| {
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        format!("{{{}}}", names.join(", "))
    };
    let told = explain_approximating(x, p, spelling);
    let wanted = format!(" = ({}, {})", set(&both.control), set(&both.data));
    assert!(told.conclusion.ends_with(&wanted), "{} and not{wanted}", told.conclusion);
}

#[test]
fn the_premises_are_those_of_the_judgments() {
    let protocols = Enumeration::<Protocol>::new(&Grammar::default(), 4).unwrap();
    let mut compared = 0;
    for p in (1..=4).flat_map(|size| protocols.of_size(size)) {
        compare(&BTreeSet::new(), &p);
        compare(&BTreeSet::from([Name::from("x0")]), &p);
        compared += 1;
    }
    assert!(compared > 3000, "{compared}");
}
