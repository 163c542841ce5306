//! Detectors that do what they should not are contained, and those that cannot be asked are not blamed.

use super::{of_script, outcomes, places, shipped, started, until};
use std::path::Path;
use std::process::Command;
use tests::{Folder, binary, jaminan};

/// A detector that hangs, one that forks, one that prints without end and one that crashes.
#[test]
fn bad_detectors_are_contained() {
    let folder = Folder::new();
    for (name, script, outcome) in [
        ("hangs", "sleep 8001", "timeout"),
        ("forks", "setsid sleep 8002 & sleep 8002 & sleep 8002 & wait", "timeout"),
        ("prints", "yes", "crash"),
        ("crashes", "kill -SEGV $$", "crash"),
        ("is silent", "exit 0", "crash"),
        ("prints what is no text", "head -c 999 /dev/urandom", "crash"),
        ("prints a long line", "head -c 9000000 /dev/zero", "crash"),
        ("stops", "kill -STOP $$", "timeout"),
        ("deletes its folder", "rm -rf $TMPDIR", "crash"),
        ("reads and writes what it should not", "cat; echo race free >&0; cd /nowhere", "crash"),
    ] {
        let text = format!(
            "name = \"{name}\"\ncommand = [\"sh\", \"-c\", \"{script}\"]\nlanguages = [\"jam\"]\n\
             [limits]\nseconds = 0.5\n[[answer]]\nsays = \"race-free\"\nstdout = \"^race free\"\n"
        );
        let description = folder.file("detector.toml", &text);
        let flags = ["--kernels", "2", "--tries", "3", "--format", "json"];
        let mut arguments = vec!["difftest", "--detector", &description];
        arguments.extend(flags);
        let reply = jaminan(&arguments);
        assert_eq!(reply.code, Some(1), "{name}: {reply:?}");
        assert_eq!(outcomes(&reply.json(), outcome), 2, "{name}: {reply:?}");
    }
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        assert!(!line.contains("sleep\x00800"), "{line:?} is left");
    }
}

/// A detector that cannot be started has given no answer. The campaign ends, and goes on later.
#[test]
fn a_detector_that_cannot_be_started_is_not_blamed() {
    let folder = Folder::new();
    let description = of_script(&folder, "rm -f \"$0\"", 5.0, "potential");
    let campaign = folder.path("campaign");
    let mut arguments = vec!["difftest", "--detector", &description, "--campaign", &campaign];
    arguments.extend(["--kernels", "6", "--jobs", "1", "--format", "json"]);
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(2), "{reply:?}");
    assert!(reply.err.contains("could not be started"), "{reply:?}");
    let log = Path::new(&campaign).join("log.jsonl");
    assert_eq!(places(&log), ["0"]);
    of_script(&folder, "exit 0", 5.0, "potential");
    let answer = jaminan(&arguments).json();
    assert_eq!((&answer["new"], outcomes(&answer, "imprecise")), (&5.into(), 6), "{answer:#}");
}

/// A detector does not outlive a campaign that is killed.
#[test]
#[cfg(target_os = "linux")]
fn a_detector_ends_with_a_campaign_that_is_killed() {
    let folder = Folder::new();
    let description = of_script(&folder, "exec sleep 8010", 100.0, "potential");
    let mut child = started(&["difftest", "--detector", &description, "--kernels", "2"]);
    until("the detector", &mut is_asleep);
    let _ = child.kill();
    let _ = child.wait();
    until("its end", &mut || !is_asleep());
}

#[cfg(target_os = "linux")]
fn is_asleep() -> bool {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut lines = all.filter_map(|one| std::fs::read(one.path().join("cmdline")).ok());
    lines.any(|line| line.starts_with(b"sleep\x008010"))
}

/// A description that is named without its folder stands in the current one.
#[test]
fn a_description_may_be_named_alone() {
    let folder = Folder::new();
    of_script(&folder, "exit 0", 5.0, "potential");
    let name =
        std::fs::read_dir(folder.at()).into_iter().flatten().flatten().map(|e| e.file_name());
    let name = name.into_iter().find(|name| name.to_string_lossy().ends_with(".toml"));
    let ran = Command::new(binary())
        .current_dir(folder.at())
        .args(["difftest", "--kernels", "2", "--detector"])
        .args(name)
        .output();
    let ran = ran.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("scripted: 2 kernels"), "{ran:?}");
}

#[test]
fn bad_use_is_told() {
    let folder = Folder::new();
    let bad = folder.file("bad.toml", "name = \"x\"\n");
    let missing = folder.file(
        "missing.toml",
        "name = \"x\"\ncommand = [\"no-such-program\"]\nlanguages = [\"cu\"]\n[[answer]]\nsays = \"racy\"\n",
    );
    for (detector, more, why) in [
        (bad.as_str(), "--kernels=1", "languages"),
        (missing.as_str(), "--kernels=1", "skipped: x (`no-such-program` is not installed)"),
        ("no/such.toml", "--kernels=1", "cannot read"),
        ("/dev/zero", "--kernels=1", "a device"),
        (shipped("check.toml").as_str(), "--corpus=/dev/null/x", "cannot write"),
        (shipped("check.toml").as_str(), "--shard=3/2", "0/8"),
        (shipped("check.toml").as_str(), "--classes=CIXX", "CIDI"),
        (shipped("check.toml").as_str(), "--minutes=-1", "minutes"),
        (shipped("check.toml").as_str(), "kernel.txt", "language"),
    ] {
        let reply = jaminan(&["difftest", "--detector", detector, more]);
        assert_eq!(reply.code, Some(2), "{detector} {more}: {reply:?}");
        assert!(reply.err.contains(why), "{why}: {reply:?}");
    }
}
