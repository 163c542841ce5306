//! Runs of the kernel itself from the witnesses: they share the parser with what made the alarm, and
//! nothing after it, so that they can contradict it.

use super::elements::is_memory;
use cuda::{Kernel, Unit};
use grid::confirm::{self, Cell, Claimed, Confirmation, Race, Start};
use grid::{Module, Refusal};
use num_traits::ToPrimitive;
use oracle::check::answer::{self, Access, Alarm, Divergence, KernelRun, RunOutcome, Status};
use semantics::{Dim, Expr, Header, Threads};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Instructions that the runs for one alarm may take: some milliseconds.
const STEPS: u64 = 1_000_000;

/// The kernels of a source, compiled where one of them is run.
pub struct Kernels<'u> {
    unit: &'u Unit,
    modules: OnceCell<BTreeMap<String, Result<Module, Refusal>>>,
}

impl<'u> Kernels<'u> {
    /// The kernels of this source.
    pub fn of(unit: &'u Unit) -> Self {
        Kernels { unit, modules: OnceCell::new() }
    }

    /// Whether the threads of a warp are taken to run in lock step.
    pub fn lock_step(&self) -> bool {
        self.unit.options.warp_sync
    }

    /// Runs the kernel from the witness of each alarm that is shown.
    pub fn alarms(&self, kernel: &Kernel, header: &Header, alarms: &mut [Alarm]) {
        let shown = alarms.iter_mut().filter(|a| a.status >= Status::Confirmed && a.replayed);
        for alarm in shown {
            alarm.run = Some(answered(self.race(kernel, header, alarm)));
        }
    }

    fn race(&self, kernel: &Kernel, header: &Header, alarm: &Alarm) -> Confirmation {
        let claim = || {
            let [a, b] = alarm.accesses.as_slice() else { return None };
            let index = alarm.index.iter().map(|n| u64::try_from(integer(n)?).ok());
            let race = Race {
                array: alarm.array.clone(),
                index: index.collect::<Option<_>>()?,
                accesses: [claimed(a)?, claimed(b)?],
            };
            Some((race, self.start(header, &alarm.params, &alarm.cells)?))
        };
        let Some((race, start)) = claim() else { return too_large() };
        self.run(kernel, &|module| confirm::race(module, &start, &race))
    }

    /// Runs the kernel from the witness of a divergence.
    pub fn divergence(
        &self,
        kernel: &Kernel,
        header: &Header,
        cells: &[answer::Cell],
        found: &mut Divergence,
    ) {
        let claim = || {
            let block = coordinates(found.threads.first()?, "blockIdx")?;
            Some((block, self.start(header, &found.params, cells)?))
        };
        let said = match claim() {
            None => too_large(),
            Some((block, start)) => self.run(kernel, &|module| {
                confirm::divergence(module, &start, block, (found.line, found.column))
            }),
        };
        found.run = Some(answered(said));
    }

    fn run(&self, kernel: &Kernel, ask: &dyn Fn(&Module) -> Confirmation) -> Confirmation {
        let modules = self.modules.get_or_init(|| grid::kernels(&self.unit.file).into_iter().collect());
        match modules.get(&kernel.name) {
            Some(Ok(module)) => ask(module),
            Some(Err(Refusal::Unsupported(u))) => {
                Confirmation::NotRun(format!("{} is not run", u.what))
            }
            Some(Err(Refusal::Error(diagnostic))) => Confirmation::NotRun(diagnostic.message.clone()),
            None => Confirmation::NotRun("a template without arguments is no one kernel".into()),
        }
    }

    /// The launch, the parameters and the memory; none where a number is too large.
    fn start(
        &self,
        header: &Header,
        params: &BTreeMap<String, Value>,
        cells: &[answer::Cell],
    ) -> Option<Start> {
        let Threads::Grid { grid, block } = &header.threads else { return None };
        let size = |e: &Expr| match e {
            Expr::Num(n) => n.to_u32(),
            Expr::Var(x) => params.get(x.as_str()).and_then(integer)?.to_u32(),
            _ => None,
        };
        let sizes = |of: &[Expr; 3]| {
            let [x, y, z] = Dim::ALL.map(|d| size(&of[d as usize]));
            Some([x?, y?, z?])
        };
        // A variable of a loop around a phase is no parameter.
        let own = header.params.iter().filter(|x| !x.as_str().contains("Dim."));
        let scalar = |x: &semantics::Name| Some((x.to_string(), integer(params.get(x.as_str())?)?));
        let mut scalars: BTreeMap<String, i128> = own.filter_map(scalar).collect();
        for (name, value) in &self.unit.options.params {
            if !name.contains("Dim.") {
                scalars.insert(name.clone(), value.to_i128()?);
            }
        }
        let real = |cell: &&answer::Cell| is_memory(&cell.array);
        let cell = |cell: &answer::Cell| {
            Some(Cell {
                array: cell.array.clone(),
                owner: cell.owner,
                index: cell.index.to_u64()?,
                value: cell.value.to_i128()?,
            })
        };
        Some(Start {
            grid: sizes(grid)?,
            block: sizes(block)?,
            scalars,
            cells: cells.iter().filter(real).map(cell).collect::<Option<_>>()?,
            steps: STEPS,
        })
    }
}

fn too_large() -> Confirmation {
    Confirmation::NotRun("a number of the witness is too large for a run".into())
}

fn answered(said: Confirmation) -> KernelRun {
    match said {
        Confirmation::Confirmed => KernelRun { outcome: RunOutcome::Made, why: None },
        Confirmation::NotMade => KernelRun { outcome: RunOutcome::NotMade, why: None },
        Confirmation::NotRun(why) => KernelRun { outcome: RunOutcome::NotRun, why: Some(why) },
    }
}

/// A number of an answer, which is text where it is large.
fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_i64().map(i128::from),
    }
}

fn coordinates(thread: &BTreeMap<String, Value>, of: &str) -> Option<[u32; 3]> {
    let axis = |axis: &str| integer(thread.get(&format!("{of}.{axis}"))?)?.to_u32();
    Some([axis("x")?, axis("y")?, axis("z")?])
}

fn claimed(access: &Access) -> Option<Claimed> {
    Some(Claimed {
        block: coordinates(&access.thread, "blockIdx")?,
        thread: coordinates(&access.thread, "threadIdx")?,
        writes: access.mode == "wr",
        place: (access.line, access.column),
    })
}
