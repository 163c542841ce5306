//! The files under `tests/strangers`: whole programs as people write them, with host code and with
//! headers that are not there. Each is checked as it is, without flags, and each kernel is answered
//! as the last lines of its file expect:
//!
//! ```text
//! // expect KERNEL: VERDICT[, assuming KIND, KIND …] -- REASON
//! ```
//!
//! `KERNEL` stands for all kernels of that name, or for one: `reduce<64>`. `VERDICT` is `race free`,
//! `racy`, `potential` or `unsupported`; each may be followed by `with divergence`. `divergence` alone
//! is any verdict with a divergence; `A or B` is either. The kinds are those of the answer's
//! assumptions that have to be there, and `nothing` is none at all. What is expected is what CUDA says
//! of the launches in the file, whatever the command can decide.
//!
//! `STRANGERS=FOLDER cargo test -p jaminan-tests --test strangers -- --nocapture` takes another folder.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tests::{corpus, jaminan, root};

/// What is said of a kernel: its verdict, and whether a barrier of it diverges.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    /// `None` stands for any.
    verdict: Option<String>,
    divergence: bool,
}

impl Answer {
    fn expected(text: &str) -> Option<Answer> {
        let (word, divergence) = match text.strip_suffix(" with divergence") {
            Some(word) => (word, true),
            None => (text, false),
        };
        let verdict = match word {
            "race free" => "drf",
            "racy" | "potential" | "unsupported" => word,
            "divergence" if !divergence => return Some(Answer { verdict: None, divergence: true }),
            _ => return None,
        };
        Some(Answer { verdict: Some(verdict.into()), divergence })
    }

    fn given(kernel: &Value) -> Answer {
        Answer {
            verdict: Some(kernel["verdict"].as_str().unwrap_or("no verdict").into()),
            divergence: kernel["divergences"].as_array().is_some_and(|list| !list.is_empty()),
        }
    }

    fn allows(&self, given: &Answer) -> bool {
        self.divergence == given.divergence
            && self.verdict.as_ref().is_none_or(|v| Some(v) == given.verdict.as_ref())
    }

    /// The exit code of a file that has this kernel only.
    fn code(&self) -> i32 {
        match self.verdict.as_deref() {
            _ if self.divergence => 1,
            Some("drf") => 0,
            Some("racy" | "potential") => 1,
            _ => 3,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict.as_deref(), self.divergence) {
            (None, _) => f.write_str("divergence"),
            (Some(verdict), divergence) => {
                f.write_str(if verdict == "drf" { "race free" } else { verdict })?;
                f.write_str(if divergence { " with divergence" } else { "" })
            }
        }
    }
}

/// What a file says of one of its kernels.
#[derive(Debug)]
struct Expectation {
    kernel: String,
    one_of: Vec<Answer>,
    /// Kinds of assumptions; `None` where the file does not say.
    assuming: Option<BTreeSet<String>>,
    reason: String,
}

impl Expectation {
    fn parse(line: &str) -> Option<Expectation> {
        let (claim, reason) = line.strip_prefix("// expect ")?.split_once(" -- ")?;
        let (kernel, claim) = claim.split_once(": ")?;
        let (verdicts, kinds) = match claim.split_once(", assuming ") {
            Some((verdicts, kinds)) => (verdicts, Some(kinds)),
            None => (claim, None),
        };
        Some(Expectation {
            kernel: kernel.into(),
            one_of: verdicts.split(" or ").map(Answer::expected).collect::<Option<_>>()?,
            assuming: kinds.map(|kinds| {
                kinds.split(", ").filter(|kind| *kind != "nothing").map(String::from).collect()
            }),
            reason: reason.into(),
        })
    }

    /// Whether this is about a kernel that the answer calls so.
    fn names(&self, kernel: &str) -> bool {
        self.kernel == kernel || self.kernel == plain(kernel)
    }

    /// Whether the assumptions of an answer are those expected.
    fn assumes(&self, given: &BTreeSet<String>) -> bool {
        match &self.assuming {
            None => true,
            Some(kinds) if kinds.is_empty() => given.is_empty(),
            Some(kinds) => kinds.is_subset(given),
        }
    }

    fn words(&self) -> String {
        let verdicts: Vec<String> = self.one_of.iter().map(Answer::to_string).collect();
        let assuming = match &self.assuming {
            None => String::new(),
            Some(kinds) if kinds.is_empty() => ", assuming nothing".into(),
            Some(kinds) => format!(", assuming {}", list(kinds)),
        };
        verdicts.join(" or ") + &assuming
    }
}

/// A kernel's name without its namespace, its template arguments and the number that makes it unique.
fn plain(kernel: &str) -> &str {
    let name = kernel.split('<').next().unwrap_or(kernel);
    let name = name.rsplit("::").next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((name, number)) if number.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => name,
    }
}

fn list(kinds: &BTreeSet<String>) -> String {
    kinds.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// What the last lines of a file expect; nothing where another line is among them.
fn expectations(file: &Path) -> Vec<Expectation> {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let mut found: Vec<Expectation> = text
        .lines()
        .rev()
        .take_while(|line| line.starts_with("// expect "))
        .filter_map(|line| Expectation::parse(line.trim_end()))
        .collect();
    found.reverse();
    found
}

/// One line of the table: a kernel, or a file that has no answer.
struct Row {
    file: String,
    kernel: String,
    expected: String,
    given: String,
    right: bool,
    took: Duration,
}

fn check(file: &Path) -> Vec<Row> {
    let expected = expectations(file);
    let path = file.display().to_string();
    let begin = Instant::now();
    // More time than by default: what is answered must not hang on what else the machine does.
    let reply = jaminan(&["check", &path, "--format", "json", "--timeout", "60"]);
    let took = begin.elapsed();
    let row = |kernel: &str, expected: &str, given: String, right: bool| Row {
        file: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        kernel: kernel.into(),
        expected: expected.into(),
        given,
        right,
        took,
    };
    let kernels = match serde_json::from_str::<Value>(&reply.out) {
        Ok(answer) => answer["kernels"].as_array().cloned().unwrap_or_default(),
        Err(_) => {
            let said = reply.err.lines().next().unwrap_or("nothing").to_string();
            return expected
                .iter()
                .map(|e| row(&e.kernel, &e.words(), said.clone(), false))
                .collect();
        }
    };

    let mut rows = Vec::new();
    let mut code = 0;
    for kernel in &kernels {
        let name = kernel["name"].as_str().unwrap_or_default();
        let answer = Answer::given(kernel);
        code = [1, 3, 0].into_iter().find(|c| [code, answer.code()].contains(c)).unwrap_or(0);
        let kinds: BTreeSet<String> = kernel["assumptions"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|assumption| Some(assumption["kind"].as_str()?.to_string()))
            .collect();
        let mut given = answer.to_string();
        if !kinds.is_empty() {
            given += &format!(", assuming {}", list(&kinds));
        }
        let exact = expected.iter().find(|e| e.kernel == name);
        match exact.or_else(|| expected.iter().find(|e| e.names(name))) {
            Some(e) => {
                let right = e.one_of.iter().any(|a| a.allows(&answer)) && e.assumes(&kinds);
                rows.push(row(name, &e.words(), given, right));
            }
            None => rows.push(row(name, "no such kernel", given, false)),
        }
    }
    for e in &expected {
        if !kernels.iter().any(|k| k["name"].as_str().is_some_and(|name| e.names(name))) {
            rows.push(row(&e.kernel, &e.words(), "no answer".into(), false));
        }
    }
    if reply.code != Some(code) {
        rows.push(row(
            "(the file)",
            &format!("exit code {code}"),
            format!("{:?}", reply.code),
            false,
        ));
    }
    rows
}

fn files() -> Vec<PathBuf> {
    let folder =
        std::env::var_os("STRANGERS").map_or(root().join("tests/strangers"), PathBuf::from);
    let mut files = corpus::below(&folder).unwrap();
    files.retain(|file| file.extension().is_some_and(|e| e == "cu" || e == "cl"));
    files
}

#[test]
fn strangers_are_answered_as_cuda_says() {
    let files = files();
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = check(file);
                    rows.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by(|a, b| a.file.cmp(&b.file)); // stable: kernels stay in the order of their file

    for row in &rows {
        println!(
            "{} {:<28} {:<34} {:<46} {:>5.1} s  {}",
            if row.right { "     " } else { "WRONG" },
            row.file,
            row.kernel,
            row.expected,
            row.took.as_secs_f64(),
            row.given,
        );
    }
    let right = rows.iter().filter(|row| row.right).count();
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| !row.right)
        .map(|row| {
            format!("{}: {}: expected {}, got {}", row.file, row.kernel, row.expected, row.given)
        })
        .collect();
    let slowest = rows.iter().map(|row| row.took).max().unwrap_or_default();
    println!(
        "{} files, {} kernels, {} as expected, the slowest file takes {:.1} s",
        files.len(),
        rows.len(),
        right,
        slowest.as_secs_f64()
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// No header line says what a kernel is launched with, every file says what it expects and why, and
/// about two of five kernels have a race or a divergence.
#[test]
fn strangers_say_what_they_expect() {
    let files = files();
    let (mut kernels, mut with_bug) = (0, 0);
    for file in &files {
        let name = file.display();
        let text = std::fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&text);
        assert!(!text.starts_with("//--"), "{name}");
        let lines = text.lines().filter(|line| line.contains("// expect ")).count();
        let expected = expectations(file);
        assert!(!expected.is_empty() && expected.len() == lines, "{name}: {expected:?}");
        assert!(expected.iter().all(|e| !e.reason.is_empty()), "{name}");
        let racy = |a: &Answer| a.divergence || a.verdict.as_deref() == Some("racy");
        kernels += expected.len();
        with_bug += expected.iter().filter(|e| e.one_of.iter().all(racy)).count();
    }
    println!("{} files, {kernels} kernels, {with_bug} with a race or a divergence", files.len());
    if std::env::var_os("STRANGERS").is_none() {
        assert!(files.len() >= 60, "{}", files.len());
        assert!((30..=50).contains(&(100 * with_bug / kernels)), "{with_bug} of {kernels}");
    }
}
