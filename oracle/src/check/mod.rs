//! The check of a program for all sizes.
//!
//! First the *protocol* of each array is asked for a race of two distinct threads: where a solver
//! refutes it, the program is race free, by the soundness of the inference [L24, Thm 4.2]. An
//! alarm is then asked of the *program* itself, two threads over one symbolic initial memory;
//! what comes out is replayed by the reference interpreter before it is believed.

mod alarm;
mod alike;
pub mod answer;
mod constants;
mod decide;
pub mod expression;
mod initial;
pub mod listener;
pub mod pair;
mod part;
mod past;
pub mod picture;
mod query;
pub mod reason;
pub mod replay;
mod settings;
mod slice;
mod taken;
mod ticket;
mod walk;
mod warp;
mod weaker;
pub mod word;

pub use self::alike::accessed_alike;
use self::pair::{Pair, Relation};
use self::part::Part;
use self::past::Past;
pub use self::settings::Settings;
pub use self::walk::range;
use self::word::{Encoding, Words};
use crate::solver::Answer;
use alarm::Expected;
use answer::{Alarm, Note, ProgramAnswer, Status, Verdict};
use jaminan::{Program, Stmt, approximation};
use maps::{Protocol, ProtocolFile};
use reason::{Undecided, Why};
use semantics::header::Threads;
use semantics::{Expr, Name, Unsplittable, WarpOrder, limits};
use std::sync::Arc;

/// Checks a program for all sizes.
///
/// Nothing turns into [`Verdict::Drf`] by default: every part of the program and every array has
/// been refuted, or its alarms have.
pub fn check_program(program: &Program, settings: &mut Settings<'_>) -> ProgramAnswer {
    check_arrays(program, &|_| true, settings)
}

/// As [`check_program`], of some of its arrays.
pub fn check_arrays(
    program: &Program,
    wanted: &dyn Fn(&Name) -> bool,
    settings: &mut Settings<'_>,
) -> ProgramAnswer {
    arrays_expecting(Expected::Either, program, wanted, settings)
}

/// As [`check_program`], where only that there is no race is of use: that is looked for first, and arrays behind one of
/// which it is not shown are not asked about.
pub fn expect_none(program: &Program, settings: &mut Settings<'_>) -> ProgramAnswer {
    arrays_expecting(Expected::NoRace, program, &|_| true, settings)
}

/// As [`check_program`], of an array that most likely has a race: that is looked for before it is ruled out.
pub fn expect_race(program: &Program, array: &Name, settings: &mut Settings<'_>) -> ProgramAnswer {
    arrays_expecting(Expected::Race, program, &|name| name == array, settings)
}

fn arrays_expecting(
    expected: Expected,
    program: &Program,
    wanted: &dyn Fn(&Name) -> bool,
    settings: &mut Settings<'_>,
) -> ProgramAnswer {
    let mut answer = ProgramAnswer {
        verdict: Verdict::Drf,
        approximation: approximation(program).class(),
        alarms: Vec::new(),
        why: None,
        notes: Vec::new(),
        solver: settings.solver.name(),
    };
    match has_launch(program, settings) {
        Ok(true) => {}
        Ok(false) => return without(answer, Verdict::Unknown, Why::NoLaunch),
        Err(why) => answer.notes.push(Note::Undecided(Why::Launch(why))),
    }
    let parts = match part::parts(program) {
        Ok(parts) => parts,
        Err(Unsplittable::Over(spent)) => {
            return without(answer, Verdict::Unknown, Why::Over(spent));
        }
        Err(why) => return without(answer, Verdict::Unsupported, Why::Unsplittable(why)),
    };
    let meaning = meaning(program, &parts, settings);
    let phases: Vec<Part> = parts.iter().filter(|part| part.is_phase()).cloned().collect();
    let mut undecided = Vec::new();
    let mut refuted: Vec<alike::Refuted> =
        parts.iter().map(|_| alike::Refuted::default()).collect();
    let arrays = semantics::Syntax::arrays(&program.body);
    for array in arrays.into_iter().filter(wanted) {
        let mut best: Option<Alarm> = None;
        for ((n, part), refuted) in parts.iter().enumerate().zip(&mut refuted) {
            if best.as_ref().is_some_and(|best| settings.is_enough(best)) {
                break;
            }
            if let Err(spent) = limits::ask_now() {
                undecided.push(Why::Over(spent));
                break;
            }
            // Between two barriers of the block, others of the warp may have written too.
            let independent = program.header.warps == WarpOrder::Independent;
            let past = (!part.first && part.is_phase() && independent).then(|| Past {
                header: &program.header,
                phases: &phases,
                before: &phases[..n],
            });
            let hangs = meaning.hangs.iter().enumerate();
            let known = alarm::Known {
                elsewhere: hangs.clone().all(|(m, hangs)| m == n || !hangs),
                everywhere: !meaning.hangs.contains(&true),
            };
            let array = &array;
            let mut asker =
                alarm::Asker { program, part, past, array, known, refuted, expected, settings };
            let (found, open) = asker.ask();
            undecided.extend(open.map(|why| Why::Array(array.clone(), why)));
            best = match (best, found) {
                (Some(old), Some(new)) if !new.is_better_than(&old) => Some(old),
                (old, new) => new.or(old),
            };
        }
        answer.alarms.extend(best);
        let is_free = |alarm: &Alarm| alarm.status == Status::Refuted;
        let is_open = !undecided.is_empty() || !answer.alarms.iter().all(is_free);
        if expected == Expected::NoRace && is_open {
            break;
        }
    }
    let has = |status| answer.alarms.iter().any(|a| a.status == status);
    answer.verdict = if has(Status::True) || has(Status::Confirmed) {
        Verdict::Racy
    } else if has(Status::Open) {
        Verdict::Potential
    } else if !undecided.is_empty() {
        Verdict::Unknown
    } else {
        Verdict::Drf
    };
    if meaning.excludes {
        answer.notes.push(Note::LeftOut);
    }
    let unseen: Vec<&Part> = meaning.unseen.iter().map(|n| &parts[*n]).collect();
    if answer.verdict == Verdict::Drf && !exists(program, &unseen, settings) {
        answer = without(answer, Verdict::Unknown, Why::Meaningless);
    }
    undecided.dedup();
    if answer.verdict == Verdict::Unknown {
        answer.why = answer.why.or_else(|| undecided.first().cloned());
    }
    answer.notes.extend(undecided.into_iter().map(Note::Undecided));
    answer
}

/// The answer, without a verdict for this reason.
fn without(answer: ProgramAnswer, verdict: Verdict, why: Why) -> ProgramAnswer {
    let mut notes = answer.notes;
    notes.push(Note::Undecided(why.clone()));
    ProgramAnswer { verdict, why: Some(why), notes, ..answer }
}

/// Whether the assumptions leave a launch with a thread. A program that nothing runs would be race
/// free, and nobody means that.
fn has_launch(program: &Program, settings: &mut Settings<'_>) -> Result<bool, Undecided> {
    let header = &program.header;
    if header.assumptions.is_empty() && header.threads == Threads::Unbounded {
        return Ok(true);
    }
    let natural = !matches!(header.threads, Threads::Grid { .. });
    let encoding = if natural { Encoding::Integers } else { Encoding::Bits };
    let mut found = |words| -> Result<Answer, Undecided> {
        let mut pair = Pair::new(header, header, words, Relation::Same)
            .map_err(|unbound| Undecided::Unbound(unbound.0))?;
        let mut facts = std::mem::take(&mut pair.facts);
        facts.extend(&pair.encoder.words.facts);
        // The time is for the races.
        Ok(settings.find(&pair.encoder.words.terms, &facts, true))
    };
    // One of small numbers is found at once, where there is one.
    if let Answer::Sat(_) = found(Words::of_small(encoding))? {
        return Ok(true);
    }
    match found(Words::new(encoding))? {
        Answer::Sat(_) => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::UnsatWithin { bits } => Err(Undecided::LaunchWithin(bits)),
        Answer::Unknown(why) => Err(why.into()),
    }
}

/// What of a kernel's executions has a meaning in C.
struct Meaning {
    /// The parts of which no execution of a thread with a meaning was found at once.
    unseen: Vec<usize>,
    /// Whether some has none.
    excludes: bool,
    /// In which parts it may hang on a value that the front end does not model.
    hangs: Vec<bool>,
}

/// The question whether an execution of a part has a meaning.
fn of_meaning<'q>(
    program: &'q Program,
    part: &'q Part,
    nothing: &'q Name,
    words: Words,
) -> Option<query::Query<'q>> {
    let question = query::Question {
        header: &part.header,
        body: &part.body,
        relation: Relation::Same,
        array: nothing,
        volatile: &part.volatile,
        benign: true,
        past: None,
        program: &program.header,
    };
    query::Query::new(&question, words, &|_| false).ok()
}

fn meaning(program: &Program, parts: &[Part], settings: &mut Settings<'_>) -> Meaning {
    let mut meaning =
        Meaning { unseen: Vec::new(), excludes: false, hangs: vec![false; parts.len()] };
    if !matches!(program.header.threads, Threads::Grid { .. }) {
        return meaning;
    }
    let nothing = Name::from("");
    for (n, part) in parts.iter().enumerate() {
        let asked = |words| of_meaning(program, part, &nothing, words);
        meaning.hangs[n] = !program.header.unknowns.is_empty();
        if limits::ask_now().is_err() {
            continue;
        }
        let Some(any) = asked(Words::new(Encoding::Bits)) else { continue };
        let excludes = !any.defined.is_empty();
        meaning.excludes |= excludes;
        meaning.hangs[n] = any.meaning_hangs_on_unknown();
        if !excludes || !part.runs_always(&program.header) {
            continue;
        }
        // One of small numbers is found at once, where there is one.
        let small = asked(Words::of_small(Encoding::Bits));
        let found = small.is_some_and(|small| {
            let terms = &small.pair.encoder.words.terms;
            matches!(settings.find_at_once(terms, &small.background), Answer::Sat(_))
        });
        if !found {
            meaning.unseen.push(n);
        }
    }
    meaning
}

/// Whether some execution of a thread has a meaning in these parts, as far as the solver says. One part without any
/// takes every execution of the program out, and a verdict on none is none.
fn exists(program: &Program, parts: &[&Part], settings: &mut Settings<'_>) -> bool {
    let nothing = Name::from("");
    parts.iter().all(|part| {
        let any = of_meaning(program, part, &nothing, Words::new(Encoding::Bits));
        let Some(any) = any else { return true };
        settings.find(&any.pair.encoder.words.terms, &any.background, true) != Answer::Unsat
    })
}

/// Checks a protocol as [its own program](as_program).
pub fn check_protocol(protocol: &ProtocolFile, settings: &mut Settings<'_>) -> ProgramAnswer {
    check_program(&as_program(protocol), settings)
}

/// A protocol as its own program: a read binds nothing, a write writes 0.
pub fn as_program(protocol: &ProtocolFile) -> Program {
    Program { header: protocol.header.clone(), body: embed(&protocol.body, &mut 0) }
}

fn embed(p: &Protocol, reads: &mut usize) -> Stmt {
    let inside = |p: &Arc<Protocol>, reads: &mut usize| Arc::new(embed(p, reads));
    match p {
        Protocol::Skip => Stmt::Skip,
        Protocol::Access { mode: semantics::Mode::Wr, array, index, site } => Stmt::Write {
            array: array.clone(),
            index: index.clone(),
            payload: Arc::new(Expr::num(0)),
            site: site.clone(),
        },
        Protocol::Access { array, index, site, .. } => {
            *reads += 1;
            Stmt::Read {
                // No name of a source file begins with a digit.
                x: Name::from(format!("{reads}.read")),
                array: array.clone(),
                index: index.clone(),
                body: Arc::new(Stmt::Skip),
                site: site.clone(),
            }
        }
        Protocol::Seq(p, q) => Stmt::Seq(inside(p, reads), inside(q, reads)),
        Protocol::If(c, p, q) => Stmt::If(c.clone(), inside(p, reads), inside(q, reads)),
        Protocol::For(x, lo, hi, p) => {
            Stmt::For(x.clone(), lo.clone(), hi.clone(), inside(p, reads))
        }
        Protocol::Var(x, p) => Stmt::Var(x.clone(), inside(p, reads)),
        Protocol::Sync(barrier) => Stmt::Sync(barrier.clone()),
    }
}
