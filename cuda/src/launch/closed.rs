//! Loops that a path does not run to their end: which arrays their pointers may point to behind any number of turns.
//!
//! A loop that swaps two pointers has two ways to hold them, and each leads to the other one, whatever the numbers are
//! that it changes: there are no more. Where there may be more, the launches that take such pointers are in doubt.

use super::evaluator::{Evaluator, Exit, MOST_LAUNCHES, MOST_WORK_OF_TURNS};
use super::turn::{Loop, Turn};
use super::value::{Base, Pointer, Value, Variable, negated};
use super::values::Values;
use super::{HostLaunch, pairs_of};
use rustc_hash::FxHashMap;
use semantics::Cond;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many ways to hold its pointers a loop may have.
const MOST_WAYS: usize = 8;
/// How many pointers it may change.
const MOST_MOVED: usize = 256;
/// On how many conditions one of them may hang.
const MOST_SPLITS: usize = 4;

impl Evaluator<'_> {
    /// Leaves a loop that may have more turns. `heads`: what held where each turn began so far.
    pub fn leave_open(&mut self, of: Loop<'_>, heads: &[Values]) {
        let left = self.state.values.clone();
        self.forget_changed(of.changed);
        let mut forgotten = self.state.values.clone();
        let before = heads.first().map_or(left.len(), Values::len);
        let heads: Vec<&Values> = heads.iter().chain([&left]).collect();
        let mut moved = moved(&left, &forgotten, before);
        if of.changed.calls && self.possible.work < MOST_WORK_OF_TURNS {
            self.move_called(of, &mut moved, &mut forgotten, before);
        }
        let looked_at = moved.len() <= MOST_MOVED && self.possible.work < MOST_WORK_OF_TURNS;
        let places = moved.into_iter().filter(|_| looked_at);
        let groups = places.map(|place| Group::new(vec![place], &heads, of.bases)).collect();
        let mut groups = met(groups, &heads, of.bases);
        while let Some(joined) = self.close_groups(of, &mut groups, &forgotten) {
            groups = met(joined, &heads, of.bases);
        }
        if !looked_at || self.possible.work >= MOST_WORK_OF_TURNS {
            // That takes too much, and is not looked at.
            let values = if of.cut { forgotten } else { left };
            self.state.values = values.since(&self.state.values);
            return;
        }
        let is_complete = |group: &Group| {
            // Behind a loop that is not cut, a path has the ways that were seen, and no others.
            group.is_closed() && (of.cut || group.ways.len() == group.seen)
        };
        let complete = groups.iter().all(is_complete);
        self.possible.unclosed |= !complete;
        let values = if of.cut { forgotten.clone() } else { left };
        self.state.values = values.since(&self.state.values);
        if !of.cut && (complete || !self.possible.run) {
            return;
        }
        let (closed, mut open): (Vec<Group>, _) = groups.into_iter().partition(Group::is_closed);
        for group in closed.iter().filter(|group| of.cut || !is_complete(group)) {
            self.join_group(group);
        }
        for place in open.iter().flat_map(|group| &group.places) {
            place.put(&mut self.state.values, &place.of(&forgotten));
        }
        if self.possible.run && !open.is_empty() {
            let values = self.state.values.clone();
            // The second time, it is known which arrays they may be.
            for _ in 0..2 {
                let next = self.possible_turn(of);
                for group in &mut open {
                    next.iter().for_each(|next| group.add(next, MOST_SPLITS));
                    for place in &group.places {
                        self.held.put(place.variable, &group.bases);
                    }
                }
                self.state.values = values.clone().since(&self.state.values);
            }
        }
    }

    /// Adds the places to which functions give other pointers that a turn calls: nothing is known of them any more.
    fn move_called(
        &mut self,
        of: Loop<'_>,
        places: &mut Vec<Place>,
        forgotten: &mut Values,
        before: usize,
    ) {
        self.state.values = forgotten.clone().since(&self.state.values);
        for next in self.possible_turn(of) {
            for place in moved(forgotten, &next, before) {
                // What may be done to a variable of the function is known by where its address goes.
                let local = self.state.is_local(&self.state.declared[place.variable.0].name);
                if !local && !places.contains(&place) {
                    place.put(forgotten, &self.any_pointer());
                    places.push(place);
                }
            }
        }
    }

    /// Adds to the ways of each group those that they lead to. Where one of them has what another one has, they are no
    /// groups: then these.
    fn close_groups(
        &mut self,
        of: Loop<'_>,
        groups: &mut [Group],
        forgotten: &Values,
    ) -> Option<Vec<Group>> {
        let mut turn = 0;
        for group in groups.iter_mut() {
            let forgotten: Vec<Value> = group.places.iter().map(|x| x.of(forgotten)).collect();
            group.bases.extend(forgotten.iter().filter_map(pointer).flat_map(Pointer::bases));
        }
        while groups.iter().any(|group| group.is_closed() && turn < group.ways.len()) {
            let mut values = forgotten.clone();
            for group in groups.iter().filter(|group| group.is_closed()) {
                let way = group.ways.get(turn).or(group.ways.last());
                for (place, way) in group.places.iter().zip(way.into_iter().flatten()) {
                    place.put(&mut values, way);
                }
            }
            self.possible.meets = groups.iter().any(|group| group.meets_anew(turn));
            self.state.values = values.since(&self.state.values);
            for next in self.possible_turn(of) {
                groups.iter_mut().for_each(|group| group.add(&next, MOST_SPLITS));
            }
            self.possible.meets = false;
            if (0..groups.len()).any(|n| groups[..n].iter().any(|other| other.meets(&groups[n]))) {
                return Some(groups.to_vec());
            }
            turn += 1;
        }
        None
    }

    /// What the places of a group hold: any of its ways.
    fn join_group(&mut self, group: &Group) {
        for (n, way) in group.ways.iter().enumerate() {
            let c = self.way(None);
            for (place, way) in group.places.iter().zip(way) {
                let yes = if group.moves { mapped(way, &|p| p.moved(None)) } else { way.clone() };
                let no = place.of(&self.state.values);
                let hint = self.state.declared[place.variable.0].name.clone();
                let value = match n {
                    0 => yes,
                    _ => self.joined(None, &c, &yes, &no, hint.as_str()),
                };
                place.put(&mut self.state.values, &value);
            }
            self.possible.ways.push(c);
        }
    }

    /// A turn of a loop from the values at hand, which need not be made: what may hold behind it.
    fn possible_turn(&mut self, of: Loop<'_>) -> Vec<Values> {
        let (facts, variables) = (self.facts.len(), self.state.values.len());
        let ends = self.frames.last().map(|frame| (frame.exits.len(), frame.away.len()));
        let around = std::mem::replace(&mut self.possible.turn, true);
        self.turns.push(Turn::default());
        self.inner(of.body);
        let turn = self.turns.pop().unwrap_or_default();
        self.meet(turn.continues);
        let mut found = turn.breaks;
        if std::mem::replace(&mut self.state.reached, true) {
            of.step.into_iter().for_each(|step| self.inner(step));
            found.push(self.state.values.clone());
        }
        self.possible.turn = around;
        let called = self.frames.len() > 1;
        if let (Some(frame), Some((exits, away))) = (self.frames.last_mut(), ends) {
            // Where a turn leaves a function, what it gives back is not that of another one.
            let is_other = |exit: &Exit| {
                let alike = |next: &Values| {
                    let mut renamed = Renamed::new(of.bases);
                    let mut others = next.other_in(&exit.values).into_iter();
                    others.all(|(x, value)| x.0 >= variables || renamed.alike(&next[x], &value))
                };
                has_pointer(&exit.value) || !found.iter().any(alike)
            };
            self.possible.unclosed |=
                called && frame.exits[exits..].iter().any(is_other) || frame.away.len() > away;
            // Of a run for launches that need not be made, a turn may leave the function, too.
            if !self.possible.run {
                frame.exits.truncate(exits);
                frame.away.truncate(away);
            }
        }
        self.facts.truncate(facts);
        found
    }

    /// Whether a launch need not be made: or not with these pointers, since it is not known which of its ways a loop ends with
    /// that was cut.
    pub fn need_not_be(&self, launch: &HostLaunch) -> bool {
        let of_loop =
            |c: &Arc<Cond>| self.possible.ways.iter().any(|way| way == c || **way == *negated(c));
        let given = launch.arguments.iter().flatten().flat_map(|(value, _)| value.leaves());
        self.possible.turn
            || self.possible.run
            || given.filter_map(pointer).any(|p| p.ways().into_iter().any(of_loop))
                && !meeting(launch).is_empty()
    }

    /// Keeps a launch that need not be made. A turn that takes too much is not looked at.
    pub fn keep_possible(&mut self, mut launch: HostLaunch) {
        if !self.possible.run && !self.possible.meets {
            // How pointers are kept that are not followed, a path shows.
            launch.doubts.clear();
        }
        let enough = self.possible.turn && self.possible.work >= MOST_WORK_OF_TURNS;
        if !enough && self.possible.launches.len() < MOST_LAUNCHES {
            self.possible.launches.push(launch);
        }
    }

    /// Notes the doubts of the launches that need not be made: and the arguments that are one array there, and at no launch
    /// that a path makes.
    pub fn doubt_possible(&mut self, all: &mut [HostLaunch]) {
        for seen in std::mem::take(&mut self.possible.launches) {
            let made = self.witnessed.iter().filter(|launch| launch.is_one(&seen));
            let shown: BTreeSet<_> = made.flat_map(meeting).collect();
            let meet = meeting(&seen).into_iter().filter(|pair| !shown.contains(pair));
            let meet: Vec<_> = meet.collect();
            let meet = meet.into_iter();
            let doubts: Vec<_> = meet.chain(seen.doubts.iter().copied()).collect();
            for launch in all.iter_mut().filter(|launch| launch.is_one(&seen)) {
                launch.doubts.extend(&doubts);
            }
        }
    }
}

/// A part of a variable that has no parts.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    variable: Variable,
    /// Which, and of how many.
    leaf: usize,
    leaves: usize,
}

impl Place {
    /// What it holds, where that is known.
    fn of(&self, values: &Values) -> Value {
        let leaves = values[self.variable].leaves();
        let leaf = leaves.get(self.leaf).filter(|_| leaves.len() == self.leaves);
        leaf.map_or(Value::Unknown, |leaf| (*leaf).clone())
    }

    fn put(&self, values: &mut Values, value: &Value) {
        let mut at = 0;
        let whole = &mut values[self.variable];
        if whole.leaves().len() == self.leaves {
            replace(whole, self.leaf, &mut at, value);
        }
    }
}

/// Gives a leaf another value. `at`: how many stand before.
fn replace(whole: &mut Value, leaf: usize, at: &mut usize, value: &Value) {
    match whole {
        Value::Record(all) => all.iter_mut().for_each(|(_, part)| replace(part, leaf, at, value)),
        Value::List(all) => all.iter_mut().for_each(|part| replace(part, leaf, at, value)),
        whole => {
            if *at == leaf {
                *whole = value.clone();
            }
            *at += 1;
        }
    }
}

/// The places of variables of before a loop that it may give another pointer.
fn moved(left: &Values, forgotten: &Values, before: usize) -> Vec<Place> {
    let mut found = Vec::new();
    for (variable, left) in forgotten.other_in(left) {
        let (of, left) = (forgotten[variable].leaves(), left.leaves());
        for leaf in (0..of.len()).filter(|_| variable.0 < before) {
            let other = |left: &&Value| arrays(left) != arrays(of[leaf]);
            if left.get(leaf).is_none_or(other) {
                found.push(Place { variable, leaf, leaves: of.len() });
            }
        }
    }
    found
}

/// Places that may have pointers from each other, and the ways in which they may hold them where a turn begins.
#[derive(Clone)]
struct Group {
    places: Vec<Place>,
    ways: Vec<Vec<Value>>,
    /// The memory that their pointers may point to.
    bases: BTreeSet<Base>,
    /// How many of them a path has, and in how many of them it makes a turn.
    seen: usize,
    made: usize,
    /// How much memory there is before the loop.
    before: usize,
    /// Whether pointers move in their arrays.
    moves: bool,
}

impl Group {
    fn new(places: Vec<Place>, heads: &[&Values], before: usize) -> Group {
        let (ways, bases) = (Vec::new(), BTreeSet::new());
        let mut group = Group { places, ways, bases, seen: 0, made: 0, before, moves: false };
        for head in heads {
            group.made = group.ways.len();
            group.add(head, MOST_SPLITS);
        }
        group.seen = group.ways.len();
        group
    }

    /// Whether it has no more ways than that, as far as they were looked for.
    fn is_closed(&self) -> bool {
        self.ways.len() <= MOST_WAYS
    }

    /// Whether two places have one array in the way of this turn, which no turn of a path begins with.
    fn meets_anew(&self, turn: usize) -> bool {
        let way = turn.min(self.ways.len().saturating_sub(1));
        let Some(way) = self.ways.get(way).filter(|_| self.is_closed() && way >= self.made) else {
            return false;
        };
        let given: Vec<&Pointer> = way.iter().filter_map(pointer).collect();
        pairs_of(given.len()).any(|(m, n)| may_be_one(given[m], given[n]))
    }

    /// Adds a way.
    fn add(&mut self, values: &Values, splits: usize) {
        let way: Vec<Value> = self.places.iter().map(|place| place.of(values)).collect();
        self.bases.extend(way.iter().filter_map(pointer).flat_map(Pointer::bases));
        self.add_way(way, splits);
    }

    /// Where a way hangs on a condition, adds both of what it may be.
    fn add_way(&mut self, way: Vec<Value>, splits: usize) {
        let c = way.iter().filter_map(pointer).find_map(|p| p.ways().first().copied().cloned());
        if let Some(c) = c.filter(|_| splits > 0) {
            for holds in [true, false] {
                let way = way.iter().map(|value| mapped(value, &|p| chosen(p, &c, holds)));
                self.add_way(way.collect(), splits - 1);
            }
            return;
        }
        let alike = |other: &&Vec<Value>| {
            let mut renamed = Renamed::new(self.before);
            other.iter().zip(&way).all(|(a, b)| renamed.alike(a, b))
        };
        let mut alike = self.ways.iter().filter(alike).peekable();
        if alike.peek().is_none() {
            return self.ways.push(way);
        }
        let is_one =
            |other: &Vec<Value>| other.iter().zip(&way).all(|(a, b)| pointers(a) == pointers(b));
        self.moves |= !alike.any(is_one);
    }

    /// Whether one of them may have a pointer from the other one.
    fn meets(&self, other: &Group) -> bool {
        !self.bases.is_disjoint(&other.bases)
    }
}

/// The groups, such that no two of them have pointers to one array.
fn met(groups: Vec<Group>, heads: &[&Values], before: usize) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    for group in groups {
        let (meeting, others): (Vec<Group>, _) =
            found.into_iter().partition(|other| other.meets(&group));
        found = others;
        if meeting.is_empty() {
            found.push(group);
            continue;
        }
        let all = meeting.into_iter().chain([group]).flat_map(|group| group.places);
        found.push(Group::new(all.collect(), heads, before));
    }
    found
}

/// Memory that is made in one turn, and in its place in another one.
struct Renamed {
    /// What is made later has other names.
    first: usize,
    names: FxHashMap<Base, Base>,
    taken: FxHashMap<Base, Base>,
}

impl Renamed {
    fn new(first: usize) -> Renamed {
        Renamed { first, names: FxHashMap::default(), taken: FxHashMap::default() }
    }

    fn base(&mut self, a: Base, b: Base) -> bool {
        if a.0 < self.first || b.0 < self.first {
            return a == b;
        }
        *self.names.entry(a).or_insert(b) == b && *self.taken.entry(b).or_insert(a) == a
    }

    fn pointer(&mut self, a: &Pointer, b: &Pointer) -> bool {
        match (a, b) {
            (Pointer::Null, Pointer::Null) => true,
            (Pointer::To(a, _), Pointer::To(b, _)) => self.base(*a, *b),
            (Pointer::Either(c, a, other_a), Pointer::Either(d, b, other_b)) => {
                c == d && self.pointer(a, b) && self.pointer(other_a, other_b)
            }
            _ => false,
        }
    }

    /// Whether both point to the same arrays.
    fn alike(&mut self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Pointer(a), Value::Pointer(b)) | (Value::Object(a), Value::Object(b)) => {
                self.pointer(a, b)
            }
            (Value::Container(a), Value::Container(b)) => self.base(*a, *b),
            (Value::Record(a), Value::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((_, a), (_, b))| self.alike(a, b))
            }
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.alike(a, b))
            }
            _ => pointers(a) == pointers(b),
        }
    }
}

/// The arguments of a launch that may point into one array.
fn meeting(launch: &HostLaunch) -> Vec<(usize, usize)> {
    let given: Vec<Vec<&Pointer>> = launch
        .arguments
        .iter()
        .flatten()
        .map(|(value, _)| value.leaves().into_iter().filter_map(pointer).collect())
        .collect();
    let meet =
        |m: usize, n: usize| given[m].iter().any(|a| given[n].iter().any(|b| may_be_one(a, b)));
    pairs_of(given.len()).filter(|(m, n)| meet(*m, *n)).collect()
}

fn may_be_one(a: &Pointer, b: &Pointer) -> bool {
    match a {
        Pointer::Null => false,
        Pointer::To(base, _) => b.bases().contains(base),
        Pointer::Either(c, yes, no) => {
            may_be_one(yes, &chosen(b, c, true)) || may_be_one(no, &chosen(b, c, false))
        }
    }
}

/// Where a pointer points to if a condition holds, or if it does not.
fn chosen(of: &Pointer, c: &Arc<Cond>, holds: bool) -> Pointer {
    match of {
        Pointer::Either(d, yes, _) if d == c && holds => chosen(yes, c, holds),
        Pointer::Either(d, _, no) if d == c => chosen(no, c, holds),
        Pointer::Either(d, yes, no) => {
            let [yes, no] = [yes, no].map(|p| Arc::new(chosen(p, c, holds)));
            Pointer::Either(Arc::clone(d), yes, no)
        }
        Pointer::Null | Pointer::To(..) => of.clone(),
    }
}

fn pointer(leaf: &Value) -> Option<&Pointer> {
    match leaf {
        Value::Pointer(pointer) => Some(pointer),
        _ => None,
    }
}

fn has_pointer(value: &Value) -> bool {
    let is_number =
        |leaf: &&Value| matches!(leaf, Value::Int(..) | Value::Real(..) | Value::Unknown);
    !value.leaves().iter().all(is_number)
}

/// A value with other pointers.
pub(super) fn mapped(value: &Value, other: &dyn Fn(&Pointer) -> Pointer) -> Value {
    match value {
        Value::Pointer(pointer) => Value::Pointer(other(pointer)),
        Value::Record(members) => {
            let members = members.iter();
            Value::Record(members.map(|(x, value)| (x.clone(), mapped(value, other))).collect())
        }
        Value::List(all) => Value::List(all.iter().map(|value| mapped(value, other)).collect()),
        value => value.clone(),
    }
}

/// What is left of a value without its numbers.
fn pointers(value: &Value) -> Value {
    match value {
        Value::Int(..) | Value::Real(..) | Value::Dimensions(_) => Value::Unknown,
        Value::Record(members) => {
            Value::Record(members.iter().map(|(x, value)| (x.clone(), pointers(value))).collect())
        }
        Value::List(all) => Value::List(all.iter().map(pointers).collect()),
        value => value.clone(),
    }
}

/// Which arrays a value points to.
fn arrays(value: &Value) -> Value {
    mapped(&pointers(value), &|pointer| pointer.moved(None))
}
