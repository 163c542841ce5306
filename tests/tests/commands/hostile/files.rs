//! Files whose names and contents are evil.

use super::{EVIL, EVIL_LINE, complaint, prints_no_evil};
use std::path::Path;
use std::process::Command;
use tests::{Folder, binary, jaminan};

/// The commands that read a program, as they are asked about one that is racy.
const READERS: [&[&str]; 10] = [
    &["run", "--thread", "0"],
    &["explain", "--thread", "0"],
    &["infer"],
    &["judge"],
    &["check"],
    &["split"],
    &["actions", "--list"],
    &["explore", "--threads", "2"],
    &["flows"],
    &["formulas"],
];

fn read_by_all(file: &str) {
    for reader in READERS {
        let mut arguments = vec![reader[0], file];
        arguments.extend(&reader[1..]);
        prints_no_evil(&arguments, &[], "");
    }
}

#[test]
fn names_of_programs() {
    let folder = Folder::new();
    for (ending, text) in [
        ("jam", "let x = A[0] in A[0] := tid"),
        ("map", "var x. wr A[x]; sync; rd A[0]"),
        ("jam", "A[0] := ; no program"),
        ("cu", "__global__ void k(int *a) { a[0] = threadIdx.x; __syncthreads(); a[1] = 1; }"),
        ("cl", "kernel void k(global int *a) { a[0] = get_local_id(0); }"),
        ("cu", "__global__ void k(int *a) { a[0] = ; }"),
        ("cu", "__global__ void k(int *a) { asm(\"x\"); a[0] = tex1D(t, 0); }"),
        ("txt", "nothing"),
    ] {
        let file = folder.file(&format!("{EVIL}.{ending}"), text);
        read_by_all(&file);
        prints_no_evil(&["race", &file, "--args", "a=zeros:4", "--block-dim", "4"], &[], "");
        prints_no_evil(
            &["run", &file, "--args", "a=zeros:1", "--block-dim", "4", "--trace"],
            &[],
            "",
        );
        prints_no_evil(&["explain", &file, "--thread", "0", "--as", "html"], &[], "");
        prints_no_evil(&["explain", &file, "--thread", "0", "--as", "latex"], &[], "");
        prints_no_evil(&["flows", &file, "--svg", "0"], &[], "");
    }
    read_by_all(&folder.path(&format!("{EVIL}.jam")));
    prints_no_evil(&["check", &folder.text()], &[], "");
    prints_no_evil(&["check", &folder.text(), "--format", "sarif"], &[], "");
}

#[test]
fn texts_of_programs() {
    let folder = Folder::new();
    let racy = "__global__ void k(int *a) { a[0] = threadIdx.x; }";
    for (name, text) in [
        ("a.jam", format!("// {EVIL_LINE}\nA[0] := tid // {EVIL_LINE}\n")),
        ("b.jam", format!("A[0] := {EVIL}")),
        ("c.map", format!("wr A[0]; {EVIL} rd A[0]")),
        ("d.cu", format!("/* {EVIL} */ {racy} // {EVIL_LINE}\n")),
        ("e.cu", format!("{racy} {EVIL}")),
        ("f.cu", format!("#error {EVIL_LINE}\n{racy}")),
        ("g.cu", format!("#warning {EVIL_LINE}\n{racy}")),
        ("h.cu", format!("#include \"{EVIL_LINE}\"\n#include <{EVIL_LINE}>\n{racy}")),
        ("i.cu", format!("#pragma {EVIL_LINE}\n#line 7 \"{EVIL_LINE}\"\n{racy}")),
        (
            "j.cu",
            "__global__ void k\u{3164}\u{fe0f}(int *\u{115f}) { \u{115f}[0] = threadIdx.x; }"
                .into(),
        ),
        (
            "k.cu",
            format!(
                "__global__ void k(int *a) {{ a[0] = u\u{3164}(\"{EVIL_LINE}\"); asm(\"{EVIL_LINE}\"); }}"
            ),
        ),
        ("l.cu", format!("//--blockDim={EVIL_LINE} --gridDim={EVIL_LINE}\n{racy}")),
        (
            "m.cu",
            format!(
                "__global__ void k(int *a) {{ assert(a[0] && \"{EVIL_LINE}\"); a[0] = {EVIL_LINE}1; }}"
            ),
        ),
        ("n.cl", format!("kernel void k(global int *a) {{ a[0] = 'a{EVIL_LINE}'; }}")),
        (
            "o.cu",
            format!(
                "__global__ void k(int *a) {{ a[threadIdx.x / 2] = 1; /*\t{EVIL_LINE} */ int x = a[0]; }}"
            ),
        ),
    ] {
        let file = folder.file(name, text);
        read_by_all(&file);
        prints_no_evil(&["race", &file, "--args", "a=zeros:4", "--block-dim", "4"], &[], "");
        prints_no_evil(&["check", &file, "--block-dim", "4", "--format", "sarif"], &[], "");
    }
    prints_no_evil(&["check", &folder.text()], &[], "");
    for lang in ["jam", "map", "cu"] {
        prints_no_evil(&["check", "-", "--lang", lang], &[], EVIL);
    }
}

/// What is marked stands where it is, however the characters before it are shown.
#[test]
fn excerpts_stay_aligned() {
    let folder = Folder::new();
    let text = format!("__global__ void k(int *a) {{ /*\t漢{EVIL_LINE} */ a[0] = threadIdx.x; }}");
    let file = folder.file("k.cu", text);
    let out = jaminan(&["check", &file, "--block-dim", "4"]).out;
    let lines: Vec<&str> = out.lines().collect();
    let source =
        lines.iter().position(|line| line.contains("a[0] = threadIdx.x")).unwrap_or_default();
    let (source, marks) = (lines[source], lines[source + 1]);
    let columns = |text: &str| semantics::terminal::width(text);
    let at = |line: &str, what: &str| line.split_once(what).map(|(before, _)| columns(before));
    assert!(at(source, "a[0]").is_some() && at(source, "a[0]") == at(marks, "^"), "{out}");
}

/// Files that are no programs.
#[test]
fn files_of_other_kinds() {
    let folder = Folder::new();
    let evil = folder.file(&format!("{EVIL}.toml"), format!("version = \"{EVIL_LINE}\n"));
    let toml = format!("name = {EVIL:?}\n").replace("\\u{", "\\U{");
    let described = folder.file("described.toml", &toml);
    let csv = folder.file("table.csv", format!("state,{EVIL}"));
    let json = folder.file("d.json", format!("{{\"calculus\": \"{EVIL_LINE}\", {EVIL}"));
    let known = serde_json::json!({ "calculus": EVIL, "steps": [] }).to_string();
    let known = folder.file("e.json", known);
    let step = serde_json::json!({ "step": 1, "rule": EVIL, "conclusion": EVIL, "premises": [] });
    let steps = serde_json::json!({ "calculus": "maps", "steps": [step] }).to_string();
    let steps = folder.file("f.json", steps);
    let numbers = folder.file("numbers.json", serde_json::json!([1, EVIL]).to_string());
    for file in [&evil, &described, &csv, &json, &known, &steps, &numbers] {
        prints_no_evil(
            &["theorem", "check", "liew2024/4.2", "--size", "1", "--grammar", file],
            &[],
            "",
        );
        prints_no_evil(
            &["theorem", "check", "liew2024/4.2", "--size", "1", "--merge", file],
            &[],
            "",
        );
        prints_no_evil(&["difftest", "--kernels", "1", "--detector", file], &[], "");
        prints_no_evil(&["hirace", "verify", "--table", file], &[], "");
        prints_no_evil(&["explain", "--check", file], &[], "");
        let cu = tests::example("saxpy.cu");
        prints_no_evil(&["run", &cu, "--args", "n=5", "a=0.5", &format!("x=@{file}")], &[], "");
        prints_no_evil(&["check", &cu, "--compile-commands", file], &[], "");
    }
    for pattern in ["indices", "conditions", "statements"] {
        let text = toml::to_string(&serde_json::json!({ "version": "own", pattern: [EVIL] }));
        let file = folder.file("grammar.toml", text.unwrap_or_default());
        prints_no_evil(
            &["theorem", "check", "liew2024/4.2", "--size", "1", "--grammar", &file],
            &[],
            "",
        );
    }
    folder.file(
        &format!("suite/indigo_sources/{EVIL}.cu"),
        "__global__ void k(int *a) { a[0] = 1; }",
    );
    folder.file(&format!("suite/input/{EVIL}.egr"), "no graph");
    prints_no_evil(&["indigo", &folder.path("suite")], &[], "");
    prints_no_evil(&["indigo", &folder.path(EVIL)], &[], "");
}

/// A detector with this name that prints this, called on kernels that race.
fn detector(folder: &Folder, name: &str, says: &str) -> String {
    let printed = folder.file("printed", EVIL);
    let command = ["sh".to_owned(), "-c".into(), format!("cat {printed}; cat {printed} >&2")];
    let text = serde_json::json!({
        "name": name, "command": command, "languages": ["cu"],
        "answer": [{ "says": says, "exit": [0] }],
    });
    folder.file("detector.toml", toml::to_string(&text).unwrap_or_default())
}

/// All that a campaign prints and writes, but for the kernels themselves and its own log.
#[test]
fn campaigns() {
    let folder = Folder::new();
    let kernel =
        format!("// {EVIL_LINE}\n__global__ void k(int *a) {{ a[0] = threadIdx.x; }}\n//\0\u{1}");
    let kernel = folder.file(&format!("{EVIL}.cu"), kernel);
    let name = format!("{EVIL}</testsuite><script>`*[x](y)\"'&\0");
    let detector = detector(&folder, &name, "race-free");
    let campaign = folder.path(&format!("campaign{EVIL}"));
    let corpus = folder.path(&format!("corpus{EVIL}"));
    let arguments =
        ["difftest", "--detector", &detector, "--corpus", &corpus, "--campaign", &campaign];
    prints_no_evil(&[&arguments[..], &[&kernel, "--tries", "9"]].concat(), &[], "");
    prints_no_evil(&[&arguments[..], &["--kernels", "2", "--format", "json"]].concat(), &[], "");
    let mut seen = 0;
    for path in below(Path::new(&campaign)) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        // A kernel is kept as it was given.
        let kernel = name.starts_with("kernel.") || name.starts_with("found.");
        if kernel || name == "log.jsonl" || name == "replay.sh" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default().replace('\t', " ");
        // What a detector printed is quoted with its lines.
        let text = text.replace("\nFORGED", "\n FORGED");
        assert_eq!(complaint(&text, false), None, "{name}: {text}");
        // Elsewhere it is a text like any other.
        let markup = name.ends_with(".html") || name.ends_with(".xml");
        assert!(!markup || !text.contains("<script>`"), "{name}: {text}");
        seen += 1;
    }
    assert!(seen >= 7, "{seen} files");
    let report =
        std::fs::read_to_string(Path::new(&campaign).join("report.xml")).unwrap_or_default();
    let document = roxmltree::Document::parse(&report);
    let document = document.unwrap_or_else(|error| panic!("{error}: {report}"));
    let suite = document.root_element().first_element_child();
    let shown = suite.and_then(|suite| suite.attribute("name")).unwrap_or_default().to_owned();
    assert!(shown.contains(r"\u{fffe}") && shown.contains("</testsuite><script>"), "{shown}");
    let failure = document.descendants().find(|node| node.has_tag_name("failure"));
    let text = failure.and_then(|failure| failure.text()).unwrap_or_default();
    assert!(text.contains("threadIdx.x") && text.contains('\n'), "{report}");
    // A log of others.
    let log = Path::new(&campaign).join("log.jsonl");
    for line in [format!("{EVIL}\n"), format!("{{\"plan\": {{{EVIL:?}: 1}}}}\n")] {
        assert!(std::fs::write(&log, line).is_ok());
        prints_no_evil(&arguments, &[], "");
    }
}

fn below(folder: &Path) -> Vec<std::path::PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

/// Standard output and standard error that are full: an exit code of the contract, and no panic.
#[test]
#[cfg(target_os = "linux")]
fn full_devices() {
    let full = || std::fs::File::options().write(true).open("/dev/full").ok();
    if full().is_none() {
        println!("skipped: full devices (no /dev/full)");
        return;
    }
    let racy = tests::example("s_b.jam");
    for (arguments, code) in [
        (&["check", &racy][..], 1),
        (&["check", "no/such/file.jam"], 2),
        (&["juge"], 2),
        (&[], 2),
        (&["run", &racy, "--thread", "0", "--fuel", "1"], 3),
        (&["actions", &racy], 0),
        (&["run", "-", "--lang", "jam", "--thread", "0", "--memory", "A:0=1"], 2),
    ] {
        let run = |out: bool, err: bool| {
            let mut command = Command::new(binary());
            command.args(arguments).stdin(std::process::Stdio::null());
            if out {
                full().map(|full| command.stdout(full));
            }
            if err {
                full().map(|full| command.stderr(full));
            }
            command.output().ok().and_then(|ended| ended.status.code())
        };
        assert_eq!(run(false, true), Some(code), "{arguments:?}");
        // An answer that cannot be written is none.
        let without = if code < 2 { 2 } else { code };
        assert_eq!(run(true, false), Some(without), "{arguments:?}");
        assert_eq!(run(true, true), Some(without), "{arguments:?}");
    }
    for question in ["--help", "--version"] {
        let ended = Command::new(binary())
            .arg(question)
            .stdout(full().map_or_else(std::process::Stdio::null, Into::into))
            .output();
        assert_eq!(ended.ok().and_then(|ended| ended.status.code()), Some(2));
    }
}
