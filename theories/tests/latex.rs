//! Counterexamples as documents of LaTeX: each has what its runs show, and really compiles.
#![allow(clippy::unwrap_used)] // a test may panic

use oracle::Bounds;
use std::path::Path;
use std::process::{Command, Stdio};
use theories::{
    Case, Claim, Dropped, Enumeration, Finding, Grammar, ProgramNumber, Subject, claim,
};

/// What refutes a claim, as a document; without those of the claim's hypotheses.
fn document(id: &str, number: &str, dropped: &[&str]) -> String {
    let claim: Claim = claim(id).unwrap();
    let number: ProgramNumber = number.parse().unwrap();
    let dropped = Dropped(dropped.iter().map(|name| *claim.hypothesis(name).unwrap()).collect());
    let grammar = claim.grammar(&Grammar::default(), &dropped);
    assert_eq!(grammar.version, number.grammar);
    let programs = Enumeration::new(&grammar, number.size).unwrap();
    let subject = Subject::Program(programs.nth(number.size, number.index).unwrap());
    let lines = [claim.on(&number, &dropped), subject.to_string(), claim.says.into()];
    match claim.check(&Case::new(number, subject, Bounds::new(2, 2)), &dropped) {
        Finding::Refuted(counterexample) => {
            let why = [counterexample.why.clone()];
            let offending = counterexample.offending.clone();
            theories::document(&[([&lines[..], &why, &offending].concat(), Some(&counterexample))])
        }
        other => panic!("{id}: {other:?}"),
    }
}

/// A claim of each kind, and a part of what shows its counterexample.
const KINDS: [(&str, &str, &[&str], &str); 8] = [
    ("liew2024/4.3.2", "v1:4:19694", &["CI"], r"\RightLabel"),
    ("liew2022/1", "v1-baby:1:3", &[], r"\RightLabel"),
    ("liew2022/simplification", "v1-baby:2:1", &[], "there is none:"),
    ("liew2022/1-schedules", "v1-baby:4:2171", &["WELL-TYPED"], r"\noindent \ensuremath{\Lambda}:"),
    (
        "interleavings/every-race",
        "v1-sync:2:32",
        &[],
        "phase 0: 1: rd A[1], 1: wr A[0], 0: rd A[0], 0: wr A[0]",
    ),
    ("li2012/claim-1", "accumulation:8:55080672", &[], "interval 0"),
    ("sarkar2018/3", "sarkar2018:2:14", &[], r"1: (x0\_2 \textless{} 2) -\textgreater{} BAR"),
    ("sarkar2018/property-2", "places:7:5530651", &[], "initial memory"),
];

#[test]
fn what_shows_a_counterexample_is_in_its_document() {
    for (id, number, dropped, part) in KINDS {
        let document = document(id, number, dropped);
        assert!(document.contains(part), "{id}: {part} is not in\n{document}");
        assert!(!document.contains("no run within the bounds"), "{id}:\n{document}");
        assert!(document.is_ascii(), "{id}:\n{document}");
    }
}

#[test]
fn the_documents_compile() {
    let mut asked = Command::new("pdflatex");
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if asked.status().is_err() {
        println!("skipped: pdflatex (not installed)");
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (id, number, dropped, _) in KINDS {
        let name = id.replace('/', "-");
        let file = directory.join(format!("{name}.tex"));
        std::fs::write(&file, document(id, number, dropped)).unwrap();
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error"])
            .arg(&file)
            .current_dir(directory)
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{id}: {log}");
        assert!(!log.contains("Missing character"), "{id}: {log}");
    }
}
