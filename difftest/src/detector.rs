//! Detectors and their descriptions.

use crate::child::{self, End, Limits, Ran};
use crate::reading::{self, BadRule, Rule, Said};
use crate::template::{Filling, UnknownPlace, Word};
use generators::{Language, Launch, UnknownLanguage};
use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, TryFromFloatSecsError};
use thiserror::Error;

/// A race detector.
#[derive(Clone, Debug)]
pub struct Detector {
    /// What it is called.
    pub name: String,
    /// The languages that it reads, the best first.
    pub languages: Vec<Language>,
    /// What it takes for a race, where that can be argued about.
    pub conventions: Conventions,
    /// How it runs.
    pub runs: Runs,
    /// The description.
    pub text: String,
}

/// How a detector runs.
#[derive(Clone, Debug)]
pub enum Runs {
    /// As a child process.
    Child {
        /// The command, with places to fill in.
        command: Vec<Word>,
        /// What it may use.
        limits: Limits,
        /// How its answers are read.
        rules: Vec<Rule>,
        /// The folder of the description.
        here: PathBuf,
    },
    /// `jaminan check`, in this process.
    Check,
}

/// One of the questions that conventions answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// Race or no race, the detector may say either: nobody is blamed.
    #[default]
    Open,
    /// It counts.
    Counts,
    /// It does not count.
    Passes,
}

/// What a detector takes for a race, where that can be argued about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Conventions {
    /// Two writes of one value to one cell.
    pub equal_writes: Convention,
    /// A race of two threads of one warp.
    pub within_warp: Convention,
    /// A race that hangs on what shared memory holds before anybody wrote to it.
    pub uninitialised: Convention,
    /// A race that hangs on the contents of arrays or on parameters. A tool that watches one run may
    /// let it pass.
    pub some_inputs: Convention,
    /// A race in executions that have no meaning in C, such as one with a signed overflow.
    pub without_meaning: Convention,
}

impl Default for Conventions {
    /// What nobody argues about counts.
    fn default() -> Self {
        Conventions {
            equal_writes: Convention::Counts,
            within_warp: Convention::Counts,
            uninitialised: Convention::Open,
            some_inputs: Convention::Counts,
            without_meaning: Convention::Open,
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Open => "open",
            Convention::Counts => "counts",
            Convention::Passes => "passes",
        })
    }
}

impl Conventions {
    /// Each of them, as descriptions call it.
    pub fn named(&mut self) -> [(&'static str, &mut Convention); 5] {
        [
            ("equal-writes", &mut self.equal_writes),
            ("within-warp", &mut self.within_warp),
            ("uninitialised", &mut self.uninitialised),
            ("some-inputs", &mut self.some_inputs),
            ("without-meaning", &mut self.without_meaning),
        ]
    }
}

/// `equal-writes counts, within-warp counts, …`
impl fmt::Display for Conventions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.clone().named().map(|(name, convention)| format!("{name} {convention}"));
        f.write_str(&all.join(", "))
    }
}

/// Why a text describes no detector.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BadDescription {
    /// It is no TOML, or has other keys.
    #[error("{}{}", Line(*line), why.message())]
    Toml {
        /// The line, from 1, where there is one.
        line: Option<usize>,
        /// What is wrong there.
        #[source]
        why: toml::de::Error,
    },
    /// One of its languages is none.
    #[error(transparent)]
    Language(#[from] UnknownLanguage),
    /// It has no language.
    #[error("`languages` is empty: it reads nothing")]
    NoLanguage,
    /// Its command has no word.
    #[error("`command` is empty")]
    NoCommand,
    /// It has no rule that reads answers.
    #[error("there is no `[[answer]]`: no answer can be read")]
    NoAnswer,
    /// The command has a place that is not known.
    #[error(transparent)]
    Place(#[from] UnknownPlace),
    /// The command is a path from the folder that it runs in, which is another one for each run.
    #[error(
        "`{0}` is looked for in a folder that is made for each run: write `{{here}}/{name}`, which \
         is the folder of the description",
        name = .0.strip_prefix("./").unwrap_or(.0)
    )]
    RelativePath(String),
    /// A rule is none.
    #[error(transparent)]
    Rule(#[from] BadRule),
    /// The time is none.
    #[error("`seconds` is {seconds}: {why}")]
    Seconds {
        /// What is given.
        seconds: f64,
        /// Why it is none.
        #[source]
        why: TryFromFloatSecsError,
    },
    /// No detector in this process is called this.
    #[error("`in-process` is \"check\", and not \"{0}\"")]
    InProcess(String),
    /// It runs neither as a child nor in this process, or both.
    #[error("either `command` is given or `in-process`")]
    NotOneOfTwo,
}

/// `line 3: `, where a line is known.
struct Line(Option<usize>);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, "line {line}: "))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: String,
    command: Option<Vec<String>>,
    in_process: Option<String>,
    languages: Vec<String>,
    #[serde(default)]
    limits: WrittenLimits,
    #[serde(default)]
    conventions: Conventions,
    #[serde(default)]
    answer: Vec<reading::Written>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenLimits {
    seconds: Option<f64>,
    memory_mib: Option<u64>,
    output_kib: Option<u64>,
    file_mib: Option<u64>,
    processes: Option<usize>,
}

impl WrittenLimits {
    fn limits(&self) -> Result<Limits, BadDescription> {
        let default = Limits::default();
        let time = match self.seconds {
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .map_err(|why| BadDescription::Seconds { seconds, why })?,
            None => default.time,
        };
        Ok(Limits {
            time,
            memory: self.memory_mib.map_or(default.memory, |n| n.saturating_mul(1 << 20)),
            output: self.output_kib.map_or(default.output, |n| n.saturating_mul(1 << 10)),
            file: self.file_mib.map_or(default.file, |n| n.saturating_mul(1 << 20)),
            processes: self.processes.unwrap_or(default.processes),
        })
    }
}

/// What a detector said of one kernel.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it comes to.
    pub said: Said,
    /// Why there is no answer, where there is none.
    pub why: String,
    /// The run.
    pub ran: Ran,
    /// The command, filled in.
    pub command: Vec<String>,
    /// Which rule reads it, from 0.
    pub rule: Option<usize>,
}

impl Detector {
    /// Reads a description; `here` is the folder that it stands in.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_toml(text: &str, here: &Path) -> Result<Detector, BadDescription> {
        let written: Written = toml::from_str(text).map_err(|why| placed(text, why))?;
        let languages: Vec<Language> =
            written.languages.iter().map(|l| l.parse()).collect::<Result<_, _>>()?;
        if languages.is_empty() {
            return Err(BadDescription::NoLanguage);
        }
        let runs = match (written.command, written.in_process.as_deref()) {
            (Some(command), None) => {
                let word = command.first().cloned();
                if word.is_none() {
                    return Err(BadDescription::NoCommand);
                }
                if written.answer.is_empty() {
                    return Err(BadDescription::NoAnswer);
                }
                let command: Vec<Word> =
                    command.iter().map(|word| Word::read(word)).collect::<Result<_, _>>()?;
                if let (Some(first), Some(word)) = (command.first(), word)
                    && first.is_relative_path()
                {
                    return Err(BadDescription::RelativePath(word));
                }
                let rules = written.answer.into_iter().map(Rule::new).collect::<Result<_, _>>()?;
                let limits = written.limits.limits()?;
                Runs::Child { command, limits, rules, here: here.to_owned() }
            }
            (None, Some("check")) => Runs::Check,
            (None, Some(other)) => {
                return Err(BadDescription::InProcess(other.into()));
            }
            _ => return Err(BadDescription::NotOneOfTwo),
        };
        Ok(Detector {
            name: written.name,
            languages,
            conventions: written.conventions,
            runs,
            text: text.to_owned(),
        })
    }

    /// The program that is run, where it is a child process.
    pub fn program(&self) -> Option<String> {
        let Runs::Child { command, here, .. } = &self.runs else { return None };
        let (file, launch) = (Path::new(""), &Launch::row(1));
        Some(command.first()?.filled(&Filling { here, file, launch }))
    }

    /// Whether its program is there; a command that is a path is looked for in the description's
    /// folder.
    pub fn is_installed(&self) -> bool {
        match &self.runs {
            Runs::Check => true,
            Runs::Child { .. } => {
                let Some(program) = self.program() else { return false };
                if program.contains('/') {
                    return Path::new(&program).is_file();
                }
                let path = std::env::var_os("PATH").unwrap_or_default();
                std::env::split_paths(&path).any(|folder| folder.join(&program).is_file())
            }
        }
    }

    /// Runs it on a text; nothing where it runs in this process.
    pub fn ask(&self, text: &str, language: Language, launch: &Launch) -> Option<Answer> {
        let Runs::Child { command, limits, rules, here } = &self.runs else { return None };
        let failed = |why: String| Answer {
            said: Said::NotStarted,
            why: why.clone(),
            ran: Ran {
                end: End::NotStarted(why),
                out: String::new(),
                err: String::new(),
                time: Duration::ZERO,
            },
            command: Vec::new(),
            rule: None,
        };
        let folder = match tempfile::tempdir() {
            Ok(folder) => folder,
            Err(error) => return Some(failed(format!("there is no temporary folder: {error}"))),
        };
        let file = folder.path().join(format!("kernel.{language}"));
        if let Err(error) = std::fs::write(&file, text) {
            return Some(failed(format!("cannot write {}: {error}", file.display())));
        }
        let filling = Filling { here, file: &file, launch };
        let command: Vec<String> = command.iter().map(|word| word.filled(&filling)).collect();
        let ran = child::run(&command, folder.path(), limits);
        let reading::Read { said, why, rule } = reading::read(rules, &ran);
        Some(Answer { said, why, ran, command, rule })
    }

    /// Reads an answer that was recorded.
    pub fn read(&self, ran: &Ran) -> Option<(Said, String)> {
        match &self.runs {
            Runs::Child { rules, .. } => {
                let read = reading::read(rules, ran);
                Some((read.said, read.why))
            }
            Runs::Check => None,
        }
    }
}

/// What is wrong with a text, and in which line.
fn placed(text: &str, why: toml::de::Error) -> BadDescription {
    let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    BadDescription::Toml { line: why.span().map(|bytes| line(bytes.start)), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_units() {
        let limits = |text: &str| toml::from_str::<WrittenLimits>(text).ok()?.limits().ok();
        assert_eq!(limits(""), Some(Limits::default()));
        let all = "seconds = 0.5\nmemory-mib = 3\noutput-kib = 5\nfile-mib = 7\nprocesses = 11";
        let expected = Limits {
            time: Duration::from_millis(500),
            memory: 3 << 20,
            output: 5 << 10,
            file: 7 << 20,
            processes: 11,
        };
        assert_eq!(limits(all), Some(expected));
        assert_eq!(limits("memory-mib = 18446744073709551615").map(|l| l.memory), Some(u64::MAX));
        for wrong in ["seconds = -1", "memory-mib = -1", "file-kib = 1"] {
            assert_eq!(limits(wrong), None, "{wrong}");
        }
    }
}
