//! `explore`: ground truth by exhaustion.

use crate::answer::{Answer, Command, View};
use crate::bounds::{BoundsFlags, describe};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, Subject};
use crate::limits::Limits;
use crate::phases::phases;
use crate::style::{ALARM, FINE, HEADING, UNDECIDED, note};
use crate::commands::check::Drawn;
use crate::witness::{self, WitnessForm};
use oracle::explore::picture::picture;
use oracle::explore::{Witness, launches};
use oracle::{Bounds, Exploration, Finding, explore, explore_protocol};
use schemars::JsonSchema;
use semantics::{Allowance, Picture};
use serde::Deserialize;
use serde_json::{Value, json};
use semantics::{Text, say};
use std::time::Duration;

/// Every race within bounds, by running every execution: the smallest witness of each kind
///
/// A protocol race is one of the inferred protocol; a separately feasible race is two threads of
/// the program, each from an initial memory of its own; a joint race is two threads from one
/// initial memory, and only that is a true alarm. All three are of one phase and one value for
/// each parameter. A protocol (`.map`) is its own program: its three kinds are one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Explore {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    bounds: BoundsFlags,

    /// Draw the race instead, the strongest kind that there is: threads, time and cells, its two accesses joined
    #[arg(long = "as", value_enum, value_name = "FORM")]
    drawn: Option<Drawn>,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  jaminan explore s_b.jam
  jaminan explore s_a.jam --threads 17 --format json
  jaminan explore protocol.map --threads 8 --values 3
  jaminan explore phases.jam --as svg > race.svg

Exit codes: 1 where there is a joint race, 0 where there is none within the bounds; a protocol
race or a separately feasible race alone is no true alarm. Without --fuel it gives up after one
minute, with exit code 3, and says what it has covered.

The smallest witness is the first by: its phase; the larger thread, then the smaller one; the
parameters; the number of threads (of a program with barriers that declares none: there may be any
number up to T); the number of cells of the initial memory that are not 0, then which and what they
hold; the accesses; the choices of `var`; the traces.";

/// Without fuel, an exploration takes at most this long.
const TIME: Duration = Duration::from_secs(60);

/// What an exploration found.
pub struct ExploreAnswer {
    name: String,
    bounds: Bounds,
    found: Exploration,
    /// The picture, where it is asked for.
    svg: Option<String>,
}

impl Command for Explore {
    type Answer = ExploreAnswer;

    fn allowance(&self) -> Allowance {
        self.limits.allowance(TIME)
    }

    fn answer(self, _: &View) -> Result<ExploreAnswer, Failure> {
        let subject = self.input.load()?;
        let bounds = self.bounds.bounds();
        let budget = self.limits.budget();
        let found = match &subject {
            Subject::Program(program) => {
                phases(&program.header, &program.body)?;
                explore(program, &bounds, budget)
            }
            Subject::Protocol(protocol) => {
                phases(&protocol.header, &protocol.body)?;
                explore_protocol(protocol, &bounds, budget)
            }
        };
        for finding in [&found.protocol, &found.separate, &found.joint] {
            if let Finding::Race(witness) = finding {
                // Caught above, as an internal error: a race that is not one is never printed.
                assert!(witness.replayed, "a witness does not replay: {witness:?}");
            }
        }
        if let (Subject::Program(program), Finding::Race(witness)) = (&subject, &found.joint) {
            let chosen = witness.choices.iter().flatten().map(|(x, _)| x);
            if let Some(x) = chosen.into_iter().find(|x| program.header.unknowns.contains_key(*x)) {
                return Err(Failure::Undecided {
                    why: format!("the first joint race chooses `{x}`, a value that is not modelled"),
                    hint: "that is no ground truth; `jaminan check` says what is known".into(),
                });
            }
        }
        if found.launches == 0 && found.obstacle.is_none() {
            note("no launch within these bounds satisfies what is assumed of it: nothing was run");
        }
        if let Some(why) = &found.left_out {
            note(format!("executions without a meaning in C were left out: {why}"));
        }
        let svg = self.drawn.map(|Drawn::Svg| drawn(&self.input.title(), &subject, &bounds, &found));
        Ok(ExploreAnswer { name: self.input.name(), bounds, found, svg })
    }
}

/// The picture of the strongest race; of none, that there is none.
fn drawn(name: &str, subject: &Subject, bounds: &Bounds, found: &Exploration) -> String {
    let race = |finding: &Finding| match finding {
        Finding::Race(witness) => Some(witness.clone()),
        Finding::Absent | Finding::Undecided => None,
    };
    let strongest = [&found.joint, &found.separate, &found.protocol].into_iter().find_map(race);
    let program = match subject {
        Subject::Program(program) => Some(program),
        Subject::Protocol(_) => None,
    };
    let of = |witness: &Witness| {
        picture(program, &launches(subject.header(), bounds).unwrap_or_default(), witness)
    };
    let mut picture = match strongest {
        Some(witness) => of(&witness),
        None => Picture { title: format!("no race at {}", describe(bounds)), marks: Vec::new() },
    };
    picture.title = format!("{name}: {}", picture.title);
    picture.svg()
}

/// The answer of `explore`. A null means that there is no race of this kind within the bounds,
/// unless `undecided` names the kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "jaminan explore")]
#[allow(dead_code)]
pub struct ExploreForm {
    /// A race of the inferred protocol.
    #[schemars(required)]
    protocol_race: Option<WitnessForm>,
    /// A race of two threads, each from an initial memory of its own.
    #[schemars(required)]
    separate_race: Option<WitnessForm>,
    /// A race of two threads from one initial memory.
    #[schemars(required)]
    joint_race: Option<WitnessForm>,
    /// The bounds within which all is decided; null where something was in the way.
    #[schemars(required)]
    complete_at: Option<CompleteForm>,
    /// What was in the way.
    #[serde(default)]
    undecided: Option<UndecidedForm>,
}

/// The bounds of an exploration that came to its end.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct CompleteForm {
    /// Threads are below.
    threads: u64,
    /// Values are below.
    values: u64,
    /// Cells are below.
    cells: u64,
}

/// What kept an exploration from its end.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct UndecidedForm {
    /// The kinds of race that are not decided, by their keys: of these, null says nothing.
    kinds: Vec<String>,
    /// What was in the way.
    why: String,
    /// What was seen before.
    covered: String,
}

impl ExploreAnswer {
    /// The three kinds: key, words, finding.
    fn kinds(&self) -> [(&'static str, &'static str, &Finding); 3] {
        [
            ("protocol_race", "protocol race", &self.found.protocol),
            ("separate_race", "separately feasible race", &self.found.separate),
            ("joint_race", "joint race", &self.found.joint),
        ]
    }
}

impl Answer for ExploreAnswer {
    type Form = ExploreForm;

    fn json(&self) -> Value {
        // Built by hand: `json!` would copy the traces, which can be deep.
        let mut answer = json!({});
        for (key, _, finding) in self.kinds() {
            match finding {
                Finding::Race(witness) => answer[key] = witness::json(witness),
                Finding::Absent | Finding::Undecided => answer[key] = Value::Null,
            }
        }
        let Bounds { threads, values, cells } = &self.bounds;
        match &self.found.obstacle {
            None => {
                answer["complete_at"] =
                    json!({ "threads": threads, "values": values, "cells": cells });
            }
            Some((why, covered)) => {
                let undecided = |finding: &Finding| matches!(finding, Finding::Undecided);
                let kinds = self.kinds().into_iter().filter(|(.., finding)| undecided(finding));
                answer["complete_at"] = Value::Null;
                answer["undecided"] = json!({
                    "kinds": kinds.map(|(key, ..)| key).collect::<Vec<_>>(),
                    "why": why.to_string(),
                    "covered": covered.to_string(),
                });
            }
        }
        answer
    }

    fn text(&self, view: &View) -> Text {
        if let Some(svg) = &self.svg {
            return Text::of_lines(svg);
        }
        let (bold, alarm, fine, open) = (HEADING, ALARM, FINE, UNDECIDED);
        let mut out = Text::new();
        say!(out, "{bold}{}{bold:#}: {}", self.name, describe(&self.bounds));
        out.blank();
        for (_, words, finding) in self.kinds() {
            match finding {
                Finding::Race(_) => say!(out, "  {words:<24}  {alarm}yes{alarm:#}"),
                Finding::Absent => say!(out, "  {words:<24}  {fine}none{fine:#}"),
                Finding::Undecided => say!(out, "  {words:<24}  {open}undecided{open:#}"),
            }
        }
        if let Some((why, covered)) = &self.found.obstacle {
            out.blank();
say!(out, "{open}undecided{open:#}: {why}; {covered}");
        }
        for (_, _, finding) in self.kinds().into_iter().rev() {
            if let Finding::Race(witness) = finding {
                out.blank();
                out.push(&witness::text(witness, view));
            }
        }
        out
    }

    fn exit(&self) -> Exit {
        match (&self.found.joint, &self.found.obstacle) {
            (Finding::Race(_), _) => Exit::Alarm,
            (_, Some(_)) => Exit::Undecided,
            (_, None) => Exit::Fine,
        }
    }
}
