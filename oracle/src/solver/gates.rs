//! Gates over a SAT solver: Tseitin's clauses, equal gates once, constants folded; and the
//! arithmetic of unsigned words that is built from gates.

use super::budget::Budget;
use batsat::{Callbacks, Lit, SolverInterface, Var, clause, lbool};
use refutation::{Formula, Literal, Proof};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use web_time::Instant;

/// What a conflict costs of a budget, in its units; a gate costs 1.
const CONFLICT: u64 = 1000;
/// What a gate takes, in bytes, roughly: four clauses of three literals and a hash table's entry.
const GATE_BYTES: u64 = 64;
/// What a learnt clause takes, in bytes, roughly.
const CONFLICT_BYTES: u64 = 256;

/// A constant, a variable of the SAT solver, or the negation of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn of(truth: bool) -> Bit {
        Bit(u32::from(truth))
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Without its negation; a constant becomes `FALSE`.
    fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }

    fn is_constant(self) -> bool {
        self.0 < 2
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// Stops the SAT solver where the budget is spent.
struct Meter {
    conflicts: u64,
    allowed: Cell<u64>,
    deadline: Option<Instant>,
    /// How often it was asked whether to stop: the clock is looked at once in a while.
    asked: Cell<u32>,
    /// Whether it was late once. The SAT solver asks again before it gives up, and begins anew where it is told to go on.
    late: Cell<bool>,
    /// What was learnt and forgotten, where that is kept.
    proof: Option<Proof>,
    /// How long that may get.
    most_proof_bytes: u64,
}

/// A literal of a proof takes so many bytes, roughly.
const PROOF_LITERAL_BYTES: u64 = 8;

/// As formulas and proofs have it.
fn numbered(literal: &Lit) -> Literal {
    // There are fewer than 2^31 variables: each takes more memory than that leaves.
    let number = Literal::try_from(literal.var().idx() + 1).unwrap_or(Literal::MAX);
    if literal.sign() { number } else { -number }
}

/// The clock is looked at once in so many decisions of the SAT solver.
const LOOK_AT_CLOCK: u32 = 64;

impl Meter {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, learnt: &[Lit], kind: clause::Kind) {
        self.conflicts += u64::from(matches!(kind, clause::Kind::Learnt));
        if let Some(proof) = &mut self.proof {
            proof.add(learnt.iter().map(numbered));
        }
    }

    fn on_delete_clause(&mut self, forgotten: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.forget(forgotten.iter().map(numbered));
        }
    }

    fn stop(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        if self.asked.get().is_multiple_of(LOOK_AT_CLOCK) && self.is_late() {
            self.late.set(true);
        }
        let long = self.proof.as_ref().is_some_and(|proof| {
            proof.literals() as u64 * PROOF_LITERAL_BYTES >= self.most_proof_bytes
        });
        long || self.late.get() || self.conflicts >= self.allowed.get()
    }
}

/// Words are unsigned, lowest bit first.
pub(crate) type Word = Vec<Bit>;

/// What the SAT solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Sat,
    Unsat,
    OutOfBudget,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Bit, Bit),
    Xor(Bit, Bit),
    Mux(Bit, Bit, Bit),
    Majority(Bit, Bit, Bit),
}

/// A circuit, and the SAT solver that it is built into.
pub(crate) struct Gates {
    solver: batsat::Solver<Meter>,
    /// The variable of bit `2 n + 2` is number `n`.
    variables: Vec<Var>,
    known: FxHashMap<Gate, Bit>,
    gates: u64,
    most_gates: u64,
    budget: Budget,
    /// The value of each variable, after [`Found::Sat`].
    values: Vec<bool>,
    /// What is asked for, where that is kept.
    formula: Option<Formula>,
}

/// What [`Gates::lower`] may take: calls of the solver, and conflicts in all of them.
const LOWERING: (usize, u64) = (64, 400);

impl Gates {
    pub fn new(budget: &Budget) -> Gates {
        let deadline = Instant::now().checked_add(budget.time);
        let (allowed, asked, late) = (Cell::new(0), Cell::new(0), Cell::new(false));
        let bytes = u64::from(budget.memory_mib) << 20;
        let (proof, most_proof_bytes) = (None, bytes / 2);
        let meter = Meter { conflicts: 0, allowed, deadline, asked, late, proof, most_proof_bytes };
        Gates {
            solver: batsat::Solver::new(batsat::SolverOpts::default(), meter),
            variables: Vec::new(),
            known: FxHashMap::default(),
            gates: 0,
            most_gates: budget.resources.min(bytes / GATE_BYTES),
            budget: *budget,
            values: Vec::new(),
            formula: None,
        }
    }

    /// As [`Gates::new`], and keeps what is asked for and what is learnt.
    pub fn recording(budget: &Budget) -> Gates {
        let mut gates = Gates::new(budget);
        gates.formula = Some(Formula::default());
        gates.solver.cb_mut().proof = Some(Proof::default());
        gates
    }

    /// What was kept: after [`Found::Unsat`] of [`Gates::solve`], a formula and a proof that it has no model.
    pub fn recorded(&mut self) -> Option<(Formula, Proof)> {
        self.formula.take().zip(self.solver.cb_mut().proof.take())
    }

    /// Whether the budget is spent before the search has begun.
    pub fn is_full(&self) -> bool {
        self.gates >= self.most_gates || self.solver.cb().is_late()
    }

    /// Units of the budget that were spent.
    pub fn spent(&self) -> u64 {
        self.gates.saturating_add(self.solver.cb().conflicts.saturating_mul(CONFLICT))
    }

    /// A bit that may be either.
    pub fn fresh(&mut self) -> Bit {
        self.variables.push(self.solver.new_var_default());
        Bit((self.variables.len() as u32) << 1)
    }

    /// Of a bit that is no constant.
    fn literal(&self, bit: Bit) -> Lit {
        Lit::new(self.variables[(bit.0 >> 1) as usize - 1], !bit.is_negative())
    }

    /// Asks for the bit to be true.
    pub fn require(&mut self, bit: Bit) {
        match bit {
            Bit::TRUE => {}
            Bit::FALSE => {
                if let Some(formula) = &mut self.formula {
                    formula.clauses.push([]);
                }
                self.solver.add_clause_reuse(&mut Vec::new());
            }
            _ => self.clause(&[bit]),
        }
    }

    /// Looks for values of the free bits under which every required bit is true.
    pub fn solve(&mut self) -> Found {
        if self.is_full() {
            return Found::OutOfBudget;
        }
        let bytes =
            (u64::from(self.budget.memory_mib) << 20).saturating_sub(self.gates * GATE_BYTES);
        let work = self.budget.resources.saturating_sub(self.gates) / CONFLICT;
        self.solver.cb().allowed.set(work.min(bytes / CONFLICT_BYTES));
        self.search(&[])
    }

    fn search(&mut self, assumptions: &[Lit]) -> Found {
        let found = self.solver.solve_limited(assumptions);
        if found == lbool::TRUE {
            let values = self.variables.iter().map(|v| self.solver.value_var(*v) == lbool::TRUE);
            self.values = values.collect();
            Found::Sat
        } else if found == lbool::FALSE {
            Found::Unsat
        } else {
            Found::OutOfBudget
        }
    }

    /// The bit's value, after [`Found::Sat`].
    pub fn value(&self, bit: Bit) -> bool {
        if bit.is_constant() {
            return bit == Bit::TRUE;
        }
        let at = (bit.0 >> 1) as usize - 1;
        self.values.get(at).copied().unwrap_or(false) != bit.is_negative()
    }

    /// After [`Found::Sat`]: makes the bits false, one after the other, each where those before it
    /// allow that, as far as little work goes.
    pub fn lower(&mut self, bits: impl IntoIterator<Item = Bit>) {
        let (mut calls, conflicts) = LOWERING;
        let meter = self.solver.cb();
        meter.allowed.set(meter.allowed.get().min(meter.conflicts + conflicts));
        let mut fixed = Vec::new();
        for bit in bits.into_iter().filter(|bit| !bit.is_constant()) {
            let off = self.literal(!bit);
            fixed.push(off);
            if !self.value(bit) {
                continue;
            }
            if calls == 0 {
                return;
            }
            calls -= 1;
            match self.search(&fixed) {
                Found::Sat => {}
                Found::Unsat => {
                    fixed.pop();
                    fixed.push(!off);
                }
                Found::OutOfBudget => return,
            }
        }
    }

    fn clause(&mut self, bits: &[Bit]) {
        let mut clause: Vec<Lit> = bits.iter().map(|bit| self.literal(*bit)).collect();
        if let Some(formula) = &mut self.formula {
            formula.clauses.push(clause.iter().map(numbered));
        }
        // False means that there is no solution: the search will say so.
        self.solver.add_clause_reuse(&mut clause);
    }

    /// The gate's output: `clauses` say what it is where the gate is new.
    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut Gates, Bit)) -> Bit {
        if let Some(known) = self.known.get(&gate) {
            return *known;
        }
        let out = self.fresh();
        self.gates += 1;
        self.known.insert(gate, out);
        clauses(self, out);
        out
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Bit::FALSE, _) => return Bit::FALSE,
            (Bit::TRUE, _) => return b,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        self.gate(Gate::And(a, b), |g, out| {
            g.clause(&[!out, a]);
            g.clause(&[!out, b]);
            g.clause(&[out, !a, !b]);
        })
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negative() != b.is_negative();
        let (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
        let out = if a == b {
            Bit::FALSE
        } else if a == Bit::FALSE {
            b
        } else {
            self.gate(Gate::Xor(a, b), |g, out| {
                g.clause(&[!out, a, b]);
                g.clause(&[!out, !a, !b]);
                g.clause(&[out, !a, b]);
                g.clause(&[out, a, !b]);
            })
        };
        if negated { !out } else { out }
    }

    /// `if c then a else b`.
    pub fn mux(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if c.is_constant() || a == b {
            return if c == Bit::TRUE { a } else { b };
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a.is_constant() || a == c || a == !c {
            let then = a == Bit::TRUE || a == c;
            return if then { self.or(c, b) } else { self.and(!c, b) };
        }
        if b.is_constant() || b == c || b == !c {
            let otherwise = b == Bit::TRUE || b == !c;
            return if otherwise { self.or(!c, a) } else { self.and(c, a) };
        }
        let (c, a, b) = if c.is_negative() { (!c, b, a) } else { (c, a, b) };
        self.gate(Gate::Mux(c, a, b), |g, out| {
            g.clause(&[!c, !a, out]);
            g.clause(&[!c, a, !out]);
            g.clause(&[c, !b, out]);
            g.clause(&[c, b, !out]);
        })
    }

    /// Whether at least two of three are true.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut three = [a, b, c];
        three.sort_unstable();
        let [a, b, c] = three;
        match a {
            Bit::FALSE => return self.and(b, c),
            Bit::TRUE => return self.or(b, c),
            _ if a == b || a == !b => return if a == b { a } else { c },
            _ if b == c || b == !c => return if b == c { b } else { a },
            _ => {}
        }
        self.gate(Gate::Majority(a, b, c), |g, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                g.clause(&[!x, !y, out]);
                g.clause(&[x, y, !out]);
            }
        })
    }

    /// Whether some bit is true.
    pub fn any(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        bits.into_iter().fold(Bit::FALSE, |any, bit| self.or(any, bit))
    }
}

/// Words of one width each.
impl Gates {
    pub fn fresh_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.fresh()).collect()
    }

    pub fn mux_word(&mut self, c: Bit, a: &[Bit], b: &[Bit]) -> Word {
        a.iter().zip(b).map(|(a, b)| self.mux(c, *a, *b)).collect()
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let differ: Word = a.iter().zip(b).map(|(a, b)| self.xor(*a, *b)).collect();
        !self.any(differ)
    }

    /// `a + b + carry`, wrapping.
    pub fn add(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            carry = self.majority(*a, *b, carry);
        }
        sum
    }

    /// `a - b`, wrapping.
    pub fn subtract(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.add(a, &complement(b), Bit::TRUE)
    }

    /// `-a`, wrapping.
    pub fn negate(&mut self, a: &[Bit]) -> Word {
        self.subtract(&vec![Bit::FALSE; a.len()], a)
    }

    /// `-a` where `c`, else `a`.
    pub fn negate_if(&mut self, c: Bit, a: &[Bit]) -> Word {
        let flipped: Word = a.iter().map(|a| self.xor(*a, c)).collect();
        self.add(&flipped, &vec![Bit::FALSE; a.len()], c)
    }

    /// `a * b`, wrapping.
    pub fn multiply(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let width = a.len();
        // Rows of zeros cost nothing, so the word with more constants chooses them.
        let constants = |word: &[Bit]| word.iter().filter(|bit| bit.is_constant()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        let mut product = vec![Bit::FALSE; width];
        for (place, b) in b.iter().enumerate() {
            if *b == Bit::FALSE || self.is_full() {
                continue;
            }
            let row: Word = a[..width - place].iter().map(|a| self.and(*a, *b)).collect();
            let high = self.add(&product[place..], &row, Bit::FALSE);
            product.truncate(place);
            product.extend(high);
        }
        product
    }

    /// Whether `a < b`.
    pub fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        a.iter().zip(b).fold(Bit::FALSE, |less, (a, b)| self.majority(!*a, *b, less))
    }

    /// Whether `a < b` in two's complement.
    pub fn less_signed(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        for word in [&mut a, &mut b] {
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
        }
        self.less(&a, &b)
    }

    /// `a / b` and `a % b`. By zero: all ones, and `a`.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let width = a.len();
        if let Some(places) = power_of_two(b) {
            let zeros = |n| std::iter::repeat_n(Bit::FALSE, n);
            let quotient = a[places..].iter().copied().chain(zeros(places)).collect();
            let rest = a[..places].iter().copied().chain(zeros(width - places)).collect();
            return (quotient, rest);
        }
        // Long division. The remainder needs one bit more while it is doubled.
        let b: Word = b.iter().copied().chain([Bit::FALSE]).collect();
        let mut rest = vec![Bit::FALSE; width + 1];
        let mut quotient = vec![Bit::FALSE; width];
        for place in (0..width).rev() {
            if self.is_full() {
                break;
            }
            rest.pop();
            rest.insert(0, a[place]);
            let fits = !self.less(&rest, &b);
            let less = self.subtract(&rest, &b);
            rest = self.mux_word(fits, &less, &rest);
            quotient[place] = fits;
        }
        rest.pop();
        (quotient, rest)
    }

    /// `a` shifted by an unsigned number of places, `fill` coming in; past the width all `fill`.
    pub fn shift(&mut self, a: &[Bit], by: &[Bit], left: bool, fill: Bit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut beyond = Bit::FALSE;
        for (stage, by) in by.iter().enumerate() {
            let places = 1_usize.checked_shl(stage as u32).filter(|places| *places < width);
            let Some(places) = places else {
                beyond = self.or(beyond, *by);
                continue;
            };
            let shifted: Word = (0..width)
                .map(|at| {
                    let from = if left { at.checked_sub(places) } else { Some(at + places) };
                    from.and_then(|from| word.get(from)).copied().unwrap_or(fill)
                })
                .collect();
            word = self.mux_word(*by, &shifted, &word);
        }
        self.mux_word(beyond, &vec![fill; width], &word)
    }
}

/// Every bit negated.
pub(crate) fn complement(word: &[Bit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// The exponent of a word that is constant and a power of two.
fn power_of_two(word: &[Bit]) -> Option<usize> {
    let place = word.iter().position(|bit| *bit == Bit::TRUE)?;
    let others = word.iter().enumerate().filter(|(at, _)| *at != place);
    others.map(|(_, bit)| *bit).all(|bit| bit == Bit::FALSE).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The SAT solver asks at each decision, once more before it gives up, and then begins anew.
    #[test]
    fn who_is_late_stays_late() {
        let late = Budget { time: Duration::ZERO, ..Budget::default() };
        let gates = Gates::new(&late);
        gates.solver.cb().allowed.set(u64::MAX);
        let asked: Vec<bool> = (0..3 * LOOK_AT_CLOCK).map(|_| gates.solver.cb().stop()).collect();
        let first = asked.iter().position(|stop| *stop);
        assert_eq!(first, Some(LOOK_AT_CLOCK as usize - 1));
        assert!(asked.iter().skip_while(|stop| !**stop).all(|stop| *stop), "{asked:?}");
        // More decisions than it makes between two looks, and no conflict.
        let mut gates = Gates::new(&late);
        gates.solver.cb().allowed.set(u64::MAX);
        for _ in 0..4 * LOOK_AT_CLOCK {
            gates.fresh();
        }
        assert_eq!(gates.search(&[]), Found::OutOfBudget);
    }
}
