//! The three kinds of race, within bounds.

use crate::failure::Failure;
use crate::question::File;
use crate::reading::{Subject, budget};
use oracle::explore::{exchange, launches, picture::picture};
use oracle::{Bounds, Exploration, Finding, explore, explore_protocol};
use serde_json::{Value, json};

/// No more threads and values are explored in a page.
const MOST: u64 = 64;

/// What `explore` answers, and a picture of each race.
///
/// # Errors
/// A file that cannot be read.
pub fn answer(file: &File, threads: u64, values: u64) -> Result<Value, Failure> {
    let subject = Subject::read(file)?;
    let bounds = Bounds::new(threads.clamp(1, MOST), values.clamp(1, MOST));
    let found = match &subject {
        Subject::Program(program) => explore(program, &bounds, budget()),
        Subject::Protocol(protocol) => explore_protocol(protocol, &bounds, budget()),
    };
    Ok(json(&subject, &bounds, &found))
}

fn json(subject: &Subject, bounds: &Bounds, found: &Exploration) -> Value {
    let program = match subject {
        Subject::Program(program) => Some(program),
        Subject::Protocol(_) => None,
    };
    let launches = launches(subject.header(), bounds).unwrap_or_default();
    let kinds = [
        ("protocol_race", &found.protocol),
        ("separate_race", &found.separate),
        ("joint_race", &found.joint),
    ];
    // Built by hand: `json!` would copy the traces, which can be deep.
    let mut answer = json!({});
    let mut pictures = json!({});
    for (key, finding) in kinds {
        answer[key] = match finding {
            Finding::Race(witness) => {
                pictures[key] = picture(program, &launches, witness).svg().into();
                exchange::json(witness)
            }
            Finding::Absent | Finding::Undecided => Value::Null,
        };
    }
    let Bounds { threads, values, cells } = bounds;
    match &found.obstacle {
        None => {
            answer["complete_at"] = json!({ "threads": threads, "values": values, "cells": cells });
        }
        Some((why, covered)) => {
            let open = kinds.iter().filter(|(_, f)| matches!(f, Finding::Undecided));
            answer["complete_at"] = Value::Null;
            answer["undecided"] = json!({
                "kinds": open.map(|(key, _)| key).collect::<Vec<_>>(),
                "why": why.to_string(),
                "covered": covered.to_string(),
            });
        }
    }
    answer["pictures"] = pictures;
    answer
}
