//! Time and memory: limits that are in force while a function runs.

use semantics::limits::{ask, ask_now, count};
use semantics::{Allowance, Budget, Diagnostic, Exhausted, Limits, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

const TIME: Result<(), Exhausted> = Err(Exhausted::Time);
const MEMORY: Result<(), Exhausted> = Err(Exhausted::Memory);
const HOUR: Duration = Duration::from_secs(3600);

/// What many questions in a row come to, most of which are not looked at.
fn ask_often() -> Result<(), Exhausted> {
    (0..1000).try_for_each(|_| ask())
}

#[test]
fn nothing_is_reached_where_nothing_is_limited() {
    assert_eq!(ask_now(), Ok(()));
    assert_eq!(Limits::time_left(), None);
    count(1 << 50);
    assert_eq!(Limits::default().enter(ask_often), Ok(()));
    assert_eq!(Allowance::default().from_now().enter(ask_now), Ok(()));
    count(-(1 << 50));
}

#[test]
fn time() {
    let (over, later) = (Limits::default().until(Instant::now()), Limits::default().within(HOUR));
    assert_eq!(over.enter(ask_now), TIME);
    assert_eq!(over.enter(ask_often), TIME);
    assert_eq!(over.enter(Limits::time_left), Some(Duration::ZERO));
    assert_eq!(later.enter(ask_often), Ok(()));
    assert!(later.enter(Limits::time_left).is_some_and(|left| left <= HOUR));
    // So long that no clock shows it.
    assert_eq!(Limits::default().within(Duration::MAX).enter(ask_now), Ok(()));
}

#[test]
fn the_tighter_one_of_two_counts() {
    let (over, later) = (Limits::default().within(Duration::ZERO), Limits::default().within(HOUR));
    assert_eq!(over.enter(|| later.enter(ask_now)), TIME);
    assert_eq!(later.enter(|| over.enter(ask_now)), TIME);
    // And only as long as it is in force.
    let both = later.enter(|| (over.enter(ask_now), ask_now()));
    assert_eq!(both, (TIME, Ok(())));
    assert_eq!(ask_now(), Ok(()));
}

#[test]
fn memory_is_what_is_held_more_than_before() {
    count(1 << 40);
    let small = || Limits::default().within_bytes(1000);
    assert_eq!(small().enter(ask_now), Ok(()));
    let asked = small().enter(|| {
        count(1001);
        ask_now()
    });
    assert_eq!(asked, MEMORY);
    let given_back = small().enter(|| {
        count(1001);
        count(-2);
        ask_now()
    });
    assert_eq!(given_back, Ok(()));
    // Much at once is seen at once.
    let at_once = Limits::default().within_bytes(1000).enter(|| {
        count(1 << 30);
        ask()
    });
    assert_eq!(at_once, MEMORY);
}

/// Who swallows the error, and lets go of what it held, meets it again.
#[test]
fn what_is_spent_stays_spent() {
    Limits::default().within_bytes(1000).enter(|| {
        count(2000);
        assert_eq!(ask_now(), MEMORY);
        count(-2000);
        assert_eq!(ask_now(), MEMORY);
    });
    assert_eq!(ask_now(), Ok(()));
}

/// What is held inside is held outside, too; what was asked for outside is not of the inside.
#[test]
fn accounts_are_nested() {
    Limits::default().within_bytes(1000).enter(|| {
        count(900);
        let inner = Limits::default().within_bytes(500);
        let asked = inner.enter(|| {
            count(90);
            ask_now()
        });
        assert_eq!(asked, Ok(()));
        let asked = inner.enter(|| {
            count(90);
            ask_now()
        });
        assert_eq!(asked, MEMORY);
    });
}

#[test]
fn threads_share_limits() {
    let held = |bytes: i64| {
        let limits = Limits::in_force();
        let there = std::thread::spawn(move || {
            let before = ask_now();
            let inside = limits.enter(|| {
                count(bytes);
                ask_now()
            });
            (before, inside)
        });
        there.join().unwrap()
    };
    Limits::default().within_bytes(1000).enter(|| {
        assert_eq!(held(600), (Ok(()), Ok(())));
        assert_eq!(held(600), (Ok(()), MEMORY));
        assert_eq!(ask_now(), MEMORY);
    });
    Limits::default().within(Duration::ZERO).enter(|| {
        assert_eq!(held(0), (Ok(()), TIME));
    });
    // To enter what is in force already counts nothing twice.
    Limits::default().within_bytes(1000).enter(|| {
        let asked = Limits::in_force().enter(|| {
            count(600);
            ask_now()
        });
        assert_eq!(asked, Ok(()));
    });
}

#[test]
fn a_panic_leaves_no_limit_behind() {
    let limits = Limits::default().within(Duration::ZERO);
    let panicked = catch_unwind(AssertUnwindSafe(|| limits.enter(|| panic!("planted"))));
    assert!(panicked.is_err());
    assert_eq!(ask_now(), Ok(()));
}

#[test]
fn allowances_begin_when_they_are_used() {
    let allowance = Allowance { time: Some(HOUR), bytes: Some(1000) };
    let spent = allowance.after(2 * HOUR);
    assert_eq!(spent, Allowance { time: Some(Duration::ZERO), bytes: Some(1000) });
    assert_eq!(spent.from_now().enter(ask_now), TIME);
    assert_eq!(allowance.from_now().enter(ask_now), Ok(()));
    assert_eq!(Allowance::default().after(HOUR), Allowance::default());
}

#[test]
fn what_was_spent_is_told_by_a_type() {
    for (spent, stop) in
        [(Exhausted::Time, Stop::OutOfTime), (Exhausted::Memory, Stop::OutOfMemory)]
    {
        assert_eq!(Stop::from(spent), stop);
        assert_eq!(Diagnostic::from(spent).exhausted, Some(spent));
    }
    assert_eq!(Diagnostic::whole("no program").exhausted, None);
    assert_eq!(Budget::fuel(7).fuel, 7);
    assert_eq!(Budget::ten_seconds().limits.enter(ask_now), Ok(()));
}
