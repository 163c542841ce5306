//! Algorithms 1 and 2: races and divergent barriers, of all intervals in one run. [S18, §5]

use super::formula::{Formula, Statement};
use super::translate::{Formulas, Reading, translate};
use crate::parametric_flows::analysis::model;
use crate::parametric_flows::execute::Refusal;
use crate::parametric_flows::found::Verdict;
use crate::parametric_flows::reason::{NotDecided, NotShown, Undecided};
use crate::parametric_flows::relation::Relation;
use crate::parametric_flows::run::Run;
use crate::parametric_flows::witness::{self, Hangs, Shown};
use crate::planted;
use jaminan::Program;
use oracle::check::Settings;
use oracle::solver::smtlib::Query;
use oracle::solver::{Model, Term};
use semantics::{Mode, Name, Number, Rel, Sharing, Site, Syntax, limits};
use web_time::{Duration, Instant};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The formulas.
    pub formulas: Vec<Formula>,
    /// The races, a pair of formulas each. (Algorithm 1)
    pub races: Vec<Race>,
    /// The divergent barriers. (Algorithm 2)
    pub divergences: Vec<Divergence>,
    /// What is not decided, and why.
    pub undecided: Vec<Undecided>,
    /// The questions that were asked.
    pub questions: Vec<Question>,
    /// How long each algorithm took, replays included.
    pub times: [Duration; 2],
}

/// A question to a solver.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub what: String,
    /// As SMT-LIB, where that was wanted.
    pub script: Option<String>,
}

/// Two accesses that race.
#[derive(Clone, Debug)]
pub struct Race {
    /// The formulas, by number.
    pub formulas: [usize; 2],
    /// The array.
    pub array: Name,
    /// The cell, in the witness.
    pub index: Number,
    /// How each thread accesses the cell, and where.
    pub accesses: [(Mode, Site); 2],
    /// The witness, and what came of its replay.
    pub shown: Shown,
}

/// A barrier that one thread comes to and another of its block does not.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The formula, by number.
    pub formula: usize,
    /// The barrier.
    pub site: Site,
    /// The witness, and what came of its replay.
    pub shown: Shown,
}

impl Found {
    /// The verdict, as of `check`: a divergence is not a race.
    pub fn verdict(&self) -> Verdict {
        if self.races.iter().any(|race| race.shown.replayed) {
            Verdict::Racy
        } else if !self.races.is_empty() {
            Verdict::Potential
        } else if self.undecided.is_empty() {
            Verdict::Drf
        } else {
            Verdict::Unknown
        }
    }
}

/// Runs both algorithms, within the limits in force: what is found by then is told.
///
/// # Errors
/// A program that has no formulas.
pub fn analyse(
    program: &Program,
    reading: Reading,
    scripts: bool,
    settings: &mut Settings<'_>,
) -> Result<Found, Refusal> {
    let formulas = translate(program, reading)?;
    let found = Found { formulas: formulas.formulas.clone(), ..Found::default() };
    let mut asker = Asker { program, formulas, scripts, settings, found };
    asker.launch()?;
    let start = Instant::now();
    asker.races()?;
    let races = start.elapsed();
    asker.divergences()?;
    asker.found.times = [races, start.elapsed() - races];
    asker.found.undecided.dedup();
    Ok(asker.found)
}

struct Asker<'h, 'a, 's> {
    program: &'h Program,
    formulas: Formulas<'h>,
    scripts: bool,
    settings: &'a mut Settings<'s>,
    found: Found,
}

impl Asker<'_, '_, '_> {
    /// Without an execution with a meaning nothing is shown.
    fn launch(&mut self) -> Result<(), Refusal> {
        let roots = self.formulas.defined[0].clone();
        if self.ask(roots, true, "whether anything runs".into()).is_none() {
            self.found.undecided.push(Undecided::of_all(NotDecided::Meaningless));
        }
        Ok(())
    }

    fn ask(&mut self, roots: Vec<Term>, one_block: bool, what: String) -> Option<Model> {
        let executor = &mut self.formulas.executor;
        let assertions = executor.assertions(roots, one_block);
        let terms = &executor.pair.encoder.words.terms;
        let script = self.scripts.then(|| Query::new(terms, &assertions).script());
        let answer = self.settings.ask(terms, &assertions);
        self.found.questions.push(Question { what: what.clone(), script });
        model(answer, &what, &mut self.found.undecided)
    }

    /// `tid₁ ≠ tid₂`, in one block or in two.
    fn distinct(&mut self, one_block: bool) -> Result<Term, Refusal> {
        let executor = &mut self.formulas.executor;
        let frames = executor.pair.frames.clone();
        let frames = [&frames[0], &frames[1]];
        if !one_block {
            return executor.relate(Relation::DifferentBlocks, frames);
        }
        let warp = executor.relate(Relation::SameWarp, frames)?;
        let block = executor.relate(Relation::SameBlock, frames)?;
        let terms = &mut executor.words().terms;
        let one = terms.or(warp, block);
        Ok(planted::in_place_of(one, "formulas-one-thread", || terms.boolean(true)))
    }

    /// Algorithm 1: `Φ` of every conflicting pair.
    fn races(&mut self) -> Result<(), Refusal> {
        let falsity = self.formulas.executor.words().terms.boolean(false);
        let related = [self.distinct(true)?, self.distinct(false)?];
        for l in 0..self.formulas.accesses.len() {
            let first = planted::in_place_of(l, "formulas-not-itself", || l + 1);
            for m in first..self.formulas.accesses.len() {
                if let Err(spent) = limits::ask_now() {
                    self.found.undecided.push(Undecided::about("races", Refusal::from(spent)));
                    return Ok(());
                }
                for one_block in [true, false] {
                    let distinct = related[usize::from(!one_block)];
                    if distinct != falsity
                        && self.conflict(l, m, one_block)
                        && self.race([l, m], one_block, distinct)
                    {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn conflict(&self, l: usize, m: usize, one_block: bool) -> bool {
        let (s, t) = (&self.formulas.accesses[l], &self.formulas.accesses[m]);
        let (Some([a, _]), Some([_, b])) = (&s.access, &t.access) else { return false };
        let header = &self.program.header;
        let shared = one_block || header.sharing(&a.array) == Sharing::Grid;
        // No barrier orders two blocks; the paper does not say so.
        let unordered = (!one_block && self.formulas.reading() == Reading::Mended)
            || self.formulas.together(s.interval, t.interval);
        let write = a.mode == Mode::Wr || b.mode == Mode::Wr;
        let write = planted::in_place_of(write, "formulas-writes-only", || a.mode == b.mode);
        a.array == b.array && write && shared && unordered
    }

    fn race(&mut self, pair: [usize; 2], one_block: bool, distinct: Term) -> bool {
        let [s, t] = pair.map(|n| self.formulas.accesses[n].clone());
        let (Some([a, _]), Some([_, b])) = (&s.access, &t.access) else { return false };
        let words = self.formulas.executor.words();
        let meet = words.compare(Rel::Eq, &a.index, &b.index);
        let mut roots = vec![distinct, s.predicate[0], t.predicate[1], meet];
        if planted::is("formulas-without-predicates") {
            roots = vec![distinct, meet];
        }
        roots.extend(self.formulas.defined.iter().flatten());
        let before = s.constraints.max(t.constraints);
        roots.extend(&self.formulas.constraints[..before]);
        if one_block && self.formulas.reading() == Reading::Mended {
            roots.extend(self.iterations(&s, &t));
        }
        let what = format!("race of {} and {}", s.formula, t.formula);
        let Some(model) = self.ask(roots, one_block, what) else { return false };
        let runs = self.formulas.runs.each_ref();
        let depth = usize::from(self.program.body.synchronizes());
        let executor = &self.formulas.executor;
        // A replay takes any two accesses of the cell, from whichever iteration: so all threads run where
        // any access hangs on what others may have written.
        let deeds = self.formulas.deeds();
        let defined = self.formulas.defined.concat();
        let hangs = Hangs::of(executor, [a, b], [depth; 2], &deeds).where_defined(
            executor,
            &defined,
            depth == 0,
        );
        let shown = witness::race(self.program, executor, runs, [a, b], [depth; 2], hangs, &model);
        let index = executor.pair.value(&model, &a.index);
        self.found.races.push(Race {
            formulas: [s.formula, t.formula],
            array: a.array.clone(),
            index,
            accesses: [(a.mode, a.site.clone()), (b.mode, b.site.clone())],
            shown,
        });
        true
    }

    /// Where every iteration of a loop passes a barrier, two threads of a block that no barrier
    /// stands between are in one iteration, or one of them begins the next one.
    fn iterations(&mut self, s: &Statement, t: &Statement) -> Vec<Term> {
        let mut equal = Vec::new();
        for number in s.loops.iter().filter(|number| t.loops.contains(number)) {
            let around = self.formulas.loops[*number].clone();
            if !around.steady {
                break;
            }
            let [begin, end] = around.ends;
            let words = self.formulas.executor.words();
            let [k, l] = &around.number;
            let rel = planted::in_place_of(Rel::Eq, "formulas-iterations-apart", || Rel::Ne);
            let same = words.compare(rel, k, l);
            if s.interval == t.interval && begin != end {
                equal.push(same);
                continue;
            }
            let one = words.number(&Number::from(1));
            let (after_k, after_l) = (words.add(k, &one), words.add(l, &one));
            let first_ahead = words.compare(Rel::Eq, k, &after_l);
            let second_ahead = words.compare(Rel::Eq, l, &after_k);
            let ahead = words.terms.or(first_ahead, second_ahead);
            equal.push(words.terms.or(same, ahead));
            break;
        }
        equal
    }

    /// Algorithm 2: `Ψ` of every barrier.
    fn divergences(&mut self) -> Result<(), Refusal> {
        let distinct = self.distinct(true)?;
        for n in 0..self.formulas.barriers.len() {
            if let Err(spent) = limits::ask_now() {
                self.found.undecided.push(Undecided::about("divergences", Refusal::from(spent)));
                return Ok(());
            }
            let barrier = self.formulas.barriers[n].clone();
            let [p, q] = barrier.predicate;
            let words = self.formulas.executor.words();
            let apart = words.terms.ne(p, q);
            let apart = planted::in_place_of(apart, "formulas-one-predicate", || p);
            let apart =
                planted::in_place_of(apart, "formulas-both-predicates", || words.terms.and(p, q));
            let mut roots = vec![distinct, apart];
            roots.extend(self.formulas.defined.iter().flatten());
            roots.extend(&self.formulas.constraints[..barrier.constraints]);
            let mended = self.formulas.reading() == Reading::Mended;
            if mended && !planted::is("formulas-any-iteration") {
                // Both are asked about the same iteration.
                for around in &barrier.loops {
                    let [k, l] = self.formulas.loops[*around].number.clone();
                    let words = self.formulas.executor.words();
                    roots.push(words.compare(Rel::Eq, &k, &l));
                }
            }
            let what = format!("divergence at {}", barrier.formula);
            let Some(model) = self.ask(roots, true, what) else { continue };
            let runs = self.formulas.runs.each_ref();
            let history = [self.formulas.history(), self.formulas.defined.concat()].concat();
            // The runs have no paths of their own: the predicates are what they hang on.
            let runs = [0, 1].map(|n| Run { path: barrier.predicate[n], ..runs[n].clone() });
            let executor = &self.formulas.executor;
            let mut shown =
                witness::deadlock(self.program, executor, runs.each_ref(), false, &history, &model);
            if self.hangs(&barrier) {
                (shown.replayed, shown.why) = (false, Some(NotShown::Unknown));
            }
            let (formula, site) = (barrier.formula, barrier.site);
            self.found.divergences.push(Divergence { formula, site, shown });
        }
        Ok(())
    }

    /// Whether a barrier's predicate hangs on what is not modelled, or whether that has a meaning.
    fn hangs(&self, barrier: &Statement) -> bool {
        let executor = &self.formulas.executor;
        let terms = &executor.pair.encoder.words.terms;
        let roots = [&barrier.predicate[..], &self.formulas.defined.concat()].concat();
        let symbols = terms.free_symbols_of(&roots);
        symbols.iter().any(|symbol| executor.unknown.contains(symbol))
    }
}
