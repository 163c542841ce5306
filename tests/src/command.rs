//! The real binary: built once, and run.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What a run of the command gave back.
#[derive(Debug)]
pub struct Reply {
    /// The exit code; a run that was ended by a signal has none.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Reply {
    /// Standard output as one JSON object.
    ///
    /// # Panics
    /// Where it is none.
    pub fn json(&self) -> Value {
        match serde_json::from_str(&self.out) {
            Ok(value @ Value::Object(_)) => value,
            other => panic!("not one JSON object: {other:?}\n{self:?}"),
        }
    }
}

/// Runs `jaminan` with these arguments.
///
/// # Panics
/// Where the binary cannot be built or run.
pub fn jaminan(arguments: &[&str]) -> Reply {
    jaminan_reading(arguments, b"")
}

/// Runs `jaminan` with these arguments and this on standard input.
///
/// # Panics
/// Where the binary cannot be built or run.
pub fn jaminan_reading(arguments: &[&str], input: &[u8]) -> Reply {
    let mut command = Command::new(binary());
    command.args(arguments);
    match run(command, input) {
        Ok(reply) => reply,
        Err(error) => panic!("cannot run jaminan: {error}"),
    }
}

/// Runs a command with this on standard input.
///
/// # Errors
/// Where it cannot be run.
pub fn run(mut command: Command, input: &[u8]) -> std::io::Result<Reply> {
    let mut child = command
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take();
    let reply = std::thread::scope(|threads| {
        // A command that reads nothing closes the pipe: that is no failure.
        threads.spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(input)));
        child.wait_with_output()
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Reply { code: reply.status.code(), out: text(&reply.stdout), err: text(&reply.stderr) })
}

/// The path of an example of this repository.
pub fn example(name: &str) -> String {
    root().join("examples").join(name).display().to_string()
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).into()
}

/// The binary is of another package, so cargo gives its tests no path to it: cargo is asked to
/// build it, and tells where it is.
///
/// # Panics
/// Where it cannot be built.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--package", "jaminan", "--bin", "jaminan"]);
        cargo.args(["--message-format", "json-render-diagnostics"]);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        let output = match cargo.current_dir(root()).stderr(Stdio::inherit()).output() {
            Ok(output) if output.status.success() => output.stdout,
            Ok(output) => panic!("cannot build jaminan: {}", output.status),
            Err(error) => panic!("cannot build jaminan: {error}"),
        };
        String::from_utf8_lossy(&output)
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .find_map(|message| Some(PathBuf::from(message.get("executable")?.as_str()?)))
            .unwrap_or_else(|| panic!("cargo names no executable"))
    })
}
