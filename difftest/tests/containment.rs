//! Children are contained, whatever they do.
#![allow(clippy::unwrap_used)] // a test may panic

use difftest::child::{End, Limits, Ran, run};
use std::time::Duration;

fn limits() -> Limits {
    Limits {
        time: Duration::from_millis(1500),
        memory: 256 << 20,
        output: 64 << 10,
        file: 64 << 10,
        processes: 40,
    }
}

/// Runs a script, with what nobody else has in its arguments.
fn script(text: &str, word: &str) -> Ran {
    within(&limits(), text, word)
}

fn within(limits: &Limits, text: &str, word: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", text, word].map(String::from);
    run(&command, folder.path(), limits)
}

/// Processes that have just this word among their arguments.
fn alive(word: &str) -> usize {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|byte| *byte == 0).any(|one| one == word.as_bytes())).count()
}

#[test]
fn one_that_ends_is_heard() {
    let ran = script("echo out; echo err >&2; exit 3", "-");
    assert_eq!((ran.end, ran.out.as_str(), ran.err.as_str()), (End::Exited(3), "out\n", "err\n"));
}

#[test]
fn one_that_hangs_is_ended() {
    let ran = script("echo begun; sleep 7001", "-");
    assert_eq!((ran.end, ran.out.as_str()), (End::TimedOut, "begun\n"));
    assert_eq!(alive("7001"), 0);
    // One that ignores what it can.
    let ran = script("trap '' TERM INT HUP; while :; do sleep 7002; done", "-");
    assert_eq!(ran.end, End::TimedOut);
    assert_eq!(alive("7002"), 0);
}

#[test]
fn one_that_forks_is_ended_with_its_children() {
    // They stay when it ends, in its group, and out of it.
    let ran = script("sleep 7003 & sleep 7003 & exit 0", "-");
    assert_eq!(ran.end, End::Exited(0));
    assert_eq!(alive("7003"), 0);
    let ran = script("setsid sleep 7004 & setsid sh -c 'sleep 7004 & sleep 7004' & sleep 0.2", "-");
    assert_eq!(ran.end, End::Exited(0));
    assert_eq!(alive("7004"), 0);
    // They hide the word in their environment that they are found by outside of the group.
    let ran = script("env -i sleep 7006 & env -i sh -c 'sleep 7006 & sleep 7006' & sleep 0.2", "-");
    assert_eq!(ran.end, End::Exited(0));
    assert_eq!(alive("7006"), 0);
}

/// There are more and more, in its group and out of it: they are ended long before the time is over.
#[test]
fn a_flood_is_stopped() {
    // Their memory is not what ends them.
    let limits = Limits { time: Duration::from_secs(60), memory: 8 << 30, ..limits() };
    for text in ["while :; do sleep 7005 & done", "while :; do setsid sleep 7005 & done"] {
        let ran = within(&limits, text, "-");
        assert_eq!(ran.end, End::TooManyProcesses, "{text}");
        assert_eq!(alive("7005"), 0, "{text}");
    }
}

#[test]
fn one_that_prints_without_end_is_ended() {
    for text in ["yes", "yes >&2", "while :; do echo x; done"] {
        let ran = script(text, "-");
        assert_eq!(ran.end, End::TooMuchOutput, "{text}");
        assert!(ran.out.len() <= 64 << 10 && ran.err.len() <= 64 << 10);
    }
    // Nor does a file grow without end.
    let ran = script("yes >file; wc -c <file", "-");
    assert_eq!((ran.end, ran.out.trim()), (End::Exited(0), "65536"));
}

#[test]
fn one_that_crashes_is_told_from_one_that_answers() {
    assert_eq!(script("kill -SEGV $$", "-").end, End::Signalled(11));
    let none = run(&["/no/such/program".into()], std::path::Path::new("/"), &limits());
    assert!(matches!(none.end, End::NotStarted(_)), "{none:?}");
}

#[test]
fn one_that_takes_memory_does_not_get_it() {
    // A line without an end, which is kept whole.
    let ran = script("head -c 2000000000 /dev/zero | tail -n 1 | wc -c", "-");
    assert_ne!(ran.out.trim(), "2000000000", "{ran:?}");
}

#[test]
fn its_folder_is_its_own() {
    let ran = script("pwd; echo $TMPDIR; echo x >file; ls", "-");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 3, "{ran:?}");
    assert!(!std::path::Path::new(lines[0]).exists(), "the folder is gone: {lines:?}");
}
