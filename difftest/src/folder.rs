//! Folders that are written to, and nothing outside of them: a symbolic link in one is never followed.

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};
use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// A folder that is open. Whoever moves it or puts a link in its place changes nothing of what is written.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    path: PathBuf,
}

impl Folder {
    /// The folder of this path, which is made where it is not there. The path itself is the caller's, and may
    /// be a link.
    ///
    /// # Errors
    /// It cannot be made or opened.
    pub fn open(path: &Path) -> Result<Folder> {
        std::fs::create_dir_all(path)?;
        Ok(Folder { dir: Dir::open_ambient_dir(path, ambient_authority())?, path: path.to_owned() })
    }

    /// What it was called when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of this name in it, which is made where it is not there.
    ///
    /// # Errors
    /// It is a link, or cannot be made or opened.
    pub fn inner(&self, name: &str) -> Result<Folder> {
        match self.dir.create_dir(name) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        self.no_link(name)?;
        Ok(Folder { dir: self.dir.open_dir_nofollow(name)?, path: self.path.join(name) })
    }

    /// The folder of this name in it, where it is there and no link.
    pub fn inner_if_there(&self, name: &str) -> Option<Folder> {
        let dir = self.dir.open_dir_nofollow(name).ok()?;
        Some(Folder { dir, path: self.path.join(name) })
    }

    /// A new folder in it, of a name that is not taken.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new_inner(&self, prefix: &str) -> Result<(String, Folder)> {
        let process = std::process::id();
        for n in 0_u32.. {
            let name = format!("{prefix}{process}-{n}");
            match self.dir.create_dir(&name) {
                Ok(()) => return self.inner(&name).map(|folder| (name, folder)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// The file of this name, to be read and added to; it is made where it is not there.
    ///
    /// # Errors
    /// It is a link or no file, or cannot be made or opened.
    pub fn added_to(&self, name: &str) -> Result<File> {
        self.no_link(name)?;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        // What waits for its other end is no file, and told so.
        options.follow(FollowSymlinks::No).nonblock(true);
        let file = self.dir.open_with(name, &options)?.into_std();
        match file.metadata()?.is_file() {
            true => Ok(file),
            false => Err(Error::other("it is no file")),
        }
    }

    /// Writes the file of this name. A reader sees what it was or what it is; a link is replaced.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        self.write_as(name, text, 0o666)
    }

    /// The same of a file that can be executed.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_executable(&self, name: &str, text: &str) -> Result<()> {
        self.write_as(name, text, 0o777)
    }

    fn write_as(&self, name: &str, text: &str, mode: u32) -> Result<()> {
        let new = format!(".{name}.new");
        // One that a process left when it was killed.
        self.remove(&new)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(mode).follow(FollowSymlinks::No);
        self.dir.open_with(&new, &options)?.write_all(text.as_bytes())?;
        self.rename(&new, name)
    }

    /// Gives what has this name another one; what had that is replaced, unless it is a folder.
    ///
    /// # Errors
    /// It is not possible.
    pub fn rename(&self, from: &str, to: &str) -> Result<()> {
        self.dir.rename(from, &self.dir, to)
    }

    /// Removes what has this name, with all that is in it; a link, but not what it leads to.
    ///
    /// # Errors
    /// It cannot be removed. What is not there is removed.
    pub fn remove(&self, name: &str) -> Result<()> {
        let removed = match self.dir.symlink_metadata(name) {
            Ok(found) if found.is_dir() => self.dir.remove_dir_all(name),
            Ok(_) => self.dir.remove_file(name),
            Err(error) => Err(error),
        };
        match removed {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    /// The text of a file of this name; nothing where there is none, or a link.
    pub fn text(&self, name: &str) -> Option<String> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = self.dir.open_with(name, &options).ok()?.into_std();
        std::io::read_to_string(file).ok()
    }

    /// The names of the folders in it, sorted.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn folders(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in self.dir.entries()? {
            let entry = entry?;
            if entry.file_type()?.is_dir()
                && let Ok(name) = entry.file_name().into_string()
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Whether there is a folder of this name in it.
    pub fn has_folder(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok_and(|found| found.is_dir())
    }

    /// That this name is no link's.
    ///
    /// # Errors
    /// It is one.
    pub fn no_link(&self, name: &str) -> Result<()> {
        match self.dir.symlink_metadata(name).is_ok_and(|found| found.is_symlink()) {
            true => Err(Error::other(format!("`{name}` is a symbolic link, and is not followed"))),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_outside_is_touched() {
        let place = tempfile::tempdir().unwrap();
        let outside = place.path().join("outside");
        std::fs::create_dir(&outside).unwrap();
        std::fs::write(outside.join("kept"), "kept").unwrap();
        let inside = place.path().join("inside");
        let folder = Folder::open(&inside).unwrap();
        symlink(&outside, inside.join("folder")).unwrap();
        symlink(outside.join("kept"), inside.join("file")).unwrap();
        symlink(outside.join("made"), inside.join("dangling")).unwrap();
        assert!(folder.inner("folder").is_err());
        assert!(folder.added_to("file").is_err() && folder.added_to("dangling").is_err());
        assert!(folder.text("file").is_none() && !folder.has_folder("folder"));
        assert!(folder.write("../outside/kept", "lost").is_err());
        assert!(folder.inner("../outside").is_err());
        folder.write("file", "new").unwrap();
        folder.write("dangling", "new").unwrap();
        symlink(outside.join("kept"), inside.join(".again.new")).unwrap();
        folder.write("again", "new").unwrap();
        folder.remove("folder").unwrap();
        assert_eq!(folder.text("file").as_deref(), Some("new"));
        let left: Vec<_> = std::fs::read_dir(&outside).unwrap().flatten().collect();
        assert_eq!(left.len(), 1);
        assert_eq!(std::fs::read_to_string(outside.join("kept")).unwrap(), "kept");
    }
}
