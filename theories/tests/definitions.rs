//! The rules in Rust say what the definitions say that are extracted from Coq: every outcome, as sets, of two
//! threads from two memories, the inferred protocol, CI, DI and `aa`; of a program with barriers, every outcome up to the
//! first barrier; of BabyCUDA, every history that two threads make of three, its races, and the type.
//!
//! Every program and protocol up to size 3, and 1,000 random ones of sizes 5 to 9. Further, with the checker built
//! (`make -C theories/coq extraction`):
//!
//!     DEFINITIONS_SIZE=4 DEFINITIONS_RANDOM=100000 cargo test --release -p jaminan-theories --test definitions
#![allow(clippy::unwrap_used)] // a test may panic

mod extracted;

use extracted::{Extracted, rules_say};
use semantics::Syntax;
use theories::{Enumeration, Grammar, Subject, Subjects};

fn from_environment(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Whether they agree; not, where there is too much to say.
fn agree(extracted: &mut Extracted, of: Subjects, subject: &Subject) -> bool {
    let Some(rules) = rules_say(of, subject) else { return false };
    let said = extracted.says(of, subject);
    assert_eq!(rules, said, "{subject}");
    true
}

/// How many of the grammar were gone through, and how many had too many outcomes.
fn every<S: Syntax>(of: Subjects, subject: impl Fn(S) -> Subject, least: usize) {
    let Some(program) = extracted::program("the rules beside the definitions in Coq") else {
        return;
    };
    let mut extracted = Extracted::start(&program);
    let largest = from_environment("DEFINITIONS_SIZE", 3);
    let grammar = of.grammar(&Grammar::default());
    let all = Enumeration::<S>::new(&grammar, largest).unwrap();
    let (mut count, mut passed_over) = (0, 0);
    for s in (1..=largest).flat_map(|size| all.of_size(size)) {
        match agree(&mut extracted, of, &subject(s)) {
            true => count += 1,
            false => passed_over += 1,
        }
    }
    // `least`: all up to size 3.
    assert!(count >= least, "{count}");
    let (random, sizes) = (from_environment("DEFINITIONS_RANDOM", 1_000), 5..=9);
    let all = Enumeration::<S>::new(&grammar, *sizes.end()).unwrap();
    let (mut state, mut asked) = (1_u64, 0);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state)
    };
    while asked < random {
        let size = sizes.start() + asked % sizes.clone().count();
        let number = (next() << 64 | next()) % all.count(size);
        let s = all.nth(size, number).unwrap();
        if agree(&mut extracted, of, &subject(s)) {
            asked += 1;
        } else {
            passed_over += 1;
            assert!(passed_over <= 100 + count + random, "most have too many outcomes");
        }
    }
    println!("{count} up to size {largest}, {asked} larger; {passed_over} with too many outcomes");
}

#[test]
fn of_programs() {
    every(Subjects::Programs, Subject::Program, 1_329);
}

#[test]
fn of_protocols() {
    every(Subjects::Protocols, Subject::Protocol, 300);
}

#[test]
fn of_programs_with_barriers() {
    every(Subjects::SynchronizedPrograms, Subject::Program, 1_422);
}

#[test]
fn of_babycuda() {
    every(Subjects::BabyCuda, Subject::Program, 1_033);
}
