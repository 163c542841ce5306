//! A source as it is read, before its kernels are.

use crate::files::Files;
use crate::launch::{self, Launches};
use crate::options::Options;
use crate::preprocess::{Flipped, preprocess_otherwise};
use crate::syntax::{self, Body, Fault, Function};
use crate::typing::Context;
use semantics::{Diagnostic, Source, limits};

/// What a source says, its kernels aside.
pub(crate) struct Read {
    pub file: syntax::File,
    pub context: Context,
    pub host: Launches,
}

impl Read {
    /// Its kernels.
    pub fn kernels(&self) -> Vec<&Function> {
        kernels_of(&self.file)
    }

    /// Whether its host code launches this kernel.
    pub fn launches(&self, kernel: &Function) -> bool {
        !self.host.of(kernel, &self.kernels(), &self.file.spread).0.is_empty()
    }
}

/// The kernels that are read, with a body.
pub(crate) fn kernels_of(file: &syntax::File) -> Vec<&Function> {
    file.functions().filter(|f| f.specifiers.global && f.body != Body::None).collect()
}

/// What is wrong with a file of which no kernel is C++, if it has any.
pub(crate) fn mistake(file: &syntax::File) -> Option<Diagnostic> {
    let read = kernels_of(file).into_iter().map(|kernel| match &kernel.body {
        Body::Unread(why, place, Fault::Source) => Some(Diagnostic::at(place.0.clone(), why)),
        _ => None,
    });
    let unread = file.unread().filter(|unread| unread.kernel.is_some());
    let unread = unread.map(|of| Some(of.why.clone()).filter(|_| of.fault == Fault::Source));
    let all: Option<Vec<Diagnostic>> = read.chain(unread).collect();
    all?.into_iter().next()
}

/// What a source says, its kernels aside.
pub(crate) fn read(
    source: &Source,
    options: &Options,
    files: &dyn Files,
) -> Result<Read, Diagnostic> {
    read_otherwise(source, options, files, &Flipped::new())
}

/// As [`read`], some conditions that nobody knows read the other way.
pub(crate) fn read_otherwise(
    source: &Source,
    options: &Options,
    files: &dyn Files,
    flipped: &Flipped,
) -> Result<Read, Diagnostic> {
    let input = preprocess_otherwise(source, options, files, flipped)?;
    let mut file = crate::parse::parse(source, input)?;
    let context = Context::of(&file);
    let mut host = launch::launches(&file, &context, &|name| options.asks_about(name.as_str()));
    launch::give_instances(&mut file, &host);
    launch::tell_apart(&mut file, &context, &mut host);
    // What is not run of the host code for that is no fact about it.
    limits::ask_now()?;
    Ok(Read { file, context, host })
}
