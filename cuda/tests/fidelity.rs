//! The syntax tree against clang's: of every kernel and device function, the expressions, every
//! operator in parentheses, and the structure of the statements. And the typed tree: the types of expressions, what
//! they are converted to without being asked, and which functions calls mean. `tests/fidelity.py` reads clang's tree
//! through libclang, and is skipped, and said so, where there is none.
//!
//! On the kernels of this repository, and on each folder of the environment variable `FIDELITY`, with
//! included files from those of `FIDELITY_INCLUDE`:
//!
//! ```sh
//! FIDELITY=folder:another FIDELITY_INCLUDE=include cargo test -p jaminan-cuda --test fidelity -- --nocapture
//! ```
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/facts.rs"]
mod facts;

use cuda::syntax::{Body, Item};
use semantics::{Source, Span};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let inner = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    inner.filter(|path| path.extension().is_some_and(|e| e == "cu")).collect()
}

/// The tokens after preprocessing, and the trees of the functions by their place among them; or why
/// the source does not parse.
fn dump(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let source = Source::new(path.display().to_string(), text);
    let includes = std::env::var("FIDELITY_INCLUDE").unwrap_or_default();
    let options = cuda::Options {
        defines: cuda::launch_lines::read(&source).defines,
        include_dirs: includes.split(':').map(String::from).collect(),
        ..cuda::Options::default()
    };
    let fail = |e: semantics::Diagnostic| e.to_string();
    let tokens = cuda::preprocess::preprocess(&source, &options, &cuda::Disk).map_err(fail)?;
    let file = cuda::parse(&source, &options, &cuda::Disk).map_err(fail)?;
    let mut text = String::new();
    let mut places: Vec<(usize, String, Span)> = Vec::new();
    for token in &tokens.tokens {
        places.push((text.len(), token.kind.text().to_string(), token.span.clone()));
        text.push_str(token.kind.text());
        text.push(if matches!(token.kind.text(), ";" | "{" | "}") { '\n' } else { ' ' });
    }
    let mut out = format!("{}\n", path.display());
    for item in &file.items {
        let Item::Function(f) = item else { continue };
        let at = places.iter().find(|(_, name, span)| {
            name == f.name.as_str()
                && span.bytes == f.span.0.bytes
                && span.source.name() == f.span.0.source.name()
        });
        let Some((at, ..)) = at else { continue };
        match &f.body {
            // What a call with default arguments means: it stands where the function's name does.
            Body::Block(block) if block.iter().any(|s| s.span.0.bytes == f.span.0.bytes) => {}
            Body::Block(block) => {
                let mut tree = String::from("(block");
                for s in block {
                    // What is read of assembly as C++ stands where the word stands.
                    let at = &s.span.0;
                    match &at.source.text()[at.bytes.clone()] {
                        "asm" => tree.push_str(" <inline assembly>"),
                        _ => write!(tree, " {s}").unwrap(),
                    }
                }
                writeln!(out, "@@ {} {at} {tree})", f.name).unwrap();
            }
            Body::Unread(why, ..) => writeln!(out, "!! {} {at} {why}", f.name).unwrap(),
            Body::None | Body::Skipped => {}
        }
    }
    out.push_str(&facts::of(&file, &facts::Tokens::of(&places)));
    writeln!(out, "@@ text").unwrap();
    out.push_str(&text);
    Ok(out)
}

#[test]
fn trees_are_those_of_clang() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let script = root.join("tests/fidelity.py");
    let mut folders: Vec<(PathBuf, usize)> =
        vec![(root.join("tests/kernels"), 60), (root.join("examples"), 10)];
    if let Some(named) = std::env::var_os("FIDELITY") {
        folders.extend(std::env::split_paths(&named).map(|folder| (folder, 1)));
    }
    let mut wrong = Vec::new();
    for (number, (folder, least)) in folders.into_iter().enumerate() {
        let paths = sources(&folder);
        assert!(paths.len() >= least, "{} has {} sources", folder.display(), paths.len());
        let dumps =
            std::env::temp_dir().join(format!("jaminan-fidelity-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&dumps).unwrap();
        let mut unparsed = Vec::new();
        for (n, path) in paths.iter().enumerate() {
            match dump(path) {
                Ok(text) => std::fs::write(dumps.join(format!("{n:05}.txt")), text).unwrap(),
                Err(why) => unparsed.push(why),
            }
        }
        println!("{}: {} of {} parse", folder.display(), paths.len() - unparsed.len(), paths.len());
        unparsed.iter().for_each(|why| println!("{why}"));
        let ran = Command::new("python3").arg(&script).arg(&dumps).output();
        if std::env::var_os("FIDELITY_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&dumps);
        }
        let Ok(ran) = ran else {
            println!("skipped: python3, so libclang");
            return;
        };
        println!("{}", String::from_utf8_lossy(&ran.stdout));
        if !ran.status.success() {
            wrong.push(String::from_utf8_lossy(&ran.stderr).into_owned());
        }
        if unparsed.len() * 50 > paths.len() {
            wrong.push(format!("{}: fewer than 98 in 100 parse", folder.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
