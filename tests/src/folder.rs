//! Folders of the tests' own.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that is gone when the test is.
pub struct Folder(TempDir);

impl Folder {
    /// An empty one.
    ///
    /// # Panics
    /// None can be made.
    pub fn new() -> Folder {
        let folder = tempfile::Builder::new().prefix("jaminan-").tempdir();
        Folder(folder.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Where it is.
    pub fn at(&self) -> &Path {
        self.0.path()
    }

    /// Where it is, as an argument.
    pub fn text(&self) -> String {
        self.at().display().to_string()
    }

    /// What a file or folder in it is called.
    pub fn path(&self, name: &str) -> String {
        self.at().join(name).display().to_string()
    }

    /// Writes a file, in a folder of it if the name has one, and says what it is called.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.at().join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, content))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path.display().to_string()
    }
}

impl Default for Folder {
    fn default() -> Self {
        Folder::new()
    }
}
