//! The kernels of a suite, several at a time, each written down as soon as there is an answer.

use super::files::SuiteFile;
use super::kernel;
use super::record::{Line, Log};
use crate::failure::Failure;
use crate::progress::Progress;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// A kernel by its number in a file, which has so many as far as is known.
#[derive(Clone, Copy)]
struct Todo<'f> {
    file: &'f SuiteFile,
    number: usize,
    of: usize,
}

/// What is left to do.
struct Work<'f> {
    left: VecDeque<Todo<'f>>,
    /// How many are being checked: there may be more in their files.
    begun: usize,
    done: Vec<Line>,
    log: &'f mut Log,
    /// What ended it.
    failed: Option<Failure>,
}

/// All lines: those before, and one for each kernel that has none yet.
///
/// # Errors
/// A line cannot be written; this program cannot be started again.
pub fn run(
    files: &[SuiteFile],
    before: Vec<Line>,
    flags: &[String],
    time: Duration,
    jobs: usize,
    log: &mut Log,
) -> Result<Vec<Line>, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::usage(format!("cannot find this program: {error}"), "call it by its whole path")
    })?;
    let progress = Progress::bar("kernels");
    let left = left(files, &before);
    let work = Work { left, begun: 0, done: before, log, failed: None };
    let (work, changed) = (Mutex::new(work), Condvar::new());
    let worker = || {
        while let Some(Todo { file, number, of }) = next(&work, &changed) {
            let mut line = kernel::check(&program, flags, file, number, time);
            // Where the file was not read this time it has as many as before.
            line.of = line.of.max(of);
            let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
            work.end(file, of, line);
            let (done, left) = (work.done.len(), work.left.len() + work.begun);
            progress.show(done as u128, (done + left) as u128);
            changed.notify_all();
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(worker);
        }
    });
    drop(progress);
    let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    match work.failed {
        Some(failure) => Err(failure),
        None => Ok(work.done),
    }
}

/// What these lines say nothing of.
fn left<'f>(files: &'f [SuiteFile], before: &[Line]) -> VecDeque<Todo<'f>> {
    let mut there: BTreeMap<&str, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for line in before {
        let (of, numbers) = there.entry(&line.file).or_default();
        *of = line.of.max(*of);
        numbers.insert(line.number);
    }
    let mut left = VecDeque::new();
    for file in files {
        let (of, numbers) = there.remove(file.name.as_str()).unwrap_or_default();
        let numbers = (0..of.max(1)).filter(|number| !numbers.contains(number));
        left.extend(numbers.map(|number| Todo { file, number, of }));
    }
    left
}

/// What is to be checked next; nothing at the end.
fn next<'f>(work: &Mutex<Work<'f>>, changed: &Condvar) -> Option<Todo<'f>> {
    let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if work.failed.is_some() {
            return None;
        }
        if let Some(next) = work.left.pop_front() {
            work.begun += 1;
            return Some(next);
        }
        if work.begun == 0 {
            return None;
        }
        work = changed.wait(work).unwrap_or_else(PoisonError::into_inner);
    }
}

impl<'f> Work<'f> {
    /// Writes down what came of a kernel. The first one says how many there are.
    fn end(&mut self, file: &'f SuiteFile, known: usize, line: Line) {
        self.begun -= 1;
        // Unless they were known before.
        if line.number == 0 && known == 0 {
            let of = line.of;
            (1..of).rev().for_each(|number| self.left.push_front(Todo { file, number, of }));
        }
        match self.log.add(&line) {
            Ok(()) => self.done.push(line),
            Err(failure) => self.failed = Some(failure),
        }
    }
}

/// What is missing of a run.
#[derive(Debug, Error)]
pub enum Incomplete {
    /// Some kernels of a file.
    #[error("kernels of {0} are missing")]
    Kernels(String),
    /// Some files.
    #[error("{there} of {of} files are there")]
    Files {
        /// How many are there.
        there: usize,
        /// How many it has.
        of: usize,
    },
}

/// That this is the whole of it: each file has all its lines.
///
/// # Errors
/// The file that has not.
pub fn complete(lines: &[Line], files: usize) -> Result<(), Incomplete> {
    let mut there: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for line in lines {
        let (of, n) = there.entry(&line.file).or_default();
        (*of, *n) = (line.of.max(1).max(*of), *n + 1);
    }
    if let Some((file, _)) = there.iter().find(|(_, (of, n))| of != n) {
        return Err(Incomplete::Kernels((*file).into()));
    }
    match there.len() == files {
        true => Ok(()),
        false => Err(Incomplete::Files { there: there.len(), of: files }),
    }
}
