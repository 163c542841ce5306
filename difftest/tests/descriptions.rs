//! The shipped descriptions of detectors, and how they read answers.
#![allow(clippy::unwrap_used)] // a test may panic

use difftest::child::{End, Ran};
use difftest::{Convention, Detector, Said};
use generators::{Language, Launch};
use std::os::unix::fs::PermissionsExt;
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
    assert_eq!(seen, 19);
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

/// A dynamic tool that most machines have says of small kernels what is so.
#[test]
fn thread_sanitizer_sees_the_races_of_a_run() {
    let sanitizer = detector(&root().join("detectors/tsan.toml"));
    let asked = |body: &str, grid: u64| {
        let text = format!(
            "__global__ void k(int *a, const int *m, int n) {{\n    __shared__ int s[64];\n    \
             int t = threadIdx.x;\n    {body}\n}}\n"
        );
        let launch = Launch { block: [4, 2, 1], grid: [grid, 1, 1] };
        sanitizer.ask(&text, Language::Cuda, &launch).unwrap()
    };
    if asked("t = 0;", 1).said != Said::RaceFree {
        println!("skipped: ThreadSanitizer (g++ cannot compile or run it here)");
        return;
    }
    for (body, expected) in [
        ("t += 4 * threadIdx.y; a[t] = n; s[t] = m[t];", Said::RaceFree),
        ("a[t] = 1;", Said::TrueAlarm),
        ("t += 4 * threadIdx.y; a[t] = a[7 - t];", Said::TrueAlarm),
        ("t += 4 * threadIdx.y; n = a[7 - t]; __syncthreads(); a[t] = n;", Said::RaceFree),
        ("t += 4 * threadIdx.y; if (t > 3) return; __syncthreads(); s[t] = 1;", Said::RaceFree),
        (
            "for (int i = 0; i < 9; i++) { if (t == i % 4 && threadIdx.y == 0) s[0] += i; \
          __syncthreads(); }",
            Said::RaceFree,
        ),
        (
            "for (int i = 0; i < 9; i++) { if (t == i % 4) s[0] += i; __syncthreads(); }",
            Said::TrueAlarm,
        ),
        ("atomicAdd(&a[t & 1], 1);", Said::RaceFree),
        ("atomicAdd(&a[0], 1); n = a[0];", Said::TrueAlarm),
        ("a[((long) t << 33) / 2 + 4 * threadIdx.y] = 1;", Said::RaceFree),
        // What is the kernel's own fault is no answer, nor is what is not modelled.
        ("a[(long) t << 50] = 1;", Said::Unsupported),
        ("t += 4 * threadIdx.y; a[t] = 7 / m[t];", Said::Unsupported),
        ("a[t] = __shfl_sync(~0u, t, 1);", Said::Unsupported),
    ] {
        let answer = asked(body, 1);
        assert_eq!(answer.said, expected, "{body}: {answer:?}");
    }
    // Two blocks would have one shared memory.
    assert_eq!(asked("t = 0;", 2).said, Said::Unsupported);
}

/// `racecheck.sh` makes a program of a kernel, runs it under the tool, and what that prints is read.
#[test]
fn racecheck_is_run_on_a_host_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    program("nvcc", "#!/bin/sh\ngrep -q refused run.cu && exit 1\nmv run.cu run\n");
    // Prints the program, and what the tool prints of a kernel without a barrier and of one with it.
    program(
        "compute-sanitizer",
        "#!/bin/sh\n[ \"$*\" = '--tool racecheck --racecheck-report all ./run' ] || exit 9\ncat run\n\
         echo '========= COMPUTE-SANITIZER'\nif grep -q __syncthreads run; then\n\
         echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)'\nelse\n\
         echo '========= Error: Race reported between Write access at k(int *)+0x70 in k.cu:4'\n\
         echo '=========     and Read access at k(int *)+0x90 in k.cu:4 [12 hazards]'\n\
         echo '========='\n\
         echo '========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'\nfi\n",
    );
    let path = root().join("detectors/compute-sanitizer.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let with_path = format!("[\"env\", \"PATH={}:/usr/bin:/bin\", ", folder.path().display());
    let text = text.replace("command = [", &format!("command = {with_path}"));
    let racecheck = Detector::from_toml(&text, path.parent().unwrap()).unwrap();
    let asked = |head: &str, body: &str| {
        let text = format!("{head} {{\n    __shared__ int s[8];\n    {body}\n}}\n");
        let launch = Launch { block: [4, 2, 1], grid: [3, 1, 1] };
        racecheck.ask(&text, Language::Cuda, &launch).unwrap()
    };
    let head = "__global__ void turn(int *a, const unsigned *__restrict__ m, int n)";
    let racy = asked(head, "s[threadIdx.x] = s[1];");
    assert_eq!(racy.said, Said::TrueAlarm, "{racy:?}");
    let main = "int main() { void *p1 = array(); void *p2 = array(); \
                turn<<<dim3(3,1,1), dim3(4,2,1)>>>((int *) p1, ( const unsigned *) p2, 0);";
    let printed: Vec<&str> = racy.ran.out.split_whitespace().collect();
    assert!(printed.join(" ").contains(main), "{}", racy.ran.out);
    let free = asked(head, "s[threadIdx.x] = 1; __syncthreads();");
    assert_eq!(free.said, Said::RaceFree, "{free:?}");
    for (head, body) in [
        (head, "refused(s);"),
        ("template <class T> __global__ void k(T *a", ""),
        ("__global__ void k() {}\n__global__ void l()", ""),
    ] {
        assert_eq!(asked(head, body).said, Said::Unsupported, "{head}");
    }
    // Nothing is there to be watched.
    let none = racecheck.ask("__global__ void k() {}\n", Language::Cuda, &Launch::row(4)).unwrap();
    assert_eq!(none.said, Said::Unsupported);
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
        (End::NotStarted(String::new()), Said::NotStarted),
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
        (&format!("{good}[[answer]]\nsays = \"not-started\""), "not-started"),
        (&format!("{good}[[answer]]\nsays = \"racy\"\nstdout = \"(\""), "regex"),
        (&format!("{good}[[answer]]\nsays = \"racy\"\njson = {{ \"a\" = 1 }}"), "JSON pointer"),
        (&format!("{good}[limits]\nseconds = -1\n[[answer]]\nsays = \"racy\""), "seconds"),
        (&format!("{good}[conventions]\nwarps = \"open\"\n[[answer]]\nsays = \"racy\""), "warps"),
    ] {
        let wrong = Detector::from_toml(text, Path::new(".")).unwrap_err();
        assert!(wrong.to_string().contains(why), "{text}: {wrong}");
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
