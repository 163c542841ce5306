//! Z3 in process: `libz3`, opened at run time, given SMT-LIB text.
//!
//! One context, `push` and `pop` around each query. The context lives on a thread of its own with
//! a large stack, so that neither a deep query nor one that Z3 does not stop can take the caller
//! down: past its time it is interrupted, and past that it is left alone and Z3 starts afresh.
#![allow(unsafe_code)]

use super::budget::Budget;
use super::smtlib::excerpt;
use super::term::{Term, Terms};
use super::text::{self, Reply, Runner};
use super::{Answer, Solver};
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The stack of the thread that Z3 runs on, in bytes. Only what is used is ever real.
const STACK: usize = 512 << 20;
/// How long Z3 may take past its own time-out before it is interrupted.
const GRACE: Duration = Duration::from_millis(500);

type Context = *mut c_void;
type Config = *mut c_void;
type ErrorHandler = extern "C" fn(Context, c_int);

/// The functions of Z3's C interface that are used here. The library is never unloaded, so
/// that they stay valid.
#[derive(Clone, Copy)]
struct Functions {
    mk_config: unsafe extern "C" fn() -> Config,
    del_config: unsafe extern "C" fn(Config),
    mk_context: unsafe extern "C" fn(Config) -> Context,
    del_context: unsafe extern "C" fn(Context),
    set_error_handler: unsafe extern "C" fn(Context, Option<ErrorHandler>),
    eval: unsafe extern "C" fn(Context, *const c_char) -> *const c_char,
    interrupt: unsafe extern "C" fn(Context),
    set_global: unsafe extern "C" fn(*const c_char, *const c_char),
    version: unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint),
}

/// Errors are read from the text that comes back; the default handler would end the process.
extern "C" fn ignore_error(_: Context, _: c_int) {}

impl Functions {
    fn load(path: &Path) -> Result<Functions, libloading::Error> {
        // SAFETY: loading runs the library's initialisers. The file is the one that the user or
        // the search for libz3 names, and the symbols below make sure that it is Z3.
        let library = unsafe { libloading::Library::new(path) }?;
        // SAFETY: the types are those of Z3's header `z3_api.h` (`Z3_string` is `const char *`,
        // `Z3_context` and `Z3_config` are pointers, `Z3_error_code` is an enumeration).
        let functions = unsafe {
            Functions {
                mk_config: *library.get(b"Z3_mk_config\0")?,
                del_config: *library.get(b"Z3_del_config\0")?,
                mk_context: *library.get(b"Z3_mk_context\0")?,
                del_context: *library.get(b"Z3_del_context\0")?,
                set_error_handler: *library.get(b"Z3_set_error_handler\0")?,
                eval: *library.get(b"Z3_eval_smtlib2_string\0")?,
                interrupt: *library.get(b"Z3_interrupt\0")?,
                set_global: *library.get(b"Z3_global_param_set\0")?,
                version: *library.get(b"Z3_get_version\0")?,
            }
        };
        // The functions must stay, and a thread of Z3's may outlive every owner here.
        std::mem::forget(library);
        Ok(functions)
    }

    fn version(&self) -> String {
        let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
        // SAFETY: four valid pointers to `unsigned`, as the function asks.
        unsafe { (self.version)(&mut major, &mut minor, &mut build, &mut revision) };
        format!("{major}.{minor}.{build}")
    }

    /// A new context, whose errors end nothing.
    fn context(&self) -> Context {
        // SAFETY: the config is used once and deleted; the context is fresh, and the handler is a
        // function that lives for ever.
        unsafe {
            let config = (self.mk_config)();
            let context = (self.mk_context)(config);
            (self.del_config)(config);
            (self.set_error_handler)(context, Some(ignore_error));
            context
        }
    }

    /// What Z3 prints when it runs the text.
    fn eval(&self, context: Context, script: &str) -> String {
        let Ok(script) = CString::new(script) else { return "(error \"a NUL\")".into() };
        // SAFETY: the context is alive and used by this thread only; the answer, if any, is a C
        // string of the context's, copied before the context is used again.
        unsafe {
            let answer = (self.eval)(context, script.as_ptr());
            if answer.is_null() {
                return "(error \"no answer\")".into();
            }
            CStr::from_ptr(answer).to_string_lossy().into_owned()
        }
    }

    fn set_global(&self, key: &CStr, value: &str) {
        if let Ok(value) = CString::new(value) {
            // SAFETY: two valid C strings.
            unsafe { (self.set_global)(key.as_ptr(), value.as_ptr()) }
        }
    }
}

/// The address of a context, to interrupt it from another thread.
#[derive(Clone, Copy)]
struct Address(Context);
// SAFETY: the pointer is only passed to Z3_interrupt, which may be called from any thread while
// the context lives (see Worker::ask).
unsafe impl Send for Address {}

/// A thread that owns a context.
struct Worker {
    /// Dropped to end the thread.
    scripts: Option<Sender<String>>,
    answers: Receiver<String>,
    context: Address,
    thread: Option<thread::JoinHandle<()>>,
}

impl Worker {
    fn start(functions: Functions) -> Result<Worker, String> {
        let (scripts, inbox) = channel::<String>();
        let (outbox, answers) = channel::<String>();
        let (address, context) = channel();
        let run = move || {
            let context = functions.context();
            if address.send(Address(context)).is_err() {
                return;
            }
            for script in inbox {
                if outbox.send(functions.eval(context, &script)).is_err() {
                    break;
                }
            }
            // SAFETY: nobody else has the context any more: the owner of the other ends is gone.
            unsafe { (functions.del_context)(context) };
        };
        let thread = thread::Builder::new().name("z3".into()).stack_size(STACK).spawn(run);
        let thread = thread.map_err(|e| format!("no thread for Z3: {e}"))?;
        let context = context.recv().map_err(|_| "Z3 did not start".to_owned())?;
        Ok(Worker { scripts: Some(scripts), answers, context, thread: Some(thread) })
    }

    /// Z3's output. None where it did not answer: then the worker is of no more use.
    fn ask(&mut self, functions: &Functions, script: String, time: Duration) -> Option<String> {
        self.scripts.as_ref()?.send(script).ok()?;
        let answer = self.answers.recv_timeout(time.saturating_add(GRACE));
        if answer == Err(RecvTimeoutError::Timeout) {
            // SAFETY: the thread deletes the context only after `self.scripts` is dropped.
            unsafe { (functions.interrupt)(self.context.0) };
            // It ends by itself, some time: nobody waits.
            self.thread = None;
        }
        answer.ok()
    }
}

impl Drop for Worker {
    /// Waits for an idle thread: Z3 must not be at work while the process ends.
    fn drop(&mut self) {
        self.scripts = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing left to clean up.
            let _ = thread.join();
        }
    }
}

/// Z3 in process.
pub struct Z3 {
    functions: Functions,
    library: PathBuf,
    version: String,
    worker: Option<Worker>,
    /// The options in force: the budget they were set for.
    limits: Option<(u32, u32)>,
    memory_mib: u32,
}

impl std::fmt::Debug for Z3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} from {}", self.name(), self.library.display())
    }
}

impl Z3 {
    /// Opens this `libz3`: a path, or a name that the system's loader knows.
    ///
    /// # Errors
    /// If it is not a library of this machine, or not Z3.
    pub fn open(library: impl Into<PathBuf>) -> Result<Z3, String> {
        let library = library.into();
        let functions = Functions::load(&library).map_err(|e| e.to_string())?;
        let version = functions.version();
        // Else Z3 takes an interrupt that comes during a query for that query's own, and hides it
        // from the process.
        functions.set_global(c"ctrl_c", "false");
        Ok(Z3 { functions, library, version, worker: None, limits: None, memory_mib: 0 })
    }

    /// The library that was opened.
    pub fn library(&self) -> &Path {
        &self.library
    }

    /// Runs a script; the worker is given up where it does not answer.
    fn eval(&mut self, script: String, time: Duration) -> Result<String, String> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            None => self.worker.insert(Worker::start(self.functions)?),
        };
        let answer = worker.ask(&self.functions, script, time);
        if answer.is_none() {
            self.forget();
        }
        answer.ok_or_else(|| "timeout: Z3 did not stop by itself".to_owned())
    }

    /// Starts afresh with the next query.
    fn forget(&mut self) {
        self.worker = None;
        self.limits = None;
    }

    fn attempt(
        &mut self,
        script: &str,
        get_value: Option<&str>,
        budget: &Budget,
    ) -> Result<Reply, String> {
        let mut text = String::with_capacity(script.len() + 128);
        let limits = (budget.milliseconds(), budget.limit());
        if self.limits != Some(limits) {
            let (time, work) = limits;
            text = format!("(set-option :timeout {time})\n(set-option :rlimit {work})\n");
            self.limits = Some(limits);
        }
        text.push_str("(push 1)\n");
        text.push_str(script);
        text.push_str("(check-sat)\n");
        let said = self.eval(text, budget.time)?;
        // Exactly one word: an error anywhere before it makes the answer worthless.
        let reply = match said.trim() {
            "unsat" => Reply::Unsat,
            "sat" => match get_value {
                Some(get_value) => Reply::Sat(self.eval(get_value.to_owned(), budget.time)?),
                None => Reply::Sat(String::new()),
            },
            "unknown" => {
                let why = self.eval("(get-info :reason-unknown)".into(), budget.time)?;
                Reply::Unknown(reason(&why))
            }
            other => return Err(failure(other)),
        };
        let said = self.eval("(pop 1)".into(), budget.time)?;
        if said.trim().is_empty() { Ok(reply) } else { Err(failure(&said)) }
    }
}

/// `(:reason-unknown "timeout")` without what is the same every time.
fn reason(answer: &str) -> String {
    let answer = excerpt(answer);
    let inner = answer.trim_start_matches("(:reason-unknown").trim_end_matches(')');
    failure(inner.trim().trim_matches('"'))
}

/// What Z3 said in place of an answer. Where its budget ends it, in whatever command that is, it
/// says `canceled`.
fn failure(said: &str) -> String {
    if said.contains("canceled") {
        return "Z3: the resources or the time for this query are spent".to_owned();
    }
    format!("Z3: {}", excerpt(said))
}

impl Runner for Z3 {
    fn run(&mut self, script: &str, get_value: Option<&str>, budget: &Budget) -> Reply {
        if self.memory_mib != budget.memory_mib {
            self.functions.set_global(c"memory_max_size", &budget.memory_mib.to_string());
            self.memory_mib = budget.memory_mib;
        }
        self.attempt(script, get_value, budget).unwrap_or_else(|why| {
            self.forget();
            Reply::Unknown(why)
        })
    }
}

impl Solver for Z3 {
    fn name(&self) -> String {
        format!("Z3 {} (libz3)", self.version)
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        text::check(self, terms, assertions, budget)
    }
}
