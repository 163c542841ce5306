//! Counting and unranking give the programs that listing gives, in the same order.
#![allow(clippy::unwrap_used)] // a test may panic

mod naive;

use jaminan::Stmt;
use maps::Protocol;
use semantics::{Header, Syntax, well_formed};
use std::collections::BTreeSet;
use theories::{Enumeration, Form, Grammar};

const COUNTS: [u128; 6] = [5, 77, 1_247, 24_178, 576_141, 16_377_039];

fn default<S: Syntax>(largest: usize) -> Enumeration<S> {
    Enumeration::new(&Grammar::default(), largest).unwrap()
}

#[test]
fn the_counts_of_the_interface() {
    let programs = default::<Stmt>(6);
    for (n, count) in COUNTS.into_iter().enumerate() {
        assert_eq!(programs.count(n + 1), count, "size {}", n + 1);
    }
    assert_eq!(programs.count(0), 0);
    assert_eq!(programs.count(7), 0, "past the largest");
}

#[test]
fn the_nth_program_is_the_nth_of_the_list() {
    let programs = default::<Stmt>(4);
    for size in 1..=4 {
        let listed = naive::programs(size);
        assert_eq!(programs.count(size), listed.len() as u128);
        for (index, s) in (0..).zip(&listed) {
            assert_eq!(programs.nth(size, index).as_ref(), Some(s), "v1:{size}:{index}");
        }
        assert_eq!(programs.nth(size, listed.len() as u128), None);
    }
}

/// Every protocol once, well-formed, of its size, and with the counts of a direct recurrence.
#[test]
fn protocols_are_well_formed_and_distinct() {
    each_once::<Protocol>(&Grammar::default(), 4);
}

#[test]
fn larger_grammars_have_each_program_once() {
    each_once::<Stmt>(&Grammar::default().with_sync(), 3);
    let texts = texts::<Stmt>(&Grammar::default().shadowing(), 3);
    assert!(texts.contains("var x0. var x0. A[x0] := x0"));
    let texts = self::texts::<Stmt>(&Grammar::default().open(), 1);
    assert!(texts.contains("A[x0] := 0"));
}

/// Where sequences nest to the right, those programs are left that do, in the same order.
#[test]
fn sequences_that_nest_to_the_right() {
    for grammar in [
        Grammar::of_accumulation(),
        Grammar::of_versions(),
        Grammar::of_places(),
        Grammar::of_rounds(),
        Grammar::of_divergence(),
    ] {
        let both = Grammar { right: false, ..grammar.clone() };
        let (right, both) =
            [grammar, both].map(|grammar| Enumeration::<Stmt>::new(&grammar, 4).unwrap()).into();
        for size in 1..=4 {
            let wanted: Vec<Stmt> = both.of_size(size).filter(nests_to_the_right).collect();
            assert_eq!(right.of_size(size).collect::<Vec<_>>(), wanted, "size {size}");
            assert_eq!(right.count(size), wanted.len() as u128);
        }
    }
}

fn nests_to_the_right(s: &Stmt) -> bool {
    match s {
        Stmt::Skip | Stmt::Sync(_) | Stmt::Write { .. } => true,
        Stmt::Seq(a, b) => {
            !matches!(**a, Stmt::Seq(..)) && nests_to_the_right(a) && nests_to_the_right(b)
        }
        Stmt::If(_, a, b) => nests_to_the_right(a) && nests_to_the_right(b),
        Stmt::Read { body, .. } | Stmt::For(_, _, _, body) | Stmt::Var(_, body) => {
            nests_to_the_right(body)
        }
    }
}

fn each_once<S: Syntax + std::fmt::Display>(grammar: &Grammar, largest: usize) {
    for size in 1..=largest {
        texts::<S>(grammar, size);
        let all = Enumeration::<S>::new(grammar, size).unwrap();
        for s in (0..all.count(size)).map(|index| all.nth(size, index).unwrap()) {
            assert_eq!(well_formed(&Header::default(), &s), Ok(()), "{s}");
            assert_eq!(s.size(), size, "{s}");
        }
    }
}

fn texts<S: Syntax + std::fmt::Display>(grammar: &Grammar, size: usize) -> BTreeSet<String> {
    let all = Enumeration::<S>::new(grammar, size).unwrap();
    let count = all.count(size);
    let texts: BTreeSet<String> =
        (0..count).map(|index| all.nth(size, index).unwrap().to_string()).collect();
    assert_eq!(texts.len() as u128, count, "no program twice at size {size}");
    texts
}

/// Numbers run out before memory does.
#[test]
fn too_many_programs_is_an_error() {
    let wrong = Enumeration::<Stmt>::new(&Grammar::default(), 200).err().unwrap();
    assert_eq!(wrong.to_string(), "there are more than 2^128 programs of size 200");
    assert!(Enumeration::<Stmt>::new(&Grammar::default(), 12).is_ok());
    // Without binders there are no programs under them to be too many.
    let closed = Grammar { forms: vec![Form::Write, Form::Seq], ..Grammar::default() };
    let closed = Enumeration::<Stmt>::new(&closed, 60).unwrap();
    assert_eq!([1, 3, 5].map(|size| closed.count(size)), [4, 16, 128]);
}
