//! What one thread has done since the last barrier, and what it has left to do.

use jaminan::Stmt;
use oracle::check::expression::Frame;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::{Mode, Name, Site};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is left to run, the next one last.
#[derive(Clone, Debug)]
pub enum Left {
    /// A statement.
    Run(Arc<Stmt>),
    /// The end of a conditional: here the threads of a warp come together again.
    Joined,
    /// The end of a loop of which some iteration stood for the rest.
    Ended,
    /// A loop, before one of its tests.
    Loop {
        /// Its variable.
        x: Name,
        /// What the variable is next.
        next: Word,
        /// What it stays below.
        high: Word,
        /// What it repeats.
        body: Arc<Stmt>,
    },
}

impl Left {
    /// Whether both are one place of the program, at the same counts of its loops.
    fn is(&self, other: &Left) -> bool {
        match (self, other) {
            (Left::Run(a), Left::Run(b)) => Arc::ptr_eq(a, b),
            (Left::Joined, Left::Joined) | (Left::Ended, Left::Ended) => true,
            (
                Left::Loop { next: a, high: m, body: s, .. },
                Left::Loop { next: b, high: n, body: t, .. },
            ) => Arc::ptr_eq(s, t) && a.term == b.term && m.term == n.term,
            _ => false,
        }
    }
}

/// One execution of a statement: where it stands, and the counts of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instruction {
    /// The statement's address, which names it as long as the program lives.
    statement: usize,
    /// How often each loop around it has begun an iteration.
    rounds: Vec<u64>,
}

impl Instruction {
    /// This statement, now.
    pub fn new(s: &Arc<Stmt>, rounds: &[u64]) -> Self {
        Instruction { statement: Arc::as_ptr(s) as usize, rounds: rounds.to_vec() }
    }

    /// Which statement it is.
    pub fn statement(&self) -> usize {
        self.statement
    }
}

/// An access of a flow.
#[derive(Clone, Debug)]
pub struct Access {
    /// How.
    pub mode: Mode,
    /// In which array.
    pub array: Name,
    /// Where.
    pub index: Word,
    /// What is written.
    pub payload: Option<Word>,
    /// The condition under which the thread comes here.
    pub path: Term,
    /// Where it stands in the source.
    pub site: Site,
    /// Which execution of which statement it is.
    pub instruction: Instruction,
    /// The branches that it stands in, outermost first.
    pub within: Vec<(Instruction, bool)>,
}

/// A fork: the condition, and the side that the flow took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The condition, as it stands in the program.
    pub condition: String,
    /// Whether it holds.
    pub holds: bool,
    /// Whether it depends on the thread: a *TDC* [P12, §III].
    pub on_thread: bool,
    /// Whether it depends on an input: a parameter, or what memory holds.
    pub on_input: bool,
    /// Whether one of the two sides does nothing.
    pub lone: bool,
}

/// A test, as a thread passed it.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// How much of what makes an execution have a meaning comes before it.
    pub defined: usize,
    /// The condition of the side that was taken.
    pub side: Term,
}

/// Where a flow ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It has not.
    Running,
    /// At a barrier.
    Barrier(Site),
    /// At the end of the program.
    Finished,
    /// Nowhere: a loop with a barrier, or of a warp in lock step, has more iterations than are
    /// written out.
    Cut,
}

/// One thread's symbolic run since a barrier.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its names and coordinates.
    pub frame: Frame,
    /// What is left to run.
    pub left: Vec<Left>,
    /// The writes since the barrier: where, and what.
    pub writes: BTreeMap<Name, Vec<(Word, Word)>>,
    /// The arrays of which it is not known what the thread wrote, and how many of the writes were
    /// made before that.
    pub forgotten: BTreeMap<Name, usize>,
    /// What was decided up to the barrier: the condition under which the thread came to it.
    pub entry: Term,
    /// The condition of the run, from the barrier on.
    pub path: Term,
    /// What an execution with a meaning satisfies.
    pub defined: Vec<Term>,
    /// Its accesses, in order.
    pub accesses: Vec<Access>,
    /// Its forks, in order.
    pub turns: Vec<Turn>,
    /// The sides taken at every test, of loops too, those included that are no forks.
    pub decisions: Vec<bool>,
    /// The same tests, as conditions.
    pub passed: Vec<Passed>,
    /// The sides taken at conditionals.
    pub branches: Vec<bool>,
    /// The conditionals that it stands in.
    pub within: Vec<(Instruction, bool)>,
    /// How often each loop that it stands in has begun an iteration.
    pub rounds: Vec<u64>,
    /// What `var`s took.
    pub choices: Vec<(Name, Word)>,
    /// Where it ends.
    pub end: End,
}

impl Run {
    /// A thread before it runs a statement.
    pub fn new(frame: Frame, s: Arc<Stmt>, truth: Term) -> Self {
        Run {
            frame,
            left: vec![Left::Run(s)],
            writes: BTreeMap::new(),
            forgotten: BTreeMap::new(),
            entry: truth,
            path: truth,
            defined: Vec::new(),
            accesses: Vec::new(),
            turns: Vec::new(),
            decisions: Vec::new(),
            passed: Vec::new(),
            branches: Vec::new(),
            within: Vec::new(),
            rounds: Vec::new(),
            choices: Vec::new(),
            end: End::Running,
        }
    }

    /// The same thread behind the barrier that it stands at.
    pub fn behind(&self, truth: Term) -> Self {
        let Run { frame, left, within, rounds, choices, .. } = self.clone();
        Run {
            frame,
            left,
            within,
            rounds,
            choices,
            ..Run::new(Frame::default(), Arc::new(Stmt::Skip), truth)
        }
    }

    /// What an execution satisfies in which the thread comes to the run, with a meaning.
    pub fn before(&self) -> Vec<Term> {
        let mut all = self.defined.clone();
        all.push(self.entry);
        all
    }

    /// Whether both stand at one barrier, with the same left to run; or have both ended.
    pub fn stands_with(&self, other: &Run) -> bool {
        let barrier = |run: &Run| matches!(run.end, End::Barrier(_));
        barrier(self) == barrier(other)
            && self.left.len() == other.left.len()
            && self.left.iter().zip(&other.left).all(|(a, b)| a.is(b))
    }
}

/// The arrays that a statement writes.
pub fn written(s: &Stmt) -> BTreeSet<Name> {
    let (mut written, mut open) = (BTreeSet::new(), vec![s]);
    while let Some(s) = open.pop() {
        match s {
            Stmt::Skip | Stmt::Sync(_) => {}
            Stmt::Write { array, .. } => {
                written.insert(array.clone());
            }
            Stmt::Seq(a, b) | Stmt::If(_, a, b) => open.extend([&**a, &**b]),
            Stmt::Read { body, .. } | Stmt::For(_, _, _, body) | Stmt::Var(_, body) => {
                open.push(body);
            }
        }
    }
    written
}
