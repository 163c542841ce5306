//! The engine says what the reference says, of every small program and of some larger ones.
//!
//! Up to size 3; further with `ENGINE_SIZE=4 cargo test --release -p jaminan-theories --test engine`.
#![allow(clippy::unwrap_used)] // a test may panic

use oracle::Bounds;
use proptest::prelude::*;
use theories::engine::{Answer, Engine};
use theories::hypotheses::{CI, CLOSED, DI, DISTINCT, SAME_TRACE};
use theories::{
    Case, Claim, Dropped, Enumeration, Finding, Grammar, Hypothesis, ProgramNumber, Subject,
    Subjects, claims,
};

/// Which claims, and without which hypotheses.
struct Asked {
    claims: Vec<Claim>,
    dropped: Dropped,
    engine: Engine,
    bounds: Bounds,
    /// How many rules a search of the reference may apply, where that is less than usual.
    fuel: Option<u64>,
}

impl Asked {
    fn new(subjects: Subjects, dropped: &[Hypothesis], bounds: Bounds) -> Self {
        let dropped = Dropped(dropped.to_vec());
        let decided =
            |claim: &Claim| claim.subjects == subjects && Engine::decides(claim, &dropped, &bounds);
        let claims: Vec<Claim> = claims().into_iter().filter(decided).collect();
        assert!(!claims.is_empty());
        let engine = Engine::new(&claims, &dropped, &bounds);
        Asked { claims, dropped, engine, bounds, fuel: None }
    }

    /// The same, with little time for a subject: its threads have at most 16 runs, and a search that
    /// would take long is given up.
    fn of_large_subjects(self) -> Self {
        Asked { engine: self.engine.running(16), fuel: Some(20_000), ..self }
    }

    /// Whether the engine took the subject.
    fn agrees(&mut self, number: ProgramNumber, subject: Subject) -> bool {
        let mut answers = Vec::new();
        let taken = match &subject {
            Subject::Program(s) => self.engine.program(s, &mut answers),
            Subject::Protocol(p) => self.engine.protocol(p, &mut answers),
        };
        if taken.is_err() {
            return false;
        }
        let case = Case::new(number, subject, self.bounds.clone());
        let case = match self.fuel {
            Some(fuel) => case.spending(fuel),
            None => case,
        };
        for (claim, answer) in self.claims.iter().zip(answers) {
            let finding = claim.check(&case, &self.dropped);
            let same = match (&finding, answer) {
                (Finding::Holds, Answer::Holds) => true,
                (Finding::Vacuous(one), Answer::Vacuous(other)) => *one == other,
                (Finding::Refuted(_) | Finding::Removed, Answer::Suspect) => true,
                (Finding::TooLarge(_) | Finding::Undecided(_), _) => self.fuel.is_some(),
                _ => false,
            };
            let (number, subject) = (&case.number, &case.subject);
            assert!(same, "{} of {number} {subject}: {answer:?}, not {finding:?}", claim.id);
        }
        true
    }
}

fn largest() -> usize {
    std::env::var("ENGINE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

fn number(grammar: &Grammar, size: usize, index: u128) -> ProgramNumber {
    ProgramNumber { grammar: grammar.version.clone(), size, index }
}

fn all_programs(grammar: &Grammar, dropped: &[Hypothesis], bounds: &Bounds, largest: usize) {
    let mut asked = Asked::new(Subjects::Programs, dropped, bounds.clone());
    let programs = Enumeration::new(grammar, largest).unwrap();
    for size in 1..=largest {
        for (index, s) in (0..).zip(programs.of_size(size)) {
            assert!(asked.agrees(number(grammar, size, index), Subject::Program(s)));
        }
    }
}

fn all_protocols(grammar: &Grammar, dropped: &[Hypothesis], bounds: &Bounds, largest: usize) {
    let mut asked = Asked::new(Subjects::Protocols, dropped, bounds.clone());
    let protocols = Enumeration::new(grammar, largest).unwrap();
    for size in 1..=largest {
        for (index, p) in (0..).zip(protocols.of_size(size)) {
            assert!(asked.agrees(number(grammar, size, index), Subject::Protocol(p)));
        }
    }
}

#[test]
fn agrees_on_every_small_program() {
    let grammar = Grammar::default();
    all_programs(&grammar, &[], &Bounds::new(2, 2), largest());
    // Without its hypotheses every statement is asked of every program.
    all_programs(&grammar, &[CI, DI], &Bounds::new(2, 2), largest());
    all_programs(&grammar, &[CI, DI, SAME_TRACE], &Bounds::new(3, 3), largest() - 1);
}

#[test]
fn agrees_on_every_small_protocol() {
    let grammar = Grammar::default();
    all_protocols(&grammar, &[], &Bounds::new(2, 2), largest());
    all_protocols(&grammar, &[CI, DI], &Bounds::new(2, 2), largest());
    all_protocols(&grammar, &[CI, DI, SAME_TRACE], &Bounds::new(3, 3), largest() - 1);
}

#[test]
fn agrees_on_programs_that_are_not_well_formed() {
    let (open, shadowing) = (Grammar::default().open(), Grammar::default().shadowing());
    let bounds = Bounds::new(2, 2);
    for (grammar, dropped) in [(open, CLOSED), (shadowing, DISTINCT)] {
        all_programs(&grammar, &[dropped], &bounds, largest() - 1);
        all_protocols(&grammar, &[dropped], &bounds, largest());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Larger programs, of a grammar with more arithmetic, and other bounds. What takes the reference long is left out: it
    /// goes through all combinations of runs.
    #[test]
    fn agrees_on_larger_programs(
        size in 4_usize..6,
        place in any::<u64>(),
        threads in 2_u64..4,
        values in 1_u64..3,
    ) {
        let grammar = Grammar::from_toml(ARITHMETIC).unwrap();
        let bounds = Bounds::new(threads, values);
        let mut asked = Asked::new(Subjects::Programs, &[CI, DI], bounds.clone()).of_large_subjects();
        let programs = Enumeration::new(&grammar, size).unwrap();
        let index = u128::from(place) % programs.count(size);
        let s = programs.nth(size, index).unwrap();
        asked.agrees(number(&grammar, size, index), Subject::Program(s));
        let mut asked = Asked::new(Subjects::Protocols, &[CI, DI], bounds).of_large_subjects();
        let protocols = Enumeration::new(&grammar, size).unwrap();
        let index = u128::from(place) % protocols.count(size);
        let p = protocols.nth(size, index).unwrap();
        asked.agrees(number(&grammar, size, index), Subject::Protocol(p));
    }
}

const ARITHMETIC: &str = r#"
version = "arithmetic"
indices = ["0", "tid", "x", "x / 2", "tid * x", "min(x, tid)", "3 - x", "x % 2", "1 << x"]
payloads = ["x", "x + 1", "tid ^ x", "7 >> x", "18446744073709551615"]
closed-payloads = ["tid", "2"]
conditions = ["x < 1", "x == tid && true", "!(x > tid) || false", "tid != 1"]
bounds = ["2", "x", "tid + 1"]
"#;
