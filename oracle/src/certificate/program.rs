//! The checker as a child process.

use crate::child::{Child, Ends};
use crate::solver::command;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long the check of a race may take.
const TIME: Duration = Duration::from_secs(20);

/// How much memory, in MiB.
const MEMORY_MIB: u32 = 2048;

/// An answer is a word.
const LONGEST: u64 = 1 << 10;

/// The program of this name: a path, or a name on the path.
pub fn find(name: &str) -> Option<PathBuf> {
    command(name)
}

/// What the program answers to one question, if it does in time.
pub fn ask(program: &Path, question: &str) -> Option<String> {
    let ends = Ends { stdin: Stdio::piped(), stdout: Stdio::piped(), stderr: Stdio::null() };
    let none: [&str; 0] = [];
    let mut child = Child::start(program, none, MEMORY_MIB, ends).ok()?;
    let (mut stdin, stdout) = (child.stdin()?, child.stdout()?);
    let line = format!("{question}\n");
    // A program that does not read its input is ended with the child.
    thread::spawn(move || stdin.write_all(line.as_bytes()));
    let (said, answer) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.take(LONGEST).read_to_string(&mut text);
        // Nobody listens to an answer that is too late.
        let _ = said.send(read.map(|_| text));
    });
    let answer = answer.recv_timeout(TIME).ok()?.ok()?;
    Some(answer.trim().to_owned())
}
