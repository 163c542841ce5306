//! The programs that the repository holds.

use crate::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A language that is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Jaminan.
    Jam,
    /// Memory access protocols.
    Map,
    /// CUDA C++.
    Cu,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::Jam, Language::Map, Language::Cu];

    /// How its files end, and what `--lang` takes.
    pub fn name(self) -> &'static str {
        match self {
            Language::Jam => "jam",
            Language::Map => "map",
            Language::Cu => "cu",
        }
    }
}

/// The files of this language under `examples/` and `tests/`, sorted by path.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(language: Language) -> std::io::Result<Vec<PathBuf>> {
    let mut found = below(&root().join("examples"))?;
    found.extend(below(&root().join("tests"))?);
    found.retain(|path| path.extension().is_some_and(|e| e == language.name()));
    Ok(found)
}

/// Every file below a folder, sorted by path.
///
/// # Errors
/// A folder that cannot be read.
pub fn below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(below(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
