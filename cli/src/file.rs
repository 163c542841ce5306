//! Files that are named, opened to be read: only those that have an end.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

/// Where a process finds its own descriptors, such as a pipe that the shell has made.
const OWN: [&str; 3] = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];

/// Opens a file to read it. The process's own descriptors are taken for what they are, as `-` is.
///
/// # Errors
/// Whatever is no regular file, without waiting for it: a FIFO may have no writer for ever, and a
/// device no end. What the system says.
pub fn open(path: &Path) -> io::Result<File> {
    if OWN.iter().any(|own| path.starts_with(own)) {
        return File::open(path);
    }
    // Before it is opened: to open a device may do something.
    regular(&std::fs::metadata(path)?)?;
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    // It may be another one by now.
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    let kind = metadata.file_type();
    let what = match () {
        () if kind.is_file() => return Ok(()),
        () if kind.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        () if kind.is_fifo() => "it is a named pipe, not a file",
        () if kind.is_socket() => "it is a socket, not a file",
        () => "it is a device, not a file",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}
