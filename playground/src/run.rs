//! One thread, alone.

use crate::derivation;
use crate::failure::Failure;
use crate::question::{File, Start};
use crate::reading::{Subject, budget};
use semantics::outcomes::Obstacle;
use semantics::{
    Exchanged, Explanation, Number, Outcomes, Phase, Shown, Spelling, Store, Thread, Trace,
    notation,
};
use serde_json::{Value, json};

/// The outcomes as `run` gives them, and a derivation of one.
///
/// # Errors
/// A file that cannot be read, or has no thread that runs alone; a limit.
pub fn answer(file: &File, thread: u64, outcome: usize, start: &Start) -> Result<Value, Failure> {
    let subject = Subject::read(file)?;
    subject.runs_alone()?;
    let values = start.parameters(subject.header());
    let memory = start.store(&subject.arrays())?;
    let (thread, choices) = (Thread::natural(Number::from(thread)), start.choices());
    match &subject {
        Subject::Program(program) => {
            let s = jaminan::instantiate(&program.header, &program.body, &values, &thread);
            let all = jaminan::outcomes(&memory, &s, &thread, &choices, &budget());
            let one = jaminan::explain(&memory, &s, &thread, &choices, &budget(), outcome);
            written(all, &one)
        }
        Subject::Protocol(protocol) => {
            let p = maps::instantiate(&protocol.body, &values);
            let all = maps::outcomes(&p, &thread, &choices, &budget());
            let all = all.map(|(phase, trace)| (Store::empty(), phase, trace));
            written(all, &maps::explain(&p, &thread, &choices, &budget(), outcome))
        }
    }
}

fn written<J: Shown + Exchanged>(
    all: Outcomes<(Store, Phase, Trace)>,
    one: &Explanation<J>,
) -> Result<Value, Failure> {
    let (outcomes, stuck) = match all {
        Outcomes::Done { outcomes, left_out: None } => (outcomes, None),
        Outcomes::Done { left_out: Some(why), .. } => return Err(Failure::new(why.to_string())),
        Outcomes::Stuck(failure) => (Vec::new(), Some(failure.to_string())),
        Outcomes::GaveUp { limit: Obstacle::Stopped(stop), .. } => {
            return Err(Failure::stopped(stop));
        }
        Outcomes::GaveUp { limit: Obstacle::Number, .. } => {
            return Err(Failure::new(semantics::Meaningless::TooLarge.to_string()));
        }
    };
    // Built by hand: `json!` would copy the traces, which can be deep.
    let mut answer = json!({ "stuck": stuck });
    answer["outcomes"] = outcomes.iter().map(outcome).collect();
    answer["derivation"] = match one {
        Explanation::Derivation(d) => derivation::json(d),
        _ => Value::Null,
    };
    Ok(answer)
}

fn outcome((updates, phase, trace): &(Store, Phase, Trace)) -> Value {
    let mut object = json!({});
    object["phase"] = semantics::json::phase(phase);
    object["trace"] = semantics::json::trace(trace);
    object["updates"] = semantics::json::store(updates);
    let spelling = Spelling::Unicode;
    object["shown"] = format!(
        "{}, {} ▷ {}",
        notation::store(updates, spelling),
        notation::phase(phase, spelling),
        notation::trace(trace, spelling)
    )
    .into();
    object
}
