//! What notices a planted bug.

use super::subjects::{Group, Numbered, Planted, Text};
use super::worked;
use jaminan::babycuda::{self, Accesses, History};
use jaminan::{Initial, Stmt};
use oracle::{Bounds, Budget};
use semantics::derivation::check::{Checked, Verdict, check};
use semantics::mutants::{Mutant, with};
use semantics::outcomes::{Ask, each_derivation};
use semantics::{Choices, Flow, Judgment, Shown, Stop, Store, Thread};
use std::borrow::Cow;
use theories::engine::{Answer, Engine};
use theories::{Case, Claim, Dropped, Finding, ProgramNumber, Subject};

/// So many subjects whose text changes are asked about.
const MOST_CHANGED: usize = 3000;

fn bounds() -> Bounds {
    Bounds::new(2, 2)
}

/// Who noticed a mutant.
pub struct Killed {
    pub by: String,
    /// The subject that shows it.
    pub subject: String,
    /// How many subjects of its kind it took.
    pub after: usize,
    pub breaks_a_claim: bool,
}

/// The first that notices: a claim, or what needs no claim.
pub fn killed(groups: &[Group], mutant: Mutant, planted: Planted) -> Option<Killed> {
    by_claims(groups, mutant, planted)
        .or_else(|| by_derivation_checker(groups, mutant, planted))
        .or_else(|| by_second_engine(groups, mutant, planted))
        .or_else(|| by_worked_examples(mutant))
}

/// The first subject, in the order of numbers, of which a claim does not hold under the mutant.
pub fn by_claims(groups: &[Group], mutant: Mutant, planted: Planted) -> Option<Killed> {
    let mut found: Option<(usize, Killed)> = None;
    for group in groups.iter().filter(|group| planted.concerns().contains(&group.of)) {
        let mut changed = 0;
        let small = |(number, ..): &&Numbered| number.size <= planted.size();
        let small = group.subjects.iter().filter(small).map(Cow::Borrowed);
        let subjects = small.chain(group.larger(planted).map(Cow::Owned));
        for (place, numbered) in subjects.enumerate() {
            let (number, subject, text) = &*numbered;
            let enough = planted.is_in_text() && changed >= MOST_CHANGED;
            if enough || found.as_ref().is_some_and(|(first, _)| *first <= place) {
                break;
            }
            if planted.is_in_text() && with(mutant, || Text::of(subject)) == *text {
                continue;
            }
            changed += 1;
            let refuted = with(mutant, || {
                let case = Case::new(number.clone(), subject.clone(), bounds());
                let refutes = |claim: &&Claim| {
                    matches!(claim.check(&case, &Dropped::default()), Finding::Refuted(_))
                };
                group.claims.iter().find(refutes).map(|claim| claim.id)
            });
            if let Some(id) = refuted {
                let (by, after) = (format!("`{id}`"), place + 1);
                let subject = format!("`{number}`, `{}`", line(&subject.to_string()));
                found = Some((place, Killed { by, subject, after, breaks_a_claim: true }));
                break;
            }
        }
    }
    found.map(|(_, killed)| killed)
}

/// A program on one line, in a cell of a table.
pub fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The first subject with a derivation that the checker rejects.
pub fn by_derivation_checker(groups: &[Group], mutant: Mutant, planted: Planted) -> Option<Killed> {
    let threads = [0_u32, 1].map(Thread::natural).into();
    by_subjects(groups, mutant, planted, "derivation checker", |subject| match (planted, subject) {
        (Planted::BarrierRule, Subject::Program(s)) => {
            some_wrong(&Initial::Zero, &|search, found| {
                jaminan::reaches(search, &memory(), s, &thread(), found)
            })
        }
        (Planted::BabyCuda | Planted::Types, Subject::Program(s)) => {
            some_wrong(&(), &|search, found| {
                babycuda::parallel(search, &history(), s, &threads, found)
            })
        }
        (_, Subject::Program(s)) => some_wrong(&Initial::Zero, &|search, found| {
            jaminan::runs(search, &memory(), s, &thread(), found)
        }),
        (_, Subject::Protocol(p)) => {
            some_wrong(&(), &|search, found| maps::runs(search, p, &thread(), found))
        }
    })
}

fn some_wrong<J, T>(environment: &J::Environment, ask: Ask<'_, J, T>) -> bool
where
    J: Judgment + Checked + Shown,
{
    let mut wrong = false;
    let fuel = Budget::fuel(100_000);
    let ended = each_derivation(&Choices::below(2), environment, &fuel, ask, |d| {
        wrong |= check(&d.steps()) != Verdict::Valid;
        if wrong { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    });
    ended.is_ok() && wrong
}

/// The memory that worked examples start from: `A[0] = 1`, `A[1] = 2`.
pub fn memory() -> Store {
    let mut memory = Store::empty();
    for (j, k) in [(0_u32, 1_u32), (1, 2)] {
        memory.set(&"A".into(), j.into(), k.into());
    }
    memory
}

pub fn thread() -> Thread {
    Thread::natural(1_u32)
}

/// Thread 0 has written the same memory, and in the newest phase thread 1 has read `A[1]` and
/// thread 2 has written `A[2] = 3`.
pub fn history() -> History {
    let array = "A".into();
    let writing = |a: Accesses, (j, k): (u32, u32)| a.writing(&array, &j.into(), &k.into());
    let older = [(0, 1), (1, 2)].into_iter().fold(Accesses::default(), writing);
    let newest = [
        (Thread::natural(1_u32), Accesses::default().reading(&array, &1_u32.into())),
        (Thread::natural(2_u32), writing(Accesses::default(), (2, 3))),
    ];
    let older = History::none().then([(Thread::natural(0_u32), older)].into_iter().collect());
    older.then(newest.into_iter().collect())
}

/// The first subject of which the second engine says something else than the reference.
pub fn by_second_engine(groups: &[Group], mutant: Mutant, planted: Planted) -> Option<Killed> {
    let none = Dropped::default();
    let claims: Vec<Claim> = groups.iter().flat_map(|group| group.claims.clone()).collect();
    by_subjects(groups, mutant, planted, "second engine", |subject| {
        let of_this = |claim: &Claim| {
            claim.subjects.are_protocols() == matches!(subject, Subject::Protocol(_))
                && Engine::decides(claim, &none, &bounds())
        };
        let claims: Vec<Claim> = claims.iter().copied().filter(of_this).collect();
        let (mut engine, mut answers) = (Engine::new(&claims, &none, &bounds()), Vec::new());
        let taken = match subject {
            Subject::Program(s) => engine.program(s, &mut answers),
            Subject::Protocol(p) => engine.protocol(p, &mut answers),
        };
        if taken.is_err() {
            return false;
        }
        let number = ProgramNumber { grammar: "v1".into(), size: 1, index: 0 };
        let case = Case::new(number, subject.clone(), bounds());
        claims.iter().zip(answers).any(|(claim, answer)| {
            let same = match (claim.check(&case, &none), answer) {
                (Finding::Holds, Answer::Holds) => true,
                (Finding::Vacuous(one), Answer::Vacuous(other)) => one == other,
                (Finding::Refuted(_) | Finding::Removed, Answer::Suspect) => true,
                _ => false,
            };
            !same
        })
    })
}

fn by_subjects(
    groups: &[Group],
    mutant: Mutant,
    planted: Planted,
    by: &str,
    notices: impl Fn(&Subject) -> bool,
) -> Option<Killed> {
    let concerned = |group: &&Group| planted.concerns().contains(&group.of);
    groups.iter().filter(concerned).find_map(|group| {
        let few = group.subjects.iter().filter(|(number, ..)| number.size <= planted.size().min(3));
        let (place, (number, subject, _)) =
            few.enumerate().find(|(_, (_, subject, _))| with(mutant, || notices(subject)))?;
        let subject = format!("`{number}`, `{}`", line(&subject.to_string()));
        Some(Killed { by: by.into(), subject, after: place + 1, breaks_a_claim: false })
    })
}

pub fn by_worked_examples(mutant: Mutant) -> Option<Killed> {
    let wrong = |(_, example): &(usize, worked::Example)| {
        with(mutant, || example.comes_to()) != example.expected
    };
    let (n, example) = worked::examples().enumerate().find(wrong)?;
    let subject = format!("`{}`", line(example.text));
    let by = "worked examples".into();
    Some(Killed { by, subject, after: n + 1, breaks_a_claim: false })
}

/// A program of the examples.
pub fn parsed(text: &str) -> Stmt {
    semantics::parser::statement(&semantics::Source::new("worked.jam", text)).unwrap()
}
