//! `suite`: every kernel has its line, whatever becomes of the process or of other kernels.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tests::{Folder, Reply, binary, jaminan};

/// Kernels of one file each, race free and racy in turn.
fn kernels(folder: &Folder, count: usize) -> String {
    for n in 0..count {
        let index = if n % 2 == 0 { "i" } else { "i / 2" };
        let text = format!(
            "//--blockDim=64 --gridDim=1\n__global__ void k{n}(int *a) {{ int i = threadIdx.x; a[{index}] = {n}; }}\n"
        );
        folder.file(&format!("kernels/{n:02}.cu"), text);
    }
    folder.path("kernels")
}

fn results(out: &str) -> String {
    read_to_string(Path::new(out).join("results.jsonl")).unwrap_or_default()
}

/// The lines, without what no two runs share.
fn lasting(out: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert!(line["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{line}");
        line["seconds"].take();
        line["peak_kib"].take();
        line
    };
    results(out).lines().map(line).collect()
}

fn fine(reply: &Reply) {
    assert_eq!(reply.code, Some(0), "{reply:?}");
}

/// Killed twice in the middle, and gone on: no kernel is lost, none is done twice, and the answer is that of a run
/// that nobody disturbed.
#[test]
fn a_run_that_is_killed_goes_on() {
    let folder = Folder::new();
    let (kernels, out, whole) = (kernels(&folder, 16), folder.path("out"), folder.path("whole"));
    fine(&jaminan(&["suite", &kernels, "--out", &whole]));
    let (mut before, mut kept) = (0, BTreeSet::new());
    for _ in 0..2 {
        let mut command = Command::new(binary());
        command.args(["suite", &kernels, "--out", &out, "--jobs", "1"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{error}"));
        while results(&out).lines().count() < before + 3 {
            assert!(
                child.try_wait().is_ok_and(|ended| ended.is_none()),
                "it ended before it was killed"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        // By SIGKILL.
        child.kill().and_then(|()| child.wait()).unwrap_or_else(|error| panic!("{error}"));
        before = results(&out).lines().count();
        assert!(before < 16, "it was not in the middle");
        kept.extend(results(&out).lines().map(str::to_owned));
        // As a machine leaves it that loses its power.
        let torn = format!("{}{{\"file\":\"kernels/1", results(&out));
        std::fs::write(Path::new(&out).join("results.jsonl"), torn)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    fine(&jaminan(&["suite", &kernels, "--out", &out]));
    assert_eq!(lasting(&out), lasting(&whole));
    let all: BTreeSet<String> = results(&out).lines().map(str::to_owned).collect();
    assert!(kept.is_subset(&all), "something was done twice");
    // Nothing is left to do.
    fine(&jaminan(&["suite", &kernels, "--out", &out]));
    assert_eq!(results(&out).lines().map(str::to_owned).collect::<BTreeSet<_>>(), all);
}

#[test]
fn parts_put_together_are_the_whole() {
    let folder = Folder::new();
    let (kernels, whole, merged) =
        (kernels(&folder, 9), folder.path("whole"), folder.path("merged"));
    fine(&jaminan(&["suite", &kernels, "--out", &whole]));
    let parts = [0, 1, 2].map(|n| folder.path(&format!("part{n}")));
    for (n, part) in parts.iter().enumerate() {
        let shard = format!("{n}/3");
        fine(&jaminan(&["suite", &kernels, "--out", part, "--shard", &shard]));
    }
    let [a, b, c] = &parts;
    let merge = |parts: &[&str], out: &str| {
        let first = ["suite", "--out", out, "--merge"];
        jaminan(&[&first[..], parts].concat())
    };
    fine(&merge(&[c, a, b], &merged));
    assert_eq!(lasting(&merged), lasting(&whole));
    assert!([a, b, c].iter().all(|part| lasting(part).len() < 9));
    for (parts, why) in [
        (vec![a.as_str(), b], "part 2/3 is missing"),
        (vec![a, b, c, a], "it is part 0"),
        (vec![a, b, c, &whole], "it is one of 1"),
    ] {
        let refused = merge(&parts, &folder.path("refused"));
        assert!(refused.code == Some(2) && refused.err.contains(why), "{refused:?}");
    }
    let lines = results(c);
    let cut = lines.trim_end().rfind('\n').map_or("", |end| &lines[..=end]);
    std::fs::write(Path::new(c).join("results.jsonl"), cut).unwrap_or_else(|e| panic!("{e}"));
    let refused = merge(&[a, b, c], &folder.path("refused"));
    assert!(refused.code == Some(2) && refused.err.contains("go on with it first"), "{refused:?}");
}

/// What cannot be read, or has no kernel, has a line, and costs the others nothing.
#[test]
fn every_kernel_has_its_line() {
    let folder = Folder::new();
    let free = "__global__ void free(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 1; }\n";
    let refused = "__global__ void refused(int *a) { asm(\"bar.sync 1;\"); a[threadIdx.x] = 1; }\n";
    folder.file("s/two.cu", format!("{refused}{free}"));
    folder.file("s/header.cuh", "__device__ int one() { return 1; }\n");
    folder.file("s/nonsense.cu", "__global__ void ((\n");
    folder.file("s/inner/k.cl", "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }\n");
    folder.file("s/notes.txt", "no kernel");
    let out = folder.path("out");
    let reply = jaminan(&["suite", &folder.path("s"), "--out", &out, "--format", "json"]);
    fine(&reply);
    let said = |line: &Value| {
        let text = |key: &str| line[key].as_str().unwrap_or("-").to_owned();
        [text("file"), text("kernel"), text("verdict")].join(" ")
    };
    let lines = lasting(&out);
    let all: Vec<String> = lines.iter().map(said).collect();
    assert_eq!(
        all,
        [
            "s/header.cuh - none",
            "s/inner/k.cl k drf",
            "s/nonsense.cu - unsupported",
            "s/two.cu refused unsupported",
            "s/two.cu free drf",
        ]
    );
    assert!(lines[2]["why"].is_string() && lines[3]["why"].is_string());
    let answer = reply.json();
    assert_eq!(answer["table1"]["kernels"], 4);
    assert_eq!(answer["table1"]["coverage"], 50.0);
    for file in ["report.txt", "report.html", "report.tex", "kernels.csv", "fig8.svg"] {
        assert!(Path::new(&out).join(file).is_file(), "no {file}");
    }
    let other = jaminan(&["suite", &folder.path("s"), "--out", &out, "--", "--strict"]);
    assert!(other.code == Some(2) && other.err.contains("has other results"), "{other:?}");
    let wrong = jaminan(&["suite", &folder.path("s"), "--out", &out, "--", "--stric"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("--stric"), "{wrong:?}");
}

/// A process that is killed takes its own kernel with it, and not the suite.
#[test]
fn a_process_that_ends_is_a_crash_of_its_kernel() {
    let folder = Folder::new();
    let (kernels, out) = (kernels(&folder, 3), folder.path("out"));
    // A solver that kills the process that has started it.
    let killer = folder.file("solver", "#!/bin/sh\nkill -s KILL $PPID\n");
    Command::new("chmod").args(["+x", &killer]).status().unwrap_or_else(|error| panic!("{error}"));
    let solver = format!("--solver={killer}");
    let reply = jaminan(&["suite", &kernels, "--out", &out, "--", &solver]);
    fine(&reply);
    let verdicts: Vec<Value> = lasting(&out).iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts.len(), 3);
    assert!(verdicts.iter().all(|verdict| verdict == "crash"), "{verdicts:?}");
}

#[test]
fn answers_are_set_beside_labels_and_other_answers() {
    let folder = Folder::new();
    let (kernels, out) = (kernels(&folder, 4), folder.path("out"));
    let right = folder.file("right.csv", "path,label\n00.cu,race-free\n01.cu,racy\n02.cu,maybe\n");
    let reply = jaminan(&["suite", &kernels, "--out", &out, "--labels", &right]);
    fine(&reply);
    assert!(reply.out.contains("2 of 2 labels that count"), "{}", reply.out);
    let wrong = folder.file("wrong.csv", "path,kernel,label\nkernels/00.cu,k0,racy\n");
    let reply =
        jaminan(&["suite", &kernels, "--out", &out, "--labels", &wrong, "--format", "json"]);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let disagreement = &reply.json()["labels"]["disagreements"][0];
    assert_eq!(disagreement["name"], "kernels/00.cu:k0");
    assert_eq!(disagreement["contradicts"], true);
    // The other run had another kernel in one file, and one file more.
    let old = folder.path("old");
    fine(&jaminan(&["suite", &kernels, "--out", &old]));
    folder.file("kernels/00.cu", "__global__ void k0(int *a) { a[0] = threadIdx.x; }\n");
    std::fs::remove_file(folder.path("kernels/03.cu")).unwrap_or_else(|error| panic!("{error}"));
    let reply = jaminan(&["suite", &kernels, "--out", &out, "--compare", &old, "--format", "json"]);
    fine(&reply);
    let compared = &reply.json()["compare"];
    assert_eq!(compared["changed"][0]["name"], "kernels/00.cu:k0", "{compared}");
    assert_eq!(compared["changed"][0]["other"], "drf");
    assert_eq!(compared["changed"][0]["here"], "racy");
    assert_eq!(compared["only_other"], 1);
    assert_eq!(lasting(&out).len(), 3);
}

#[test]
fn the_report_on_the_paper_takes_a_suite_in() {
    let folder = Folder::new();
    let (kernels, out) = (kernels(&folder, 2), folder.path("out"));
    fine(&jaminan(&["suite", &kernels, "--out", &out]));
    let report = jaminan(&["paper", "liew2024", "--size", "1", "--suite", &out]);
    assert!(report.out.contains("| this suite | 1 | 0 | 1 | 100.0 % |"), "{}", report.out);
    let refused = jaminan(&["paper", "liew2024", "--size", "1", "--suite", &kernels]);
    assert!(refused.code == Some(2) && refused.err.contains("has no results"), "{refused:?}");
}

/// Whatever stands in names, the report compiles.
#[test]
fn latex_takes_the_report() {
    if Command::new("pdflatex").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: pdflatex (not installed): the report on a suite");
        return;
    }
    let folder = Folder::new();
    folder.file(
        "s/a_b & 100% #1 {é} $x$ ~^.cu",
        "__global__ void k_1(int *a) { a[threadIdx.x] = 1; }\n",
    );
    let out = folder.path("out");
    fine(&jaminan(&["suite", &folder.path("s"), "--out", &out]));
    let mut latex = Command::new("pdflatex");
    latex.args(["-interaction=nonstopmode", "-halt-on-error", "report.tex"]).current_dir(&out);
    let said = latex.output().unwrap_or_else(|error| panic!("{error}"));
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
}
