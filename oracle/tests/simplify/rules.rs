//! Each rule against the interpreter: exhaustively where numbers are small, at random where not.

use crate::check::{Choice, check, choices, exhaust};
use oracle::simplify::rules::{Rule, variables};
use oracle::simplify::{Meaning, RULES};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use semantics::{Arithmetic, IntType, Number};

/// Arithmetics small enough to exhaust, with their numbers.
fn small(bits: u8) -> Vec<(Arithmetic, Vec<Number>)> {
    let numbers = |low: i64, high: i64| (low..=high).map(Number::from).collect::<Vec<_>>();
    let half = 1_i64 << (bits - 1);
    vec![
        (Arithmetic::Natural, numbers(0, 2 * half - 1)),
        (Arithmetic::C(IntType::unsigned(bits)), numbers(0, 2 * half - 1)),
        (Arithmetic::C(IntType::signed(bits)), numbers(-half, half - 1)),
    ]
}

fn in_scope(rule: &Rule, arithmetic: Arithmetic) -> bool {
    // What is structural has no arithmetic: any numbers, in one of them.
    if rule.scope.structural {
        return matches!(arithmetic, Arithmetic::C(ty) if ty.signed);
    }
    rule.scope.holds_in(arithmetic)
}

/// The rule at 3 bits, with everything that may be known of its variables where that matters, and
/// at 4 bits where its variables are few.
fn sound(rule: &Rule) -> Result<(), String> {
    let names = variables(rule.left);
    // Three variables with every range each are many. Rules that ask for ranges have a `?k`.
    let ranges = names.len() < 3 || names.iter().any(|name| name == "k");
    for (bits, ranges) in [(3, ranges), (4, false)] {
        for (arithmetic, numbers) in small(bits) {
            if in_scope(rule, arithmetic) && (bits == 3 || names.len() < 3) {
                exhaust(rule, arithmetic, &numbers, ranges)?;
            }
        }
    }
    Ok(())
}

#[test]
fn every_rule_is_sound_on_small_numbers() {
    let wrong: Vec<String> = RULES.iter().filter_map(|rule| sound(rule).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_rule_applies_in_each_of_its_arithmetics() {
    for rule in RULES {
        for (arithmetic, numbers) in small(4) {
            if in_scope(rule, arithmetic) {
                let held = exhaust(rule, arithmetic, &numbers[..6], false).unwrap()
                    + exhaust(rule, arithmetic, &numbers[6..], false).unwrap();
                assert!(held > 0, "{} never applies in {arithmetic:?}", rule.name);
            }
        }
    }
}

#[test]
fn rules_are_named_once_and_bind_what_they_use() {
    let mut names = std::collections::BTreeSet::new();
    for rule in RULES {
        assert!(names.insert(rule.name), "two rules are called {}", rule.name);
        let bound = variables(rule.left);
        for name in variables(rule.right) {
            assert!(name == "r" || bound.contains(&name), "{}: ?{name} is not bound", rule.name);
        }
    }
}

fn any_number(arithmetic: Arithmetic) -> impl Strategy<Value = Number> {
    (any::<i128>(), 0_u32..128, -3_i128..=3, 0..3).prop_map(move |(n, places, near, kind)| {
        // A number at random, one near a power of two, or a small one.
        let n = match kind {
            0 => Number::from(n),
            1 => (Number::from(1) << places) + near,
            _ => Number::from(near),
        };
        match arithmetic {
            Arithmetic::Natural => Number::from(n.magnitude().clone()) % (Number::from(1) << 70),
            Arithmetic::C(ty) => ty.convert(&n),
        }
    })
}

/// The rule at 32 and 64 bits, and on large naturals.
fn sound_at_random(rule: &Rule, cases: u32) -> Result<(), String> {
    let types = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG];
    let arithmetics = types.map(Arithmetic::C).into_iter().chain([Arithmetic::Natural]);
    for arithmetic in arithmetics.filter(|arithmetic| in_scope(rule, *arithmetic)) {
        let names = variables(rule.left);
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]);
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, rng);
        let numbers =
            prop::collection::vec((any_number(arithmetic), any::<prop::sample::Index>()), 3);
        runner
            .run(&numbers, |numbers| {
                let chosen: Vec<(String, Choice)> = names
                    .iter()
                    .zip(numbers)
                    .map(|(name, (n, index))| {
                        let all = choices(rule, name, arithmetic, std::slice::from_ref(&n), true);
                        let chosen = if all.is_empty() {
                            // The size of an array is no negative number.
                            choices(rule, name, arithmetic, &[-n], false)[0].clone()
                        } else {
                            all[index.index(all.len())].clone()
                        };
                        (name.clone(), chosen)
                    })
                    .collect();
                check(rule, arithmetic, &chosen).map_err(TestCaseError::fail)?;
                Ok(())
            })
            .map_err(|failure| failure.to_string())?;
    }
    Ok(())
}

#[test]
fn every_rule_is_sound_at_random() {
    let wrong: Vec<String> =
        RULES.iter().filter_map(|rule| sound_at_random(rule, 500).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rules that look right: each is wrong in the arithmetic, or promises too much.
fn planted() -> Vec<Rule> {
    let by = |name: &str| *RULES.iter().find(|rule| rule.name == name).unwrap();
    let like = |name: &str, of: &str| Rule { scope: by(of).scope, ..by(name) };
    let exact = |name: &str| Rule { meaning: Meaning::Same, ..by(name) };
    let unconditional = |name: &str| Rule { given: |_| Some(Number::from(0)), ..by(name) };
    let (signed, natural) = ("add-constants", "rem-0");
    vec![
        like("add-associates", signed),
        like("mul-associates", signed),
        like("rem-is-mask", signed),
        like("div-is-shr", signed),
        like("factor", signed),
        like("sub-add", natural),
        like("sub-sub", natural),
        like("sub-twice", signed),
        like("div-self", natural),
        like("max-0", signed),
        like("lt-of-sums", "div-is-shr"),
        like("eq-of-products", "div-is-shr"),
        exact("mul-0"),
        exact("sub-self"),
        exact("add-sub"),
        exact("div-and-rem"),
        exact("and-false"),
        Rule { given: by("mul-is-shl").given, ..by("mul-is-shl-signed") },
        exact("add-constants"),
        unconditional("factor-signed"),
        unconditional("mul-div"),
        unconditional("mul-rem"),
        unconditional("row-of-cell"),
        unconditional("column-of-cell"),
        unconditional("rem-of-small"),
        unconditional("div-of-small"),
        unconditional("or-of-parts"),
        unconditional("mask-of-small"),
        unconditional("convert-of-own"),
        unconditional("within-by-range"),
        unconditional("lt-by-range"),
        unconditional("shl-is-mul"),
        Rule { right: "(/ ?a ?n)", ..by("div-and-rem") },
        Rule { right: "(< ?a ?b)", ..by("not-lt") },
        Rule { right: "(<= ?a ?b)", ..by("not-le") },
    ]
}

#[test]
fn planted_rules_are_caught() {
    for rule in planted() {
        assert!(sound(&rule).is_err(), "{} was not caught", rule.name);
    }
}
