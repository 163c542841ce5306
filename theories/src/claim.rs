//! Claims as values: what is claimed, under which hypotheses, of which programs, and what is known
//! of it.

use crate::case::{Case, ProgramNumber, Subjects};
use crate::grammar::Grammar;
use jaminan::Stmt;
use maps::Protocol;
use oracle::Bounds;
use semantics::{AccessValue, Choices, Phase, Store, Thread, Trace};
use std::fmt;

/// A claim of a paper, or one about a paper.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// `liew2024/4.3.2`
    pub id: &'static str,
    /// Where it stands: `[L24, Thm. 4.3 (2)]`.
    pub source: &'static str,
    /// What it says, in one line, without its hypotheses.
    pub says: &'static str,
    /// What it speaks of.
    pub subjects: Subjects,
    /// Under which hypotheses.
    pub hypotheses: &'static [Hypothesis],
    /// What is known of it.
    pub recorded: Recorded,
    /// Within which bounds it is checked.
    pub within: Within,
    /// Whether it holds of a case that meets the hypotheses about subjects, by the reference
    /// rules.
    pub check: fn(&Case, &Dropped) -> Finding,
}

/// What a claim assumes.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// `CI`
    pub name: &'static str,
    /// What it says, in one line.
    pub says: &'static str,
    /// How it is assumed, and dropped.
    pub assumed: Assumed,
}

/// How a hypothesis is assumed.
#[derive(Clone, Copy, Debug)]
pub enum Assumed {
    /// It is about the subject; a subject without it is passed over.
    OfSubject(fn(&Case) -> bool),
    /// Every subject of the grammar has it. Without it the grammar is a larger one.
    OfGrammar(fn(Grammar) -> Grammar),
    /// The claim's own check asks for it, of the runs or actions that it speaks of.
    InCheck,
    /// It is what the claim speaks of: without it there is no claim, so it is not dropped.
    SpokenOf,
}

impl PartialEq for Hypothesis {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The hypotheses that are dropped.
#[derive(Clone, Debug, Default)]
pub struct Dropped(pub Vec<Hypothesis>);

impl Dropped {
    /// Whether this one is.
    pub fn contains(&self, hypothesis: &Hypothesis) -> bool {
        self.0.contains(hypothesis)
    }
}

/// The verdict on a claim that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// No counterexample is known.
    Holds,
    /// It has counterexamples: the number of one, within the default bounds. There is none of a
    /// smaller size; and of that size none with a smaller number, where a survey goes that far.
    Refuted(&'static str),
}

/// Within which bounds a claim is checked.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// The bounds, from those that are asked for.
    pub bounds: fn(&Bounds) -> Bounds,
    /// What else is to be said of them; begins with a comma where it is anything.
    pub more: &'static str,
}

impl Within {
    /// Those that are asked for.
    pub const ASKED: Within = Within { bounds: Bounds::clone, more: "" };

    /// The bounds as they are told: `threads 0..2, values 0..3, cells 0..3`.
    pub fn told(&self, asked: &Bounds) -> String {
        let Bounds { threads, values, cells } = (self.bounds)(asked);
        format!("threads 0..{threads}, values 0..{values}, cells 0..{cells}{}", self.more)
    }
}

/// What one check of a claim comes to.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Its hypotheses hold and so does what it says.
    Holds,
    /// A hypothesis does not hold: which.
    Vacuous(&'static str),
    /// Its hypotheses hold, and what it says does not.
    Refuted(Box<Counterexample>),
    /// It would be refuted, but larger bounds remove the counterexample.
    Removed,
    /// Not known: something was in the way.
    Undecided(String),
    /// Not known: the subject has more runs than the case may spend, or larger ones.
    TooLarge(String),
}

/// Why a claim does not hold of a case.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What is wrong, as one sentence.
    pub why: String,
    /// The actions or access values that offend.
    pub offending: Vec<String>,
    /// The runs that show it. A derivation of each is printed.
    pub runs: Vec<Run>,
}

/// A run that belongs to a counterexample.
#[derive(Clone, Debug)]
pub enum Run {
    /// `M, s ⇓ᵢ M', P ▷ t`
    Program {
        /// What the run shows.
        title: String,
        /// `s`
        program: Stmt,
        /// `i`
        thread: Thread,
        /// `M`
        memory: Store,
        /// What `var` ranges over.
        choices: Choices,
        /// The access that is wanted in `P`.
        access: Option<AccessValue>,
        /// `t`, where it matters.
        trace: Option<Trace>,
    },
    /// `p ⇓ᵢ P ▷ t`
    Protocol {
        /// What the run shows.
        title: String,
        /// `p`
        protocol: Protocol,
        /// `i`
        thread: Thread,
        /// What `var` ranges over.
        choices: Choices,
        /// `P`, where it matters.
        phase: Option<Phase>,
        /// The access that is wanted in `P`.
        access: Option<AccessValue>,
        /// `t`, where it matters.
        trace: Option<Trace>,
    },
    /// Something else that is shown as it stands: a derivation of another calculus, a schedule.
    Written {
        /// What it shows.
        title: String,
        /// For people.
        text: String,
        /// As a document of LaTeX, where there is one.
        latex: Option<String>,
    },
}

impl Claim {
    /// Checks the claim on a case, by the reference rules, within the claim's bounds.
    pub fn check(&self, case: &Case, dropped: &Dropped) -> Finding {
        for hypothesis in self.hypotheses {
            if let Assumed::OfSubject(holds) = hypothesis.assumed
                && !dropped.contains(hypothesis)
                && !holds(case)
            {
                return Finding::Vacuous(hypothesis.name);
            }
        }
        let bounds = (self.within.bounds)(&case.bounds);
        match bounds == case.bounds {
            true => (self.check)(case, dropped),
            false => (self.check)(&case.within(bounds), dropped),
        }
    }

    /// The hypothesis of this name, in any case of letters.
    pub fn hypothesis(&self, name: &str) -> Option<&Hypothesis> {
        self.hypotheses.iter().find(|h| h.name.eq_ignore_ascii_case(name))
    }

    /// What names the claim on one program for good: `liew2024/3.3.1@v1:3:40,SAME-TRACE`. After the
    /// number stand the dropped hypotheses that neither the grammar nor the program tells.
    pub fn on(&self, number: &ProgramNumber, dropped: &Dropped) -> String {
        let in_check = |h: &&Hypothesis| matches!(h.assumed, Assumed::InCheck);
        let told = self.hypotheses.iter().filter(|h| dropped.contains(h)).filter(in_check);
        told.fold(format!("{}@{number}", self.id), |text, h| text + "," + h.name)
    }

    /// The grammar of its subjects, made from one of programs: larger where hypotheses about it
    /// are dropped.
    pub fn grammar(&self, grammar: &Grammar, dropped: &Dropped) -> Grammar {
        let mut grammar = self.subjects.grammar(grammar);
        for hypothesis in self.hypotheses.iter().filter(|h| dropped.contains(h)) {
            if let Assumed::OfGrammar(widened) = hypothesis.assumed {
                grammar = widened(grammar);
            }
        }
        grammar
    }
}

impl From<oracle::explore::Obstacle> for Finding {
    fn from(obstacle: oracle::explore::Obstacle) -> Self {
        use oracle::explore::Obstacle::{Stopped, TooManyLaunches, TooManyPhases};
        match obstacle {
            Stopped(_) | TooManyLaunches(_) | TooManyPhases(_) => {
                Finding::TooLarge(obstacle.to_string())
            }
            _ => Finding::Undecided(obstacle.to_string()),
        }
    }
}

impl From<semantics::outcomes::Obstacle> for Finding {
    fn from(obstacle: semantics::outcomes::Obstacle) -> Self {
        match obstacle {
            semantics::outcomes::Obstacle::Stopped(_) => Finding::TooLarge(obstacle.to_string()),
            semantics::outcomes::Obstacle::Number => Finding::Undecided(obstacle.to_string()),
        }
    }
}

impl From<crate::interleavings::Failure> for Finding {
    fn from(failure: crate::interleavings::Failure) -> Self {
        match failure {
            crate::interleavings::Failure::OutOfFuel => Finding::TooLarge(failure.to_string()),
            _ => Finding::Undecided(failure.to_string()),
        }
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
