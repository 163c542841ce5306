//! Where an execution forks: at tests that are not known, of conditionals and of loops. [P12, §V]

use super::execute::{Executor, Refusal};
use super::run::{Instruction, Left, Passed, Run, Turn, written};
use crate::planted;
use jaminan::Stmt;
use oracle::check::word::{Word, is_number};
use oracle::solver::Term;
use semantics::{Cond, Name, Number, Rel, Spelling, Syntax, printer};
use std::sync::Arc;

/// A test that is not known.
pub(super) struct Fork {
    /// The condition.
    pub condition: Term,
    /// How the test is told.
    pub turn: Turn,
    /// What either side goes on with.
    pub sides: Sides,
}

/// What the sides of a test go on with.
pub(super) enum Sides {
    /// Of a conditional.
    If { at: Instruction, sides: [Arc<Stmt>; 2] },
    /// Of a loop: another iteration, or its end.
    Loop { x: Name, next: Word, high: Word, body: Arc<Stmt> },
    /// Of a loop of which enough is written out: some iteration of those that are left, or its end.
    Rest { x: Name, next: Word, high: Word, body: Arc<Stmt> },
}

impl Executor<'_> {
    /// Whether a loop with an unknown end has had all its iterations that are written out.
    pub(super) fn is_long(&self, run: &Run) -> bool {
        run.rounds.last().is_some_and(|rounds| *rounds >= self.inputs.unroll)
    }

    /// The same loop, some iteration of which stands for all that are left: a race is of one access of
    /// each thread, so that this is enough where no barrier is in the loop and nothing is taken as known
    /// of what these iterations write.
    pub(super) fn rest(&self, sides: &Sides) -> Option<Sides> {
        match sides {
            Sides::Loop { x, next, high, body } if self.some_iteration && !body.synchronizes() => {
                let (x, next, high) = (x.clone(), next.clone(), high.clone());
                Some(Sides::Rest { x, next, high, body: body.clone() })
            }
            _ => None,
        }
    }

    /// A conditional before its test.
    pub(super) fn branch(
        &mut self,
        run: &mut Run,
        s: &Arc<Stmt>,
        c: &Cond,
        [yes, no]: [&Arc<Stmt>; 2],
    ) -> Result<Fork, Refusal> {
        let mut defined = Vec::new();
        let condition = self.pair.encoder.cond(c, &run.frame, &mut defined)?;
        self.require(run, defined);
        let lone = **yes == Stmt::Skip || **no == Stmt::Skip;
        let text = printer::cond(c, Spelling::Ascii);
        let turn = self.turn(condition, text, lone);
        let sides = [yes.clone(), no.clone()];
        let at = Instruction::new(s, &run.rounds);
        Ok(Fork { condition, turn, sides: Sides::If { at, sides } })
    }

    /// A loop before a test; its number of iterations so far is the last of the run's rounds.
    pub(super) fn test(
        &mut self,
        run: &Run,
        x: Name,
        next: Word,
        high: Word,
        body: Arc<Stmt>,
    ) -> Fork {
        let condition = self.words().compare(Rel::Lt, &next, &high);
        let rounds = run.rounds.last().copied().unwrap_or(0);
        let turn = self.turn(condition, format!("{x} goes on after {rounds} iterations"), true);
        Fork { condition, turn, sides: Sides::Loop { x, next, high, body } }
    }

    fn turn(&self, condition: Term, text: String, lone: bool) -> Turn {
        let symbols = self.pair.encoder.words.terms.free_symbols(condition);
        let coordinate = |symbol: &Term| {
            let mut axes = self.pair.frames.iter().flat_map(|frame| frame.axes.values());
            axes.any(|word| word.term == *symbol)
        };
        // What a cell holds depends on which cell it is.
        let cells = symbols.iter().filter_map(|s| self.cells.of(*s));
        let of_index = |index: &Word| self.pair.encoder.words.terms.free_symbols(index.term);
        let elsewhere = cells.flat_map(|cell| of_index(&cell.index)).any(|s| coordinate(&s));
        Turn {
            condition: text,
            holds: true,
            on_thread: elsewhere || symbols.iter().any(coordinate),
            on_input: symbols.iter().any(|symbol| !coordinate(symbol)),
            lone,
        }
    }

    /// Goes on with a side.
    pub(super) fn take(&mut self, run: &mut Run, fork: &Fork, holds: bool) {
        let terms = &mut self.pair.encoder.words.terms;
        let mut side = if holds { fork.condition } else { terms.not(fork.condition) };
        run.turns.push(Turn { holds, ..fork.turn.clone() });
        run.decisions.push(holds);
        match &fork.sides {
            Sides::If { at, sides: [yes, no] } => {
                run.branches.push(holds);
                run.within.push((at.clone(), holds));
                run.left.push(Left::Joined);
                run.left.push(Left::Run(if holds { yes } else { no }.clone()));
            }
            Sides::Loop { .. } | Sides::Rest { .. } if !holds => {
                run.rounds.pop();
            }
            Sides::Rest { .. } if planted::is("flows-rest-never") => {
                run.rounds.pop();
            }
            Sides::Rest { x, next, high, body } => {
                for array in written(body) {
                    let known = run.writes.get(&array).map_or(0, Vec::len);
                    run.forgotten.insert(array, known);
                }
                if planted::is("flows-rest-forgets-nothing") {
                    run.forgotten.clear();
                }
                let words = &mut self.pair.encoder.words;
                let most = high.high.as_ref().map(|h| (h - 1u32).max(next.low.clone()));
                let some = words.symbol(&format!("{x}.some"), next.low.clone(), most);
                let rel = planted::in_place_of(Rel::Le, "flows-rest-is-next", || Rel::Eq);
                let begun = words.compare(rel, next, &some);
                let goes_on = words.compare(Rel::Lt, &some, high);
                side = words.terms.all([side, begun, goes_on]);
                run.frame.variables.insert(x.clone(), some);
                run.left.push(Left::Ended);
                run.left.push(Left::Run(body.clone()));
            }
            Sides::Loop { x, next, high, body } => {
                if let Some(rounds) = run.rounds.last_mut() {
                    *rounds += 1;
                }
                run.frame.variables.insert(x.clone(), next.clone());
                let next = self.after(next);
                let (x, high, again) = (x.clone(), high.clone(), body.clone());
                run.left.push(Left::Loop { x, next, high, body: again });
                run.left.push(Left::Run(body.clone()));
            }
        }
        run.passed.push(Passed { defined: run.defined.len(), side });
        run.path = self.words().terms.and(run.path, side);
    }

    fn after(&mut self, word: &Word) -> Word {
        if is_number(word) {
            return self.words().number(&(&word.low + 1u32));
        }
        let one = self.words().number(&Number::from(1));
        self.words().add(word, &one)
    }
}
