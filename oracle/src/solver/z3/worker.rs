//! Z3 in a child process: this same program, started once more, runs `libz3` and does nothing else.
//!
//! Z3 may end its process (where its memory is spent, it calls `exit(101)`), crash, hang, or take all
//! memory: so it gets a process to do that to. It costs one query, and the next one gets a new child.
//!
//! Scripts and answers go over a socket, which is the child's standard input. Its standard output
//! and standard error go nowhere, so that nothing that Z3 prints is taken for ours.

use super::library::Library;
use super::{GRACE, STACK, Session, frame};
use crate::child::{Child, End, Ends};
use crate::solver::budget::{Budget, deadline};
use crate::solver::process::ROOM_MIB;
use crate::solver::unknown::{Garbage, Unknown};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use thiserror::Error;
use web_time::{Duration, Instant};

/// The first argument of such a child. The memory in MiB follows, and libraries to try in turn.
const SERVE: &str = "--serve-libz3";
/// Z3's exit code where its memory is spent (`ERR_MEMOUT`).
const OUT_OF_MEMORY: i32 = 101;
/// What says to the C library how it is to work.
const TUNABLES: &str = "GLIBC_TUNABLES";
/// Memory in large pages, where the system has them: with small ones Z3 takes twice as long to make a context.
const LARGE_PAGES: &str = "glibc.malloc.hugetlb=1";
/// How long the library may take to load.
const LOADING: Duration = Duration::from_secs(20);
/// Begins a child's first text where a library is open: its number and version follow. Else why none is.
const READY: &str = "ready";

/// The program that runs `libz3` in a child, where it said that it does.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Has Z3 run in children of this program from now on. It is the first thing that `main` does: in
/// such a child it does not return. A program that does not call it has Z3 run in its own process.
pub fn enable() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == SERVE) {
        serve(arguments);
    }
    if let Ok(program) = std::env::current_exe() {
        // A second call changes nothing.
        let _ = PROGRAM.set(program);
    }
}

/// The program to start, where Z3 runs in children.
pub(super) fn program() -> Option<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path)
}

/// What the child does: answers scripts until there are no more.
fn serve(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let memory = arguments.next().and_then(|mib| mib.to_str()?.parse().ok()).unwrap_or(0);
    limit_data(memory);
    let libraries: Vec<OsString> = arguments.collect();
    let work = move || -> io::Result<()> {
        let mut socket = socket()?;
        let (number, library) = match open(&libraries) {
            Ok(opened) => opened,
            Err(why) => return frame::write(&mut socket, &why.to_string()),
        };
        // Before there is a context, which takes longer.
        frame::write(&mut socket, &format!("{READY} {number} {}", library.version()))?;
        library.limit_memory(memory);
        let context = library.context();
        while let Some(script) = frame::read(&mut socket, frame::LARGEST_QUERY)? {
            frame::write(&mut socket, &library.eval(context, &script))?;
        }
        Ok(())
    };
    match thread::Builder::new().name("z3".into()).stack_size(STACK).spawn(work) {
        // Where it failed, nobody is left to tell.
        Ok(thread) => drop(thread.join()),
        Err(error) => {
            drop(socket().map(|mut socket| frame::write(&mut socket, &error.to_string())))
        }
    }
    process::exit(0)
}

/// Limits the data of this process to what Z3 may have and what else there is, where it is not limited to less.
fn limit_data(mib: u32) {
    // The stack counts, whether it is used or not.
    let all = u64::from(mib) + u64::from(ROOM_MIB) + (STACK >> 20) as u64;
    let (bytes, limits) = (all << 20, getrlimit(Resource::Data));
    if limits.current.is_none_or(|now| now > bytes) {
        // Where the system refuses, Z3 keeps its own.
        let _ = setrlimit(Resource::Data, Rlimit { current: Some(bytes), ..limits });
    }
}

/// The child's end of the socket.
fn socket() -> io::Result<UnixStream> {
    Ok(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Why no library is open.
#[derive(Debug, Error)]
enum NoLibrary {
    #[error("there is none")]
    NoneNamed,
    /// The last of them.
    #[error(transparent)]
    Unopened(#[from] libloading::Error),
}

/// The first library that can be opened, and its number.
fn open(libraries: &[OsString]) -> Result<(usize, Library), NoLibrary> {
    let mut why = NoLibrary::NoneNamed;
    for (number, library) in libraries.iter().enumerate() {
        match Library::open(library.as_ref()) {
            Ok(library) => return Ok((number, library)),
            Err(error) => why = error.into(),
        }
    }
    Err(why)
}

/// What a child has opened.
pub(super) struct Ready {
    /// The number of the library, of those that were named.
    pub library: usize,
    /// Z3's version.
    pub version: String,
}

/// Children that are started before they are asked for.
static AHEAD: Mutex<Ahead> = Mutex::new(Ahead { wanted: 0, next: None });

struct Ahead {
    /// How many more are wanted.
    wanted: usize,
    /// The next one, on a thread that starts it.
    next: Option<JoinHandle<Option<Expecting>>>,
}

/// A child that is started, and the libraries that it is to try.
type Expecting = (Worker, Vec<PathBuf>);

fn ahead() -> MutexGuard<'static, Ahead> {
    AHEAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Children that are wanted soon, one after the other. That which nobody took ends when this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Expected(());

impl Expected {
    /// One is started now, for the first of the libraries that it can open.
    pub(super) fn start(libraries: impl FnOnce() -> Vec<PathBuf> + Send + 'static) -> Self {
        ahead().begin(libraries);
        Expected(())
    }

    /// So many more are wanted: each is started when the one before it is taken.
    pub fn more(&self, wanted: usize) {
        ahead().wanted = wanted;
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        let mut ahead = ahead();
        (ahead.wanted, ahead.next) = (0, None);
    }
}

impl Ahead {
    fn begin(&mut self, libraries: impl FnOnce() -> Vec<PathBuf> + Send + 'static) {
        // Where it cannot be started, who asks for one is told.
        let start = move || {
            let libraries = libraries();
            Some((
                Worker::begin(program()?, &libraries, Budget::default().memory_mib).ok()?,
                libraries,
            ))
        };
        self.next = thread::Builder::new().spawn(start).ok();
    }

    /// The next one, if it is to try these libraries.
    fn take(&mut self, libraries: &[PathBuf]) -> Option<Worker> {
        let (worker, of) = self.next.take()?.join().ok()??;
        if let Some(left) = self.wanted.checked_sub(1) {
            self.wanted = left;
            let libraries = of.clone();
            self.begin(|| libraries);
        }
        (of == libraries).then_some(worker)
    }
}

/// A child that answers scripts.
pub(super) struct Worker {
    /// Until it is dropped.
    child: Option<Child>,
    socket: UnixStream,
}

impl Worker {
    /// Starts a child of this program for the first library that it can open, with so much memory
    /// for Z3.
    pub fn start(
        program: &Path,
        libraries: &[PathBuf],
        mib: u32,
    ) -> Result<(Worker, Ready), Unknown> {
        Worker::begin(program, libraries, mib)?.ready()
    }

    /// The one that is [expected](Expected) for these libraries; else one that is started now.
    pub fn first(program: &Path, libraries: &[PathBuf]) -> Result<(Worker, Ready), Unknown> {
        let expected = ahead().take(libraries);
        match expected {
            Some(worker) => worker.ready(),
            None => Worker::start(program, libraries, Budget::default().memory_mib),
        }
    }

    /// Waits until its library is open.
    fn ready(self) -> Result<(Worker, Ready), Unknown> {
        let mut worker = self;
        let said = worker.receive(deadline(LOADING))?;
        match *said.split(' ').collect::<Vec<_>>() {
            [READY, library, version] => {
                let library = library.parse().unwrap_or_default();
                Ok((worker, Ready { library, version: version.to_owned() }))
            }
            _ => Err(Unknown::NotOpened(said)),
        }
    }

    /// Starts one, which is not ready yet.
    fn begin(program: &Path, libraries: &[PathBuf], mib: u32) -> Result<Worker, Unknown> {
        let failed = |error: io::Error| Unknown::NotStarted(error.to_string());
        let (socket, its) = UnixStream::pair().map_err(failed)?;
        let mut command = Command::new(program);
        command.arg(SERVE).arg(mib.to_string()).args(libraries);
        if std::env::var_os(TUNABLES).is_none() {
            command.env(TUNABLES, LARGE_PAGES);
        }
        let stdin = Stdio::from(OwnedFd::from(its));
        let ends = Ends { stdin, stdout: Stdio::null(), stderr: Stdio::null() };
        let child = Child::run(command, ends).map_err(failed)?;
        Ok(Worker { child: Some(child), socket })
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Unknown> {
        let read = frame::read(&mut Until(&self.socket, deadline), frame::LARGEST_ANSWER);
        match read {
            Ok(Some(said)) => Ok(said),
            Ok(None) => Err(self.ended()),
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&mut self, error: &io::Error) -> Unknown {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Unknown::OutOfTime,
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset => self.ended(),
            _ => Unknown::Garbage(Garbage::Pipe(error.to_string())),
        }
    }

    fn ended(&mut self) -> Unknown {
        match self.child.as_mut().map_or(End::NotYet, Child::end) {
            End::Exited(OUT_OF_MEMORY) => Unknown::OutOfMemory,
            end => Unknown::Ended(end),
        }
    }
}

impl Drop for Worker {
    /// Nobody waits until the system has taken back what it held.
    fn drop(&mut self) {
        let child = self.child.take();
        // Without a thread it ends at once: the closure is dropped, and the child with it.
        drop(thread::Builder::new().spawn(move || drop(child)));
    }
}

impl Session for Worker {
    fn ask(&mut self, script: &str, time: Duration) -> Result<String, Unknown> {
        let deadline = deadline(time.saturating_add(GRACE));
        if let Err(error) = frame::write(&mut Until(&self.socket, deadline), script) {
            return Err(self.failed(&error));
        }
        self.receive(deadline)
    }
}

/// A socket, up to a time.
struct Until<'s>(&'s UnixStream, Instant);

impl Until<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.1.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Until<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.set_read_timeout(self.left()?)?;
        self.0.read(into)
    }
}

impl Write for Until<'_> {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        self.0.set_write_timeout(self.left()?)?;
        self.0.write(from)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
