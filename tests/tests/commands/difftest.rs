//! `difftest`: broken detectors are exposed, bad ones contained, and campaigns go on where they ended.

use serde_json::Value;
use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tests::{binary, example, jaminan, root};

fn shipped(name: &str) -> String {
    root().join("detectors").join(name).display().to_string()
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("jaminan-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn outcomes(answer: &Value, key: &str) -> u64 {
    answer["outcomes"][key].as_u64().unwrap_or_default()
}

fn findings(answer: &Value) -> Vec<Value> {
    answer["findings"].as_array().cloned().unwrap_or_default()
}

/// The lines of a kernel's body.
fn body(finding: &Value) -> Vec<String> {
    let text = finding["kernel"].as_str().unwrap_or_default();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("//") && line.ends_with(';'));
    lines.map(str::to_owned).collect()
}

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

/// A detector that hangs, one that forks, one that prints without end and one that crashes.
#[test]
fn bad_detectors_are_contained() {
    let folder = Folder::new("contained");
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

/// The places of a log, which is whole.
fn places(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines = text.lines().skip(1).map(serde_json::from_str::<Value>);
    let places = lines.map(|line| line.map(|line| line["place"].as_str().map(str::to_owned)));
    places.map(|place| place.ok().flatten().unwrap_or_else(|| panic!("{text}"))).collect()
}

/// A campaign that is killed at random moments loses nothing and repeats nothing. `DIFFTEST_KILLS=50`
/// kills it so often.
#[test]
fn a_campaign_outlives_being_killed() {
    let wanted: u64 =
        std::env::var("DIFFTEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let kernels = 250 + 150 * wanted;
    let folder = Folder::new("killed");
    let (campaign, description, count) =
        (folder.path("campaign"), shipped("check.toml"), kernels.to_string());
    let flags = ["difftest", "--detector", &description, "--generate", "uniform", "--size", "4"];
    let mut arguments = flags.to_vec();
    arguments.extend(["--kernels", &count, "--jobs", "2", "--format", "json"]);
    let alone = jaminan(&arguments);
    arguments.extend(["--campaign", &campaign]);
    let log = Path::new(&campaign).join("log.jsonl");
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut killed = 0;
    while killed < wanted {
        let mut child = Command::new(binary())
            .args(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{error}"));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // From before it begins to a while after.
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % 400));
        let over = child.try_wait().is_ok_and(|status| status.is_some());
        let _ = child.kill();
        let _ = child.wait();
        if over {
            break;
        }
        killed += 1;
    }
    let before = std::fs::read_to_string(&log).unwrap_or_default();
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let after = std::fs::read_to_string(&log).unwrap_or_default();
    // What was written whole is still there, as it was.
    let whole = before.rfind('\n').map_or(0, |end| end + 1);
    assert!(after.starts_with(&before[..whole]), "something was lost");
    let places = places(&log);
    let distinct: BTreeSet<&String> = places.iter().collect();
    assert_eq!((places.len() as u64, distinct.len() as u64), (kernels, kernels));
    let (answer, alone) = (reply.json(), alone.json());
    for key in ["kernels", "outcomes", "truths", "classes", "sizes", "without", "findings"] {
        assert_eq!(answer[key], alone[key], "{key}, after {killed} kills");
    }
    println!("killed {killed} times: {} places, each once", places.len());
    // A last run has nothing left to do.
    assert_eq!(jaminan(&arguments).json()["new"], 0);
    // Another campaign does not go on with this one.
    arguments.extend(["--seed", "2"]);
    assert_eq!(jaminan(&arguments).code, Some(2));
}

#[test]
fn a_finding_can_be_handed_on() {
    let folder = Folder::new("finding");
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
        assert_eq!(junit.matches(&format!("name=\"{name}\"><failure")).count(), 1, "{junit}");
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

#[test]
fn given_kernels_are_judged() {
    let description = shipped("jaminan.toml");
    let files = [example("s_a.jam"), example("s_d.jam"), example("fig3.cu")];
    let reply = jaminan(&[
        "difftest",
        "--detector",
        &description,
        &files[0],
        &files[1],
        &files[2],
        "--format",
        "json",
    ]);
    let answer = reply.json();
    assert_eq!(answer["kernels"], 3, "{reply:?}");
    assert_eq!(outcomes(&answer, "missed-race") + outcomes(&answer, "wrong-claim"), 0);
    assert!(outcomes(&answer, "agree") >= 1, "{answer:#}");
    // Nothing to compare is no success.
    let none = jaminan(&["difftest", "--detector", &description, "--kernels", "0"]);
    assert_eq!(none.code, Some(3), "{none:?}");
}

#[test]
fn mutants_of_given_kernels_are_tried() {
    let given = example("stencil.cu");
    let flags = ["--mutate", &given, "--kernels", "6", "--format", "json"];
    let description = shipped("check.toml");
    let mut arguments = vec!["difftest", "--detector", &description];
    arguments.extend(flags);
    let reply = jaminan(&arguments);
    let answer = reply.json();
    assert!(matches!(reply.code, Some(0 | 3)), "{reply:?}");
    assert_eq!(answer["finished"], true);
}

#[test]
fn a_kernel_is_named_by_its_identifier() {
    let given = example("stencil.cu");
    for (language, from) in [
        ("jam", vec!["--generate", "random", "--kernels", "2"]),
        ("cl", vec!["--generate", "features", "--kernels", "2"]),
        ("cu", vec!["--mutate", &given, "--kernels", "2"]),
    ] {
        let mut arguments = vec!["difftest", "--print", language, "--format", "json"];
        arguments.extend(&from);
        let all = jaminan(&arguments).json();
        let kernel = &all["kernels"][1];
        let id = kernel["id"].as_str().unwrap_or_default();
        let mut arguments = vec!["difftest", "--print", language, "--format", "json"];
        arguments.extend(["--kernel", id]);
        if from[0] == "--mutate" {
            // What it was made of has to be there.
            let without = jaminan(&arguments);
            assert_eq!(without.code, Some(2), "{without:?}");
            assert!(without.err.contains("--mutate"), "{without:?}");
            arguments.extend(["--mutate", &given]);
        }
        let again = jaminan(&arguments).json();
        assert_eq!(again["kernels"], serde_json::json!([kernel]), "{id}");
    }
    // It is tried like any other, once.
    let description = shipped("broken/reads-are-zero.toml");
    let arguments = ["difftest", "--detector", &description, "--kernel", "v1:2:5"];
    let reply = jaminan(&[&arguments[..], &["--kernel", "v1:2:5", "--format", "json"]].concat());
    assert_eq!(reply.json()["kernels"], 1, "{reply:?}");
    let none = jaminan(&["difftest", "--detector", &description, "--kernel", "v1:2:99999"]);
    assert_eq!(none.code, Some(2), "{none:?}");
    assert!(none.err.contains("v1:4:17"), "{none:?}");
    let foreign = jaminan(&["difftest", "--print", "cl", "--kernel", "features1:cu:4:1:3"]);
    assert_eq!(foreign.code, Some(2), "{foreign:?}");
}

#[test]
fn kernels_are_printed_in_every_language() {
    for (language, generate, word) in [
        ("cu", "features", "__global__ void k("),
        ("cl", "features", "__kernel void k("),
        ("cl", "random", "get_local_id(0)"),
        ("jam", "uniform", "threads 4;"),
        ("map", "enumerated", "threads 4;"),
    ] {
        let flags = ["difftest", "--print", language, "--generate", generate, "--kernels", "5"];
        let reply = jaminan(&flags);
        assert_eq!(reply.code, Some(0), "{reply:?}");
        assert!(reply.out.contains(word), "{reply:?}");
        let answer = jaminan(&[&flags[..], &["--format", "json"]].concat()).json();
        assert_eq!(answer["kernels"].as_array().map(Vec::len), Some(5), "{answer}");
    }
}

/// What is printed is what a campaign tries; and of kernels without end no more are made than are tried.
#[test]
fn printed_kernels_are_those_that_are_tried() {
    let folder = Folder::new("printed");
    let campaign = folder.path("campaign");
    let of_source = ["--generate", "random", "--kernels", "3"];
    let printed = [&["difftest", "--print", "cu", "--format", "json"], &of_source[..]].concat();
    let detector = shipped("check.toml");
    let tried = [&["difftest", "--detector", &detector, "--campaign", &campaign], &of_source[..]];
    assert_eq!(jaminan(&tried.concat()).code, Some(0));
    let log = std::fs::read_to_string(Path::new(&campaign).join("log.jsonl")).unwrap_or_default();
    let ids = |kernels: Vec<Value>| -> BTreeSet<String> {
        kernels.iter().filter_map(|k| k["id"].as_str().map(str::to_owned)).collect()
    };
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let tried = ids(lines.map(|line| line["kernel"].clone()).collect());
    assert_eq!(tried.len(), 3, "{log}");
    let printed = jaminan(&printed).json();
    assert_eq!(ids(printed["kernels"].as_array().cloned().unwrap_or_default()), tried);
    let all = u64::MAX.to_string();
    let endless = ["difftest", "--detector", &detector, "--kernels", &all, "--minutes", "0.01"];
    let reply = jaminan(&endless);
    assert!(matches!(reply.code, Some(0 | 3)), "{reply:?}");
    assert!(reply.out.contains("not finished"), "{reply:?}");
    for other in [&["--kernels", &all][..], &["x.cu"], &["--racy", "0"], &["--shard", "0/2"]] {
        let reply = jaminan(&[&["difftest", "--print", "cu"], other].concat());
        assert_eq!(reply.code, Some(2), "{reply:?}");
    }
}

fn verdict_of(finding: &Path) -> Value {
    let text = std::fs::read_to_string(finding.join("verdict.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// A description of a script that is called with nothing.
fn of_script(folder: &Folder, script: &str, seconds: f64, says: &str) -> String {
    let path = PathBuf::from(folder.file("script", &format!("#!/bin/sh\n{script}\n")));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .unwrap_or_else(|error| panic!("{error}"));
    let text = format!(
        "name = \"scripted\"\ncommand = [\"{{here}}/script\"]\nlanguages = [\"jam\"]\n\
         [limits]\nseconds = {seconds}\n[[answer]]\nsays = \"{says}\"\nexit = [0]\n"
    );
    folder.file("detector.toml", &text)
}

/// A detector of kernels that always says the same; it notes down what it was asked.
fn of_kernels(folder: &Folder, says: &str) -> String {
    let asked = "echo {block} {grid} $(grep -c ^//-- {file}) >>{here}/asked";
    let text = format!(
        "name = \"scripted\"\ncommand = [\"sh\", \"-c\", \"{asked}\"]\nlanguages = [\"cu\"]\n\
         [[answer]]\nsays = \"{says}\"\nexit = [0]\n"
    );
    folder.file("kernels.toml", &text)
}

/// Whatever says how a kernel is launched, what is true of it is so of the launch that the detector was told.
#[test]
fn a_kernel_is_judged_under_the_launch_that_is_asked_about() {
    let folder = Folder::new("launch");
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
        let file = folder.file("kernel.cu", &format!("{head}{kernel}"));
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

/// A campaign knows given kernels by their text: neither one of the same name nor another in its place is
/// lost, and its own findings in the corpus are not tried again.
#[test]
fn given_kernels_are_known_by_their_text() {
    let folder = Folder::new("given");
    let detector = of_kernels(&folder, "race-free");
    let (campaign, corpus) = (folder.path("campaign"), folder.path("corpus"));
    let kernel = |index: &str| {
        format!(
            "//--blockDim=4 --gridDim=1\n__global__ void k(int *a) {{ a[{index}] = threadIdx.x; }}\n"
        )
    };
    let files = ["one", "two"].map(|name| {
        let inner = folder.0.join(name);
        std::fs::create_dir_all(&inner).unwrap_or_else(|error| panic!("{error}"));
        inner.join("x.cu").display().to_string()
    });
    let write = |n: usize, index: &str| {
        std::fs::write(&files[n], kernel(index)).unwrap_or_else(|error| panic!("{error}"));
    };
    let run = || {
        let mut arguments = vec!["difftest", "--detector", &detector, "--campaign", &campaign];
        arguments.extend(["--corpus", &corpus, "--format", "json", &files[0], &files[1]]);
        let answer = jaminan(&arguments).json();
        assert_eq!(answer["finished"], true, "{answer:#}");
        (answer["new"].as_u64(), outcomes(&answer, "missed-race"))
    };
    write(0, "threadIdx.x");
    write(1, "0");
    assert_eq!(run(), (Some(2), 1));
    assert_eq!(std::fs::read_dir(&corpus).map(Iterator::count).ok(), Some(1));
    assert_eq!(run(), (Some(0), 1));
    write(0, "threadIdx.x / 2");
    assert_eq!(run(), (Some(1), 2));
    // One kernel, given twice.
    write(0, "0");
    assert_eq!(run(), (Some(0), 2));
}

/// An interrupt while a finding is made smaller ends that, too: it is reported as small as it is.
#[test]
fn making_smaller_can_be_interrupted() {
    let folder = Folder::new("smaller");
    let detector =
        of_script(&folder, "sleep 0.2; echo >>\"$(dirname \"$0\")/asked\"", 5.0, "race-free");
    let log = folder.file("asked", "");
    let flags = ["--kernels", "1", "--racy", "100", "--tries", "100000", "--format", "json"];
    let child = started(&[&["difftest", "--detector", &detector][..], &flags].concat());
    until("some smaller ones", &mut || {
        std::fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 3)
    });
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let ended = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    let answer: Value = serde_json::from_slice(&ended.stdout).unwrap_or_default();
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    assert_eq!(answer["findings"].as_array().map(Vec::len), Some(1), "{answer:#}");
    assert_eq!(answer["findings"][0]["smallest"], false, "{answer:#}");
}

/// A description that is named without its folder stands in the current one.
#[test]
fn a_description_may_be_named_alone() {
    let folder = Folder::new("alone");
    of_script(&folder, "exit 0", 5.0, "potential");
    let name = std::fs::read_dir(&folder.0).into_iter().flatten().flatten().map(|e| e.file_name());
    let name = name.into_iter().find(|name| name.to_string_lossy().ends_with(".toml"));
    let ran = Command::new(binary())
        .current_dir(&folder.0)
        .args(["difftest", "--kernels", "2", "--detector"])
        .args(name)
        .output();
    let ran = ran.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("scripted: 2 kernels"), "{ran:?}");
}

/// A detector that cannot be started has given no answer. The campaign ends, and goes on later.
#[test]
fn a_detector_that_cannot_be_started_is_not_blamed() {
    let folder = Folder::new("unstarted");
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

/// Waits for something that comes.
fn until(what: &str, holds: &mut dyn FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} did not come");
}

fn started(arguments: &[&str]) -> Child {
    let mut command = Command::new(binary());
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap_or_else(|error| panic!("{error}"))
}

/// An interrupt ends a campaign with its reports. A kernel that was begun is counted.
#[test]
fn a_campaign_can_be_interrupted() {
    let folder = Folder::new("interrupted");
    let description = of_script(&folder, "sleep 0.05", 5.0, "potential");
    let campaign = folder.path("campaign");
    let log = Path::new(&campaign).join("log.jsonl");
    for signal in ["INT", "TERM"] {
        let had = std::fs::read_to_string(&log).map_or(1, |text| text.lines().count());
        let arguments = ["difftest", "--detector", &description, "--campaign", &campaign];
        let child = started(&[&arguments[..], &["--kernels", "5000", "--jobs", "2"]].concat());
        until("a record", &mut || {
            std::fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > had + 1)
        });
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let ended = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(ended.status.code(), Some(3), "{ended:?}");
        let text = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(text.contains("it was interrupted"), "{text}");
        let report = std::fs::read_to_string(Path::new(&campaign).join("report.json"));
        let report: Value = serde_json::from_str(&report.unwrap_or_default()).unwrap_or_default();
        assert_eq!(report["kernels"], places(&log).len(), "{report:#}");
        assert_eq!(report["finished"], false);
    }
}

/// A detector does not outlive a campaign that is killed.
#[test]
#[cfg(target_os = "linux")]
fn a_detector_ends_with_a_campaign_that_is_killed() {
    let folder = Folder::new("orphan");
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

/// A disk that is full ends a campaign. With more room it goes on, and comes to the same.
#[test]
fn a_campaign_outlives_a_full_disk() {
    let folder = Folder::new("full");
    let (campaign, description) = (folder.path("campaign"), shipped("check.toml"));
    let flags = ["difftest", "--detector", &description, "--generate", "uniform", "--size", "3"];
    let flags = [&flags[..], &["--kernels", "60", "--format", "json"]].concat();
    let into = [&flags[..], &["--campaign", &campaign]].concat();
    // No file grows beyond some kilobytes.
    let small = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"])
        .arg(binary())
        .args(&into)
        .output()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(small.status.code(), Some(2), "{small:?}");
    assert!(String::from_utf8_lossy(&small.stderr).contains("the log"), "{small:?}");
    let log = Path::new(&campaign).join("log.jsonl");
    assert!(std::fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 2));
    let (whole, alone) = (jaminan(&into).json(), jaminan(&flags).json());
    for key in ["kernels", "outcomes", "truths", "classes", "sizes", "findings"] {
        assert_eq!(whole[key], alone[key], "{key}");
    }
    assert_eq!(places(&log).iter().collect::<BTreeSet<_>>().len(), 60);
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

/// The classes of kernels in C are known, chosen and counted.
#[test]
fn classes_are_of_all_kernels() {
    let description = shipped("check.toml");
    let given = example("stencil.cu");
    for (from, class) in [
        (["--generate", "features", "--size", "1"], "CIDD"),
        (["--seed", "3", "--mutate", given.as_str()], "CIDI"),
    ] {
        let flags = ["difftest", "--detector", &description, "--classes", class, "--kernels", "2"];
        let arguments = [&flags[..], &from, &["--format", "json"]].concat();
        let answer = jaminan(&arguments).json();
        assert_eq!(answer["classes"], serde_json::json!({ class: 2 }), "{answer:#}");
    }
}

#[test]
fn bad_use_is_told() {
    let folder = Folder::new("use");
    let bad = folder.file("bad.toml", "name = \"x\"\n");
    let missing = folder.file(
        "missing.toml",
        "name = \"x\"\ncommand = [\"no-such-program\"]\nlanguages = [\"cu\"]\n[[answer]]\nsays = \"racy\"\n",
    );
    for (detector, more, why) in [
        (bad.as_str(), "--kernels=1", "languages"),
        (missing.as_str(), "--kernels=1", "skipped: x (`no-such-program` is not installed)"),
        ("no/such.toml", "--kernels=1", "cannot read"),
        ("/dev/zero", "--kernels=1", "longer than"),
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
