//! Races across fences and atomics: what the text of a kernel says of them, and what its runs say.
#![allow(clippy::unwrap_used)] // a test may panic

use dynamic::{Detectors, Run, Verdict, check, synchronization};
use grid::arguments::bind;
use grid::contents::Contents;
use grid::{End, Grid, Launch, Module, Schedule};
use semantics::{Order, Source, Synchronization};
use std::collections::BTreeMap;

struct Kernel {
    module: Module,
    order: Synchronization,
    volatile: bool,
}

fn kernel(text: &str) -> Kernel {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = cuda::load(Source::new("t.cu", text), &cuda::Options::default(), &none).unwrap();
    let (_, module) = grid::kernels(&unit.file).pop().unwrap();
    let order = unit.kernels.last().unwrap().synchronization.clone().unwrap();
    Kernel { module: module.unwrap(), order, volatile: unit.file.volatile }
}

impl Kernel {
    fn between(&self, a: u32, b: u32) -> Option<Order<'_>> {
        let place = |site: u32| &self.module.spans[site as usize];
        self.order.between_spans(place(a), place(b))
    }

    /// A run from memory that is all zeros, and from where it began.
    fn run(&self, (blocks, threads): (u32, u32), schedule: Schedule) -> (Run, Grid<'_>, Launch) {
        let mut memory = Grid::new(&self.module);
        let bound = bind(&mut memory, &self.module, &[], |_| Some(Contents::Zeros(8))).unwrap();
        let launch = Launch {
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            schedule,
            fuel: 20_000,
            arguments: bound.registers,
            ..Launch::default()
        };
        let detectors = Detectors::of(&[dynamic::Detector::HappensBefore]);
        (check(&mut memory.clone(), &launch, detectors), memory, launch)
    }

    fn verdict(&self, shape: (u32, u32), schedule: Schedule) -> Verdict {
        let (mut run, mut memory, launch) = self.run(shape, schedule);
        run.order(&mut memory, &launch, &|a, b| self.between(a, b), self.volatile);
        run.verdict()
    }
}

const SCHEDULES: [Schedule; 4] =
    [Schedule::Canonical, Schedule::Reversed, Schedule::Random(1), Schedule::Random(2)];

#[test]
fn what_a_lock_orders_is_open() {
    let lock = kernel(
        "__global__ void k(int *lock, int *sum) {
            while (atomicCAS(lock, 0, 1) != 0);
            __threadfence(); sum[0] += 1; __threadfence();
            atomicExch(lock, 0);
        }",
    );
    for schedule in SCHEDULES {
        assert_eq!(lock.verdict((2, 3), schedule), Verdict::Potential);
        assert_eq!(lock.verdict((1, 1), schedule), Verdict::NoRace);
    }
}

/// The text says that they may be ordered, the run that they were not.
#[test]
fn two_locks_of_one_array_order_nothing() {
    let locks = kernel(
        "__global__ void k(int *lock, int *sum) {
            int *mine = lock + threadIdx.x;
            while (atomicCAS(mine, 0, 1) != 0);
            sum[0] += 1;
            atomicExch(mine, 0);
        }",
    );
    for schedule in SCHEDULES {
        assert_eq!(locks.verdict((1, 3), schedule), Verdict::Racy);
        assert_eq!(locks.verdict((3, 1), schedule), Verdict::Potential);
    }
}

#[test]
fn the_last_block_waits_for_all() {
    let text = |fence: &str| {
        format!(
            "__device__ unsigned retired = 0;
            __global__ void k(int *part, int *out) {{
                __shared__ bool last;
                part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
                {fence}
                __syncthreads();
                if (threadIdx.x == 0) last = atomicAdd(&retired, 1) == gridDim.x - 1;
                __syncthreads();
                if (last) out[threadIdx.x] = part[threadIdx.x];
            }}"
        )
    };
    for fence in ["__threadfence();", ""] {
        let kernel = kernel(&text(fence));
        for schedule in SCHEDULES {
            let verdict = kernel.verdict((3, 2), schedule);
            assert!(verdict <= Verdict::Potential, "{verdict:?}");
        }
        assert_eq!(kernel.verdict((3, 2), Schedule::Canonical), Verdict::Potential);
    }
}

#[test]
fn a_flag_and_its_data() {
    let flag = kernel(
        "__global__ void k(volatile int *flag, int *data, int *out) {
            if (blockIdx.x == 0) { data[0] = 42; __threadfence(); *flag = 1; }
            else { while (*flag == 0); __threadfence(); out[0] = data[0]; }
        }",
    );
    assert_eq!(flag.verdict((2, 1), Schedule::Canonical), Verdict::Potential);
    assert_eq!(flag.verdict((2, 1), Schedule::Random(3)), Verdict::Potential);
    // Past a fence every write tells, and is heard of before one.
    let plain = kernel(
        "__global__ void k(int *flag, int *data, int *out) {
            if (blockIdx.x == 0) { data[0] = 42; __threadfence(); flag[0] = 1; }
            else if (flag[0]) { __threadfence(); out[0] = data[0]; }
        }",
    );
    let (mut run, mut memory, launch) = plain.run((2, 1), Schedule::Canonical);
    run.order(&mut memory, &launch, &|a, b| plain.between(a, b), plain.volatile);
    let ordered: Vec<bool> = run.races().map(|race| race.ordered_by.is_some()).collect();
    // The flag itself is neither atomic nor volatile.
    assert_eq!((run.verdict(), ordered.len()), (Verdict::Racy, 2));
    assert_eq!(ordered.iter().filter(|o| **o).count(), 1);
}

/// A random kernel of few threads that signal to each other.
struct Random {
    seed: u64,
    fences: bool,
}

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) % n
    }

    fn fence(&mut self) -> &'static str {
        if self.fences && self.below(2) == 0 { "__threadfence();" } else { "" }
    }

    fn block(&mut self, depth: u64) -> String {
        (0..1 + self.below(3)).map(|_| self.statement(depth)).collect::<Vec<_>>().join(" ")
    }

    fn access(&mut self) -> String {
        match self.below(4) {
            0 => format!("data[{}] = {};", self.below(2), self.below(9)),
            1 => format!("mine += data[{}];", self.below(2)),
            2 => format!("data[{}] += mine;", self.below(2)),
            _ => format!("data[mine & 1] = {};", self.below(9)),
        }
    }

    fn statement(&mut self, depth: u64) -> String {
        if depth == 0 {
            return self.access();
        }
        let d = depth - 1;
        let n = self.below(2);
        match self.below(14) {
            0 | 1 => {
                let (a, body, b) = (self.fence(), self.block(d), self.fence());
                format!(
                    "while (atomicCAS(lock + {n}, 0, 1) != 0); {a} {body} {b} atomicExch(lock + {n}, 0);"
                )
            }
            2 => {
                let (a, body) = (self.fence(), self.block(d));
                format!("{a} if (atomicAdd(count + {n}, 1) == {}) {{ {body} }}", self.below(4))
            }
            3 => format!("{} mine = atomicAdd(count + {n}, 1);", self.fence()),
            4 => format!("atomicAdd(count + {n}, 1);"),
            5 => format!("{} atomicExch(flag + {n}, 1);", self.fence()),
            6 => format!(
                "if (who == {}) while (atomicAdd(flag + {n}, 0) == 0); {}",
                self.below(4),
                self.fence()
            ),
            7 => format!("if (atomicAdd(flag + {n}, 0)) {{ {} }}", self.block(d)),
            8 => format!("{} flag[{n}] = 1;", self.fence()),
            9 => {
                let (a, body) = (self.fence(), self.block(d));
                format!("if (flag[{n}]) {{ {a} {body} }}")
            }
            10 => {
                let (yes, no) = (self.block(d), self.block(d));
                format!("if (who == {}) {{ {yes} }} else {{ {no} }}", self.below(4))
            }
            11 => format!("if (mine == {}) {{ {} }}", self.below(4), self.block(d)),
            12 => format!(
                "kept = mine; {} if (kept == {}) {{ {} }}",
                self.fence(),
                self.below(3),
                self.block(d)
            ),
            _ => self.access(),
        }
    }

    fn text(&mut self) -> String {
        let parts: Vec<String> = (0..3).map(|_| self.block(3)).collect();
        format!(
            "__global__ void k(int *lock, int *flag, int *count, int *data) {{
                __shared__ int kept; int who = blockIdx.x * blockDim.x + threadIdx.x, mine = who;
                {} }}",
            parts.join("\n__syncthreads();\n")
        )
    }
}

/// Where the text says that nothing orders two accesses, some schedule has them without an order.
#[test]
fn what_nothing_orders_is_seen_without_an_order() {
    let kernels =
        std::env::var("SIGNALLING_KERNELS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let (mut sure, mut open) = (0, 0);
    for seed in 0..kernels {
        let mut random = Random { seed: seed * 7919 + 1, fences: seed % 2 == 0 };
        let text = random.text();
        let kernel = kernel(&text);
        let shape = if seed % 3 == 0 { (2, 2) } else { (3, 1) };
        let mut seen: BTreeMap<(u32, u32), bool> = BTreeMap::new();
        for n in 0..60 {
            let (run, mut memory, launch) = kernel.run(shape, Schedule::Random(n));
            if run.outcome.end != End::Finished {
                continue;
            }
            let races = &run.found.races;
            let ordered = synchronization::ordered(&mut memory, &launch, races, kernel.volatile);
            for (race, ordered) in races.iter().zip(ordered) {
                let mut sites = [race.first.unwrap().site, race.second.site];
                sites.sort_unstable();
                *seen.entry((sites[0], sites[1])).or_insert(false) |= !ordered;
            }
        }
        for ((a, b), without) in seen {
            match kernel.between(a, b) {
                Some(_) => open += 1,
                None => {
                    sure += 1;
                    let place = |site: u32| kernel.module.spans[site as usize].place();
                    assert!(without, "{} and {} of\n{text}", place(a), place(b));
                }
            }
        }
    }
    println!("{sure} races that nothing orders, {open} that something may");
    assert!(sure > kernels / 8 && open > kernels, "{sure} {open}");
}
