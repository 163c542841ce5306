//! From a race of the protocol to an alarm with a status.

use super::alike::{Accesses, Refuted};
use super::answer::{Access, Alarm, Cell, Exactness, Race, Status};
use super::pair::Relation;
use super::part::Part;
use super::past::Past;
use super::query::{Ordinals, Query, Question};
use super::reason::{Open, Undecided};
use super::replay::{Replay, Replayed, Witness, replay};
use super::settings::Settings;
use super::slice;
use super::walk::Hit;
use super::word::{SMALL, TINY};
use crate::solver::{Answer, Model};
use jaminan::{Program, infer_array};
use maps::Approximating;
use semantics::{Mode, Name, Number, Syntax, Thread, WarpOrder};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of accesses that are looked at before an array is given up.
const MOST_PAIRS: usize = 256;

/// Models of one pair that are replayed before it is left open.
const MOST_MODELS: usize = 4;

/// Asks about one array in one part of a program.
pub struct Asker<'a, 's> {
    /// The program, for replays.
    pub program: &'a Program,
    /// The part.
    pub part: &'a Part,
    /// What ran before the part, where it begins at a barrier.
    pub past: Option<Past<'a>>,
    /// The array.
    pub array: &'a Name,
    /// Where that does not hang on what the front end does not model.
    pub known: Known,
    /// The protocols of the part that have no race.
    pub refuted: &'a mut Refuted,
    /// What is most likely.
    pub expected: Expected,
    /// Solver and budget.
    pub settings: &'a mut Settings<'s>,
}

/// What is most likely of an array: that is looked for first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nobody knows.
    Either,
    /// It has a race.
    Race,
    /// It has none, or nobody wants to know more.
    NoRace,
}

impl Expected {
    /// What is asked for, one after the other, until something decides.
    fn asks(self) -> [Ask; 5] {
        // First of small numbers: quick to find, and easy to read.
        let small = Ask { most: Some(SMALL), ..Ask::default() };
        let mut asks = [
            Ask { wanted: Wanted::Glance, ..small.clone() },
            // Where indices are made of many products, only of numbers of few bits.
            Ask { wanted: Wanted::Glance, most: Some(TINY), ..Ask::default() },
            Ask { wanted: Wanted::Refutation, ..Ask::default() },
            Ask { wanted: Wanted::Model, ..small },
            Ask::default(),
        ];
        match self {
            Expected::Either => {}
            // The refutation comes last.
            Expected::Race => asks[2..].rotate_left(1),
            // It comes first.
            Expected::NoRace => asks[..3].rotate_right(1),
        }
        asks
    }
}

/// Whether an execution has a meaning does not hang on values that a front end does not model.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// In the other parts of the program.
    pub elsewhere: bool,
    /// In this part too.
    pub everywhere: bool,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Whether there is a witness.
    #[default]
    Answer,
    /// A witness: nothing rests on there being none.
    Model,
    /// A witness, where one is found at once.
    Glance,
    /// That there is none, where a [weaker query](relax) shows that.
    Refutation,
}

/// What a witness must be besides.
#[derive(Clone, Debug, Default)]
pub(super) struct Ask {
    pub(super) wanted: Wanted,
    /// Of numbers up to this one, where they may be so small.
    pub(super) most: Option<u32>,
    /// Of runs that are encoded without approximation.
    pub(super) exact: bool,
    /// Of runs that have a meaning whatever the values are that the front end does not model.
    pub(super) certain: bool,
    /// Of other threads than these.
    pub(super) others: Vec<[Thread; 2]>,
    /// Where these parameters are so.
    pub(super) given: BTreeMap<Name, Number>,
}

impl Ask {
    /// What is asked for next of these, where this found no witness; nothing where nothing is left.
    fn behind(&self, asked: &Asked<'_>, asks: &mut impl Iterator<Item = Ask>) -> Option<Ask> {
        match (asked, self.most) {
            (Asked::Unsat, None) => None,
            // Among smaller numbers there is none either.
            (Asked::Unsat, most) => asks.find(|next| next.most.is_none_or(|n| Some(n) > most)),
            _ => asks.next(),
        }
    }
}

/// The attempts to show one alarm.
struct Attempts<'q> {
    question: &'q Question<'q, jaminan::Stmt>,
    ordinals: Ordinals,
    context: &'q Context<'q>,
    /// Threads whose race was not replayed.
    tried: Vec<[Thread; 2]>,
}

/// What became of one query.
pub(super) enum Asked<'q> {
    Sat(Box<Query<'q>>, Model),
    Unsat,
    Undecided(Undecided),
}

impl Asker<'_, '_> {
    /// The array's alarm in this part, if there is one; and why the array is undecided, if it is.
    pub fn ask(&mut self) -> (Option<Alarm>, Option<Undecided>) {
        let Some(relation) = self.part.relation(self.array) else { return (None, None) };
        if !self.part.body.arrays().contains(self.array) {
            return (None, None);
        }
        let protocol = infer_array(&self.part.body, self.array);
        let modes = slice::modes(&protocol);
        let writes: Vec<usize> = (0..modes.len()).filter(|n| modes[*n] == Mode::Wr).collect();
        if writes.is_empty() {
            return (None, None);
        }
        let accesses = Accesses::new(relation, &protocol);
        if self.refuted.has(&accesses) {
            return (None, None);
        }
        let agreed = &self.part.header.agreed;
        let exact = &self.part.header.parameters() - agreed;
        // What threads have read decides whether they come here.
        let reached = Approximating { control: agreed.clone(), ..Approximating::default() };
        let approximating = slice::accesses(&exact, &protocol);
        let part = self.part;
        let question = Question {
            header: &part.header,
            body: &protocol,
            relation,
            array: self.array,
            volatile: &part.volatile,
            benign: true,
            past: None,
            program: &self.program.header,
        };
        let mut done: BTreeSet<Ordinals> = BTreeSet::new();
        let mut best: Option<Alarm> = None;
        let mut open: Option<Undecided> = None;
        // Alarms that the theorem calls true come first.
        for class in [true, false] {
            let is_exact =
                |n: usize| agreed.is_empty() && approximating[n].0 == Approximating::default();
            let mut asks = self.expected.asks().into_iter();
            let Some(mut ask) = asks.next() else { continue };
            loop {
                let wanted = |(a, b): Ordinals| {
                    // The threads are interchangeable: each pair of accesses once.
                    a <= b && (is_exact(a) && is_exact(b)) == class && !done.contains(&(a, b))
                };
                // Without a pair of this class, nothing needs to be encoded.
                let all = || 0..modes.len();
                let with = |w: &usize| all().any(|n| wanted((*w.min(&n), *w.max(&n))));
                if !writes.iter().any(with) {
                    break;
                }
                let (query, model) = match self.decide(&question, &wanted, &ask) {
                    Asked::Sat(query, model) => (query, model),
                    other => match ask.behind(&other, &mut asks) {
                        Some(next) => {
                            ask = next;
                            continue;
                        }
                        None => {
                            if let Asked::Undecided(why) = other {
                                open.get_or_insert(why);
                            }
                            break;
                        }
                    },
                };
                let Some((a, b)) = query.shown(&model) else {
                    return (best, Some(Undecided::NoRace));
                };
                let ordinals = (a.ordinal, b.ordinal);
                let (first, second) = (&approximating[ordinals.0], &approximating[ordinals.1]);
                let context = Context {
                    approximating: first.0.clone().join(second.0.clone()).join(reached.clone()),
                    variables: [&first.1, &second.1],
                };
                let alarm = self.alarm(relation, &query, &model, (a, b), &context);
                if best.as_ref().is_none_or(|best| alarm.is_better_than(best)) {
                    best = Some(alarm);
                }
                done.insert(ordinals);
                if best.as_ref().is_some_and(|best| self.settings.is_enough(best)) {
                    return (best, None);
                }
                if done.len() > MOST_PAIRS {
                    return (best, Some(Undecided::Alarms(MOST_PAIRS)));
                }
            }
        }
        if best.is_none() && open.is_none() {
            self.refuted.add(accesses);
        }
        (best, open)
    }

    /// The alarm of a witness.
    fn alarm(
        &mut self,
        relation: Relation,
        query: &Query<'_>,
        model: &Model,
        (a, b): (&Hit, &Hit),
        context: &Context<'_>,
    ) -> Alarm {
        let ordinals = (a.ordinal, b.ordinal);
        let seen = self.describe(query, model, (a, b), context);
        let factors = query.pair.factors_in(model);
        let mut alarm = self.settle(seen, relation, ordinals, factors, context);
        if let (Status::Open, Some(location)) = (alarm.status, &alarm.race.ordered_by) {
            alarm.why = Some(Open::Order(location.clone()));
        }
        alarm
    }

    /// Asks the program itself about an alarm of the protocol.
    fn settle(
        &mut self,
        mut alarm: Alarm,
        relation: Relation,
        ordinals: Ordinals,
        factors: BTreeMap<Name, Number>,
        context: &Context<'_>,
    ) -> Alarm {
        let part = self.part;
        let question = Question {
            header: &part.header,
            body: &part.body,
            relation,
            array: self.array,
            volatile: &part.volatile,
            benign: self.settings.report_benign,
            past: self.past,
            program: &self.program.header,
        };
        // A part in a loop runs more often than it is asked about here.
        let once = part.header.params.len() == self.program.header.params.len();
        let hangs = !(self.known.everywhere || self.known.elsewhere && once);
        // What can be replayed first: small numbers, then runs without approximation.
        let certain = Ask { wanted: Wanted::Model, certain: true, ..Ask::default() };
        let exact = Ask { exact: true, ..certain.clone() };
        let small = Ask { most: Some(SMALL), ..exact.clone() };
        let mut attempts = Attempts { question: &question, ordinals, context, tried: Vec::new() };
        // Then near the race of the protocol: where the numbers are known that it multiplies, a query is linear.
        let near = Ask { given: factors, ..small.clone() };
        let near = Some(near).filter(|near| !near.given.is_empty());
        let witnesses = self.settings.witnesses;
        for ask in [Some(small), near].into_iter().flatten().filter(|_| !hangs) {
            let ends = match witnesses {
                true => self.attempt(&mut attempts, ask, &mut alarm),
                false => {
                    let race = self.decide(&question, &|pair| pair == ordinals, &ask);
                    matches!(race, Asked::Sat(..))
                }
            };
            if ends {
                return alarm;
            }
        }
        // With a model that is found at once, there is nothing to refute.
        let mut asked = |ask| self.decide(&question, &|pair| pair == ordinals, &ask);
        let glance = |most| Ask { wanted: Wanted::Glance, most, ..Ask::default() };
        let some = [Some(SMALL), None]
            .map(glance)
            .into_iter()
            .any(|ask| matches!(asked(ask), Asked::Sat(..)));
        let refutation = Ask { wanted: Wanted::Refutation, ..Ask::default() };
        let none = !some
            && [refutation, Ask::default()]
                .into_iter()
                .any(|ask| matches!(asked(ask), Asked::Unsat));
        if none {
            alarm.status = Status::Refuted;
            alarm.why = None;
            return alarm;
        }
        if !witnesses {
            return alarm;
        }
        if hangs {
            alarm.why = Some(Open::Meaning);
            return alarm;
        }
        if self.attempt(&mut attempts, exact, &mut alarm) {
            return alarm;
        }
        for _ in 0..MOST_MODELS {
            let ask = Ask { others: attempts.tried.clone(), ..certain.clone() };
            if self.attempt(&mut attempts, ask, &mut alarm) {
                return alarm;
            }
        }
        if alarm.why.is_none() && !self.known.everywhere {
            alarm.why = Some(Open::Meaning);
        }
        alarm
    }

    /// Looks for a race and replays it. Whether that settled the alarm.
    fn attempt(&mut self, attempts: &mut Attempts<'_>, ask: Ask, alarm: &mut Alarm) -> bool {
        let Attempts { question, ordinals, context, tried } = attempts;
        let (mut query, model) = match self.decide(question, &|pair| pair == *ordinals, &ask) {
            Asked::Unsat => return false,
            Asked::Undecided(why) => {
                alarm.why.get_or_insert(Open::Undecided(why));
                return false;
            }
            Asked::Sat(query, model) => (query, model),
        };
        let Some((a, b)) = query.shown(&model) else { return false };
        let witness = self.witness(&query, &model, (a, b), context);
        if let Replay::No(why) = replay(self.program, &witness) {
            alarm.why = Some(Open::NotReplayed(why));
            tried.push(witness.threads);
            return false;
        }
        *alarm = self.describe(&query, &model, (a, b), context);
        let unmodelled = query.hangs_on_unknown(a, b);
        if unmodelled || query.hangs_on_constant(a, b) && !self.is_whatever(&mut query, &model) {
            alarm.why = Some(Open::Unmodelled);
            return true;
        }
        if alarm.race.ordered_by.is_some() {
            return true;
        }
        let exact = context.approximating == Approximating::default();
        let independent = self.program.header.warps == WarpOrder::Independent;
        let shown = independent || exact && query.order_is_exact;
        if !shown {
            alarm.why = Some(Open::Warp);
            return true;
        }
        alarm.status = if exact { Status::True } else { Status::Confirmed };
        let program = self.program.clone();
        alarm.race.shown_by = Some(Replayed { program, witness }.into());
        true
    }

    /// Whether the race that a model shows is one whatever the constants are that another file says.
    fn is_whatever(&mut self, query: &mut Query<'_>, model: &Model) -> bool {
        let Some((.., race)) = query.shown_race(model) else { return false };
        let without = query.without_race(model, race);
        let terms = &query.pair.encoder.words.terms;
        self.settings.refute(terms, &without) == Answer::Unsat
    }

    fn witness(
        &self,
        query: &Query<'_>,
        model: &Model,
        (a, b): (&Hit, &Hit),
        context: &Context<'_>,
    ) -> Witness {
        let choices = [0, 1].map(|n| {
            let mut choices: BTreeMap<Name, Vec<Number>> = BTreeMap::new();
            for (x, word) in &query.choices[n] {
                let value = query.pair.value(model, word);
                let values = choices.entry(x.clone()).or_default();
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            choices
        });
        Witness {
            threads: [0, 1].map(|n| query.pair.thread_in(model, n)),
            modes: [a.mode, b.mode],
            launch: query.pair.launch.as_ref().map(|word| query.pair.value(model, word)),
            array: self.array.clone(),
            index: query.pair.value(model, &a.index),
            parameters: query.pair.parameters_in(model),
            memory: query.memory(model),
            choices,
            independent: context.approximating == Approximating::default(),
        }
    }

    /// An alarm as a model shows it, open so far.
    fn describe(
        &self,
        query: &Query<'_>,
        model: &Model,
        (a, b): (&Hit, &Hit),
        context: &Context<'_>,
    ) -> Alarm {
        let exactness = |set: &BTreeSet<Name>| {
            if set.is_empty() { Exactness::Exact } else { Exactness::Approximate }
        };
        let both = &context.approximating.control | &context.approximating.data;
        // A race that nothing read decides is one from every memory.
        let cells = if both.is_empty() { Vec::new() } else { query.memory(model) };
        let cells = cells.into_iter().map(|(array, owner, index, value)| Cell {
            array,
            owner,
            index,
            value,
            real: None,
        });
        let hits = [(0, a), (1, b)];
        let race = Race {
            array: self.array.clone(),
            index: self.dimensions(&query.pair.value(model, &a.index)),
            accesses: hits.map(|(n, hit)| access(query, model, n, hit, context.variables[n])),
            reachability: exactness(&context.approximating.control),
            location: exactness(&context.approximating.data),
            approximated: both.into_iter().collect(),
            shown_by: None,
            params: query.pair.parameters_in(model),
            cells: cells.collect(),
            ordered_by: {
                let order = self.program.header.synchronization.between(&a.site, &b.site);
                order.map(|order| order.location.clone())
            },
        };
        Alarm { race, status: Status::Open, why: None }
    }

    /// The index in the array's own dimensions.
    fn dimensions(&self, index: &Number) -> Vec<Number> {
        match self.part.header.arrays.get(self.array) {
            Some(array) => array.indices(index),
            None => vec![index.clone()],
        }
    }
}

/// What two accesses depend on.
struct Context<'c> {
    approximating: Approximating,
    variables: [&'c BTreeSet<Name>; 2],
}

fn access(
    query: &Query<'_>,
    model: &Model,
    n: usize,
    hit: &Hit,
    relevant: &BTreeSet<Name>,
) -> Access {
    let header = query.pair.encoder.header;
    Access {
        mode: hit.mode,
        span: hit.site.span().cloned(),
        thread: query.pair.thread_in(model, n),
        variables: query.bound[n][..hit.bound]
            .iter()
            .filter(|(x, _)| relevant.contains(x) && !header.params.contains(x))
            .map(|(x, word)| (x.clone(), query.pair.value(model, word)))
            .collect(),
    }
}
