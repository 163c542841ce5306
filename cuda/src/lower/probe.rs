//! Divergence: a barrier that some threads of a block reach and others do not. It is asked as a race,
//! on an array that the kernel does not have: a thread that reaches the barrier reads the place of
//! some thread, whichever, and one that has not reached it when it ends writes its own place. The two
//! meet where one thread reaches the barrier and another one of its block does not, and never else.
//!
//! In a loop that is asked of each iteration: a thread has a place for each, and writes those of the
//! iterations in which it does not reach the barrier, also of those that it does not make.

use super::atomic::WIDE;
use super::block::Atom;
use super::environment::Value;
use super::{Block, Failure, Lowered, Lowering, MOST_READINGS, Setting};
use crate::area::Area;
use crate::arrays::BARRIER;
use crate::term::{bin, convert, literal, num, rel};
use crate::typed::{Expr, Kernel, Local, LocalId, Storage, Type};
use crate::unsupported::Unsupported;
use jaminan::Program;
use num_traits::One;
use semantics::{
    ArrayRole, ArrayType, Expr as Term, IntType, Name, Number, Op, Rel, Sharing, Site, Span,
};
use std::ops::Range;
use std::sync::Arc;

/// The state of the question.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// The local that says whether the thread has reached the barrier.
    reached: LocalId,
    /// The barrier that is asked about.
    target: Span,
    /// The same, once the lowering has come to it.
    barrier: Option<Span>,
    /// What is around the place at hand.
    around: Vec<Around>,
    /// What is around the barrier.
    stands: Vec<Range<usize>>,
    /// How many loops are.
    depth: usize,
    /// How often the lowering has come to the barrier.
    seen: usize,
    /// What becomes of barriers that threads come to behind it.
    later: Later,
    /// Whether the thread waits at the barrier, in no loop: what follows happens only where all others come.
    pub waits: bool,
}

/// What becomes of the barriers that threads come to behind the one that is asked about, before they may come to it
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Later {
    /// They stay.
    Kept,
    /// They are left out, where threads need not come to them together. What a thread reads behind one is then what
    /// it may read, and more: protocols know nothing of what is read, but whether threads read it alike, and they do
    /// where the barrier stands. So where no threads diverge then, none do; and what the program shows need not be so.
    LeftOut,
}

/// A loop or call around a place, by its place in the source.
#[derive(Clone, Debug)]
struct Around {
    bytes: Range<usize>,
    /// Of a loop, which iteration it is, from 0.
    nth: Option<Arc<Term>>,
    /// How often the barrier was come to when it began.
    seen: usize,
}

/// A thread's place has this many bits below the iteration; an inner iteration has as many.
const PLACE_BITS: u32 = 32;
/// The barrier may stand in this many loops: the places stay below 2^127.
const MOST_LOOPS: usize = 2;

/// The question about a barrier; `None` where it cannot be put so. At the others, threads are taken to agree.
pub(crate) fn probe(
    kernel: &Kernel,
    setting: &Setting<'_>,
    assumed: &[Expr],
    target: &Span,
    later: Later,
) -> Option<Program> {
    let mut kernel = kernel.clone();
    let reached = LocalId(kernel.locals.len());
    kernel.locals.push(Local {
        name: "reached".into(),
        ty: Type::Int(IntType::INT),
        storage: Storage::Thread,
        span: kernel.span.clone(),
    });
    let target = target.clone();
    let (around, stands) = (Vec::new(), Vec::new());
    let probe = Probe {
        reached,
        target,
        barrier: None,
        around,
        stands,
        depth: 0,
        seen: 0,
        later,
        waits: false,
    };
    // What atomics change is not known, so the arrays that they access have to be.
    let mut given = setting.found.so_far();
    for _ in 0..MOST_READINGS {
        let mut found = given.clone();
        let started = super::start(&kernel, setting, assumed, &mut found, Some(probe.clone()));
        let asked = match started {
            Ok(mut lowering) => {
                lowering.env.values[reached.0] = Some(Value::Int(num(0)));
                let asked = lowering.ask().ok();
                found = lowering.found.clone();
                asked.map(|()| lowering)
            }
            Err(_) => None,
        };
        if found == given {
            return Some(asked?.finish().ok()?.program);
        }
        given = found;
    }
    None
}

impl Lowering<'_> {
    fn ask(&mut self) -> Result<(), Failure> {
        let end = self.given.kernel.span.clone();
        self.run(&self.given.kernel.body, None)?;
        if self.barriers.probe.as_ref().is_none_or(|probe| probe.barrier.is_none()) {
            return Err(Unsupported::new(Area::Barrier, "a barrier", &end).into());
        }
        self.miss(&end)?;
        let Block { atoms, owed, .. } = std::mem::take(&mut self.block);
        self.block.atoms = self.pay(atoms, owed)?;
        Ok(())
    }

    /// A barrier, while a question is put about one; `false` where it is to be taken as it is.
    pub(super) fn probed(&mut self, span: &Span) -> Lowered<bool> {
        let Some(probe) = &self.barriers.probe else { return Ok(false) };
        let here = |other: &Span| other.bytes == span.bytes;
        match &probe.barrier {
            Some(asked) if !here(asked) => {
                if !probe.around.iter().any(|a| a.nth.is_some() && a.seen < probe.seen) {
                    // What follows the barrier does not change who reached it.
                    return Ok(true);
                }
                // It ends the iteration, as far as the question goes.
                let left_out = probe.later == Later::LeftOut;
                self.miss(span)?;
                return Ok(left_out);
            }
            // Where they agree on it, they pass it: it is one more visit that is asked about.
            None if !here(&probe.target) || self.around.divergent.is_none() => return Ok(false),
            _ => {}
        }
        let stands: Vec<_> = probe.around.iter().map(|around| around.bytes.clone()).collect();
        let depth = probe.around.iter().filter(|around| around.nth.is_some()).count();
        if depth > MOST_LOOPS
            || depth < self.around.loops
            || probe.seen > 0 && probe.stands != stands
        {
            return Err(Unsupported::new(Area::Barrier, "a barrier in such loops", span));
        }
        let reached = probe.reached;
        if let Some(probe) = &mut self.barriers.probe {
            (probe.barrier, probe.stands, probe.depth) = (Some(span.clone()), stands, depth);
            probe.seen += 1;
        }
        let array = Name::from(BARRIER);
        let ty = IntType::LONG;
        let made = ArrayType {
            role: ArrayRole::Barrier,
            members: None,
            sharing: Sharing::Block,
            element: ty,
            dimensions: Vec::new(),
            flat: false,
        };
        self.arrays.types.insert(array.clone(), made);
        let whose = self.bind("whose", IntType::UINT);
        self.emit(Atom::Var(whose.clone()), span)?;
        let x = self.bind("barrier", ty);
        let whose = convert(WIDE, IntType::UINT, Arc::new(Term::Var(whose)));
        let index = self.place_at(whose, None, span)?;
        self.emit(Atom::Read { x, array, index, site: Site::at(span.clone()) }, span)?;
        self.env.values[reached.0] = Some(Value::Int(num(1)));
        self.wait(depth == 0 && self.around.loops == 0);
        Ok(true)
    }

    /// Whether a thread waits at the barrier of the question.
    pub(super) fn waits(&self) -> bool {
        self.barriers.probe.as_ref().is_some_and(|probe| probe.waits)
    }

    /// Says whether it does.
    pub(super) fn wait(&mut self, waits: bool) {
        if let Some(probe) = &mut self.barriers.probe {
            probe.waits = waits;
        }
    }

    /// Writes the thread's places at this barrier, in the iterations around and any of those inside,
    /// unless it has reached it; after this it counts as one that has.
    fn miss(&mut self, span: &Span) -> Lowered<()> {
        let Some(Probe { reached, barrier: Some(_), .. }) = &self.barriers.probe else {
            return Ok(());
        };
        let reached = *reached;
        let Value::Int(has) = self.read_local(reached, span)? else { return Ok(()) };
        let misses = rel(Rel::Eq, has, num(0));
        self.branch(misses, &|s| s.write_place(None, span), &|_| Ok(Value::Void), span)?;
        self.env.values[reached.0] = Some(Value::Int(num(1)));
        Ok(())
    }

    /// Writes the thread's place; in an iteration of the next loop inside, or in any.
    fn write_place(&mut self, nth: Option<&Arc<Term>>, span: &Span) -> Lowered<Value> {
        let Some(Probe { barrier: Some(barrier), .. }) = &self.barriers.probe else {
            return Ok(Value::Void);
        };
        let (array, site) = (Name::from(BARRIER), Site::at(barrier.clone()));
        let mine = self.thread_number(false);
        if self.range(&mine).max >= Number::one() << PLACE_BITS {
            return Err(Unsupported::new(Area::Barrier, "a barrier in such large blocks", span));
        }
        let index = self.place_at(mine, nth, span)?;
        self.emit(Atom::Write { array, index, payload: num(0), site }, span).map(|()| Value::Void)
    }

    /// The place of a thread in the iterations at hand; in any of those loops inside of which nothing
    /// is said.
    fn place_at(
        &mut self,
        thread: Arc<Term>,
        next: Option<&Arc<Term>>,
        span: &Span,
    ) -> Lowered<Arc<Term>> {
        let Some(Probe { around, depth, .. }) = &self.barriers.probe else { return Ok(thread) };
        let (depth, mut place) = (*depth, num(0));
        let mut nths: Vec<Arc<Term>> = around.iter().filter_map(|a| a.nth.clone()).collect();
        nths.extend(next.cloned());
        nths.truncate(depth);
        while nths.len() < depth {
            let ty = if depth > 1 { IntType::UINT } else { IntType::ULONG };
            let any = self.bind("iteration", ty);
            self.emit(Atom::Var(any.clone()), span)?;
            nths.push(convert(WIDE, ty, Arc::new(Term::Var(any))));
        }
        for nth in nths {
            let most = if depth > 1 { PLACE_BITS } else { 2 * PLACE_BITS };
            if self.range(&nth).max >= Number::one() << most {
                return Err(Unsupported::new(
                    Area::Barrier,
                    "a barrier in a loop that may run this often",
                    span,
                ));
            }
            place = bin(Op::Add, WIDE, bin(Op::Mul, WIDE, place, num(1u64 << PLACE_BITS)), nth);
        }
        place = bin(Op::Mul, WIDE, place, num(1u64 << PLACE_BITS));
        let thread = self.cast(WIDE, self.type_of(&thread).unwrap_or(WIDE), thread);
        Ok(bin(Op::Add, WIDE, place, thread))
    }

    /// Lowers one iteration of a loop, the `nth`, or a call.
    pub(super) fn around<T>(
        &mut self,
        span: &Span,
        nth: Option<Arc<Term>>,
        body: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let Some(probe) = &mut self.barriers.probe else { return body(self) };
        let (seen, reached, is_loop) = (probe.seen, probe.reached, nth.is_some());
        probe.around.push(Around { bytes: span.bytes.clone(), nth, seen });
        let before = self.env.values[reached.0].clone();
        if is_loop {
            self.env.values[reached.0] = Some(Value::Int(num(0)));
        }
        let done = body(self)?;
        let found = self.barriers.probe.as_ref().is_some_and(|probe| probe.seen > seen);
        if is_loop && found {
            self.miss(span)?;
        } else if is_loop {
            // It has not come to the barrier, and says nothing of it.
            self.env.values[reached.0] = before;
        }
        if let Some(probe) = &mut self.barriers.probe {
            probe.around.pop();
        }
        Ok(done)
    }

    /// Which iteration of a loop from `from` this is.
    pub(super) fn nth_from(&self, x: &Name, from: &Arc<Term>) -> Option<Arc<Term>> {
        self.barriers.probe.as_ref()?;
        let x = Arc::new(Term::Var(x.clone()));
        Some(bin(Op::Sub, WIDE, self.widened(&x)?, self.widened(from)?))
    }

    fn widened(&self, e: &Arc<Term>) -> Option<Arc<Term>> {
        match (literal(e), self.type_of(e)) {
            (Some(_), _) => Some(Arc::clone(e)),
            (None, Some(ty)) => Some(self.cast(WIDE, ty, Arc::clone(e))),
            (None, None) => None,
        }
    }

    /// After a loop from `from` to `to`: what it says of the barrier inside, where it was come to
    /// oftener than before. A thread writes its places of the iterations that it has not made.
    pub(super) fn after_loop(
        &mut self,
        since: usize,
        from: &Arc<Term>,
        to: &Arc<Term>,
        span: &Span,
    ) -> Lowered<()> {
        let Some(probe) = self.barriers.probe.as_ref().filter(|probe| probe.seen > since) else {
            return Ok(());
        };
        let reached = probe.reached;
        if !(self.is_uniform(from) && self.is_uniform(to)) {
            let (Some(from), Some(to)) = (self.widened(from), self.widened(to)) else {
                return Err(Unsupported::new(Area::Barrier, "a barrier in such a loop", span));
            };
            let ty = if probe.depth > 1 { IntType::UINT } else { IntType::ULONG };
            let any = self.bind("iteration", ty);
            self.emit(Atom::Var(any.clone()), span)?;
            let any = convert(WIDE, ty, Arc::new(Term::Var(any)));
            let beyond = rel(Rel::Ge, bin(Op::Add, WIDE, from, Arc::clone(&any)), to);
            self.branch(beyond, &|s| s.write_place(Some(&any), span), &|_| Ok(Value::Void), span)?;
        }
        self.env.values[reached.0] = Some(Value::Int(num(1)));
        Ok(())
    }

    /// How often the lowering has come to the barrier.
    pub(super) fn seen(&self) -> usize {
        self.barriers.probe.as_ref().map_or(0, |probe| probe.seen)
    }
}
