//! From the typed tree of a kernel to a Jaminan program.
//!
//! - Locals are values, substituted where they are used. What no expression can say (a value read in
//!   one branch only, a value after a loop that changes it, a floating-point comparison) is a `var`
//!   that the header lists as unknown, with the reason.
//! - `A[e] = v` evaluates `v`, then `e`, then writes; `A[e] += v` evaluates `v`, then `e`, reads, then
//!   writes [L24, §2.2]. Other operands are evaluated from the left.
//! - An expression that nobody uses and that may have no meaning is evaluated by a statement that does
//!   nothing else: an execution in which it has none is left out.

mod affine;
mod arrays;
mod assertion;
mod asynchronous;
mod atomic;
mod attempt;
mod block;
mod branch;
mod conjunct;
mod copy;
mod counting;
mod drift;
mod environment;
mod expression;
mod fence;
mod flat;
mod given;
mod header;
mod indeterminate;
mod indexed;
mod iteration;
mod launch;
mod loops;
mod memory;
mod owed;
mod own_copy;
mod peel;
mod pending;
mod place;
mod pointers;
mod probe;
mod range;
mod shared_address;
mod shift;
mod state;
mod statement;
mod stepping;
mod stride;
mod surface;
mod table;
mod tally;
mod ticket;
mod tied;
mod turns;
mod uniform;
mod unroll;
mod unwrapped;
mod written_out;

pub(crate) use assertion::{asserts, with_assertions};
pub use atomic::atomic_element;
pub use block::DEEPEST_PROGRAM;
pub(crate) use probe::{Later, probe};
pub(crate) use unroll::{few_iterations, written_out};

use crate::area::Area;
use crate::launch::{LaunchSource, Tied};
use crate::note::Note;
use crate::typed::{Kernel, Type};
use crate::unsupported::Unsupported;
use attempt::{Aside, CopyOnWrite, Tried};
use block::Atom;
use environment::Value;
use given::Given;
use jaminan::Program;
use launch::Launch;
use semantics::{Diagnostic, Dim, Expr, IntType, Name, Number, Span, WarpOrder, limits, numbering};
use state::{Around, Arrays, Barriers, Block, Environment, Spent, Taken, Variables};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub(crate) use unwrapped::{Which, Wrapping};

/// How many statements a program may have before empty ones go.
const LARGEST_PROGRAM: usize = 20_000;
/// How many statements and branches are looked at, those that are looked at again included.
const MOST_WORK: usize = 200_000;
/// How many nodes an expression in a program may have.
const LARGEST_EXPRESSION: usize = 10_000;
/// How many nodes the value of a local may have; past that it is unknown.
const LARGEST_VALUE: usize = 1_000;

/// What the lowering takes besides the kernel.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// `blockDim`, on each axis on which it is known.
    pub block: [Option<u64>; 3],
    /// `gridDim`, likewise.
    pub grid: [Option<u64>; 3],
    /// What gives the launch.
    pub from: LaunchSource,
    /// What host code says of the launch.
    pub tied: Option<&'a Tied>,
    /// Whether `gridDim * blockDim` is taken to be below 2^31 on each axis, and the number of all threads where a
    /// kernel numbers them.
    pub below: bool,
    /// Whether executions are left out that go past the memory that host code gives.
    pub within_memory: bool,
    /// Which unsigned numbers are taken not to wrap around.
    pub unwrapped: Option<Which>,
    /// Values of parameters.
    pub params: &'a [(String, Number)],
    /// How many threads run in lock step.
    pub warp_sync: Option<u32>,
    /// Whether barriers stand where threads need not agree on them.
    pub divergent_barriers: bool,
    /// What was found under the same launch before.
    pub found: &'a FoundBefore,
}

/// What lowerings of a kernel under one launch found that shapes them: the next one begins with it. It takes no less
/// into account so.
#[derive(Default)]
pub(crate) struct FoundBefore(RefCell<Found>);

impl FoundBefore {
    fn so_far(&self) -> Found {
        self.0.borrow().clone()
    }
}

/// Why there is no program.
pub(crate) enum Failure {
    /// Something is not modelled.
    Unsupported(Unsupported),
    /// What the caller said of the kernel is wrong.
    Error(Diagnostic),
}

impl From<Unsupported> for Failure {
    fn from(unsupported: Unsupported) -> Self {
        Failure::Unsupported(unsupported)
    }
}

type Lowered<T> = Result<T, Unsupported>;

/// Asks whether the limits in force are reached.
fn ask(span: &Span) -> Lowered<()> {
    limits::ask().map_err(|spent| Unsupported::exhausted(spent, span))
}

/// A program, and what shaped it.
pub(crate) struct Made {
    pub program: Program,
    /// What was taken by convention or approximated.
    pub notes: Vec<Note>,
    /// The axes on which `gridDim * blockDim` is taken to be below 2^31.
    pub below: Vec<Dim>,
    /// Whether the launch is taken to have fewer than 2^31 threads.
    pub numbered: bool,
    /// The barriers at which threads are taken to come together, where that is not plain.
    pub apart: Vec<Span>,
    /// How many bytes the parameters point to, where host code says so.
    pub sizes: Vec<(Name, Arc<Expr>)>,
    /// The parameters that stand for what is hidden from the kernel.
    pub hidden: std::collections::BTreeSet<Name>,
    /// Whether unsigned numbers may wrap around where that matters.
    pub wrapping: Wrapping,
}

/// How often a kernel is lowered until all is found that shapes its arrays.
const MOST_READINGS: usize = 32;

/// What is found of the arrays of a kernel while it is lowered, and shapes what was lowered before.
#[derive(Clone, Debug, Default, PartialEq)]
struct Found {
    /// The arrays that atomics access.
    atomics: BTreeSet<Name>,
    /// Those that are used at several types: how many bytes can be a cell.
    flat: BTreeMap<Name, u64>,
    /// Those that bounds of loops are read from, and that the kernel writes.
    changing: BTreeSet<Name>,
    /// Whether threads are numbered across the axes of the grid.
    numbered: bool,
    /// Whether handles of surfaces are kept in memory.
    surfaces: bool,
}

/// A lowering: what it is given, and its state, by what becomes of it where paths part and where a part is tried.
struct Lowering<'k> {
    given: Given<'k>,
    env: Environment,
    block: Block,
    around: Around,
    variables: CopyOnWrite<Variables>,
    arrays: CopyOnWrite<Arrays>,
    barriers: Barriers,
    taken: CopyOnWrite<Taken>,
    spent: Spent,
    /// What was found of the arrays so far: it is for the next lowering.
    found: Found,
}

/// A kernel's program.
///
/// # Errors
/// What of it is not modelled, with its place.
pub(crate) fn lower(
    kernel: &Kernel,
    setting: &Setting<'_>,
    assumed: &[crate::typed::Expr],
) -> Result<Made, Failure> {
    // What was lowered before something was found of its array is lowered again.
    let mut given = setting.found.so_far();
    for _ in 0..MOST_READINGS {
        let mut found = given.clone();
        let lowered = lower_once(kernel, setting, assumed, &mut found);
        if found == given {
            setting.found.0.replace(found);
            return lowered;
        }
        given = found;
    }
    Err(Unsupported::new(Area::Limit, "arrays that are accessed in so many ways", &kernel.span)
        .into())
}

/// As [`lower`], given what is known of the arrays; which then is what was found.
fn lower_once(
    kernel: &Kernel,
    setting: &Setting<'_>,
    assumed: &[crate::typed::Expr],
    found: &mut Found,
) -> Result<Made, Failure> {
    let mut lowering = start(kernel, setting, assumed, found, None)?;
    let done = lowering.whole();
    found.clone_from(&lowering.found);
    done?;
    lowering.finish()
}

/// The launch, and why CUDA has none such, where test suites have launches that nobody makes.
fn launch_of(kernel: &Kernel, setting: &Setting<'_>) -> Result<(Launch, Option<String>), Failure> {
    let mut launch = Launch::new(setting.block, setting.grid, kernel.bound.as_ref());
    for (name, value) in setting.params {
        launch.set(name, value);
    }
    let refused = launch.refused();
    if let Some(why) = launch.fails() {
        return Err(Unsupported::new(Area::Launch, why, &kernel.span).into());
    }
    if !launch.is_positive() && setting.from == LaunchSource::HostCode {
        return Err(Unsupported::new(Area::Launch, "a launch without threads", &kernel.span).into());
    }
    if let (Some(why), LaunchSource::HostCode) = (&refused, setting.from) {
        let what = format!("a launch that fails ({why})");
        return Err(Unsupported::new(Area::Launch, what, &kernel.span).into());
    }
    let of_source = setting.from == LaunchSource::FirstLines && launch.is_positive();
    match refused {
        Some(why) if !of_source => Err(Failure::Error(Diagnostic::whole(why))),
        refused => Ok((launch, refused)),
    }
}

/// A lowering at the start of a kernel's body.
fn start<'k>(
    kernel: &'k Kernel,
    setting: &Setting<'_>,
    assumed: &[crate::typed::Expr],
    found: &mut Found,
    probe: Option<probe::Probe>,
) -> Result<Lowering<'k>, Failure> {
    let (launch, refused) = launch_of(kernel, setting)?;
    let threads_bounded = numbering::Bounds::of(launch.extents());
    let wrapping = match setting.unwrapped {
        Some(which) => Wrapping::TakenNotTo(which, Vec::new()),
        None => Wrapping::AsInC(Default::default()),
    };
    let mut lowering = Lowering {
        given: Given::of(kernel, setting, launch, found),
        env: Environment { values: vec![None; kernel.locals.len()], pending: Vec::new() },
        block: Block::default(),
        around: Around::default(),
        variables: Variables::default().into(),
        arrays: Arrays::default().into(),
        barriers: Barriers::of(probe),
        taken: Taken::of(wrapping, threads_bounded).into(),
        spent: Spent::default(),
        found: found.clone(),
    };
    // Whether threads come to a barrier of the block does not hang on an order.
    if let (Some(threads), None) = (setting.warp_sync, &lowering.barriers.probe) {
        lowering.barriers.warps = WarpOrder::LockStep(threads);
        let said = format!("each {threads} threads of a block are taken to run in lock step");
        lowering.note(Note::convention(said));
    }
    if let Some(why) = refused {
        lowering.note(format!(
            "the launch is past CUDA's limits ({why}), and taken as the source gives it"
        ));
    }
    let declared = lowering.declare(setting);
    found.clone_from(&lowering.found);
    declared?;
    for condition in assumed {
        lowering.assume(condition)?;
    }
    lowering.block.owed.clear();
    Ok(lowering)
}

impl Lowering<'_> {
    /// The whole kernel.
    fn whole(&mut self) -> Lowered<()> {
        self.run(&self.given.kernel.body, None)?;
        let Block { atoms, owed, .. } = std::mem::take(&mut self.block);
        let atoms = self.pay(atoms, owed)?;
        self.block.atoms = self.in_order(atoms);
        let mut written = self.found.atomics.clone();
        block::written(&self.block.atoms, &mut written);
        self.found.changing.extend(self.arrays.steady.intersection(&written).cloned());
        Ok(())
    }

    /// Says something of how the kernel is read.
    fn note(&mut self, note: impl Into<Note>) {
        self.taken.notes.insert(note.into());
    }

    /// A name that nothing else has: the base, or the base with a number.
    fn fresh(&mut self, base: &str) -> Name {
        let mut name = Name::from(base);
        while self.variables.names.contains_key(&name) {
            let next = self.variables.names.entry(Name::from(base)).or_insert(0);
            *next += 1;
            name = Name::from(format!("{base}.{next}"));
        }
        self.variables.names.insert(name.clone(), 0);
        name
    }

    /// A name that this block binds.
    fn bind(&mut self, base: &str, ty: IntType) -> Name {
        let name = self.fresh(base);
        self.variables.types.insert(name.clone(), ty);
        self.block.scope.insert(name.clone());
        name
    }

    /// Adds a statement to the block at hand.
    fn emit(&mut self, atom: Atom, span: &Span) -> Lowered<()> {
        ask(span)?;
        if self.waits() {
            return Ok(());
        }
        let atom = self.indexed(atom, span);
        self.spent.made += 1;
        if self.spent.made > LARGEST_PROGRAM {
            let what = format!("a kernel that takes more than {LARGEST_PROGRAM} statements");
            return Err(Unsupported::new(Area::Limit, what, span));
        }
        if block::atom_larger_than(&atom, LARGEST_EXPRESSION) {
            let what = format!("an expression that takes more than {LARGEST_EXPRESSION} nodes");
            return Err(Unsupported::new(Area::Limit, what, span));
        }
        self.block.atoms.push(atom);
        Ok(())
    }

    /// Counts work, so that branches that do nothing cannot take forever either.
    fn spend(&mut self, work: usize, span: &Span) -> Lowered<()> {
        ask(span)?;
        self.spent.work += work;
        if self.spent.work > MOST_WORK || self.around.nesting > DEEPEST_PROGRAM / 2 {
            return Err(Unsupported::new(Area::Limit, "a kernel with so many paths", span));
        }
        Ok(())
    }

    /// Runs a part of the lowering in a block of its own.
    fn block<T>(&mut self, part: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<(Vec<Atom>, T)> {
        let (block, owed, value) = self.owing(part)?;
        Ok((self.pay(block, owed)?, value))
    }

    /// As [`Lowering::block`], with what the block owes apart.
    fn owing<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(Vec<Atom>, Vec<owed::Owed>, T)> {
        let inner = Block { scope: self.block.scope.clone(), ..Block::default() };
        let outer = std::mem::replace(&mut self.block, inner);
        let waits = self.waits();
        let done = self.inside(|around| around.nesting += 1, part);
        self.wait(waits);
        let Block { atoms, owed, .. } = std::mem::replace(&mut self.block, outer);
        done.map(|value| (atoms, owed, value))
    }

    /// A `var` for what is not modelled.
    fn unknown(&mut self, base: &str, ty: IntType, why: &str, span: &Span) -> Lowered<Arc<Expr>> {
        let x = self.bind(base, ty);
        self.variables.reasons.insert(x.clone(), why.to_string());
        self.emit(Atom::Var(x.clone()), span)?;
        Ok(Arc::new(Expr::Var(x)))
    }

    /// The type of a local that is a number.
    fn int_type(&self, ty: &Type, span: &Span) -> Lowered<IntType> {
        ty.int()
            .ok_or_else(|| Unsupported::new(Area::Type, format!("a number of type `{ty}`"), span))
    }
}
