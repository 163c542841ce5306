//! `libz3` in process: budgets, deep queries, libraries that are none.

use crate::installed::budget;
use oracle::solver::{Answer, Budget, Solver, Sort, Term, Terms, Unknown, Z3, choose};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn libz3() -> Option<Box<dyn Solver>> {
    match choose("z3") {
        Ok(chosen) if chosen.solver.name().contains("libz3") => Some(chosen.solver),
        _ => {
            println!("skipped: libz3 (not installed)");
            None
        }
    }
}

fn easy() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let (a, two) = (t.constant("a", Sort::Int), t.int(2));
    let double = t.mul(a, two);
    let odd = t.int(7);
    let assertions = vec![t.eq(double, odd)];
    (t, assertions)
}

/// Two factors of a product of large primes.
fn hard() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let width = 128;
    let [a, b] = ["a", "b"].map(|name| t.constant(name, Sort::BitVec(width)));
    let (one, half) = (t.bits(width, 1), t.bits(width, 1_u128 << 63));
    let product = t.bits(width, 9_223_372_036_854_775_783_u128 * 9_223_372_036_854_775_643);
    let multiplied = t.bv_mul(a, b);
    let assertions = vec![
        t.eq(multiplied, product),
        t.bv_ult(one, a),
        t.bv_ult(one, b),
        t.bv_ult(a, half),
        t.bv_ult(b, half),
    ];
    (t, assertions)
}

#[test]
fn a_budget_ends_a_query_and_nothing_else() {
    let Some(mut z3) = libz3() else { return };
    let ((hard, hard_query), (easy, easy_query)) = (hard(), easy());
    let work = Budget { resources: 100_000, ..budget() };
    let time = Budget { time: Duration::from_millis(200), resources: u64::MAX, ..budget() };
    for small in [work, time] {
        let answer = z3.check(&hard, &hard_query, &small);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        assert_eq!(z3.check(&easy, &easy_query, &budget()), Answer::Unsat);
    }
}

#[test]
fn the_other_way_refutes_the_same_and_leaves_nothing_behind() {
    let Some(mut z3) = libz3() else { return };
    let ((hard, hard_query), (easy, easy_query)) = (hard(), easy());
    let mut t = Terms::new();
    let (a, two) = (t.constant("a", Sort::Int), t.int(2));
    let has_model = vec![t.lt(a, two)];
    let little = Budget { time: Duration::from_millis(200), ..budget() };
    for _ in 0..2 {
        // Both ways in turn, of one symbol `a`.
        assert_eq!(z3.refute_otherwise(&easy, &easy_query, &budget()), Answer::Unsat);
        assert!(matches!(z3.check(&t, &has_model, &budget()), Answer::Sat(_)));
        assert!(matches!(z3.refute_otherwise(&t, &has_model, &budget()), Answer::Sat(_)));
        assert_eq!(z3.check(&easy, &easy_query, &budget()), Answer::Unsat);
        let answer = z3.refute_otherwise(&hard, &hard_query, &little);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
}

/// Signals that this process has a handler of its own for, as the bits of Linux's mask.
#[cfg(target_os = "linux")]
fn caught() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    assert!(mask.is_some(), "Linux tells");
    mask.unwrap_or_default()
}

/// An interrupt is the process's, also while Z3 is at work.
#[test]
#[cfg(target_os = "linux")]
fn a_query_does_not_take_interrupts() {
    let Some(mut z3) = libz3() else { return };
    const SIGINT: u64 = 1 << 1;
    let before = caught() & SIGINT;
    let done = AtomicBool::new(false);
    let (answer, looks) = std::thread::scope(|scope| {
        let looked = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) {
                assert_eq!(caught() & SIGINT, before, "Z3 has the interrupt");
                looks += 1;
            }
            looks
        });
        let (terms, query) = hard();
        let time = Budget { time: Duration::from_millis(500), resources: u64::MAX, ..budget() };
        let answer = z3.check(&terms, &query, &time);
        done.store(true, Ordering::Relaxed);
        (answer, looked.join().expect("no look at another handler"))
    });
    assert!(matches!(answer, Answer::Unknown(_)), "it was at work all the time: {answer:?}");
    assert!(looks > 10, "{looks} looks");
}

#[test]
fn the_embedded_solvers_budget_is_repeatable() {
    let (t, query) = hard();
    let mut solver = oracle::solver::Embedded::new();
    let small = Budget { resources: 400_000, ..budget() };
    let answers = [0; 2].map(|_| solver.check(&t, &query, &small));
    assert_eq!(answers[0], Answer::Unknown(Unknown::OutOfBudget));
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_deep_query_ends_no_process() {
    let Some(mut z3) = libz3() else { return };
    let mut t = Terms::new();
    let [a, b] = ["a", "b"].map(|name| t.constant(name, Sort::BitVec(8)));
    let mut deep = a;
    for at in 0..20_000 {
        deep = if at % 2 == 0 { t.bv_sub(b, deep) } else { t.bv_xor(deep, b) };
    }
    let assertions = [t.eq(deep, b)];
    let small = Budget { time: Duration::from_secs(5), ..budget() };
    // Whatever the answer is, a model is checked and the process lives.
    println!("{:?}", z3.check(&t, &assertions, &small));
    let (easy, easy_query) = easy();
    assert_eq!(z3.check(&easy, &easy_query, &budget()), Answer::Unsat);
}

#[test]
fn what_is_no_z3_is_not_opened() {
    assert!(Z3::open("/no/such/libz3.so").is_err());
    assert!(Z3::open("libc.so.6").is_err());
    assert!(Z3::open(std::env::current_exe().unwrap()).is_err());
}

#[test]
fn a_named_library_that_cannot_be_loaded_is_a_warning() {
    const INNER: &str = "SOLVER_TEST_INNER";
    if std::env::var_os(INNER).is_some() {
        println!("warnings: {:?}", choose("auto").unwrap().warnings);
        return;
    }
    // The variable is set for another process: this one has other threads.
    for named in ["/no/such/libz3.so", "/etc/passwd"] {
        let name = "library::a_named_library_that_cannot_be_loaded_is_a_warning";
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(INNER, "1")
            .env("Z3_LIB", named)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        let expected = format!("$Z3_LIB ({named}) cannot be loaded");
        assert!(said.contains(&expected), "{said}");
    }
}

#[test]
fn choices_are_named() {
    assert!(choose("").is_err());
    assert!(choose("no-such-solver --flag").is_err());
    assert_eq!(choose("embedded").unwrap().solver.name(), "embedded");
    assert!(choose("auto").unwrap().warnings.is_empty() || std::env::var_os("Z3_LIB").is_some());
}
