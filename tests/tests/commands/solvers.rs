//! Solvers that end, crash, hang, take all memory or print: it costs the query that they were asked, and
//! nothing of them is left when the command ends.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a test may panic

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tests::{Reply, binary, example, jaminan, run};

/// The number that the planted libraries wait for is in the second of three.
const KERNELS: &str = "\
__global__ void first(int *a) { a[threadIdx.x] = 1; }
__global__ void second(int *a) { if (4242 * threadIdx.x < 99999) a[threadIdx.x] = 1; }
__global__ void third(int *a) { a[threadIdx.x / 2] = threadIdx.x; }
";

/// A folder with the kernels in a file, and each in one of its own.
fn kernels() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("all.cu"), KERNELS).unwrap();
    for (name, kernel) in ["one.cu", "two.cu", "three.cu"].into_iter().zip(KERNELS.lines()) {
        std::fs::write(folder.path().join(name), kernel).unwrap();
    }
    folder
}

/// A libz3 that misbehaves so, built into the folder; none where there is no libz3 or no compiler.
fn planted(how: &str, folder: &Path) -> Option<PathBuf> {
    let Some(real) = oracle::solver::Z3::find(&mut Vec::new()) else {
        println!("skipped: libz3 (not installed)");
        return None;
    };
    let library = folder.join(format!("libz3-{how}.so"));
    let source = tests::root().join("tests/tests/commands/solvers/planted.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-w", &format!("-D{how}")]);
    compiler.arg(format!("-DREAL=\"{}\"", real.library().display()));
    compiler.arg("-o").arg(&library).arg(source).arg("-ldl");
    match compiler.output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => {
            println!("skipped: cc (not installed)");
            return None;
        }
    }
    Some(library)
}

/// `check` with this libz3, without the embedded solver before it.
fn check(library: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.env("Z3_LIB", library).args(["check", "--solver", "z3", "--block-dim", "64"]);
    command.args(["--grid-dim", "1", "--format", "json"]).args(arguments);
    command
}

/// The verdict on each kernel, and all that is noted of it.
fn verdicts(reply: &Reply) -> Vec<(String, String, String)> {
    let answer = reply.json();
    let kernels = answer["kernels"].as_array().cloned().unwrap_or_default();
    let word = |kernel: &Value, key: &str| kernel[key].as_str().unwrap_or_default().to_owned();
    let each = |k: &Value| {
        let name = word(k, "name");
        let name = name.rsplit([':', '/']).next().unwrap_or_default().to_owned();
        (name, word(k, "verdict"), k["notes"].to_string())
    };
    let mut all: Vec<_> = kernels.iter().map(each).collect();
    all.sort();
    all
}

#[test]
fn a_library_that_misbehaves_costs_one_query() {
    let folder = kernels();
    let file = folder.path().join("all.cu").display().to_string();
    let files = folder.path().display().to_string();
    for (how, why, seconds) in [
        ("EXITS", "the memory for this query is spent", "60"),
        ("CRASHES", "the solver was ended by signal 11", "60"),
        ("EATS", "the solver was ended by signal", "60"),
        ("HANGS", "the time for this", "6"),
    ] {
        let Some(library) = planted(how, folder.path()) else { return };
        for (named, times) in [(&file, 1), (&files, 2)] {
            let reply =
                run(check(&library, &["--timeout", seconds, "--max-memory", "256", named]), b"")
                    .unwrap();
            assert_eq!(reply.code, Some(1), "{how}: {reply:?}");
            let all = verdicts(&reply);
            let of = |name: &str| -> Vec<_> { all.iter().filter(|k| k.0 == name).collect() };
            assert_eq!(all.len(), 3 * times, "{how}: {reply:?}");
            assert!(of("first").iter().all(|k| k.1 == "drf"), "{how}: {all:?}");
            assert!(of("third").iter().all(|k| k.1 == "racy"), "{how}: {all:?}");
            for (_, verdict, notes) in of("second") {
                assert_eq!(verdict, "unknown", "{how}: {all:?}");
                assert!(notes.contains(why), "{how}: no {why:?} in {notes}");
            }
            assert!(reply.err.is_empty(), "{how}: {reply:?}");
        }
    }
}

#[test]
fn what_a_library_prints_is_not_taken_for_ours() {
    let folder = kernels();
    let file = folder.path().join("all.cu").display().to_string();
    let Some(library) = planted("PRINTS", folder.path()) else { return };
    let reply = run(check(&library, &[&file]), b"").unwrap();
    let all = verdicts(&reply);
    let verdicts: Vec<&str> = all.iter().map(|kernel| &*kernel.1).collect();
    assert_eq!(verdicts, ["drf", "drf", "racy"], "{reply:?}");
    assert!(reply.err.is_empty(), "{reply:?}");
}

/// The libz3 of Debian's package libz3-4, where it is an old one.
fn debians() -> Option<PathBuf> {
    let libraries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let library = libraries.map(|folder| folder.path().join("libz3.so.4")).find(|l| l.is_file());
    if library.is_none() {
        println!("skipped: Debian's libz3 (not installed)");
    }
    library
}

/// An old Z3 does not know every parameter of a new one, and answers as the new one does.
#[test]
fn an_old_library_says_nothing_else_and_nothing_less() {
    let Some(library) = debians() else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(tests::root().join("examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu" || e == "jam" || e == "map"))
        .collect();
    files.sort();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let file = file.display().to_string();
        let mut command = Command::new(binary());
        command.env("Z3_LIB", &library).args(["check", &file, "--format", "json"]);
        let (old, new) =
            (run(command, b"").unwrap(), jaminan(&["check", &file, "--format", "json"]));
        assert_eq!(old.err, new.err, "{file}");
        assert_eq!(verdicts(&old), verdicts(&new), "{file}");
        assert_eq!(old.code, new.code, "{file}");
        let answer = old.json();
        let solver = answer["kernels"][0]["solver"].as_str().unwrap_or_default();
        assert!(solver.starts_with("Z3 ") && solver.ends_with("(libz3)"), "{file}: {solver}");
    }
}

/// Waits until something is so.
fn until(what: &str, so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !so() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Processes whose numbers are noted in a file, each in a line.
fn noted(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().filter_map(|line| line.trim().parse().ok()).collect()
}

/// Whether a process is there, and is not only waited for.
fn runs(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name stands in parentheses and may hold anything.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Starts a command, waits until so many processes are noted, and sends it each signal in turn: nothing is
/// left.
fn nothing_outlives(command: &dyn Fn() -> Command, note: &Path, processes: usize) {
    for signal in ["TERM", "INT", "KILL"] {
        let _ = std::fs::remove_file(note);
        let start = || -> std::io::Result<Child> {
            command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
        };
        let mut child = start().unwrap();
        until("process that is noted", || noted(note).len() >= processes);
        let all = noted(note);
        assert!(all.iter().all(|process| runs(*process)), "{all:?}");
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        assert!(!child.wait().unwrap().success());
        until("end of what was started", || !all.iter().any(|process| runs(*process)));
    }
}

#[test]
fn libz3_ends_with_the_command() {
    let folder = kernels();
    let Some(library) = planted("HANGS", folder.path()) else { return };
    let (file, files) = (folder.path().join("two.cu"), folder.path().join("all.cu"));
    let note = folder.path().join("note");
    let (file, files) = (file.display().to_string(), files.display().to_string());
    let one = || {
        let mut command = check(&library, &["--timeout", "600", &file]);
        command.env("PLANTED_NOTE", &note);
        command
    };
    nothing_outlives(&one, &note, 1);
    // In processes of their own.
    let several = || {
        let mut command = check(&library, &["--timeout", "600", "--jobs", "2", &file, &files]);
        command.env("PLANTED_NOTE", &note);
        command
    };
    nothing_outlives(&several, &note, 2);
}

/// One is started while a file is read, and the next while a kernel is checked: as many as there are kernels.
#[test]
fn libz3_is_started_once_for_each_kernel() {
    let folder = kernels();
    let Some(library) = planted("STARTS", folder.path()) else { return };
    let note = folder.path().join("note");
    std::fs::write(folder.path().join("bad.cu"), "__global__ void k(").unwrap();
    for (file, kernels) in [("all.cu", 3..=3), ("two.cu", 1..=1), ("bad.cu", 0..=1)] {
        for jobs in ["1", "2"] {
            let _ = std::fs::remove_file(&note);
            let file = folder.path().join(file).display().to_string();
            let mut command = check(&library, &["--jobs", jobs, &file]);
            command.env("PLANTED_NOTE", &note);
            let reply = run(command, b"").unwrap();
            let all: BTreeSet<u32> = noted(&note).into_iter().collect();
            assert!(kernels.contains(&all.len()), "{file}: {all:?} {reply:?}");
            until("end of what was started", || !all.iter().any(|process| runs(*process)));
        }
    }
}

/// A solver's command may be a script that starts the solver.
#[test]
fn a_solvers_command_ends_with_the_command() {
    let folder = kernels();
    let note = folder.path().join("note");
    let script = folder.path().join("solver.sh");
    let text = format!("echo $$ >> {0}; sleep 1000 & echo $! >> {0}; wait", note.display());
    std::fs::write(&script, text).unwrap();
    let solver = format!("sh {}", script.display());
    let (one, all) = (folder.path().join("one.cu"), folder.path().display().to_string());
    let one = one.display().to_string();
    for (named, processes) in [(&one, 2), (&all, 4)] {
        let command = || {
            let mut command = Command::new(binary());
            command.args(["check", "--solver", &solver, "--jobs", "2", named]);
            command
        };
        nothing_outlives(&command, &note, processes);
    }
}

/// Past its time a solver is killed, with what it has started.
#[test]
fn a_solvers_command_does_not_outlive_its_time() {
    let folder = kernels();
    let note = folder.path().join("note");
    let script = folder.path().join("solver.sh");
    let text = format!("echo $$ >> {0}; sleep 1000 & echo $! >> {0}; wait", note.display());
    std::fs::write(&script, text).unwrap();
    let solver = format!("sh {}", script.display());
    let file = example("saxpy.cu");
    let reply = jaminan(&["check", "--solver", &solver, "--timeout", "3", &file]);
    assert_eq!(reply.code, Some(3), "{reply:?}");
    assert!(reply.out.contains("is spent"), "{reply:?}");
    let all = noted(&note);
    assert!(!all.is_empty());
    until("end of what was started", || !all.iter().any(|process| runs(*process)));
}
