//! Child processes that end: together with all that they started, when they are dropped, and when
//! this process ends, in whatever way.
//!
//! A child is in a process group of its own, with a guard. The guard is a shell that waits for the
//! end of a pipe whose other end this process alone has, and then kills the group. So it works
//! after a SIGKILL, too, and for whatever the child has started; only what leaves the group gets
//! away.

pub use crate::end::End;
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsStr;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use web_time::{Duration, Instant};

/// Waits for the end of the pipe; nothing is ever written to it.
const GUARD: &str = "read -r _; kill -s KILL 0";
/// Limits the data of the process, in KiB, where it is not limited to less, and becomes the program that the arguments
/// name.
const RUN_WITHIN: &str =
    r#"[ "$(ulimit -S -d)" -le "$0" ] 2>/dev/null || ulimit -S -d "$0"; exec "$@""#;
/// What the shell says of a program that cannot be run.
const NOT_RUN: [i32; 2] = [126, 127];
/// How long a child that has closed its output may take to end.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at a child that is about to end.
const LOOK: Duration = Duration::from_millis(1);

/// A process group, of the guard to begin with, which ends when this is dropped.
#[derive(Debug)]
struct Guard(process::Child);

impl Guard {
    fn start() -> io::Result<Guard> {
        let mut guard = shell(GUARD);
        guard.process_group(0);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        guard.spawn().map(Guard)
    }

    /// The number of the group. It stays the guard's until somebody waits for the guard.
    fn group(&self) -> Pid {
        Pid::from_child(&self.0)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // It may be gone already: then there is nothing to kill.
        let _ = kill_process_group(self.group(), Signal::KILL);
        let _ = self.0.wait();
    }
}

fn shell(script: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", script]);
    shell
}

/// A child process with its guard.
#[derive(Debug)]
pub struct Child {
    child: process::Child,
    /// Dropped last: with it ends what the child has started.
    _guard: Guard,
}

/// Where a child's standard input, output and error come from and go to.
#[derive(Debug)]
pub struct Ends {
    /// Standard input.
    pub stdin: Stdio,
    /// Standard output.
    pub stdout: Stdio,
    /// Standard error.
    pub stderr: Stdio,
}

impl Child {
    /// Starts a program. Each process of it may have so many MiB of data.
    ///
    /// # Errors
    /// If the system starts no more processes. That the program is none shows when it [ends](Child::end).
    pub fn start(
        program: impl AsRef<OsStr>,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
        memory_mib: u32,
        ends: Ends,
    ) -> io::Result<Child> {
        let kib = u64::from(memory_mib) << 10;
        let mut shell = shell(RUN_WITHIN);
        shell.arg(kib.to_string()).arg(program).args(args);
        Child::run(shell, ends)
    }

    /// Starts a program that is surely there, such as this one: no shell has to say that it is not.
    ///
    /// # Errors
    /// If the system starts no more processes, or not this one.
    pub fn run(mut command: Command, ends: Ends) -> io::Result<Child> {
        let guard = Guard::start()?;
        let child = command
            .process_group(guard.group().as_raw_nonzero().get())
            .stdin(ends.stdin)
            .stdout(ends.stdout)
            .stderr(ends.stderr)
            .spawn()?;
        Ok(Child { child, _guard: guard })
    }

    /// This end of its standard input, where that is a pipe and not yet taken.
    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// This end of its standard output, as above.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// This end of its standard error, as above.
    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// How it ended, of a child that has closed its output.
    pub fn end(&mut self) -> End {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return match (status.code(), status.signal()) {
                        (Some(code), _) if NOT_RUN.contains(&code) => End::NotRun,
                        (Some(code), _) => End::Exited(code),
                        (None, signal) => End::Signalled(signal.unwrap_or_default()),
                    };
                }
                Ok(None) if Instant::now() < until => thread::sleep(LOOK),
                _ => return End::NotYet,
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have left the group, or ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
