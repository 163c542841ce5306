//! Symbolic execution of one thread, from a barrier to the next: conditions that are not known fork
//! it. [P12, §V]

use super::carried::Came;
use super::fork::{Fork, Sides};
use super::memory::Cells;
use super::run::{Access, End, Instruction, Left, Run, written};
use crate::planted;
use jaminan::{Program, Stmt};
use num_traits::Zero;
use oracle::check::expression::Unbound;
use oracle::check::pair::{Pair, Relation};
use oracle::check::word::{Encoding, Word, Words};
use oracle::check::{Settings, range};
use oracle::solver::{Answer, Term};
use rustc_hash::FxHashMap;
use semantics::header::Threads;
use semantics::{Exhausted, Expr, Mode, Name, Number, Rel, Site, limits};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// An interval has at most this many flows.
pub const MOST_FLOWS: usize = 4096;

/// All queries together have at most this many terms: some gigabytes.
pub const MOST_TERMS: usize = 4_000_000;

/// A flow passes at most this many tests.
const MOST_TESTS: usize = 200_000;

/// Why a program has no flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A name that nothing binds.
    Unbound(Name),
    /// More flows than [`MOST_FLOWS`] in one interval.
    TooManyFlows,
    /// More intervals than are gone through.
    TooManyIntervals(usize),
    /// The queries grow too large.
    TooLarge,
    /// The limits in force are reached.
    Exhausted(Exhausted),
    /// Explicit threads of a launch that leaves their number open, or of one with too many.
    NoThreads(String),
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unbound(x) => write!(f, "{x} is not bound"),
            Refusal::TooManyFlows => {
                write!(f, "an interval has more than {MOST_FLOWS} flows")
            }
            Refusal::TooManyIntervals(most) => write!(f, "there are more than {most} intervals"),
            Refusal::TooLarge => f.write_str("the queries grow too large"),
            Refusal::Exhausted(spent) => spent.fmt(f),
            Refusal::NoThreads(why) => f.write_str(why),
        }
    }
}

impl From<Exhausted> for Refusal {
    fn from(spent: Exhausted) -> Self {
        Refusal::Exhausted(spent)
    }
}

impl From<Unbound> for Refusal {
    fn from(Unbound(x): Unbound) -> Self {
        Refusal::Unbound(x)
    }
}

/// Which inputs are symbolic, how far loops are written out, and how large queries may grow.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The arrays whose initial contents are symbolic: all, or these; the others hold 0.
    pub symbolic: Option<BTreeSet<Name>>,
    /// A loop whose end is not known has at most this many iterations written out.
    pub unroll: u64,
    /// All queries together have at most this many terms; a program with more is refused.
    pub terms: usize,
}

impl Default for Inputs {
    /// All are symbolic; loops are written out 4 times; [`MOST_TERMS`].
    fn default() -> Self {
        Inputs { symbolic: None, unroll: 4, terms: MOST_TERMS }
    }
}

/// Executes threads of one program; all their terms are of one pool.
pub struct Executor<'h> {
    /// Two threads and the parameters. The last of its facts, that the threads are two, is taken out.
    pub pair: Pair<'h>,
    /// What was read.
    pub cells: Cells,
    /// Symbols of what a front end does not model.
    pub unknown: BTreeSet<Term>,
    /// Questions asked of the solver.
    pub asked: u64,
    /// How the threads came to each interval; nothing at the program's begin.
    pub(super) entries: Vec<Option<Rc<Came>>>,
    /// The arrays that are accumulative at the begin of each interval, where that is asked.
    pub(super) accumulative: Vec<BTreeSet<Name>>,
    /// What is known of cells behind a barrier.
    pub(super) carried: FxHashMap<(Term, bool), Vec<Term>>,
    /// How many threads a warp has.
    pub warp: u64,
    /// Symbols of what is known no more: what a thread may have written in iterations that are not written
    /// out, and what a name holds that the flows to a barrier differ in.
    pub forgotten: BTreeSet<Term>,
    /// Whether some iteration of a loop stands for those that are not written out.
    pub some_iteration: bool,
    /// Threads beyond the two.
    pub(super) others: usize,
    /// The program.
    pub(super) body: Arc<Stmt>,
    pub(super) inputs: Inputs,
    written: BTreeSet<Name>,
    /// What is known of each symbol.
    pub(super) facts: FxHashMap<Term, Vec<Term>>,
    pub(super) indexed: usize,
}

impl<'h> Executor<'h> {
    /// An executor for the threads of a program.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn new(program: &'h Program, inputs: Inputs) -> Result<Self, Refusal> {
        let header = &program.header;
        let encoding = match header.threads {
            Threads::Grid { .. } => Encoding::Bits,
            Threads::Unbounded | Threads::Below(_) => Encoding::Integers,
        };
        let mut pair = Pair::new(header, header, Words::new(encoding), Relation::Distinct)?;
        pair.facts.pop();
        let written = written(&program.body);
        Ok(Executor {
            pair,
            cells: Cells::default(),
            unknown: BTreeSet::new(),
            asked: 0,
            entries: Vec::new(),
            accumulative: Vec::new(),
            carried: FxHashMap::default(),
            warp: super::relation::WARP,
            forgotten: BTreeSet::new(),
            some_iteration: true,
            others: 0,
            body: Arc::new(program.body.clone()),
            inputs,
            written,
            facts: FxHashMap::default(),
            indexed: 0,
        })
    }

    /// The words.
    pub fn words(&mut self) -> &mut Words {
        &mut self.pair.encoder.words
    }

    /// Every flow of a thread from here to the next barrier that some execution takes.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn explore(
        &mut self,
        start: Run,
        at: (usize, usize),
        settings: &mut Settings<'_>,
    ) -> Result<Vec<Run>, Refusal> {
        let (mut open, mut done) = (vec![start], Vec::new());
        while let Some(mut run) = open.pop() {
            let Some(fork) = self.run_to_fork(&mut run, at)? else {
                done.push(run);
                continue;
            };
            let mut sides = Vec::new();
            for holds in [true, false] {
                let mut side = run.clone();
                self.take(&mut side, &fork, holds);
                // What no execution takes: then all take the other side.
                if (!holds && sides.is_empty()) || self.is_feasible(&side, settings) {
                    sides.push(side);
                }
            }
            if planted::is("flows-else-never") {
                sides.truncate(1);
            }
            if let [only] = &mut sides[..] {
                only.turns.pop();
            }
            open.extend(sides.into_iter().rev());
            if done.len() + open.len() > MOST_FLOWS {
                return Err(Refusal::TooManyFlows);
            }
            limits::ask_now()?;
        }
        Ok(done)
    }

    /// Another thread on the flow that these decisions made: the flow tree of one thread is that of
    /// any other, renamed. [P12, §V]
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn follow(
        &mut self,
        start: Run,
        at: (usize, usize),
        decisions: &[bool],
    ) -> Result<Run, Refusal> {
        let mut run = start;
        while let Some(fork) = self.run_to_fork(&mut run, at)? {
            let holds = decisions.get(run.decisions.len()).copied().unwrap_or(false);
            self.take(&mut run, &fork, holds);
        }
        Ok(run)
    }

    /// When a thread that comes to its run makes the whole of it, with a meaning.
    pub(super) fn made(&mut self, run: &Run) -> Term {
        let terms = &mut self.words().terms;
        let defined = terms.all(run.defined.iter().copied());
        terms.and(run.path, defined)
    }

    /// Whether some execution with a meaning makes the run, as far as the solver says.
    pub fn is_feasible(&mut self, run: &Run, settings: &mut Settings<'_>) -> bool {
        let mut roots = run.defined.clone();
        roots.push(run.path);
        let assertions = self.assertions(roots, true);
        self.asked += 1;
        settings.ask(&self.pair.encoder.words.terms, &assertions) != Answer::Unsat
    }

    /// Whether the queries have more terms than they may.
    pub fn is_too_large(&self) -> bool {
        self.pair.encoder.words.terms.len() > self.inputs.terms
    }

    /// Runs until a test is not known. Nothing where the run ends.
    fn run_to_fork(&mut self, run: &mut Run, at: (usize, usize)) -> Result<Option<Fork>, Refusal> {
        loop {
            limits::ask()?;
            let tests = run.decisions.len();
            if self.is_too_large() || tests > MOST_TESTS {
                return Err(Refusal::TooLarge);
            }
            let fork = match run.left.pop() {
                None => {
                    run.end = End::Finished;
                    return Ok(None);
                }
                Some(Left::Joined) => {
                    run.within.pop();
                    None
                }
                Some(Left::Ended) => {
                    run.rounds.pop();
                    None
                }
                Some(Left::Loop { x, next, high, body }) => {
                    Some(self.test(run, x, next, high, body))
                }
                Some(Left::Run(s)) => match &*s {
                    Stmt::Sync(barrier) => {
                        run.end = End::Barrier(barrier.site.clone());
                        return Ok(None);
                    }
                    Stmt::If(c, yes, no) => Some(self.branch(run, &s, c, [yes, no])?),
                    _ => {
                        self.step(run, &s, at)?;
                        None
                    }
                },
            };
            let Some(mut fork) = fork else { continue };
            let terms = &mut self.pair.encoder.words.terms;
            match [true, false].into_iter().find(|b| terms.boolean(*b) == fork.condition) {
                Some(holds) => {
                    self.take(run, &fork, holds);
                    run.turns.pop();
                }
                None if matches!(fork.sides, Sides::Loop { .. }) && self.is_long(run) => {
                    let Some(sides) = self.rest(&fork.sides) else {
                        run.end = End::Cut;
                        return Ok(None);
                    };
                    fork.sides = sides;
                    return Ok(Some(fork));
                }
                None => return Ok(Some(fork)),
            }
        }
    }

    fn step(&mut self, run: &mut Run, s: &Arc<Stmt>, at: (usize, usize)) -> Result<(), Refusal> {
        match &**s {
            Stmt::Skip | Stmt::Sync(_) | Stmt::If(..) => {}
            Stmt::Seq(first, second) => {
                run.left.push(Left::Run(second.clone()));
                run.left.push(Left::Run(first.clone()));
            }
            Stmt::Write { array, index, payload, site } => {
                let index = self.expr(run, index)?;
                let value = self.expr(run, payload)?;
                self.access(run, s, (Mode::Wr, array, site), &index, Some(value.clone()));
                run.writes.entry(array.clone()).or_default().push((index, value));
            }
            Stmt::Read { x, array, index, body, site } => {
                let index = self.expr(run, index)?;
                self.access(run, s, (Mode::Rd, array, site), &index, None);
                let value = self.contents(run, array, &index, at);
                run.frame.variables.insert(x.clone(), value);
                run.left.push(Left::Run(body.clone()));
            }
            Stmt::Var(x, body) => {
                let value = self.choice(run, x);
                run.frame.variables.insert(x.clone(), value);
                run.left.push(Left::Run(body.clone()));
            }
            Stmt::For(x, low, high, body) => {
                let next = self.expr(run, low)?;
                let high = self.expr(run, high)?;
                run.rounds.push(0);
                run.left.push(Left::Loop { x: x.clone(), next, high, body: body.clone() });
            }
        }
        Ok(())
    }

    fn access(
        &self,
        run: &mut Run,
        s: &Arc<Stmt>,
        (mode, array, site): (Mode, &Name, &Site),
        index: &Word,
        payload: Option<Word>,
    ) {
        run.accesses.push(Access {
            mode,
            array: array.clone(),
            index: index.clone(),
            payload,
            path: run.path,
            site: site.clone(),
            instruction: Instruction::new(s, &run.rounds),
            within: run.within.clone(),
        });
    }

    /// What a cell holds: the thread's own last write since the barrier, else what it held then.
    fn contents(
        &mut self,
        run: &Run,
        array: &Name,
        index: &Word,
        (thread, interval): (usize, usize),
    ) -> Word {
        let header = self.pair.encoder.header;
        let symbolic = self.inputs.symbolic.as_ref().is_none_or(|named| named.contains(array));
        let interval = if self.written.contains(array) { interval } else { 0 };
        let words = &mut self.pair.encoder.words;
        let forgotten = run.forgotten.get(array);
        let mut value = if forgotten.is_some() {
            let (low, high) = range(header.arrays.get(array).map(|a| a.element));
            let any = words.symbol(&format!("{array}.some"), low, high);
            self.forgotten.insert(any.term);
            any
        } else if interval == 0 && !symbolic {
            words.number(&Number::zero())
        } else {
            let cell = (array.clone(), header.sharing(array));
            let element = range(header.arrays.get(array).map(|a| a.element));
            self.cells.read(words, cell, (thread, interval), index, element)
        };
        let known = run.writes.get(array).into_iter().flatten();
        let known = known.filter(|_| !planted::is("flows-own-writes-unseen"));
        for (place, new) in known.skip(forgotten.copied().unwrap_or(0)) {
            let same = words.compare(Rel::Eq, place, index);
            value = words.select(same, new, &value);
        }
        value
    }

    fn choice(&mut self, run: &mut Run, x: &Name) -> Word {
        let header = self.pair.encoder.header;
        let (low, high) = range(header.types.get(x).copied());
        let word = self.words().symbol(x.as_str(), low, high);
        if header.unknowns.contains_key(x) {
            self.unknown.insert(word.term);
        }
        run.choices.push((x.clone(), word.clone()));
        word
    }

    fn expr(&mut self, run: &mut Run, e: &Expr) -> Result<Word, Refusal> {
        let mut defined = Vec::new();
        let word = self.pair.encoder.expr(e, &run.frame, &mut defined)?;
        self.require(run, defined);
        Ok(word)
    }

    pub(super) fn require(&mut self, run: &mut Run, defined: Vec<Term>) {
        let truth = self.words().terms.boolean(true);
        run.defined.extend(defined.into_iter().filter(|term| *term != truth));
    }
}
