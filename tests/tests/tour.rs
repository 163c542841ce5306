//! Every command in the documents is run, and says what the document says that it does.
//!
//! In a block marked `console`, a line after `$ ` is a command for the shell, which is run in the
//! folder of the repository, and the lines up to the next one are all that it prints, with its exit
//! code in brackets where that is not 0. A version of Z3 is a number that may differ. `UPDATE_TOUR=1 cargo test -p tests --test tour` writes what the
//! commands print into the documents.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::env;
use std::fs;
use std::process::{Command, Stdio};
use tests::{binary, jaminan, root};

#[test]
fn tour() {
    follow("docs/tour.md");
}

#[test]
fn readme() {
    follow("README.md");
}

fn follow(document: &str) {
    let path = root().join(document);
    let text = fs::read_to_string(&path).unwrap();
    let libz3 = jaminan(&["check", &tests::example("s_d.jam")]).out.contains("libz3");
    if !libz3 {
        println!("skipped: libz3 (not installed): what {document} says of `check`");
    }
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
    assert!(commands > 0 || !libz3, "{document} has no command");
    println!("{document}: {commands} commands");
    if env::var_os("UPDATE_TOUR").is_some() {
        fs::write(path, rewritten).unwrap();
    } else {
        assert!(wrong.is_empty(), "UPDATE_TOUR=1 writes what is printed:\n\n{}", wrong.join("\n"));
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// All that a command prints, its errors among it, without spaces at the ends of lines.
fn run(command: &str) -> String {
    let command = command.replace("cargo run --release --", "jaminan");
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
