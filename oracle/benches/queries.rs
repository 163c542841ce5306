//! Queries per second of each back-end, and the time to simplify an index.
#![allow(missing_docs)] // criterion's macros

use criterion::{Criterion, criterion_group};
use oracle::simplify::simplify;
use oracle::solver::{Answer, Budget, Embedded, Process, Solver, Sort, Term, Terms, Z3, worker};
use semantics::{Expr, IntType, Op};
use std::time::Instant;

/// Queries that are asked of each of two solvers, in turns.
const TURNS: usize = 2000;

/// Whether two threads of a block below 1024 can meet in `tid % 32 + 32 * (tid / 32)`: they cannot.
fn machine_query() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let (width, limit) = (t.bits(32, 32), t.bits(32, 1024));
    let threads = ["i", "j"].map(|name| t.constant(name, Sort::BitVec(32)));
    let mut assertions = Vec::new();
    let index = threads.map(|i| {
        assertions.push(t.bv_ult(i, limit));
        let (row, column) = (t.bv_udiv(i, width), t.bv_urem(i, width));
        let row = t.bv_mul(width, row);
        t.bv_add(column, row)
    });
    assertions.push(t.eq(index[0], index[1]));
    assertions.push(t.ne(threads[0], threads[1]));
    (t, assertions)
}

/// The same on naturals, without a limit on the threads.
fn natural_query() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let (width, zero) = (t.int(32), t.int(0));
    let threads = ["i", "j"].map(|name| t.constant(name, Sort::Int));
    let mut assertions = Vec::new();
    let index = threads.map(|i| {
        assertions.push(t.le(zero, i));
        let (row, column) = (t.div(i, width), t.modulo(i, width));
        let row = t.mul(width, row);
        t.add(column, row)
    });
    assertions.push(t.eq(index[0], index[1]));
    assertions.push(t.ne(threads[0], threads[1]));
    (t, assertions)
}

/// `libz3` in a child of this program, and in process.
fn libz3() -> Option<(Z3, Z3)> {
    let child = Z3::find(&mut Vec::new())?;
    let here = Z3::in_process(child.library()).ok()?;
    Some((child, here))
}

fn solvers() -> Vec<(&'static str, Box<dyn Solver>)> {
    let mut all: Vec<(&str, Box<dyn Solver>)> = vec![("embedded", Box::new(Embedded::new()))];
    match libz3() {
        Some((child, here)) => {
            all.push(("libz3 in a child", Box::new(child)));
            all.push(("libz3 in process", Box::new(here)));
        }
        None => println!("skipped: libz3 (not installed)"),
    }
    for name in ["z3", "cvc5"] {
        match Process::new(name) {
            Ok(child) => {
                all.push((if name == "z3" { "child-z3" } else { "child-cvc5" }, Box::new(child)))
            }
            Err(why) => println!("skipped: {why}"),
        }
    }
    all
}

fn kinds() -> [(&'static str, (Terms, Vec<Term>)); 2] {
    [("machine", machine_query()), ("natural", natural_query())]
}

/// What a child costs: the two take turns, so that what else the machine does is the same for both.
fn child_against_process() {
    let Some((mut child, mut here)) = libz3() else { return };
    for (kind, (terms, assertions)) in kinds() {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..TURNS {
            for (solver, times) in [&mut child, &mut here].into_iter().zip(&mut times) {
                let begin = Instant::now();
                let answer = solver.check(&terms, &assertions, &Budget::default());
                times.push(begin.elapsed());
                assert_eq!(answer, Answer::Unsat);
            }
        }
        let [child, here] = times.map(|mut all| {
            all.sort();
            all[all.len() / 2]
        });
        let ratio = child.as_secs_f64() / here.as_secs_f64().max(f64::EPSILON);
        println!("{kind} query, libz3 in a child {child:.1?}, in process {here:.1?}: {ratio:.2}");
    }
}

fn queries(c: &mut Criterion) {
    for (kind, (terms, assertions)) in kinds() {
        for (name, mut solver) in solvers() {
            c.bench_function(&format!("{kind} query, {name}"), |b| {
                b.iter(|| {
                    let answer = solver.check(&terms, &assertions, &Budget::default());
                    assert!(
                        matches!(answer, Answer::Unsat | Answer::UnsatWithin { .. }),
                        "{answer:?}"
                    );
                });
            });
        }
    }
}

fn simplification(c: &mut Criterion) {
    let cell = |op: &dyn Fn(Op, Expr, Expr) -> Expr| {
        let (t, k) = (|| Expr::var("t"), || Expr::num(32));
        op(Op::Add, op(Op::Rem, t(), k()), op(Op::Mul, k(), op(Op::Div, t(), k())))
    };
    let global = |ty| {
        let x = |name: &str| Expr::Convert(ty, Expr::var(name).into());
        Expr::c(Op::Add, ty, Expr::c(Op::Mul, ty, x("block"), x("width")), x("thread"))
    };
    let cases = [
        ("cell, naturals", cell(&Expr::bin)),
        ("cell, int", cell(&|op, a, b| Expr::c(op, IntType::INT, a, b))),
        ("cell, unsigned", cell(&|op, a, b| Expr::c(op, IntType::UINT, a, b))),
        ("global index, int", global(IntType::INT)),
        ("global index, unsigned", global(IntType::UINT)),
    ];
    for (name, e) in cases {
        c.bench_function(&format!("simplify {name}"), |b| b.iter(|| simplify(&e)));
    }
}

criterion_group!(benches, queries, simplification);

fn main() {
    // This program is its own child.
    worker::enable();
    child_against_process();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
