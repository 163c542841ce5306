//! Children that are contained: a process group and a folder of their own, limits of time, memory,
//! output and processes, and an end together with all that they started.
//!
//! What leaves its process group is found by a word in its environment, where the system shows that
//! (Linux). Only a process that leaves its group and clears its environment as well gets away.

mod pipes;
mod processes;

use pipes::Pipes;
use processes::Started;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit,
    waitid,
};
use std::fmt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a child may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From its start to its end.
    pub time: Duration,
    /// Bytes: of data in each process, and resident in all of them together.
    pub memory: u64,
    /// Bytes on standard output and on standard error, each.
    pub output: u64,
    /// Bytes of a file that it writes.
    pub file: u64,
    /// How many there may be at once.
    pub processes: usize,
}

impl Default for Limits {
    /// 10 seconds, 2 GiB, 1 MiB printed, 256 MiB in a file, 256 processes.
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(10),
            memory: 2 << 30,
            output: 1 << 20,
            file: 256 << 20,
            processes: 256,
        }
    }
}

/// How a child ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this code.
    Exited(i32),
    /// By this signal, which was not ours.
    Signalled(i32),
    /// It took too long, and was killed.
    TimedOut,
    /// It held too much memory, and was killed.
    TooMuchMemory,
    /// It printed too much, and was killed.
    TooMuchOutput,
    /// There were too many of it, and they were killed.
    TooManyProcesses,
    /// It could not be started: why.
    NotStarted(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "ended with exit code {code}"),
            End::Signalled(signal) => write!(f, "was ended by signal {signal}"),
            End::TimedOut => f.write_str("took too long"),
            End::TooMuchMemory => f.write_str("took too much memory"),
            End::TooMuchOutput => f.write_str("printed too much"),
            End::TooManyProcesses => f.write_str("started too many processes"),
            End::NotStarted(why) => write!(f, "could not be started: {why}"),
        }
    }
}

/// What a run leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it printed on standard output, up to the limit.
    pub out: String,
    /// The same of standard error.
    pub err: String,
    /// How long it took.
    pub time: Duration,
}

/// What marks the environment of a child and of all that it starts.
const MARK: &str = "JAMINAN_DETECTOR_RUN";
/// Between two looks at a child.
const LOOK: Duration = Duration::from_millis(2);
/// The first of them once nothing can be printed any more: it is about to end.
const SHORT_LOOK: Duration = Duration::from_micros(50);
/// Between two looks at its memory and the number of its processes.
const LONG_LOOK: Duration = Duration::from_millis(40);
/// For children that are killed to be gone.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many processes more a user may have, all children together, before the system refuses new ones.
const ROOM: u64 = 4096;

/// Runs a command in a folder, which is its temporary folder, too, within limits.
pub fn run(command: &[String], folder: &Path, limits: &Limits) -> Ran {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let start = Instant::now();
    let failed = |why: String| Ran {
        end: End::NotStarted(why),
        out: String::new(),
        err: String::new(),
        time: start.elapsed(),
    };
    let Some((program, arguments)) = command.split_first() else {
        return failed("the command is empty".into());
    };
    let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let mut starting = Command::new(program);
    starting.args(arguments).current_dir(folder).env("TMPDIR", folder).env(MARK, &mark);
    starting.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limit(&mut starting, limits);
    let before = processes::all();
    let mut child = match starting.process_group(0).spawn() {
        Ok(child) => child,
        Err(error) => return failed(format!("{program}: {error}")),
    };
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return failed("it has no number".into());
    };
    let started = Started { child: pid, at: start };
    let mut pipes = Pipes::of(&mut child);
    let killed = watch(started, &mark, limits, &mut pipes, before);
    let mut end = killed.clone();
    // Before the child is waited for, nobody else can have its number.
    started.sweep(&mark);
    match (child.wait(), &end) {
        (Ok(status), None) => {
            use std::os::unix::process::ExitStatusExt;
            end = Some(match (status.code(), status.signal()) {
                (Some(code), _) => End::Exited(code),
                (_, signal) => End::Signalled(signal.unwrap_or_default()),
            });
        }
        (Err(error), None) => end = Some(End::NotStarted(error.to_string())),
        _ => {}
    }
    // All who could write are gone; if one is not, what was read so far is what there is.
    let over = pipes.finish(PATIENCE, limits.output);
    if killed.is_none() && over {
        end = Some(End::TooMuchOutput);
    }
    let [out, err] = pipes.texts();
    Ran { end: end.unwrap_or(End::TimedOut), out, err, time: start.elapsed() }
}

/// Limits what the child and all that it starts may use, before the first of them runs; and has the child
/// end when this process is killed.
#[allow(unsafe_code)]
fn limit(starting: &mut Command, limits: &Limits) {
    let processes = u64::from(processes::all()) + ROOM.max(4 * limits.processes as u64);
    let all = [
        (Resource::Data, limits.memory),
        (Resource::Fsize, limits.file),
        (Resource::Core, 0),
        // Only against floods: other children count, too, and nothing counts for the superuser.
        (Resource::Nproc, processes),
    ];
    let set = move || {
        for (resource, most) in all {
            // Nobody may ask for more than was given.
            let most = getrlimit(resource).maximum.map_or(most, |given| given.min(most));
            setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(())
    };
    // SAFETY: between fork and exec only system calls are made, and no memory is asked for.
    unsafe { starting.pre_exec(set) };
}

/// Waits until the child has ended, or a limit is reached; says which. There were so many processes
/// `before` it began.
fn watch(
    started: Started,
    mark: &str,
    limits: &Limits,
    pipes: &mut Pipes,
    mut before: u16,
) -> Option<End> {
    let (pid, start) = (started.child, started.at);
    let mut next_long_look = start + LONG_LOOK;
    let mut pause = SHORT_LOOK;
    loop {
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        if !matches!(waitid(WaitId::Pid(pid), ended), Ok(None)) {
            return None;
        }
        let now = Instant::now();
        if now.duration_since(start) >= limits.time {
            return Some(End::TimedOut);
        }
        // A flood is not left running while it is counted.
        let flooded = usize::from(processes::all().saturating_sub(before)) > limits.processes;
        if flooded {
            let _ = kill_process_group(pid, Signal::STOP);
        }
        if flooded || now >= next_long_look {
            next_long_look = now + LONG_LOOK;
            let (mut processes, resident) = started.group();
            if flooded {
                processes = processes.max(started.marked(mark).len());
            }
            if resident > limits.memory {
                return Some(End::TooMuchMemory);
            }
            if processes > limits.processes {
                return Some(End::TooManyProcesses);
            }
            if flooded {
                // They were others'.
                let _ = kill_process_group(pid, Signal::CONT);
                before = processes::all();
            }
        }
        if !pipes.are_closed() {
            // What ends closes its pipes, which ends this wait.
            if pipes.read(LOOK, limits.output) {
                return Some(End::TooMuchOutput);
            }
            continue;
        }
        std::thread::sleep(pause);
        pause = LOOK.min(2 * pause);
    }
}
