//! Checks a proof, from its first step to its last.
//!
//! **What is checked.** A step adds a clause `C` by *reverse unit propagation*: with every literal of `C` false,
//! clauses of which all literals but one are false make that one true, until a clause has all literals false. So no
//! assignment makes the clauses at hand true and `C` false: `C` follows from them [Goldberg and Novikov, DATE 2003].
//!
//! **Why that is enough.** By induction, every clause that is added follows from the formula, and so does each
//! literal that propagation makes true before anything is supposed. When propagation without any supposition makes
//! all literals of a clause false, the formula has no model. To forget a clause takes nothing away from this: less
//! is at hand from then on, and what was known before still follows from the formula. (Steps that keep
//! satisfiability only, the *RAT* of DRAT, are refused: there forgetting would matter.)
//!
//! **What may be wrong and does not matter.** A clause that is watched at wrong literals, or forgotten by mistake,
//! makes propagation find less, so that a proof is refused. What must be right is that a literal becomes true only
//! where a clause of those at hand has all others false, that a conflict is a clause with all literals false, and
//! that suppositions are taken back: see [`Checker::propagate`] and [`Checker::follows`].

use crate::{Formula, Literal, Proof, Step};
use std::collections::HashMap;
use std::fmt;

/// Why a proof is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The clause of this step, from 1, does not follow by unit propagation.
    DoesNotFollow(usize),
    /// Its steps follow, and the clauses do not contradict each other.
    NoContradiction,
    /// The check was stopped.
    Stopped,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::DoesNotFollow(step) => write!(f, "step {step} of the proof does not follow"),
            Wrong::NoContradiction => f.write_str("the proof ends without a contradiction"),
            Wrong::Stopped => f.write_str("the check of the proof was stopped"),
        }
    }
}

impl std::error::Error for Wrong {}

/// Whether the proof shows that the formula has no model. `stop` is asked between steps.
///
/// # Errors
/// Why it does not.
pub fn check(formula: &Formula, proof: &Proof, stop: &dyn Fn() -> bool) -> Result<(), Wrong> {
    let mut checker = Checker::default();
    for clause in formula.clauses.iter() {
        checker.put(clause);
    }
    for (n, step) in proof.steps().enumerate() {
        if checker.contradicted {
            return Ok(());
        }
        if stop() {
            return Err(Wrong::Stopped);
        }
        match step {
            Step::Add(clause) if checker.follows(clause) => checker.put(clause),
            Step::Add(_) => return Err(Wrong::DoesNotFollow(n + 1)),
            Step::Forget(clause) => checker.forget(clause),
        }
    }
    if checker.contradicted { Ok(()) } else { Err(Wrong::NoContradiction) }
}

/// What a literal is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Known {
    #[default]
    Nothing,
    True,
    False,
}

/// The clauses at hand, and what follows from them by propagation.
#[derive(Default)]
struct Checker {
    /// Of each clause its literals; none of one that is forgotten. The first two are watched.
    clauses: Vec<Vec<Literal>>,
    /// Of each literal, the clauses that watch it: they are looked at when it becomes false.
    watches: Vec<Vec<usize>>,
    known: Vec<Known>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    /// How many of the trail were propagated.
    propagated: usize,
    /// Where a clause is, by its literals in order.
    places: HashMap<Vec<Literal>, Vec<usize>>,
    /// Whether the clauses at hand, and nothing supposed, propagate to a conflict.
    contradicted: bool,
}

/// A literal's place in a table.
fn at(literal: Literal) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Checker {
    fn known(&self, literal: Literal) -> Known {
        self.known.get(at(literal)).copied().unwrap_or_default()
    }

    fn room(&mut self, literal: Literal) {
        let most = at(literal) | 1;
        if self.known.len() <= most {
            self.known.resize(most + 1, Known::Nothing);
            self.watches.resize(most + 1, Vec::new());
        }
    }

    fn suppose(&mut self, literal: Literal) {
        self.known[at(literal)] = Known::True;
        self.known[at(-literal)] = Known::False;
        self.trail.push(literal);
    }

    /// Puts a clause that follows to those at hand, while nothing is supposed.
    fn put(&mut self, clause: &[Literal]) {
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        literals.iter().for_each(|literal| self.room(*literal));
        let number = self.clauses.len();
        self.places.entry(literals.clone()).or_default().push(number);
        // What is not false comes first, to be watched.
        literals.sort_by_key(|literal| self.known(*literal) == Known::False);
        match literals[..] {
            [] => self.contradicted = true,
            [a, ..] if self.known(a) == Known::False => self.contradicted = true,
            [a] if self.known(a) == Known::Nothing => self.suppose(a),
            [a, b, ..] if self.known(b) == Known::False && self.known(a) == Known::Nothing => {
                self.suppose(a);
            }
            _ => {}
        }
        if let [a, b, ..] = literals[..] {
            self.watches[at(a)].push(number);
            self.watches[at(b)].push(number);
        }
        self.clauses.push(literals);
        if !self.propagate() {
            self.contradicted = true;
        }
    }

    fn forget(&mut self, clause: &[Literal]) {
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        // What is not there needs not be forgotten.
        if let Some(number) = self.places.get_mut(&literals).and_then(Vec::pop) {
            self.clauses[number] = Vec::new();
        }
    }

    /// Whether a clause follows by reverse unit propagation.
    fn follows(&mut self, clause: &[Literal]) -> bool {
        clause.iter().for_each(|literal| self.room(*literal));
        let mark = self.trail.len();
        // Where a literal is true already, so is the clause.
        let mut follows = false;
        for literal in clause {
            match self.known(*literal) {
                Known::True => {
                    follows = true;
                    break;
                }
                Known::False => {}
                Known::Nothing => self.suppose(-literal),
            }
        }
        follows = follows || !self.propagate();
        for literal in self.trail.drain(mark..) {
            self.known[at(literal)] = Known::Nothing;
            self.known[at(-literal)] = Known::Nothing;
        }
        self.propagated = mark;
        follows
    }

    /// Makes true what the clauses at hand make true. Whether no clause has all literals false.
    fn propagate(&mut self) -> bool {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            if !self.look_at_watchers_of(-literal) {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which became false.
    fn look_at_watchers_of(&mut self, fallen: Literal) -> bool {
        let mut watchers = std::mem::take(&mut self.watches[at(fallen)]);
        let mut kept = 0;
        let mut fine = true;
        for n in 0..watchers.len() {
            let number = watchers[n];
            let mut keep = true;
            if fine {
                match self.look_at(number, fallen) {
                    Look::Elsewhere => keep = false,
                    Look::Here => {}
                    Look::Unit(literal) => self.suppose(literal),
                    Look::Conflict => fine = false,
                }
            }
            if keep {
                watchers[kept] = number;
                kept += 1;
            }
        }
        watchers.truncate(kept);
        self.watches[at(fallen)] = watchers;
        fine
    }

    /// Looks at a clause of which a watched literal became false.
    fn look_at(&mut self, number: usize, fallen: Literal) -> Look {
        let mut clause = std::mem::take(&mut self.clauses[number]);
        let look = self.look_at_literals(&mut clause, fallen);
        if let Look::Elsewhere = look
            && let Some(second) = clause.get(1)
        {
            self.watches[at(*second)].push(number);
        }
        self.clauses[number] = clause;
        look
    }

    fn look_at_literals(&self, clause: &mut [Literal], fallen: Literal) -> Look {
        if clause.len() < 2 {
            // It is forgotten.
            return Look::Elsewhere;
        }
        if clause[0] == fallen {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.known(other) == Known::True {
            return Look::Here;
        }
        match (1..clause.len()).find(|n| self.known(clause[*n]) != Known::False) {
            Some(1) => return Look::Here,
            Some(n) => {
                clause.swap(1, n);
                return Look::Elsewhere;
            }
            None => {}
        }
        // Every literal but the other is false.
        if self.known(other) == Known::False { Look::Conflict } else { Look::Unit(other) }
    }
}

/// What comes of a look at a clause.
enum Look {
    /// It watches another literal now, or is forgotten.
    Elsewhere,
    /// It goes on watching.
    Here,
    /// All literals but this one are false.
    Unit(Literal),
    /// All literals are false.
    Conflict,
}
