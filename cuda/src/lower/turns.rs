//! What comes back after a few iterations: the two pointers of a double buffer, swapped at the end of each step, or
//! `stage = (stage + 1) % 3`. The body is read once for each turn, under the condition that it is the turn of the
//! iteration: so each pointer points to one array there, and each number is known.

use super::environment::Value;
use super::iteration::Loop;
use super::{Aside, Lowered, Lowering};
use crate::survey::{assigns, continues_in, each, each_in, mentioned};
use crate::term::{bin, num};
use crate::typed::{Expr, Kind, LocalId, Stmt, StmtKind, Storage};
use semantics::{Expr as Term, IntType, Op, Rel};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// After how many iterations everything has to be as it was.
const MOST_TURNS: usize = 4;

/// The values that some locals have at the begin of a turn.
pub(super) type Turn = BTreeMap<LocalId, Value>;

/// A part of an iteration that happens whatever else does.
enum Part<'s> {
    Statement(&'s Stmt),
    Step(&'s Expr),
}

impl<'s> Part<'s> {
    /// The expression that it evaluates.
    fn expr(&self) -> Option<&'s Expr> {
        match self {
            Part::Step(e) => Some(e),
            Part::Statement(Stmt { kind: StmtKind::Expr(e), .. }) => Some(e),
            Part::Statement(Stmt { kind: StmtKind::Declare(_, init), .. }) => init.as_ref(),
            Part::Statement(_) => None,
        }
    }

    /// What it gives another value.
    fn target(&self) -> Option<LocalId> {
        match self {
            Part::Statement(Stmt { kind: StmtKind::Declare(id, Some(_)), .. }) => Some(*id),
            part => match &part.expr()?.kind {
                Kind::Assign(place, _) | Kind::Update { place, .. } | Kind::Step { place, .. } => {
                    match place.kind {
                        Kind::Local(id) => Some(id),
                        _ => None,
                    }
                }
                _ => None,
            },
        }
    }
}

/// The parts of an iteration at its top, in order.
fn parts<'s>(l: &Loop<'s>) -> Vec<Part<'s>> {
    fn within<'s>(statements: &'s [Stmt], all: &mut Vec<Part<'s>>) {
        for statement in statements {
            match &statement.kind {
                StmtKind::Block(block) => within(block, all),
                _ => all.push(Part::Statement(statement)),
            }
        }
    }
    let mut all = Vec::new();
    within(l.body, &mut all);
    all.extend(l.steps.iter().map(|e| Part::Step(e)));
    all
}

impl<'k> Lowering<'k> {
    /// One iteration, the `nth` where that is known: for each turn by itself, where there are any.
    pub(super) fn by_turns(
        &mut self,
        l: &Loop<'_>,
        nth: Option<(IntType, &Arc<Term>)>,
        once: &dyn Fn(&mut Self, &Turn) -> Lowered<()>,
    ) -> Lowered<()> {
        let turns = match nth {
            Some(_) => self.turns(l)?,
            None => Vec::new(),
        };
        let Some((ty, nth)) = nth.filter(|_| turns.len() > 1) else {
            return once(self, &Turn::new());
        };
        let turn = bin(Op::Rem, ty, Arc::clone(nth), num(turns.len()));
        self.turn(&turns, 0, &turn, l, once)
    }

    fn turn(
        &mut self,
        turns: &[Turn],
        first: usize,
        turn: &Arc<Term>,
        l: &Loop<'_>,
        once: &dyn Fn(&mut Self, &Turn) -> Lowered<()>,
    ) -> Lowered<()> {
        if first + 1 == turns.len() {
            return once(self, &turns[first]);
        }
        let mine = self.decided(Rel::Eq, Arc::clone(turn), num(first));
        self.branch(
            mine,
            &|s| once(s, &turns[first]).map(|()| Value::Void),
            &|s| s.turn(turns, first + 1, turn, l, once).map(|()| Value::Void),
            l.span,
        )
        .map(|_| ())
    }

    /// Gives locals the values of a turn.
    pub(super) fn begin_turn(&mut self, turn: &Turn) {
        for (id, value) in turn {
            self.write_local(*id, value.clone());
        }
    }

    /// The values of what a loop changes and that come back, turn by turn.
    fn turns(&mut self, l: &Loop<'_>) -> Lowered<Vec<Turn>> {
        let mut all = vec![Turn::new()];
        if continues_in(l.body) {
            return Ok(all);
        }
        let parts = parts(l);
        for id in &l.changed {
            if all.iter().any(|turn| turn.contains_key(id)) {
                continue;
            }
            let Some((locals, relevant)) = self.closed(l, &parts, *id) else { continue };
            let Some(own) = self.period(&locals, &relevant)? else { continue };
            let period = num_integer::lcm(all.len(), own.len());
            if period <= MOST_TURNS {
                let both = (0..period).map(|n| {
                    let mut turn = all[n % all.len()].clone();
                    turn.extend(own[n % own.len()].clone());
                    turn
                });
                all = both.collect();
            }
        }
        Ok(all)
    }

    /// The locals whose values decide that of one, and the parts that change them; none where anything else does.
    fn closed<'p, 's>(
        &self,
        l: &Loop<'_>,
        parts: &'p [Part<'s>],
        id: LocalId,
    ) -> Option<(BTreeSet<LocalId>, Vec<&'p Part<'s>>)> {
        let changed: BTreeSet<LocalId> =
            parts.iter().filter_map(Part::target).chain(l.changed.iter().copied()).collect();
        let mut locals = BTreeSet::from([id]);
        loop {
            let before = locals.len();
            for part in parts {
                if let (Some(target), Some(e)) = (part.target(), part.expr())
                    && locals.contains(&target)
                {
                    locals.extend(mentioned(e).into_iter().filter(|x| changed.contains(x)));
                }
            }
            if locals.len() == before {
                break;
            }
        }
        let relevant: Vec<&Part<'_>> =
            parts.iter().filter(|p| p.target().is_some_and(|id| locals.contains(&id))).collect();
        let own = |id: &LocalId| {
            let storage = self.given.kernel.locals[id.0].storage;
            let here = matches!(storage, Storage::Thread | Storage::Parameter);
            here && !self.given.addressed.contains(id) && !self.is_in_memory(*id)
        };
        let simple = |part: &&Part<'_>| {
            let right = match part.expr().map(|e| &e.kind) {
                Some(Kind::Assign(_, value) | Kind::Update { value, .. }) => Some(&**value),
                Some(Kind::Step { .. }) => None,
                _ => part.expr(),
            };
            right.is_none_or(|e| !self.has_effects(e))
        };
        // Nothing else changes them.
        let mut changes = 0;
        let mut count = |e: &Expr| {
            changes += locals.iter().filter(|id| assigns(e, **id)).count();
        };
        each_in(l.body, &mut count);
        l.steps.iter().chain(&l.condition).for_each(|e| each(e, &mut count));
        let assigned = relevant.iter().filter(|p| !is_declaration(p)).count();
        let closed = locals.iter().all(own) && relevant.iter().all(simple) && changes == assigned;
        closed.then_some((locals, relevant))
    }

    /// The values of locals before each iteration, until they are what they were.
    fn period(
        &mut self,
        locals: &BTreeSet<LocalId>,
        parts: &[&Part<'_>],
    ) -> Lowered<Option<Vec<Turn>>> {
        // What is declared inside begins anew.
        let kept: Vec<LocalId> =
            locals.iter().copied().filter(|id| self.env.values[id.0].is_some()).collect();
        let known = |s: &Self| -> Option<Turn> {
            let value = |id: &LocalId| match &s.env.values[id.0] {
                Some(value @ (Value::Int(_) | Value::Pointer(_))) => Some((*id, value.clone())),
                _ => None,
            };
            kept.iter().map(value).collect()
        };
        let Some(start) = known(self) else { return Ok(None) };
        let Aside { block, owed, value: turns } = self.aside(|s| {
            let mut turns = vec![start];
            for _ in 0..MOST_TURNS {
                for part in parts {
                    match part {
                        Part::Statement(statement) => {
                            s.run(std::slice::from_ref(statement), None)?;
                        }
                        Part::Step(e) => drop(s.value(e)?),
                    }
                }
                match known(s) {
                    None => return Ok(None),
                    Some(turn) if turn == turns[0] => return Ok(Some(turns)),
                    Some(turn) => turns.push(turn),
                }
            }
            Ok(None)
        })?;
        Ok(turns.filter(|turns| turns.len() > 1 && block.is_empty() && owed.is_empty()))
    }
}

fn is_declaration(part: &Part<'_>) -> bool {
    matches!(part, Part::Statement(Stmt { kind: StmtKind::Declare(..), .. }))
}
