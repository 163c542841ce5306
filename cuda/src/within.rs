//! A file that is a part of another one: it has kernels that it does not launch, and a file beside it includes it and
//! launches them. What they mean, and with what they are launched, that file says: types and macros stand there, too.

use crate::files::{Files, folder_of};
use crate::launch_lines;
use crate::options::Options;
use crate::preprocess::{Named, includes_of, is_known_header, is_opencl};
use crate::reading::{Read, read};
use crate::syntax::Function;
use semantics::{Name, Source};
use std::collections::BTreeSet;

/// No file is followed that includes more.
const MOST_FILES: usize = 200;

/// A source, by itself or as a part of another one, and what was read of it to know that.
pub(crate) enum Found {
    /// By itself.
    Alone(Option<Read>),
    /// As a part of this one.
    Part(Whole, Read),
}

/// The file that a part belongs to.
pub(crate) struct Whole {
    /// It.
    pub source: Source,
    /// In which files the kernels stand that are asked about, by their [identities](Files::identity).
    pub files: BTreeSet<String>,
}

impl Whole {
    /// Whether a kernel is one of those that are asked about.
    pub fn has(&self, place: &Source, files: &dyn Files) -> bool {
        self.files.contains(&files.identity(place.name()))
    }
}

/// Whether a source is a part of a file: the [outermost](outermost) of those beside it that include it, where it has all its
/// kernels and launches one that the source does not launch.
pub(crate) fn whole(source: &Source, options: &Options, files: &dyn Files) -> Found {
    let lines = launch_lines::read(source);
    // A file that is read before each of them may include it, too.
    if is_opencl(source) || lines.says_something() || !options.includes.is_empty() {
        return Found::Alone(None);
    }
    let Some(including) = including(source, options, files) else { return Found::Alone(None) };
    let own = read_alone(source, options, files);
    match part_of(including, source, own.as_ref(), options, files) {
        Some((whole, read)) => Found::Part(whole, read),
        None => Found::Alone(own),
    }
}

/// The file beside a source that may have it as a part.
fn including(source: &Source, options: &Options, files: &dyn Files) -> Option<Source> {
    let beside = files.beside(source.name()).into_iter();
    let sources: Vec<Source> = beside
        .filter_map(|path| Some(Source::new(path.clone(), files.read(&path).ok()?)))
        .collect();
    let reach = Reach { part: source, options, files };
    let including = outermost(&reach, &sources)?;
    sources.into_iter().nth(including)
}

/// The whole that a source is a part of, if it is that one; `own`: what is read of the part alone.
fn part_of(
    including: Source,
    source: &Source,
    own: Option<&Read>,
    options: &Options,
    files: &dyn Files,
) -> Option<(Whole, Read)> {
    let mut asked = BTreeSet::from([files.identity(source.name())]);
    let (mut names, mut launched) = (BTreeSet::<Name>::new(), BTreeSet::<Name>::new());
    if let Some(own) = own {
        for kernel in own.kernels() {
            asked.insert(files.identity(kernel.span.0.source.name()));
            names.insert(kernel.name.clone());
            if own.launches(kernel) {
                launched.insert(kernel.name.clone());
            }
        }
        // A macro of the whole may be what is missing.
        for (name, place) in own.file.unread().filter_map(|unread| unread.kernel.as_ref()) {
            asked.insert(files.identity(place.0.source.name()));
            names.insert(name.clone());
        }
        if names == launched {
            return None;
        }
    }
    let whole = Whole { source: including, files: asked };
    let read = read_alone(&whole.source, options, files)?;
    let kernels = read.kernels();
    let asked = |kernel: &&&Function| whole.has(&kernel.span.0.source, files);
    let kernels: Vec<&Function> = kernels.iter().filter(asked).copied().collect();
    let all = names.iter().all(|name| kernels.iter().any(|kernel| kernel.name == *name));
    let more = |kernel: &&Function| !launched.contains(&kernel.name) && read.launches(kernel);
    let is_part = all && kernels.iter().any(more);
    is_part.then_some((whole, read))
}

/// Of the files beside a part, the one that includes it, itself or by a chain of others, and that no other one includes.
/// None where a file that is not of the chain may include the part, too, also where only one is seen to launch anything:
/// another may give a kernel to a function that is not followed.
fn outermost(reach: &Reach<'_>, sources: &[Source]) -> Option<usize> {
    let files = reach.files;
    let mut apart = BTreeSet::new();
    let mut left: BTreeSet<usize> =
        (0..sources.len()).filter(|n| reach.may_reach(&sources[*n], &mut apart)).collect();
    let mut inner = files.identity(reach.part.name());
    loop {
        let includes = |n: &usize| includes(&sources[*n], &inner, files);
        let outer = left.iter().copied().find(includes)?;
        left.remove(&outer);
        if left.is_empty() {
            return Some(outer);
        }
        inner = files.identity(sources[outer].name());
    }
}

/// A source, where it can be read.
fn read_alone(source: &Source, options: &Options, files: &dyn Files) -> Option<Read> {
    options.for_file.from_now().enter(|| read(source, options, files)).ok()
}

/// Whether a file looks as if it included another one, of this identity, by itself.
fn includes(of: &Source, wanted: &str, files: &dyn Files) -> bool {
    let is_part = |named: &Named| {
        named.quoted && files.identity(&format!("{}{}", folder_of(of.name()), named.path)) == wanted
    };
    includes_of(of).is_some_and(|all| all.iter().flatten().any(is_part))
}

/// What may include a part.
struct Reach<'a> {
    part: &'a Source,
    options: &'a Options,
    files: &'a dyn Files,
}

impl Reach<'_> {
    /// Whether a file may include the part, itself or by what it includes: where it is not seen which file it includes, or
    /// where those are too many, it may. `apart`: files of which that was asked, and that do not.
    fn may_reach(&self, of: &Source, apart: &mut BTreeSet<String>) -> bool {
        let wanted = self.files.identity(self.part.name());
        let mut seen = BTreeSet::from([self.files.identity(of.name())]);
        let mut open = vec![of.clone()];
        while let Some(of) = open.pop() {
            let Some(all) = includes_of(&of) else { return true };
            for named in all {
                let Some(Named { path, quoted }) = named else { return true };
                let mut found = false;
                for candidate in self.candidates(&of, &path) {
                    let identity = self.files.identity(&candidate);
                    if identity == wanted {
                        return true;
                    }
                    if seen.contains(&identity) || apart.contains(&identity) {
                        found = true;
                        continue;
                    }
                    let Ok(text) = self.files.read(&candidate) else { continue };
                    found = true;
                    seen.insert(identity);
                    open.push(Source::new(candidate, text));
                }
                // A header of the project that is not at hand, and not one of a library.
                if (!found && quoted && !is_known_header(&path)) || seen.len() > MOST_FILES {
                    return true;
                }
            }
        }
        apart.extend(seen);
        false
    }

    /// The files that an `#include` may mean: whatever folders a compiler looks in, one of this name in the part's folder
    /// may be it.
    fn candidates(&self, of: &Source, path: &str) -> Vec<String> {
        if path.starts_with('/') {
            return vec![path.to_string()];
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let part = folder_of(self.part.name());
        let given = self.options.include_dirs.iter().map(|of| format!("{of}/{path}"));
        let beside = [
            format!("{}{path}", folder_of(of.name())),
            format!("{part}{path}"),
            format!("{part}{name}"),
        ];
        beside.into_iter().chain(given).collect()
    }
}
