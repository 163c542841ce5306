//! Z3: `libz3`, opened at run time, given SMT-LIB text.
//!
//! One context, `push` and `pop` around each query, or a new beginning, see [`Way`]. The context is in a
//! [child process](worker) where the program has that, else on a [thread] of this process. Past its time,
//! or where anything else goes wrong, it is given up, and Z3 starts afresh with the next query.
#![allow(unsafe_code)]

mod frame;
mod library;
mod thread;
pub mod worker;

use self::library::Library;
use super::budget::Budget;
use super::remembered::Remembered;
use super::smtlib::excerpt;
use super::term::{Term, Terms};
use super::text::{self, Reply, Runner};
use super::unknown::Unknown;
use super::{Answer, Solver};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The stack of the thread that Z3 runs on, in bytes. Only what is used is ever real.
const STACK: usize = 512 << 20;
/// How long Z3 may take past its own time-out before it is interrupted or killed.
const GRACE: Duration = Duration::from_millis(500);

/// How Z3 is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    /// Within `push` and `pop`: it searches at once.
    #[default]
    Within,
    /// From a new beginning: it simplifies the whole of a query before it searches.
    Anew,
}

/// A context that answers scripts.
trait Session {
    /// What Z3 prints when it runs the script. After an error the session is of no more use.
    fn ask(&mut self, script: &str, time: Duration) -> Result<String, Unknown>;
}

/// Where Z3 runs.
enum Place {
    /// On a thread of this process.
    Here(Library),
    /// In a child of this program.
    Child(PathBuf),
}

/// Z3, of a library.
pub struct Z3 {
    place: Place,
    library: PathBuf,
    version: String,
    session: Option<Box<dyn Session>>,
    /// The options in force: the budget they were set for.
    limits: Option<(u32, u32)>,
    memory_mib: u32,
    way: Way,
    /// What was asked within, and anew.
    remembered: [Remembered; 2],
}

impl std::fmt::Debug for Z3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} from {}", self.name(), self.library.display())
    }
}

impl Z3 {
    /// Opens this `libz3`: a path, or a name that the system's loader knows. It runs in a child where
    /// the program [has said](worker::enable) that it can.
    ///
    /// # Errors
    /// If it is [not a library of this machine, or not Z3](Unknown::NotOpened), or does not start.
    pub fn open(library: impl Into<PathBuf>) -> Result<Z3, Unknown> {
        Z3::open_first(&[library.into()])
    }

    /// Opens the first of these that can be, as [`Z3::open`] does.
    pub(super) fn open_first(libraries: &[PathBuf]) -> Result<Z3, Unknown> {
        if let Some(program) = worker::program() {
            return Z3::in_child(program.to_owned(), libraries);
        }
        let mut why = Unknown::NotOpened("there is none".into());
        for library in libraries {
            match Z3::in_process(library) {
                Ok(z3) => return Ok(z3),
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// Has a child of this program open the first of these that can be, before one is asked for.
    pub(super) fn expect(libraries: fn() -> Vec<PathBuf>) -> Option<worker::Expected> {
        worker::program().map(|_| worker::Expected::start(libraries))
    }

    /// Opens it to run on a thread of this process, which ends where Z3 ends it.
    ///
    /// # Errors
    /// As [`Z3::open`].
    pub fn in_process(library: impl Into<PathBuf>) -> Result<Z3, Unknown> {
        let path = library.into();
        let library =
            Library::open(&path).map_err(|error| Unknown::NotOpened(error.to_string()))?;
        // Else Z3 takes an interrupt that comes during a query for that query's own, and hides it
        // from the process.
        library.set_global(c"ctrl_c", "false");
        let version = library.version();
        let place = Place::Here(library);
        Ok(Z3 {
            place,
            library: path,
            version,
            session: None,
            limits: None,
            memory_mib: 0,
            way: Way::default(),
            remembered: Default::default(),
        })
    }

    fn in_child(program: PathBuf, libraries: &[PathBuf]) -> Result<Z3, Unknown> {
        let memory_mib = Budget::default().memory_mib;
        let (worker, ready) = worker::Worker::first(&program, libraries)?;
        let worker::Ready { library, version } = ready;
        let library = libraries.get(library).cloned().unwrap_or_default();
        let (place, session) = (Place::Child(program), Some(Box::new(worker) as Box<dyn Session>));
        Ok(Z3 {
            place,
            library,
            version,
            session,
            limits: None,
            memory_mib,
            way: Way::default(),
            remembered: Default::default(),
        })
    }

    /// The library that was opened.
    pub fn library(&self) -> &Path {
        &self.library
    }

    fn start(&self) -> Result<Box<dyn Session>, Unknown> {
        Ok(match &self.place {
            Place::Here(library) => {
                library.limit_memory(self.memory_mib);
                Box::new(thread::Thread::start(*library)?)
            }
            Place::Child(program) => {
                let libraries = std::slice::from_ref(&self.library);
                Box::new(worker::Worker::start(program, libraries, self.memory_mib)?.0)
            }
        })
    }

    fn ask(&mut self, script: &str, time: Duration) -> Result<String, Unknown> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        let answer = session.ask(script, time)?;
        self.session = Some(session);
        Ok(answer)
    }

    /// Starts afresh with the next query.
    fn forget(&mut self) {
        self.session = None;
        self.limits = None;
    }

    fn attempt(
        &mut self,
        script: &str,
        get_value: Option<&str>,
        budget: &Budget,
    ) -> Result<Reply, Unknown> {
        let mut text = String::with_capacity(script.len() + 128);
        let anew = self.way == Way::Anew;
        if anew {
            text.push_str("(reset)\n");
            self.limits = None;
        }
        let limits = (budget.milliseconds(), budget.limit());
        if self.limits != Some(limits) {
            let (time, work) = limits;
            text.push_str(&format!("(set-option :timeout {time})\n(set-option :rlimit {work})\n"));
            self.limits = Some(limits);
        }
        if !anew {
            text.push_str("(push 1)\n");
        }
        text.push_str(script);
        text.push_str("(check-sat)\n");
        let said = self.ask(&text, budget.time)?;
        // Exactly one word: an error anywhere before it makes the answer worthless.
        let reply = match said.trim() {
            "unsat" => Reply::Unsat,
            "sat" => match get_value {
                Some(get_value) => Reply::Sat(self.ask(get_value, budget.time)?),
                None => Reply::Sat(String::new()),
            },
            "unknown" => {
                let why = self.ask("(get-info :reason-unknown)", budget.time)?;
                Reply::Unknown(reason(&why))
            }
            other => return Err(failure(other)),
        };
        let end = match anew {
            true => "(reset)",
            false => "(pop 1)",
        };
        let said = self.ask(end, budget.time)?;
        self.limits = self.limits.filter(|_| !anew);
        if said.trim().is_empty() { Ok(reply) } else { Err(failure(&said)) }
    }
}

/// What `(:reason-unknown "timeout")` says.
fn reason(answer: &str) -> Unknown {
    let inner = answer.trim().trim_start_matches("(:reason-unknown").trim_end_matches(')');
    let words = excerpt(inner.trim().trim_matches('"'));
    spent(&words).unwrap_or(match &*words {
        "unknown" => Unknown::Incomplete(String::new()),
        _ => Unknown::Incomplete(words),
    })
}

/// What Z3 said in place of an answer.
fn failure(said: &str) -> Unknown {
    spent(said).unwrap_or_else(|| Unknown::Unexpected(excerpt(said)))
}

/// Which part of the budget Z3's words are about, in any of its versions. It says `canceled` in
/// whatever command the time or the work ends.
fn spent(words: &str) -> Option<Unknown> {
    let about = |all: &[&str]| all.iter().any(|one| words.contains(one));
    if about(&["resource limit"]) {
        Some(Unknown::OutOfWork)
    } else if about(&["memout", "out of memory", "max. memory"]) {
        Some(Unknown::OutOfMemory)
    } else if about(&["timeout"]) {
        Some(Unknown::OutOfTime)
    } else if about(&["canceled"]) {
        Some(Unknown::OutOfBudget)
    } else {
        None
    }
}

impl Runner for Z3 {
    fn run(&mut self, script: &str, get_value: Option<&str>, budget: &Budget) -> Reply {
        if self.memory_mib != budget.memory_mib {
            self.memory_mib = budget.memory_mib;
            self.forget();
        }
        if let Some(reply) = self.remembered[self.way as usize].reply(script, budget) {
            return reply;
        }
        let reply = self.attempt(script, get_value, budget).unwrap_or_else(|why| {
            self.forget();
            Reply::Unknown(why)
        });
        self.remembered[self.way as usize].add(script, budget, &reply);
        reply
    }
}

impl Solver for Z3 {
    fn name(&self) -> String {
        format!("Z3 {} (libz3)", self.version)
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        text::check(self, terms, assertions, budget)
    }

    fn refute_otherwise(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.way = Way::Anew;
        let answer = text::check(self, terms, assertions, budget);
        self.way = Way::Within;
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z3s_words_have_types() {
        for (words, reason_is) in [
            ("(:reason-unknown \"timeout\")\n", Unknown::OutOfTime),
            ("(:reason-unknown \"max. resource limit exceeded\")", Unknown::OutOfWork),
            ("(:reason-unknown \"memout\")", Unknown::OutOfMemory),
            ("(:reason-unknown \"canceled\")", Unknown::OutOfBudget),
            ("(:reason-unknown \"unknown\")", Unknown::Incomplete(String::new())),
            (
                "(:reason-unknown \"(incomplete (theory arithmetic))\")",
                Unknown::Incomplete("(incomplete (theory arithmetic))".into()),
            ),
        ] {
            assert_eq!(reason(words), reason_is, "{words}");
        }
        assert_eq!(failure("(error \"line 1 column 3: canceled\")"), Unknown::OutOfBudget);
        assert_eq!(failure("(error\n\"no\")"), Unknown::Unexpected("(error \"no\")".into()));
    }
}
