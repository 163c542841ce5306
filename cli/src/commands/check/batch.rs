//! `check` of several files and folders: each file in a process of its own, so that what one of
//! them costs, or does to this program, is no loss to the others.

use super::Check;
use super::process;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::style::{ERROR, HEADING};
use crate::progress::Progress;
use rayon::prelude::*;
use semantics::{Text, say};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use verdict::form::Kernel;

/// What the files in a folder end in that are checked.
const ENDINGS: [&str; 4] = ["cu", "cl", "jam", "map"];

/// Folders in folders are gone into this deep.
const DEEPEST: usize = 64;

/// What came of one file.
#[derive(Clone, Debug)]
pub struct FileAnswer {
    /// The file, as it was named or found.
    pub file: String,
    /// Its kernels, as far as there is an answer.
    pub kernels: Vec<Kernel>,
    /// Whether all of the file has been checked.
    pub complete: bool,
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
    let jobs = crate::pool::jobs(check.jobs);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|error| cannot(format!("cannot start threads: {error}")))?;
    let (progress, done) = (Progress::bar("files"), AtomicUsize::new(0));
    // Where there are fewer files than that, each may take several kernels at a time.
    let flags = check.flags((jobs / files.len().max(1)).max(1));
    let time = Duration::from_secs(check.timeout.saturating_add(check.suggest.unwrap_or(0)));
    let one = |file: &PathBuf| {
        let answer = process::check(&program, &flags, file, time);
        progress.show(done.fetch_add(1, Ordering::Relaxed) as u128 + 1, files.len() as u128);
        answer
    };
    Ok(pool.install(|| files.par_iter().map(one).collect()))
}

/// The kernels of all files, under names that are unique.
pub fn kernels(answers: &[FileAnswer]) -> Vec<Kernel> {
    let all = answers.iter().flat_map(|of| of.kernels.iter().map(|kernel| unique(of, kernel)));
    all.collect()
}

/// The same as JSON, each with its file.
pub fn json(answers: &[FileAnswer]) -> Vec<Value> {
    let of_file = |of: &FileAnswer, kernel: &Kernel| {
        // Only numbers and text: this does not fail.
        let mut kernel = serde_json::to_value(unique(of, kernel)).unwrap_or(Value::Null);
        kernel["file"] = of.file.clone().into();
        kernel
    };
    answers.iter().flat_map(|of| of.kernels.iter().map(move |k| of_file(of, k))).collect()
}

/// A kernel under a name that is unique.
fn unique(of: &FileAnswer, kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    if kernel.name != of.file {
        kernel.name = format!("{}:{}", of.file, kernel.name);
    }
    kernel
}

/// What has no answer, or not for all of it, and why.
pub fn errors(answers: &[FileAnswer]) -> impl Iterator<Item = &FileAnswer> {
    answers.iter().filter(|answer| answer.kernels.is_empty() || !answer.complete)
}

/// The worst of all files: 2, then 1, then 3, then 0.
pub fn exit(answers: &[FileAnswer]) -> Exit {
    Exit::worst(answers.iter().map(|answer| answer.exit))
}

/// One line a kernel, what has no answer, and how many got which verdict.
pub fn text(answers: &[FileAnswer], verbose: bool) -> Text {
    let mut out = Text::new();
    let kernels = kernels(answers);
    super::summary::table(&mut out, &kernels, verbose);
    for answer in errors(answers) {
        let first = answer.said.lines().next().unwrap_or("no answer");
        let what = if answer.kernels.is_empty() { "no answer" } else { "not all is checked" };
        say!(out, "{HEADING}{}{HEADING:#}: {ERROR}{what}{ERROR:#}", answer.file);
        say!(out, "  {first}");
    }
    match verbose {
        true => super::summary::census(&mut out, &kernels),
        false => super::summary::count(&mut out, &kernels),
    }
    out
}
