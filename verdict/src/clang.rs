//! A clang that is installed, contained: it is ended after a time, and what it says has an end.

use cuda::clang::{ARGUMENTS, Clang, Dump, NoTree};
use oracle::child::{Child, End, Ends};
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use web_time::{Duration, Instant};

/// How much of a tree is read.
const LARGEST: u64 = 512 << 20;
/// How much is read of what is wrong.
const MOST_ERRORS: u64 = 4 << 20;
/// How much memory clang may have, in MiB.
const MEMORY: u32 = 4096;

/// The `clang` of the path.
#[derive(Clone, Debug)]
pub struct Installed {
    /// What is started.
    pub program: String,
    /// How long it may take.
    pub patience: Duration,
}

impl Default for Installed {
    fn default() -> Self {
        Installed { program: "clang".into(), patience: Duration::from_secs(60) }
    }
}

impl Installed {
    /// Whether it can be started.
    pub fn is_there(&self) -> bool {
        self.tree("", "c++17").is_ok()
    }
}

impl Clang for Installed {
    fn tree(&self, text: &str, standard: &str) -> Result<Dump, NoTree> {
        let until = Instant::now() + self.patience;
        let mut arguments: Vec<String> = ARGUMENTS.iter().map(|word| (*word).to_string()).collect();
        arguments.extend([format!("-std={standard}"), "-".into()]);
        let ends = Ends { stdin: Stdio::piped(), stdout: Stdio::piped(), stderr: Stdio::piped() };
        let program = &self.program;
        let named = || program.clone();
        let mut child = Child::start(program, &arguments, MEMORY, ends)
            .map_err(|error| NoTree::NotStarted(named(), error.to_string()))?;
        let (Some(mut input), Some(output), Some(errors)) =
            (child.stdin(), child.stdout(), child.stderr())
        else {
            return Err(NoTree::NotStarted(named(), "it has no pipes".into()));
        };
        let text = text.to_owned();
        thread::spawn(move || {
            // It may have ended without reading all.
            let _ = input.write_all(text.as_bytes());
        });
        let (say, said) = channel();
        let tree = say.clone();
        thread::spawn(move || tree.send((true, read(output, LARGEST))));
        thread::spawn(move || say.send((false, read(errors, MOST_ERRORS))));
        let mut dump = Dump::default();
        for _ in 0..2 {
            let left = until.saturating_duration_since(Instant::now());
            match said.recv_timeout(left) {
                Ok((_, None)) => return Err(NoTree::TooMuch(named())),
                Ok((true, Some(tree))) => dump.tree = tree,
                Ok((false, Some(errors))) => {
                    dump.errors = String::from_utf8_lossy(&errors).into_owned();
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(NoTree::NoEnd(named(), self.patience.as_secs()));
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match child.end() {
            // One with errors in the file ends with 1.
            End::Exited(0 | 1) if !dump.tree.is_empty() => Ok(dump),
            End::NotRun => Err(NoTree::NotFound(named())),
            end => {
                // The first of the lines in which it says what is wrong.
                let said = dump.errors.lines().find(|line| line.contains("error:"));
                let said = said.map_or(String::new(), |line| format!("; it says {}", line.trim()));
                Err(NoTree::Ended(named(), format!("{end}{said}")))
            }
        }
    }
}

/// All that a pipe gives; nothing where that is too much.
fn read(pipe: impl Read, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    // What is cut off is no tree.
    let _ = pipe.take(most + 1).read_to_end(&mut bytes);
    (bytes.len() as u64 <= most).then_some(bytes)
}
