//! The log of a campaign: one line for each kernel, written before it is counted, and only added to.
//!
//! A process that is killed leaves at most a last line without an end, which is cut off when the log
//! is opened again: that kernel was not counted, and is run once more.

use crate::outcome::Outcome;
use crate::reading::Said;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

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

/// A log that is open.
#[derive(Debug)]
pub struct Log {
    file: File,
}

impl Log {
    /// Opens the log in a folder, which is made where it is not there; says what is in it already.
    ///
    /// # Errors
    /// A log of another plan; one that another process has open; one that cannot be read.
    pub fn open(folder: &Path, plan: &Value) -> Result<(Log, Vec<Record>), String> {
        let path = folder.join("log.jsonl");
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(folder).map_err(told)?;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(&path).map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{}: another process has it open", path.display()));
            }
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(told)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        let mut lines = text[..whole].lines();
        let mut log = Log { file };
        let Some(first) = lines.next() else {
            log.write(&Head { plan: plan.clone() })?;
            return Ok((log, Vec::new()));
        };
        let bad = |n: usize, error: &dyn std::fmt::Display| {
            format!("{}:{n}: not a line of a log: {error}", path.display())
        };
        let head: Head = serde_json::from_str(first).map_err(|error| bad(1, &error))?;
        if head.plan != *plan {
            return Err(format!(
                "{} is the log of another campaign: {}",
                path.display(),
                differences(&head.plan, plan)
            ));
        }
        let records = lines
            .enumerate()
            .map(|(n, line)| serde_json::from_str(line).map_err(|error| bad(n + 2, &error)))
            .collect::<Result<_, _>>()?;
        Ok((log, records))
    }

    /// Adds a record. When this returns, it stays, whatever becomes of this process.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), String> {
        self.write(record)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        // One call, so that lines stay whole.
        self.file.write_all(text.as_bytes()).map_err(|error| format!("the log: {error}"))
    }
}

fn differences(old: &Value, new: &Value) -> String {
    let keys = old.as_object().into_iter().flatten().map(|(key, _)| key);
    let differs = keys.filter(|key| old[key.as_str()] != new[key.as_str()]);
    let told = differs.map(|key| format!("its `{key}` was {}", old[key.as_str()]));
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(n: usize) -> Record {
        Record { place: n.to_string(), kernel: None }
    }

    /// Wherever a line is cut off, the records before it stay, and the next one is whole.
    #[test]
    fn a_line_that_is_cut_off_was_not_counted() {
        let plan = json!({ "seed": 1 });
        let folder = tempfile::tempdir().unwrap();
        let (mut log, before) = Log::open(folder.path(), &plan).unwrap();
        assert!(before.is_empty());
        (0..3).for_each(|n| log.add(&record(n)).unwrap());
        drop(log);
        let whole = std::fs::read(folder.path().join("log.jsonl")).unwrap();
        for cut in 0..=whole.len() {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("log.jsonl"), &whole[..cut]).unwrap();
            let (mut log, before) = Log::open(folder.path(), &plan).unwrap();
            let ends = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(before, (0..ends.saturating_sub(1)).map(record).collect::<Vec<_>>());
            log.add(&record(9)).unwrap();
            drop(log);
            let (_, after) = Log::open(folder.path(), &plan).unwrap();
            assert_eq!(after.last(), Some(&record(9)));
            assert_eq!(after.len(), before.len() + 1);
        }
    }

    #[test]
    fn a_log_is_of_one_campaign_and_of_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let open = Log::open(folder.path(), &json!({ "seed": 1 })).unwrap();
        let second = Log::open(folder.path(), &json!({ "seed": 1 })).unwrap_err();
        assert!(second.contains("another process"), "{second}");
        drop(open);
        let other = Log::open(folder.path(), &json!({ "seed": 2 })).unwrap_err();
        assert!(other.contains("its `seed` was 1"), "{other}");
        std::fs::write(folder.path().join("log.jsonl"), "{\"plan\":{}}\nnonsense\n").unwrap();
        let bad = Log::open(folder.path(), &json!({})).unwrap_err();
        assert!(bad.contains("log.jsonl:2"), "{bad}");
    }
}
