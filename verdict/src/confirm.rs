//! Witnesses of `check` as starts of concrete runs: whether a run of the kernel itself makes what it
//! shows. The lowering to Jaminan has no part in such a run, so that it can contradict it.

use crate::reason::NotRun;
use crate::value::{Divergence, Run};
use cuda::SharedArray;
use grid::arguments::{Slot, slots};
use grid::confirm::{self, Array, Cell, Claimed, Legal, Shared, Start};
use grid::{Module, Scalar};
use num_traits::ToPrimitive;
use oracle::check::answer::{self, Access, Race};
use semantics::{
    ArrayRole, Axis, Dim, Expr, Header, LaunchSize, Mode, Name, Number, Thread, Threads,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Instructions that the runs for one alarm may take: some milliseconds.
const STEPS: u64 = 1_000_000;

/// More bytes no device has.
const LARGEST_MEMORY: u64 = 1 << 47;

/// The launch and the scalars of a witness: what runs for it start from.
#[derive(Clone, Copy, Debug)]
pub struct Launched<'a> {
    /// Of the program that was checked.
    pub header: &'a Header,
    /// What was fixed before: `--param`.
    pub fixed: &'a [(String, Number)],
    /// The pointer parameters that point into the memory of another one.
    pub shared: &'a [SharedArray],
    /// The parameters that are floating-point numbers which host code gives.
    pub reals: &'a [(Name, f64)],
    /// The parameters that are null pointers.
    pub null: &'a BTreeSet<Name>,
    /// The parameters of the program that the kernel does not have.
    pub hidden: &'a BTreeSet<Name>,
    /// How many bytes there are where parameters point to, where that counts.
    pub sizes: &'a [(Name, Arc<Expr>)],
    /// Values of parameters that the program does not have.
    pub others: &'a BTreeMap<String, i128>,
    /// What must have a meaning.
    pub legal: Legal,
}

/// Whether a run makes this race.
pub fn race(module: &Module, launched: Launched<'_>, race: &Race) -> Run {
    within(module, launched, race, STEPS)
}

/// As [`race`], in so many instructions.
pub(crate) fn within(module: &Module, launched: Launched<'_>, race: &Race, steps: u64) -> Run {
    let start = launched.start(&race.params, &race.cells);
    match launched.claim(race).zip(start) {
        Some((claim, start)) => {
            confirm::race(module, &Start { steps: steps.max(STEPS), ..start }, &claim).into()
        }
        None => Run::NotRun(launched.why_not()),
    }
}

/// Whether a run makes this divergence.
pub fn divergence(module: &Module, launched: Launched<'_>, found: &Divergence) -> Run {
    let [reaches, _] = &found.threads;
    let start = || launched.start(&found.params, &found.cells);
    match coordinates(reaches, Axis::Block).and_then(|block| Some((block, start()?))) {
        Some((block, start)) => {
            confirm::divergence(module, &start, block, found.barrier.line_column()).into()
        }
        None => Run::NotRun(launched.why_not()),
    }
}

impl Launched<'_> {
    /// Why there is no start of a run.
    fn why_not(&self) -> NotRun {
        match self.shared.iter().any(|shared| shared.bytes.is_none()) {
            true => NotRun::AtAnyDistance,
            false => NotRun::TooLarge,
        }
    }

    /// What is claimed, in the terms of a run.
    pub(crate) fn claim(&self, race: &Race) -> Option<confirm::Race> {
        let [a, b] = &race.accesses;
        Some(confirm::Race {
            array: self.array(&race.array),
            index: race.index.iter().map(Number::to_u64).collect::<Option<_>>()?,
            bytes: self.bytes(&race.array),
            accesses: [claimed(a)?, claimed(b)?],
        })
    }

    /// An array, in the terms of a run.
    fn array(&self, array: &Name) -> Array {
        let (of, members) = self.header.whole(array);
        Array { of: of.to_string(), members: members.iter().map(Name::to_string).collect() }
    }

    /// The scalars of the kernel's parameters that neither the program has nor anything gives.
    pub(crate) fn other_numbers(&self, module: &Module) -> Vec<String> {
        let known = |name: &str| {
            let fixed = self.fixed.iter().any(|(x, _)| x == name);
            fixed
                || self.reals.iter().any(|(x, _)| x.as_str() == name)
                || self.header.params.contains(&Name::from(name))
        };
        let real = |slot: &&Slot| slot.ty.scalar().is_some_and(Scalar::is_float);
        let slots = slots(module);
        let others = slots.iter().filter(real).map(|slot| slot.name.clone());
        others.filter(|name| !known(name)).collect()
    }

    /// How many bytes a cell of an array has that is used at several types.
    pub(crate) fn bytes(&self, array: &Name) -> Option<u64> {
        let array = self.header.arrays.get(array).filter(|array| array.flat)?;
        Some(u64::from(array.element.bits) / 8)
    }

    /// None where a number is too large.
    pub(crate) fn start(
        &self,
        params: &BTreeMap<Name, Number>,
        cells: &[answer::Cell],
    ) -> Option<Start> {
        let Threads::Grid { grid, block } = &self.header.threads else { return None };
        let size = |e: &Expr| match e {
            Expr::Num(n) => n.to_u32(),
            Expr::Var(x) => params.get(x)?.to_u32(),
            _ => None,
        };
        let sizes = |of: &[Expr; 3]| {
            let [x, y, z] = Dim::ALL.map(|d| size(&of[d as usize]));
            Some([x?, y?, z?])
        };
        // A variable of a loop around a phase is no parameter.
        let of_kernel =
            |x: &&Name| LaunchSize::named(x.as_str()).is_none() && !self.hidden.contains(*x);
        let own = self.header.params.iter().filter(of_kernel);
        let scalar = |x: &Name| Some((x.to_string(), params.get(x)?.to_i128()?));
        let mut scalars: BTreeMap<String, i128> = own.filter_map(scalar).collect();
        let fixed = self.fixed.iter().filter(|(name, _)| LaunchSize::named(name).is_none());
        for (name, value) in fixed {
            scalars.insert(name.clone(), value.to_i128()?);
        }
        scalars.extend(self.others.iter().map(|(x, k)| (x.clone(), *k)));
        // How many bytes there are hangs on the numbers.
        let sized = |(x, bytes): &(Name, Arc<Expr>)| {
            let mut closed = bytes.clone();
            for y in bytes.free_variables() {
                let k = params.get(&y)?.clone();
                closed = semantics::expression::substitute(&closed, &y, &Expr::Num(k));
            }
            let bytes = closed.eval(&Thread::natural(0)).ok()?.to_u64()?;
            Some((x.to_string(), bytes)).filter(|_| bytes <= LARGEST_MEMORY)
        };
        let memory: BTreeMap<String, u64> = self.sizes.iter().map(sized).collect::<Option<_>>()?;
        let real = |cell: &&answer::Cell| *self.header.role(&cell.array) == ArrayRole::Memory;
        let cell = |cell: &answer::Cell| {
            Some(Cell {
                array: self.array(&cell.array),
                owner: cell.owner,
                index: cell.index.to_u64()?,
                value: cell.value.to_i128()?,
                bytes: self.bytes(&cell.array),
            })
        };
        Some(Start {
            grid: sizes(grid)?,
            block: sizes(block)?,
            scalars,
            reals: self.reals.iter().map(|(x, value)| (x.to_string(), *value)).collect(),
            null: self.null.iter().map(Name::to_string).collect(),
            sizes: memory,
            cells: cells.iter().filter(real).map(cell).collect::<Option<_>>()?,
            shared: self.shared.iter().map(shared).collect::<Option<_>>()?,
            steps: STEPS,
            legal: self.legal,
        })
    }
}

fn shared(array: &SharedArray) -> Option<Shared> {
    let (parameter, of) = (array.parameter.to_string(), array.of.to_string());
    Some(Shared { parameter, of, bytes: array.bytes? })
}

fn coordinates(thread: &Thread, of: fn(Dim) -> Axis) -> Option<[u32; 3]> {
    let [x, y, z] = Dim::ALL.map(|dim| thread.axis(of(dim))?.to_u32());
    Some([x?, y?, z?])
}

fn claimed(access: &Access) -> Option<Claimed> {
    Some(Claimed {
        block: coordinates(&access.thread, Axis::Block)?,
        thread: coordinates(&access.thread, Axis::Thread)?,
        writes: access.mode == Mode::Wr,
        place: access.line_column(),
    })
}
