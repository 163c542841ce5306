//! BabyCUDA in the words of the questions: histories, and what the threads 0 and 1 make of them.

use super::{MOST_OUTCOMES, MOST_RULES, protocol, statement};
use jaminan::Stmt;
use jaminan::babycuda::{self, Accesses, History, Phase, Threads, type_of};
use maps::independence::Variables;
use semantics::outcomes::Outcomes;
use semantics::{Budget, Thread};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a thread read and wrote, as words.
type Told = (BTreeSet<String>, BTreeMap<String, String>);

/// What each thread read and wrote: those that did something.
type Phases = Vec<BTreeMap<String, Told>>;

fn threads() -> Threads {
    [0_u32, 1].map(Thread::natural).into()
}

/// One where nothing has happened yet; one with reads and writes in two phases; and one with a race in the older
/// phase, and an older one yet.
fn histories() -> [History; 3] {
    let array = "A".into();
    let wrote = |cells: &[(u32, u32)]| {
        let start = Accesses::default();
        cells.iter().fold(start, |a, (j, k)| a.writing(&array, &(*j).into(), &(*k).into()))
    };
    let phase = |of: &[(u32, Accesses)]| -> Phase {
        of.iter().map(|(i, a)| (Thread::natural(*i), a.clone())).collect()
    };
    let read = |j: u32| Accesses::default().reading(&array, &j.into());
    let older = phase(&[(0, wrote(&[(0, 1), (1, 2)]))]);
    let newest = phase(&[(1, read(1)), (2, wrote(&[(2, 3)]))]);
    let oldest = phase(&[(1, wrote(&[(0, 7), (1, 7), (2, 7)]))]);
    let racy = phase(&[(0, wrote(&[(0, 1)])), (1, wrote(&[(0, 2)]))]);
    [
        History::begin(),
        History::none().then(older).then(newest),
        History::none().then(oldest).then(racy).then(Phase::default()),
    ]
}

/// The questions about a program.
pub fn questions(b: &Stmt) -> Vec<String> {
    let b = statement(b);
    let after = |h: &History| {
        let (newest, older) = h.split().unwrap();
        let older: Vec<String> = older.phases().map(words).collect();
        format!("(parallels (0 1) {} ({}) {b})", words(newest), older.join(" "))
    };
    let mut all: Vec<String> = histories().iter().map(after).collect();
    all.push(format!("(type {b})"));
    all
}

fn words(phase: &Phase) -> String {
    let thread = |(i, a): (&Thread, &Accesses)| {
        let reads: Vec<String> = a.reads.iter().map(|(x, j)| format!("({x} {j})")).collect();
        let writes: Vec<String> =
            a.writes.cells().map(|(x, j, k)| format!("({x} {j} {k})")).collect();
        format!("({i} ({}) ({}))", reads.join(" "), writes.join(" "))
    };
    format!("({})", phase.threads().map(thread).collect::<Vec<_>>().join(" "))
}

/// What the extracted functions say: the histories after each history, and the type.
pub fn answers(said: &[String]) -> Vec<String> {
    let (ty, after) = said.split_last().unwrap();
    let told = |(h, answer): (History, &String)| {
        let all: Value = serde_json::from_str(answer).unwrap();
        let (_, older) = h.split().unwrap();
        set(all.as_array().unwrap().iter().map(|found| {
            let phases = [listed(&found["threads"])].into_iter().chain(older.phases().map(of));
            (phases.collect(), found["racy"].as_bool().unwrap())
        }))
    };
    histories().into_iter().zip(after).map(told).chain([ty.clone()]).collect()
}

/// What the rules in Rust say; nothing where there are too many outcomes.
pub fn rules_say(b: &Stmt) -> Option<Vec<String>> {
    let mut said = Vec::new();
    for h in histories() {
        let after = match babycuda::outcomes(&h, b, &threads(), &Budget::fuel(MOST_RULES)) {
            Outcomes::Done { outcomes, .. } if outcomes.len() <= MOST_OUTCOMES => outcomes,
            Outcomes::Stuck(_) => Vec::new(),
            _ => return None,
        };
        said.push(set(after.iter().map(|h| (h.phases().map(of).collect(), h.race().is_some()))));
    }
    said.push(type_of(&Variables::new(), b).map_or("none".into(), |u| protocol(&u)));
    Some(said)
}

fn set(all: impl Iterator<Item = (Phases, bool)>) -> String {
    format!("{:?}", all.collect::<BTreeSet<_>>())
}

fn of(phase: &Phase) -> BTreeMap<String, Told> {
    let told = |a: &Accesses| {
        let reads = a.reads.iter().map(|(x, j)| format!("{x}[{j}]")).collect();
        let writes = a.writes.cells().map(|(x, j, k)| (format!("{x}[{j}]"), k.to_string()));
        (reads, writes.collect())
    };
    phase.threads().map(|(i, a)| (i.to_string(), told(a))).collect()
}

/// Of two writes of a cell the first in a list counts. A thread that did nothing is as one that is not there.
fn listed(threads: &Value) -> BTreeMap<String, Told> {
    let cell = |c: &Value| format!("{}[{}]", c[0].as_str().unwrap(), c[1]);
    let told = |thread: &Value| {
        let reads = thread["reads"].as_array().unwrap().iter().map(cell).collect();
        let mut writes = BTreeMap::new();
        for c in thread["writes"].as_array().unwrap() {
            writes.entry(cell(c)).or_insert_with(|| c[2].to_string());
        }
        (thread["thread"].to_string(), (reads, writes))
    };
    let all = threads.as_array().unwrap().iter().map(told);
    all.filter(|(_, did)| *did != Told::default()).collect()
}
