//! Every command in the documents is run, and says what the document says that it does.
//!
//! In a block marked `console`, a line after `$ ` is a command for the shell, which is run in the
//! folder of the repository, and the lines up to the next one are all that it prints, with its exit
//! code in brackets where that is not 0. A version of Z3 is a number that may differ.
//! `UPDATE_DOCUMENTS=1 cargo test -p jaminan-tests --test documents` writes what the commands print into the
//! documents.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tests::{binary, corpus, jaminan, root};

/// The documents for people: those of the repository's first folder, and of `docs/`.
fn documents() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md"].iter().map(|name| root().join(name)).collect();
    all.extend(corpus::below(&root().join("docs")).unwrap());
    all.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    all
}

#[test]
fn commands_print_what_the_documents_say() {
    let libz3 = jaminan(&["check", &tests::example("s_d.jam"), "-v"]).out.contains("libz3");
    if !libz3 {
        println!("skipped: libz3 (not installed): what the documents say of `check`");
    }
    let all = documents();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let followed: Vec<_> =
            all.iter().map(|path| scope.spawn(move || follow(path, libz3))).collect();
        followed.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "UPDATE_DOCUMENTS=1 writes what is printed:\n\n{}", wrong.join("\n"));
}

/// Runs the commands of a document, and says which of them print something else.
fn follow(path: &PathBuf, libz3: bool) -> Vec<String> {
    let document = path.strip_prefix(root()).unwrap().display();
    let text = fs::read_to_string(path).unwrap();
    let mut rewritten = String::new();
    let mut wrong = Vec::new();
    let mut commands = 0;
    let mut lines = text.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        push(&mut rewritten, line);
        if line != "```console" {
            continue;
        }
        while let Some((number, line)) = lines.next_if(|(_, line)| *line != "```") {
            let Some(command) = line.strip_prefix("$ ") else {
                panic!("{document}:{}: a block begins with a command", number + 1);
            };
            push(&mut rewritten, line);
            let mut said = String::new();
            while let Some((_, line)) = lines.next_if(|(_, l)| *l != "```" && !l.starts_with("$ "))
            {
                push(&mut said, line);
            }
            if !libz3 && command.contains(" check ") {
                rewritten += &said;
                continue;
            }
            commands += 1;
            let prints = run(command);
            if without_version(&prints) == without_version(&said) {
                rewritten += &said;
            } else {
                wrong.push(format!(
                    "{document}:{}: $ {command}\n--- it says\n{said}--- it prints\n{prints}",
                    number + 1
                ));
                rewritten += &prints;
            }
        }
    }
    println!("{document}: {commands} commands");
    if env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(path, rewritten).unwrap();
        wrong.clear();
    }
    wrong
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// All that a command prints, its errors among it, without spaces at the ends of lines.
fn run(command: &str) -> String {
    let folders = env::var_os("PATH").unwrap_or_default();
    let own = binary().parent().unwrap().to_path_buf();
    let path = env::join_paths([own].into_iter().chain(env::split_paths(&folders))).unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(root())
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut text = String::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        push(&mut text, line.trim_end());
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => push(&mut text, &format!("[exit code {code}]")),
        None => push(&mut text, "[ended by a signal]"),
    }
    text
}

/// `Z3 4.8.12` is `Z3`.
fn without_version(text: &str) -> String {
    let mut parts = text.split("Z3 ");
    let mut all = parts.next().unwrap_or_default().to_string();
    for part in parts {
        all += "Z3 ";
        all += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    }
    all
}

/// A page is read in five minutes: the rest is in `docs/`, and the page leads there.
#[test]
fn readme_is_a_front_page() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let (lines, words) = (text.lines().count(), text.split_whitespace().count());
    println!("{lines} lines, {words} words");
    assert!(lines <= 120 && words <= 900, "{lines} lines, {words} words");
    for page in documents() {
        let name = page.strip_prefix(root()).unwrap().display().to_string();
        let leads = text.contains(&format!("({name})")) || name == "README.md";
        assert!(leads || name.contains("mutants") || name.contains("planted-bugs"), "{name}");
    }
}

/// Links within the repository lead to files, and to headings where they name one.
#[test]
fn links_lead_somewhere() {
    let mut dead = String::new();
    let mut count = 0;
    for path in documents() {
        let document = path.strip_prefix(root()).unwrap().display();
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let (target, heading) = link.0.split_once('#').unwrap_or((link.0, ""));
            if target.contains("://") {
                continue;
            }
            count += 1;
            let file = if target.is_empty() { path.clone() } else { path.with_file_name(target) };
            let there = fs::read_to_string(&file)
                .is_ok_and(|text| heading.is_empty() || anchors(&text).contains(heading));
            if !(there || heading.is_empty() && file.is_dir()) {
                writeln!(dead, "{document}: {}", link.0).unwrap();
            }
        }
    }
    println!("{count} links");
    assert!(dead.is_empty(), "dead links:\n{dead}");
}

/// A document that another one leads to is a chapter of the book, which is built of them.
#[test]
fn what_documents_lead_to_is_a_chapter() {
    let summary = fs::read_to_string(root().join("book/SUMMARY.md")).unwrap();
    let mut missing = BTreeSet::new();
    let mut count = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for (target, _) in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let target = target.split('#').next().unwrap_or_default();
            if target.contains("://") || !target.ends_with(".md") {
                continue;
            }
            count += 1;
            let file = path.with_file_name(target).canonicalize().unwrap();
            let name = file.strip_prefix(root().canonicalize().unwrap()).unwrap().display();
            if !summary.contains(&format!("]({name})")) {
                missing.insert(name.to_string());
            }
        }
    }
    println!("{count} links");
    assert!(count > 0 && missing.is_empty(), "book/SUMMARY.md does not name {missing:?}");
}

/// What the headings of a page are called in links.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut all = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if let Some(title) = line.strip_prefix('#').filter(|_| !fenced) {
            let title = title.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            all.insert(kept.collect::<String>().replace(' ', "-"));
        }
    }
    all
}
