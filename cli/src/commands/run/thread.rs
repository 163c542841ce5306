//! Every outcome of one thread of a program or a protocol.

use super::Run;
use crate::answer::View;
use crate::failure::Failure;
use crate::form;
use crate::input::Subject;
use crate::phases::unsynchronized;
use crate::style::{HEADING, LABEL, note};
use jaminan::{Parameters, instantiate};
use schemars::JsonSchema;
use semantics::outcomes::Obstacle;
use semantics::{
    Cond, Expr, Header, Meaningless, Outcomes, Phase, Rel, Spelling, Store, Thread,
    Threads, Trace, notation, printer, Text, say,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The outcomes of one thread.
pub struct ThreadAnswer {
    title: String,
    /// Updates, accesses, choices.
    outcomes: Vec<(Store, Phase, Trace)>,
    /// Where there is none: the premise that fails.
    stuck: Option<String>,
}

impl Run {
    /// Every outcome of the thread.
    ///
    /// # Errors
    /// Bad input, a limit.
    pub(super) fn thread(self) -> Result<ThreadAnswer, Failure> {
        if let Some(flag) = self.grid.given() {
            let why = format!("`{flag}` is about a grid, and this is no kernel");
            return Err(Failure::usage(why, "leave it out"));
        }
        let Some(thread) = self.thread else {
            return Err(Failure::usage("which thread?", "say it: `--thread 0`"));
        };
        let subject = self.input.load()?;
        match &subject {
            Subject::Program(program) => unsynchronized(&program.body, "run", &self.input)?,
            Subject::Protocol(protocol) => unsynchronized(&protocol.body, "run", &self.input)?,
        }
        let values = self.input.known.parameters(subject.header())?;
        let memory = self.start.store(&subject.arrays())?;
        let thread = Thread::natural(thread);
        warn_of_launch(subject.header(), &values, &thread);
        let choices = self.start.choices();
        let budget = self.limits.budget();
        let outcomes = match &subject {
            Subject::Program(program) => {
                let s = instantiate(&program.header, &program.body, &values, &thread);
                jaminan::outcomes(&memory, &s, &thread, &choices, &budget)
            }
            Subject::Protocol(protocol) => {
                if !memory.is_empty() {
                    note("a protocol reads no memory: `--memory` changes nothing");
                }
                let p = maps::instantiate(&protocol.body, &values);
                with_updates(maps::outcomes(&p, &thread, &choices, &budget))
            }
        };
        let (outcomes, stuck) = match outcomes {
            Outcomes::Done { outcomes, left_out: None } => (outcomes, None),
            Outcomes::Done { left_out: Some(why), .. } => return Err(Failure::meaningless(&why)),
            Outcomes::Stuck(failure) => (Vec::new(), Some(failure.to_string())),
            Outcomes::GaveUp { limit: Obstacle::Stopped(stop), .. } => {
                return Err(Failure::stopped(stop));
            }
            Outcomes::GaveUp { limit: Obstacle::Number, .. } => {
                return Err(Failure::meaningless(&Meaningless::TooLarge));
            }
        };
        let title = format!("thread {thread} of {}", self.input.name());
        Ok(ThreadAnswer { title, outcomes, stuck })
    }
}

/// A protocol leaves memory alone.
fn with_updates(outcomes: Outcomes<(Phase, Trace)>) -> Outcomes<(Store, Phase, Trace)> {
    outcomes.map(|(phase, trace)| (Store::empty(), phase, trace))
}

/// The rules run any thread with any parameters; whether a launch has them is another matter.
fn warn_of_launch(header: &Header, values: &Parameters, i: &Thread) {
    let close =
        |c: &Cond| values.iter().fold(c.clone(), |c, (x, k)| c.substitute(x, &Expr::Num(k.clone())));
    for c in &header.assumptions {
        if close(c).eval(i) == Ok(false) {
            let c = printer::cond(c, Spelling::Ascii);
            note(format!("no launch has this thread and these parameters: `assume {c}` is false"));
        }
    }
    if let Threads::Below(n) = &header.threads
        && close(&Cond::rel(Rel::Lt, Expr::tid(), n.clone())).eval(i) == Ok(false)
    {
        let n = printer::expr(n, Spelling::Ascii);
        note(format!("no launch has this thread: `threads {n}`"));
    }
}

/// The outcomes of one thread.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
pub struct ThreadForm {
    /// Each once.
    outcomes: Vec<OutcomeForm>,
}

/// One outcome of a thread.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct OutcomeForm {
    /// The accesses that it makes.
    phase: form::Phase,
    /// Its internal choices.
    trace: form::Trace,
    /// What it leaves in memory.
    updates: form::Store,
}

impl ThreadAnswer {
    pub(super) fn json(&self) -> Value {
        let outcome = |(updates, phase, trace): &(Store, Phase, Trace)| {
            let mut object = json!({});
            object["phase"] = semantics::json::phase(phase);
            object["trace"] = semantics::json::trace(trace);
            object["updates"] = semantics::json::store(updates);
            object
        };
        // Built by hand: `json!` would copy the traces, which can be deep.
        let mut answer = json!({});
        answer["outcomes"] = self.outcomes.iter().map(outcome).collect();
        answer
    }

    pub(super) fn text(&self, view: &View) -> Text {
        let (bold, label) = (HEADING, LABEL);
        let count = match self.outcomes.len() {
            0 => "no outcome".to_owned(),
            1 => "one outcome".to_owned(),
            n => format!("{n} outcomes"),
        };
        let mut out = Text::of_line(format_args!("{bold}{}{bold:#}: {count}", self.title));
        if let Some(premise) = &self.stuck {
            say!(out, "  {label}stuck{label:#}  {premise}");
        }
        let list = |items: Vec<String>| match items.is_empty() {
            true => "none".to_owned(),
            false => items.join(", "),
        };
        for (n, (updates, phase, trace)) in self.outcomes.iter().enumerate() {
            let accesses = phase.iter();
            let accesses = list(accesses.map(|a| format!("{} {}[{}]", a.mode, a.array, a.index)).collect());
            let updates = updates.cells();
            let updates = list(updates.map(|(a, j, k)| format!("{a}[{j}] = {k}")).collect());
            let trace = notation::trace(trace, view.spelling());
            out.blank();
            say!(out, "{bold}outcome {}{bold:#}", n + 1);
            for (name, what) in [("accesses", accesses), ("updates", updates), ("trace", trace)] {
                say!(out, "  {label}{name}{label:#}{:1$}{what}", "", 10 - name.len());
            }
        }
        out
    }
}
