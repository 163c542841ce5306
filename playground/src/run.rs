//! One thread: alone, or phase by phase beside those that it waits for.

use crate::derivation;
use crate::failure::Failure;
use crate::question::{File, Start};
use crate::reading::{Subject, budget};
use jaminan::{Parameters, Phases, Program, block_array, instantiate};
use maps::ProtocolFile;
use oracle::explore::crowd::crowd;
use oracle::explore::unroll;
use semantics::outcomes::Obstacle;
use semantics::split::first_barrier;
use semantics::{
    Budget, Diagnostic, Exchanged, Explanation, Expr, Header, Number, Outcomes, Phase, Sharing,
    Shown, Spelling, Store, Syntax, Thread, Threads, Trace, notation, split,
};
use serde_json::{Value, json};

/// Barriers that are gone past at most.
const MOST_PHASES: usize = 200;

/// The outcomes of a phase are listed as far as so many rule applications find them.
const LISTING: u64 = 20_000;

/// The outcomes as `run` gives them, and a derivation of one; of a program with barriers, a derivation of each phase.
///
/// # Errors
/// A file that cannot be read, or has no such thread; a limit.
pub fn answer(file: &File, thread: u64, wanted: &[usize], start: &Start) -> Result<Value, Failure> {
    let subject = Subject::read(file)?;
    let values = start.parameters(subject.header());
    let thread = of_number(subject.header(), &values, thread)?;
    let choices = start.choices();
    let outcome = wanted.first().copied().unwrap_or(0);
    match &subject {
        Subject::Program(program) => {
            let memory = of_block(program, &thread, start.store(&subject.arrays())?);
            if program.body.synchronizes() {
                return phases(program, &thread, &values, memory, (start, wanted));
            }
            let s = instantiate(&program.header, &program.body, &values, &thread);
            let all = jaminan::outcomes(&memory, &s, &thread, &choices, &budget());
            let one = jaminan::explain(&memory, &s, &thread, &choices, &budget(), outcome);
            written(all, &one)
        }
        Subject::Protocol(protocol) => {
            if protocol.body.synchronizes() {
                return protocol_phases(protocol, &thread, &values, (start, wanted));
            }
            let p = maps::instantiate(&protocol.body, &values);
            let all = maps::outcomes(&p, &thread, &choices, &budget());
            let all = all.map(|(phase, trace)| (Store::empty(), phase, trace));
            written(all, &maps::explain(&p, &thread, &choices, &budget(), outcome))
        }
    }
}

/// The thread of this number; of a kernel as it counts them, along x, then y, then z, block after block.
///
/// # Errors
/// The launch has no such thread.
fn of_number(header: &Header, values: &Parameters, number: u64) -> Result<Thread, Failure> {
    let Threads::Grid { grid, block } = &header.threads else {
        return Ok(Thread::natural(Number::from(number)));
    };
    let extent = |e: &Expr| match e {
        Expr::Num(n) => u64::try_from(n).unwrap_or(1).max(1),
        Expr::Var(x) => values.get(x).and_then(|n| u64::try_from(n).ok()).unwrap_or(1).max(1),
        _ => 1,
    };
    let mut rest = number;
    let mut along = |e: &Expr| {
        let (extent, at) = (extent(e), rest % extent(e));
        rest /= extent;
        Number::from(at)
    };
    let thread = block.each_ref().map(&mut along);
    let block = grid.each_ref().map(&mut along);
    if rest > 0 {
        return Err(Failure::new(format!("the launch has no thread {number}")));
    }
    Ok(Thread::cuda(block, thread))
}

/// An array that a block shares is that of the thread's block.
fn of_block(program: &Program, thread: &Thread, given: Store) -> Store {
    let mut memory = Store::empty();
    for (array, j, k) in given.cells() {
        match program.header.sharing(array) {
            Sharing::Block => memory.set(&block_array(array, thread), j.clone(), k.clone()),
            Sharing::Grid => memory.set(array, j.clone(), k.clone()),
        }
    }
    memory
}

fn at_barrier<S: Syntax>(body: &S, message: &str) -> Failure {
    let diagnostic = match first_barrier(body).span() {
        Some(span) => Diagnostic::at(span.clone(), message),
        None => Diagnostic::whole(message),
    };
    diagnostic.hint("Race goes through all its phases").into()
}

/// A derivation of each phase of the thread.
fn phases(
    program: &Program,
    thread: &Thread,
    values: &Parameters,
    memory: Store,
    (start, wanted): (&Start, &[usize]),
) -> Result<Value, Failure> {
    if split(&program.header, &program.body).is_err() {
        return Err(at_barrier(&program.body, NOT_TOGETHER));
    }
    let crowd =
        crowd(program, thread, values, None).map_err(|why| Failure::new(why.to_string()))?;
    let run = |i: &Thread| (i.clone(), instantiate(&program.header, &program.body, values, i));
    let mut phases = Phases::begin(memory, crowd.iter().map(run));
    let (choices, budget) = (start.choices(), budget());
    let mut all = Vec::new();
    let listing = Budget { fuel: LISTING, ..budget.clone() };
    loop {
        let n = wanted.get(all.len()).copied().unwrap_or(0);
        let Some(found) = phases.explain(thread, &choices, &budget, n) else { break };
        let Explanation::Derivation(d) = found else { return Err(none(&found)) };
        let listed = phases.outcomes(thread, &choices, &listing);
        let listed = listed.map(|all| all.map(|(m, p, t, _)| (m, p, t)));
        let listed = listed.map_or((Vec::new(), true), listing_of);
        let memory = notation::store(&phases.memory, Spelling::Unicode);
        all.push(phase(Some(memory), listed, derivation::json(&d)));
        if all.len() > MOST_PHASES {
            return Err(too_many());
        }
        let next = phases
            .advance(&choices, &budget, &|i| if i == thread { n } else { 0 })
            .map_err(|stopped| none(&stopped.1))?;
        if next.diverged {
            return Err(Failure::new(
                "some threads wait at a barrier where others have come to their end",
            ));
        }
        if next.ended {
            break;
        }
    }
    let mut answer = json!({ "stuck": null, "outcomes": [], "beside": crowd.len() - 1 });
    answer["phases"] = Value::Array(all);
    Ok(answer)
}

/// A derivation of each phase of a protocol, which is a protocol of its own.
fn protocol_phases(
    protocol: &ProtocolFile,
    thread: &Thread,
    values: &Parameters,
    (start, wanted): (&Start, &[usize]),
) -> Result<Value, Failure> {
    if split(&protocol.header, &protocol.body).is_err() {
        return Err(at_barrier(&protocol.body, NOT_TOGETHER));
    }
    let body = maps::instantiate(&protocol.body, values);
    let phases = unroll::phases(&body, &protocol.header)
        .map_err(|why| Failure::new(why.to_string()).hint("make the protocol smaller"))?;
    if phases.len() > MOST_PHASES {
        return Err(too_many());
    }
    let (choices, budget) = (start.choices(), budget());
    let listing = Budget { fuel: LISTING, ..budget.clone() };
    let mut all = Vec::new();
    for (n, p) in phases.iter().enumerate() {
        let n = wanted.get(n).copied().unwrap_or(0);
        let found = maps::explain(p, thread, &choices, &budget, n);
        let Explanation::Derivation(d) = found else { return Err(none(&found)) };
        let listed = maps::outcomes(p, thread, &choices, &listing);
        let listed = listing_of(listed.map(|(phase, trace)| (Store::empty(), phase, trace)));
        all.push(phase(None, listed, derivation::json(&d)));
    }
    let mut answer = json!({ "stuck": null, "outcomes": [] });
    answer["phases"] = Value::Array(all);
    Ok(answer)
}

/// Those outcomes of a phase that were listed, and whether they are all.
fn listing_of<T>(listed: Outcomes<T>) -> (Vec<T>, bool) {
    match listed {
        Outcomes::Done { outcomes, .. } => (outcomes, true),
        Outcomes::GaveUp { found, .. } => (found, false),
        Outcomes::Stuck(_) => (Vec::new(), true),
    }
}

/// A phase; of a program with the memory that it starts from.
fn phase(
    memory: Option<String>,
    (listed, complete): (Vec<(Store, Phase, Trace)>, bool),
    derivation: Value,
) -> Value {
    // Built by hand: `json!` would copy the traces, which can be deep.
    let mut phase = json!({ "memory": memory, "complete": complete });
    phase["outcomes"] = listed.iter().map(outcome).collect();
    phase["derivation"] = derivation;
    phase
}

const NOT_TOGETHER: &str = "a barrier that some threads may reach and others not";

fn too_many() -> Failure {
    Failure::new(format!("the thread passes more than {MOST_PHASES} barriers"))
}

/// Why there is no derivation.
fn none<J>(found: &Explanation<J>) -> Failure {
    match found {
        Explanation::GaveUp(Obstacle::Stopped(stop)) => Failure::stopped(*stop),
        Explanation::GaveUp(Obstacle::Number) => {
            Failure::new(semantics::Meaningless::TooLarge.to_string())
        }
        Explanation::Stuck(failure) => Failure::new(format!("no derivation: {failure}")),
        Explanation::Derivation(_) | Explanation::NoSuchOutcome(_) => {
            Failure::new("no such outcome")
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
