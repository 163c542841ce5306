//! One of several files, checked by a process of its own.
//!
//! The process prints a line for each kernel as soon as there is an answer, and `null` at the end. Where it
//! says nothing for longer than a kernel may take, it is ended, and what it has said by then is kept.

use super::batch::FileAnswer;
use crate::exit::Exit;
use crate::peak::peak_kib;
use oracle::child::{Child, End, Ends};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use verdict::{KernelVerdict, form};

/// How long a process may take past the time of a kernel: to start, to read its file, and to end.
const GRACE: Duration = Duration::from_secs(10);

/// No more is read of what a process prints, in bytes.
const LONGEST_ANSWER: u64 = 256 << 20;

/// No more is read of what it says besides, in bytes.
const LONGEST_SAID: u64 = 1 << 20;

/// The keys of a line: which kernel of the file it is, the answer, whether that is an alarm, and how much memory
/// it took by then.
const NUMBER: &str = "number";
pub const KERNEL: &str = "kernel";
const ALARM: &str = "alarm";
pub const PEAK: &str = "peak_kib";
/// The key of the line that says which kernels there are.
pub const NAMES: &str = "names";

/// The line of a kernel. Lines come as kernels are decided, which need not be their order in the file.
pub fn line(number: usize, verdict: &KernelVerdict) -> String {
    let kernel = form::Kernel::from(verdict);
    let alarm = verdict.is_alarm();
    json!({ NUMBER: number, KERNEL: kernel, ALARM: alarm, PEAK: peak_kib() }).to_string()
}

/// The line that says which kernels a file has, where only one of them is checked.
pub fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    json!({ NAMES: names.collect::<Vec<_>>() }).to_string()
}

/// The line after the last.
pub fn end() -> Value {
    Value::Null
}

/// Checks a file with so much time for each kernel.
pub fn check(program: &Path, flags: &[String], file: &Path, time: Duration) -> FileAnswer {
    let name = file.display().to_string();
    let (mut heard, end) = match start(program, flags, file) {
        Ok(child) => listen(child, time.saturating_add(GRACE)),
        Err(error) => (Heard { said: error.to_string(), ..Heard::default() }, Some(End::NotRun)),
    };
    let nothing = heard.kernels.is_empty();
    let exit = match end {
        Some(End::Exited(2)) => Ok(Exit::Bad),
        Some(End::Exited(3)) => Ok(Exit::Undecided),
        Some(End::Exited(0 | 1)) if heard.complete && nothing => Err("there is no kernel".into()),
        Some(End::Exited(0)) if heard.complete => Ok(Exit::Fine),
        Some(End::Exited(1)) if heard.complete => Ok(Exit::Alarm),
        Some(end) => Err(format!("the program {end}, without its whole answer")),
        None => Err(format!("a kernel took longer than {} s, and was given up", time.as_secs())),
    };
    let exit = exit.unwrap_or_else(|why| {
        heard.said = format!("{why}\n{}", heard.said).trim_end().to_owned();
        heard.complete = false;
        Exit::Undecided
    });
    let exit = if exit == Exit::Undecided && heard.alarm { Exit::Alarm } else { exit };
    let Heard { kernels, complete, said, .. } = heard;
    let kernels = kernels.into_values().collect();
    FileAnswer { file: name, kernels, complete, said, exit }
}

fn start(program: &Path, flags: &[String], file: &Path) -> io::Result<Child> {
    let first = ["check", "--format", "json", "--each"].map(OsStr::new);
    let flags = flags.iter().map(OsStr::new);
    let last = [OsStr::new("--"), file.as_os_str()];
    let ends = Ends { stdin: Stdio::null(), stdout: Stdio::piped(), stderr: Stdio::piped() };
    let mut command = Command::new(program);
    command.args(first.into_iter().chain(flags).chain(last));
    Child::run(command, ends)
}

/// What a process has said.
#[derive(Default)]
struct Heard {
    /// In the order of the file.
    kernels: BTreeMap<u64, form::Kernel>,
    /// Whether one of them is an alarm.
    alarm: bool,
    /// Whether the last line was there, and all before it was read.
    complete: bool,
    /// Whether a kernel could not be read.
    garbled: bool,
    /// On standard error.
    said: String,
}

impl Heard {
    fn line(&mut self, line: &str) {
        // What is no line of ours says nothing.
        let Ok(mut line) = serde_json::from_str::<Value>(line) else { return };
        if let Some(kernel @ Value::Object(_)) = line.get_mut(KERNEL) {
            let read = serde_json::from_value(kernel.take());
            let last = self.kernels.len() as u64;
            self.garbled |= read.is_err();
            let number = line[NUMBER].as_u64().unwrap_or(last);
            self.kernels.extend(read.ok().map(|kernel| (number, kernel)));
            self.alarm |= line[ALARM] == true;
        }
        self.complete = line.is_null() && !self.garbled;
    }
}

/// Hears a process out, which may be silent for so long; and how it ended, if it did by itself.
fn listen(mut child: Child, silence: Duration) -> (Heard, Option<End>) {
    let (printed, lines) = channel();
    if let Some(stdout) = child.stdout() {
        thread::spawn(move || {
            let lines = BufReader::new(stdout.take(LONGEST_ANSWER)).lines().map_while(Result::ok);
            // Nobody listens to a process that is given up.
            let _ = lines.into_iter().try_for_each(|line| printed.send(line));
        });
    }
    let stderr = child.stderr();
    let said = thread::spawn(move || {
        let mut said = Vec::new();
        // Where it fails, what was read is what there is.
        let _ = stderr.map(|stderr| stderr.take(LONGEST_SAID).read_to_end(&mut said));
        String::from_utf8_lossy(&said).trim_end().to_owned()
    });
    let mut heard = Heard::default();
    let end = loop {
        match lines.recv_timeout(silence) {
            Ok(line) => heard.line(&line),
            Err(RecvTimeoutError::Disconnected) => break Some(child.end()),
            Err(RecvTimeoutError::Timeout) => break None,
        }
    };
    // All of it ends here, and so does what it says.
    drop(child);
    heard.said = said.join().unwrap_or_default();
    (heard, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{Verdict, Why};

    /// A process that prints this and sleeps, or ends with this code.
    fn heard(printed: &str, then: &str) -> (Heard, Option<End>) {
        let script = format!("echo '{printed}'; echo said >&2; {then}");
        let ends = Ends { stdin: Stdio::null(), stdout: Stdio::piped(), stderr: Stdio::piped() };
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &script]);
        match Child::run(shell, ends) {
            Ok(child) => listen(child, Duration::from_secs(5)),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_said_before_the_end_is_kept() {
        let line = |n: u64, name: &str| {
            let none = KernelVerdict::without(name, Verdict::Unknown, Why::NoLaunch);
            json!({ NUMBER: n, KERNEL: form::Kernel::from(&none), ALARM: n == 1 })
        };
        let kernels = format!("{}\n{}", line(1, "second"), line(0, "first"));
        for (then, end) in [
            ("exit 3", Some(End::Exited(3))),
            ("kill -s KILL $$", Some(End::Signalled(9))),
            // Whoever else holds its output does not keep it alive.
            ("sleep 1000 & sleep 1000", None),
        ] {
            let (heard, ended) = heard(&kernels, then);
            assert_eq!(ended, end);
            let names: Vec<&str> = heard.kernels.values().map(|kernel| &*kernel.name).collect();
            assert_eq!(names, ["first", "second"]);
            assert!(heard.alarm && !heard.complete, "{then}");
            assert_eq!(heard.said, "said");
        }
        let (ended_well, ended) = heard(&end().to_string(), "exit 0");
        assert!(ended_well.complete && ended_well.kernels.is_empty());
        assert_eq!(ended, Some(End::Exited(0)));
        // What is lost is not passed over.
        let garbled = json!({ NUMBER: 0, KERNEL: { "name": "k" }, ALARM: true });
        let (heard, _) = heard(&format!("{garbled}\n{}", end()), "exit 0");
        assert!(heard.alarm && !heard.complete && heard.kernels.is_empty());
    }
}
