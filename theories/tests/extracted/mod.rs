//! The definitions that are extracted from Coq, beside the rules in Rust.
#![allow(dead_code)] // each of two tests uses a part

mod babycuda;

use jaminan::{Phases, Stmt, infer};
use maps::independence::Variables;
use maps::{Protocol, aa, control_independent, data_independent};
use semantics::outcomes::Outcomes;
use semantics::{Budget, Choices, Cond, Expr, Mode, Phase, Store, Thread, Trace, json};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use theories::{Subject, Subjects};

/// Nothing is asked of larger subjects whose runs apply more rules: what is extracted goes through every run.
const MOST_RULES: u64 = 20_000;

/// Nor of those with more outcomes.
const MOST_OUTCOMES: usize = 2_000;

/// The program that has them, if it is built; else says what is left out.
pub fn program(without: &str) -> Option<PathBuf> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("coq/extraction/jaminan-checker");
    if !built.is_file() {
        println!("skipped: jaminan-checker (make -C theories/coq extraction): {without}");
        return None;
    }
    Some(built)
}

/// The extracted definitions, as a process that answers line by line.
pub struct Extracted {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Extracted {
    pub fn start(program: &Path) -> Extracted {
        let mut child =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (asks, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Extracted { child, asks, answers: BufReader::new(answers) }
    }

    fn ask(&mut self, question: &str) -> String {
        writeln!(self.asks, "{question}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n'), "no answer to {question}");
        answer.trim_end().to_owned()
    }

    /// What they say of a subject: an answer to each question. Of a program with barriers it is what a thread does
    /// up to the first.
    pub fn says(&mut self, of: Subjects, subject: &Subject) -> Vec<String> {
        match (of, subject) {
            (Subjects::SynchronizedPrograms, Subject::Program(s)) => {
                let s = statement(s);
                let asked = |(i, _, memory)| format!("(arrivals (0 1) {i} {memory} {s})");
                starts().map(|start| outcomes_of(&self.ask(&asked(start)))).collect()
            }
            (Subjects::BabyCuda, Subject::Program(b)) => {
                let said: Vec<String> =
                    babycuda::questions(b).iter().map(|question| self.ask(question)).collect();
                babycuda::answers(&said)
            }
            (_, Subject::Program(s)) => {
                let s = statement(s);
                let mut said: Vec<String> = starts()
                    .map(|(i, _, memory)| {
                        outcomes_of(&self.ask(&format!("(executions (0 1) {i} {memory} {s})")))
                    })
                    .collect();
                said.push(self.ask(&format!("(infer {s})")));
                said
            }
            (_, Subject::Protocol(p)) => {
                let p = protocol(p);
                let of = |i: u32| format!("(outcomes (0 1) {i} {p})");
                let mut said: Vec<String> =
                    [0, 1].into_iter().map(|i| outcomes_of(&self.ask(&of(i)))).collect();
                let judged: Value =
                    serde_json::from_str(&self.ask(&format!("(judge {p})"))).unwrap();
                let names = |key: &str| {
                    let names = judged[key].as_array().unwrap();
                    names.iter().map(|x| x.as_str().unwrap().to_owned()).collect()
                };
                let holds = |key: &str| judged[key].as_bool().unwrap();
                said.push(judgments(holds("ci"), holds("di"), names("control"), names("data")));
                said
            }
        }
    }
}

impl Drop for Extracted {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the rules in Rust say to the same questions; nothing of a subject with too many outcomes.
pub fn rules_say(of: Subjects, subject: &Subject) -> Option<Vec<String>> {
    let (choices, budget) = (Choices::below(2), Budget::fuel(MOST_RULES));
    match (of, subject) {
        (Subjects::SynchronizedPrograms, Subject::Program(s)) => {
            let mut said = Vec::new();
            for (i, memory, _) in starts() {
                let thread = Thread::natural(i);
                let phases = Phases::begin(memory, [(thread.clone(), s.clone())]);
                let all = phases.outcomes(&thread, &choices, &budget)?;
                said.push(listed(all, |(updates, phase, t, rest)| {
                    let rest = rest.as_ref().map_or("null".into(), statement);
                    waiting(&outcome(updates, phase, t), &rest)
                })?);
            }
            Some(said)
        }
        (Subjects::BabyCuda, Subject::Program(b)) => babycuda::rules_say(b),
        (_, Subject::Program(s)) => {
            let mut said = Vec::new();
            for (i, memory, _) in starts() {
                let all = jaminan::outcomes(&memory, s, &Thread::natural(i), &choices, &budget);
                said.push(listed(all, |(updates, phase, t)| outcome(updates, phase, t))?);
            }
            said.push(protocol(&infer(s)));
            Some(said)
        }
        (_, Subject::Protocol(p)) => {
            let mut said = Vec::new();
            for i in [0_u32, 1] {
                let all = maps::outcomes(p, &Thread::natural(i), &choices, &budget);
                said.push(listed(all, |(phase, t)| outcome(&Store::empty(), phase, t))?);
            }
            let none = Variables::new();
            let approximating = aa(&none, p);
            let names = |of: &Variables| of.iter().map(ToString::to_string).collect();
            said.push(judgments(
                control_independent(&none, p),
                data_independent(&none, p),
                names(&approximating.control),
                names(&approximating.data),
            ));
            Some(said)
        }
    }
}

/// Each thread from each memory: as Rust has it, and in the words of the question.
fn starts() -> impl Iterator<Item = (u32, Store, &'static str)> {
    let cells = |cells: &[(u32, u32)]| {
        let mut memory = Store::empty();
        cells.iter().for_each(|(j, k)| memory.set(&"A".into(), (*j).into(), (*k).into()));
        memory
    };
    let memories = [(cells(&[]), "()"), (cells(&[(0, 1), (2, 3)]), "((A 0 1) (A 2 3))")];
    let of = |i: u32| memories.clone().map(|(memory, words)| (i, memory, words));
    [0, 1].map(of).into_iter().flatten()
}

fn judgments(ci: bool, di: bool, control: BTreeSet<String>, data: BTreeSet<String>) -> String {
    format!("{ci} {di} {control:?} {data:?}")
}

fn listed<T>(all: Outcomes<T>, outcome: impl Fn(&T) -> String) -> Option<String> {
    match all {
        Outcomes::Done { outcomes, .. } if outcomes.len() <= MOST_OUTCOMES => {
            Some(set(outcomes.iter().map(outcome)))
        }
        Outcomes::Stuck(_) => Some(set(std::iter::empty())),
        _ => None,
    }
}

fn set(all: impl Iterator<Item = String>) -> String {
    format!("{:?}", all.collect::<BTreeSet<_>>())
}

fn outcome(updates: &Store, phase: &Phase, t: &Trace) -> String {
    canonical(&json::phase(phase), &json::trace(t), &json::store(updates))
}

/// Outcomes as the extracted functions print them.
fn outcomes_of(answer: &str) -> String {
    let all: Value = serde_json::from_str(answer).unwrap();
    set(all.as_array().unwrap().iter().map(|o| {
        let ran = canonical(&o["phase"], &o["trace"], &o["updates"]);
        match o.get("rest") {
            Some(rest) => waiting(&ran, rest.as_str().unwrap_or("null")),
            None => ran,
        }
    }))
}

/// A run up to a barrier, and what is left.
fn waiting(ran: &str, rest: &str) -> String {
    format!("{ran} {rest}")
}

/// A phase is a set, and of two updates of a cell the first in a list counts.
fn canonical(phase: &Value, trace: &Value, updates: &Value) -> String {
    let word = |value: &Value| value.to_string().trim_matches('"').to_owned();
    let access = |a: &Value| ["thread", "mode", "array", "index"].map(|key| word(&a[key]));
    let phase: BTreeSet<[String; 4]> = phase.as_array().unwrap().iter().map(access).collect();
    let mut cells: BTreeMap<[String; 2], String> = BTreeMap::new();
    let mut set = |array: &str, j: String, k: String| {
        cells.entry([array.to_owned(), j]).or_insert(k);
    };
    match updates {
        Value::Array(listed) => {
            listed.iter().for_each(|c| set(c[0].as_str().unwrap(), word(&c[1]), word(&c[2])));
        }
        updates => {
            for (array, own) in updates.as_object().unwrap() {
                own.as_object().unwrap().iter().for_each(|(j, k)| set(array, j.clone(), word(k)));
            }
        }
    }
    format!("{phase:?} {trace} {cells:?}")
}

/// Programs and protocols in the words of a question.
pub fn statement(s: &Stmt) -> String {
    match s {
        Stmt::Skip => "skip".into(),
        Stmt::Write { array, index, payload, .. } => {
            format!("(write {array} {} {})", expression(index), expression(payload))
        }
        Stmt::Read { x, array, index, body, .. } => {
            format!("(read {x} {array} {} {})", expression(index), statement(body))
        }
        Stmt::Seq(a, b) => format!("(seq {} {})", statement(a), statement(b)),
        Stmt::If(c, a, b) => format!("(if {} {} {})", condition(c), statement(a), statement(b)),
        Stmt::For(x, low, high, s) => {
            format!("(for {x} {} {} {})", expression(low), expression(high), statement(s))
        }
        Stmt::Var(x, s) => format!("(var {x} {})", statement(s)),
        Stmt::Sync(_) => "sync".into(),
    }
}

fn protocol(p: &Protocol) -> String {
    match p {
        Protocol::Skip => "skip".into(),
        Protocol::Access { mode, array, index, .. } => {
            let mode = if *mode == Mode::Wr { "wr" } else { "rd" };
            format!("(acc {mode} {array} {})", expression(index))
        }
        Protocol::Seq(a, b) => format!("(seq {} {})", protocol(a), protocol(b)),
        Protocol::If(c, a, b) => format!("(if {} {} {})", condition(c), protocol(a), protocol(b)),
        Protocol::For(x, low, high, p) => {
            format!("(for {x} {} {} {})", expression(low), expression(high), protocol(p))
        }
        Protocol::Var(x, p) => format!("(var {x} {})", protocol(p)),
        Protocol::Sync(_) => panic!("no question has barriers"),
    }
}

fn expression(e: &Expr) -> String {
    match e {
        Expr::Num(k) => format!("(num {k})"),
        Expr::Tid(_) => "tid".into(),
        Expr::Var(x) => format!("(evar {x})"),
        Expr::Bin(op, _, a, b) => {
            format!("(bin {} {} {})", op.symbol(), expression(a), expression(b))
        }
        other => panic!("{other:?} is not of the calculi"),
    }
}

fn condition(c: &Cond) -> String {
    match c {
        Cond::Bool(b) => b.to_string(),
        Cond::Rel(rel, a, b) => {
            format!("(rel {} {} {})", rel.symbol(), expression(a), expression(b))
        }
        Cond::And(a, b) => format!("(and {} {})", condition(a), condition(b)),
        Cond::Or(a, b) => format!("(or {} {})", condition(a), condition(b)),
        Cond::Not(c) => format!("(not {})", condition(c)),
    }
}
