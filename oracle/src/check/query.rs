//! The query behind an alarm: two threads run, and two of their accesses meet.

use super::initial::InitialMemory;
use super::pair::{Pair, Relation, TAGS};
use super::past::{self, Past};
use super::walk::{Hit, Refusal, Run};
use super::warp::{Around, Barrier, ordered};
use super::word::{Word, Words};
use crate::relax::is_size;
use crate::solver::{Model, Node, Op, Term};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use semantics::{Header, Mode, Name, Number, Rel, Sharing, Syntax, WarpOrder, limits};
use std::collections::BTreeSet;

/// Two accesses of an array, by their place in the text: thread `A` makes the first.
pub type Ordinals = (usize, usize);

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q, S> {
    /// The declarations.
    pub header: &'q Header,
    /// What both threads run.
    pub body: &'q S,
    /// Which threads.
    pub relation: Relation,
    /// Whose accesses.
    pub array: &'q Name,
    /// Arrays that other threads may write between two barriers that `body` still holds.
    pub volatile: &'q BTreeSet<Name>,
    /// Whether two writes of one value count.
    pub benign: bool,
    /// What ran before, where `body` is a phase that begins at a barrier.
    pub past: Option<Past<'q>>,
    /// The declarations of the whole program.
    pub program: &'q Header,
}

/// A query, and what its symbols stand for.
pub struct Query<'q> {
    /// The threads and parameters.
    pub pair: Pair<'q>,
    /// The accesses of each thread.
    pub hits: [Vec<Hit>; 2],
    /// What names stand for in the run of each thread; see [`Run::bound`].
    pub bound: [Vec<(Name, Word)>; 2],
    /// The `var`s and loop variables of each thread.
    pub choices: [Vec<(Name, Word)>; 2],
    /// The memory that both start from.
    pub initial: InitialMemory,
    /// Symbols of what a front end does not model.
    pub unknown: BTreeSet<Term>,
    /// Whether threads come to the part only where such a value says so.
    reached_by_unknown: bool,
    /// What an execution with a meaning satisfies.
    pub background: Vec<Term>,
    /// What of it is that no expression lacks a value, where that is not always so.
    pub defined: Vec<Term>,
    /// Where each of these may matter, and it.
    hazards: Vec<(Term, Term)>,
    /// What makes both runs exact.
    pub exact: Vec<Term>,
    /// Whether a race is one only where the payloads differ.
    payloads_count: bool,
    /// Each pair of hits that may race, and when it does.
    pub races: Vec<(usize, usize, Term)>,
    /// Whether no pair of accesses is ordered in a warp in other cases than the query says.
    pub order_is_exact: bool,
}

/// The order in a warp.
struct InWarp {
    /// That both threads are of one.
    same: Term,
    /// The barriers of each; none in lock step.
    barriers: Option<[Vec<Barrier>; 2]>,
    exact: bool,
}

impl InWarp {
    /// What orders the accesses of these runs; nothing where threads are independent.
    fn new<S>(
        question: &Question<'_, S>,
        pair: &mut Pair<'_>,
        hits: &[Vec<Hit>; 2],
        barriers: [Vec<Barrier>; 2],
    ) -> Result<Option<Self>, Refusal> {
        let order = question.header.warps;
        let in_blocks = question.relation != Relation::DifferentBlocks;
        let orders_none = matches!(order, WarpOrder::Independent | WarpOrder::Unknown);
        if orders_none || !in_blocks {
            return Ok(None);
        }
        let same = pair.same_warp()?;
        if order.is_lock_step() {
            // What follows a conditional is on both its sides where one of them may end the thread.
            let twice = |a: &Hit| {
                let here = a.site.span().map(|span| &span.bytes);
                let other = |b: &&Hit| b.place.is_apart(&a.place);
                let mut others = hits[0].iter().filter(other);
                others.any(|b| here.is_some() && b.site.span().map(|span| &span.bytes) == here)
            };
            let exact = !hits[0].iter().any(twice);
            return Ok(Some(InWarp { same, barriers: None, exact }));
        }
        let known = pair.known_symbols();
        let terms = &pair.encoder.words.terms;
        let outside = |b: &Barrier| b.place.around.iter().all(|a| matches!(a, Around::Side(..)));
        let exact = !barriers.iter().flatten().any(|b| {
            outside(b) && !terms.free_symbols(b.path).iter().all(|symbol| known.contains(symbol))
        });
        Ok(Some(InWarp { same, barriers: Some(barriers), exact }))
    }

    /// The race, where the order in a warp leaves it.
    fn unordered(&mut self, words: &mut Words, a: &Hit, b: &Hit, race: Term) -> Term {
        let barriers = self.barriers.as_ref().map(|of| of.each_ref().map(Vec::as_slice));
        let ordered = ordered(words, [&a.place, &b.place], barriers, &mut self.exact);
        let ordered = words.terms.and(self.same, ordered);
        let unordered = words.terms.not(ordered);
        words.terms.and(race, unordered)
    }
}

/// Each pair of hits that may race, and when it does.
fn races<S>(
    question: &Question<'_, S>,
    words: &mut Words,
    hits: &[Vec<Hit>; 2],
    mut warps: Option<&mut InWarp>,
    wanted: &dyn Fn(Ordinals) -> bool,
) -> Result<Vec<(usize, usize, Term)>, Refusal> {
    let mut races = Vec::new();
    // Of accesses that are one to the query, the first stand for the others.
    let alike = hits.each_ref().map(|hits| alike(hits, warps.is_some()));
    let mut asked = HashSet::default();
    for (m, a) in hits[0].iter().enumerate() {
        for (n, b) in hits[1].iter().enumerate() {
            limits::ask()?;
            let writes = a.mode == Mode::Wr || b.mode == Mode::Wr;
            if !writes
                || !wanted((a.ordinal, b.ordinal))
                || !asked.insert((alike[0][m], alike[1][n]))
            {
                continue;
            }
            let same = words.compare(Rel::Eq, &a.index, &b.index);
            let mut race = words.terms.all([a.path, b.path, same]);
            if let (false, Some(x), Some(y)) = (question.benign, &a.payload, &b.payload) {
                let differ = words.compare(Rel::Ne, x, y);
                race = words.terms.and(race, differ);
            }
            if let Some(warps) = &mut warps {
                race = warps.unordered(words, a, b, race);
            }
            races.push((m, n, race));
        }
    }
    Ok(races)
}

/// Of each access the first one that is made where and when it is made, in the same way: as far as the order in a warp
/// does not tell them apart.
fn alike(hits: &[Hit], ordered: bool) -> Vec<usize> {
    let mut first = HashMap::default();
    let each = hits.iter().enumerate().map(|(n, hit)| match ordered {
        true => n,
        false => {
            let payload = hit.payload.as_ref().map(|payload| payload.term);
            *first.entry((hit.mode, hit.path, hit.index.term, payload)).or_insert(n)
        }
    });
    each.collect()
}

impl<'q> Query<'q> {
    /// The query for the pairs of accesses that are wanted, in these words.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn new<S: Syntax>(
        question: &Question<'q, S>,
        words: Words,
        wanted: &dyn Fn(Ordinals) -> bool,
    ) -> Result<Self, Refusal> {
        let mut pair = Pair::new(question.program, question.header, words, question.relation)?;
        let mut initial = InitialMemory::default();
        if question.relation != Relation::SameBlock {
            let own = |a: &&Name| question.header.sharing(a) == Sharing::Block;
            initial.separate = question.header.arrays.keys().filter(own).cloned().collect();
        }
        let always = pair.encoder.words.terms.boolean(true);
        let (mut hits, mut choices, mut bound) = (Vec::new(), Vec::new(), Vec::new());
        let mut hazards = Vec::new();
        let mut barriers = Vec::new();
        let (mut defined, mut exact, mut unknown) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (n, tag) in TAGS.iter().enumerate() {
            let frame = pair.frames[n].clone();
            let mut run = Run::new(&mut pair.encoder, &mut initial, question.array, tag, frame);
            run.volatile = question.volatile.clone();
            run.walk(question.body, always)?;
            hits.push(run.hits);
            choices.push(run.choices);
            bound.push(run.bound);
            barriers.push(run.barriers);
            defined.append(&mut run.defined);
            hazards.append(&mut run.hazards);
            exact.append(&mut run.exact);
            unknown.append(&mut run.unknown);
        }
        let is_unknown = |x: &Name| question.header.unknowns.contains_key(x);
        // The program's own are constants that another file says.
        let chosen = |x: &&Name| is_unknown(x) && !question.program.params.contains(x);
        for x in question.header.params.iter().filter(chosen) {
            unknown.extend(pair.frames[0].variables.get(x).map(|word| word.term));
        }
        let mut reached_by_unknown = false;
        let own = question.program.assumptions.len();
        let conditions = question.header.assumptions.iter().skip(own);
        conditions.for_each(|c| c.each_variable(&mut |x| reached_by_unknown |= is_unknown(x)));
        let hits = two(hits);
        let mut warps = InWarp::new(question, &mut pair, &hits, two(barriers))?;
        let races = races(question, &mut pair.encoder.words, &hits, warps.as_mut(), wanted)?;
        let mut background = pair.facts.clone();
        if let Some(past) = &question.past {
            background.extend(past::constrain(&mut pair, &initial, past)?);
        }
        let choices = two(choices);
        background.extend(super::ticket::apart(&mut pair, &choices)?);
        background.extend(&pair.encoder.words.facts);
        background.extend(&pair.preferred);
        defined.retain(|term| *term != always);
        background.extend(&defined);
        background.extend(&initial.consistent);
        let payloads_count = !question.benign;
        Ok(Query {
            pair,
            hits,
            bound: two(bound),
            choices,
            initial,
            unknown,
            reached_by_unknown,
            background,
            defined,
            hazards,
            exact,
            payloads_count,
            races,
            order_is_exact: match question.header.warps {
                WarpOrder::Unknown => question.relation == Relation::DifferentBlocks,
                _ => warps.is_none_or(|warps| warps.exact),
            },
        })
    }

    /// The products and quotients of unknowns that terms hang on.
    fn products_of(&self, roots: &[Term]) -> BTreeSet<Term> {
        let Words { terms, products, .. } = &self.pair.encoder.words;
        terms.order(roots).into_iter().filter(|t| products.contains(t)).collect()
    }

    /// Those that the races hang on.
    fn products_of_races(&self) -> BTreeSet<Term> {
        let races: Vec<Term> = self.races.iter().map(|(_, _, race)| *race).collect();
        self.products_of(&races)
    }

    /// Whether a race hangs on one.
    pub fn multiplies(&self) -> bool {
        !self.products_of_races().is_empty()
    }

    /// Whether a race hangs on what is left of a division by a number that is no power of two.
    pub fn divides(&self) -> bool {
        let terms = &self.pair.encoder.words.terms;
        let races: Vec<Term> = self.races.iter().map(|(_, _, race)| *race).collect();
        terms.order(&races).into_iter().any(|term| {
            let Node::Apply(Op::Div | Op::Mod, args) = terms.node(term) else { return false };
            let by = args.get(1).and_then(|by| terms.literal(*by));
            let by = by.and_then(|by| by.number().cloned());
            by.is_some_and(|n| is_size(&n) && n.magnitude().count_ones() != 1)
        })
    }

    /// The background of a weaker query, with those products and quotients of unknowns alone on which a race hangs.
    /// None where that are all.
    ///
    /// **Why that is sound.** Assertions are left out, and none is added: each model of the query is one of this.
    pub fn near_races(&self) -> Option<Vec<Term>> {
        let wanted = self.products_of_races();
        let near = |term: &&Term| self.products_of(&[**term]).is_subset(&wanted);
        let kept: Vec<Term> = self.background.iter().filter(near).copied().collect();
        (kept.len() < self.background.len()).then_some(kept)
    }

    /// What is asserted: the background, and one of the races.
    pub fn assertions(&mut self) -> Vec<Term> {
        let races: Vec<Term> = self.races.iter().map(|(_, _, race)| *race).collect();
        let some = self.pair.encoder.words.terms.any(races);
        let mut assertions = self.background.clone();
        assertions.push(some);
        assertions
    }

    /// The race that a model shows.
    pub fn shown(&self, model: &Model) -> Option<(&Hit, &Hit)> {
        let (m, n, _) = self.shown_race(model)?;
        Some((&self.hits[0][m], &self.hits[1][n]))
    }

    /// As [`Query::shown`], with when it is one.
    pub(super) fn shown_race(&self, model: &Model) -> Option<(usize, usize, Term)> {
        let terms = &self.pair.encoder.words.terms;
        let holds = |race: Term| terms.holds(&[race], model) == Ok(true);
        self.races.iter().find(|(_, _, race)| holds(*race)).copied()
    }

    /// Whether the race of two hits may hang on a value that a front end does not model, constants of other files
    /// aside.
    pub fn hangs_on_unknown(&self, a: &Hit, b: &Hit) -> bool {
        self.reached_by_unknown || self.any_hangs_on(self.roots_of(a, b), &self.unknown)
    }

    /// What decides whether two hits race.
    pub(super) fn roots_of(&self, a: &Hit, b: &Hit) -> Vec<Term> {
        let mut roots = vec![a.path, b.path, a.index.term, b.index.term];
        if self.payloads_count {
            roots.extend([a, b].iter().filter_map(|h| Some(h.payload.as_ref()?.term)));
        }
        roots
    }

    /// Whether it may hang on such a value, or such a constant, that an execution has a meaning.
    pub fn meaning_hangs_on_unknown(&self) -> bool {
        let mut unknown = self.unknown.clone();
        unknown.extend(self.pair.constants.iter().map(|word| word.term));
        self.any_hangs_on(self.defined.clone(), &unknown)
    }

    /// That neither thread comes to where such a value decides whether there is a meaning; false
    /// where that hangs on such a value too.
    pub fn certain(&mut self) -> Term {
        let hazards = std::mem::take(&mut self.hazards);
        let mut certain = self.pair.encoder.words.terms.boolean(true);
        for (reach, defined) in &hazards {
            if !self.any_hangs_on(vec![*defined], &self.unknown) {
                continue;
            }
            let hangs = self.any_hangs_on(vec![*reach], &self.unknown);
            let terms = &mut self.pair.encoder.words.terms;
            let apart = if hangs { terms.boolean(false) } else { terms.not(*reach) };
            certain = terms.and(certain, apart);
        }
        self.hazards = hazards;
        certain
    }

    /// Whether one of these may hang on one of those symbols.
    pub(super) fn any_hangs_on(&self, mut roots: Vec<Term>, symbols: &BTreeSet<Term>) -> bool {
        let terms = &self.pair.encoder.words.terms;
        let mut seen: BTreeSet<Term> = BTreeSet::new();
        while let Some(root) = roots.pop() {
            for symbol in terms.free_symbols(root) {
                if symbols.contains(&symbol) {
                    return true;
                }
                if seen.insert(symbol) {
                    // What a cell holds depends on which cell it is.
                    let cells = self.initial.cells.iter();
                    roots.extend(cells.filter(|c| c.value.term == symbol).map(|c| c.index.term));
                }
            }
        }
        false
    }

    /// The initial memory of a model: array, whose where each thread has its own, cell, contents.
    pub fn memory(&self, model: &Model) -> Vec<(Name, Option<usize>, Number, Number)> {
        let value = |word| self.pair.value(model, word);
        self.initial
            .cells
            .iter()
            .map(|cell| {
                let owner = cell.owner.as_ref().and_then(|o| TAGS.iter().position(|t| t == o));
                (cell.array.clone(), owner, value(&cell.index), value(&cell.value))
            })
            .collect()
    }
}

fn two<T>(both: Vec<T>) -> [T; 2] {
    let mut both = both.into_iter();
    match (both.next(), both.next()) {
        (Some(a), Some(b)) => [a, b],
        _ => unreachable!("there are two threads"),
    }
}
