//! The results of a suite: one line for each kernel, written whole before it is counted.
//!
//! A process that is killed leaves at most a last line without an end. It is cut off when the results are opened
//! again: that kernel was not counted, and is checked once more.

use super::files::SuiteFile;
use crate::failure::Failure;
use difftest::Folder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Write};
use thiserror::Error;

/// What came of a kernel, or of a file without one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The file, from the folder that holds the suite's.
    pub file: String,
    /// The kernel; null where the file has none, or could not be read.
    #[schemars(required)]
    pub kernel: Option<String>,
    /// What is said of it.
    pub verdict: Word,
    /// Its class of approximation: `CIDI`, …
    #[schemars(required)]
    pub approximation: Option<String>,
    /// As `check` has them.
    pub alarms: Vec<Value>,
    /// Barriers that some threads reach and others do not: how many.
    pub divergences: usize,
    /// What the verdict takes for granted, as `check` has it.
    pub assumptions: Vec<Value>,
    /// From the start of the process to its answer.
    pub seconds: f64,
    /// The most memory that one process held; null where it is not known.
    #[schemars(required)]
    pub peak_kib: Option<u64>,
    /// Why there is no verdict, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Which kernel of the file it is, from 0.
    pub number: usize,
    /// How many the file has.
    pub of: usize,
    /// A number for what is in the file.
    pub content: String,
}

/// What is said of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// Race free, proved.
    Drf,
    /// Racy, shown.
    Racy,
    /// An open alarm, and none that is shown.
    Potential,
    /// Not decided within the limits.
    Unknown,
    /// It uses what is not supported, or its file could not be read.
    Unsupported,
    /// It took longer than it may, and was ended.
    Timeout,
    /// Its process ended without an answer.
    Crash,
    /// The file has no kernel.
    None,
}

impl Word {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Word::Drf => "drf",
            Word::Racy => "racy",
            Word::Potential => "potential",
            Word::Unknown => "unknown",
            Word::Unsupported => "unsupported",
            Word::Timeout => "timeout",
            Word::Crash => "crash",
            Word::None => "none",
        }
    }
}

/// What a run does, so that another one can go on with it, or be put together with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of this program.
    pub jaminan: String,
    /// Flags of `check`.
    pub flags: Vec<String>,
    /// Which part it is: `0/1` is all.
    pub shard: String,
    /// How many files that part has.
    pub files: usize,
}

/// The names of the files in a folder of results.
const PLAN: &str = "suite.json";
const RESULTS: &str = "results.jsonl";
const LOCK: &str = ".lock";

/// The results in a folder, which this process alone writes.
pub struct Results<'f> {
    folder: &'f Folder,
    log: Log,
    /// Whether another process may not have them, as long as this is open.
    _lock: File,
}

/// The file that lines are added to.
pub struct Log(File);

impl Log {
    /// Adds a line. When this returns, it stays, whatever becomes of this process or the machine.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &Line) -> Result<(), Failure> {
        // One call, so that lines stay whole.
        self.0.write_all(written(line).as_bytes()).and_then(|()| self.0.sync_data()).map_err(bad)
    }
}

impl<'f> Results<'f> {
    /// The results in a folder.
    ///
    /// # Errors
    /// Those of another plan; those that another process has open; a folder that cannot be written.
    pub fn open(folder: &'f Folder, plan: &Plan) -> Result<Self, Failure> {
        let lock = folder.added_to(LOCK).map_err(bad)?;
        if lock.try_lock().is_err() {
            let message = format!("another process writes to {}", folder.path().display());
            return Err(Failure::usage(message, "wait for it, or choose another `--out`"));
        }
        if let Some(text) = folder.text(PLAN) {
            let before: Plan = serde_json::from_str(&text).map_err(|error| {
                let message = format!("{}/{PLAN}: {error}", folder.path().display());
                Failure::usage(message, "choose another folder with `--out`")
            })?;
            // The folders may have got more files, or fewer.
            if (Plan { files: plan.files, ..before.clone() }) != *plan {
                let told = |plan: &Plan| {
                    format!("{} {} {}", plan.jaminan, plan.shard, plan.flags.join(" "))
                };
                let (before, now) = (told(&before), told(plan));
                return Err(Failure::usage(
                    format!("{} has other results: {before}, not {now}", folder.path().display()),
                    "go on with the same flags, or choose another folder with `--out`",
                ));
            }
        }
        // Only numbers and text: this does not fail.
        let text = serde_json::to_string_pretty(plan).unwrap_or_default();
        folder.write(PLAN, &format!("{text}\n")).map_err(bad)?;
        let log = Log(folder.added_to(RESULTS).map_err(bad)?);
        Ok(Results { folder, log, _lock: lock })
    }

    /// The lines that are there of these files as they are; others are gone then.
    ///
    /// # Errors
    /// What are no results, which are left as they are.
    pub fn keep(&mut self, files: &[SuiteFile]) -> Result<Vec<Line>, Failure> {
        let mut text = String::new();
        self.log.0.read_to_string(&mut text).map_err(bad)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let all = lines(&text[..whole]).map_err(|why| {
            let message = format!("{}/{RESULTS}:{why}", self.folder.path().display());
            Failure::usage(message, "choose another folder with `--out`")
        })?;
        let contents: BTreeMap<&str, &str> =
            files.iter().map(|file| (file.name.as_str(), file.content.as_str())).collect();
        let is_there = |line: &Line| contents.get(line.file.as_str()) == Some(&line.content.as_str());
        let kept: Vec<Line> = all.iter().filter(|line| is_there(line)).cloned().collect();
        if kept.len() < all.len() || whole < text.len() {
            self.replace(&kept)?;
        }
        Ok(kept)
    }

    /// Where lines are added.
    pub fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    /// Puts all lines in order: of the files' names, and of the kernels in a file.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self, mut lines: Vec<Line>) -> Result<Vec<Line>, Failure> {
        lines.sort_by(|a, b| (&a.file, a.number).cmp(&(&b.file, b.number)));
        self.replace(&lines)?;
        Ok(lines)
    }

    /// A reader, or whoever goes on, sees the old lines or the new ones.
    fn replace(&mut self, lines: &[Line]) -> Result<(), Failure> {
        const NEW: &str = ".results.jsonl.new";
        self.folder.remove(NEW).map_err(bad)?;
        let mut file = self.folder.added_to(NEW).map_err(bad)?;
        let text: String = lines.iter().map(written).collect();
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(bad)?;
        self.folder.rename(NEW, RESULTS).map_err(bad)?;
        self.log = Log(file);
        Ok(())
    }
}

/// The plan and the lines of a folder of results.
///
/// # Errors
/// Why it is none.
pub fn read(folder: &std::path::Path) -> Result<(Plan, Vec<Line>), Failure> {
    let wrong = |why: &dyn std::fmt::Display| {
        let message = format!("{} has no results: {why}", folder.display());
        Failure::usage(message, "give the `--out` folder of a run that has ended")
    };
    let text = |name: &str| crate::input::read_text(&folder.join(name)).map_err(|why| wrong(&why));
    let plan = serde_json::from_str(&text(PLAN)?).map_err(|why| wrong(&why))?;
    let lines = lines(&text(RESULTS)?).map_err(|why| wrong(&why))?;
    Ok((plan, lines))
}

/// A line of results that is none.
#[derive(Debug, Error)]
#[error("{number}: {why}")]
pub struct BadLine {
    /// Its number, from 1.
    number: usize,
    /// What is wrong with it.
    #[source]
    why: NoLine,
}

/// Why a line is none of results.
#[derive(Debug, Error)]
enum NoLine {
    /// It has another form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The kernel has a line before.
    #[error("kernel {number} of {file} again")]
    Again {
        /// The kernel's number in its file.
        number: usize,
        /// The file.
        file: String,
    },
}

/// The lines of a text, each of another kernel.
///
/// # Errors
/// What is none, with its number.
pub fn lines(text: &str) -> Result<Vec<Line>, BadLine> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for (n, line) in text.lines().enumerate() {
        let bad = |why| BadLine { number: n + 1, why };
        let line: Line = serde_json::from_str(line).map_err(|why| bad(why.into()))?;
        if !seen.insert((line.file.clone(), line.number)) {
            return Err(bad(NoLine::Again { number: line.number, file: line.file }));
        }
        all.push(line);
    }
    Ok(all)
}

fn written(line: &Line) -> String {
    // Only numbers and text: this does not fail.
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

fn bad(error: std::io::Error) -> Failure {
    Failure::usage(format!("the results: {error}"), "choose another folder with `--out`")
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A line that says little.
    pub fn line(file: &str, kernel: &str, verdict: Word) -> Line {
        Line {
            file: file.into(),
            kernel: Some(kernel.into()),
            verdict,
            approximation: Some("CIDI".into()),
            alarms: Vec::new(),
            divergences: 0,
            assumptions: Vec::new(),
            seconds: 0.5,
            peak_kib: Some(2048),
            why: None,
            number: 0,
            of: 1,
            content: "0".into(),
        }
    }

    fn file(name: &str, content: &str) -> SuiteFile {
        SuiteFile { name: name.into(), path: PathBuf::from(name), content: content.into() }
    }

    fn plan() -> Plan {
        Plan { jaminan: "1".into(), flags: Vec::new(), shard: "0/1".into(), files: 2 }
    }

    /// Wherever a line is cut off, those before it stay, and the next one is whole.
    #[test]
    fn a_line_that_is_cut_off_was_not_counted() {
        let all = [line("a", "k", Word::Drf), line("b", "k", Word::Racy)];
        let text: String = all.iter().map(written).collect();
        let files = [file("a", "0"), file("b", "0"), file("c", "0")];
        for cut in 0..=text.len() {
            let place = tempfile::tempdir().unwrap();
            std::fs::write(place.path().join(RESULTS), &text[..cut]).unwrap();
            let folder = Folder::open(place.path()).unwrap();
            let mut results = Results::open(&folder, &plan()).unwrap();
            let ends = text[..cut].matches('\n').count();
            assert_eq!(results.keep(&files).unwrap(), all[..ends]);
            results.log().add(&line("c", "k", Word::Crash)).unwrap();
            drop(results);
            let (_, after) = read(place.path()).unwrap();
            assert_eq!(after.len(), ends + 1);
            assert_eq!(after[ends].verdict, Word::Crash);
        }
    }

    #[test]
    fn what_is_of_another_text_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let mut results = Results::open(&folder, &plan()).unwrap();
        for name in ["a", "b", "gone"] {
            results.log().add(&line(name, "k", Word::Drf)).unwrap();
        }
        drop(results);
        let mut results = Results::open(&folder, &plan()).unwrap();
        let kept = results.keep(&[file("a", "0"), file("b", "1")]).unwrap();
        assert_eq!(kept, [line("a", "k", Word::Drf)]);
        drop(results);
        assert_eq!(read(place.path()).unwrap().1, kept);
    }

    #[test]
    fn results_are_of_one_run_and_one_process() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let first = Results::open(&folder, &plan()).unwrap();
        assert!(Results::open(&folder, &plan()).is_err());
        drop(first);
        let flags = vec!["--strict".to_owned()];
        assert!(Results::open(&folder, &Plan { flags, ..plan() }).is_err());
        assert!(Results::open(&folder, &Plan { files: 3, ..plan() }).is_ok());
        std::fs::write(place.path().join(RESULTS), "my notes\n").unwrap();
        let mut results = Results::open(&folder, &plan()).unwrap();
        assert!(results.keep(&[]).is_err());
        assert_eq!(std::fs::read_to_string(place.path().join(RESULTS)).unwrap(), "my notes\n");
    }
}
