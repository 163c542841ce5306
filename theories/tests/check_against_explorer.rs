//! The solver's verdict against exhaustion, on every small program: a joint race within bounds is
//! never `drf`, and a shown alarm is a race that the explorer knows.
//!
//! Up to size 3; further with `AGREE_SIZE=4 cargo test --release -p theories`.

use jaminan::Program;
use oracle::check::answer::{Status, Verdict};
use oracle::check::{Settings, check_program};
use oracle::explore::{Bounds, Finding, explore};
use oracle::solver::{Budget, choose};
use semantics::Header;
use theories::{Enumeration, Grammar};

#[test]
fn verdicts_agree_on_every_small_program() {
    let largest = std::env::var("AGREE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return;
    };
    let mut settings = Settings {
        solver: chosen.solver.as_mut(),
        budget: Budget::default(),
        deadline: None,
        report_benign: true,
    };
    let (mut racy, mut free, mut open) = (0, 0, Vec::new());
    // Three threads and values: no race of these programs needs more.
    let bounds = Bounds::new(3, 3);
    let programs = Enumeration::new(&Grammar::default(), largest).unwrap();
    for size in 1..=largest {
        for body in programs.of_size(size) {
            let program = Program { header: Header::default(), body };
            let truth = explore(&program, &bounds, oracle::Budget::fuel(1_000_000)).joint;
            let answer = check_program("program", &program, &mut settings);
            let text = &program.body;
            match (&truth, answer.verdict) {
                (Finding::Undecided, _) => panic!("the explorer does not decide {text}"),
                (Finding::Race(_), Verdict::Drf) => panic!("a missed race: {text}"),
                (Finding::Absent, Verdict::Racy) => panic!("a race that is none: {text}"),
                (_, Verdict::Racy) => racy += 1,
                (_, Verdict::Drf) => free += 1,
                _ => open.push(text.to_string()),
            }
            let shown = |s| matches!(s, Status::True | Status::Confirmed);
            assert!(answer.alarms.iter().all(|a| a.replayed == shown(a.status)), "{answer:#?}");
        }
    }
    println!("{racy} racy, {free} race free, {} undecided: {open:#?}", open.len());
    assert!(racy > 0 && free > 0);
    assert!(open.len() * 100 <= racy + free, "more than 1 % undecided");
}
