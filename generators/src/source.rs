//! Where kernels come from: each source is a sequence, and a kernel of it has a name.

use crate::features;
use crate::kernel::{Code, Kernel, Language, Launch, UnknownLanguage};
use crate::mutate;
use crate::random;
use fastrand::Rng;
use jaminan::Stmt;
use semantics::{Header, split};
use std::collections::BTreeSet;
use theories::enumerate::TooMany;
use theories::{Enumeration, Grammar, ProgramNumber};
use thiserror::Error;

/// A kernel that somebody gives: its name, its language, its text.
pub type Given = (String, Language, String);

/// A sequence of kernels.
pub enum Source {
    /// Every program of the default grammar in order, up to a size; with barriers, every program that
    /// has some and whose threads reach them together.
    Enumerated {
        /// The largest size.
        size: usize,
        /// The programs.
        all: Enumeration<Stmt>,
        /// What their numbers begin with.
        version: String,
    },
    /// Programs of the default grammar, each of a size as likely as the others.
    Uniform {
        /// The programs of at most the largest size.
        all: Enumeration<Stmt>,
        /// What their numbers begin with.
        version: String,
        /// The largest size.
        size: usize,
        /// Which ones.
        seed: u64,
    },
    /// Random programs of the core, of about this size or half of it.
    Random {
        /// The largest size.
        size: usize,
        /// Which ones.
        seed: u64,
    },
    /// Random kernels with what C has and the core has not.
    Features {
        /// CUDA C++ or OpenCL C.
        language: Language,
        /// How many statements at the top.
        size: usize,
        /// Which ones.
        seed: u64,
    },
    /// Given kernels, each with some changes.
    Mutants {
        /// What they are made of.
        given: Vec<Given>,
        /// Which changes.
        seed: u64,
    },
    /// These kernels and no others.
    Chosen(Vec<Kernel>),
}

/// Why there is no such source or kernel.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Wrong {
    /// Programs of this size are not numbered.
    #[error("programs of size {0} have no numbers; up to {LARGEST} do")]
    TooLarge(usize),
    /// There are too many programs for their numbers.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// No kernel is called this.
    #[error("`{0}` is no name of a kernel, such as `v1:4:17`")]
    NoName(String),
    /// The kernel of this name would be larger than any.
    #[error("`{0}` is larger than {LARGEST}")]
    LargerName(String),
    /// The kernel of this name would be of no language.
    #[error(transparent)]
    Language(#[from] UnknownLanguage),
    /// What the kernel is made from is not given.
    #[error("`{id}` is made from `{from}`, which is not given")]
    NotGiven {
        /// The kernel.
        id: String,
        /// What it is made from.
        from: String,
    },
}

/// No larger programs are numbered.
const LARGEST: usize = 30;

fn grammar(barriers: bool) -> Grammar {
    if barriers { Grammar::default().with_sync() } else { Grammar::default() }
}

fn enumeration(barriers: bool, size: usize) -> Result<(Enumeration<Stmt>, String), Wrong> {
    if size > LARGEST {
        return Err(Wrong::TooLarge(size));
    }
    let grammar = grammar(barriers);
    let all = Enumeration::new(&grammar, size)?;
    Ok((all, grammar.version))
}

impl Source {
    /// Every program in order.
    ///
    /// # Errors
    /// Too large a size.
    pub fn enumerated(size: usize, barriers: bool) -> Result<Source, Wrong> {
        let (all, version) = enumeration(barriers, size)?;
        Ok(Source::Enumerated { size, all, version })
    }

    /// Programs drawn from those of the grammar.
    ///
    /// # Errors
    /// Too large a size.
    pub fn uniform(size: usize, barriers: bool, seed: u64) -> Result<Source, Wrong> {
        let (all, version) = enumeration(barriers, size)?;
        Ok(Source::Uniform { all, version, size, seed })
    }

    /// The kernels of these names, each once.
    ///
    /// # Errors
    /// As [`Source::named`].
    pub fn chosen(ids: &[String], given: &[Given], launch: Launch) -> Result<Source, Wrong> {
        let mut known = BTreeSet::new();
        let ids = ids.iter().filter(|id| known.insert(id.as_str()));
        ids.map(|id| Source::named(id, given, launch)).collect::<Result<_, _>>().map(Source::Chosen)
    }

    /// How many kernels there are; nothing where there is no end.
    pub fn len(&self) -> Option<u64> {
        match self {
            Source::Chosen(kernels) => Some(kernels.len() as u64),
            Source::Enumerated { size, all, .. } => {
                let count: u128 = (1..=*size).map(|size| all.count(size)).sum();
                Some(u64::try_from(count).unwrap_or(u64::MAX))
            }
            _ => None,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0) || matches!(self, Source::Mutants { given, .. } if given.is_empty())
    }

    /// Whether a kernel that does not fit is followed by another draw: an enumeration has each once.
    pub fn draws(&self) -> bool {
        !matches!(self, Source::Enumerated { .. } | Source::Chosen(_))
    }

    /// The kernel at this place; nothing past the end, and where the place has none that is worth
    /// a run: one whose barriers not all threads reach together.
    pub fn kernel(&self, place: u64, launch: Launch) -> Option<Kernel> {
        let core = |id: String, s: Stmt| {
            split(&Header::default(), &s).ok()?;
            Some(Kernel { id, code: Code::Core(s), launch })
        };
        match self {
            Source::Chosen(kernels) => kernels.get(usize::try_from(place).ok()?).cloned(),
            Source::Enumerated { size, all, version } => {
                let mut index = u128::from(place);
                let size = (1..=*size).find(|size| {
                    let within = index < all.count(*size);
                    if !within {
                        index -= all.count(*size);
                    }
                    within
                })?;
                core(number(version, size, index), all.nth(size, index)?)
            }
            Source::Uniform { all, version, size, seed } => {
                let mut rng = rng(*seed, place);
                let size = rng.usize(1..=*size);
                let index = rng.u128(0..all.count(size).max(1));
                core(number(version, size, index), all.nth(size, index)?)
            }
            Source::Random { size, seed } => {
                let mut rng = rng(*seed, place);
                let least = size.div_ceil(2).max(1);
                let s = random::program(rng.usize(least..=least.max(*size)), &mut rng);
                core(format!("random1:{size}:{seed}:{place}"), s)
            }
            Source::Features { language, size, seed } => {
                let id = format!("features1:{language}:{size}:{seed}:{place}");
                Some(features::kernel(id, *language, *size, &mut rng(*seed, place)))
            }
            Source::Mutants { given, seed } => {
                if given.is_empty() {
                    return None;
                }
                // Places that are tried go in steps, so that a remainder would leave some out.
                let which = rng(!*seed, place).usize(0..given.len());
                let (name, language, text) = given.get(which)?;
                let mut rng = rng(*seed, place);
                let id = format!("mutant1:{name}:{seed}:{place}");
                let text = mutate::mutant(*language, text, &mut rng)?;
                Some(Kernel { id, code: Code::Text(*language, text), launch })
            }
        }
    }

    /// The kernel of a name that a source has given; that of a mutant with the kernel that it was
    /// made of among the given ones.
    ///
    /// # Errors
    /// A text that is no such name; a mutant of a kernel that is not given.
    pub fn named(id: &str, given: &[Given], launch: Launch) -> Result<Kernel, Wrong> {
        let parts: Vec<&str> = id.split(':').collect();
        let wrong = || Wrong::NoName(id.into());
        let n = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let size = |text: &str| match n(text)? as usize {
            size if size > LARGEST => Err(Wrong::LargerName(id.into())),
            size => Ok(size),
        };
        let there = |source: Source, place: u64| source.kernel(place, launch).ok_or_else(wrong);
        match parts.as_slice() {
            ["random1", largest, seed, place] => {
                there(Source::Random { size: size(largest)?.max(1), seed: n(seed)? }, n(place)?)
            }
            ["features1", language, statements, seed, place] => {
                let language = language.parse()?;
                let source = Source::Features { language, size: size(statements)?, seed: n(seed)? };
                there(source, n(place)?)
            }
            [version @ ("v1" | "v1-sync"), ..] => {
                let ProgramNumber { size, index, .. } = id.parse().map_err(|_| wrong())?;
                let (all, _) = enumeration(*version == "v1-sync", size)?;
                let s = all.nth(size, index).ok_or_else(wrong)?;
                Ok(Kernel { id: id.into(), code: Code::Core(s), launch })
            }
            // The name of a file may have colons, too.
            ["mutant1", name @ .., seed, place] => {
                let name = name.join(":");
                let made_from = given
                    .iter()
                    .find(|(given, ..)| *given == name)
                    .ok_or_else(|| Wrong::NotGiven { id: id.into(), from: name })?;
                let source = Source::Mutants { given: vec![made_from.clone()], seed: n(seed)? };
                there(source, n(place)?)
            }
            _ => Err(wrong()),
        }
    }
}

fn number(grammar: &str, size: usize, index: u128) -> String {
    ProgramNumber { grammar: grammar.into(), size, index }.to_string()
}

/// Each place has numbers of its own.
fn rng(seed: u64, place: u64) -> Rng {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ place);
    // Seeds that differ little begin alike.
    rng.u64(..);
    Rng::with_seed(rng.u64(..))
}
