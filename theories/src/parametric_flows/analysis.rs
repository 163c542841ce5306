//! The analysis of a program: intervals, the flows in each, and what two threads on them do.

use super::carried::Came;
use super::execute::{Executor, Inputs, Refusal};
use super::found::{Deadlock, Flow, Flows, Interval, Race};
use super::input;
use super::join::merged;
use super::memory::Memory;
use super::order::{Warps, distinct, may_race};
use super::reason::{NotDecided, Undecided};
use super::relation::{Relation, WARP};
use super::run::{Access, End, Run};
use super::witness::{self, Hangs, Shown};
use crate::planted;
use jaminan::Program;
use oracle::check::Settings;
use oracle::solver::{Answer, Model, Term};
use semantics::{Mode, Name, Rel, Site, limits};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// A program has at most this many intervals.
pub const MOST_INTERVALS: usize = 2000;

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How warps run.
    pub warps: Warps,
    /// Which inputs are symbolic.
    pub inputs: Inputs,
    /// What is asked of memory behind a barrier, where a race is not replayed.
    pub memory: Memory,
    /// Whether what is found is replayed. Where it is not, as in GKLEEp, it stays open.
    pub replays: bool,
    /// How many threads a warp has; 32 on every device so far.
    pub warp: u64,
    /// Whether an input is made for each flow.
    pub tests: bool,
    /// Whether bank conflicts and uncoalesced accesses are looked for, and by which rules.
    pub performance: Option<super::performance::Capability>,
}

impl Default for Analysis {
    /// Independent threads, all inputs symbolic, nothing but races and deadlocks.
    fn default() -> Self {
        let (warps, inputs) = (Warps::Independent, Inputs::default());
        let (memory, replays, warp) = (Memory::Carried, true, WARP);
        Analysis { warps, inputs, memory, replays, warp, tests: false, performance: None }
    }
}

/// A flow with its two threads: of one the tree is made, the other follows it.
pub(super) type Pair = [Run; 2];

/// The begin of an interval: its barrier, how many were passed before, the threads, and how they came.
type Begin = (Option<Site>, usize, Pair, Option<Rc<Came>>);

/// An interval with its flows as terms.
pub(super) struct Explored {
    number: usize,
    /// The flows.
    pub flows: Vec<Pair>,
}

impl Analysis {
    fn asker<'a, 'h, 's>(
        &self,
        program: &'h Program,
        executor: &'a mut Executor<'h>,
        settings: &'a mut Settings<'s>,
        found: &'a mut Flows,
    ) -> Asker<'a, 'h, 's> {
        let (memory, replays) = (self.memory, self.replays);
        Asker { program, executor, settings, found, memory, replays }
    }

    /// Analyses a program.
    ///
    /// # Errors
    /// What keeps it from being analysed at all.
    pub fn run(&self, program: &Program, settings: &mut Settings<'_>) -> Result<Flows, Refusal> {
        let mut executor = Executor::new(program, self.inputs.clone())?;
        executor.warp = self.warp;
        // A warp in lock step is in one iteration at a time.
        executor.some_iteration = self.warps == Warps::Independent;
        let truth = executor.words().terms.boolean(true);
        let body = executor.body.clone();
        let frames = executor.pair.frames.clone();
        let entry = frames.map(|frame| Run::new(frame, body.clone(), truth));
        let mut found = Flows::default();
        let mut explored: Vec<Explored> = Vec::new();
        let mut open: VecDeque<Begin> = VecDeque::from([(None, 0, entry, None)]);
        while let Some((begin, depth, entry, came)) = open.pop_front() {
            let number = found.intervals.len();
            if number == MOST_INTERVALS {
                return Err(Refusal::TooManyIntervals(MOST_INTERVALS));
            }
            executor.entries.push(came);
            if self.memory == Memory::OpenWhereAccumulative {
                let accumulative = executor.accumulative(&explored, settings)?;
                executor.accumulative.push(accumulative);
            }
            let flows = self.flows(&mut executor, entry, number, settings)?;
            if let [[only, _]] = &flows[..]
                && !executor.is_feasible(only, settings)
            {
                let interval = format!("interval {number}");
                found.undecided.push(Undecided::about(interval, NotDecided::Meaningless));
            }
            let groups = groups(&flows);
            let tested = |run: &Run, executor: &mut Executor<'_>, settings: &mut Settings<'_>| {
                self.tests.then(|| input::test(program, executor, run, depth, settings))
            };
            let mut described = Vec::new();
            for [run, _] in &flows {
                described.push(Flow {
                    turns: run.turns.clone(),
                    accesses: run.accesses.iter().map(told).collect(),
                    end: run.end.clone(),
                    test: tested(run, &mut executor, settings),
                });
            }
            found.intervals.push(Interval { begin, depth, flows: described });
            let mut asker = self.asker(program, &mut executor, settings, &mut found);
            asker.deadlocks(number, &flows, &groups)?;
            if flows.iter().any(|[run, _]| run.end == End::Cut) {
                let interval = format!("interval {number}");
                asker.found.undecided.push(Undecided::about(interval, NotDecided::CutOff));
            }
            for group in &groups {
                let first = &flows[group[0]][0];
                if let End::Barrier(site) = &first.end {
                    let next = merged(&mut executor, &flows, group);
                    let came = executor.came(number, group.iter().map(|flow| &flows[*flow]));
                    open.push_back((Some(site.clone()), depth + 1, next, Some(came)));
                }
            }
            explored.push(Explored { number, flows });
        }
        let mut asker = self.asker(program, &mut executor, settings, &mut found);
        match asker.all_races(self.warps, &explored) {
            // What was found until then stays.
            Err(why @ (Refusal::Exhausted(_) | Refusal::TooLarge)) => {
                asker.found.undecided.push(Undecided::about("races", why));
            }
            other => other?,
        }
        asker.found.undecided.extend(asker.found.of_left_out());
        if let Some(capability) = self.performance {
            for Explored { number, flows } in &explored {
                super::performance::look(capability, *number, flows, &mut asker)?;
            }
        }
        found.asked += executor.asked;
        found.undecided.dedup();
        Ok(found)
    }

    fn flows(
        &self,
        executor: &mut Executor<'_>,
        [first, second]: Pair,
        number: usize,
        settings: &mut Settings<'_>,
    ) -> Result<Vec<Pair>, Refusal> {
        let mut flows = Vec::new();
        for run in executor.explore(first, (0, number), settings)? {
            let other = executor.follow(second.clone(), (1, number), &run.decisions)?;
            flows.push([run, other]);
        }
        Ok(flows)
    }
}

fn told(access: &Access) -> (Mode, Name, Site) {
    (access.mode, access.array.clone(), access.site.clone())
}

/// The flows by where they end.
pub(super) fn groups(flows: &[Pair]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (n, [run, _]) in flows.iter().enumerate() {
        if run.end == End::Cut {
            continue;
        }
        match groups.iter_mut().find(|group| flows[group[0]][0].stands_with(run)) {
            Some(group) => group.push(n),
            None => groups.push(vec![n]),
        }
    }
    groups
}

/// Asks the solver about pairs of threads.
pub(super) struct Asker<'a, 'h, 's> {
    /// The program.
    pub program: &'h Program,
    /// Where the terms are.
    pub executor: &'a mut Executor<'h>,
    /// Who answers.
    pub settings: &'a mut Settings<'s>,
    /// What was found.
    pub found: &'a mut Flows,
    /// What is asked of memory behind a barrier.
    pub memory: Memory,
    /// Whether what is found is replayed.
    pub replays: bool,
}

/// Two accesses that may race, and when they do.
struct Candidate<'r> {
    flows: [(usize, usize); 2],
    runs: [&'r Run; 2],
    accesses: [&'r Access; 2],
    race: Term,
}

impl Candidate<'_> {
    /// What tells one race from another: the two places, however they are come to.
    fn is_of(&self, race: &Race, relation: Relation) -> bool {
        let place = |site: &Site| site.span().map(|span| (span.bytes.start, span.bytes.end));
        let own = self.accesses.map(|access| (access.mode, place(&access.site)));
        let other = [0, 1].map(|n| (race.accesses[n].0, place(&race.accesses[n].1)));
        let turned = [other[1], other[0]];
        race.array == self.accesses[0].array
            && race.relation == relation
            && (own == other || own == turned)
    }
}

/// The model of an answer, where there is one; what is not decided is noted.
pub fn model(answer: Answer, what: &str, undecided: &mut Vec<Undecided>) -> Option<Model> {
    match answer {
        Answer::Sat(model) => return Some(model),
        Answer::Unsat => {}
        Answer::UnsatWithin { bits } => {
            undecided.push(Undecided::about(what, NotDecided::Within(bits)))
        }
        Answer::Unknown(why) => undecided.push(Undecided::about(what, why)),
    }
    None
}

impl Asker<'_, '_, '_> {
    /// A model of the roots, where there is one.
    pub fn model(&mut self, roots: Vec<Term>, one_block: bool, what: &str) -> Option<Model> {
        self.model_with(Memory::Open, roots, one_block, what)
    }

    /// The same, with this asked of memory.
    fn model_with(
        &mut self,
        memory: Memory,
        roots: Vec<Term>,
        one_block: bool,
        what: &str,
    ) -> Option<Model> {
        let assertions = self.executor.known(roots, one_block, memory);
        self.found.asked += 1;
        let answer = self.settings.ask(&self.executor.pair.encoder.words.terms, &assertions);
        model(answer, what, &mut self.found.undecided)
    }

    /// Whether there is time, and room for more terms.
    fn may_go_on(&self) -> Result<(), Refusal> {
        limits::ask_now()?;
        if self.executor.is_too_large() { Err(Refusal::TooLarge) } else { Ok(()) }
    }

    fn all_races(&mut self, warps: Warps, explored: &[Explored]) -> Result<(), Refusal> {
        for one in explored {
            for relation in [Relation::SameWarp, Relation::SameBlock] {
                self.races(warps, relation, one, one)?;
            }
        }
        // Nothing orders two blocks: an interval of one races with any interval of another.
        for (n, one) in explored.iter().enumerate() {
            let last = planted::in_place_of(explored.len(), "flows-blocks-in-step", || n + 1);
            for other in &explored[n..last] {
                self.races(warps, Relation::DifferentBlocks, one, other)?;
            }
        }
        Ok(())
    }

    /// The races of one thread in one interval with another in another.
    fn races(
        &mut self,
        warps: Warps,
        relation: Relation,
        one: &Explored,
        other: &Explored,
    ) -> Result<(), Refusal> {
        let mut open = vec![self.candidates(warps, relation, one, other)?];
        while let Some(candidates) = open.pop() {
            self.races_of(relation, [one, other], candidates, &mut open)?;
        }
        Ok(())
    }

    /// The races that are among these. Where no more are told of, one that can be replayed is looked for, on
    /// arrays first of which none is told of; the others stay open.
    fn races_of<'r>(
        &mut self,
        relation: Relation,
        [one, other]: [&Explored; 2],
        mut candidates: Vec<Candidate<'r>>,
        open: &mut Vec<Vec<Candidate<'r>>>,
    ) -> Result<(), Refusal> {
        // A race that is not replayed is asked for again, with what is known of the way there and of memory.
        let (mut further, mut pending) = (false, None);
        let entries = [(one, 0), (other, 1)];
        let entries = entries.map(|(at, n)| at.flows.first().map(|pair| pair[n].entry));
        while !candidates.is_empty() {
            if let Err(why) = self.may_go_on() {
                pending.into_iter().for_each(|race| self.found.add(race));
                return Err(why);
            }
            if self.found.is_full() && pending.is_none() {
                if self.found.is_racy() {
                    self.found.left_out.get_or_insert_default();
                    break;
                }
                open.extend(self.told_of(&mut candidates));
            }
            let races: Vec<Term> = candidates.iter().map(|c| c.race).collect();
            let some = self.executor.words().terms.any(races);
            let what = format!("races in interval {}, {}", one.number, relation.words());
            let undecided = self.found.undecided.len();
            let mut roots = vec![some];
            roots.extend(entries.iter().flatten().filter(|_| further));
            let memory = if further { self.memory } else { Memory::Open };
            let Some(model) = self.model_with(memory, roots, relation.one_block(), &what) else {
                if self.found.undecided.len() > undecided
                    && let Some(race) = pending
                {
                    self.found.add(race);
                }
                break;
            };
            let terms = &self.executor.pair.encoder.words.terms;
            let holds = |c: &&Candidate<'_>| terms.holds(&[c.race], &model) == Ok(true);
            let Some(shown) = candidates.iter().find(holds) else {
                self.found.undecided.push(Undecided::about(what, NotDecided::NoneOfThem));
                pending.into_iter().for_each(|race| self.found.add(race));
                break;
            };
            let race = self.race(shown, relation, &model);
            let behind = one.number > 0 || other.number > 0;
            if !race.shown.replayed && behind && !further && self.replays {
                (further, pending) = (true, Some(race));
                continue;
            }
            pending = None;
            candidates.retain(|candidate| !candidate.is_of(&race, relation));
            self.found.add(race);
        }
        Ok(())
    }

    /// Takes out those on arrays of which a race is told, if there are others.
    fn told_of<'r>(&self, candidates: &mut Vec<Candidate<'r>>) -> Option<Vec<Candidate<'r>>> {
        let arrays: BTreeSet<&Name> = self.found.races.iter().map(|race| &race.array).collect();
        let told = |candidate: &Candidate<'_>| arrays.contains(&candidate.accesses[0].array);
        if candidates.iter().all(&told) || !candidates.iter().any(&told) {
            return None;
        }
        let (told, others) = std::mem::take(candidates).into_iter().partition(told);
        *candidates = others;
        Some(told)
    }

    fn candidates<'r>(
        &mut self,
        warps: Warps,
        relation: Relation,
        one: &'r Explored,
        other: &'r Explored,
    ) -> Result<Vec<Candidate<'r>>, Refusal> {
        let header = self.executor.pair.encoder.header;
        let falsity = self.executor.words().terms.boolean(false);
        let related = {
            let [a, b] = self.executor.pair.frames.clone();
            self.executor.relate(relation, [&a, &b])?
        };
        let mut candidates: Vec<Candidate<'r>> = Vec::new();
        if related == falsity {
            return Ok(candidates);
        }
        let known: Vec<Race> =
            self.found.races.iter().filter(|race| race.relation == relation).cloned().collect();
        let accesses = |run: &'r Run| distinct(warps, relation, &run.accesses);
        let ones: Vec<_> = one.flows.iter().map(|[run, _]| accesses(run)).collect();
        let others: Vec<_> = other.flows.iter().map(|[_, run]| accesses(run)).collect();
        for (f, [a, _]) in one.flows.iter().enumerate() {
            for (g, [_, b]) in other.flows.iter().enumerate() {
                // The threads can change names.
                let same = one.number == other.number;
                if same && g < f || planted::passed_over(same && f == g) {
                    continue;
                }
                let mut both = None;
                for &x in &ones[f] {
                    self.may_go_on()?;
                    for &y in &others[g] {
                        let sharing = header.sharing(&x.array);
                        if !may_race(warps, relation, sharing, x, y) {
                            continue;
                        }
                        let both = *both.get_or_insert_with(|| {
                            let (a, b) = (self.executor.made(a), self.executor.made(b));
                            let both = self.executor.words().terms.all([related, a, b]);
                            planted::in_place_of(both, "flows-without-path", || related)
                        });
                        let words = self.executor.words();
                        let meet = words.compare(Rel::Eq, &x.index, &y.index);
                        let race = words.terms.and(both, meet);
                        let flows = [(one.number, f), (other.number, g)];
                        let (runs, accesses) = ([a, b], [x, y]);
                        let candidate = Candidate { flows, runs, accesses, race };
                        let told = known.iter().any(|race| candidate.is_of(race, relation));
                        if race != falsity && !told {
                            candidates.push(candidate);
                        }
                    }
                }
            }
        }
        Ok(candidates)
    }

    fn race(&mut self, candidate: &Candidate<'_>, relation: Relation, model: &Model) -> Race {
        let Candidate { flows, runs, accesses, .. } = candidate;
        let [a, b] = *accesses;
        let depths = flows.map(|(interval, _)| self.found.intervals[interval].depth);
        let history = runs.map(Run::before).concat();
        let executor = &mut *self.executor;
        let shown = if self.replays {
            let mut hangs = Hangs::of(executor, [a, b], depths, &history);
            if depths != [0, 0] {
                hangs = hangs.unless_certain(executor, [a, b], &history, model, self.settings);
            }
            witness::race(self.program, executor, *runs, [a, b], depths, hangs, model)
        } else {
            Shown::not_replayed(executor, model)
        };
        Race {
            array: a.array.clone(),
            index: self.executor.pair.value(model, &a.index),
            relation,
            flows: *flows,
            accesses: [(a.mode, a.site.clone()), (b.mode, b.site.clone())],
            shown,
        }
    }

    fn deadlocks(
        &mut self,
        interval: usize,
        flows: &[Pair],
        groups: &[Vec<usize>],
    ) -> Result<(), Refusal> {
        let frames = self.executor.pair.frames.clone();
        let groups = planted::in_place_of(groups, "flows-no-deadlock", || &[]);
        for (m, one) in groups.iter().enumerate() {
            for other in &groups[m + 1..] {
                let warp = self.executor.relate(Relation::SameWarp, [&frames[0], &frames[1]])?;
                let block = self.executor.relate(Relation::SameBlock, [&frames[0], &frames[1]])?;
                let related = self.executor.words().terms.or(warp, block);
                let mut pairs = Vec::new();
                for f in one {
                    for g in other {
                        let (a, b) =
                            (self.executor.made(&flows[*f][0]), self.executor.made(&flows[*g][1]));
                        let both = self.executor.words().terms.all([related, a, b]);
                        pairs.push(([*f, *g], both));
                    }
                }
                let all: Vec<Term> = pairs.iter().map(|(_, both)| *both).collect();
                let some = self.executor.words().terms.any(all);
                let what = format!("deadlock after interval {interval}");
                let mut deadlock = None;
                let entries = [0, 1].map(|n| flows[one[0]][n].entry);
                for further in [false, true] {
                    let undecided = self.found.undecided.len();
                    let mut roots = vec![some];
                    roots.extend(entries.iter().filter(|_| further));
                    let memory = if further { self.memory } else { Memory::Open };
                    let Some(model) = self.model_with(memory, roots, true, &what) else {
                        if self.found.undecided.len() == undecided {
                            deadlock = None;
                        }
                        break;
                    };
                    let terms = &self.executor.pair.encoder.words.terms;
                    let holds =
                        |(_, both): &&([usize; 2], Term)| terms.holds(&[*both], &model) == Ok(true);
                    let Some(([f, g], _)) = pairs.iter().find(holds) else {
                        self.found.undecided.push(Undecided::about(what, NotDecided::NoneOfThem));
                        break;
                    };
                    let runs = [&flows[*f][0], &flows[*g][1]];
                    let history = runs.map(Run::before).concat();
                    let begin = interval == 0;
                    let executor = &mut *self.executor;
                    let shown = match self.replays {
                        true => {
                            witness::deadlock(self.program, executor, runs, begin, &history, &model)
                        }
                        false => Shown::not_replayed(executor, &model),
                    };
                    let ends = runs.map(|run| run.end.clone());
                    let replayed = shown.replayed;
                    deadlock = Some(Deadlock { interval, flows: [*f, *g], ends, shown });
                    // What is not replayed is asked for again, with what is known of the way there.
                    if replayed || interval == 0 || !self.replays {
                        break;
                    }
                }
                self.found.deadlocks.extend(deadlock);
            }
        }
        Ok(())
    }
}
