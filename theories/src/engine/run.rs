//! One run after another: each makes the choices that a tape says, and the tape goes through all.

use super::code::{Code, Node, Place, Slots, Term, Test};
use semantics::{Mode, Op, Rel};

/// Indices and cells are below this; a program that goes past it escapes to the reference.
pub(super) const MOST_CELLS: u64 = 32;

/// Values that a `var` may take are below this.
pub(super) const MOST_VALUES: u64 = 64;

/// A set of access values of one thread: the indices read below, those written above.
pub(super) type Accesses = u64;

/// What ends a run before its end.
pub(super) enum Halt {
    /// There is no derivation.
    Stuck,
    /// The engine cannot go on.
    Escape,
}

/// The choices of a run, each with the number of its alternatives.
#[derive(Debug, Default)]
pub(super) struct Tape {
    choices: Vec<(u8, u8)>,
    next: usize,
}

impl Tape {
    pub fn rewind(&mut self) {
        self.choices.clear();
        self.next = 0;
    }

    fn choose(&mut self, of: usize) -> Result<usize, Halt> {
        if self.next == self.choices.len() {
            let of = u8::try_from(of).map_err(|_| Halt::Escape)?;
            if of == 0 {
                return Err(Halt::Stuck);
            }
            self.choices.push((0, of));
        }
        let (choice, _) = self.choices[self.next];
        self.next += 1;
        Ok(usize::from(choice))
    }

    /// The next run's choices; whether there is one.
    pub fn advance(&mut self) -> bool {
        self.choices.truncate(self.next);
        self.next = 0;
        while let Some((choice, of)) = self.choices.last_mut() {
            *choice += 1;
            if choice < of {
                return true;
            }
            self.choices.pop();
        }
        false
    }
}

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub(super) enum As<'a> {
    /// By the rules of programs: what is read comes from memory, cells below this are chosen.
    Program { cells: u64 },
    /// By the rules of its protocol: a `var`, and what is read, is one of these.
    Protocol { values: &'a [u64] },
}

/// A run of one thread.
pub(super) struct Run<'a> {
    code: &'a Code,
    tape: &'a mut Tape,
    how: As<'a>,
    values: u64,
    tid: u64,
    slots: [u64; 32],
    bound: Slots,
    memory: [u64; MOST_CELLS as usize],
    /// The cells that are written or chosen.
    known: u32,
    /// The cells that are chosen, and what was chosen, a byte for each.
    pub chosen: (u64, u64),
    /// The decisions so far, a bit for each, after a leading 1: of a conditional its branch, of a
    /// loop whether it goes on. For one program they are as much as its trace.
    pub trace: u64,
    /// The accesses so far.
    pub phase: Accesses,
    /// The values read so far.
    pub read: u64,
}

impl<'a> Run<'a> {
    pub fn new(code: &'a Code, tape: &'a mut Tape, how: As<'a>, values: u64, tid: u64) -> Self {
        Run {
            code,
            tape,
            how,
            values,
            tid,
            slots: [0; 32],
            bound: 0,
            memory: [0; MOST_CELLS as usize],
            known: 0,
            chosen: (0, 0),
            trace: 1,
            phase: 0,
            read: 0,
        }
    }

    pub fn statement(&mut self, node: Place) -> Result<(), Halt> {
        match self.code.nodes[usize::from(node)] {
            Node::Skip => Ok(()),
            Node::Access(mode, e) => {
                let j = self.term(e)?;
                self.access(mode, j)
            }
            Node::Write(e1, e2) => {
                let j = self.term(e1)?;
                self.access(Mode::Wr, j)?;
                if let As::Program { .. } = self.how {
                    self.memory[j as usize] = self.term(e2)?;
                    self.known |= 1 << j;
                }
                Ok(())
            }
            Node::Read(x, e, s) => {
                let j = self.term(e)?;
                self.access(Mode::Rd, j)?;
                let k = match self.how {
                    As::Program { cells } => self.reads(j, cells)?,
                    As::Protocol { values } => values[self.tape.choose(values.len())?],
                };
                self.under(x, k, s)
            }
            Node::Var(x, s) => {
                let k = match self.how {
                    As::Program { .. } => self.tape.choose(self.values as usize)? as u64,
                    As::Protocol { values } => values[self.tape.choose(values.len())?],
                };
                self.under(x, k, s)
            }
            Node::Seq(a, b) => {
                self.statement(a)?;
                self.statement(b)
            }
            Node::If(c, a, b) => {
                let holds = self.test(c)?;
                self.decides(holds)?;
                self.statement(if holds { a } else { b })
            }
            Node::For(x, lo, hi, s) => {
                let hi = self.term(hi)?;
                for l in lo..hi {
                    self.decides(true)?;
                    self.under(x, l, s)?;
                }
                self.decides(false)
            }
        }
    }

    fn access(&mut self, mode: Mode, j: u64) -> Result<(), Halt> {
        if j >= MOST_CELLS {
            return Err(Halt::Escape);
        }
        self.phase |= match mode {
            Mode::Rd => 1 << j,
            Mode::Wr => 1 << (j + MOST_CELLS),
        };
        Ok(())
    }

    /// `M̂(j) = k`
    fn reads(&mut self, j: u64, cells: u64) -> Result<u64, Halt> {
        if self.known & 1 << j == 0 && j < cells {
            let k = self.tape.choose(self.values as usize)? as u64;
            self.memory[j as usize] = k;
            self.known |= 1 << j;
            // Past the eighth cell nothing asks for what was chosen.
            if j < 8 {
                self.chosen.0 |= 0xff << (8 * j);
                self.chosen.1 |= k << (8 * j);
            }
        }
        let k = self.memory[j as usize];
        if k >= MOST_VALUES {
            return Err(Halt::Escape);
        }
        self.read |= 1 << k;
        Ok(k)
    }

    /// `s[x := k]`
    fn under(&mut self, x: u8, k: u64, s: Place) -> Result<(), Halt> {
        let (slot, bound) = (self.slots[usize::from(x)], self.bound);
        self.slots[usize::from(x)] = k;
        self.bound |= 1 << x;
        let result = self.statement(s);
        // An inner binder of the same name hides the outer one only for its body.
        self.slots[usize::from(x)] = slot;
        self.bound = bound;
        result
    }

    fn decides(&mut self, way: bool) -> Result<(), Halt> {
        if self.trace >> 63 == 1 {
            return Err(Halt::Escape);
        }
        self.trace = self.trace << 1 | u64::from(way);
        Ok(())
    }

    fn term(&self, term: Place) -> Result<u64, Halt> {
        match self.code.terms[usize::from(term)] {
            Term::Num(n) => Ok(n),
            Term::Tid => Ok(self.tid),
            Term::Slot(x) if self.bound & 1 << x != 0 => Ok(self.slots[usize::from(x)]),
            Term::Slot(_) => Err(Halt::Stuck),
            Term::Bin(op, a, b) => apply(op, self.term(a)?, self.term(b)?).ok_or(Halt::Escape),
        }
    }

    fn test(&self, test: Place) -> Result<bool, Halt> {
        Ok(match self.code.tests[usize::from(test)] {
            Test::Bool(b) => b,
            Test::Rel(rel, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                match rel {
                    Rel::Lt => a < b,
                    Rel::Le => a <= b,
                    Rel::Gt => a > b,
                    Rel::Ge => a >= b,
                    Rel::Eq => a == b,
                    Rel::Ne => a != b,
                }
            }
            Test::And(a, b) => self.test(a)? && self.test(b)?,
            Test::Or(a, b) => self.test(a)? || self.test(b)?,
            Test::Not(c) => !self.test(c)?,
        })
    }
}

/// `a ⋆ b`, where it is below 2⁶⁴.
pub(super) fn apply(op: Op, a: u64, b: u64) -> Option<u64> {
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => Some(a.saturating_sub(b)),
        Op::Mul => a.checked_mul(b),
        Op::Div => Some(a.checked_div(b).unwrap_or(0)),
        Op::Rem => Some(a.checked_rem(b).unwrap_or(a)),
        Op::BitAnd => Some(a & b),
        Op::BitOr => Some(a | b),
        Op::BitXor => Some(a ^ b),
        Op::Shl if a == 0 => Some(0),
        Op::Shl if b <= u64::from(a.leading_zeros()) => Some(a << b),
        Op::Shl => None,
        Op::Shr => Some(u32::try_from(b).ok().and_then(|b| a.checked_shr(b)).unwrap_or(0)),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
    }
}
