//! What a child prints, read as it comes, up to a limit.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::time::{Duration, Instant};

/// Its standard output and its standard error.
pub(super) struct Pipes([Pipe; 2]);

struct Pipe {
    /// Nothing once it is at its end.
    from: Option<File>,
    read: Vec<u8>,
}

impl Pipes {
    /// The pipes of a child.
    pub fn of(child: &mut Child) -> Self {
        let out = child.stdout.take().map(OwnedFd::from);
        let err = child.stderr.take().map(OwnedFd::from);
        Pipes([out, err].map(|from| Pipe { from: from.map(File::from), read: Vec::new() }))
    }

    /// Whether nobody can write any more.
    pub fn are_closed(&self) -> bool {
        self.0.iter().all(|pipe| pipe.from.is_none())
    }

    /// Waits so long at most for something to be printed, and reads it; whether it was more than so many bytes.
    pub fn read(&mut self, wait: Duration, most: u64) -> bool {
        let mut open: Vec<&mut Pipe> =
            self.0.iter_mut().filter(|pipe| pipe.from.is_some()).collect();
        let files = open.iter().filter_map(|pipe| pipe.from.as_ref());
        let mut asked: Vec<PollFd<'_>> =
            files.map(|file| PollFd::new(file, PollFlags::IN)).collect();
        let wait = Timespec::try_from(wait).ok();
        if !poll(&mut asked, wait.as_ref()).is_ok_and(|ready| ready > 0) {
            return false;
        }
        let ready: Vec<bool> = asked.iter().map(|one| !one.revents().is_empty()).collect();
        let mut over = false;
        for (pipe, _) in open.iter_mut().zip(ready).filter(|(_, ready)| *ready) {
            over |= pipe.read(most);
        }
        over
    }

    /// Reads what is left, for so long at most; whether it was more than so many bytes.
    pub fn finish(&mut self, patience: Duration, most: u64) -> bool {
        let until = Instant::now() + patience;
        while !self.are_closed() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            if self.read(left, most) {
                return true;
            }
        }
        false
    }

    /// What was printed.
    pub fn texts(self) -> [String; 2] {
        self.0.map(|pipe| String::from_utf8_lossy(&pipe.read).into_owned())
    }
}

impl Pipe {
    /// Reads what is there; whether it is more than so many bytes.
    fn read(&mut self, most: u64) -> bool {
        let mut piece = [0; 8192];
        let Some(from) = &mut self.from else { return false };
        let n = match from.read(&mut piece) {
            Ok(n @ 1..) => n,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return false,
            // Nobody can write any more.
            Ok(_) | Err(_) => {
                self.from = None;
                return false;
            }
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let left = most.saturating_sub(self.read.len());
        self.read.extend_from_slice(&piece[..n.min(left)]);
        n > left
    }
}
