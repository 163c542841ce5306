//! What detectors are found wrong on: made small, true of the launch that was asked about, and handed on.

use super::{findings, of_kernels, outcomes, shipped};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tests::{Folder, jaminan};

/// Each of the broken detectors is exposed, with a kernel of which nothing can be left out.
#[test]
fn broken_detectors_are_exposed_by_minimal_kernels() {
    let expose = |name: &str, more: &[&str]| {
        let description = shipped(&format!("broken/{name}.toml"));
        let mut arguments = vec!["difftest", "--detector", &description, "--format", "json"];
        arguments.extend(more);
        let reply = jaminan(&arguments);
        assert_eq!(reply.code, Some(1), "{name}: {reply:?}");
        let answer = reply.json();
        assert!(outcomes(&answer, "agree") > 0, "{name} is right about something: {answer:#}");
        assert_eq!(answer["contradictions"], serde_json::json!([]), "{name}");
        findings(&answer)
    };
    let flags = ["--generate", "random", "--size", "9", "--racy", "0", "--kernels"];
    let found = expose("no-barriers", &[&flags[..], &["24"]].concat());
    assert!(found.iter().all(|f| f["outcome"] == "false-alarm"), "{found:#?}");
    // Two accesses and the barrier between them.
    let least = found.iter().map(body).min_by_key(Vec::len).unwrap_or_default();
    assert!(least.len() == 3 && least[1] == "__syncthreads();", "{least:?}");

    let flags = ["--classes", "CIDD,CDDI,CDDD", "--racy", "100", "--kernels", "10"];
    let found = expose("reads-are-zero", &flags);
    // A read and a write, in one expression or two.
    let missed = found.iter().find(|f| f["outcome"] == "missed-race").map(body).unwrap_or_default();
    assert!(missed.len() == 2 && missed[0].contains(" = A["), "{missed:?}");

    let flags = ["--size", "9", "--classes", "CIDD,CDDD", "--racy", "0", "--kernels", "24"];
    let found = expose("always-true", &flags);
    assert!(found.iter().all(|f| f["outcome"] == "wrong-claim"), "{found:#?}");
    // The number that was written is read again: a protocol does not know that.
    let wrong = found.iter().map(body).min_by_key(Vec::len).unwrap_or_default();
    assert!(wrong.len() == 3 && wrong[1].contains(" = A["), "{wrong:?}");
}

/// The lines of a kernel's body.
fn body(finding: &Value) -> Vec<String> {
    let text = finding["kernel"].as_str().unwrap_or_default();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("//") && line.ends_with(';'));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_finding_can_be_handed_on() {
    let folder = Folder::new();
    let (campaign, corpus) = (folder.path("campaign"), folder.path("corpus"));
    let description = shipped("broken/reads-are-zero.toml");
    let flags = ["--kernels", "8", "--racy", "100", "--classes", "CIDD,CDDI,CDDD"];
    let mut arguments = vec!["difftest", "--detector", &description, "--campaign", &campaign];
    arguments.extend(["--corpus", &corpus]);
    arguments.extend(flags);
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    for report in ["report.html", "report.json", "report.xml", "report.sarif"] {
        let text = std::fs::read_to_string(Path::new(&campaign).join(report)).unwrap_or_default();
        assert!(text.contains("missed"), "{report}: {text}");
    }
    let page =
        std::fs::read_to_string(Path::new(&campaign).join("report.html")).unwrap_or_default();
    let findings = std::fs::read_dir(Path::new(&campaign).join("findings"));
    let findings: Vec<PathBuf> =
        findings.into_iter().flatten().flatten().map(|e| e.path()).collect();
    assert!(!findings.is_empty());
    let junit = std::fs::read_to_string(Path::new(&campaign).join("report.xml"));
    let junit = junit.unwrap_or_default();
    assert!(junit.contains(&format!("failures=\"{}\"", findings.len())), "{junit}");
    for finding in &findings {
        let expected = &verdict_of(finding)["expected"];
        // Two threads of a kernel this small are of one warp.
        let within = &expected["within-warp"];
        assert_eq!(within["is"], "counts", "{expected:#}");
        assert_eq!(within["expected-where"]["counts"], "racy", "{expected:#}");
        assert_ne!(within["expected-where"]["passes"], "racy", "{expected:#}");
        let name = finding.file_name().unwrap_or_default().display().to_string();
        for file in ["issue.md", "verdict.json", "detector.txt", "replay.sh"] {
            assert!(page.contains(&format!("href=\"findings/{name}/{file}\"")), "{page}");
            assert!(finding.join(file).is_file(), "{file}");
        }
        assert!(page.contains("The race:") && page.contains("What counts as a race"), "{page}");
        assert_eq!(junit.matches(&format!("name=\"{name}\">\n   <failure")).count(), 1, "{junit}");
        let read = |name: &str| std::fs::read_to_string(finding.join(name)).unwrap_or_default();
        let verdict: Value = serde_json::from_str(&read("verdict.json")).unwrap_or_default();
        assert!(verdict["truth"].as_str().is_some_and(|truth| truth.starts_with("racy")));
        assert!(read("issue.md").contains("```cuda"), "{}", read("issue.md"));
        assert!(read("detector.txt").contains("exit code"));
        assert!(read("replay.sh").contains("difftest --detector"));
        let mode = std::fs::metadata(finding.join("replay.sh")).map(|m| m.permissions().mode());
        assert_eq!(mode.unwrap_or_default() & 0o111, 0o111);
        assert!(verdict["witness"]["replayed"] == true || verdict["alarm"]["replayed"] == true);
        // The kernel alone shows it again.
        let kernel = finding.join("kernel.cu").display().to_string();
        let again = jaminan(&["difftest", "--detector", &description, &kernel]);
        assert_eq!(again.code, Some(1), "{again:?}");
    }
    // A later run tries the corpus first.
    let mut later = vec!["difftest", "--detector", &description, "--corpus", &corpus];
    later.extend(["--kernels", "0", "--format", "json"]);
    let answer = jaminan(&later).json();
    assert_eq!(answer["kernels"], findings.len());
    assert_eq!(outcomes(&answer, "missed-race"), findings.len() as u64);
}

fn verdict_of(finding: &Path) -> Value {
    let text = std::fs::read_to_string(finding.join("verdict.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Whatever says how a kernel is launched, what is true of it is so of the launch that the detector was told.
#[test]
fn a_kernel_is_judged_under_the_launch_that_is_asked_about() {
    let folder = Folder::new();
    let detector = of_kernels(&folder, "race-free");
    let kernel =
        "__global__ void k(int *a) { int t = threadIdx.x; if (t == 5 || t == 6) a[0] = t; }\n";
    for (head, asked, outcome) in [
        ("", "[4,1,1] [1,1,1] 1", "agree"),
        ("//--gridDim=2\n", "[4,1,1] [2,1,1] 2", "agree"),
        ("//--blockDim=8\n", "[8,1,1] [1,1,1] 2", "missed-race"),
        ("//--blockDim=[4,2] --gridDim=3\n", "[4,2,1] [3,1,1] 1", "agree"),
        ("//--blockDim=[8,2] --gridDim=3\n", "[8,2,1] [3,1,1] 1", "missed-race"),
    ] {
        let file = folder.file("kernel.cu", format!("{head}{kernel}"));
        let log = folder.file("asked", "");
        for from in [&[&file[..]][..], &["--mutate", &file, "--kernels", "1"]] {
            let flags = ["difftest", "--detector", &detector, "--tries", "0", "--format", "json"];
            let answer = jaminan(&[&flags[..], from].concat()).json();
            assert_eq!(answer["kernels"], 1, "{answer:#}");
            if from.len() == 1 {
                assert_eq!(outcomes(&answer, outcome), 1, "{head}: {answer:#}");
            }
        }
        let lines = std::fs::read_to_string(log).unwrap_or_default();
        assert!(lines.lines().count() >= 2, "{head}: {lines}");
        for line in lines.lines() {
            assert_eq!(line, asked, "{head}");
        }
    }
}

/// A detector that others have made: what it says of generated kernels is so.
#[test]
fn thread_sanitizer_is_right_about_generated_kernels() {
    let description = shipped("tsan.toml");
    let flags = ["--kernels", "8", "--size", "6", "--format", "json"];
    let reply = jaminan(&[&["difftest", "--detector", &description][..], &flags].concat());
    let answer = reply.json();
    if outcomes(&answer, "unsupported") == 8 {
        println!("skipped: ThreadSanitizer (g++ cannot compile or run it here)");
        return;
    }
    assert_eq!(reply.code, Some(0), "{answer:#}");
    assert!(outcomes(&answer, "agree") > 2, "{answer:#}");
}

/// Another one, which interprets OpenCL C.
#[test]
fn oclgrind_is_right_about_generated_kernels() {
    let description = shipped("oclgrind.toml");
    let flags = ["--kernels", "24", "--size", "7", "--format", "json"];
    let reply = jaminan(&[&["difftest", "--detector", &description][..], &flags].concat());
    let answer = reply.json();
    if outcomes(&answer, "unsupported") == 24 {
        println!("skipped: Oclgrind (oclgrind-kernel is not installed)");
        return;
    }
    assert_eq!(reply.code, Some(0), "{answer:#}");
    assert!(outcomes(&answer, "agree") > 10, "{answer:#}");
}
