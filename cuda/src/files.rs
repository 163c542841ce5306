//! Where `#include` reads from.

use crate::lex::LARGEST_SOURCE;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};

/// Reads the files that a source includes.
pub trait Files {
    /// The text of the file at this path.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] lets the search go on in the next folder; any other error ends it.
    fn read(&self, path: &str) -> io::Result<String>;

    /// A name that every path to the same file has in common.
    fn identity(&self, path: &str) -> String;
}

/// The text of these bytes. Those that are not UTF-8 become U+FFFD, which is an error everywhere but in comments and
/// literals.
pub fn decode(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The file system. Only regular files, and no more of them than
/// [`LARGEST_SOURCE`] bytes: a device or a pipe has no end.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> io::Result<String> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(LARGEST_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
        Ok(decode(&bytes))
    }

    fn identity(&self, path: &str) -> String {
        match std::fs::canonicalize(path) {
            Ok(whole) => whole.to_string_lossy().into_owned(),
            Err(_) => path.to_string(),
        }
    }
}

/// Files in memory, by path; empty where a source may include nothing.
impl Files for BTreeMap<String, String> {
    fn read(&self, path: &str) -> io::Result<String> {
        self.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn identity(&self, path: &str) -> String {
        path.split('/').filter(|part| !matches!(*part, "" | ".")).collect::<Vec<_>>().join("/")
    }
}
