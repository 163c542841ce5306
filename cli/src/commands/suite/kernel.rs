//! One kernel, checked by a process of its own.

use super::files::SuiteFile;
use super::record::{Line, Word};
use crate::commands::check::Check;
use crate::commands::check::process::{KERNEL, NAMES, PEAK};
use crate::failure::Failure;
use clap::Args;
use oracle::child::{Child, End, Ends};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to read its file, all kernels of it, past the time of one.
const READING: Duration = Duration::from_secs(60);
/// How long it may take past the time of a kernel, to end by itself.
const GRACE: Duration = Duration::from_secs(10);
/// No more is read of what a process prints, in bytes.
const LONGEST_ANSWER: u64 = 64 << 20;
/// No more is read of what it says besides, in bytes.
const LONGEST_SAID: u64 = 1 << 16;

/// The flags of `check` for each kernel.
///
/// # Errors
/// Flags that it does not take.
pub fn flags(given: &[String], timeout: u64, max_memory: u32) -> Result<Vec<String>, Failure> {
    let mut flags = given.to_vec();
    flags.extend([format!("--timeout={timeout}"), format!("--max-memory={max_memory}")]);
    let asked = ["check", "kernel.cu"].into_iter().chain(flags.iter().map(String::as_str));
    match Check::augment_args(clap::Command::new("check")).try_get_matches_from(asked) {
        Ok(_) => Ok(flags),
        Err(error) => {
            let said = error.to_string();
            let first = said.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Err(Failure::usage(first, "what stands after `--` is for `jaminan check`"))
        }
    }
}

/// What came of the kernel of this number: of the first one also where the file has none or cannot be read.
pub fn check(program: &Path, flags: &[String], file: &SuiteFile, number: usize, time: Duration) -> Line {
    let begin = Instant::now();
    let mut heard = Heard::default();
    let end = match start(program, flags, file, number) {
        Ok(child) => heard.listen(child, time),
        Err(error) => {
            heard.said = error.to_string();
            Some(End::NotRun)
        }
    };
    let mut line = heard.line(file, number, end);
    // To the millisecond: less is noise.
    line.seconds = (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    line
}

fn start(
    program: &Path,
    flags: &[String],
    file: &SuiteFile,
    number: usize,
) -> std::io::Result<Child> {
    let only = format!("--only={number}");
    let own = ["check", "--format", "json", "--each", "--jobs=1", &only];
    let flags = own.into_iter().chain(flags.iter().map(String::as_str)).map(OsStr::new);
    let ends = Ends { stdin: Stdio::null(), stdout: Stdio::piped(), stderr: Stdio::piped() };
    let mut command = Command::new(program);
    command.args(flags.chain([OsStr::new("--"), file.path.as_os_str()]));
    Child::run(command, ends)
}

/// What a process has said.
#[derive(Default)]
struct Heard {
    /// The kernels of the file, once they are known.
    names: Option<Vec<String>>,
    /// The answer, and the memory that it took.
    kernel: Option<(Value, Option<u64>)>,
    /// On standard error.
    said: String,
}

impl Heard {
    /// Hears a process out; how it ended, if it did in time.
    fn listen(&mut self, mut child: Child, time: Duration) -> Option<End> {
        let (printed, lines) = channel();
        if let Some(stdout) = child.stdout() {
            thread::spawn(move || {
                let lines = BufReader::new(stdout.take(LONGEST_ANSWER)).lines();
                // Nobody listens to a process that is given up.
                let _ = lines.map_while(Result::ok).try_for_each(|line| printed.send(line));
            });
        }
        let stderr = child.stderr();
        let said = thread::spawn(move || {
            let mut said = Vec::new();
            // Where it fails, what was read is what there is.
            let _ = stderr.map(|stderr| stderr.take(LONGEST_SAID).read_to_end(&mut said));
            String::from_utf8_lossy(&said).trim_end().to_owned()
        });
        let end = self.hear(&lines, time).then(|| child.end());
        // All of it ends here, and so does what it says.
        drop(child);
        self.said = said.join().unwrap_or_default();
        end
    }

    /// Whether the process has closed its output in time.
    fn hear(&mut self, lines: &Receiver<String>, time: Duration) -> bool {
        loop {
            let more = if self.names.is_none() { READING } else { GRACE };
            match lines.recv_timeout(time.saturating_add(more)) {
                Ok(line) => self.take(&line),
                Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }

    fn take(&mut self, line: &str) {
        // What is no line of ours says nothing.
        let Ok(mut line) = serde_json::from_str::<Value>(line) else { return };
        if let Some(names) = line.get(NAMES).and_then(Value::as_array) {
            let text = |name: &Value| name.as_str().unwrap_or_default().to_owned();
            self.names = Some(names.iter().map(text).collect());
        }
        if let Some(kernel @ Value::Object(_)) = line.get_mut(KERNEL) {
            self.kernel = Some((kernel.take(), line[PEAK].as_u64()));
        }
    }

    /// The line of a kernel, without its time.
    fn line(self, file: &SuiteFile, number: usize, end: Option<End>) -> Line {
        let kernels = self.names.as_deref().unwrap_or_default();
        let mut line = Line {
            file: file.name.clone(),
            kernel: kernels.get(number).cloned(),
            verdict: Word::None,
            approximation: None,
            alarms: Vec::new(),
            divergences: 0,
            assumptions: Vec::new(),
            seconds: 0.0,
            peak_kib: None,
            why: None,
            number,
            of: kernels.len(),
            content: file.content.clone(),
        };
        let first = |said: &str| said.lines().next().map(str::to_owned);
        match (self.kernel, end) {
            // Whatever became of the process afterwards, it has answered.
            (Some((mut kernel, peak)), _) => {
                let mut list = |key: &str| match kernel[key].take() {
                    Value::Array(list) => list,
                    _ => Vec::new(),
                };
                line.alarms = list("alarms");
                line.assumptions = list("assumptions");
                line.divergences = list("divergences").len();
                line.verdict = serde_json::from_value(kernel["verdict"].take()).unwrap_or(Word::Crash);
                line.approximation = kernel["approximation"].as_str().map(str::to_owned);
                line.why = kernel["why"].as_str().map(str::to_owned);
                line.peak_kib = peak;
            }
            (None, Some(End::Exited(0))) if kernels.is_empty() && self.names.is_some() => {}
            // The file was refused, or the kernel took more memory than it may: the program says which.
            (None, Some(End::Exited(2 | 3))) if self.names.is_none() => {
                line.verdict = Word::Unsupported;
                line.why = first(&self.said);
            }
            (None, Some(End::Exited(3))) => {
                line.verdict = Word::Unknown;
                line.why = first(&self.said);
            }
            (None, Some(end)) => {
                line.verdict = Word::Crash;
                let said = first(&self.said).map_or_else(String::new, |said| format!(": {said}"));
                line.why = Some(format!("the program {end}{said}"));
            }
            (None, None) => {
                line.verdict = Word::Timeout;
                line.why = Some("it took longer than it may, and was ended".into());
            }
        }
        line
    }
}
