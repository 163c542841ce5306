//! Schedules against a model: what a random schedule can leave behind is what some interleaving of
//! the threads' accesses leaves behind, and every such one is found.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::{Launch, Schedule};
use std::collections::BTreeSet;
use support::{SCHEDULES, compile, launch, list, run, run_module};

/// One access of a thread to a cell: a read to the register, a write of the register and a number,
/// an addition at once.
#[derive(Clone, Copy)]
enum Op {
    Read(usize),
    Write(usize, i64),
    Add(usize, i64),
}

impl Op {
    fn text(self) -> String {
        match self {
            Op::Read(cell) => format!("r = a[{cell}];"),
            Op::Write(cell, n) => format!("a[{cell}] = r * 2 + {n};"),
            Op::Add(cell, n) => format!("atomicAdd(&a[{cell}], {n});"),
        }
    }

    fn run(self, memory: &mut [i64; 2], register: &mut i64) {
        match self {
            Op::Read(cell) => *register = memory[cell],
            Op::Write(cell, n) => memory[cell] = *register * 2 + n,
            Op::Add(cell, n) => memory[cell] += n,
        }
    }
}

/// Every memory that some interleaving leaves behind.
fn interleavings(
    programs: &[Vec<Op>],
    at: &mut [usize],
    state: ([i64; 2], Vec<i64>),
    found: &mut BTreeSet<[i64; 2]>,
) {
    let mut ended = true;
    for t in 0..programs.len() {
        let Some(op) = programs[t].get(at[t]) else { continue };
        ended = false;
        let (mut memory, mut registers) = state.clone();
        op.run(&mut memory, &mut registers[t]);
        at[t] += 1;
        interleavings(programs, at, (memory, registers), found);
        at[t] -= 1;
    }
    if ended {
        found.insert(state.0);
    }
}

fn kernel(programs: &[Vec<Op>]) -> String {
    let cases: Vec<String> = programs
        .iter()
        .enumerate()
        .map(|(t, ops)| {
            let ops: Vec<String> = ops.iter().map(|op| op.text()).collect();
            format!("case {t}: {} break;", ops.join(" "))
        })
        .collect();
    format!(
        "__global__ void k(int *a) {{ int r = 1; switch (blockIdx.x * blockDim.x + threadIdx.x) {{ {} }} }}",
        cases.join(" ")
    )
}

#[test]
fn random_schedules_are_the_interleavings() {
    let ops = [Op::Read(0), Op::Write(0, 1), Op::Add(1, 3), Op::Write(1, 5)];
    let mut cases = 0;
    // Every two threads of two accesses, and a third one of one access.
    for n in 0..ops.len().pow(4) {
        let op = |digit: u32| ops[n / ops.len().pow(digit) % ops.len()];
        let programs = vec![vec![op(0), op(1)], vec![op(2), op(3)], vec![Op::Read(1)]];
        let mut expected = BTreeSet::new();
        interleavings(&programs, &mut [0; 3], ([7, 11], vec![1; 3]), &mut expected);
        let text = kernel(&programs);
        let module = compile(&text).unwrap();
        let of = |schedule, (blocks, threads)| {
            let given = [("a", list(&[7, 11]))];
            let launch = Launch { schedule, ..launch(blocks, threads) };
            let ran = run_module(&module, &given, launch, ());
            let memory: [i64; 2] = ran.ints("a").try_into().unwrap();
            memory
        };
        for shape in [(1, 3), (3, 1)] {
            let found: BTreeSet<_> =
                (0..60).map(|seed| of(Schedule::Random(seed), shape)).collect();
            assert_eq!(found, expected, "{text}");
            for schedule in SCHEDULES {
                assert!(expected.contains(&of(schedule, shape)), "{schedule:?}: {text}");
            }
        }
        cases += 1;
    }
    assert_eq!(cases, 256);
}

/// Where no two threads meet, the order of threads changes nothing.
#[test]
fn race_free_kernels_have_one_outcome() {
    let text = "__global__ void k(int *a, int *b) {
        __shared__ int s[8]; int t = threadIdx.x;
        s[t] = a[blockIdx.x * 8 + t]; __syncthreads();
        int x = s[7 - t]; __syncthreads();
        s[t] = x * 3; __syncwarp(); x += __shfl_xor_sync(-1, x, 1); __syncthreads();
        b[blockIdx.x * 8 + t] = s[(t + 1) & 7] + x + __syncthreads_count(x & 1);
        atomicAdd(&b[24], x);
    }";
    let of = |schedule| {
        let given = [("a", list(&(0..24).collect::<Vec<_>>())), ("b", list(&[0; 25]))];
        let ran = run(text, &given, Launch { schedule, ..launch(3, 8) });
        assert_eq!(ran.findings(), [""; 0]);
        ran.ints("b")
    };
    let first = of(Schedule::Canonical);
    for schedule in SCHEDULES {
        assert_eq!(of(schedule), first, "{schedule:?}");
    }
}
