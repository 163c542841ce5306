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

    /// The other files of CUDA C++ in the folder of this one, in order: one of them may include it. None where that is
    /// not known.
    fn beside(&self, path: &str) -> Vec<String> {
        let _ = path;
        Vec::new()
    }
}

/// No folder with more files is looked through.
const LARGEST_FOLDER: usize = 1_000;

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

    fn beside(&self, path: &str) -> Vec<String> {
        let folder = folder_of(path);
        let here = if folder.is_empty() { "." } else { folder };
        let Ok(entries) = std::fs::read_dir(here) else { return Vec::new() };
        let names: Vec<String> = entries
            .take(LARGEST_FOLDER + 1)
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        if names.len() > LARGEST_FOLDER {
            return Vec::new();
        }
        others(path, names.into_iter().map(|name| format!("{folder}{name}")))
    }
}

/// The folder that a file is in, with the `/` behind it; nothing of a name alone.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |n| &path[..=n])
}

/// Those of these files that are CUDA C++ and stand in the folder of this one, without it, in order.
fn others(path: &str, all: impl Iterator<Item = String>) -> Vec<String> {
    let folder = folder_of(path);
    let other = |of: &String| of != path && of.ends_with(".cu") && folder_of(of) == folder;
    let mut others: Vec<String> = all.filter(other).collect();
    others.sort();
    others
}

/// Files in memory, by path; empty where a source may include nothing.
impl Files for BTreeMap<String, String> {
    fn read(&self, path: &str) -> io::Result<String> {
        self.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn identity(&self, path: &str) -> String {
        path.split('/').filter(|part| !matches!(*part, "" | ".")).collect::<Vec<_>>().join("/")
    }

    fn beside(&self, path: &str) -> Vec<String> {
        others(path, self.keys().cloned())
    }
}
