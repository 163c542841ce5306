//! Where kernels come from: files, mutants, numbers and classes.

use super::{of_kernels, outcomes, shipped};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use tests::{Folder, example, jaminan};

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

/// A campaign knows given kernels by their text: neither one of the same name nor another in its place is
/// lost, and its own findings in the corpus are not tried again.
#[test]
fn given_kernels_are_known_by_their_text() {
    let folder = Folder::new();
    let detector = of_kernels(&folder, "race-free");
    let (campaign, corpus) = (folder.path("campaign"), folder.path("corpus"));
    let kernel = |index: &str| {
        format!(
            "//--blockDim=4 --gridDim=1\n__global__ void k(int *a) {{ a[{index}] = threadIdx.x; }}\n"
        )
    };
    let files = ["one", "two"].map(|name| {
        let inner = folder.at().join(name);
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
    // One kernel, given twice; what is not given any more is not counted.
    write(0, "0");
    assert_eq!(run(), (Some(0), 1));
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
    let folder = Folder::new();
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
