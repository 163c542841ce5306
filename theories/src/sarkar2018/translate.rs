//! From a program to formulas *predicate → action*, for two threads at once. [S18, §4]

use super::formula::{Formula, Iteration, Statement, Stored, passes_always};
use crate::parametric_flows::execute::{Executor, Inputs, Refusal};
use crate::parametric_flows::run::{Access, Instruction, Run, written};
use crate::planted;
use jaminan::{Program, Stmt};
use num_traits::One;
use oracle::check::expression::Frame;
use oracle::check::range;
use oracle::check::word::Word;
use oracle::solver::Term;
use semantics::{
    Barrier, Cond, Expr, Mode, Name, Number, Rel, Site, Spelling, Syntax, limits, printer,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How the paper is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// At its word.
    Printed,
    /// So that Theorem 1 holds.
    Mended,
}

/// A program as formulas.
pub struct Formulas<'h> {
    /// Where the terms are.
    pub executor: Executor<'h>,
    /// The formulas.
    pub formulas: Vec<Formula>,
    /// Accesses.
    pub accesses: Vec<Statement>,
    /// Barriers.
    pub barriers: Vec<Statement>,
    /// The loops.
    pub loops: Vec<Iteration>,
    /// What holds of both threads besides: equal versions of arrays.
    pub constraints: Vec<Term>,
    /// When each thread's execution has a meaning.
    pub defined: [Vec<Term>; 2],
    /// Each thread, for its choices.
    pub runs: [Run; 2],
    /// Intervals of which one may run into the other: each stands for its class.
    classes: Vec<usize>,
    pub(super) reading: Reading,
    frames: [Frame; 2],
    pub(super) stores: BTreeMap<Name, Vec<Stored>>,
    pub(super) versions: BTreeMap<Name, usize>,
    /// The newest version number that any branch has made.
    pub(super) made: BTreeMap<Name, usize>,
    pub(super) interval: usize,
    /// The interval since whose begin memory is known; 0 for the initial memory.
    pub(super) epoch: usize,
    /// How many loops with a barrier are around the place at hand.
    pub(super) rounds: usize,
    /// The arrays that the program writes.
    pub(super) written: BTreeSet<Name>,
    around: Vec<usize>,
    pub(super) predicate: Vec<String>,
    /// What each variable is called: it is assigned once.
    names: BTreeMap<Name, Name>,
    depth: usize,
}

/// A program nests at most this deep.
const DEEPEST: usize = 10_000;

/// A program has at most this many formulas.
const MOST_FORMULAS: usize = 20_000;

/// The formulas of a program.
///
/// # Errors
/// A name that nothing binds; a program too large.
pub fn translate(program: &Program, reading: Reading) -> Result<Formulas<'_>, Refusal> {
    let executor = Executor::new(program, Inputs::default())?;
    let frames = executor.pair.frames.clone();
    let mut formulas = Formulas::new(executor, frames, reading);
    formulas.written = written(&program.body);
    let truth = formulas.executor.words().terms.boolean(true);
    formulas.statement(&Arc::new(program.body.clone()), [truth, truth])?;
    Ok(formulas)
}

impl<'h> Formulas<'h> {
    fn new(mut executor: Executor<'h>, frames: [Frame; 2], reading: Reading) -> Self {
        let truth = executor.words().terms.boolean(true);
        let skip = Arc::new(Stmt::Skip);
        let runs = frames.clone().map(|frame| Run::new(frame, skip.clone(), truth));
        Formulas {
            executor,
            formulas: Vec::new(),
            accesses: Vec::new(),
            barriers: Vec::new(),
            loops: Vec::new(),
            constraints: Vec::new(),
            defined: [Vec::new(), Vec::new()],
            runs,
            classes: vec![0],
            reading,
            frames,
            stores: BTreeMap::new(),
            versions: BTreeMap::new(),
            made: BTreeMap::new(),
            interval: 0,
            epoch: 0,
            rounds: 0,
            written: BTreeSet::new(),
            around: Vec::new(),
            predicate: Vec::new(),
            names: BTreeMap::new(),
            depth: 0,
        }
    }

    /// Whether two statements may be of one barrier interval.
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.class(a) == self.class(b)
    }

    /// What decides which barriers the threads pass.
    pub(super) fn history(&self) -> Vec<Term> {
        self.barriers.iter().flat_map(|barrier| barrier.predicate).collect()
    }

    /// What decides what the threads do: which barriers they pass, and which cells they access when.
    pub(super) fn deeds(&self) -> Vec<Term> {
        let accesses = self.accesses.iter().flat_map(|statement| {
            let indices = statement.access.iter().flatten().map(|access| access.index.term);
            statement.predicate.into_iter().chain(indices)
        });
        accesses.chain(self.history()).collect()
    }

    /// How the paper is read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    fn class(&self, mut interval: usize) -> usize {
        while self.classes[interval] != interval {
            interval = self.classes[interval];
        }
        interval
    }

    /// One interval runs into the other. The paper's are those of the text.
    fn unite(&mut self, a: usize, b: usize) {
        if self.reading == Reading::Mended && !planted::is("formulas-intervals-of-the-text") {
            let (a, b) = (self.class(a), self.class(b));
            self.classes[a.max(b)] = a.min(b);
        }
    }

    fn next_interval(&mut self) {
        self.interval = self.classes.len();
        self.classes.push(self.interval);
    }

    pub(super) fn push(&mut self, action: String, site: &Site) -> usize {
        let predicate =
            if self.predicate.is_empty() { "true".into() } else { self.predicate.join(" and ") };
        self.formulas.push(Formula { predicate, action, site: site.clone() });
        self.formulas.len() - 1
    }

    fn statement(&mut self, s: &Arc<Stmt>, path: [Term; 2]) -> Result<(), Refusal> {
        if self.depth > DEEPEST || self.formulas.len() > MOST_FORMULAS {
            return Err(Refusal::TooLarge);
        }
        limits::ask()?;
        self.depth += 1;
        let done = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.translated(s, path));
        self.depth -= 1;
        done
    }

    fn translated(&mut self, s: &Arc<Stmt>, path: [Term; 2]) -> Result<(), Refusal> {
        match &**s {
            Stmt::Skip => Ok(()),
            Stmt::Seq(first, second) => {
                self.statement(first, path)?;
                self.statement(second, path)
            }
            Stmt::Write { array, index, payload, site } => {
                let place = self.each(index, path)?;
                let value = self.each(payload, path)?;
                let old = self.version(array);
                let new = self.newer(array);
                let action = format!(
                    "{array}_{new} == (store {array}_{old} {} {})",
                    self.shown(index),
                    self.shown(payload)
                );
                self.access(s, (Mode::Wr, array, site), &place, Some(&value), (action, path));
                self.equal_versions(array, path, &place, &value);
                let stored = Stored::Value { when: path, index: place.into(), value: value.into() };
                self.stores.entry(array.clone()).or_default().push(stored);
                Ok(())
            }
            Stmt::Read { x, array, index, body, site } => {
                let place = self.each(index, path)?;
                let version = self.version(array);
                let name = format!("{x}_1");
                let action = format!("{name} == (select {array}_{version} {})", self.shown(index));
                self.access(s, (Mode::Rd, array, site), &place, None, (action, path));
                for (n, place) in place.iter().enumerate() {
                    let value = self.select(n, array, place);
                    self.frames[n].variables.insert(x.clone(), value);
                }
                self.names.insert(x.clone(), name.into());
                self.statement(body, path)
            }
            Stmt::Var(x, body) => {
                self.choose(x);
                self.statement(body, path)
            }
            Stmt::If(c, yes, no) => self.branches(c, yes, no, path),
            Stmt::For(x, low, high, body) => self.iteration(x, (low, high), body, path),
            Stmt::Sync(Barrier { site, .. }) => {
                let formula = self.push("BAR".into(), site);
                let statement = self.told(formula, None, path, site);
                self.barriers.push(statement);
                self.next_interval();
                self.forget_all();
                Ok(())
            }
        }
    }

    fn told(
        &self,
        formula: usize,
        access: Option<[Access; 2]>,
        predicate: [Term; 2],
        site: &Site,
    ) -> Statement {
        Statement {
            formula,
            interval: self.interval,
            loops: self.around.clone(),
            constraints: self.constraints.len(),
            access,
            predicate,
            site: site.clone(),
        }
    }

    fn access(
        &mut self,
        s: &Arc<Stmt>,
        (mode, array, site): (Mode, &Name, &Site),
        index: &[Word; 2],
        payload: Option<&[Word; 2]>,
        (action, path): (String, [Term; 2]),
    ) {
        let formula = self.push(action, site);
        let access = [0, 1].map(|n| Access {
            mode,
            array: array.clone(),
            index: index[n].clone(),
            payload: payload.map(|both| both[n].clone()),
            path: path[n],
            site: site.clone(),
            instruction: Instruction::new(s, &[]),
            within: Vec::new(),
        });
        let statement = self.told(formula, Some(access), path, site);
        self.accesses.push(statement);
    }

    fn choose(&mut self, x: &Name) {
        let header = self.executor.pair.encoder.header;
        let (low, high) = range(header.types.get(x).copied());
        let unknown = header.unknowns.contains_key(x);
        for n in [0, 1] {
            let (low, high) = (low.clone(), high.clone());
            let word = self.executor.words().symbol(x.as_str(), low, high);
            if unknown {
                self.executor.unknown.insert(word.term);
            }
            self.runs[n].choices.push((x.clone(), word.clone()));
            self.frames[n].variables.insert(x.clone(), word);
        }
    }

    fn branches(
        &mut self,
        c: &Cond,
        yes: &Arc<Stmt>,
        no: &Arc<Stmt>,
        path: [Term; 2],
    ) -> Result<(), Refusal> {
        let read = c.free_variables();
        let named = |c: Cond, (x, name): (&Name, Expr)| c.substitute(x, &name);
        let text = printer::cond(&self.named(&read).fold(c.clone(), named), Spelling::Ascii);
        let mut sides = [path, path];
        for n in [0, 1] {
            let mut defined = Vec::new();
            let term = self.executor.pair.encoder.cond(c, &self.frames[n], &mut defined)?;
            self.require(n, path[n], defined);
            let terms = &mut self.executor.words().terms;
            let not = terms.not(term);
            let not = planted::in_place_of(not, "formulas-else-as-then", || term);
            sides[0][n] = terms.and(path[n], term);
            sides[1][n] = terms.and(path[n], not);
        }
        let (start, before) = (self.interval, self.versions.clone());
        let synchronized =
            (yes.synchronizes() || no.synchronizes()).then(|| (self.stores.clone(), self.epoch));
        self.predicate.push(format!("({text})"));
        self.statement(yes, sides[0])?;
        self.predicate.pop();
        let (end, then) = (self.interval, std::mem::replace(&mut self.versions, before));
        if let Some((stores, epoch)) = &synchronized {
            self.next_interval();
            self.unite(start, self.interval);
            (self.stores, self.epoch) = (stores.clone(), *epoch);
        }
        self.predicate.push(format!("!({text})"));
        self.statement(no, sides[1])?;
        self.predicate.pop();
        self.joined(&text, then);
        if synchronized.is_some() {
            // Behind the branches a thread is in the interval of the one that it took.
            let other = self.interval;
            self.next_interval();
            self.unite(end, self.interval);
            self.unite(other, self.interval);
            self.forget_all();
        }
        Ok(())
    }

    fn iteration(
        &mut self,
        x: &Name,
        (low, high): (&Expr, &Expr),
        body: &Arc<Stmt>,
        path: [Term; 2],
    ) -> Result<(), Refusal> {
        let (from, to) = (self.shown(low), self.shown(high));
        self.push(format!("{x}_2 == {from} + {x}_2_k and {x}_2_k >= 0"), &Site::default());
        self.names.insert(x.clone(), format!("{x}_2").into());
        let (lows, highs) = (self.each(low, path)?, self.each(high, path)?);
        let mut inside = path;
        let mut later = path;
        let mut numbers = Vec::new();
        for n in [0, 1] {
            let words = &mut self.executor.pair.encoder.words;
            let (low, high) = (&lows[n], &highs[n]);
            let most = high.high.as_ref().map(|h| (h - &low.low).max(Number::one()));
            let k = words.symbol(&format!("{x}_k"), Number::from(0), most);
            let value = words.add(low, &k);
            let value = planted::in_place_of(value, "formulas-first-iteration", || low.clone());
            let runs = words.compare(Rel::Lt, &value, high);
            inside[n] = words.terms.and(path[n], runs);
            let zero = words.number(&Number::from(0));
            let not_first = words.compare(Rel::Ne, &k, &zero);
            let some = words.compare(Rel::Lt, low, high);
            // Inside, what an earlier iteration wrote; behind, what any did.
            later[n] = words.terms.and(path[n], some);
            let value = fitted(words, value, high);
            self.frames[n].variables.insert(x.clone(), value);
            numbers.push((k, not_first));
        }
        let [(a, a_later), (b, b_later)] = two(numbers);
        let written = written(body);
        self.forget(&written, [a_later, b_later]);
        let (before, number) = (self.interval, self.loops.len());
        let rounds = usize::from(body.synchronizes());
        if rounds > 0 {
            self.next_interval();
            self.unite(before, self.interval);
            // A later iteration begins behind a barrier.
            self.forget_all();
        }
        self.rounds += rounds;
        let begin = self.interval;
        let ends = [begin, begin];
        self.loops.push(Iteration { number: [a, b], steady: passes_always(body), ends });
        self.around.push(number);
        self.predicate.push(format!("({x}_2 < {to})"));
        self.statement(body, inside)?;
        self.predicate.pop();
        self.around.pop();
        self.rounds -= rounds;
        self.loops[number].ends[1] = self.interval;
        if rounds > 0 {
            let end = self.interval;
            self.unite(end, begin);
            self.next_interval();
            self.unite(end, self.interval);
            self.unite(before, self.interval);
            self.forget_all();
        }
        self.forget(&written, later);
        Ok(())
    }

    /// What these variables are called. The longer names go first, so that none is renamed twice.
    fn named<'v>(&self, read: &'v BTreeSet<Name>) -> impl Iterator<Item = (&'v Name, Expr)> {
        read.iter().rev().filter_map(|x| Some((x, Expr::Var(self.names.get(x)?.clone()))))
    }

    /// An expression as formulas have it.
    fn shown(&self, e: &Expr) -> String {
        let read = e.free_variables();
        let named = |e: Expr, (x, name): (&Name, Expr)| e.substitute(x, &name);
        let text = printer::expr(&self.named(&read).fold(e.clone(), named), Spelling::Ascii);
        if text.contains(' ') { format!("({text})") } else { text }
    }

    fn each(&mut self, e: &Expr, path: [Term; 2]) -> Result<[Word; 2], Refusal> {
        let mut words = Vec::new();
        for (n, path) in path.into_iter().enumerate() {
            let mut defined = Vec::new();
            words.push(self.executor.pair.encoder.expr(e, &self.frames[n], &mut defined)?);
            self.require(n, path, defined);
        }
        Ok(two(words))
    }

    fn require(&mut self, n: usize, path: Term, defined: Vec<Term>) {
        let truth = self.executor.words().terms.boolean(true);
        for term in defined.into_iter().filter(|term| *term != truth) {
            let needed = self.executor.words().terms.implies(path, term);
            self.defined[n].push(needed);
        }
    }
}

/// The variable of a loop is below its bound wherever it is used.
fn fitted(words: &mut oracle::check::word::Words, value: Word, high: &Word) -> Word {
    match &high.high {
        Some(most) => {
            let low = value.low.clone();
            let most = (most - 1u32).max(low.clone());
            words.within(&value, &low, &most)
        }
        None => value,
    }
}

fn two<T>(both: Vec<T>) -> [T; 2] {
    let mut both = both.into_iter();
    match (both.next(), both.next()) {
        (Some(a), Some(b)) => [a, b],
        _ => unreachable!("there are two threads"),
    }
}
