//! Two distinct threads, one set of parameters: what every query about a race begins with.

use super::expression::{Encoder, Frame, Unbound};
use super::word::{Word, Words};
use crate::solver::{Model, Term};
use num_traits::{One, Zero};
use semantics::header::Threads;
use semantics::{
    Arithmetic, Axis, Cond, Dim, Expr, Header, IntType, Name, Number, Op, Rel, Thread,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which threads a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Any two distinct threads.
    Distinct,
    /// Two distinct threads of one block.
    SameBlock,
    /// Threads of different blocks.
    DifferentBlocks,
    /// One thread, twice: whether there is one.
    Same,
}

/// The two threads of a query and the parameters they share.
#[derive(Debug)]
pub struct Pair<'h> {
    /// Encodes the program's expressions.
    pub encoder: Encoder<'h>,
    /// One frame for each thread, `A` and `B`.
    pub frames: [Frame; 2],
    /// What holds of the launch and of the two threads.
    pub facts: Vec<Term>,
    /// How many threads run, where the declarations leave it open: any number.
    pub launch: Option<Word>,
    /// The program's own parameters: a phase in a loop has its loop's variable besides.
    shared: BTreeSet<Name>,
    /// The program's parameters that are constants which a front end does not know.
    pub constants: Vec<Word>,
    /// That these are small: for a model that is easy to read, and nothing more.
    pub preferred: Vec<Term>,
}

/// What tells the symbols of the two threads apart.
pub const TAGS: [&str; 2] = ["A", "B"];

impl<'h> Pair<'h> {
    /// Two threads of the launch, in a phase of the program or in all of it. Their symbols are made
    /// from these words.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn new(
        program: &Header,
        header: &'h Header,
        words: Words,
        relation: Relation,
    ) -> Result<Self, Unbound> {
        let mut encoder = Encoder::new(words, header);
        let mut shared = Frame::default();
        let (mut constants, mut preferred) = (Vec::new(), Vec::new());
        for x in &header.params {
            let (low, high) = declared_range(header, x);
            let name = format!("param.{x}");
            let word = if header.unknowns.contains_key(x) && program.params.contains(x) {
                // Whether a race hangs on it is asked of all its values.
                let word = encoder.words.any(&name, low, high);
                preferred.extend(encoder.words.is_small(&word));
                constants.push(word.clone());
                word
            } else if let Some(n) = encoder.words.given.get(x).cloned() {
                encoder.words.number(&n)
            } else {
                encoder.words.symbol(&name, low, high)
            };
            shared.variables.insert(x.clone(), word);
        }
        let launch = (header.threads == Threads::Unbounded)
            .then(|| encoder.words.symbol("threads", Number::zero(), None));
        let mut pair = Pair {
            encoder,
            launch,
            frames: [shared.clone(), shared.clone()],
            facts: Vec::new(),
            shared: program.params.iter().cloned().collect(),
            constants,
            preferred,
        };
        for (n, tag) in TAGS.iter().enumerate() {
            pair.thread(n, tag)?;
        }
        let distinct = pair.relate(relation);
        pair.facts.push(distinct);
        Ok(pair)
    }

    fn thread(&mut self, n: usize, tag: &str) -> Result<(), Unbound> {
        match &self.encoder.header.threads {
            Threads::Unbounded => {
                self.axis(n, tag, Axis::Tid, None)?;
                let all = self.launch.clone();
                if let (Some(all), Some(own)) = (all, self.frames[n].axes.get(&Axis::Tid)) {
                    self.facts.push(self.encoder.words.compare(Rel::Lt, own, &all));
                }
            }
            Threads::Below(bound) => self.axis(n, tag, Axis::Tid, Some(bound))?,
            Threads::Grid { grid, block } => {
                for d in Dim::ALL {
                    self.axis(n, tag, Axis::Block(d), Some(&grid[d as usize]))?;
                    self.axis(n, tag, Axis::Thread(d), Some(&block[d as usize]))?;
                }
            }
        }
        let header = self.encoder.header;
        for assumption in &header.assumptions {
            let mut defined = Vec::new();
            let holds = self.encoder.cond(assumption, &self.frames[n], &mut defined)?;
            self.facts.push(holds);
            self.facts.append(&mut defined);
        }
        Ok(())
    }

    fn axis(
        &mut self,
        n: usize,
        tag: &str,
        axis: Axis,
        bound: Option<&'h Expr>,
    ) -> Result<(), Unbound> {
        let bound = match bound {
            Some(e) => Some(self.encoder.expr(e, &self.frames[n], &mut Vec::new())?),
            None => None,
        };
        let high = bound.as_ref().and_then(|b| b.high.as_ref().map(|h| h - 1u32));
        let high = high.map(|h| h.max(Number::zero()));
        let words = &mut self.encoder.words;
        let word = words.symbol(&format!("{tag}.{axis}"), Number::zero(), high);
        if let Some(bound) = bound {
            self.facts.push(words.compare(Rel::Lt, &word, &bound));
        }
        self.frames[n].axes.insert(axis, word);
        Ok(())
    }

    fn relate(&mut self, relation: Relation) -> Term {
        let words = &mut self.encoder.words;
        let [a, b] = &self.frames;
        let mut same = |axes: &[Axis]| {
            let equal: Vec<Term> = axes
                .iter()
                .filter_map(|axis| Some((a.axes.get(axis)?, b.axes.get(axis)?)))
                .map(|(x, y)| words.compare(Rel::Eq, x, y))
                .collect();
            words.terms.all(equal)
        };
        let block = same(&[Axis::Block(Dim::X), Axis::Block(Dim::Y), Axis::Block(Dim::Z)]);
        let thread =
            same(&[Axis::Tid, Axis::Thread(Dim::X), Axis::Thread(Dim::Y), Axis::Thread(Dim::Z)]);
        let terms = &mut self.encoder.words.terms;
        match relation {
            Relation::Distinct => {
                let both = terms.and(block, thread);
                terms.not(both)
            }
            Relation::SameBlock => {
                let not_thread = terms.not(thread);
                terms.and(block, not_thread)
            }
            Relation::DifferentBlocks => terms.not(block),
            Relation::Same => terms.and(block, thread),
        }
    }

    /// That the two threads are of different blocks; never, in a calculus without blocks.
    pub fn different_blocks(&mut self) -> Term {
        let mut differ = Vec::new();
        for d in Dim::ALL {
            let axis = Axis::Block(d);
            if let [Some(a), Some(b)] = self.frames.each_ref().map(|f| f.axes.get(&axis)) {
                differ.push(self.encoder.words.compare(Rel::Ne, a, b));
            }
        }
        self.encoder.words.terms.any(differ)
    }

    /// That the two threads are of one warp of one block; never, in a calculus without warps.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn same_warp(&mut self) -> Result<Term, Unbound> {
        let Threads::Grid { block, .. } = &self.encoder.header.threads else {
            return Ok(self.encoder.words.terms.boolean(false));
        };
        let long = Arithmetic::C(IntType::LONG);
        let wide = |e: Expr| Expr::Convert(IntType::LONG, e.into());
        let of = |op, a: Expr, b: Expr| Expr::Bin(op, long, a.into(), b.into());
        let [x, y, z] = Dim::ALL.map(|d| wide(Expr::Tid(Axis::Thread(d))));
        let [by_x, by_y, _] = Dim::ALL.map(|d| wide(block[d as usize].clone()));
        let row = of(Op::Add, y, of(Op::Mul, by_y, z));
        let number = of(Op::Add, x, of(Op::Mul, by_x, row));
        let warp = of(Op::Div, number, Expr::num(self.encoder.header.warps.threads()));
        let mut words = Vec::new();
        for n in 0..2 {
            words.push(self.encoder.expr(&warp, &self.frames[n], &mut Vec::new())?);
        }
        let mut same = vec![self.encoder.words.compare(Rel::Eq, &words[0], &words[1])];
        for d in Dim::ALL {
            let axis = Axis::Block(d);
            if let [Some(a), Some(b)] = self.frames.each_ref().map(|f| f.axes.get(&axis)) {
                same.push(self.encoder.words.compare(Rel::Eq, a, b));
            }
        }
        Ok(self.encoder.words.terms.all(same))
    }

    /// The symbols that stand for the coordinates of the threads and for what they share.
    pub fn known_symbols(&self) -> BTreeSet<Term> {
        let words = self.frames.iter().flat_map(|frame| {
            let shared = |x: &&Word| self.frames[0].variables.values().any(|y| y.term == x.term);
            frame.axes.values().chain(frame.variables.values().filter(shared))
        });
        let terms: Vec<Term> = words.map(|word| word.term).collect();
        self.encoder.words.terms.free_symbols_of(&terms).into_iter().collect()
    }

    /// Another thread of the launch, in a phase of its own, and that it is one.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn another(&mut self, phase: &'h Header) -> Result<(Frame, Term), Unbound> {
        self.encoder.header = phase;
        let mut frame = self.frames[0].clone();
        for x in &phase.params {
            // A loop around that phase is somewhere else in its range.
            if !self.shared.contains(x) {
                let (low, high) = super::walk::range(phase.types.get(x).copied());
                let word = self.encoder.words.symbol(&format!("W.{x}"), low, high);
                frame.variables.insert(x.clone(), word);
            }
        }
        for axis in self.frames[0].axes.keys().copied().collect::<Vec<_>>() {
            let old = &self.frames[0].axes[&axis];
            let (low, high) = (old.low.clone(), old.high.clone());
            let word = self.encoder.words.symbol(&format!("W.{axis}"), low, high);
            frame.axes.insert(axis, word);
        }
        let exists = self.is_thread(&frame)?;
        Ok((frame, exists))
    }

    /// That the launch has the thread, and that the assumptions hold of it.
    ///
    /// # Errors
    /// A declaration that mentions an unknown name.
    pub fn is_thread(&mut self, frame: &Frame) -> Result<Term, Unbound> {
        let header = self.encoder.header;
        let mut facts = Vec::new();
        for (axis, word) in &frame.axes {
            let zero = self.encoder.words.number(&Number::zero());
            facts.push(self.encoder.words.compare(Rel::Ge, word, &zero));
            let bound = match (&header.threads, axis) {
                (Threads::Below(e), _) => e,
                (Threads::Grid { grid, .. }, Axis::Block(d)) => &grid[*d as usize],
                (Threads::Grid { block, .. }, Axis::Thread(d)) => &block[*d as usize],
                _ => {
                    if let Some(all) = &self.launch {
                        facts.push(self.encoder.words.compare(Rel::Lt, word, all));
                    }
                    continue;
                }
            };
            let bound = self.encoder.expr(bound, frame, &mut facts)?;
            facts.push(self.encoder.words.compare(Rel::Lt, word, &bound));
        }
        for assumption in &header.assumptions {
            let holds = self.encoder.cond(assumption, frame, &mut facts)?;
            facts.push(holds);
        }
        Ok(self.encoder.words.terms.all(facts))
    }

    /// That the two threads are not these two.
    pub fn differ_from(&mut self, threads: &[Thread; 2]) -> Term {
        let words = &mut self.encoder.words;
        let mut equal = Vec::new();
        for (frame, thread) in self.frames.iter().zip(threads) {
            for (axis, word) in &frame.axes {
                if let Some(n) = thread.axis(*axis) {
                    let n = words.number(n);
                    equal.push(words.compare(Rel::Eq, word, &n));
                }
            }
        }
        let same = words.terms.all(equal);
        words.terms.not(same)
    }

    /// The number that a word has in a model; a symbol that the query did not need is its
    /// smallest number.
    pub fn value(&self, model: &Model, word: &Word) -> Number {
        let terms = &self.encoder.words.terms;
        match terms.eval(word.term, model) {
            Ok(value) => self.encoder.words.read(&value).unwrap_or_else(|| word.low.clone()),
            Err(_) => word.low.clone(),
        }
    }

    /// One of the two threads in a model.
    pub fn thread_in(&self, model: &Model, n: usize) -> Thread {
        let axis = |axis| {
            self.frames[n].axes.get(&axis).map_or_else(Number::zero, |w| self.value(model, w))
        };
        match self.encoder.header.threads {
            Threads::Grid { .. } => Thread::cuda(
                Dim::ALL.map(|d| axis(Axis::Block(d))),
                Dim::ALL.map(|d| axis(Axis::Thread(d))),
            ),
            _ => Thread::natural(axis(Axis::Tid)),
        }
    }

    /// The parameters in a model that were multiplied by unknowns, or that divide. The launch is left open: it is best
    /// one that can be run.
    pub fn factors_in(&self, model: &Model) -> BTreeMap<Name, Number> {
        let words = &self.encoder.words;
        let products: Vec<Term> = words.products.iter().copied().collect();
        let factors: BTreeSet<Term> = words.terms.free_symbols_of(&products).into_iter().collect();
        let is_extent = |x: &Name| match &self.encoder.header.threads {
            Threads::Grid { grid, block } => {
                grid.iter().chain(block).any(|e| matches!(e, Expr::Var(of) if of == x))
            }
            _ => false,
        };
        let mut parameters = self.parameters_in(model);
        parameters.retain(|x, _| {
            let word = self.frames[0].variables.get(x);
            !is_extent(x) && word.is_some_and(|word| factors.contains(&word.term))
        });
        parameters
    }

    /// The parameters in a model.
    pub fn parameters_in(&self, model: &Model) -> BTreeMap<Name, Number> {
        let header = self.encoder.header;
        header
            .params
            .iter()
            .filter_map(|x| Some((x.clone(), self.value(model, self.frames[0].variables.get(x)?))))
            .collect()
    }
}

/// The range of a parameter: its type's, cut by what the assumptions say in so many words.
fn declared_range(header: &Header, x: &Name) -> (Number, Option<Number>) {
    let (mut low, mut high) = super::walk::range(header.types.get(x).copied());
    let mut bounds = Vec::new();
    header.assumptions.iter().for_each(|c| simple_bounds(c, x, &header.types, &mut bounds));
    for (rel, n) in bounds {
        let one = Number::one();
        match rel {
            Rel::Lt | Rel::Le => {
                let most = if rel == Rel::Lt { n - one } else { n };
                high = Some(high.map_or(most.clone(), |h| h.min(most)));
            }
            Rel::Gt | Rel::Ge => low = low.max(if rel == Rel::Gt { n + one } else { n }),
            Rel::Eq => {
                low = low.max(n.clone());
                high = Some(high.map_or(n.clone(), |h| h.min(n)));
            }
            Rel::Ne => {}
        }
    }
    match high {
        // Contradictory assumptions: the solver finds that out.
        Some(high) if high < low => super::walk::range(header.types.get(x).copied()),
        high => (low, high),
    }
}

/// Conjuncts of the form `x ◇ n` and `n ◇ x`.
fn simple_bounds(
    c: &Cond,
    x: &Name,
    types: &BTreeMap<Name, IntType>,
    bounds: &mut Vec<(Rel, Number)>,
) {
    let is_x = |e: &Expr| match e {
        Expr::Var(y) => y == x,
        // Only a conversion that leaves every number of the variable's type as it is.
        Expr::Convert(to, inner) => {
            **inner == Expr::Var(x.clone())
                && types
                    .get(x)
                    .copied()
                    .is_some_and(|ty| to.contains(&ty.min()) && to.contains(&ty.max()))
        }
        _ => false,
    };
    match c {
        Cond::And(a, b) => {
            simple_bounds(a, x, types, bounds);
            simple_bounds(b, x, types, bounds);
        }
        Cond::Rel(rel, a, b) => match (&**a, &**b) {
            (e, Expr::Num(n)) if is_x(e) => bounds.push((*rel, n.clone())),
            (Expr::Num(n), e) if is_x(e) => {
                let turned = match rel {
                    Rel::Lt => Rel::Gt,
                    Rel::Le => Rel::Ge,
                    Rel::Gt => Rel::Lt,
                    Rel::Ge => Rel::Le,
                    same => *same,
                };
                bounds.push((turned, n.clone()));
            }
            _ => {}
        },
        _ => {}
    }
}
