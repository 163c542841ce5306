//! Every planted bug is noticed, and `docs/planted-bugs.md` says by what.
//!
//!     cargo test -p theories --features mutants --test planted_bugs
//!     UPDATE=1 cargo test -p theories --features mutants --test planted_bugs
//!
//! The second writes the document anew. A mutant is first shown to the claims, then to the checks
//! that need no claim; the first of them to notice it is named.
#![allow(clippy::unwrap_used)] // a test may panic

use jaminan::{Initial, Program, Stmt, infer};
use maps::independence::Variables;
use maps::{Protocol, aa, control_independent, data_independent};
use oracle::{Bounds, Budget};
use rayon::prelude::*;
use semantics::derivation::check::{Checked, Verdict, check};
use semantics::mutants::{Mutant, with};
use semantics::outcomes::{Ask, each_derivation};
use semantics::{
    Choices, Flow, Judgment, Outcomes, ParseOptions, Shown, Source, Stop, Store, Thread,
};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;
use theories::engine::{Answer, Engine};
use theories::{
    Case, Claim, Dropped, Enumeration, Finding, Grammar, ProgramNumber, Recorded, Subject, claims,
};

/// Rules change what runs do: claims are asked of every subject up to this size.
const SIZE_FOR_RULES: usize = 3;
/// Clauses are planted in functions of the text: what they give for a subject is soon known, and
/// only where it changes are claims asked, of up to this many subjects.
const SIZE_FOR_CLAUSES: usize = 4;
const MOST_CHANGED: usize = 3000;
/// Clauses of the judgments are about protocols, of which there are fewer.
const SIZE_OF_PROTOCOLS: usize = 5;
/// Of the programs of sizes 4 and 5 so many are taken, evenly spaced, for rules and the inference.
const SAMPLE: u128 = 500;

fn bounds() -> Bounds {
    Bounds::new(2, 2)
}

/// The subjects of some claims, in the order of their numbers.
struct Group {
    claims: Vec<Claim>,
    subjects: Vec<Numbered>,
    /// Those that are larger, where they are of the default grammar.
    larger: Larger,
}

enum Larger {
    Programs(Enumeration<Stmt>),
    Protocols(Enumeration<Protocol>),
    None,
}

/// A subject, its number, and what the definitions say of it.
type Numbered = (ProgramNumber, Subject, Text);

impl Group {
    /// The subjects that are larger than the others: all protocols, and a sample of programs.
    fn larger(&self, planted: Planted) -> Box<dyn Iterator<Item = Numbered> + '_> {
        let numbered = |size, (index, subject)| {
            let text = Text::of(&subject);
            (ProgramNumber { grammar: "v1".into(), size, index }, subject, text)
        };
        match (&self.larger, planted) {
            (Larger::Protocols(all), Planted::InJudgment) => {
                let sizes = SIZE_FOR_CLAUSES + 1..=SIZE_OF_PROTOCOLS;
                Box::new(sizes.flat_map(move |size| {
                    let protocols = all.of_size(size).map(Subject::Protocol);
                    (0..).zip(protocols).map(move |one| numbered(size, one))
                }))
            }
            (Larger::Programs(all), Planted::InRule | Planted::InInference) => {
                Box::new([4, 5].into_iter().flat_map(move |size| {
                    let places = (0..SAMPLE).map(move |n| n * all.count(size) / SAMPLE);
                    let subject = move |n| Some((n, Subject::Program(all.nth(size, n)?)));
                    places.filter_map(subject).map(move |one| numbered(size, one))
                }))
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}

/// What the definitions about text say of a subject.
#[derive(Clone, PartialEq, Eq)]
struct Text {
    protocol: Protocol,
    judged: [bool; 2],
    approximating: maps::Approximating,
}

impl Text {
    fn of(subject: &Subject) -> Self {
        let protocol = match subject {
            Subject::Program(s) => infer(s),
            Subject::Protocol(p) => p.clone(),
        };
        let none = Variables::new();
        let judged = [control_independent(&none, &protocol), data_independent(&none, &protocol)];
        Text { judged, approximating: aa(&none, &protocol), protocol }
    }
}

/// The claims that hold as far as is known, with their subjects.
fn groups() -> Vec<Group> {
    let mut groups: Vec<(Grammar, bool, Vec<Claim>)> = Vec::new();
    for claim in claims().into_iter().filter(|claim| claim.recorded == Recorded::Holds) {
        let grammar = claim.grammar(&Grammar::default(), &Dropped::default());
        let protocols = claim.subjects.are_protocols();
        match groups.iter_mut().find(|(g, p, _)| *g == grammar && *p == protocols) {
            Some((.., claims)) => claims.push(claim),
            None => groups.push((grammar, protocols, vec![claim])),
        }
    }
    let subjects = |grammar: &Grammar, protocols: bool| {
        let mut all = Vec::new();
        let largest = SIZE_FOR_CLAUSES;
        let mut add = |size, index, subject: Subject| {
            let number = ProgramNumber { grammar: grammar.version.clone(), size, index };
            let text = Text::of(&subject);
            all.push((number, subject, text));
        };
        match protocols {
            false => {
                let programs = Enumeration::new(grammar, largest).unwrap();
                for size in 1..=largest {
                    let programs = programs.of_size(size).map(Subject::Program);
                    (0..).zip(programs).for_each(|(index, s)| add(size, index, s));
                }
            }
            true => {
                let protocols = Enumeration::new(grammar, largest).unwrap();
                for size in 1..=largest {
                    let protocols = protocols.of_size(size).map(Subject::Protocol);
                    (0..).zip(protocols).for_each(|(index, p)| add(size, index, p));
                }
            }
        }
        all
    };
    let group = |(grammar, protocols, claims): (Grammar, bool, Vec<Claim>)| {
        let larger = match protocols {
            _ if grammar != Grammar::default() => Larger::None,
            false => Larger::Programs(Enumeration::new(&grammar, 5).unwrap()),
            true => Larger::Protocols(Enumeration::new(&grammar, SIZE_OF_PROTOCOLS).unwrap()),
        };
        Group { subjects: subjects(&grammar, protocols), claims, larger }
    };
    groups.into_iter().map(group).collect()
}

/// Who noticed a mutant.
struct Killed {
    by: String,
    /// The subject that shows it.
    subject: String,
    /// How many subjects of its kind it took.
    after: usize,
}

/// What a mutant is planted in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Planted {
    InRule,
    InInference,
    InJudgment,
}

/// The first subject, in the order of numbers, of which a claim does not hold under the mutant.
fn by_claims(groups: &[Group], mutant: Mutant, planted: Planted) -> Option<Killed> {
    let mut found: Option<(usize, Killed)> = None;
    for group in groups {
        let mut changed = 0;
        let small =
            |(number, ..): &&Numbered| planted != Planted::InRule || number.size <= SIZE_FOR_RULES;
        let small = group.subjects.iter().filter(small).map(Cow::Borrowed);
        let subjects = small.chain(group.larger(planted).map(Cow::Owned));
        for (place, numbered) in subjects.enumerate() {
            let (number, subject, text) = &*numbered;
            let enough = planted != Planted::InRule && changed >= MOST_CHANGED;
            if enough || found.as_ref().is_some_and(|(first, _)| *first <= place) {
                break;
            }
            let same = planted != Planted::InRule && with(mutant, || Text::of(subject)) == *text;
            if same {
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
                found = Some((place, Killed { by, subject, after }));
                break;
            }
        }
    }
    found.map(|(_, killed)| killed)
}

/// A program on one line, in a cell of a table.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The first subject with a derivation that the checker rejects.
fn by_derivation_checker(groups: &[Group], mutant: Mutant) -> Option<Killed> {
    by_subjects(groups, mutant, "derivation checker", |subject| match subject {
        Subject::Program(s) => some_wrong(&Initial::Zero, &|search, found| {
            jaminan::runs(search, &memory(), s, &thread(), found)
        }),
        Subject::Protocol(p) => {
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

fn memory() -> Store {
    let mut memory = Store::empty();
    for (j, k) in [(0_u32, 1_u32), (1, 2)] {
        memory.set(&"A".into(), j.into(), k.into());
    }
    memory
}

fn thread() -> Thread {
    Thread::natural(1_u32)
}

/// The first subject of which the second engine says something else than the reference.
fn by_second_engine(groups: &[Group], mutant: Mutant) -> Option<Killed> {
    let none = Dropped::default();
    let claims: Vec<Claim> = groups.iter().flat_map(|group| group.claims.clone()).collect();
    by_subjects(groups, mutant, "second engine", |subject| {
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
    by: &str,
    notices: impl Fn(&Subject) -> bool,
) -> Option<Killed> {
    let plain = |group: &&Group| group.subjects[0].0.grammar == "v1";
    groups.iter().filter(plain).find_map(|group| {
        let few = group.subjects.iter().filter(|(number, ..)| number.size <= SIZE_FOR_RULES);
        let (place, (number, subject, _)) =
            few.enumerate().find(|(_, (_, subject, _))| with(mutant, || notices(subject)))?;
        let subject = format!("`{number}`, `{}`", line(&subject.to_string()));
        Some(Killed { by: by.into(), subject, after: place + 1 })
    })
}

/// Programs whose protocol, class and run are known: [L24, Fig. 1 and §4.1], and what the rules
/// give thread 1 from `A[0] = 1`, `A[1] = 2`, worked out on paper.
const WORKED: [(&str, &str, &str, &str); 7] = [
    (
        "if tid < 32 { let x = A[tid + 16] in A[tid] := x }",
        "if tid < 32 { rd A[tid + 16]; var x. wr A[tid] }",
        "CIDI",
        "A:1=0 {1: rd A[17], 1: wr A[1]} then; (tau; tau)",
    ),
    (
        "let x = A[0] in if x != 0 { var y. A[tid] := y }",
        "rd A[0]; var x. if x != 0 { var y. wr A[tid] }",
        "CDDI",
        "A:1=0 {1: rd A[0], 1: wr A[1]} tau; (then; tau) | \
         A:1=1 {1: rd A[0], 1: wr A[1]} tau; (then; tau)",
    ),
    (
        "var x. var y. A[x] := y",
        "var x. var y. wr A[x]",
        "CIDD",
        "A:0=0 {1: wr A[0]} tau | A:0=1 {1: wr A[0]} tau | \
         A:1=0 {1: wr A[1]} tau | A:1=1 {1: wr A[1]} tau",
    ),
    (
        "A[tid] := tid; let x = A[tid] in A[x] := 9",
        "wr A[tid]; rd A[tid]; var x. wr A[x]",
        "CIDD",
        "A:1=9 {1: rd A[1], 1: wr A[1]} tau; (tau; tau)",
    ),
    (
        "for k in 0..2 { let x = A[k] in A[k + 1] := x }",
        "for k in 0..2 { rd A[k]; var x. wr A[k + 1] }",
        "CIDI",
        "A:1=1,2=1 {1: rd A[0], 1: rd A[1], 1: wr A[1], 1: wr A[2]} \
         k := 0; (tau; tau; (k := 1; (tau; tau; tau)))",
    ),
    (
        "if tid < 1 { A[0] := 1 } else { skip }; for k in 1..1 { A[k] := 1 }",
        "if tid < 1 { wr A[0] }; for k in 1..1 { wr A[k] }",
        "CIDI",
        "{} {} else; tau; tau",
    ),
    (
        "var x. for k in 0..x { skip }",
        "var x. for k in 0..x { skip }",
        "CDDI",
        "{} {} k := 0; (tau; tau) | {} {} tau",
    ),
];

fn by_worked_examples(mutant: Mutant) -> Option<Killed> {
    let wrong = |n: &usize| with(mutant, || !comes_out(*n));
    let n = (0..WORKED.len()).find(wrong)?;
    let subject = format!("`{}`", line(WORKED[n].0));
    Some(Killed { by: "worked examples".into(), subject, after: n + 1 })
}

fn comes_out(n: usize) -> bool {
    let (text, protocol, class, runs) = WORKED[n];
    worked(n) == (text, protocol.into(), class.into(), runs.into())
}

/// What the worked example comes to.
fn worked(n: usize) -> (&'static str, String, String, String) {
    let text = WORKED[n].0;
    let program =
        Program::parse(&Source::new("worked.jam", text), ParseOptions::default()).unwrap();
    let protocol = infer(&program.body);
    let class = aa(&Variables::new(), &protocol).class().to_owned();
    let budget = Budget::fuel(10_000);
    let outcomes =
        jaminan::outcomes(&memory(), &program.body, &thread(), &Choices::below(2), &budget);
    let mut runs: Vec<String> = match outcomes {
        Outcomes::Done { outcomes, .. } => {
            outcomes.iter().map(|(updates, phase, t)| format!("{updates} {phase} {t}")).collect()
        }
        other => vec![format!("{other:?}")],
    };
    runs.sort();
    (text, line(&protocol.to_string()), class, runs.join(" | "))
}

fn mutants() -> Vec<(Mutant, Planted)> {
    let rules = maps::planted::RULES.iter().chain(jaminan::planted::RULES);
    let rules = rules.map(|m| (*m, Planted::InRule));
    let inference = jaminan::planted::CLAUSES.iter().map(|m| (*m, Planted::InInference));
    let judgments = maps::planted::CLAUSES.iter().map(|m| (*m, Planted::InJudgment));
    rules.chain(inference).chain(judgments).collect()
}

#[test]
fn the_worked_examples_come_out() {
    for (n, (text, protocol, class, runs)) in WORKED.into_iter().enumerate() {
        assert_eq!(worked(n), (text, protocol.into(), class.into(), runs.into()));
    }
}

#[test]
fn nothing_notices_where_nothing_is_planted() {
    let nothing = Mutant { id: "nothing", of: "nothing" };
    let groups = groups();
    assert!(by_claims(&groups, nothing, Planted::InRule).is_none());
    assert!(by_derivation_checker(&groups, nothing).is_none());
    assert!(by_second_engine(&groups, nothing).is_none());
    assert!(by_worked_examples(nothing).is_none());
}

#[test]
fn ids_are_distinct_and_every_rule_and_clause_has_a_mutant() {
    let mutants = mutants();
    let mut ids: Vec<&str> = mutants.iter().map(|(mutant, _)| mutant.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), mutants.len());
    let forms = ["VAR", "SKIP", "SEQ", "IF-T", "IF-F", "FOR-1", "FOR-2"];
    let rules = ["P", "S"].map(|calculus| forms.map(|form| format!("{calculus}-{form}")));
    let others = ["P-ACC", "S-READ", "S-WRITE"].map(str::to_owned);
    for rule in rules.into_iter().flatten().chain(others) {
        assert!(mutants.iter().any(|(mutant, _)| mutant.of == rule), "no mutant of {rule}");
    }
}

#[test]
fn every_planted_bug_is_noticed() {
    let groups = groups();
    let mut lines: Vec<(usize, String, bool)> = mutants()
        .into_par_iter()
        .enumerate()
        .map(|(n, (mutant, planted))| {
            let Mutant { id, of } = mutant;
            let by_claim = by_claims(&groups, mutant, planted);
            let breaks_a_claim = by_claim.is_some();
            let killed = by_claim
                .or_else(|| by_derivation_checker(&groups, mutant))
                .or_else(|| by_second_engine(&groups, mutant))
                .or_else(|| by_worked_examples(mutant));
            let Some(Killed { by, subject, after }) = killed else {
                panic!("nothing notices {id}, planted for {of}");
            };
            (n, format!("| `{id}` | {of} | {by} | {subject} | {after} |\n"), breaks_a_claim)
        })
        .collect();
    lines.sort();
    let broken = lines.iter().filter(|(.., breaks_a_claim)| *breaks_a_claim).count();
    let mut text = String::from(HEAD);
    let (all, rest) = (lines.len(), lines.len() - broken);
    writeln!(text, "Of {all} planted bugs, {broken} break a claim on subjects this small and {rest} break none.\n").unwrap();
    text.push_str("| planted | in the place of | noticed by | at | subjects |\n");
    text.push_str("|---|---|---|---|---:|\n");
    lines.iter().for_each(|(_, line, _)| text.push_str(line));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/planted-bugs.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == text,
        "docs/planted-bugs.md is old: \
         `UPDATE=1 cargo test -p theories --features mutants --test planted_bugs`\n{text}"
    );
}

const HEAD: &str = "\
# Planted bugs

A claim that nothing can break says nothing. So bugs are planted, one at a time: a rule of the two
semantics [L24, Figs. 2 and 5], or a clause of the inference [L24, Fig. 6], of control or data
independence [L24, Fig. 4], or of `aa` [L24, Fig. 7], is replaced by one that is wrong
(`maps/src/planted.rs`, `jaminan/src/planted.rs`). The claims are checked by the reference rules on
the small programs and protocols in the order of their numbers, with 2 threads and 2 values, until
one does not hold: up to size 3 for a rule, 4 for a clause of the inference, and protocols up to
size 5 for a clause of the others. For rules and the inference, 500 programs each of sizes 4 and 5
follow, evenly spaced. *Subjects* is how many programs or protocols that took.

Some bugs break no claim: the theorems say what a protocol has to do with its program, and not what
a program does. Both sides may be wrong in the same way, or the program may be another one. There
the theorems do not pin the semantics down, and another check has to notice: the checker of
derivations, the second engine, or examples worked out on paper.

This page is written by a test (`UPDATE=1 cargo test -p theories --features mutants --test
planted_bugs`), which fails when it is old or a bug goes unnoticed.

";
