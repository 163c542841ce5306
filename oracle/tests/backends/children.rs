//! Solvers that lie, die, hang, or print garbage: each ends in `Unknown`, and the next query too.

use crate::installed::budget;
use oracle::solver::{Answer, Budget, Model, Process, Solver, Sort, Term, Terms, Value};
use std::path::PathBuf;
use std::time::Duration;

/// A script of the shell that answers commands line by line.
fn fake(name: &str, body: &str) -> (Process, PathBuf) {
    let file = std::env::temp_dir().join(format!("solver-{}-{name}.sh", std::process::id()));
    std::fs::write(&file, body).unwrap();
    (Process::new(&format!("sh {}", file.display())).unwrap(), file)
}

/// What a well-behaved solver does, up to its answers.
fn polite(check_sat: &str, get_value: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in\n\
         '(check-sat)') {check_sat};;\n'(get-value'*) {get_value};;\n*) echo success;;\nesac; done\n"
    )
}

/// `a < 3`, with `a` a natural.
fn query() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let (a, zero, three) = (t.constant("a", Sort::Int), t.int(0), t.int(3));
    let assertions = vec![t.le(zero, a), t.lt(a, three)];
    (t, assertions)
}

fn answers(name: &str, body: &str, time: Duration) -> Vec<Answer> {
    let (mut solver, file) = fake(name, body);
    let (t, assertions) = query();
    let budget = Budget { time, ..budget() };
    let answers = (0..2).map(|_| solver.check(&t, &assertions, &budget)).collect();
    std::fs::remove_file(file).unwrap();
    answers
}

fn unknown(name: &str, body: &str, reason: &str) {
    for answer in answers(name, body, Duration::from_secs(60)) {
        match answer {
            Answer::Unknown(why) => assert!(why.contains(reason), "{name}: {why}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn an_honest_one_is_believed() {
    let honest = polite("echo sat", "echo '((s0 2))'");
    let mut model = Model::new();
    model.insert("a", Value::Int(2.into()));
    for answer in answers("honest", &honest, Duration::from_secs(60)) {
        assert_eq!(answer, Answer::Sat(model.clone()));
    }
}

#[test]
fn a_liar_is_caught() {
    let lie = "the solver's model does not satisfy the query";
    unknown("liar", &polite("echo sat", "echo '((s0 3))'"), lie);
    unknown("negative-liar", &polite("echo sat", "echo '((s0 (- 1)))'"), lie);
}

#[test]
fn garbled_models_are_refused() {
    let models =
        ["((s0 x))", "((s0 #x3))", "((s1 2))", "()", "2", "((s0))", "((s0 2 2))", "((s0 (2)))"];
    for model in models {
        unknown("garbled", &polite("echo sat", &format!("echo '{model}'")), "garbled values");
    }
}

#[test]
fn one_that_dies_is_noticed() {
    for body in ["exit 1", &polite("exit 0", ""), &polite("echo sat", "exit 0")] {
        unknown("dies", body, "the solver ended");
    }
}

#[test]
fn one_that_refuses_an_assertion_is_noticed() {
    let body = "while read -r line; do case \"$line\" in '(check-sat)') echo unsat;;\n\
                '(assert'*) echo '(error \"no\")';; *) echo success;; esac; done\n";
    unknown("refuses", body, "error no");
    // It never acknowledges anything, so that nothing says what was refuted.
    unknown("silent", "while read -r line; do echo unsat; done\n", "the solver says: unsat");
    // It does not forget the assertions of the query before.
    let body = body.replace("'(assert'*", "'(pop'*");
    unknown("keeps", &body, "error no");
}

#[test]
fn one_that_prints_without_end_is_stopped() {
    unknown("words", "while :; do echo unsat; done", "the solver says: unsat");
    unknown("a-word", "exec cat /dev/zero", "without end");
}

#[test]
fn garbage_is_refused() {
    unknown("garbage", "echo ')))'", "garbage");
    unknown("binary", "head -c 1000 /dev/zero; exit 0", "the solver ended");
}

#[test]
fn one_that_hangs_is_stopped() {
    for body in
        ["exec sleep 1000", &polite("exec sleep 1000", ""), &polite("echo sat", "exec sleep 1000")]
    {
        for answer in answers("hangs", body, Duration::from_millis(300)) {
            assert_eq!(answer, Answer::Unknown("timeout".into()));
        }
    }
}

#[test]
fn programs_that_do_not_exist_are_named() {
    assert_eq!(Process::new("no-such-solver -x").unwrap_err(), "no-such-solver is not installed");
    assert!(Process::new("  ").is_err());
}
