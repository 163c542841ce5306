//! Each package that can be published has all that it needs, and documentation that begins with an example.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use syn::visit::{self, Visit};
use tests::root;

/// The answer of cargo, which asks nobody else.
fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(arguments).arg("--offline").current_dir(root()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The packages that can be published: their names, and where they stand.
fn packages() -> Vec<(String, PathBuf)> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let all = metadata["packages"].as_array().unwrap().iter();
    // `publish = false` is a list of no registries.
    let published = all.filter(|package| package["publish"].is_null());
    let named = published.map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        (package["name"].as_str().unwrap().to_owned(), manifest.parent().unwrap().to_owned())
    });
    named.collect()
}

/// A path without `.` and `..`; nothing where it leads out of its root.
fn within(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !plain.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Some(plain)
}

/// The files that a source includes, as it writes them.
#[derive(Default)]
struct Included(Vec<String>);

impl<'ast> Visit<'ast> for Included {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let last = call.path.segments.last().unwrap().ident.to_string();
        if matches!(last.as_str(), "include" | "include_str" | "include_bytes")
            && let Ok(path) = call.parse_body::<syn::LitStr>()
        {
            self.0.push(path.value());
        }
        visit::visit_macro(self, call);
    }
}

#[test]
fn all_can_be_packed() {
    let target = tempfile::tempdir().unwrap();
    let folder = target.path().to_str().unwrap();
    cargo(&["package", "--workspace", "--no-verify", "--allow-dirty", "--target-dir", folder]);
    for (name, _) in packages() {
        let packed = fs::read_dir(target.path().join("package")).unwrap();
        let begin = format!("{name}-");
        let is_it = |file: &str| {
            file.strip_prefix(&begin)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut names = packed.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert!(names.any(|file| is_it(&file)), "{name} is not packed");
    }
}

#[test]
fn what_is_included_is_packed_too() {
    let mut seen = 0;
    for (name, folder) in packages() {
        let listed = cargo(&["package", "--package", &name, "--list", "--allow-dirty"]);
        let packed: BTreeSet<&Path> = listed.lines().map(Path::new).collect();
        let sources = packed.iter().filter(|file| {
            file.starts_with("src") && file.extension().is_some_and(|extension| extension == "rs")
        });
        for source in sources {
            let text = fs::read_to_string(folder.join(source)).unwrap();
            let mut included = Included::default();
            included.visit_file(&syn::parse_file(&text).unwrap());
            for path in included.0 {
                let file = within(&source.parent().unwrap().join(&path));
                let is_packed = file.as_deref().is_some_and(|file| packed.contains(file));
                assert!(
                    is_packed,
                    "{name}: {} includes {path}, which is not packed",
                    source.display()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} files are included");
}

#[test]
fn the_first_page_of_each_has_an_example_that_runs() {
    for (name, folder) in packages() {
        let first = ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file));
        let text = first.iter().find_map(|file| fs::read_to_string(file).ok()).expect(&name);
        let page = text.lines().take_while(|line| line.starts_with("//!"));
        // Rust's own is without a word behind its fence; every second fence ends one.
        let fences = page.filter_map(|line| line.strip_prefix("//! ```")).step_by(2);
        // A program has commands.
        let is_example = |word: &str| word.is_empty() || name == "jaminan" && word == "sh";
        assert!(fences.into_iter().any(is_example), "the first page of {name} has no example");
    }
}
