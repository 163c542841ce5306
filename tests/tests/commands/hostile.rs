//! Names, sources, arguments and what other programs print may hold anything. Nothing of that reaches a terminal
//! as it is, and nothing forges a line.

mod files;

use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::process::{Command, Stdio};
use tests::{Folder, binary, example, jaminan, root};

/// Sequences that set a title, hide text, move the cursor and clear the screen; letters that turn a line or
/// take no room; line breaks; what is no character; and what our own marks begin with.
pub const EVIL: &str = "\u{1b}]0;x\u{7}\u{1b}[8m\u{9b}2J\u{90}q\u{8}\u{7f}\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\
    \u{ad}\u{85}\u{2028}\u{fffe}\u{fdd0}3\r\nFORGED: race free\r";

/// What is evil, and can stand on a line of TOML, JSON or C++.
const EVIL_LINE: &str = "\u{1b}]0;x\u{7}\u{1b}[8m\u{9b}2J\u{90}q\u{8}\u{7f}\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{ad}\u{85}\u{2028}";

/// The sequences for colours that the answers have.
const COLOURS: [&str; 9] = ["0", "1", "31", "32", "33", "36", "91", "92", "96"];
/// Those of marked excerpts besides.
const OF_EXCERPTS: [&str; 2] = ["94", "93"];

/// What a command may not print: text without the sequences for colours has line breaks as its only controls.
fn complaint(text: &str, coloured: bool) -> Option<String> {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (colour, rest) = piece.split_once('m').unwrap_or((piece, ""));
        if !coloured || !COLOURS.iter().chain(&OF_EXCERPTS).any(|known| *known == colour) {
            return Some(format!("the sequence {colour:?}"));
        }
        plain.push_str(rest);
    }
    let raw = |c: &char| *c != '\n' && (c.is_control() || EVIL.contains(*c) && !c.is_ascii());
    if let Some(c) = plain.chars().find(raw) {
        return Some(format!("the character {c:?}"));
    }
    plain.lines().any(|line| line.starts_with("FORGED")).then(|| "a line that was forged".into())
}

/// Runs the command with colours, as on a terminal, and looks at what it prints.
fn prints_no_evil(arguments: &[impl AsRef<OsStr>], environment: &[(&str, &str)], input: &str) {
    let arguments: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
    let mut command = Command::new(binary());
    command.args(&arguments).envs(environment.iter().copied());
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{error}"));
    let mut stdin = child.stdin.take();
    let ended = std::thread::scope(|threads| {
        threads.spawn(move || {
            stdin.as_mut().map(|stdin| std::io::Write::write_all(stdin, input.as_bytes()))
        });
        child.wait_with_output()
    });
    let ended = ended.unwrap_or_else(|error| panic!("{error}"));
    for (name, bytes) in [("output", &ended.stdout), ("error", &ended.stderr)] {
        let text = std::str::from_utf8(bytes);
        let text = text.unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        let bad = complaint(text, true);
        assert_eq!(bad, None, "{arguments:?}, standard {name}: {text:?}");
    }
    assert!(ended.status.code().is_some_and(|code| code <= 3), "{arguments:?}: {ended:?}");
}

/// Each command, as it is begun, so that it does little where a flag that is added does not stop it.
fn beginnings(folder: &Folder) -> Vec<Vec<String>> {
    let (jam, cu) = (example("s_b.jam"), example("saxpy.cu"));
    let detector = root().join("detectors/check.toml").display().to_string();
    let graphs = folder.file("suite/none.txt", "").replace("/none.txt", "");
    let results = folder.path("results");
    let table = jaminan(&["hirace", "table"]).out;
    let table = folder.file("table.csv", table);
    let derivation = jaminan(&["explain", &jam, "--thread", "0", "--as", "json"]).out;
    let derivation = folder.file("derivation.json", derivation);
    let lines: &[&[&str]] = &[
        &["run", &jam, "--thread", "0"],
        &["run", &cu, "--args", "n=5", "a=0.5", "x=iota:4", "y=zeros:3"],
        &["explain", &jam, "--thread", "0"],
        &["explain", "--check", &derivation],
        &["infer", &jam],
        &["judge", &jam],
        &["check", &jam],
        &["check", &cu, "--block-dim", "32"],
        &["suite", &cu, "--out", &results],
        &["split", &jam],
        &["actions", &jam],
        &["explore", &jam, "--threads", "2"],
        &["theorem", "list"],
        &["theorem", "check", "liew2024/4.3.2", "--size", "1"],
        &["theorem", "replay", "liew2024/4.2@v1:4:17"],
        &["difftest", "--detector", &detector, "--kernels", "1", "--size", "2"],
        &["difftest", "--print", "cu", "--kernels", "1"],
        &["hirace", "verify", "--table", &table],
        &["hirace", "table", "--table", &table],
        &["hirace", "diff", "--table", &table],
        &["hirace", "run", "b0.w0.t1 BA"],
        &["hirace", "murphi"],
        &["hirace", "diagram"],
        &["race", &cu, "--args", "n=5", "a=0.5", "x=iota:4", "y=zeros:3"],
        &["indigo", &graphs],
        &["flows", &cu],
        &["formulas", &cu],
        &["paper", "no-paper", "--size", "1"],
        &["schema", "run"],
    ];
    lines.iter().map(|line| line.iter().map(|word| (*word).to_owned()).collect()).collect()
}

/// The flags of a command that take a value, by its help.
fn flags(command: &[String]) -> Vec<String> {
    let nested = matches!(command[0].as_str(), "theorem" | "hirace");
    let path: Vec<&str> =
        command.iter().take(if nested { 2 } else { 1 }).map(String::as_str).collect();
    let help = jaminan(&[&path[..], &["--help"]].concat()).out;
    let takes = |line: &str| line.trim_start().starts_with('-') && line.contains('<');
    let flag = |line: &str| line.split(['<', '[']).next().unwrap_or_default().trim().to_owned();
    let last = |flag: String| flag.rsplit(", ").next().unwrap_or_default().to_owned();
    help.lines()
        .filter(|line| takes(line))
        .map(flag)
        .map(last)
        .filter(|f| f.starts_with('-'))
        .collect()
}

#[test]
fn every_flag_of_every_command() {
    let folder = Folder::new();
    let beginnings = beginnings(&folder);
    let schemas = jaminan(&["schema"]).json();
    let commands: BTreeSet<&str> =
        schemas.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let begun: BTreeSet<&str> = beginnings.iter().map(|line| line[0].as_str()).collect();
    assert_eq!(commands, begun, "a command is not tried");
    let mut count = 0;
    for line in &beginnings {
        prints_no_evil(line, &[], "");
        prints_no_evil(&[&line[..], &[EVIL.into()]].concat(), &[], "");
        for flag in flags(line) {
            let value = if flag == "--campaign" || flag == "--corpus" || flag == "--write" {
                folder.path(&format!("{count}{EVIL}"))
            } else {
                EVIL.to_owned()
            };
            prints_no_evil(&[&line[..], &[flag.clone(), value]].concat(), &[], "");
            count += 1;
        }
    }
    assert!(count > 120, "{count} flags");
}

#[test]
fn usage_that_no_command_has() {
    prints_no_evil(&[EVIL], &[], "");
    prints_no_evil(&[format!("--{EVIL}")], &[], "");
    prints_no_evil(&["check", &format!("-{EVIL}")], &[], "");
    prints_no_evil(&["check", "--format", &format!("js{EVIL}")], &[], "");
    prints_no_evil(&["schema", &format!("ru\u{200b}n{EVIL}")], &[], "");
    use std::os::unix::ffi::OsStrExt;
    let no_text = OsStr::from_bytes(b"\x1b[8m\xff\xfe\n.cu");
    prints_no_evil(&[OsStr::new("check"), no_text], &[], "");
    prints_no_evil(&[OsStr::new("check"), OsStr::new("--solver"), no_text], &[], "");
}

/// The name by which this program is started.
#[test]
fn its_own_name() {
    use std::os::unix::process::CommandExt;
    for arguments in [&["--help"][..], &["juge"], &["check", "--frmat"]] {
        let ended = Command::new(binary()).arg0(format!("/bin/{EVIL}")).args(arguments).output();
        let ended = ended.unwrap_or_else(|error| panic!("{error}"));
        for bytes in [&ended.stdout, &ended.stderr] {
            assert_eq!(complaint(&String::from_utf8_lossy(bytes), false), None, "{ended:?}");
        }
    }
}

#[test]
fn the_environment() {
    let (jam, cu) = (example("s_b.jam"), example("saxpy.cu"));
    for name in ["Z3_LIB", "PATH", "TMPDIR", "JAMINAN", "HOME", "PYTHONPATH", "LD_LIBRARY_PATH"] {
        let kernel = ["check", &cu, "--block-dim", "32"];
        prints_no_evil(&kernel, &[(name, EVIL)], "");
        prints_no_evil(&["check", &jam, "--solver", "z3"], &[(name, EVIL)], "");
        prints_no_evil(
            &["check", &jam, "--solver", "auto"],
            &[(name, &format!("/tmp/{EVIL}"))],
            "",
        );
        let detector = root().join("detectors/check.toml").display().to_string();
        let test = ["difftest", "--kernels", "1", "--size", "2", "--detector", &detector];
        prints_no_evil(&test, &[(name, EVIL)], "");
    }
}

/// What a solver prints, and where it ends.
#[test]
fn solvers() {
    let folder = Folder::new();
    for answer in [
        format!("(error \"{EVIL}\")"),
        EVIL.into(),
        format!("unknown\n(:reason-unknown \"{EVIL}\")"),
    ] {
        let said = folder.file("said", &answer);
        for script in
            ["while read line; do cat $0.said; done", "cat $0.said >&2; exit 1", "cat $0.said; cat"]
        {
            let script =
                folder.file("solver", format!("#!/bin/sh\n{}\n", script.replace("$0.said", &said)));
            for command in ["check", "flows", "formulas"] {
                let program = example("reduction.cu");
                let solver = format!("sh {script}");
                prints_no_evil(
                    &[command, &program, "--solver", &solver, "--block-dim", "32"],
                    &[],
                    "",
                );
            }
        }
    }
}

/// JSON of an answer is what it was made of, in letters that are safe.
#[test]
fn json_stays_right() {
    let folder = Folder::new();
    let file = folder.file(&format!("{EVIL}.jam"), "A[0] := tid");
    let answer = jaminan(&["check", &file, "--format", "json"]);
    let name = &answer.json()["kernels"][0]["name"];
    assert_eq!(name, &Value::from(file.as_str()));
    assert_eq!(answer.out.lines().count(), 1);
    assert_eq!(complaint(&answer.out, false), None);
    let sarif = jaminan(&["check", &file, "--format", "sarif"]);
    assert_eq!(complaint(&sarif.out, false), None);
    assert_eq!(sarif.json()["version"], "2.1.0");
}
