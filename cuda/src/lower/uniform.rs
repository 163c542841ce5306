//! What all threads of a block agree on: barriers stand where they agree to come.
//!
//! An expression of a program is *uniform* where it is made of what threads agree on: parameters, extents, the
//! block's coordinates, constants, and the variables in `uniform`:
//!
//! - counters of loops from a uniform bound to a uniform bound;
//! - what is read at a place to which threads come together, at a uniform index. That threads read it alike is
//!   argued in `semantics::split::agree`, where it matters: in an execution without a race they do;
//! - values of which nothing is known but that threads agree on them: how often a loop runs that they leave
//!   together, and what changes in it. Each iteration has values of its own, which is sound: no more is taken for
//!   granted of them than that they are values.
//!
//! Of a local that a loop changes, that is found by *trial*: the loop is read as if threads agreed on all that it
//! changes and that they agree on before it; where one of these values, at the end of an iteration, is not made of
//! what threads agree on, the loop is read once more without. What is left is an invariant: at the begin of the
//! first iteration threads agree on it, and where they do at the begin of one, they do at its end. The same trial
//! finds whether they leave the loop together: its condition is uniform, and so is each that decides a `break` or
//! `return` in it. [This is the uniformity that GPUVerify infers for variables and Faial asks of bounds, L24 §3.1.]
//!
//! Where a barrier stands under a condition that is not uniform, the program says that threads agree on it all the
//! same: the executions in which they do not have no meaning in CUDA. That is no silence: for each such barrier it
//! is asked whether threads diverge there (`probe`).

use super::block::{Atom, synchronizes};
use super::iteration::Loop;
use super::range::Range;
use super::{Lowered, Lowering, Tried, Value};
use crate::area::Area;
use crate::arrays::BARRIER;
use crate::term::{num, rel, select};
use crate::typed::{Callee, Expr as Typed, Kind, LocalId, Stmt, Storage, Type};
use crate::unsupported::Unsupported;
use semantics::{Axis, Cond, Expr as Term, IntType, Name, Number, Rel, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many loops of a kernel may be read once more.
const MOST_TRIALS: usize = 100;

/// Why not all threads need get to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Apart {
    /// It is under a condition that they need not agree on.
    Condition,
    /// It is in a loop that they need not run equally often.
    Loop,
}

impl std::fmt::Display for Apart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Apart::Condition => "under a condition that threads need not agree on",
            Apart::Loop => "in a loop that threads need not run equally often",
        })
    }
}

/// What came of reading a loop as if threads agreed on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    /// The locals on which they do not.
    lost: BTreeSet<LocalId>,
    /// Whether they need not run it equally often.
    pub apart: bool,
}

/// Whether a kernel has barriers of the block.
pub(super) fn has_barriers(statements: &[Stmt]) -> bool {
    let mut found = false;
    crate::survey::each_in(statements, &mut |e| {
        found |= matches!(&e.kind, Kind::Call(callee, _) if callee.gathers());
    });
    found
}

impl Lowering<'_> {
    /// Whether all threads of a block agree on an expression.
    pub(super) fn is_uniform(&self, e: &Term) -> bool {
        let mut uniform = !e.mentions_thread_of_block();
        e.each_variable(&mut |x| uniform &= self.variables.uniform.contains(x));
        uniform
    }

    /// Whether all threads of a block agree on a condition.
    pub(super) fn is_uniform_condition(&self, c: &Cond) -> bool {
        let mut uniform = !c.mentions_thread_of_block();
        c.each_variable(&mut |x| uniform &= self.variables.uniform.contains(x));
        uniform
    }

    /// Whether all threads of a block get one value from an expression of which not all is modelled.
    pub(super) fn is_alike(&self, e: &Typed) -> bool {
        match &e.kind {
            Kind::Int(_)
            | Kind::Opaque
            | Kind::Text
            | Kind::Null
            | Kind::BlockDim(_)
            | Kind::GridDim(_) => true,
            Kind::Coordinate(axis) => matches!(axis, Axis::Block(_)),
            Kind::Local(id) => match self.env.values.get(id.0) {
                Some(Some(Value::Int(n))) => self.is_uniform(n),
                Some(Some(Value::Opaque(Some(x)))) => self.variables.uniform.contains(x),
                Some(Some(Value::Opaque(None))) => self.given.kept.contains(id),
                _ => false,
            },
            Kind::Negate(_)
            | Kind::Not(_)
            | Kind::Complement(_)
            | Kind::Arithmetic(..)
            | Kind::Compare(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Conditional(..)
            | Kind::Convert(_)
            | Kind::Call(Callee::Math(_) | Callee::Extremum(_) | Callee::Abs | Callee::Agreed, _) => {
                e.kind.operands().into_iter().all(|e| self.is_alike(e))
            }
            _ => false,
        }
    }

    /// The number of `[[jaminan::op("agreed")]]`: a parameter of the program that the kernel has not.
    pub(super) fn agreed_number(&mut self, values: Vec<Value>, e: &Typed) -> Lowered<Value> {
        let numbers: Option<Vec<Number>> = values
            .iter()
            .map(|value| match value {
                Value::Int(n) => crate::term::literal(n).cloned(),
                _ => None,
            })
            .collect();
        let Some([which, below]) = numbers.and_then(|n| <[Number; 2]>::try_from(n).ok()) else {
            return Err(Unsupported::new(
                Area::Barrier,
                "a number that threads agree on, without a name",
                &e.span,
            ));
        };
        let name = Name::from(format!("agreed.{which}"));
        if self.variables.params.contains(&name) {
            self.block.scope.insert(name.clone());
        } else {
            let range = Range::new(Number::from(0), &below - 1);
            self.parameter(name.clone(), IntType::INT, Some(range));
            let number = || Arc::new(Term::Var(name.clone()));
            self.taken.assumptions.push(Cond::Rel(Rel::Ge, number(), num(0)));
            self.taken.assumptions.push(Cond::Rel(Rel::Lt, number(), num(below)));
        }
        Ok(Value::Int(Arc::new(Term::Var(name))))
    }

    /// What a barrier gives. Where threads come to it together, each time that they do they get one value. [CUDA C++
    /// Programming Guide, "Synchronization Functions"]
    pub(super) fn barrier_value(&mut self, name: &Name, e: &Typed) -> Lowered<Value> {
        let ty = self.int_type(&e.ty, &e.span)?;
        let why = format!("the result of `{name}`, which other threads decide too");
        let value = match self.around.divergent {
            None => self.agreed_unknown("voted", ty, &why, &e.span)?,
            Some(_) => self.unknown("voted", ty, &why, &e.span)?,
        };
        Ok(Value::Int(value))
    }

    /// A `var` for what is not modelled, on which threads agree.
    pub(super) fn agreed_unknown(
        &mut self,
        base: &str,
        ty: IntType,
        why: &str,
        span: &Span,
    ) -> Lowered<Arc<Term>> {
        let value = self.unknown(base, ty, why, span)?;
        if let Term::Var(x) = &*value {
            self.variables.uniform.insert(x.clone());
            self.variables.agreed.insert(x.clone());
        }
        Ok(value)
    }

    /// A `var` for what is not modelled of a loop, on which threads agree where they run it together.
    pub(super) fn unknown_of(
        &mut self,
        l: &Loop<'_>,
        base: &str,
        ty: IntType,
        why: &str,
    ) -> Lowered<Arc<Term>> {
        match l.together {
            true => self.agreed_unknown(base, ty, why, l.span),
            false => self.unknown(base, ty, why, l.span),
        }
    }

    /// Notes that a variable holds what threads have read alike, if they have.
    pub(super) fn read_alike(&mut self, x: &Name, index: &Term) {
        if self.around.divergent.is_none() && self.is_uniform(index) {
            self.variables.uniform.insert(x.clone());
        }
    }

    /// Reads a loop, by trial as one that threads run together.
    pub(super) fn by_trial(
        &mut self,
        l: &Loop<'_>,
        read: &dyn Fn(&mut Self, &Loop<'_>) -> Lowered<()>,
    ) -> Lowered<()> {
        if !self.given.has_barriers || self.around.divergent.is_some() {
            return self.untried(|s| read(s, l));
        }
        let agreed = l.changed.iter().copied().filter(|id| self.agrees_on(*id));
        let mut l = Loop { together: true, agreed: agreed.collect(), ..l.clone() };
        while l.together && self.spent.trials < MOST_TRIALS {
            let found = self.found.clone();
            let tried = self.attempt(|s| {
                let trial = s.on_trial(|s| read(s, &l))?;
                Ok(match trial.apart || !trial.lost.is_empty() {
                    true => Tried::TakenBack(trial),
                    false => Tried::Kept(()),
                })
            })?;
            let Tried::TakenBack(trial) = tried else { return Ok(()) };
            self.spent.trials += 1;
            // What is to be found of the arrays in the loop, the next reading finds.
            self.found = found;
            l.together = !trial.apart;
            l.agreed = l.agreed.difference(&trial.lost).copied().collect();
        }
        self.untried(|s| read(s, &Loop { together: false, agreed: BTreeSet::new(), ..l }))
    }

    /// Reads iterations of a loop by trial: what came of it.
    pub(super) fn on_trial(
        &mut self,
        part: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<Trial> {
        let outer = self.barriers.trial.replace(Trial::default());
        part(self)?;
        let trial = std::mem::replace(&mut self.barriers.trial, outer);
        Ok(trial.unwrap_or(Trial { lost: BTreeSet::new(), apart: true }))
    }

    /// Reads a part in which nobody leaves the loop that is read by trial, but by a `return` of the kernel: what
    /// follows a loop says that.
    pub(super) fn untried<T>(&mut self, part: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let trial = self.barriers.trial.take();
        let done = part(self);
        self.barriers.trial = trial;
        done
    }

    fn agrees_on(&self, id: LocalId) -> bool {
        let local = &self.given.kernel.locals[id.0];
        let own = matches!(local.storage, Storage::Thread | Storage::Parameter);
        let uniform = matches!(&self.env.values[id.0], Some(Value::Int(e)) if self.is_uniform(e));
        own && uniform && matches!(local.ty, Type::Int(_) | Type::Bool) && !self.is_in_memory(id)
    }

    /// An iteration of a loop begins.
    pub(super) fn iteration_begins(&mut self) {
        self.left(self.around.divergent.is_some());
    }

    /// A thread leaves a loop here, or goes around it; perhaps not with the others.
    pub(super) fn left(&mut self, apart: bool) {
        if let Some(trial) = &mut self.barriers.trial {
            trial.apart |= apart;
        }
    }

    /// An iteration of a loop ends.
    pub(super) fn iteration_ends(&mut self, l: &Loop<'_>) {
        let lost: Vec<_> = l.agreed.iter().copied().filter(|id| !self.agrees_on(*id)).collect();
        if let Some(trial) = &mut self.barriers.trial {
            trial.lost.extend(lost);
        }
    }

    /// Notes that threads are taken to agree to come to a barrier, where they need not.
    pub(super) fn come_together(&mut self, span: &Span) {
        if !self.barriers.apart.iter().any(|other| other.bytes == span.bytes) {
            self.barriers.apart.push(span.clone());
        }
    }

    /// The condition by which threads go on, where a barrier stands on either side: one that they agree on.
    pub(super) fn agree(
        &mut self,
        c: Arc<Cond>,
        sides: [&[Atom]; 2],
        seen: usize,
        span: &Span,
    ) -> Lowered<Arc<Cond>> {
        if self.given.divergent_barriers
            || self.is_uniform_condition(&c)
            || !sides.iter().any(|side| synchronizes(side))
        {
            return Ok(c);
        }
        self.not_asked_since(seen, &sides, span)?;
        let (line, _) = span.line_column();
        let why = format!("what threads decide at line {line}, where they agree");
        let decision = self.agreed_unknown("agreed", IntType::unsigned(1), &why, span)?;
        let agreed = rel(Rel::Ne, decision, num(0));
        let with = |c: &Arc<Cond>, yes, no| select(c, num(yes), num(no));
        let differs = select(&agreed, with(&c, 0, 1), with(&c, 1, 0));
        self.emit(Atom::Check(Arc::new(Term::Within(1.into(), differs))), span)?;
        Ok(agreed)
    }

    /// How often threads run a loop with a barrier: as often as each other.
    pub(super) fn agree_on_count(
        &mut self,
        count: Arc<Term>,
        body: &[Atom],
        seen: usize,
        span: &Span,
    ) -> Lowered<Arc<Term>> {
        self.not_asked_since(seen, &[body], span)?;
        let (line, _) = span.line_column();
        let why = format!("how often threads run the loop of line {line}, where they agree");
        let ty = self.type_of(&count).unwrap_or(IntType::LONG);
        let agreed = self.agreed_unknown("iterations", ty, &why, span)?;
        let none = rel(Rel::Le, Arc::clone(&count), num(0));
        let same = rel(Rel::Eq, Arc::clone(&agreed), select(&none, num(0), count));
        let differs = select(&same, num(0), num(1));
        self.emit(Atom::Check(Arc::new(Term::Within(1.into(), differs))), span)?;
        Ok(agreed)
    }

    /// Reads a side of a conditional, under a condition that its threads know behind its barriers, too.
    pub(super) fn knowing<T>(
        &mut self,
        c: &Arc<Cond>,
        side: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let mut known = self.given.has_barriers
            && !self.given.divergent_barriers
            && !self.is_uniform_condition(c);
        c.each_variable(&mut |x| known &= self.variables.params.contains(x));
        if !known {
            return side(self);
        }
        self.inside(|around| around.conditions.push(Arc::clone(c)), side)
    }

    /// In a question about a barrier, what is around it is not taken for granted, unless the threads that go there come
    /// to another barrier first. Where not all do, they diverge at that one, which is a question of its own.
    fn not_asked_since(&self, seen: usize, sides: &[&[Atom]], span: &Span) -> Lowered<()> {
        match self.seen() == seen || sides.iter().all(|side| gathers_first(side)) {
            true => Ok(()),
            false => Err(Unsupported::new(
                Area::Barrier,
                "a barrier next to one that threads diverge at",
                span,
            )),
        }
    }
}

/// Whether threads come to another barrier on each way to the one that is asked about, if that is here.
fn gathers_first(side: &[Atom]) -> bool {
    ways(side, Way { gathered: false, asked: false }).is_some()
}

/// How threads come to a place.
#[derive(Clone, Copy)]
struct Way {
    /// By another barrier.
    gathered: bool,
    /// By the barrier that is asked about.
    asked: bool,
}

/// How threads leave a block; nothing where they may come to the barrier that is asked about, and to no other before.
fn ways(block: &[Atom], mut way: Way) -> Option<Way> {
    for atom in block {
        match atom {
            Atom::Sync(_) => way.gathered |= !way.asked,
            Atom::Read { array, .. } if array.as_str() == BARRIER => {
                if !way.gathered {
                    return None;
                }
                way.asked = true;
            }
            Atom::If(_, yes, no) => {
                let (yes, no) = (ways(yes, way)?, ways(no, way)?);
                way.gathered = yes.gathered && no.gathered;
                way.asked = yes.asked || no.asked;
            }
            Atom::For(.., body) => way.asked |= ways(body, way)?.asked,
            Atom::Read { .. } | Atom::Write { .. } | Atom::Var(_) | Atom::Check(_) => {}
        }
    }
    Some(way)
}
