//! Which of the generated kernels are taken.

use crate::kernel::{Code, Kernel, Language};
use crate::text;
use jaminan::{Program, Stmt, approximation};
use maps::ProtocolFile;
use semantics::{Header, ParseOptions};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How the alarms of a kernel's protocol depend on what is read: control and data independent or
/// dependent. [L24, §4]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Class {
    Cidi,
    Cidd,
    Cddi,
    Cddd,
}

impl Class {
    /// The class of a kernel; nothing where that is not modelled.
    pub fn of(kernel: &Kernel) -> Option<Class> {
        let class = match &kernel.code {
            Code::Core(s) => of_program(s),
            Code::Text(language, text) => of_text(*language, text)?,
        };
        Some(class.into())
    }
}

impl From<maps::Class> for Class {
    fn from(class: maps::Class) -> Class {
        match (class.control, class.data) {
            (false, false) => Class::Cidi,
            (false, true) => Class::Cidd,
            (true, false) => Class::Cddi,
            (true, true) => Class::Cddd,
        }
    }
}

fn of_program(body: &Stmt) -> maps::Class {
    approximation(&Program { header: Header::default(), body: body.clone() }).class()
}

fn of_text(language: Language, text: &str) -> Option<maps::Class> {
    let source = semantics::Source::new(format!("kernel.{language}"), text);
    let options = ParseOptions::default();
    Some(match language {
        Language::Cuda | Language::OpenCl => approximation(&text::lowered(source)?).class(),
        Language::Jaminan => approximation(&Program::parse(&source, options).ok()?).class(),
        Language::Protocol => {
            let protocol = ProtocolFile::parse(&source, options).ok()?;
            maps::aa(&protocol.header.parameters(), &protocol.body).class()
        }
    })
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Cidi => "CIDI",
            Class::Cidd => "CIDD",
            Class::Cddi => "CDDI",
            Class::Cddd => "CDDD",
        })
    }
}

/// This is the name of no class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is none of CIDI, CIDD, CDDI and CDDD")]
pub struct UnknownClass(pub String);

impl FromStr for Class {
    type Err = UnknownClass;

    fn from_str(text: &str) -> Result<Self, UnknownClass> {
        match text.to_ascii_uppercase().as_str() {
            "CIDI" => Ok(Class::Cidi),
            "CIDD" => Ok(Class::Cidd),
            "CDDI" => Ok(Class::Cddi),
            "CDDD" => Ok(Class::Cddd),
            _ => Err(UnknownClass(text.into())),
        }
    }
}

/// Which kernels are taken, and how often. A kernel that does not fit is drawn again, some times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    /// The classes that are taken; all of them where none is named.
    pub classes: BTreeSet<Class>,
    /// How many of a hundred kernels are to race; as it comes where nothing is said.
    pub racy: Option<u8>,
}

impl Knobs {
    /// Draws for one kernel, at most.
    pub const DRAWS: u64 = 64;

    /// Whether a kernel is taken: where classes are named, one of a class that is not known is not.
    pub fn takes(&self, kernel: &Kernel) -> bool {
        self.classes.is_empty()
            || Class::of(kernel).is_some_and(|class| self.classes.contains(&class))
    }

    /// Whether the kernel at this place is to race.
    pub fn wants_race(&self, place: u64) -> Option<bool> {
        // A step that is coprime to 100 spreads them evenly.
        self.racy.map(|share| place.wrapping_mul(37) % 100 < u64::from(share))
    }
}
