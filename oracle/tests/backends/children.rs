//! Solvers that lie, die, hang, or print garbage: each ends in `Unknown`, and the next query too.

use crate::installed::budget;
use oracle::child::End;
use oracle::solver::{
    Answer, Budget, Model, NoSolver, Process, Solver, Sort, Term, Terms, Unknown, Value,
};
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
            Answer::Unknown(why) => assert!(why.to_string().contains(reason), "{name}: {why}"),
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
    for (body, how) in [
        ("exit 1", End::Exited(1)),
        (&polite("exit 0", ""), End::Exited(0)),
        (&polite("echo sat", "exit 101"), End::Exited(101)),
        (&polite("kill -s SEGV $$", ""), End::Signalled(11)),
    ] {
        let answers = answers("dies", body, Duration::from_secs(60));
        assert_eq!(answers, [0; 2].map(|_| Answer::Unknown(Unknown::Ended(how))), "{body}");
    }
}

#[test]
fn one_that_does_not_run_is_no_solver() {
    let file = std::env::temp_dir().join(format!("solver-{}-text", std::process::id()));
    std::fs::write(&file, "no program").unwrap();
    let mut solver = Process::new(&file.display().to_string()).unwrap();
    let (t, assertions) = query();
    let answer = solver.check(&t, &assertions, &budget());
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(answer, Answer::Unknown(Unknown::Ended(End::NotRun))), "{answer:?}");
}

#[test]
fn one_that_takes_all_memory_is_stopped() {
    // It doubles what it holds, which would soon be more than the machine has.
    let greedy = polite("all=x; while :; do all=$all$all; done", "");
    let (mut solver, file) = fake("greedy", &greedy);
    let (t, assertions) = query();
    let small = Budget { memory_mib: 16, ..budget() };
    for _ in 0..2 {
        let answer = solver.check(&t, &assertions, &small);
        let ended = matches!(answer, Answer::Unknown(Unknown::Ended(_)));
        assert!(ended, "{answer:?}");
    }
    std::fs::remove_file(file).unwrap();
}

/// What a solver has started ends with it, whether it is killed or ends by itself.
#[test]
#[cfg(target_os = "linux")]
fn nothing_of_it_is_left() {
    let note = std::env::temp_dir().join(format!("solver-{}-note", std::process::id()));
    for end in ["wait", "exit 1"] {
        let body = format!("sleep 1000 & echo $! > {}; {end}", note.display());
        for answer in answers("starts", &polite(&body, ""), Duration::from_secs(3)) {
            assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        }
        let started = std::fs::read_to_string(&note).unwrap();
        let process = std::path::Path::new("/proc").join(started.trim()).join("stat");
        // It is killed, and then somebody has to notice.
        let gone = (0..1000).any(|_| {
            let stat = std::fs::read_to_string(&process).unwrap_or_default();
            std::thread::sleep(Duration::from_millis(5));
            stat.is_empty() || stat.contains(") Z ")
        });
        assert!(gone, "{end}: process {started} is left");
    }
    std::fs::remove_file(note).unwrap();
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
    unknown("garbage", "echo ')))'", "cannot be read");
    unknown("binary", "head -c 1000 /dev/zero; exit 0", "the solver ended with exit code");
}

#[test]
fn one_that_hangs_is_stopped() {
    for body in
        ["exec sleep 1000", &polite("exec sleep 1000", ""), &polite("echo sat", "exec sleep 1000")]
    {
        for answer in answers("hangs", body, Duration::from_millis(300)) {
            assert_eq!(answer, Answer::Unknown(Unknown::OutOfTime));
        }
    }
}

#[test]
fn programs_that_do_not_exist_are_named() {
    let missing = Process::new("no-such-solver -x").unwrap_err();
    assert_eq!(missing, NoSolver::NotInstalled("no-such-solver".into()));
    assert_eq!(missing.to_string(), "no-such-solver is not installed");
    assert_eq!(Process::new("  ").unwrap_err(), NoSolver::Unnamed);
}
