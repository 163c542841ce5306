//! `check` of several files and folders: each file in a process of its own, so that what one of
//! them costs, or does to this program, is no loss to the others.

use super::Check;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::style::{ERROR, HEADING};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the files in a folder end in that are checked.
const ENDINGS: [&str; 4] = ["cu", "cl", "jam", "map"];

/// Folders in folders are gone into this deep.
const DEEPEST: usize = 64;

/// What came of one file.
#[derive(Clone, Debug)]
pub struct FileAnswer {
    /// The file, as it was named or found.
    pub file: String,
    /// Its kernels, as `check --format json` says; none where there is no answer.
    pub kernels: Vec<Value>,
    /// What was said besides: an error, a note.
    pub said: String,
    /// What its exit code says.
    pub exit: Exit,
}

/// The files, those of folders in order of their names.
///
/// # Errors
/// A folder that cannot be read; none at all.
pub fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in named {
        if path.is_dir() {
            let before = all.len();
            below(path, 0, &mut all)?;
            all[before..].sort();
        } else {
            all.push(path.clone());
        }
    }
    if all.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage("`-` stands beside files", "check standard input alone"));
    }
    // A file that is named twice, or in a folder too, is checked once.
    let mut seen = BTreeSet::new();
    all.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    if all.is_empty() {
        let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
        return Err(Failure::usage("there is no file to check", format!("it takes {endings}")));
    }
    Ok(all)
}

fn below(folder: &Path, depth: usize, all: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read the folder `{}`: {error}", folder.display());
        Failure::usage(message, "give a folder that can be read")
    };
    if depth > DEEPEST {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        // A link may lead back here.
        if kind.is_dir() {
            below(&path, depth + 1, all)?;
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| ENDINGS.contains(&e)) {
            all.push(path);
        }
    }
    Ok(())
}

/// Checks each file, so many at a time.
///
/// # Errors
/// If this program cannot be started again.
pub fn check(check: &Check, files: &[PathBuf]) -> Result<Vec<FileAnswer>, Failure> {
    let cannot = |what: String| Failure::usage(what, "check the files one by one");
    let program = std::env::current_exe()
        .map_err(|error| cannot(format!("cannot find this program: {error}")))?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(check.jobs.unwrap_or(0))
        .build()
        .map_err(|error| cannot(format!("cannot start threads: {error}")))?;
    let bar = ProgressBar::new(files.len() as u64);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos} of {len} files, {eta} left") {
        bar.set_style(style);
    }
    let flags = check.flags();
    let answers = pool.install(|| {
        let each = files.par_iter().progress_with(bar.clone());
        each.map(|file| one(&program, &flags, file)).collect()
    });
    bar.finish_and_clear();
    Ok(answers)
}

fn one(program: &Path, flags: &[String], file: &Path) -> FileAnswer {
    let name = file.display().to_string();
    let failed = |said: String| FileAnswer {
        file: name.clone(),
        kernels: Vec::new(),
        said,
        exit: Exit::Undecided,
    };
    let mut child = Command::new(program);
    child.args(["check", "--format", "json"]).args(flags).arg("--").arg(file);
    let output = match child.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => return failed(format!("cannot start: {error}")),
    };
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    let exit = match output.status.code() {
        Some(0) => Exit::Fine,
        Some(1) => Exit::Alarm,
        Some(2) => Exit::Bad,
        Some(3) => Exit::Undecided,
        _ => return failed(format!("{said}\nended without an answer: {}", output.status)),
    };
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    let mut kernels: Vec<Value> = answer["kernels"].as_array().cloned().unwrap_or_default();
    if kernels.is_empty() && matches!(exit, Exit::Fine | Exit::Alarm) {
        // Nothing was said of any kernel, so nothing is known of the file.
        return failed(format!("{said}\nended without a readable answer"));
    }
    for kernel in &mut kernels {
        kernel["file"] = name.clone().into();
    }
    FileAnswer { file: name, kernels, said, exit }
}

/// The kernels of all files, under names that are unique.
pub fn kernels(answers: &[FileAnswer]) -> Vec<Value> {
    let mut all = Vec::new();
    for answer in answers {
        for kernel in &answer.kernels {
            let mut kernel = kernel.clone();
            let name = kernel["name"].as_str().unwrap_or_default();
            if name != answer.file {
                kernel["name"] = format!("{}:{name}", answer.file).into();
            }
            all.push(kernel);
        }
    }
    all
}

/// What has no answer, and why.
pub fn errors(answers: &[FileAnswer]) -> impl Iterator<Item = &FileAnswer> {
    answers.iter().filter(|answer| answer.kernels.is_empty())
}

/// The worst of all files: 2, then 1, then 3, then 0.
pub fn exit(answers: &[FileAnswer]) -> Exit {
    [Exit::Bad, Exit::Alarm, Exit::Undecided]
        .into_iter()
        .find(|exit| answers.iter().any(|answer| answer.exit == *exit))
        .unwrap_or(Exit::Fine)
}

/// One line a kernel, what has no answer, and the census.
pub fn text(answers: &[FileAnswer]) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = super::summary::table(&mut out, &kernels(answers));
    for answer in errors(answers) {
        let first = answer.said.lines().next().unwrap_or("no answer");
        let _ = writeln!(out, "{HEADING}{}{HEADING:#}: {ERROR}no answer{ERROR:#}", answer.file);
        let _ = writeln!(out, "  {first}");
    }
    let _ = super::summary::census(&mut out, &kernels(answers));
    out
}
