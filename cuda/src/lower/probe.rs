//! Divergence: a barrier that some threads of a block reach and others do not. It is asked as a race,
//! on an array that the kernel does not have: a thread that reaches the barrier reads the place of
//! some thread, whichever, and one that has not reached it when it ends writes its own place. The two
//! meet where one thread reaches the barrier and another one of its block does not, and never else.

use super::atomic::WIDE;
use super::block::Atom;
use super::environment::Value;
use super::term::{convert, num, rel};
use super::{Failure, Lowered, Lowering, Setting};
use crate::typed::{Expr, Kernel, Local, LocalId, Storage, Type, Unsupported};
use jaminan::Program;
use semantics::{ArrayType, Expr as Term, IntType, Name, Rel, Sharing, Site, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The array on which the question is a race.
pub const BARRIER: &str = "(barrier)";

/// The state of the question.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// The local that says whether the thread has reached the barrier.
    reached: LocalId,
    /// The barrier that is asked about: the first one that threads need not agree on.
    barrier: Option<Span>,
}

/// The question about the first barrier that threads need not agree on, and where that stands;
/// `None` where it cannot be put so.
pub(crate) fn probe(
    kernel: &Kernel,
    setting: &Setting<'_>,
    assumed: &[Expr],
) -> Option<(Program, Span)> {
    let mut kernel = kernel.clone();
    let reached = LocalId(kernel.locals.len());
    kernel.locals.push(Local {
        name: "reached".into(),
        ty: Type::Int(IntType::INT),
        storage: Storage::Thread,
        span: kernel.span.clone(),
    });
    let probe = Probe { reached, barrier: None };
    // What atomics change is not known, so the arrays that they access have to be.
    let mut atomics = BTreeSet::new();
    for _ in 0..4 {
        let given = atomics.clone();
        let mut lowering =
            super::start(&kernel, setting, assumed, given, Some(probe.clone())).ok()?;
        lowering.values[reached.0] = Some(Value::Int(num(0)));
        let barrier = lowering.ask().ok()?;
        if lowering.atomics == atomics {
            let (program, _) = lowering.finish().ok()?;
            return Some((program, barrier));
        }
        atomics = lowering.atomics;
    }
    None
}

impl Lowering<'_> {
    fn ask(&mut self) -> Result<Span, Failure> {
        let end = self.kernel.span.clone();
        self.run(&self.kernel.body, None)?;
        let Some(Probe { reached, barrier: Some(barrier) }) = self.probe.clone() else {
            return Err(Unsupported::new("a barrier", &end).into());
        };
        let reached = match self.read_local(reached, &end)? {
            Value::Int(reached) => reached,
            _ => return Err(Unsupported::new("a barrier", &end).into()),
        };
        let misses = rel(Rel::Eq, reached, num(0));
        let mine = self.thread_number(false);
        let site = Site::at(barrier.clone());
        self.branch(
            misses,
            &|s| {
                let array = Name::from(BARRIER);
                let index = Arc::clone(&mine);
                let write = Atom::Write { array, index, payload: num(0), site: site.clone() };
                s.emit(write, &barrier).map(|()| Value::Void)
            },
            &|_| Ok(Value::Void),
            &barrier,
        )?;
        let (atoms, owed) = (std::mem::take(&mut self.atoms), std::mem::take(&mut self.owed));
        self.atoms = self.pay(atoms, owed)?;
        Ok(barrier)
    }

    /// A barrier, while a question is put about one; `false` where it is to be taken as it is.
    pub(super) fn probed(&mut self, span: &Span) -> Lowered<bool> {
        let Some(Probe { reached, barrier }) = self.probe.clone() else { return Ok(false) };
        let here = |other: &Span| other.bytes == span.bytes;
        match (&barrier, &self.divergent) {
            // What follows the barrier does not change who reached it.
            (Some(asked), _) if !here(asked) => return Ok(true),
            (None, None) => return Ok(false),
            _ => {}
        }
        if self.loops > 0 {
            return Err(Unsupported::new("a barrier in a loop", span));
        }
        self.probe = Some(Probe { reached, barrier: Some(span.clone()) });
        let array = Name::from(BARRIER);
        let ty = IntType::LONG;
        let made = ArrayType { sharing: Sharing::Block, element: ty, dimensions: Vec::new() };
        self.arrays.insert(array.clone(), made);
        let whose = self.bind("whose", ty);
        self.emit(Atom::Var(whose.clone()), span)?;
        let x = self.bind("barrier", ty);
        let index = convert(WIDE, IntType::ULONG, Arc::new(Term::Var(whose)));
        self.emit(Atom::Read { x, array, index, site: Site::at(span.clone()) }, span)?;
        self.values[reached.0] = Some(Value::Int(num(1)));
        Ok(true)
    }
}
