//! The subjects that planted bugs are shown on.

use jaminan::babycuda::type_of;
use jaminan::{Stmt, infer};
use maps::independence::Variables;
use maps::{Protocol, aa, control_independent, data_independent};
use semantics::Syntax;
use theories::{Claim, Enumeration, Grammar, ProgramNumber, Recorded, Subject, Subjects, claims};

/// Rules change what runs do: claims are asked of every subject up to this size.
const SIZE_FOR_RULES: usize = 3;
/// Clauses are planted in functions of the text: what they give for a subject is soon known, and
/// only where it changes are claims asked. The split is one too, and protocols are few.
const SIZE_FOR_CLAUSES: usize = 4;
/// Clauses of the judgments are about protocols, of which there are fewer.
const SIZE_OF_PROTOCOLS: usize = 5;
/// Of the programs of sizes 4 and 5 so many are taken, evenly spaced, for rules and the inference.
const SAMPLE: u128 = 500;

/// What a mutant is planted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    Rule,
    Inference,
    Judgment,
    BarrierRule,
    Split,
    BabyCuda,
    Types,
}

impl Planted {
    /// What the claims that are asked speak of.
    pub fn concerns(self) -> &'static [Subjects] {
        match self {
            Planted::Rule | Planted::Inference | Planted::Judgment => {
                &[Subjects::Programs, Subjects::Protocols]
            }
            Planted::BarrierRule => &[Subjects::SynchronizedPrograms],
            Planted::Split => &[Subjects::SynchronizedProtocols],
            Planted::BabyCuda | Planted::Types => &[Subjects::BabyCuda],
        }
    }

    /// Whether the definitions in Coq that are extracted have what it is planted in.
    pub fn is_extracted(self) -> bool {
        self != Planted::Split
    }

    /// Up to which size every subject is gone through.
    pub fn size(self) -> usize {
        match self {
            Planted::Rule | Planted::BarrierRule | Planted::Types => SIZE_FOR_RULES,
            // Of the histories of one program there are many.
            Planted::BabyCuda => 2,
            Planted::Inference | Planted::Judgment | Planted::Split => SIZE_FOR_CLAUSES,
        }
    }

    /// Whether a subject of which the definitions say the same is none that shows the bug.
    pub fn is_in_text(self) -> bool {
        matches!(self, Planted::Inference | Planted::Judgment | Planted::Types)
    }
}

/// The claims that hold, as far as is known, of one kind of subjects.
pub struct Group {
    pub of: Subjects,
    pub claims: Vec<Claim>,
    /// In the order of their numbers.
    pub subjects: Vec<Numbered>,
    larger: Larger,
}

enum Larger {
    Programs(Enumeration<Stmt>),
    Protocols(Enumeration<Protocol>),
    None,
}

/// A subject, its number, and what the definitions say of it.
pub type Numbered = (ProgramNumber, Subject, Text);

impl Group {
    fn new(of: Subjects) -> Self {
        let recorded = |claim: &Claim| claim.subjects == of && claim.recorded == Recorded::Holds;
        let grammar = of.grammar(&Grammar::default());
        let largest = match of {
            Subjects::SynchronizedPrograms | Subjects::BabyCuda => SIZE_FOR_RULES,
            _ => SIZE_FOR_CLAUSES,
        };
        let enumerated = |size| Enumeration::<Stmt>::new(&Grammar::default(), size);
        Group {
            of,
            claims: claims().into_iter().filter(recorded).collect(),
            subjects: match of.are_protocols() {
                true => all(&grammar, largest, Subject::Protocol),
                false => all(&grammar, largest, Subject::Program),
            },
            larger: match of {
                Subjects::Programs => Larger::Programs(enumerated(5).unwrap()),
                Subjects::Protocols => {
                    Larger::Protocols(Enumeration::new(&grammar, SIZE_OF_PROTOCOLS).unwrap())
                }
                _ => Larger::None,
            },
        }
    }

    /// The subjects that are larger than the others: all protocols, and a sample of programs.
    pub fn larger(&self, planted: Planted) -> Box<dyn Iterator<Item = Numbered> + '_> {
        match (&self.larger, planted) {
            (Larger::Protocols(all), Planted::Judgment) => {
                let sizes = SIZE_FOR_CLAUSES + 1..=SIZE_OF_PROTOCOLS;
                Box::new(sizes.flat_map(move |size| {
                    let protocols = all.of_size(size).map(Subject::Protocol);
                    (0..).zip(protocols).map(move |(n, p)| numbered("v1", size, n, p))
                }))
            }
            (Larger::Programs(all), Planted::Rule | Planted::Inference) => {
                Box::new([4, 5].into_iter().flat_map(move |size| {
                    let places = (0..SAMPLE).map(move |n| n * all.count(size) / SAMPLE);
                    let subject = move |n| Some((n, Subject::Program(all.nth(size, n)?)));
                    let subjects = places.filter_map(subject);
                    subjects.map(move |(n, s)| numbered("v1", size, n, s))
                }))
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}

/// The claims that hold as far as is known, with their subjects.
pub fn groups() -> Vec<Group> {
    use Subjects::*;
    let all = [Programs, Protocols, SynchronizedPrograms, SynchronizedProtocols, BabyCuda];
    all.map(Group::new).into()
}

fn all<S: Syntax>(
    grammar: &Grammar,
    largest: usize,
    subject: impl Fn(S) -> Subject,
) -> Vec<Numbered> {
    let all = Enumeration::<S>::new(grammar, largest).unwrap();
    let version = grammar.version.as_str();
    let of_size = |size| {
        let subjects = all.of_size(size).map(&subject);
        (0..).zip(subjects).map(move |(n, s)| numbered(version, size, n, s))
    };
    (1..=largest).flat_map(of_size).collect()
}

fn numbered(grammar: &str, size: usize, index: u128, subject: Subject) -> Numbered {
    let text = Text::of(&subject);
    (ProgramNumber { grammar: grammar.into(), size, index }, subject, text)
}

/// What the definitions about text say of a subject.
#[derive(Clone, PartialEq, Eq)]
pub struct Text {
    protocol: Protocol,
    judged: [bool; 2],
    approximating: maps::Approximating,
    /// `{tid} ⊢ b ▶ u`
    ty: Option<Protocol>,
}

impl Text {
    pub fn of(subject: &Subject) -> Self {
        let protocol = match subject {
            Subject::Program(s) => infer(s),
            Subject::Protocol(p) => p.clone(),
        };
        let none = Variables::new();
        let judged = [control_independent(&none, &protocol), data_independent(&none, &protocol)];
        let ty = match subject {
            Subject::Program(b) => type_of(&none, b).ok(),
            Subject::Protocol(_) => None,
        };
        Text { judged, approximating: aa(&none, &protocol), ty, protocol }
    }
}
