//! The log of a campaign: one line for each kernel, written before it is counted, and only added to.
//!
//! A process that is killed leaves at most a last line without an end, which is cut off when the log
//! is opened again: that kernel was not counted, and is run once more.

use crate::folder::Folder;
use crate::outcome::Outcome;
use crate::reading::Said;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use thiserror::Error;

/// What came of one place of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number, or `corpus/` and the name of a file.
    pub place: String,
    /// What came of its kernel; nothing where no kernel fits the knobs.
    pub kernel: Option<Tried>,
}

/// What came of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Its name.
    pub id: String,
    /// The language that it was tried in: `cu`, …
    pub language: String,
    /// What is true: `racy`, `race-free` or `unknown`.
    pub truth: String,
    /// What the detector said.
    pub said: Said,
    /// What comes of that.
    pub outcome: Outcome,
    /// Its class, where it is known: `CIDI`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// How large it is.
    pub size: usize,
    /// Why, where there is something to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Two of the referees contradict each other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contradiction: bool,
    /// How long the detector took, in milliseconds.
    pub milliseconds: u64,
    /// The text, of a finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    plan: Value,
}

/// Why a folder has no log that can be gone on with.
#[derive(Debug, Error)]
pub enum NoLog {
    /// The file cannot be opened, read or cut.
    #[error("{}: {why}", .path.display())]
    File {
        /// The log.
        path: PathBuf,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// Another process has it open.
    #[error("{}: another process has it open", .0.display())]
    Taken(PathBuf),
    /// It is no text.
    #[error("{}: not a log: {why}", .path.display())]
    NoText {
        /// The file.
        path: PathBuf,
        /// Where it is none.
        #[source]
        why: std::str::Utf8Error,
    },
    /// It has no whole line, and is not what a log begins with.
    #[error("{}: not a log: it is another file, and is left as it is", .0.display())]
    Foreign(PathBuf),
    /// A line is none of a log.
    #[error("{}:{number}: not a line of a log: {why}", .path.display())]
    Line {
        /// The log.
        path: PathBuf,
        /// Which line, from 1.
        number: usize,
        /// What is wrong with it.
        #[source]
        why: BadLine,
    },
    /// The log of another plan.
    #[error("{} is the log of another campaign: {differences}", .path.display())]
    OtherCampaign {
        /// The log.
        path: PathBuf,
        /// What differs.
        differences: Differences,
    },
    /// The folder has none.
    #[error("{} has no log of a campaign", .0.display())]
    None(PathBuf),
    /// What the folder has does not begin with a plan.
    #[error("{}: not a log of a campaign: {why}", .path.display())]
    NoPlan {
        /// The folder.
        path: PathBuf,
        /// Why not.
        #[source]
        why: serde_json::Error,
    },
    /// The plan cannot be written.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
}

/// Why a line is none of a log.
#[derive(Debug, Error)]
pub enum BadLine {
    /// It is no record.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The place has a record before.
    #[error("the place {0} is there twice")]
    Again(String),
}

/// A line that cannot be added to a log.
#[derive(Debug, Error)]
pub enum Unwritten {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The file does not take it.
    #[error("the log: {0}")]
    File(#[source] io::Error),
}

/// Parts of a plan by their names, each as it was in a log: nothing where it was not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences(pub Vec<(String, Option<Value>)>);

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (key, was)) in self.0.iter().enumerate() {
            f.write_str(if n > 0 { ", " } else { "" })?;
            match was {
                Some(was) => write!(f, "its `{key}` was {was}")?,
                None => write!(f, "it has no `{key}`")?,
            }
        }
        Ok(())
    }
}

/// The file of a log in a campaign's folder.
const NAME: &str = "log.jsonl";

/// A log that is open.
#[derive(Debug)]
pub struct Log {
    file: File,
}

impl Log {
    /// Opens the log in a folder; says what is in it already.
    ///
    /// # Errors
    /// A log of another plan; one that another process has open; one that cannot be read.
    pub fn open(folder: &Folder, plan: &Value) -> Result<(Log, Vec<Record>), NoLog> {
        let path = folder.path().join(NAME);
        let told = |why: io::Error| NoLog::File { path: path.clone(), why };
        let mut file = folder.added_to(NAME).map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(NoLog::Taken(path));
            }
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(told)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&bytes[..whole])
            .map_err(|why| NoLog::NoText { path: path.clone(), why })?;
        let mut lines = text.lines();
        let mut log = Log { file };
        let Some(first) = lines.next() else {
            let head = line(&Head { plan: plan.clone() })?;
            // What is here is cut off: it must be the beginning of what comes in its place.
            if !head.as_bytes().starts_with(&bytes) {
                return Err(NoLog::Foreign(path));
            }
            log.cut(0).map_err(told)?;
            log.write(&head)?;
            return Ok((log, Vec::new()));
        };
        let bad = |number, why: BadLine| NoLog::Line { path: path.clone(), number, why };
        let head: Head = serde_json::from_str(first).map_err(|why| bad(1, why.into()))?;
        if head.plan != *plan {
            let differences = differences(&head.plan, plan);
            return Err(NoLog::OtherCampaign { path, differences });
        }
        let mut records: Vec<Record> = Vec::new();
        let mut seen = HashSet::new();
        for (n, line) in lines.enumerate() {
            let record: Record =
                serde_json::from_str(line).map_err(|why| bad(n + 2, why.into()))?;
            if !seen.insert(record.place.clone()) {
                return Err(bad(n + 2, BadLine::Again(record.place)));
            }
            records.push(record);
        }
        log.cut(whole as u64).map_err(told)?;
        Ok((log, records))
    }

    /// Which part of a campaign a folder has the log of, and the records; the plan is that of the whole.
    ///
    /// # Errors
    /// As [`Log::open`]; there is no log.
    pub fn of_part(folder: &Folder, whole: &Value) -> Result<(Value, Vec<Record>), NoLog> {
        let path = || folder.path().to_owned();
        let text = folder.text(NAME).ok_or_else(|| NoLog::None(path()))?;
        let first = text.lines().next().unwrap_or_default();
        let head: Head =
            serde_json::from_str(first).map_err(|why| NoLog::NoPlan { path: path(), why })?;
        let mut plan = whole.clone();
        plan["shard"] = head.plan["shard"].clone();
        let (_, records) = Log::open(folder, &plan)?;
        Ok((head.plan["shard"].clone(), records))
    }

    /// Adds a record. When this returns, it stays, whatever becomes of this process.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), Unwritten> {
        self.write(&line(record)?)
    }

    fn write(&mut self, line: &str) -> Result<(), Unwritten> {
        // One call, so that lines stay whole.
        self.file.write_all(line.as_bytes()).map_err(Unwritten::File)
    }

    /// Cuts off what comes after so many bytes.
    fn cut(&mut self, whole: u64) -> std::io::Result<()> {
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }
}

fn line(of: &impl Serialize) -> Result<String, Unwritten> {
    let text = serde_json::to_string(of)?;
    Ok(format!("{text}\n"))
}

fn differences(old: &Value, new: &Value) -> Differences {
    let keys = |of: &Value| -> Vec<String> {
        of.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
    };
    let keys: BTreeSet<String> = keys(old).into_iter().chain(keys(new)).collect();
    let differs = keys.into_iter().filter(|key| old[key.as_str()] != new[key.as_str()]);
    Differences(differs.map(|key| (key.clone(), old.get(&key).cloned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::path::Path;

    fn open(folder: &Path, plan: &Value) -> Result<(Log, Vec<Record>), NoLog> {
        Log::open(&Folder::open(folder).unwrap(), plan)
    }

    fn record(n: usize) -> Record {
        Record { place: n.to_string(), kernel: None }
    }

    /// Wherever a line is cut off, the records before it stay, and the next one is whole.
    #[test]
    fn a_line_that_is_cut_off_was_not_counted() {
        let plan = json!({ "seed": 1 });
        let folder = tempfile::tempdir().unwrap();
        let (mut log, before) = open(folder.path(), &plan).unwrap();
        assert!(before.is_empty());
        (0..3).for_each(|n| log.add(&record(n)).unwrap());
        drop(log);
        let whole = std::fs::read(folder.path().join("log.jsonl")).unwrap();
        for cut in 0..=whole.len() {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("log.jsonl"), &whole[..cut]).unwrap();
            let (mut log, before) = open(folder.path(), &plan).unwrap();
            let ends = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(before, (0..ends.saturating_sub(1)).map(record).collect::<Vec<_>>());
            log.add(&record(9)).unwrap();
            drop(log);
            let (_, after) = open(folder.path(), &plan).unwrap();
            assert_eq!(after.last(), Some(&record(9)));
            assert_eq!(after.len(), before.len() + 1);
        }
    }

    #[test]
    fn a_log_is_of_one_campaign_and_of_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path(), &json!({ "seed": 1 })).unwrap();
        let second = open(folder.path(), &json!({ "seed": 1 })).unwrap_err();
        assert!(matches!(second, NoLog::Taken(_)), "{second}");
        drop(first);
        let other = open(folder.path(), &json!({ "seed": 2 })).unwrap_err();
        assert!(other.to_string().ends_with("another campaign: its `seed` was 1"), "{other}");
    }

    /// What is no log of this campaign is told, and left as it is.
    #[test]
    fn another_file_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let empty = "{\"plan\":{}}\n";
        let twice = "{\"place\":\"7\",\"kernel\":null}\n";
        for (text, why) in [
            (format!("{empty}nonsense\n"), "log.jsonl:2"),
            (format!("{empty}{twice}{twice}"), "log.jsonl:3: not a line of a log: the place 7"),
            (format!("{empty}{{\"place\": 7}}\n{{\"pla"), "log.jsonl:2"),
            ("my notes".into(), "another file"),
            ("my notes\n".into(), "log.jsonl:1"),
            ("{\"plan\":{\"seed\":1}}\n{\"pla".into(), "its `seed` was 1"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let bad = open(folder.path(), &json!({})).unwrap_err();
            assert!(bad.to_string().contains(why), "{text}: {bad}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, b"\xff\n").unwrap();
        assert!(matches!(open(folder.path(), &json!({})), Err(NoLog::NoText { .. })));
        std::fs::write(&path, empty).unwrap();
        let other = open(folder.path(), &json!({ "seed": 1 })).unwrap_err();
        assert!(other.to_string().ends_with("another campaign: it has no `seed`"), "{other}");
        // A line that ends in the middle of a letter is one that is cut off.
        std::fs::write(&path, [empty.as_bytes(), b"{\"place\":\"corpus/\xc3"].concat()).unwrap();
        assert_eq!(open(folder.path(), &json!({})).unwrap().1, Vec::new());
    }
}
