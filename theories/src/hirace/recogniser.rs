//! What any machine with one accessor record can know: the least recogniser of races by the
//! observations that the record allows. (Myhill and Nerode.)

use super::alphabet::{Observation, Relation, Sync};
use super::grid::{Event, Grid};
use super::history::History;
use super::knowledge::{Form, Knowledge};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::VecDeque;

/// A class of words of observations after which the same is still to come. `Class(0)` is that of
/// the word without observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Class(pub u16);

/// The least deterministic automaton that reads observations and ends in `race` with the first race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recogniser {
    next: Vec<[Class; Observation::COUNT]>,
    /// The class of words with a race; every other class is of race-free words.
    pub race: Class,
}

/// Two histories that a record cannot tell apart, of which one races.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indistinguishable {
    /// What is seen in both.
    pub seen: Vec<Observation>,
    /// With a race at the end.
    pub racing: History,
    /// Without.
    pub free: History,
}

/// What is left out of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// Nothing: \[H24\]'s record.
    Nothing,
    /// Which thread of its warp the accessor is.
    Thread,
    /// Which block the accessor's is.
    Block,
    /// The block clock.
    BlockClock,
    /// The warp clock.
    WarpClock,
}

impl LeftOut {
    /// Each part of the record.
    pub const PARTS: [LeftOut; 4] =
        [LeftOut::Thread, LeftOut::Block, LeftOut::BlockClock, LeftOut::WarpClock];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            LeftOut::Nothing => "nothing",
            LeftOut::Thread => "thread",
            LeftOut::Block => "block",
            LeftOut::BlockClock => "block clock",
            LeftOut::WarpClock => "warp clock",
        }
    }

    /// What is still seen, at the least: one of the observations that become one.
    fn of(self, mut seen: Observation) -> Observation {
        match self {
            LeftOut::Thread if seen.relation == Relation::Warp => seen.relation = Relation::Thread,
            LeftOut::Block if seen.relation == Relation::Grid => seen.relation = Relation::Block,
            LeftOut::BlockClock if seen.sync == Sync::Block => seen.sync = Sync::Unsynchronized,
            LeftOut::WarpClock if seen.sync == Sync::Warp => seen.sync = Sync::Unsynchronized,
            _ => {}
        }
        seen
    }
}

/// What race-free histories can come to, and where each leads: the letters are observations, as far
/// as the record tells them apart.
struct Configurations {
    steps: Vec<Steps>,
}

/// Where a configuration leads.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Steps {
    /// By a barrier, which is not seen.
    barriers: Vec<u32>,
    /// By an access that does not race, each with its letter.
    accesses: Vec<(u8, u32)>,
    /// The letters of accesses that race.
    racing: u64,
    /// The letters of accesses that do not.
    free: u64,
}

impl Steps {
    fn renamed(&self, name: impl Fn(u32) -> u32) -> Steps {
        let mut steps = Steps {
            barriers: self.barriers.iter().map(|&next| name(next)).collect(),
            accesses: self.accesses.iter().map(|&(letter, next)| (letter, name(next))).collect(),
            ..*self
        };
        steps.barriers.sort_unstable();
        steps.barriers.dedup();
        steps.accesses.sort_unstable();
        steps.accesses.dedup();
        steps
    }
}

impl Configurations {
    /// All that can be reached in a grid; the first is that without accesses.
    fn of(grid: Grid, left_out: LeftOut) -> Self {
        let first = Knowledge::new(grid).form();
        let (mut forms, mut numbers) = (vec![first], FxHashMap::from_iter([(first, 0_u32)]));
        let mut all: Vec<Steps> = Vec::new();
        while all.len() < forms.len() {
            let knowledge = Knowledge::of_form(grid, &forms[all.len()]);
            let mut number = |form: Form| {
                let new = forms.len() as u32;
                let number = *numbers.entry(form).or_insert(new);
                if number == new {
                    forms.push(form);
                }
                number
            };
            let mut steps = Steps::default();
            for event in grid.events().filter(|&event| !knowledge.is_twin(event)) {
                let Event::Access(thread, access) = event else {
                    steps.barriers.push(number(knowledge.after(event).form()));
                    continue;
                };
                let races = knowledge.races(thread, access);
                for seen in knowledge.seen(thread, access) {
                    let letter = left_out.of(seen).index();
                    if races {
                        steps.racing |= 1 << letter;
                    } else {
                        steps.free |= 1 << letter;
                        let next = number(knowledge.after(event).form());
                        steps.accesses.push((letter as u8, next));
                    }
                }
            }
            all.push(steps.renamed(|next| next));
        }
        Configurations { steps: all }
    }

    /// Configurations with the same future as one (the coarsest bisimulation): far fewer, and the
    /// same words.
    fn reduced(&self) -> Self {
        let mut class = vec![0_u32; self.steps.len()];
        let mut count = 1;
        loop {
            let mut numbers: FxHashMap<(u32, Steps), u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (own, steps) in class.iter().zip(&self.steps) {
                let new = numbers.len() as u32;
                let future = steps.renamed(|next| class[next as usize]);
                refined.push(*numbers.entry((*own, future)).or_insert(new));
            }
            class = refined;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let mut steps = vec![Steps::default(); count];
        for (own, of) in class.iter().zip(&self.steps) {
            steps[*own as usize] = of.renamed(|next| class[next as usize]);
        }
        Configurations { steps }
    }

    /// With every barrier that can come without being seen.
    fn closed(&self, mut set: Vec<u32>) -> Vec<u32> {
        let mut known: rustc_hash::FxHashSet<u32> = set.iter().copied().collect();
        let mut at = 0;
        while at < set.len() {
            for &next in &self.steps[set[at] as usize].barriers {
                if known.insert(next) {
                    set.push(next);
                }
            }
            at += 1;
        }
        set.sort_unstable();
        set
    }

    /// Which letters can race after one of these, which need not, and where they lead.
    fn after_any(&self, set: &[u32]) -> (u64, u64, Vec<Vec<u32>>) {
        let (mut racing, mut free) = (0, 0);
        let mut leads = vec![Vec::new(); Observation::COUNT];
        for &one in set {
            let steps = &self.steps[one as usize];
            racing |= steps.racing;
            free |= steps.free;
            for &(letter, next) in &steps.accesses {
                leads[usize::from(letter)].push(next);
            }
        }
        (racing, free, leads)
    }
}

impl Recogniser {
    /// The recogniser by the observations that a record allows, in a grid of this size.
    ///
    /// # Errors
    /// Two histories that no machine with such a record tells apart.
    pub fn of(grid: Grid, left_out: LeftOut) -> Result<Recogniser, Box<Indistinguishable>> {
        let all = Configurations::of(grid, left_out).reduced();
        let first = all.closed(vec![0]);
        let mut numbers = FxHashMap::from_iter([(first.clone(), 0_u32)]);
        let (mut sets, mut table) = (vec![first], Vec::new());
        let mut words: Vec<Vec<Observation>> = vec![Vec::new()];
        let mut closures: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut at = 0;
        while at < sets.len() {
            let mut row = [None; Observation::COUNT];
            let (racing, free, mut leads) = all.after_any(&sets[at]);
            for seen in Observation::all().filter(|&seen| left_out.of(seen) == seen) {
                let letter = seen.index();
                let word: Vec<Observation> = words[at].iter().copied().chain([seen]).collect();
                match (racing >> letter & 1 == 1, free >> letter & 1 == 1) {
                    (true, true) => return Err(Box::new(tell_apart(grid, left_out, word))),
                    (true, false) => continue,
                    _ => {}
                }
                let mut set = std::mem::take(&mut leads[letter]);
                set.sort_unstable();
                set.dedup();
                let number = closures.get(&set).copied().unwrap_or_else(|| {
                    let closed = all.closed(set.clone());
                    let new = sets.len() as u32;
                    let number = *numbers.entry(closed.clone()).or_insert(new);
                    if number == new {
                        sets.push(closed);
                        words.push(word);
                    }
                    closures.insert(set, number);
                    number
                });
                row[letter] = Some(number);
            }
            for seen in Observation::all() {
                row[seen.index()] = row[left_out.of(seen).index()];
            }
            table.push(row);
            at += 1;
        }
        Ok(least(&table))
    }

    /// How many classes there are, that of races among them: no exact machine has fewer states.
    pub fn classes(&self) -> usize {
        self.next.len()
    }

    /// Where an observation leads.
    pub fn next(&self, class: Class, seen: Observation) -> Class {
        self.next[usize::from(class.0)][seen.index()]
    }

    /// Where a word leads.
    pub fn after(&self, seen: &[Observation]) -> Class {
        seen.iter().fold(Class(0), |class, &seen| self.next(class, seen))
    }

    /// A shortest word of each class.
    pub fn words(&self) -> Vec<Vec<Observation>> {
        let mut words: Vec<Option<Vec<Observation>>> = vec![None; self.classes()];
        words[0] = Some(Vec::new());
        let mut queue = VecDeque::from([Class(0)]);
        while let Some(class) = queue.pop_front() {
            for seen in Observation::all() {
                let next = self.next(class, seen);
                if words[usize::from(next.0)].is_none() {
                    let mut word = words[usize::from(class.0)].clone().unwrap_or_default();
                    word.push(seen);
                    words[usize::from(next.0)] = Some(word);
                    queue.push_back(next);
                }
            }
        }
        words.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// A shortest word after which one of two classes is a race and the other is not: none of a
    /// class and itself.
    pub fn difference(&self, a: Class, b: Class) -> Option<Vec<Observation>> {
        let mut known = rustc_hash::FxHashSet::from_iter([(a, b)]);
        let mut queue = VecDeque::from([(a, b, Vec::new())]);
        while let Some((a, b, word)) = queue.pop_front() {
            if (a == self.race) != (b == self.race) {
                return Some(word);
            }
            for seen in Observation::all() {
                let next = (self.next(a, seen), self.next(b, seen));
                if known.insert(next) {
                    let mut word = word.clone();
                    word.push(seen);
                    queue.push_back((next.0, next.1, word));
                }
            }
        }
        None
    }
}

/// The least automaton with the same words (Moore), classes numbered as they are first reached.
fn least(table: &[[Option<u32>; Observation::COUNT]]) -> Recogniser {
    let race = table.len();
    let to = |at: usize, letter: usize| match table.get(at) {
        Some(row) => row[letter].map_or(race, |next| next as usize),
        None => race,
    };
    let mut block: Vec<usize> = (0..=race).map(|at| usize::from(at == race)).collect();
    loop {
        let mut numbers = FxHashMap::default();
        let refined: Vec<usize> = (0..=race)
            .map(|at| {
                let row: Vec<usize> =
                    (0..Observation::COUNT).map(|letter| block[to(at, letter)]).collect();
                let new = numbers.len();
                *numbers.entry((block[at], row)).or_insert(new)
            })
            .collect();
        let count = |blocks: &[usize]| blocks.iter().max().map_or(0, |most| most + 1);
        let done = count(&refined) == count(&block);
        block = refined;
        if done {
            break;
        }
    }
    // Sets are numbered breadth first, so the first of each block comes in that order too.
    let mut next = vec![[Class(0); Observation::COUNT]; block.iter().max().map_or(0, |m| m + 1)];
    for at in (0..=race).rev() {
        for letter in 0..Observation::COUNT {
            next[block[at]][letter] = Class(block[to(at, letter)] as u16);
        }
    }
    Recogniser { next, race: Class(block[race] as u16) }
}

/// Two histories with what is seen in this word, one with a race at its end and one without.
fn tell_apart(grid: Grid, left_out: LeftOut, seen: Vec<Observation>) -> Indistinguishable {
    let find = |race| history(grid, left_out, &seen, race).unwrap_or_default();
    Indistinguishable { racing: find(true), free: find(false), seen: seen.clone() }
}

/// A shortest history with what is seen in this word, that ends with its first race or without one.
pub fn history(grid: Grid, left_out: LeftOut, word: &[Observation], race: bool) -> Option<History> {
    type Trace = Vec<(Event, Option<Observation>)>;
    let mut known = rustc_hash::FxHashSet::default();
    let mut queue: VecDeque<(usize, Knowledge, Trace)> =
        VecDeque::from([(0, Knowledge::new(grid), Vec::new())]);
    while let Some((at, knowledge, trace)) = queue.pop_front() {
        if at == word.len() && !race {
            return History::seeing(&trace);
        }
        if at == word.len() || !known.insert((at, knowledge.form())) {
            continue;
        }
        for event in grid.events() {
            let mut trace = trace.clone();
            let Event::Access(thread, access) = event else {
                trace.push((event, None));
                queue.push_back((at, knowledge.after(event), trace));
                continue;
            };
            let is = |seen: &Observation| left_out.of(*seen) == left_out.of(word[at]);
            let mut all = knowledge.seen(thread, access);
            let Some(seen) = all.find(is) else { continue };
            trace.push((event, Some(seen)));
            match (knowledge.races(thread, access), at + 1 == word.len() && race) {
                (true, true) => return History::seeing(&trace),
                (false, _) => queue.push_back((at + 1, knowledge.after(event), trace)),
                (true, false) => {}
            }
        }
    }
    None
}
