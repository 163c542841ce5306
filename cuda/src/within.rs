//! A file that is a part of another one: it has kernels that it does not launch, and a file beside it includes it and
//! launches them. What they mean, and with what they are launched, that file says: types and macros stand there, too.

use crate::files::{Files, folder_of};
use crate::launch_lines;
use crate::options::Options;
use crate::preprocess::is_opencl;
use crate::reading::{Read, read};
use crate::syntax::Function;
use semantics::{Name, Source};
use std::collections::BTreeSet;

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

/// The file that a source is a part of: the only one of those beside it that includes it, where it has all its kernels and
/// launches one that the source does not launch. None where several include it, also where only one is seen to launch
/// anything: another may give a kernel to a function that is not followed.
pub(crate) fn whole(source: &Source, options: &Options, files: &dyn Files) -> Option<Whole> {
    let lines = launch_lines::read(source);
    if is_opencl(source) || lines.says_something() {
        return None;
    }
    let beside = files.beside(source.name()).into_iter();
    let sources =
        beside.filter_map(|path| Some(Source::new(path.clone(), files.read(&path).ok()?)));
    let mut including = sources.filter(|of| includes(of, source, files));
    let (Some(including), None) = (including.next(), including.next()) else { return None };
    let own = read_alone(source, options, files);
    let mut asked = BTreeSet::from([files.identity(source.name())]);
    let (mut names, mut launched) = (BTreeSet::<Name>::new(), BTreeSet::<Name>::new());
    if let Some(own) = &own {
        for kernel in own.kernels() {
            asked.insert(files.identity(kernel.span.0.source.name()));
            names.insert(kernel.name.clone());
            if own.launches(kernel) {
                launched.insert(kernel.name.clone());
            }
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
    (all && kernels.iter().any(more)).then_some(whole)
}

/// A source, where it can be read.
fn read_alone(source: &Source, options: &Options, files: &dyn Files) -> Option<Read> {
    options.for_file.from_now().enter(|| read(source, options, files)).ok()
}

/// Whether a file looks as if it included another one.
fn includes(of: &Source, part: &Source, files: &dyn Files) -> bool {
    let wanted = files.identity(part.name());
    let name = part.name().rsplit('/').next().unwrap_or_default();
    let written = |line: &str| {
        let path = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let (path, _) = path.trim_start().strip_prefix('"')?.split_once('"')?;
        path.ends_with(name).then(|| format!("{}{path}", folder_of(of.name())))
    };
    of.text().lines().filter_map(written).any(|path| files.identity(&path) == wanted)
}
