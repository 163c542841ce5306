//! The solver's verdict against exhaustion, on every small program and every small protocol, with
//! barriers and without:
//!
//! - a joint race within bounds is never `drf`;
//! - what is `drf` has no joint race within bounds;
//! - a true or a confirmed alarm is a joint race that the explorer has too.
//!
//! At least 99 % are decided `racy` or `drf`; the others are listed. Up to size 3; further with
//! `AGREE_SIZE=4 cargo test --release -p jaminan-theories --test check_against_explorer`.
#![allow(clippy::unwrap_used)] // a test may panic

use jaminan::{Program, Stmt};
use maps::{Protocol, ProtocolFile};
use oracle::check::answer::{ProgramAnswer, Status, Verdict};
use oracle::check::{Settings, check_program, check_protocol};
use oracle::explore::{Exploration, Finding, explore, explore_protocol};
use oracle::solver::choose;
use oracle::{Bounds, Budget as Fuel};
use semantics::{Header, Syntax, split};
use std::fmt::Display;
use theories::{Enumeration, Form, Grammar};

/// What is checked both ways.
trait Subject: Syntax + Display {
    fn checked(self, settings: &mut Settings<'_>) -> ProgramAnswer;
    fn explored(self, bounds: &Bounds, fuel: Fuel) -> Exploration;
}

impl Subject for Stmt {
    fn checked(self, settings: &mut Settings<'_>) -> ProgramAnswer {
        check_program(&Program { header: Header::default(), body: self }, settings)
    }

    fn explored(self, bounds: &Bounds, fuel: Fuel) -> Exploration {
        explore(&Program { header: Header::default(), body: self }, bounds, fuel)
    }
}

impl Subject for Protocol {
    fn checked(self, settings: &mut Settings<'_>) -> ProgramAnswer {
        let file = ProtocolFile { header: Header::default(), body: self };
        check_protocol(&file, settings)
    }

    fn explored(self, bounds: &Bounds, fuel: Fuel) -> Exploration {
        let file = ProtocolFile { header: Header::default(), body: self };
        explore_protocol(&file, bounds, fuel)
    }
}

/// What the two answers came to.
#[derive(Default)]
struct Tally {
    racy: usize,
    free: usize,
    open: Vec<String>,
    true_alarms: usize,
    confirmed_alarms: usize,
}

impl Tally {
    fn agree<S: Subject>(&mut self, subject: &S, size: usize, settings: &mut Settings<'_>) {
        // Three threads and values: no race of these programs needs more, but for loops in loops,
        // each of which counts one less far.
        let bounds = Bounds::new(3, 3.max(size as u64 - 1));
        let found = subject.clone().explored(&bounds, Fuel::fuel(1_000_000));
        let answer = subject.clone().checked(settings);
        let race = match found.joint {
            Finding::Race(witness) => {
                assert!(witness.replayed, "{subject}: a witness that is none: {witness:#?}");
                true
            }
            Finding::Absent => false,
            Finding::Undecided => panic!("the explorer does not decide {subject}"),
        };
        let free = answer.verdict == Verdict::Drf;
        assert!(!(race && free), "a missed race: {subject}: {answer:#?}");
        for alarm in &answer.alarms {
            let shown = matches!(alarm.status, Status::True | Status::Confirmed);
            assert!(race || !shown, "an alarm that is none: {subject}: {alarm:#?}");
            assert_eq!(shown, alarm.race.is_replayed(), "{subject}: {alarm:#?}");
            assert!(!(shown && free), "an alarm without a verdict: {subject}: {answer:#?}");
            self.true_alarms += usize::from(alarm.status == Status::True);
            self.confirmed_alarms += usize::from(alarm.status == Status::Confirmed);
        }
        match answer.verdict {
            Verdict::Racy => {
                assert!(race, "a race that is none: {subject}: {answer:#?}");
                self.racy += 1;
            }
            Verdict::Drf => self.free += 1,
            _ => self.open.push(subject.to_string()),
        }
    }

    fn report(&self, what: &str) {
        let Tally { racy, free, open, true_alarms, confirmed_alarms } = self;
        let all = racy + free + open.len();
        let decided = 100.0 * (racy + free) as f64 / all as f64;
        println!(
            "{what}: {decided:.2} % of {all} decided: {racy} racy, {free} race free; {true_alarms} \
             true alarms and {confirmed_alarms} confirmed ones; undecided: {open:#?}"
        );
        assert!(*racy > 0 && *free > 0 && *true_alarms > 0);
        assert!(open.len() * 100 <= all, "more than 1 % undecided");
    }
}

/// Every subject of the grammar up to this size that the barriers of can be split at.
fn agree_on_all<S: Subject>(what: &str, grammar: &Grammar, largest: usize) {
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return;
    };
    let mut settings = Settings::of(chosen.solver.as_mut());
    let barriers = grammar.forms.contains(&Form::Sync);
    let all = Enumeration::<S>::new(grammar, largest).unwrap();
    let mut tally = Tally::default();
    let subjects = |size| all.of_size(size).map(move |subject| (size, subject));
    for (size, subject) in (1..=largest).flat_map(subjects) {
        let plain = !subject.synchronizes();
        // Those without a barrier are the same in both grammars.
        if barriers == plain || split(&Header::default(), &subject).is_err() {
            continue;
        }
        tally.agree(&subject, size, &mut settings);
    }
    tally.report(what);
}

fn largest() -> usize {
    std::env::var("AGREE_SIZE").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

#[test]
fn verdicts_agree_on_every_small_program() {
    agree_on_all::<Stmt>("programs", &Grammar::default(), largest());
}

#[test]
fn verdicts_agree_on_every_small_protocol() {
    agree_on_all::<Protocol>("protocols", &Grammar::default(), largest() + 1);
}

#[test]
fn verdicts_agree_on_every_small_synchronized_program() {
    agree_on_all::<Stmt>("programs with barriers", &Grammar::default().with_sync(), largest());
}

#[test]
fn verdicts_agree_on_every_small_synchronized_protocol() {
    let grammar = Grammar::default().with_sync();
    agree_on_all::<Protocol>("protocols with barriers", &grammar, largest() + 1);
}
