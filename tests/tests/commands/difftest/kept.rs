//! What a campaign keeps is what its report says, in its own folder and nowhere else.

use super::{of_script, places, started, until};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tests::{Folder, jaminan};

/// The names in a folder; those that begin with a dot, too.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn reported(campaign: &Path) -> BTreeSet<String> {
    let report = std::fs::read_to_string(campaign.join("report.json")).unwrap_or_default();
    let report: Value = serde_json::from_str(&report).unwrap_or_default();
    let found = report["findings"].as_array().cloned().unwrap_or_default();
    found.iter().filter_map(|finding| Some(finding["folder"].as_str()?.to_owned())).collect()
}

/// How long the kernels of its findings are together.
fn length(campaign: &Path) -> usize {
    let report = std::fs::read_to_string(campaign.join("report.json")).unwrap_or_default();
    let report: Value = serde_json::from_str(&report).unwrap_or_default();
    let found = report["findings"].as_array().cloned().unwrap_or_default();
    found.iter().filter_map(|finding| finding["kernel"].as_str()).map(str::len).sum()
}

/// An interrupt leaves findings that are not as small as they get, and perhaps without their cause. Once they are
/// and have it, those that have another name are gone, from the corpus, too.
#[test]
fn findings_are_those_of_the_report() {
    let folder = Folder::new();
    let slow = folder.file("slow", "");
    let script =
        "here=$(dirname \"$0\"); test -e $here/slow && sleep 0.3; echo >>$here/asked; exit 0";
    let detector = of_script(&folder, script, 9.0, "race-free");
    let (campaign, corpus) = (folder.path("campaign"), folder.path("corpus"));
    let own = folder.file("corpus/missed-race-0badcafe.jam", "A[0] := tid; A[1] := 7");
    let flags = [
        "--kernels",
        "1",
        "--size",
        "12",
        "--racy",
        "100",
        "--tries",
        "100000",
        "--format",
        "json",
    ];
    let kept = ["difftest", "--detector", &detector, "--campaign", &campaign, "--corpus", &corpus];
    let arguments = [&kept[..], &flags].concat();
    let child = started(&arguments);
    until("a kernel that is made smaller", &mut || {
        let asked = std::fs::read_to_string(folder.path("asked")).unwrap_or_default();
        places(&Path::new(&campaign).join("log.jsonl")).len() == 2 && asked.lines().count() > 3
    });
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let ended = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let (campaign, corpus) = (Path::new(&campaign), Path::new(&corpus));
    let (findings, first) = (campaign.join("findings"), length(campaign));
    assert_eq!(names(&findings), reported(campaign));
    // What a process leaves that is killed.
    assert!(std::fs::create_dir(findings.join(".new-1-0")).is_ok());
    assert!(std::fs::create_dir(findings.join("my notes")).is_ok());
    assert!(std::fs::remove_file(slow).is_ok());
    let reply = jaminan(&arguments);
    assert_eq!(reply.code, Some(1), "{reply:?}");
    let second = reported(campaign);
    assert!(length(campaign) < first, "nothing was made smaller");
    let mut expected = second.clone();
    expected.insert("my notes".into());
    assert_eq!(names(&findings), expected);
    let mut files: BTreeSet<String> = second.iter().map(|name| format!("{name}.jam")).collect();
    files.insert(Path::new(&own).file_name().unwrap_or_default().to_string_lossy().into_owned());
    assert_eq!(names(corpus), files);
    let again = jaminan(&arguments).json();
    assert_eq!(again["new"], 0, "{again:#}");
    assert_eq!(reported(campaign), second);
}

/// A line of a log that is of no place of the plan is not counted: a number is told, a kernel that has left the
/// corpus is passed over.
#[test]
fn lines_of_others_are_not_counted() {
    let folder = Folder::new();
    let detector = of_script(&folder, "exit 0", 9.0, "race-free");
    let campaign = folder.path("campaign");
    let flags = ["--kernels", "9", "--shard", "1/3", "--tries", "5", "--format", "json"];
    let arguments =
        [&["difftest", "--detector", &detector, "--campaign", &campaign], &flags[..]].concat();
    let answer = jaminan(&arguments).json();
    assert_eq!(answer["kernels"], 3, "{answer:#}");
    let log = Path::new(&campaign).join("log.jsonl");
    let whole = std::fs::read_to_string(&log).unwrap_or_default();
    let last: Value =
        serde_json::from_str(whole.lines().last().unwrap_or_default()).unwrap_or_default();
    let with = |place: &str| {
        let line = json!({ "place": place, "kernel": last["kernel"] });
        assert!(std::fs::write(&log, format!("{whole}{line}\n")).is_ok());
        jaminan(&arguments)
    };
    // Beyond the last, of another part, and not as a number is written.
    for place in ["10", "3", "01", "-1", "9999999999999999999999", "seven"] {
        let reply = with(place);
        assert_eq!(reply.code, Some(2), "{place}: {reply:?}");
        assert!(reply.err.contains(&format!("the place {place}")), "{reply:?}");
    }
    let reply = with("corpus/gone.cu#01234567");
    assert!(reply.err.contains("1 kernel"), "{reply:?}");
    let after = reply.json();
    for key in ["kernels", "outcomes", "truths", "sizes", "without"] {
        assert_eq!(after[key], answer[key], "{key}");
    }
    assert_eq!(
        after["findings"].as_array().map(Vec::len),
        answer["findings"].as_array().map(Vec::len)
    );
}

/// A link in the folder of a campaign leads nowhere.
#[test]
fn links_are_not_followed() {
    let folder = Folder::new();
    let detector = of_script(&folder, "exit 0", 9.0, "race-free");
    let outside = folder.path("outside");
    let kept = folder.file("outside/kept", "{\"plan\":{}}\n");
    let run = |campaign: &str, corpus: &str| {
        let flags = ["--kernels", "2", "--racy", "100", "--tries", "5"];
        let into =
            ["difftest", "--detector", &detector, "--campaign", campaign, "--corpus", corpus];
        jaminan(&[&into[..], &flags].concat())
    };
    let first = (folder.path("first"), folder.path("corpus"));
    assert_eq!(run(&first.0, &first.1).code, Some(1));
    let found = reported(Path::new(&first.0));
    let mut count = 0;
    let reports =
        ["report.json", "report.xml", ".report.json", ".report.json.new", "log.jsonl", "findings"];
    let of_findings = found.iter().map(|name| format!("findings/{name}"));
    let of_corpus = found.iter().map(|name| format!("corpus/{name}.jam"));
    let links = reports.map(str::to_owned).into_iter().chain(of_findings).chain(of_corpus);
    for link in links {
        for target in [&kept, &outside, &folder.path("outside/made")] {
            let (campaign, corpus) =
                (format!("{}/{count}", folder.text()), format!("{}/{count}/corpus", folder.text()));
            count += 1;
            let at = Path::new(&campaign).join(&link);
            let made = at.parent().map(std::fs::create_dir_all);
            assert!(made.is_some_and(|made| made.is_ok()) && symlink(target, &at).is_ok());
            let reply = run(&campaign, &corpus);
            let refused = link == "log.jsonl" || link == "findings";
            // What a link in a corpus leads to is read, and may be no kernel.
            let codes =
                if refused { 2..=2 } else { 1..=if link.starts_with("corpus") { 2 } else { 1 } };
            assert!(reply.code.is_some_and(|code| codes.contains(&code)), "{link}: {reply:?}");
            assert!(!refused || reply.err.contains("is a symbolic link"), "{link}: {reply:?}");
            let left = std::fs::read_to_string(&kept).unwrap_or_default();
            assert_eq!(
                (names(Path::new(&outside)).len(), left.as_str()),
                (1, "{\"plan\":{}}\n"),
                "{link}"
            );
        }
    }
    // What waits for its other end is no log.
    let campaign = folder.path("waiting");
    let made = std::fs::create_dir(&campaign).is_ok();
    let pipe = Command::new("mkfifo").arg(format!("{campaign}/log.jsonl")).status();
    assert!(made && pipe.is_ok_and(|status| status.success()));
    assert_eq!(run(&campaign, &first.1).code, Some(2));
}
