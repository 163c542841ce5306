//! What holds where two ways meet.

use super::FactKind;
use super::evaluator::Evaluator;
use super::settle::LARGEST_SETTLED;
use super::value::{BOOL, Value, either, negated, truth_of};
use super::values::Values;
use crate::term::{and, cond_larger_than, larger_than, or, rel};
use semantics::{Cond, Expr as Term, IntType, Rel, Span};
use std::sync::Arc;

/// How many nodes a value may have for which a new name is said to be it or another.
const LARGEST_CHOICE: usize = 16;

/// What holds, what it is about, and where that is said.
type Holding = (FactKind, Arc<Cond>, Span);

/// Which of two ways go on.
pub(super) enum Goes {
    /// Both: the first where this holds.
    Both(Arc<Cond>),
    First,
    Second,
    Neither,
}

impl Evaluator<'_> {
    /// Goes two ways, the first where a condition holds, which nobody may know, and joins what they leave behind.
    pub fn both<T>(
        &mut self,
        c: Option<Arc<Cond>>,
        span: &Span,
        yes: impl FnOnce(&mut Self) -> T,
        no: impl FnOnce(&mut Self) -> T,
    ) -> (T, T, Goes) {
        let facts = self.facts.len();
        let before = self.state.values.clone();
        if let Some(c) = &c {
            self.fact(FactKind::Condition, Arc::clone(c), span);
        }
        let inside = self.facts.len();
        let reached = self.state.reached;
        let of_first = yes(self);
        let found_first = self.take_back(facts, inside);
        let yes_reached = std::mem::replace(&mut self.state.reached, reached);
        // What the first side declared stays declared.
        let both = before.since(&self.state.values);
        let yes_values = std::mem::replace(&mut self.state.values, both);
        if let Some(c) = &c {
            self.fact(FactKind::Condition, negated(c), span);
        }
        let inside = self.facts.len();
        let of_second = no(self);
        let found_second = self.take_back(facts, inside);
        let yes_values = yes_values.since(&self.state.values);
        let goes = match (yes_reached, self.state.reached) {
            // Only one of the two goes on: what it needs holds from here on.
            (true, false) => {
                (self.state.values, self.state.reached) = (yes_values, true);
                if let Some(c) = c {
                    self.fact(FactKind::Condition, c, span);
                }
                self.still_holds(found_first);
                Goes::First
            }
            (false, true) => {
                if let Some(c) = c {
                    self.fact(FactKind::Condition, negated(&c), span);
                }
                self.still_holds(found_second);
                Goes::Second
            }
            (false, false) => Goes::Neither,
            (true, true) => {
                if let Some(c) = &c {
                    self.holds_where(c, found_first);
                    self.holds_where(&negated(c), found_second);
                }
                let way = self.way(c.as_ref());
                self.join_ways(c, &way, yes_values);
                Goes::Both(way)
            }
        };
        (of_first, of_second, goes)
    }

    /// Leaves a branch before which there were so many facts: what was found inside of it, which begins there. Nothing along
    /// a path, where loops leave facts behind.
    fn take_back(&mut self, facts: usize, inside: usize) -> Vec<Holding> {
        let found = match self.path {
            Some(_) => Vec::new(),
            None => self.facts.get(inside..).unwrap_or_default().to_vec(),
        };
        self.facts.truncate(facts);
        found
    }

    /// Behind a branch that alone goes on, what was found inside of it.
    fn still_holds(&mut self, found: Vec<Holding>) {
        for (kind, c, span) in found {
            self.fact(kind, c, &span);
        }
    }

    /// Behind two branches, what was found inside of the one that is taken where this holds.
    fn holds_where(&mut self, way: &Arc<Cond>, found: Vec<Holding>) {
        for (kind, c, span) in found {
            // The condition stands first: without it, the other one need not have a value.
            let implied = or(negated(way), c);
            if !cond_larger_than(&implied, LARGEST_SETTLED) {
                self.fact(kind, implied, &span);
            }
        }
    }

    /// What holds after two ways, of which the second is the one at hand.
    pub fn join_values(&mut self, c: Option<Arc<Cond>>, yes: Values) {
        let way = self.way(c.as_ref());
        self.join_ways(c, &way, yes);
    }

    /// A condition, or a name for one that is not known.
    pub fn way(&mut self, c: Option<&Arc<Cond>>) -> Arc<Cond> {
        match c {
            Some(c) => Arc::clone(c),
            None => truth_of(&self.symbol(BOOL, "way")),
        }
    }

    /// As [`Evaluator::join_values`]; all pointers agree on the way.
    pub fn join_ways(&mut self, c: Option<Arc<Cond>>, way: &Arc<Cond>, yes: Values) {
        for (variable, yes) in self.state.values.other_in(&yes) {
            let hint = self.state.declared[variable.0].name.clone();
            let no = self.state.values[variable].clone();
            self.state.values[variable] = self.joined(c.as_ref(), way, &yes, &no, hint.as_str());
            self.hold_addressed(variable, [&yes, &no]);
        }
    }

    /// The first value where the condition holds, else the second; `way`: the condition, or a name for it.
    pub fn joined(
        &mut self,
        c: Option<&Arc<Cond>>,
        way: &Arc<Cond>,
        yes: &Value,
        no: &Value,
        hint: &str,
    ) -> Value {
        if yes == no {
            return yes.clone();
        }
        match (yes, no) {
            (Value::Int(x, _), Value::Int(y, _)) => {
                let ty = if x == y { *x } else { crate::resolve::arithmetic::usual(*x, *y) };
                let terms = [yes, no].map(|v| super::value::as_int(v, ty));
                match terms {
                    [Some(a), Some(b)] => Value::Int(ty, self.one_of(c, ty, &a, &b, hint)),
                    _ => Value::Int(ty, self.symbol(ty, hint)),
                }
            }
            (Value::Dimensions(a), Value::Dimensions(b)) => {
                let axes = ["x", "y", "z"];
                let joined: Vec<Arc<Term>> = (0..3)
                    .map(|n| {
                        let hint = format!("{hint}.{}", axes[n]);
                        self.one_of(c, IntType::UINT, &a[n], &b[n], &hint)
                    })
                    .collect();
                <[Arc<Term>; 3]>::try_from(joined).map_or(Value::Unknown, Value::Dimensions)
            }
            (Value::Pointer(a), Value::Pointer(b)) => match either(way, a, b) {
                Some(either) => Value::Pointer(either),
                None => self.renewed(yes, &hint.into()),
            },
            (Value::Object(_), Value::Object(_) | Value::Unknown)
            | (Value::Unknown, Value::Object(_)) => self.one_object(way, yes, no),
            (Value::Record(a), Value::Record(b)) if a.len() == b.len() => {
                let both = a.iter().zip(b);
                let joined = both.map(|((x, yes), (_, no))| {
                    let hint = format!("{hint}.{x}");
                    (x.clone(), self.joined(c, way, yes, no, &hint))
                });
                Value::Record(joined.collect())
            }
            (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                let both = a.iter().zip(b);
                Value::List(both.map(|(yes, no)| self.joined(c, way, yes, no, hint)).collect())
            }
            // What is written there, each of these variables may hold.
            (Value::Pointer(_) | Value::Address(_), Value::Pointer(_) | Value::Address(_)) => {
                let [yes, no] = [yes, no].map(|value| self.decayed(value.clone()));
                let both = (&yes, &no);
                let (Value::Pointer(a), Value::Pointer(b)) = both else { return Value::Unknown };
                either(way, a, b).map_or_else(|| self.renewed(&yes, &hint.into()), Value::Pointer)
            }
            _ => Value::Unknown,
        }
    }

    /// One of two objects of which nothing is known.
    fn one_object(&mut self, way: &Arc<Cond>, yes: &Value, no: &Value) -> Value {
        let pointers = [yes, no].map(|value| match value {
            Value::Object(pointer) => Some(pointer.clone()),
            _ => match self.any_pointer() {
                Value::Pointer(pointer) => Some(pointer),
                _ => None,
            },
        });
        match pointers {
            [Some(a), Some(b)] => either(way, &a, &b).map_or(Value::Unknown, Value::Object),
            _ => Value::Unknown,
        }
    }

    /// A name for the first number or the second.
    pub fn one_of(
        &mut self,
        c: Option<&Arc<Cond>>,
        ty: IntType,
        a: &Arc<Term>,
        b: &Arc<Term>,
        hint: &str,
    ) -> Arc<Term> {
        if a == b {
            return Arc::clone(a);
        }
        let made = self.symbol(ty, hint);
        let is = |e: &Arc<Term>| rel(Rel::Eq, Arc::clone(&made), Arc::clone(e));
        let small = |e: &Term| !larger_than(e, LARGEST_CHOICE);
        let c = c.filter(|c| !cond_larger_than(c, LARGEST_CHOICE));
        let mut about = Arc::new(Cond::Bool(true));
        // The side that is not taken is not evaluated: it need not have a value.
        let has_value = |e: &Term| matches!(e, Term::Num(_) | Term::Var(_));
        if has_value(a) && has_value(b) {
            about = or(is(a), is(b));
        }
        if let Some(c) = c.filter(|_| small(a) && small(b)) {
            let either = or(and(Arc::clone(c), is(a)), and(negated(c), is(b)));
            about = and(about, either);
        }
        if !matches!(*about, Cond::Bool(_)) {
            self.about(&made, FactKind::Choice, about);
        }
        made
    }
}
