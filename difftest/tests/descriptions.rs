//! The shipped descriptions of detectors, and how they read answers.
#![allow(clippy::unwrap_used)] // a test may panic

use difftest::child::{End, Ran};
use difftest::{Convention, Detector, Said};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn detector(path: &Path) -> Detector {
    let text = std::fs::read_to_string(path).unwrap();
    let read = Detector::from_toml(&text, path.parent().unwrap());
    read.unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran { end: End::Exited(code), out: out.into(), err: err.into(), time: Duration::ZERO }
}

fn said(detector: &Detector, code: i32, out: &str, err: &str) -> Said {
    detector.read(&ran(code, out, err)).unwrap().0
}

#[test]
fn every_shipped_description_can_be_read() {
    let mut seen = 0;
    for folder in ["detectors", "detectors/broken"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                detector(&path);
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 8);
}

/// What `faial-drf` answered to nine kernels, with `--json`.
#[test]
fn the_recorded_answers_of_faial_are_read() {
    let faial = detector(&root().join("detectors/faial-drf.toml"));
    let recorded = root().join("../shared/data/faial");
    if !recorded.is_dir() {
        println!("skipped: the recorded answers of faial-drf (not there)");
        return;
    }
    let codes = std::fs::read_to_string(recorded.join("exit-codes.csv")).unwrap();
    let mut seen = Vec::new();
    for line in codes.lines().skip(1) {
        let [name, code, _] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let out = std::fs::read_to_string(recorded.join(format!("{name}.json"))).unwrap();
        seen.push((name.to_string(), said(&faial, code.parse().unwrap(), &out, "")));
    }
    let expected = [
        ("shift16", Said::TrueAlarm),
        ("saxpy_like", Said::RaceFree),
        ("scatter", Said::Potential),
        ("xor1", Said::TrueAlarm),
        ("grid_stride", Said::RaceFree),
        ("reverse_barrier", Said::RaceFree),
        ("reverse_no_barrier", Said::TrueAlarm),
        ("constant_writes", Said::RaceFree),
        ("guarded_constant", Said::RaceFree),
    ];
    assert_eq!(seen, expected.map(|(name, said)| (name.to_string(), said)));
}

/// The program itself says what was recorded.
#[test]
fn faial_says_what_was_recorded() {
    let faial = detector(&root().join("detectors/faial-drf.toml"));
    let recorded = root().join("../shared/data/faial");
    if !faial.is_installed() || !recorded.is_dir() {
        println!("skipped: faial-drf (not there)");
        return;
    }
    for name in ["shift16", "saxpy_like", "scatter", "xor1", "reverse_barrier"] {
        let text = std::fs::read_to_string(recorded.join(format!("{name}.cu"))).unwrap();
        let out = std::fs::read_to_string(recorded.join(format!("{name}.json"))).unwrap();
        let launch = generators::Launch::row(256);
        let answer = faial.ask(&text, generators::Language::Cuda, &launch).unwrap();
        assert_eq!(answer.said, said(&faial, 0, &out, ""), "{name}: {answer:?}");
    }
}

#[test]
fn answers_of_other_tools_are_read() {
    let gpuverify = detector(&root().join("detectors/gpuverify.toml"));
    let racy =
        "k.cu: error: possible write-write race on a[0]:\n\nGPUVerify kernel analyser finished";
    assert_eq!(said(&gpuverify, 0, "Verified: k.cu\n", ""), Said::RaceFree);
    assert_eq!(said(&gpuverify, 6, racy, ""), Said::Potential);
    assert_eq!(said(&gpuverify, 1, "", "k.cu:3:1: error: unknown type name"), Said::Unsupported);
    assert_eq!(said(&gpuverify, 9, "", "Traceback"), Said::Crash);
    let sanitizer = detector(&root().join("detectors/compute-sanitizer.toml"));
    let hazard = "========= Error: Race reported between Write access at k+0x70 (WAW hazard)\n";
    assert_eq!(said(&sanitizer, 0, hazard, ""), Said::TrueAlarm);
    let none = "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n";
    assert_eq!(said(&sanitizer, 0, none, ""), Said::RaceFree);
    assert_eq!(said(&sanitizer, 77, "", ""), Said::Unsupported);
    assert_eq!(sanitizer.conventions.some_inputs, Convention::Passes);
}

/// A run that ended otherwise than by itself gives no answer, whatever it printed.
#[test]
fn what_was_ended_has_said_nothing() {
    let text = "name = \"x\"\ncommand = [\"x\"]\nlanguages = [\"cu\"]\n\
                [[answer]]\nsays = \"race-free\"\n";
    let any = Detector::from_toml(text, Path::new(".")).unwrap();
    assert_eq!(said(&any, 0, "", ""), Said::RaceFree);
    for (end, expected) in [
        (End::TimedOut, Said::Timeout),
        (End::Signalled(11), Said::Crash),
        (End::TooMuchOutput, Said::Crash),
        (End::TooMuchMemory, Said::Crash),
        (End::TooManyProcesses, Said::Crash),
        (End::NotStarted(String::new()), Said::Crash),
    ] {
        let ran = Ran { end, ..ran(0, "Verified", "") };
        assert_eq!(any.read(&ran).unwrap().0, expected, "{ran:?}");
    }
}

#[test]
fn descriptions_that_are_none_are_refused() {
    let good = "name = \"x\"\ncommand = [\"x\"]\nlanguages = [\"cu\"]\n";
    for (text, why) in [
        ("", "name"),
        ("name = \"x\"\nlanguages = [\"cu\"]", "command"),
        ("name = \"x\"\nlanguages = [\"cu\"]\nin-process = \"run\"", "in-process"),
        ("name = \"x\"\ncommand = [\"x\"]\nlanguages = []", "languages"),
        ("name = \"x\"\ncommand = [\"x\"]\nlanguages = [\"hip\"]", "hip"),
        (good, "[[answer]]"),
        (&format!("{good}[[answer]]\nsays = \"timeout\""), "timeout"),
        (&format!("{good}[[answer]]\nsays = \"racy\"\nstdout = \"(\""), "regex"),
        (&format!("{good}[[answer]]\nsays = \"racy\"\njson = {{ \"a\" = 1 }}"), "JSON pointer"),
        (&format!("{good}[limits]\nseconds = -1\n[[answer]]\nsays = \"racy\""), "seconds"),
        (&format!("{good}[conventions]\nwarps = \"open\"\n[[answer]]\nsays = \"racy\""), "warps"),
    ] {
        let wrong = Detector::from_toml(text, Path::new(".")).unwrap_err();
        assert!(wrong.contains(why), "{text}: {wrong}");
    }
}

/// The description in the walk-through is one.
#[test]
fn the_description_of_the_walk_through_can_be_read() {
    let text = std::fs::read_to_string(root().join("docs/difftest.md")).unwrap();
    let block = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let described = Detector::from_toml(block, Path::new(".")).unwrap();
    assert_eq!(described.conventions.equal_writes, Convention::Passes);
    let out = "{\"kernels\": [{\"status\": \"drf\"}, {\"status\": \"racy\", \"exact\": true}]}";
    assert_eq!(said(&described, 0, out, ""), Said::TrueAlarm);
    assert_eq!(said(&described, 1, "possible race on a\n", ""), Said::Racy);
    assert_eq!(said(&described, 0, "", ""), Said::RaceFree);
    assert_eq!(said(&described, 1, "", ""), Said::Crash);
}
