//! Children that are contained: a process group and a folder of their own, limits of time, memory,
//! output and processes, and an end together with all that they started.
//!
//! What leaves its process group is found by a word in its environment, where the system shows that
//! (Linux). Only a process that leaves its group and clears its environment as well gets away.

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process,
    kill_process_group, setrlimit, waitid,
};
use std::fmt;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
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
    let before = all_processes();
    let mut child = match starting.process_group(0).spawn() {
        Ok(child) => child,
        Err(error) => return failed(format!("{program}: {error}")),
    };
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return failed("it has no number".into());
    };
    let over = Arc::new(AtomicBool::new(false));
    let out = Reader::start(child.stdout.take(), limits.output, &over);
    let err = Reader::start(child.stderr.take(), limits.output, &over);
    let killed = watch(pid, &mark, start, limits, &over, before);
    let mut end = killed.clone();
    // Before the child is waited for, nobody else can have its number.
    sweep(pid, &mark);
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
    let (out, err) = (out.finish(), err.finish());
    if killed.is_none() && over.load(Ordering::Relaxed) {
        end = Some(End::TooMuchOutput);
    }
    Ran { end: end.unwrap_or(End::TimedOut), out, err, time: start.elapsed() }
}

/// Limits what the child and all that it starts may use, before the first of them runs; and has the child
/// end when this process is killed.
#[allow(unsafe_code)]
fn limit(starting: &mut Command, limits: &Limits) {
    let processes = u64::from(all_processes()) + ROOM.max(4 * limits.processes as u64);
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
    pid: Pid,
    mark: &str,
    start: Instant,
    limits: &Limits,
    over: &AtomicBool,
    mut before: u16,
) -> Option<End> {
    let mut next_long_look = start + LONG_LOOK;
    loop {
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        if !matches!(waitid(WaitId::Pid(pid), ended), Ok(None)) {
            return None;
        }
        if over.load(Ordering::Relaxed) {
            return Some(End::TooMuchOutput);
        }
        let now = Instant::now();
        if now.duration_since(start) >= limits.time {
            return Some(End::TimedOut);
        }
        // A flood is not left running while it is counted.
        let flooded = usize::from(all_processes().saturating_sub(before)) > limits.processes;
        if flooded {
            let _ = kill_process_group(pid, Signal::STOP);
        }
        if flooded || now >= next_long_look {
            next_long_look = now + LONG_LOOK;
            let (mut processes, resident) = group(pid);
            if flooded {
                processes = processes.max(marked(mark).len());
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
                before = all_processes();
            }
        }
        std::thread::sleep(LOOK);
    }
}

/// Kills the group and whatever has the mark, until nothing is left of them.
fn sweep(group: Pid, mark: &str) {
    let until = Instant::now() + PATIENCE;
    loop {
        let _ = kill_process_group(group, Signal::KILL);
        let marked = marked(mark);
        for pid in &marked {
            let _ = kill_process(*pid, Signal::KILL);
        }
        // One that is just starting shows no environment yet, but is in the group.
        let gone = marked.is_empty() && self::group(group).0 == 0;
        if gone || Instant::now() >= until {
            return;
        }
        std::thread::sleep(LOOK);
    }
}

/// How many processes and threads there are on the machine; none where the system does not say it.
fn all_processes() -> u16 {
    #[cfg(target_os = "linux")]
    return rustix::system::sysinfo().procs;
    #[cfg(not(target_os = "linux"))]
    return 0;
}

/// The numbers of all processes; none where the system does not show them.
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

fn marked(mark: &str) -> Vec<Pid> {
    let entry = format!("{MARK}={mark}").into_bytes();
    let has = |pid: &Pid| {
        let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero()));
        environment.is_ok_and(|all| all.split(|byte| *byte == 0).any(|one| one == entry))
    };
    processes().filter(has).collect()
}

/// How many processes of the group have not ended, and the bytes that they hold together.
fn group(group: Pid) -> (usize, u64) {
    const PAGE: u64 = 4096;
    let (mut count, mut bytes) = (0, 0);
    for pid in processes() {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
        let Ok(stat) = stat else { continue };
        // The name stands in parentheses and may hold anything.
        let Some((_, fields)) = stat.rsplit_once(')') else { continue };
        let field = |n: usize| fields.split_whitespace().nth(n).and_then(|f| f.parse::<i64>().ok());
        let ended = matches!(fields.split_whitespace().next(), Some("Z" | "X"));
        if !ended && field(2) == Some(i64::from(group.as_raw_nonzero().get())) {
            count += 1;
            bytes += field(21).and_then(|pages| u64::try_from(pages).ok()).unwrap_or(0) * PAGE;
        }
    }
    (count, bytes)
}

/// Reads a pipe in a thread, up to a limit.
struct Reader {
    read: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl Reader {
    fn start(pipe: Option<impl Read + Send + 'static>, most: u64, over: &Arc<AtomicBool>) -> Self {
        let read = Arc::new(Mutex::new(Vec::new()));
        let (sender, done) = channel();
        let (into, over) = (Arc::clone(&read), Arc::clone(over));
        std::thread::spawn(move || {
            let mut piece = [0; 8192];
            let mut pipe = pipe;
            while let Some(Ok(n @ 1..)) = pipe.as_mut().map(|pipe| pipe.read(&mut piece)) {
                let Ok(mut all) = into.lock() else { break };
                let left = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(all.len());
                all.extend_from_slice(&piece[..n.min(left)]);
                if n > left {
                    over.store(true, Ordering::Relaxed);
                    break;
                }
            }
            // Nobody may wait any more.
            let _ = sender.send(());
        });
        Reader { read, done }
    }

    fn finish(self) -> String {
        // All who could write are gone; if one is not, what was read so far is what there is.
        let _ = self.done.recv_timeout(PATIENCE);
        let bytes = self.read.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
