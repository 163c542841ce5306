//! `actions`: the bounded sets of actions.

use crate::answer::{Answer, Command, View};
use crate::bounds::{BoundsFlags, describe};
use crate::failure::Failure;
use crate::form;
use crate::input::{Input, Subject};
use crate::limits::Limits;
use crate::phases::unsynchronized;
use crate::style::{HEADING, LABEL, note};
use oracle::actions::{Action, Actions as Sets};
use oracle::explore::Obstacle;
use schemars::JsonSchema;
use semantics::{Allowance, Text, Thread, Trace, json as write, notation, say};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// How many actions the protocol and the program have, which are reachable, which spurious
///
/// An action is an access and the trace that leads to it. P-actions are those of the inferred
/// protocol, J-actions those of the program, spurious ones those of the protocol only. A
/// reachable action is any access of a thread by a trace that it has: what is counted is the
/// threads and traces. A protocol's `var` ranges over 0..K and every value that the program's
/// runs read. [L24, §4.2]
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Actions {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    bounds: BoundsFlags,

    /// Print the actions too
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  jaminan actions s_d.jam --threads 2
  jaminan actions s_d.jam --threads 2 --list --format json

Without --fuel it gives up after one minute, with exit code 3.";

/// Without fuel, the actions are collected for at most this long.
const TIME: Duration = Duration::from_secs(60);

/// The sets of actions of a program.
pub struct ActionsAnswer {
    title: String,
    actions: Sets,
    list: bool,
}

impl Command for Actions {
    type Answer = ActionsAnswer;

    fn allowance(&self) -> Allowance {
        self.limits.allowance(TIME)
    }

    fn answer(self, _: &View) -> Result<ActionsAnswer, Failure> {
        let bounds = self.bounds.bounds();
        let budget = self.limits.budget();
        let actions = match self.input.load()? {
            Subject::Program(program) => {
                unsynchronized(&program.body, "actions", &self.input)?;
                Sets::of_program(&program, &bounds, budget)
            }
            Subject::Protocol(protocol) => {
                unsynchronized(&protocol.body, "actions", &self.input)?;
                Sets::of_protocol(&protocol, &bounds, budget)
            }
        };
        let actions = actions.map_err(|obstacle| match obstacle {
            Obstacle::Stopped(stop) => Failure::stopped(stop),
            obstacle => Failure::Undecided {
                why: obstacle.to_string(),
                hint: "make the bounds smaller".into(),
            },
        })?;
        if let Some(why) = &actions.left_out {
            note(format!("executions without a meaning in C were left out: {why}"));
        }
        let title = format!("{}: {}", self.input.name(), describe(&bounds));
        Ok(ActionsAnswer { title, actions, list: self.list })
    }
}

/// The answer of `actions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan actions")]
#[allow(dead_code)]
pub struct ActionsForm {
    /// How many P-actions.
    protocol: usize,
    /// How many J-actions.
    program: usize,
    /// How many pairs of thread and trace the program has.
    reachable: usize,
    /// How many P-actions are no J-actions.
    spurious: usize,
    /// With `--list`: which.
    #[serde(default)]
    members: Option<MembersForm>,
}

/// The actions, sorted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct MembersForm {
    /// P-actions.
    protocol: Vec<ActionForm>,
    /// J-actions.
    program: Vec<ActionForm>,
    /// Threads and traces of the program.
    reachable: Vec<ReachableForm>,
    /// P-actions that are no J-actions.
    spurious: Vec<ActionForm>,
}

/// An action.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ActionForm {
    /// What is accessed.
    access: form::Access,
    /// By which trace.
    trace: form::Trace,
}

/// A thread and a trace that it has.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct ReachableForm {
    /// The thread.
    thread: form::Thread,
    /// The trace.
    trace: form::Trace,
}

impl Answer for ActionsAnswer {
    type Form = ActionsForm;

    fn json(&self) -> Value {
        let Sets { protocol, program, reachable, .. } = &self.actions;
        let mut answer = json!({
            "protocol": protocol.len(),
            "program": program.len(),
            "reachable": reachable.len(),
            "spurious": self.actions.spurious().count(),
        });
        if self.list {
            // Built by hand: `json!` would copy the traces, which can be deep.
            let mut members = json!({});
            members["protocol"] = sorted(protocol).into_iter().map(action).collect();
            members["program"] = sorted(program).into_iter().map(action).collect();
            members["reachable"] = sorted(reachable).into_iter().map(reached).collect();
            members["spurious"] =
                sorted(self.actions.spurious()).into_iter().map(action).collect();
            answer["members"] = members;
        }
        answer
    }

    fn text(&self, view: &View) -> Text {
        let (bold, label) = (HEADING, LABEL);
        let Sets { protocol, program, reachable, .. } = &self.actions;
        let mut out = Text::of_line(format_args!("{bold}{}{bold:#}", self.title));
        let line = |(access, trace): &Action| {
            let trace = notation::trace(trace, view.spelling());
            format!("{}  by  {trace}", notation::access(access, view.spelling()))
        };
        let mut set = |name: &str, count: usize, what: &str, members: &dyn Fn() -> Vec<String>| {
            say!(out, "  {label}{name:<10}{label:#} {count:>6}  {what}");
            for member in if self.list { members() } else { Vec::new() } {
                say!(out, "      {member}");
            }
        };
        let lines = |set| sorted(set).into_iter().map(line).collect();
        set("P-actions", protocol.len(), "of the protocol", &|| lines(protocol));
        set("J-actions", program.len(), "of the program", &|| lines(program));
        set("reachable", reachable.len(), "threads and traces of the program", &|| {
            let line =
                |(i, t): &(Thread, Trace)| format!("{i}  by  {}", notation::trace(t, view.spelling()));
            sorted(reachable).into_iter().map(line).collect()
        });
        set("spurious", self.actions.spurious().count(), "of the protocol only", &|| {
            sorted(self.actions.spurious()).into_iter().map(line).collect()
        });
        out
    }
}

fn sorted<'a, T: Ord>(members: impl IntoIterator<Item = &'a T>) -> Vec<&'a T> {
    let mut members: Vec<&T> = members.into_iter().collect();
    members.sort();
    members
}

fn action((access, trace): &Action) -> Value {
    let mut answer = json!({ "access": write::access(access) });
    answer["trace"] = write::trace(trace);
    answer
}

fn reached((thread, trace): &(Thread, Trace)) -> Value {
    let mut answer = json!({ "thread": write::thread(thread) });
    answer["trace"] = write::trace(trace);
    answer
}
