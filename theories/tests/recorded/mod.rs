//! Whether claims are as recorded, on every small program, and with each hypothesis dropped.

use oracle::Bounds;
use theories::case::Subject;
use theories::{Assumed, Hypothesis, ProgramNumber, Recorded};
use theories::{Case, Claim, Counterexample, Dropped, Enumeration, Finding, Grammar};

/// What a check of a claim on every program up to a size comes to.
pub struct Checked {
    /// How many programs.
    pub programs: u64,
    /// On how many it holds.
    pub held: u64,
    /// The first that refutes it.
    pub refuted: Option<(ProgramNumber, String, Box<Counterexample>)>,
}

/// Checks a claim on every program up to a size, until one refutes it.
pub fn check(claim: &Claim, dropped: &Dropped, bounds: &Bounds, largest: usize) -> Checked {
    let grammar = claim.grammar(&Grammar::default(), dropped);
    let programs = match Enumeration::new(&grammar, largest) {
        Ok(programs) => programs,
        Err(why) => panic!("{why}"),
    };
    let mut checked = Checked { programs: 0, held: 0, refuted: None };
    for size in 1..=largest {
        for (index, program) in (0..).zip(programs.of_size(size)) {
            let number = ProgramNumber { grammar: grammar.version.clone(), size, index };
            let case = Case::new(number.clone(), Subject::Program(program), bounds.clone());
            checked.programs += 1;
            match claim.check(&case, dropped) {
                Finding::Holds => checked.held += 1,
                Finding::Vacuous(_) => {}
                Finding::Refuted(why) => {
                    checked.refuted = Some((number, case.subject.to_string(), why));
                    return checked;
                }
                other => panic!("{} on {number}: {other:?}", claim.id),
            }
        }
    }
    checked
}

/// The claim on one program.
pub fn replay(claim: &Claim, number: &str, bounds: &Bounds) -> (String, Finding) {
    let grammar = claim.grammar(&Grammar::default(), &Dropped::default());
    let number: ProgramNumber = match number.parse() {
        Ok(number) => number,
        Err(why) => panic!("{why}"),
    };
    assert_eq!(number.grammar, grammar.version);
    let program = Enumeration::new(&grammar, number.size)
        .ok()
        .and_then(|programs| programs.nth(number.size, number.index));
    let Some(program) = program else { panic!("{number} is no program") };
    let case = Case::new(number, Subject::Program(program), bounds.clone());
    (case.subject.to_string(), claim.check(&case, &Dropped::default()))
}

/// Checks that a claim is as recorded: it holds wherever its hypotheses do, and they do somewhere;
/// or the recorded program refutes it, and no smaller one.
pub fn assert_as_recorded(claim: &Claim, bounds: &Bounds, largest: usize) {
    let checked = check(claim, &Dropped::default(), bounds, largest);
    let found = checked.refuted.as_ref().map(|(number, ..)| number.to_string());
    println!("{}: {} programs, held on {}, {found:?}", claim.id, checked.programs, checked.held);
    match claim.recorded {
        Recorded::Holds => {
            assert!(checked.refuted.is_none(), "{}: {:#?}", claim.id, checked.refuted);
            assert!(checked.held > 0, "{} is vacuous", claim.id);
        }
        Recorded::Refuted(number) => {
            let size: usize = number.split(':').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
            if size <= largest {
                assert_eq!(found.as_deref(), Some(number), "{}: {:#?}", claim.id, checked.refuted);
            } else {
                assert_eq!(found, None, "{}: smaller than recorded", claim.id);
            }
            let (program, finding) = replay(claim, number, bounds);
            assert!(matches!(finding, Finding::Refuted(_)), "{}: {program}: {finding:?}", claim.id);
        }
    }
}

/// Checks that each hypothesis of each claim that holds is needed: without it this is the smallest
/// program that refutes the claim.
pub fn assert_needed(claims: &[Claim], bounds: &Bounds, needed: &[(&str, &str, &str)]) {
    let mut found = Vec::new();
    for claim in claims.iter().filter(|claim| claim.recorded == Recorded::Holds) {
        let dropped = |h: &&Hypothesis| !matches!(h.assumed, Assumed::SpokenOf);
        for hypothesis in claim.hypotheses.iter().filter(dropped) {
            let expected =
                needed.iter().find(|(id, h, _)| *id == claim.id && *h == hypothesis.name);
            let size = expected.and_then(|(_, _, number)| number.split(':').nth(1)?.parse().ok());
            let checked = check(claim, &Dropped(vec![*hypothesis]), bounds, size.unwrap_or(3));
            let number = checked.refuted.map(|(number, ..)| number.to_string());
            found.push((claim.id, hypothesis.name, number.unwrap_or_default()));
        }
    }
    let found: Vec<_> = found.iter().map(|(id, h, number)| (*id, *h, number.as_str())).collect();
    assert_eq!(found, needed, "{found:#?}");
}
