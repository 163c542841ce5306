//! Any solver as a child process that reads SMT-LIB 2 from its standard input.
//!
//! The child acknowledges every command (`:print-success`), so an assertion that it refuses or a
//! `pop` that it does not do cannot go unnoticed. Whatever else happens — it dies, hangs, prints
//! something else or without end — the child is killed, with all that it started, the answer is
//! unknown, and the next query gets a new child.

use super::budget::{Budget, deadline};
use super::locate;
use super::sexp::{Reader, Sexp};
use super::smtlib::excerpt;
use super::term::{Term, Terms};
use super::text::{self, Reply, Runner};
use super::unknown::{Garbage, Unknown};
use super::{Answer, NoSolver, Solver};
use crate::child::{Child, Ends};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use web_time::{Duration, Instant};

/// A single answer of more bytes than this is refused.
const LARGEST_ANSWER: usize = 16 << 20;
/// Answers that wait to be read; past this the child has to wait.
const WAITING: usize = 256;
/// How long a solver that keeps its own time may take past it.
const GRACE: Duration = Duration::from_millis(500);
/// What a solver may have of memory besides that for the query, in MiB.
pub(super) const ROOM_MIB: u32 = 256;

/// Solvers whose options are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Z3,
    Cvc5,
    Other,
}

/// A solver as a child process. It is started by the first query and kept for the next ones.
#[derive(Debug)]
pub struct Process {
    /// As the user wrote it.
    command: String,
    program: PathBuf,
    args: Vec<String>,
    kind: Kind,
    running: Option<Running>,
}

impl Process {
    /// A command, split at white space. `z3` and `cvc5` alone get the options that they need.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn new(command: &str) -> Result<Process, NoSolver> {
        let mut words = command.split_whitespace();
        let name = words.next().ok_or(NoSolver::Unnamed)?;
        let program =
            locate::command(name).ok_or_else(|| NoSolver::NotInstalled(name.to_owned()))?;
        let mut args: Vec<String> = words.map(str::to_owned).collect();
        let mut kind = Kind::Other;
        if args.is_empty() {
            (kind, args) = match program.file_name().and_then(|name| name.to_str()) {
                Some("z3") => (Kind::Z3, vec!["-in".into()]),
                Some("cvc5") => {
                    (Kind::Cvc5, vec!["--incremental".into(), "--produce-models".into()])
                }
                _ => (Kind::Other, args),
            };
        }
        let command = command.trim().to_owned();
        Ok(Process { command, program, args, kind, running: None })
    }

    fn attempt(
        &mut self,
        script: &str,
        get_value: Option<&str>,
        budget: &Budget,
    ) -> Result<Reply, Unknown> {
        let grace = if self.kind == Kind::Z3 { GRACE } else { Duration::ZERO };
        let deadline = deadline(budget.time.saturating_add(grace));
        let limits = (budget.limit(), budget.memory_mib);
        if self.running.as_ref().is_none_or(|running| running.limits != limits) {
            // Also where the limits changed: they are options of the command.
            self.running = None;
        }
        let running = match &mut self.running {
            Some(running) => running,
            None => {
                let running = Running::start(&self.program, &self.args, self.kind, limits)?;
                let running = self.running.insert(running);
                running.command("(set-option :print-success true)", deadline)?;
                running.command("(set-option :produce-models true)", deadline)?;
                running.command("(set-logic ALL)", deadline)?;
                running
            }
        };
        if self.kind == Kind::Z3 {
            running.send(format!("(set-option :timeout {})\n", budget.milliseconds()))?;
            running.success(deadline)?;
        }
        running.send(format!("(push 1)\n{script}(check-sat)\n"))?;
        // Every command of a script is a line of its own.
        for _ in 0..=script.lines().count() {
            running.success(deadline)?;
        }
        let said = running.receive(deadline)?;
        let reply = match said.atom() {
            Some("unsat") => Reply::Unsat,
            Some("unknown") => Reply::Unknown(Unknown::Incomplete(String::new())),
            Some("sat") => match get_value {
                Some(get_value) => {
                    running.send(get_value.to_owned())?;
                    Reply::Sat(print(&running.receive(deadline)?))
                }
                None => Reply::Sat(String::new()),
            },
            _ => return Err(unexpected(&said)),
        };
        running.command("(pop 1)", deadline)?;
        Ok(reply)
    }
}

fn unexpected(said: &Sexp) -> Unknown {
    Unknown::Unexpected(excerpt(&print(said)))
}

/// An S-expression as text again; atoms stay one atom.
fn print(sexp: &Sexp) -> String {
    match sexp {
        Sexp::Atom(text) if text.contains(|c: char| c.is_whitespace() || "();\"".contains(c)) => {
            format!("|{text}|")
        }
        Sexp::Atom(text) => text.clone(),
        // Not deep: the reader refuses what is.
        Sexp::List(members) => {
            format!("({})", members.iter().map(print).collect::<Vec<_>>().join(" "))
        }
    }
}

impl Runner for Process {
    fn run(&mut self, script: &str, get_value: Option<&str>, budget: &Budget) -> Reply {
        self.attempt(script, get_value, budget).unwrap_or_else(|why| {
            self.running = None;
            Reply::Unknown(why)
        })
    }
}

impl Solver for Process {
    fn name(&self) -> String {
        self.command.clone()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        text::check(self, terms, assertions, budget)
    }
}

/// A child with the threads that write to it and read from it, so that neither can block the query.
#[derive(Debug)]
struct Running {
    child: Child,
    input: Sender<String>,
    output: Receiver<Result<Sexp, Unknown>>,
    /// Resources and memory that it was started with.
    limits: (u32, u32),
}

impl Running {
    fn start(
        program: &Path,
        args: &[String],
        kind: Kind,
        limits: (u32, u32),
    ) -> Result<Running, Unknown> {
        let (work, memory) = limits;
        let mut args = args.to_vec();
        match kind {
            Kind::Z3 => {
                args.extend([format!("rlimit={work}"), format!("memory_max_size={memory}")])
            }
            Kind::Cvc5 => args.push(format!("--rlimit-per={work}")),
            Kind::Other => {}
        }
        let memory = memory.saturating_add(ROOM_MIB);
        let ends = Ends { stdin: Stdio::piped(), stdout: Stdio::piped(), stderr: Stdio::null() };
        let mut child = Child::start(program, args, memory, ends)
            .map_err(|error| Unknown::NotStarted(error.to_string()))?;
        let (input, lines) = channel::<String>();
        let (answers, output) = sync_channel(WAITING);
        if let (Some(mut stdin), Some(stdout)) = (child.stdin(), child.stdout()) {
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
            thread::spawn(move || read_all(stdout, &answers));
        }
        Ok(Running { child, input, output, limits })
    }

    fn send(&mut self, text: String) -> Result<(), Unknown> {
        match self.output.try_recv() {
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(Unknown::Ended(self.child.end())),
            Ok(said) => return Err(unexpected(&said?)),
        }
        self.input.send(text).map_err(|_| Unknown::Ended(self.child.end()))
    }

    fn receive(&mut self, deadline: Instant) -> Result<Sexp, Unknown> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => Err(Unknown::OutOfTime),
            Err(RecvTimeoutError::Disconnected) => Err(Unknown::Ended(self.child.end())),
        }
    }

    fn success(&mut self, deadline: Instant) -> Result<(), Unknown> {
        match self.receive(deadline)? {
            Sexp::Atom(word) if word == "success" => Ok(()),
            said => Err(unexpected(&said)),
        }
    }

    fn command(&mut self, command: &str, deadline: Instant) -> Result<(), Unknown> {
        self.send(format!("{command}\n"))?;
        self.success(deadline)
    }
}

/// Passes on what the child prints until it ends, prints what is no answer, or nobody listens.
fn read_all(mut stdout: impl Read, answers: &SyncSender<Result<Sexp, Unknown>>) {
    let mut reader = Reader::default();
    let mut buffer = [0; 1 << 14];
    let mut unanswered = 0;
    loop {
        let read = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        unanswered += read;
        // A character of several bytes may be cut in two: answers have none that matter.
        let fed = reader.feed(&String::from_utf8_lossy(&buffer[..read]));
        while let Some(said) = reader.next() {
            unanswered = 0;
            if answers.send(Ok(said)).is_err() {
                return;
            }
        }
        let failed = match fed {
            Err(why) => Some(why),
            Ok(()) if unanswered > LARGEST_ANSWER => Some(Garbage::Endless),
            Ok(()) => None,
        };
        if let Some(why) = failed {
            // Nobody may listen any more, which is as well.
            let _ = answers.send(Err(Unknown::Garbage(why)));
            return;
        }
    }
}
