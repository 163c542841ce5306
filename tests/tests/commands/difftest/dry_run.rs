//! `--dry-run`, and the launches of given kernels.

use super::{of_kernels, of_script};
use serde_json::{Value, json};
use std::path::Path;
use tests::{Folder, jaminan};

fn shown(arguments: &[&str]) -> Vec<Value> {
    let reply = jaminan(&[&["difftest"], arguments, &["--dry-run", "--format", "json"]].concat());
    assert_eq!(reply.code, Some(0), "{reply:?}");
    reply.json()["dry_run"].as_array().cloned().unwrap_or_default()
}

/// Three kernels are shown with the command, what is printed and the rule that reads it; nothing is written.
#[test]
fn a_dry_run_shows_how_a_detector_is_called_and_read() {
    let folder = Folder::new();
    let text = "name = \"two rules\"\nlanguages = [\"cu\"]\n\
        command = [\"sh\", \"-c\", \"echo it races; echo aside >&2; exit 4\", \"x{block.x}\", \"{file}\"]\n\
        [[answer]]\nsays = \"race-free\"\nexit = [0]\n\
        [[answer]]\nsays = \"racy\"\nstdout = \"races\"\nexit = [4]\n";
    let detector = folder.file("two.toml", text);
    let all = shown(&["--detector", &detector, "--kernels", "9"]);
    assert_eq!(all.len(), 3, "{all:#?}");
    for one in &all {
        let command = one["command"].as_array().cloned().unwrap_or_default();
        assert_eq!(command[3], "x4", "{one:#}");
        let file = command[4].as_str().unwrap_or_default();
        assert!(file.ends_with("kernel.cu") && !Path::new(file).exists(), "{one:#}");
        assert!(one["kernel"].as_str().is_some_and(|text| text.contains("__global__")), "{one:#}");
        let read = [&one["stdout"], &one["stderr"], &one["said"], &one["rule"]];
        assert_eq!(json!(read), json!(["it races\n", "aside\n", "racy", 2]));
        assert!(one["end"].as_str().is_some_and(|end| end.contains("exit code 4")), "{one:#}");
    }
    // In words, the same; and what no rule reads is told.
    let words = jaminan(&["difftest", "--detector", &detector, "--dry-run"]);
    assert_eq!(words.code, Some(0), "{words:?}");
    for part in ["sh -c ", "it races", "aside", "exit code 4", "by `[[answer]]` number 2"] {
        assert!(words.out.contains(part), "{part}: {words:?}");
    }
    let unread = of_script(&folder, "echo what; exit 9", 5.0, "race-free");
    let words = jaminan(&["difftest", "--detector", &unread, "--dry-run"]);
    assert!(words.out.contains("no rule reads its answer"), "{words:?}");
}

/// A given kernel has its own launch: of its first lines, of its host code, half of one, or none.
#[test]
fn given_kernels_have_their_own_launch() {
    let folder = Folder::new();
    let detector = of_kernels(&folder, "potential");
    let kernel = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n";
    for (name, text, launch) in [
        ("lines", format!("//--blockDim=[8,2] --gridDim=3\n{kernel}"), "[8,2,1] [3,1,1] 1"),
        (
            "host",
            format!("{kernel}void f(int *a) {{ k<<<5, dim3(16, 2)>>>(a); }}\n"),
            "[16,2,1] [5,1,1] 1",
        ),
        ("half", format!("//--blockDim=6\n{kernel}"), "[6,1,1] [1,1,1] 2"),
        (
            "open",
            format!("{kernel}void f(int *a, int n) {{ k<<<n, n>>>(a); }}\n"),
            "[7,1,1] [1,1,1] 1",
        ),
        ("none", kernel.to_owned(), "[7,1,1] [1,1,1] 1"),
    ] {
        let file = folder.file(&format!("{name}.cu"), &text);
        let asked = folder.at().join("asked");
        let _ = std::fs::remove_file(&asked);
        let all = shown(&["--detector", &detector, "--threads", "7", &file]);
        assert_eq!(all.len(), 1, "{name}: {all:#?}");
        let asked = std::fs::read_to_string(&asked).unwrap_or_default();
        assert_eq!(asked.trim(), launch, "{name}");
        // What is true of it is asked of the same launch.
        let text = all[0]["kernel"].as_str().unwrap_or_default();
        let own = folder.file(&format!("{name}-given.cu"), text);
        let checked = jaminan(&["check", &own, "--format", "json"]).json();
        let launches = &checked["kernels"][0]["launches"];
        let dims = |key: &str| launches[0][key].to_string();
        assert!(
            launch.starts_with(&format!("{} {} ", dims("block"), dims("grid"))),
            "{name}: {checked:#}"
        );
        assert_eq!(launches.as_array().map(Vec::len), Some(1), "{name}: {checked:#}");
    }
}

/// Whoever leaves a place of a command open, or names a script beside the description wrongly, is told what to write.
#[test]
fn words_of_commands_are_checked() {
    let folder = Folder::new();
    for (command, why) in [
        ("[\"cat\", \"{kernel}\"]", "`{kernel}`"),
        ("[\"cat\", \"{kernel}\"]", "{block.x}"),
        ("[\"./mydet.sh\", \"{file}\"]", "write `{here}/mydet.sh`"),
        ("[\"tools/mydet.sh\"]", "write `{here}/tools/mydet.sh`"),
    ] {
        let text = format!(
            "name = \"x\"\ncommand = {command}\nlanguages = [\"cu\"]\n[[answer]]\nsays = \"racy\"\n"
        );
        let file = folder.file("wrong.toml", &text);
        for more in ["--dry-run", "--kernels=1"] {
            let reply = jaminan(&["difftest", "--detector", &file, more]);
            assert!(reply.code == Some(2) && reply.err.contains(why), "{why}: {reply:?}");
        }
    }
}
