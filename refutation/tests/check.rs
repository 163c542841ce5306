//! The checker against what is so, by trying every assignment.
#![allow(clippy::unwrap_used)] // a test may panic

use refutation::{Formula, Literal, Proof, Wrong, check};

/// The pigeons of `n + 1` do not fit into `n` holes.
fn pigeons(n: i32) -> Formula {
    let hole = |pigeon: i32, hole: i32| pigeon * n + hole + 1;
    let mut formula = Formula::default();
    for pigeon in 0..=n {
        formula.clauses.push((0..n).map(|h| hole(pigeon, h)));
    }
    for h in 0..n {
        for (a, b) in (0..=n).flat_map(|a| (0..a).map(move |b| (a, b))) {
            formula.clauses.push([-hole(a, h), -hole(b, h)]);
        }
    }
    formula
}

/// Whether some assignment makes every clause true.
fn has_model(formula: &Formula) -> bool {
    let variables = formula.variables();
    (0..1_u32 << variables).any(|assignment| {
        let is_true = |l: &Literal| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
        formula.clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

/// A proof of what has no model: every clause over its variables that follows, the longest first.
fn by_cases(formula: &Formula) -> Proof {
    let variables = i32::try_from(formula.variables()).unwrap();
    let mut proof = Proof::default();
    for count in (0..variables).rev() {
        for signs in 0..1_u32 << count {
            proof.add((1..=count).map(|v| if signs >> (v - 1) & 1 == 1 { v } else { -v }));
        }
    }
    proof
}

/// A generator of numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn literal(&mut self, variables: u64) -> Literal {
        let variable = 1 + Literal::try_from(self.below(variables)).unwrap();
        if self.below(2) == 0 { variable } else { -variable }
    }
}

#[test]
fn a_proof_is_accepted_exactly_where_there_is_no_model() {
    let mut random = Random(7);
    let (mut with, mut without) = (0, 0);
    for _ in 0..2_000 {
        let mut formula = Formula::default();
        for _ in 0..4 + random.below(24) {
            let length = 1 + random.below(3);
            let clause: Vec<Literal> = (0..length).map(|_| random.literal(5)).collect();
            formula.clauses.push(clause);
        }
        let accepted = check(&formula, &by_cases(&formula), &|| false).is_ok();
        let model = has_model(&formula);
        assert_eq!(accepted, !model, "{formula}");
        *(if model { &mut with } else { &mut without }) += 1;
    }
    assert!(with > 300 && without > 300, "{with} with a model, {without} without");
}

/// Whatever stands in a proof, what has a model is not refuted.
#[test]
fn no_proof_refutes_what_has_a_model() {
    let mut random = Random(11);
    let mut tried = 0;
    while tried < 3_000 {
        let mut formula = Formula::default();
        for _ in 0..3 + random.below(10) {
            let clause: Vec<Literal> =
                (0..1 + random.below(3)).map(|_| random.literal(4)).collect();
            formula.clauses.push(clause);
        }
        if !has_model(&formula) {
            continue;
        }
        tried += 1;
        let mut proof = Proof::default();
        let own: Vec<Vec<Literal>> = formula.clauses.iter().map(<[_]>::to_vec).collect();
        for _ in 0..random.below(12) {
            let clause: Vec<Literal> = (0..random.below(3)).map(|_| random.literal(4)).collect();
            match random.below(3) {
                0 => proof
                    .forget(own[usize::try_from(random.below(own.len() as u64)).unwrap()].clone()),
                1 => proof.forget(clause),
                _ => proof.add(clause),
            }
        }
        assert!(check(&formula, &proof, &|| false).is_err(), "{formula}{proof}");
    }
}

#[test]
fn what_does_not_follow_is_named() {
    let formula = pigeons(3);
    let wrong = Proof::parse("1 2 3 0\n1 0\n0\n").unwrap();
    assert_eq!(check(&formula, &wrong, &|| false), Err(Wrong::DoesNotFollow(2)));
    assert_eq!(check(&formula, &Proof::default(), &|| false), Err(Wrong::NoContradiction));
    assert_eq!(check(&formula, &by_cases(&formula), &|| true), Err(Wrong::Stopped));
    assert_eq!(check(&formula, &by_cases(&formula), &|| false), Ok(()));
    // Without a clause that it needs there is no proof any more.
    let forgets = format!("d 1 2 3 0\n{}", by_cases(&formula));
    let forgets = Proof::parse(&forgets).unwrap();
    assert!(matches!(check(&formula, &forgets, &|| false), Err(Wrong::DoesNotFollow(_))));
}

#[test]
fn text_is_read_as_it_is_written() {
    let formula = pigeons(3);
    assert_eq!(Formula::parse(&formula.to_string()), Ok(formula.clone()));
    let mut proof = by_cases(&formula);
    proof.forget([1, -2]);
    assert_eq!(Proof::parse(&proof.to_string()), Ok(proof));
    for wrong in ["1 2", "1 x 0", "-2147483648 0"] {
        assert!(Formula::parse(wrong).is_err() && Proof::parse(wrong).is_err(), "{wrong}");
    }
}
