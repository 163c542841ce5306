//! Campaigns that are killed, interrupted or out of room go on where they ended.

use super::{of_script, places, shipped, started, until};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tests::{Folder, binary, jaminan};

/// A campaign that is killed at random moments loses nothing and repeats nothing. `DIFFTEST_KILLS=50`
/// kills it so often.
#[test]
fn a_campaign_outlives_being_killed() {
    let wanted: u64 =
        std::env::var("DIFFTEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let kernels = 250 + 150 * wanted;
    let folder = Folder::new();
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

/// An interrupt ends a campaign with its reports. A kernel that was begun is counted.
#[test]
fn a_campaign_can_be_interrupted() {
    let folder = Folder::new();
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

/// An interrupt while a finding is made smaller ends that, too: it is reported as small as it is.
#[test]
fn making_smaller_can_be_interrupted() {
    let folder = Folder::new();
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

/// A disk that is full ends a campaign. With more room it goes on, and comes to the same.
#[test]
fn a_campaign_outlives_a_full_disk() {
    let folder = Folder::new();
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
