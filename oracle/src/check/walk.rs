//! One thread's symbolic run through a phase: where it accesses the array, and under what
//! conditions.
//!
//! Exact but for loops: an access in a loop is asked about at one arbitrary iteration, where the
//! arrays that the loop writes hold unknown contents. So a refutation stands, and a model is a
//! candidate that the interpreter must replay.

use super::expression::{Encoder, Frame, Unbound};
use super::initial::InitialMemory;
use super::warp::{Around, Barrier, Place};
use super::word::{Word, is_number};
use crate::simplify::simplify;
use crate::solver::Term;
use num_traits::{ToPrimitive, Zero};
use semantics::{
    Exhausted, Expr, IntType, Mode, Name, Number, Op, Rel, Shape, Site, Syntax, WarpOrder, limits,
};
use std::collections::{BTreeMap, BTreeSet};

/// An access of the array that a run may make.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Which access of the array in the text, from 0, in the order in which it is written down.
    pub ordinal: usize,
    /// How.
    pub mode: Mode,
    /// Where.
    pub index: Word,
    /// What is written, of a write of a program.
    pub payload: Option<Word>,
    /// When.
    pub path: Term,
    /// Where it stands in the source.
    pub site: Site,
    /// How many names its run had bound before, of [`Run::bound`].
    pub bound: usize,
    /// Where in the run.
    pub place: Place,
}

/// Why a run could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The program is not well-formed.
    Unbound(Name),
    /// The query is larger than [`LARGEST_QUERY`] terms.
    TooLarge,
    /// The limits in force are reached.
    Exhausted(Exhausted),
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

/// A query has at most this many terms.
pub const LARGEST_QUERY: usize = 400_000;

/// A loop of at most this many known iterations that reads and writes is unrolled.
const UNROLLED: u32 = 16;

/// What a thread did to an array before a read.
#[derive(Clone)]
enum Effect {
    Write {
        when: Term,
        index: Word,
        value: Word,
    },
    /// Any contents, where this holds: a loop, or another thread, wrote here.
    Unknown {
        when: Term,
    },
}

/// The symbolic run of one thread.
pub struct Run<'r, 'h> {
    /// Encodes the expressions.
    pub encoder: &'r mut Encoder<'h>,
    /// What both threads start from.
    pub initial: &'r mut InitialMemory,
    /// The array whose accesses count.
    pub target: &'r Name,
    /// What tells this thread's symbols from the other's: `A` or `B`.
    pub tag: &'r str,
    /// Names and coordinates.
    pub frame: Frame,
    /// The accesses found.
    pub hits: Vec<Hit>,
    /// What names stand for, one after the other: where one is bound again, the last counts.
    pub bound: Vec<(Name, Word)>,
    /// What an execution with a meaning satisfies.
    pub defined: Vec<Term>,
    /// Each of these, after what holds wherever it matters in some iteration of its loops.
    pub hazards: Vec<(Term, Term)>,
    /// Where the outermost loop that is not written out runs at all.
    in_loop: Option<Term>,
    /// The symbol of each `var` and each loop variable, by binder.
    pub choices: Vec<(Name, Word)>,
    /// Symbols of variables that a front end put in for what it does not model.
    pub unknown: BTreeSet<Term>,
    /// What makes the run exact: each access in the first iteration of its loops.
    pub exact: Vec<Term>,
    /// Arrays that other threads may write while this one waits at a barrier.
    pub volatile: BTreeSet<Name>,
    /// The barriers of the warp.
    pub barriers: Vec<Barrier>,
    /// The place at hand, where it matters.
    place: Place,
    effects: BTreeMap<Name, Vec<Effect>>,
    ordinal: usize,
    unrolled: u32,
}

impl<'r, 'h> Run<'r, 'h> {
    /// A run that has not begun.
    pub fn new(
        encoder: &'r mut Encoder<'h>,
        initial: &'r mut InitialMemory,
        target: &'r Name,
        tag: &'r str,
        frame: Frame,
    ) -> Self {
        let bound = frame.variables.iter().map(|(x, word)| (x.clone(), word.clone())).collect();
        Run {
            encoder,
            initial,
            target,
            tag,
            frame,
            hits: Vec::new(),
            bound,
            defined: Vec::new(),
            hazards: Vec::new(),
            in_loop: None,
            choices: Vec::new(),
            unknown: BTreeSet::new(),
            exact: Vec::new(),
            volatile: BTreeSet::new(),
            barriers: Vec::new(),
            place: Place::default(),
            effects: BTreeMap::new(),
            ordinal: 0,
            unrolled: 0,
        }
    }

    /// Runs a statement where `path` holds. A `sync` only lets others write the volatile arrays:
    /// whoever asks about one phase gives that phase.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn walk<S: Syntax>(&mut self, s: &S, path: Term) -> Result<(), Refusal> {
        limits::ask()?;
        if self.encoder.words.terms.len() > LARGEST_QUERY {
            return Err(Refusal::TooLarge);
        }
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.step(s, path))
    }

    fn step<S: Syntax>(&mut self, s: &S, path: Term) -> Result<(), Refusal> {
        match s.shape() {
            Shape::Skip => Ok(()),
            Shape::Sync(_) => {
                self.forget(&self.volatile.clone(), path);
                Ok(())
            }
            Shape::Access(mode, array, index, site) => {
                let index = self.index(index, path)?;
                self.hit(mode, array, &index, None, path, site);
                Ok(())
            }
            Shape::Write(array, index, payload, site) => {
                let index = self.index(index, path)?;
                let value = self.expr(payload, path)?;
                self.hit(Mode::Wr, array, &index, Some(value.clone()), path, site);
                let effect = Effect::Write { when: path, index, value };
                self.effects.entry(array.clone()).or_default().push(effect);
                Ok(())
            }
            Shape::Read(x, array, index, body, site) => {
                let index = self.index(index, path)?;
                self.hit(Mode::Rd, array, &index, None, path, site);
                let value = self.contents(array, &index);
                self.bind(x, value);
                self.walk(&**body, path)
            }
            Shape::Seq(first, second) => {
                self.walk(&**first, path)?;
                self.walk(&**second, path)
            }
            Shape::If(c, yes, no) if self.is_warp_barrier(c, &**yes, &**no) => {
                self.place.clock += 1;
                self.barriers.push(Barrier { place: self.place.clone(), path });
                let all: BTreeSet<Name> = self.encoder.header.arrays.keys().cloned().collect();
                self.forget(&all, path);
                Ok(())
            }
            Shape::If(c, yes, no) => {
                let side = self.begins();
                let c = self.cond(c, path)?;
                let not_c = self.encoder.words.terms.not(c);
                let then = self.encoder.words.terms.and(path, c);
                self.inside((Around::Side(side, true), c), |s| s.walk(&**yes, then))?;
                let otherwise = self.encoder.words.terms.and(path, not_c);
                self.inside((Around::Side(side, false), not_c), |s| s.walk(&**no, otherwise))
            }
            Shape::Var(x, body) => {
                let (low, high) = self.range_of(x);
                let word = if self.encoder.header.unknowns.contains_key(x) {
                    // Whether a race hangs on it is asked of all its values.
                    let word = self.encoder.words.any(&format!("{}.{x}", self.tag), low, high);
                    self.unknown.insert(word.term);
                    self.choices.push((x.clone(), word.clone()));
                    word
                } else {
                    self.symbol(x, low, high)
                };
                self.bind(x, word);
                self.walk(&**body, path)
            }
            Shape::For(x, lo, hi, body) => {
                let lo = self.expr(lo, path)?;
                let hi = self.expr(hi, path)?;
                self.iterate(x, &lo, &hi, &**body, path)
            }
        }
    }

    fn iterate<S: Syntax>(
        &mut self,
        x: &Name,
        lo: &Word,
        hi: &Word,
        body: &S,
        path: Term,
    ) -> Result<(), Refusal> {
        let mut written = arrays_of(body, true);
        if body.synchronizes() {
            written.extend(self.volatile.iter().cloned());
        }
        let first = self.ordinal;
        let iterations =
            if is_number(lo) && is_number(hi) { (&hi.low - &lo.low).to_u32() } else { None };
        let interplay = !written.is_disjoint(&arrays_of(body, false));
        if let Some(iterations) = iterations.filter(|n| {
            interplay && *n > 0 && *n <= UNROLLED && self.unrolled + n <= UNROLLED * UNROLLED
        }) {
            self.unrolled += iterations;
            for n in 0..iterations {
                let value = self.encoder.words.number(&(&lo.low + n));
                self.bind(x, value);
                self.ordinal = first;
                self.walk(body, path)?;
            }
            return Ok(());
        }
        let high = hi.high.as_ref().map(|high| (high - 1u32).max(lo.low.clone()));
        let word = self.symbol(x, lo.low.clone(), high);
        self.bind(x, word.clone());
        let words = &mut self.encoder.words;
        let from = words.compare(Rel::Le, lo, &word);
        let to = words.compare(Rel::Lt, &word, hi);
        let within = words.terms.and(from, to);
        let inside = words.terms.and(path, within);
        let later = words.compare(Rel::Ne, &word, lo);
        let runs = words.compare(Rel::Lt, lo, hi);
        let ran = words.terms.and(path, runs);
        // The first iteration finds what stood before the loop, a later one anything.
        let before = self.effects.clone();
        self.forget(&written, later);
        let outermost = self.in_loop.is_none();
        self.in_loop.get_or_insert(ran);
        let begin = self.begins();
        self.inside((Around::Loop(begin, word), within), |s| s.walk(body, inside))?;
        if outermost {
            self.in_loop = None;
        }
        self.effects = before;
        self.forget(&written, ran);
        Ok(())
    }

    fn bind(&mut self, x: &Name, word: Word) {
        self.bound.push((x.clone(), word.clone()));
        self.frame.variables.insert(x.clone(), word);
    }

    fn forget(&mut self, arrays: &BTreeSet<Name>, when: Term) {
        for array in arrays {
            self.effects.entry(array.clone()).or_default().push(Effect::Unknown { when });
            let known = self.encoder.words.terms.not(when);
            self.exact.push(known);
        }
    }

    fn hit(
        &mut self,
        mode: Mode,
        array: &Name,
        index: &Word,
        payload: Option<Word>,
        path: Term,
        site: &Site,
    ) {
        if array == self.target {
            let (ordinal, index, site) = (self.ordinal, index.clone(), site.clone());
            let bound = self.bound.len();
            self.place.clock += 1;
            let place = self.place.clone();
            self.hits.push(Hit { ordinal, mode, index, payload, path, site, bound, place });
            self.ordinal += 1;
        }
    }

    fn is_warp_barrier<S: Syntax>(&self, c: &semantics::Cond, yes: &S, no: &S) -> bool {
        let idle = |s: &S| matches!(s.shape(), Shape::Skip);
        let warps = self.encoder.header.warps;
        let barriers = matches!(warps, WarpOrder::Barriers | WarpOrder::Unknown);
        barriers && idle(yes) && idle(no) && semantics::warp::is_warp_barrier(c)
    }

    /// When something begins, for the order in a warp.
    fn begins(&mut self) -> usize {
        self.place.clock += 1;
        self.place.clock
    }

    /// Walks what stands here, and runs only where this holds.
    fn inside(
        &mut self,
        (around, holds): (Around, Term),
        walk: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let known = self.encoder.learn(holds);
        let walked = if self.encoder.header.warps == WarpOrder::Independent {
            walk(self)
        } else {
            self.place.around.push(around);
            let walked = walk(self);
            self.place.around.pop();
            walked
        };
        self.encoder.forget(&known);
        walked
    }

    /// What a cell holds: the thread's own last write, else the initial memory.
    fn contents(&mut self, array: &Name, index: &Word) -> Word {
        let (low, high) = self.element_of(array);
        if self.encoder.header.warps.is_lock_step() {
            // Others of the warp may have written it.
            return self.encoder.words.symbol(&format!("{}.any", self.tag), low, high);
        }
        let effects = self.effects.get(array).cloned().unwrap_or_default();
        let words = &mut self.encoder.words;
        let mut value = self.initial.read(words, array, self.tag, index, low.clone(), high.clone());
        for effect in effects {
            let (hides, new) = match effect {
                Effect::Write { when, index: at, value } => {
                    let same = words.compare(Rel::Eq, &at, index);
                    (words.terms.and(when, same), value)
                }
                Effect::Unknown { when } => {
                    (when, words.symbol(&format!("{}.any", self.tag), low.clone(), high.clone()))
                }
            };
            value = words.select(hides, &new, &value);
        }
        value
    }

    fn symbol(&mut self, x: &Name, low: Number, high: Option<Number>) -> Word {
        let word = self.encoder.words.symbol(&format!("{}.{x}", self.tag), low, high);
        self.choices.push((x.clone(), word.clone()));
        word
    }

    fn range_of(&self, x: &Name) -> (Number, Option<Number>) {
        range(self.encoder.header.types.get(x).copied())
    }

    fn element_of(&self, array: &Name) -> (Number, Option<Number>) {
        range(self.encoder.header.arrays.get(array).map(|a| a.element))
    }

    fn expr(&mut self, e: &Expr, path: Term) -> Result<Word, Refusal> {
        let mut defined = Vec::new();
        let word = self.encoder.expr(e, &self.frame, &mut defined)?;
        self.require(path, defined);
        Ok(word)
    }

    /// An index, simplified. Whether it has a value is asked of the index as it stands: the simpler
    /// one may have a value where it has none.
    fn index(&mut self, e: &Expr, path: Term) -> Result<Word, Refusal> {
        let word = self.expr(e, path)?;
        if !divides(e) {
            return Ok(word);
        }
        Ok(self.encoder.expr(&simplify(e), &self.frame, &mut Vec::new())?)
    }

    fn cond(&mut self, c: &semantics::Cond, path: Term) -> Result<Term, Refusal> {
        let mut defined = Vec::new();
        let term = self.encoder.cond(c, &self.frame, &mut defined)?;
        self.require(path, defined);
        Ok(term)
    }

    fn require(&mut self, path: Term, defined: Vec<Term>) {
        for term in defined {
            self.hazards.push((self.in_loop.unwrap_or(path), term));
            let term = self.encoder.words.terms.implies(path, term);
            self.defined.push(term);
        }
    }
}

/// Whether there is an operator in it that solvers find hard: sums and products they simplify
/// themselves.
fn divides(e: &Expr) -> bool {
    match e {
        Expr::Num(_) | Expr::Tid(_) | Expr::Var(_) => false,
        Expr::Bin(Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max, _, a, b) => {
            divides(a) || divides(b)
        }
        Expr::Bin(..) => true,
        Expr::Convert(_, e) | Expr::Within(_, e) => divides(e),
        Expr::Select(_, a, b) => divides(a) || divides(b),
    }
}

/// The numbers of a C type, or the naturals.
pub fn range(ty: Option<IntType>) -> (Number, Option<Number>) {
    match ty {
        Some(ty) => (ty.min(), Some(ty.max())),
        None => (Number::zero(), None),
    }
}

/// The arrays that a statement writes, or reads.
fn arrays_of<S: Syntax>(s: &S, writes: bool) -> BTreeSet<Name> {
    match s.shape() {
        Shape::Write(array, ..) if writes => BTreeSet::from([array.clone()]),
        Shape::Skip | Shape::Sync(_) | Shape::Access(..) | Shape::Write(..) => BTreeSet::new(),
        Shape::Seq(a, b) | Shape::If(_, a, b) => {
            &arrays_of(&**a, writes) | &arrays_of(&**b, writes)
        }
        Shape::For(_, _, _, body) | Shape::Var(_, body) => arrays_of(&**body, writes),
        Shape::Read(_, array, _, body, _) => {
            let mut arrays = arrays_of(&**body, writes);
            if !writes {
                arrays.insert(array.clone());
            }
            arrays
        }
    }
}
