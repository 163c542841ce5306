//! Verdicts on programs of the papers.

use jaminan::Program;
use oracle::check::answer::{ProgramAnswer, Status, Verdict};
use oracle::check::{Settings, check_program};
use oracle::solver::choose;
use semantics::{ParseOptions, Source};

fn check(text: &str) -> Option<ProgramAnswer> {
    let program = match Program::parse(&Source::new("test.jam", text), ParseOptions::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return None;
    };
    let mut settings = Settings::of(chosen.solver.as_mut());
    Some(check_program(&program, &mut settings))
}

fn says(text: &str, verdict: Verdict, class: &str, statuses: &[Status]) {
    let Some(answer) = check(text) else { return };
    let found: Vec<Status> = answer.alarms.iter().map(|a| a.status).collect();
    assert_eq!(
        (answer.verdict, answer.approximation.word(), &found[..]),
        (verdict, class, statuses),
        "{answer:#?}"
    );
}

#[test]
fn the_four_alarms() {
    let s_a = "if tid < 32 { let x = A[tid + 16] in A[tid] := x }";
    let s_b = "let x = A[0] in if x != 0 { var y. A[tid] := y }";
    let s_c = "var x. var y. A[x] := y";
    let s_d = "A[tid] := tid; let x = A[tid] in var y. A[x] := y";
    says(s_a, Verdict::Racy, "CIDI", &[Status::True]);
    says(s_b, Verdict::Racy, "CDDI", &[Status::Confirmed]);
    says(s_c, Verdict::Racy, "CIDD", &[Status::Confirmed]);
    says(s_d, Verdict::Drf, "CIDD", &[Status::Refuted]);
}

#[test]
fn barriers() {
    says("A[tid] := 0; sync; let x = A[tid + 1] in A[tid + 1] := x", Verdict::Drf, "CIDI", &[]);
    says("A[tid] := 0; let x = A[tid + 1] in skip", Verdict::Racy, "CIDI", &[Status::True]);
    says(
        "param n; for i in 0..n { A[tid] := i; sync; let x = A[tid + 1] in sync }",
        Verdict::Drf,
        "CIDI",
        &[],
    );
    says(
        "param n; for i in 0..n { A[tid] := i; sync; let x = A[tid + 1] in skip }",
        Verdict::Racy,
        "CIDI",
        &[Status::True],
    );
}

#[test]
fn what_a_barrier_makes_visible() {
    let zero = "A[tid] := 0; sync; let x = A[0] in if x != 0 { A[1] := tid }";
    says(zero, Verdict::Drf, "CDDI", &[Status::Refuted]);
    let one = "A[tid] := 1; sync; let x = A[0] in if x != 0 { A[1] := tid }";
    says(one, Verdict::Racy, "CDDI", &[Status::Confirmed]);
    // Nobody writes what is read, so the initial memory decides.
    let other = "A[tid] := 0; sync; let x = B[0] in if x != 0 { A[1] := tid }";
    says(other, Verdict::Racy, "CDDI", &[Status::Confirmed]);
    let some = "if tid < 4 { A[tid] := 0 }; sync; let x = A[7] in if x != 0 { A[1] := tid }";
    says(some, Verdict::Racy, "CDDI", &[Status::Confirmed]);
}

#[test]
fn a_program_that_nothing_runs_gets_no_verdict() {
    says("param n; assume n < 0; A[0] := n", Verdict::Unknown, "CIDI", &[]);
    says("threads 0; A[0] := 1", Verdict::Unknown, "CIDI", &[]);
    // One thread alone cannot race.
    says("threads 1; A[0] := 1", Verdict::Drf, "CIDI", &[]);
}

#[test]
fn any_number_of_threads_is_a_launch() {
    // Two threads leave A[3] as it was.
    let three = "A[tid] := 1; sync; let x = A[3] in if x == 0 { B[0] := tid }";
    says(three, Verdict::Racy, "CDDI", &[Status::Confirmed]);
}

#[test]
fn an_access_shows_the_variables_of_its_own_iteration() {
    let text = "threads 2; A[tid] := 0; \
                for x in 0..2 { let y = A[tid] in A[tid] := 2; B[y] := 0 }";
    let Some(answer) = check(text) else { return };
    for alarm in answer.alarms.iter().filter(|a| a.race.array.as_str() == "B") {
        for access in &alarm.race.accesses {
            assert_eq!(access.variables.get("y"), alarm.race.index.first(), "{alarm:#?}");
        }
    }
}
