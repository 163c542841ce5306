//! What a claim is checked on: a program or protocol by its number, within bounds.

use crate::grammar::Grammar;
use crate::interleavings::{Failure, InWorld, in_each_world};
use crate::liew2022::Known;
use jaminan::{Initial, Lazy, Program, Stmt, infer, runs};
use maps::independence::Variables;
use maps::{Protocol, control_independent, data_independent};
use oracle::actions::Actions;
use oracle::explore::{Exploration, Obstacle, explore};
use oracle::{Bounds, Budget};
use semantics::{AccessValue, Choices, Flow, Header, Name, Search, Stop, Store, Thread, Trace};
use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The number of a program: it names the same program forever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramNumber {
    /// The version of the grammar.
    pub grammar: String,
    /// How many statement nodes it has.
    pub size: usize,
    /// Its place among the programs of that size, from 0.
    pub index: u128,
}

impl fmt::Display for ProgramNumber {
    /// `v1:4:17`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.grammar, self.size, self.index)
    }
}

/// This is no number of a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no number of a program, such as `v1:4:17`")]
pub struct NoProgramNumber(pub String);

impl FromStr for ProgramNumber {
    type Err = NoProgramNumber;

    fn from_str(text: &str) -> Result<Self, NoProgramNumber> {
        let wrong = || NoProgramNumber(text.into());
        let (rest, index) = text.rsplit_once(':').ok_or_else(wrong)?;
        let (grammar, size) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let number = ProgramNumber {
            grammar: grammar.into(),
            size: size.parse().map_err(|_| wrong())?,
            index: index.parse().map_err(|_| wrong())?,
        };
        // One program has one number: neither signs nor leading zeros.
        if number.to_string() == text { Ok(number) } else { Err(wrong()) }
    }
}

/// What a claim speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subjects {
    /// Programs of the grammar.
    Programs,
    /// Protocols of the grammar.
    Protocols,
    /// Programs with `sync`, wherever a statement may stand.
    SynchronizedPrograms,
    /// Protocols with `sync`.
    SynchronizedProtocols,
    /// Programs without `var`: BabyCUDA has none.
    BabyCuda,
    /// Programs of the grammar `accumulation`; see [`Grammar::of_accumulation`].
    Accumulation,
    /// Programs of the grammar `sarkar2018`; see [`Grammar::of_versions`].
    Versions,
    /// Programs of the grammar `places`; see [`Grammar::of_places`].
    Places,
    /// Programs of the grammar `rounds`; see [`Grammar::of_rounds`].
    Rounds,
    /// One program that the paper gives. The claim is checked once, whatever programs others are
    /// checked on.
    OneOfThePaper,
}

impl Subjects {
    /// The grammar that they are enumerated by, made from one that programs are enumerated by.
    pub fn grammar(self, grammar: &Grammar) -> Grammar {
        use crate::grammar::Form::Var;
        match self {
            Subjects::Programs | Subjects::Protocols => grammar.clone(),
            Subjects::SynchronizedPrograms | Subjects::SynchronizedProtocols => {
                grammar.clone().with_sync()
            }
            Subjects::Accumulation => Grammar::of_accumulation(),
            Subjects::Versions => Grammar::of_versions(),
            Subjects::Places => Grammar::of_places(),
            Subjects::Rounds => Grammar::of_rounds(),
            Subjects::BabyCuda | Subjects::OneOfThePaper => {
                grammar.clone().without(&[Var], &format!("{}-baby", grammar.version))
            }
        }
    }

    /// Whether their grammar is their own, whatever programs others are of.
    pub fn have_own_grammar(self) -> bool {
        use Subjects::{Accumulation, OneOfThePaper, Places, Rounds, Versions};
        matches!(self, Accumulation | Versions | Places | Rounds | OneOfThePaper)
    }

    /// Up to which size the claims about them are checked together with others that are checked up
    /// to this one: of the schedules or the histories of one program there are many. Nothing where
    /// there is no such bound.
    pub fn reach(self, others: usize) -> Option<usize> {
        match self {
            Subjects::SynchronizedPrograms | Subjects::Accumulation | Subjects::Versions => Some(3),
            Subjects::Places | Subjects::Rounds => Some(4),
            Subjects::BabyCuda => Some(if others > 4 { 4 } else { 3 }),
            _ => None,
        }
    }

    /// Whether they are protocols, and no programs.
    pub fn are_protocols(self) -> bool {
        matches!(self, Subjects::Protocols | Subjects::SynchronizedProtocols)
    }
}

/// A program or a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// `s`
    Program(Stmt),
    /// `p`
    Protocol(Protocol),
}

impl Subject {
    /// `[[s]]`, or the protocol that it is.
    pub fn protocol(&self) -> Protocol {
        match self {
            Subject::Program(s) => infer(s),
            Subject::Protocol(p) => p.clone(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Program(s) => s.fmt(f),
            Subject::Protocol(p) => p.fmt(f),
        }
    }
}

/// No check of one claim on one subject applies more rules, unless the case has less to spend.
const FUEL: u64 = 50_000_000;

/// A subject of a claim, and the bounds within which it is run. What several claims ask of it is
/// found out once.
pub struct Case {
    /// Its number.
    pub number: ProgramNumber,
    /// The program or protocol.
    pub subject: Subject,
    /// Threads, values and cells.
    pub bounds: Bounds,
    fuel: u64,
    protocol: Protocol,
    actions: OnceCell<Result<Actions, Obstacle>>,
    exploration: OnceCell<Exploration>,
    in_worlds: OnceCell<Result<Vec<InWorld>, Failure>>,
    /// What is known of it after histories.
    pub(crate) known: Known,
}

impl Case {
    /// A case.
    pub fn new(number: ProgramNumber, subject: Subject, bounds: Bounds) -> Self {
        let protocol = subject.protocol();
        let (actions, exploration) = (OnceCell::new(), OnceCell::new());
        let (in_worlds, known, fuel) = (OnceCell::new(), Known::default(), FUEL);
        Case { number, subject, bounds, fuel, protocol, actions, exploration, in_worlds, known }
    }

    /// The same case, in which no search applies more rules than this.
    pub fn spending(self, fuel: u64) -> Self {
        Case { fuel, ..self }
    }

    /// The same subject within other bounds.
    pub fn within(&self, bounds: Bounds) -> Self {
        Case::new(self.number.clone(), self.subject.clone(), bounds).spending(self.fuel)
    }

    /// The program; nothing where the subject is a protocol.
    pub fn program(&self) -> Option<&Stmt> {
        match &self.subject {
            Subject::Program(s) => Some(s),
            Subject::Protocol(_) => None,
        }
    }

    /// `[[s]]`, or the protocol that the subject is.
    pub fn protocol(&self) -> &Protocol {
        &self.protocol
    }

    /// `∅ ⊢CI [[s]]`
    pub fn is_control_independent(&self) -> bool {
        control_independent(&Variables::new(), &self.protocol)
    }

    /// `∅ ⊢DI [[s]]`
    pub fn is_data_independent(&self) -> bool {
        data_independent(&Variables::new(), &self.protocol)
    }

    /// What one search may spend.
    pub fn budget(&self) -> Budget {
        Budget::fuel(self.fuel)
    }

    /// The sets of actions of the program. [L24, §4.2]
    ///
    /// # Errors
    /// A limit; the subject is a protocol or has barriers.
    pub fn actions(&self) -> Result<&Actions, Obstacle> {
        let found = self.actions.get_or_init(|| match &self.subject {
            Subject::Program(s) => {
                let program = Program { header: Header::default(), body: s.clone() };
                Actions::of_program(&program, &self.bounds, self.budget())
            }
            Subject::Protocol(_) => Err(Obstacle::Unsplittable),
        });
        found.as_ref().map_err(Clone::clone)
    }

    /// The races of the program by the explorer; of a protocol, nothing.
    pub fn exploration(&self) -> Option<&Exploration> {
        let s = self.program()?;
        Some(self.exploration.get_or_init(|| {
            let program = Program { header: Header::default(), body: s.clone() };
            explore(&program, &self.bounds, self.budget())
        }))
    }

    /// What the program does in each world, under every schedule and read thread by thread; of a
    /// protocol, nothing.
    ///
    /// # Errors
    /// Those of the machine.
    pub fn in_worlds(&self) -> Result<&[InWorld], Failure> {
        let found = self.in_worlds.get_or_init(|| match &self.subject {
            Subject::Program(s) => in_each_world(s, &self.bounds, self.fuel),
            Subject::Protocol(_) => Ok(Vec::new()),
        });
        found.as_ref().map(Vec::as_slice).map_err(Clone::clone)
    }

    /// The variables of the protocol, bound or free.
    pub fn variables(&self) -> Vec<Name> {
        variables(&self.protocol)
    }

    /// A choice of initial memory from which the thread makes the access by the trace, where there
    /// is one within the bounds.
    pub fn memory(
        &self,
        i: &Thread,
        access: Option<&AccessValue>,
        trace: Option<&Trace>,
    ) -> Option<Store> {
        let s = self.program()?;
        let mut memory = None;
        let mut search = self.from_any_memory();
        let flow = runs(&mut search, &Store::empty(), s, i, &mut |search, (_, phase, t), _| {
            if access.is_some_and(|access| !phase.contains(access))
                || trace.is_some_and(|u| t != *u)
            {
                return Flow::Continue(());
            }
            memory = chosen(search).cloned();
            Flow::Break(Stop::Enough)
        });
        flow.is_break().then_some(memory)?
    }

    /// A search for runs of the program from every memory within the bounds.
    pub fn from_any_memory(&self) -> Search<jaminan::Judgment> {
        let contents = self.bounds.values();
        let memory = Lazy { contents, cells: self.bounds.cells.into(), ..Lazy::default() };
        Search::new(Choices::below(self.bounds.values), Initial::Lazy(memory), self.fuel)
    }
}

/// The initial memory that a search has chosen so far.
pub fn chosen(search: &Search<jaminan::Judgment>) -> Option<&Store> {
    match &search.environment {
        Initial::Lazy(memory) => Some(&memory.chosen),
        Initial::Zero => None,
    }
}

/// The variables of a protocol, bound or free.
fn variables(p: &Protocol) -> Vec<Name> {
    fn add(p: &Protocol, names: &mut Variables) {
        match p {
            Protocol::Skip | Protocol::Sync(_) => {}
            Protocol::Access { index, .. } => index.add_free_variables(names),
            Protocol::Seq(p, q) => {
                add(p, names);
                add(q, names);
            }
            Protocol::If(c, p, q) => {
                c.add_free_variables(names);
                add(p, names);
                add(q, names);
            }
            Protocol::For(x, lo, hi, p) => {
                names.insert(x.clone());
                lo.add_free_variables(names);
                hi.add_free_variables(names);
                add(p, names);
            }
            Protocol::Var(x, p) => {
                names.insert(x.clone());
                add(p, names);
            }
        }
    }
    let mut names = Variables::new();
    add(p, &mut names);
    names.into_iter().collect()
}
