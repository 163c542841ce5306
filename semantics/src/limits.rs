//! What ends work besides its fuel: time, and memory.
//!
//! Fuel is the repeatable limit. Time and memory are there so that work on a machine at hand ends
//! with an answer of its own, whatever the input. Limits are *in force* while a function runs
//! ([`Limits::enter`]). Whoever works in it asks whether they are reached, and gives up where they
//! are: [`ask`] where a step takes microseconds, [`ask_now`] where it may take more. Limits that are
//! reached stay reached, so that a caller which swallows the error meets it again.
//!
//! They hold on the thread that entered them. Work on other threads enters [`Limits::in_force`].

use crate::judgment::Stop;
use crate::source::Diagnostic;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use web_time::{Duration, Instant};

/// What was spent before the work was done. It says nothing about the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The time.
    Time,
    /// The memory.
    Memory,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "the time for this program is spent",
            Exhausted::Memory => "the memory for this program is spent",
        })
    }
}

impl std::error::Error for Exhausted {}

impl From<Exhausted> for Stop {
    fn from(exhausted: Exhausted) -> Stop {
        match exhausted {
            Exhausted::Time => Stop::OutOfTime,
            Exhausted::Memory => Stop::OutOfMemory,
        }
    }
}

impl From<Exhausted> for Diagnostic {
    fn from(exhausted: Exhausted) -> Diagnostic {
        Diagnostic { exhausted: Some(exhausted), ..Diagnostic::whole(exhausted.to_string()) }
    }
}

/// What some work may spend, whenever it begins. Without any number, only its fuel ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// How long it may take.
    pub time: Option<Duration>,
    /// How many bytes it may hold more than when it began.
    pub bytes: Option<u64>,
}

impl Allowance {
    /// What is left of it after so long.
    pub fn after(self, spent: Duration) -> Self {
        Allowance { time: self.time.map(|time| time.saturating_sub(spent)), ..self }
    }

    /// The limits of work that begins now.
    pub fn from_now(self) -> Limits {
        let mut limits = Limits::default();
        if let Some(time) = self.time {
            limits = limits.within(time);
        }
        if let Some(bytes) = self.bytes {
            limits = limits.within_bytes(bytes);
        }
        limits
    }
}

/// Limits of some work. Without any, only its fuel ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    accounts: Vec<Arc<Account>>,
}

/// Memory that several threads may hold together.
#[derive(Debug)]
struct Account {
    /// In bytes.
    most: u64,
    held: AtomicI64,
    /// Whether it was overdrawn once.
    spent: AtomicBool,
}

impl Limits {
    /// Ends the work at this moment.
    pub fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(deadline, |other| other.min(deadline)));
        self
    }

    /// Ends the work so long after now.
    pub fn within(self, time: Duration) -> Self {
        // A time that no clock shows is none.
        match Instant::now().checked_add(time) {
            Some(deadline) => self.until(deadline),
            None => self,
        }
    }

    /// Ends the work when the threads that do it hold this many bytes more than when it began, where
    /// the program's allocator [counts](count) them.
    pub fn within_bytes(mut self, most: u64) -> Self {
        let account = Account { most, held: AtomicI64::new(0), spent: AtomicBool::new(false) };
        self.accounts.push(account.into());
        self
    }

    /// Does the work within these limits, and those that are in force already.
    pub fn enter<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.deadline.is_none() && self.accounts.is_empty() {
            return work();
        }
        let mut inner = Limits::in_force();
        if let Some(deadline) = self.deadline {
            inner = inner.until(deadline);
        }
        let outer = inner.accounts.clone();
        let new = self.accounts.iter().filter(|a| !outer.iter().any(|b| Arc::ptr_eq(a, b)));
        inner.accounts.extend(new.cloned());
        let _until_left = InForce::put(inner);
        work()
    }

    /// The limits that are in force on this thread.
    pub fn in_force() -> Limits {
        HERE.with(|here| here.limits.borrow().clone())
    }

    /// The time that is left of those in force; `None` where time is not limited.
    pub fn time_left() -> Option<Duration> {
        let deadline = HERE.with(|here| here.limits.borrow().deadline)?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    fn reached(&self) -> Option<Exhausted> {
        let spent = |account: &Arc<Account>| {
            let held = u64::try_from(account.held.load(Ordering::Relaxed)).unwrap_or(0);
            if held > account.most {
                account.spent.store(true, Ordering::Relaxed);
            }
            account.spent.load(Ordering::Relaxed)
        };
        if self.accounts.iter().any(spent) {
            return Some(Exhausted::Memory);
        }
        let late = self.deadline.is_some_and(|deadline| deadline <= Instant::now());
        late.then_some(Exhausted::Time)
    }
}

/// Whether the limits in force are reached, looked at now.
///
/// # Errors
/// What is spent.
pub fn ask_now() -> Result<(), Exhausted> {
    HERE.with(|here| {
        here.settle();
        here.limits.borrow().reached().map_or(Ok(()), Err)
    })
}

/// Whether the limits in force are reached. Looked at once in a few times: for steps of microseconds.
///
/// # Errors
/// What is spent.
pub fn ask() -> Result<(), Exhausted> {
    let due = HERE.with(|here| {
        let asked = here.asked.get().wrapping_add(1);
        here.asked.set(asked);
        asked.is_multiple_of(BETWEEN_LOOKS) || here.unsettled().abs() > MOST_UNSETTLED
    });
    if due { ask_now() } else { Ok(()) }
}

/// Counts bytes that this thread asked for, or gave back where the number is negative. For the
/// allocator of a program: it neither asks for memory itself nor panics.
pub fn count(bytes: i64) {
    // A thread that ends may have no place to count any more.
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add(bytes)));
}

/// How often [`ask`] asks without looking, but once.
const BETWEEN_LOOKS: u32 = 16;

/// So many bytes may be asked for between two looks.
const MOST_UNSETTLED: i64 = 1 << 20;

thread_local! {
    /// The bytes that this thread asked for and did not give back.
    static HELD: Cell<i64> = const { Cell::new(0) };
    static HERE: Here = Here::default();
}

/// What is in force on a thread.
#[derive(Default)]
struct Here {
    limits: RefCell<Limits>,
    asked: Cell<u32>,
    /// How much of what the thread holds the accounts know of.
    settled: Cell<i64>,
}

impl Here {
    fn unsettled(&self) -> i64 {
        HELD.with(Cell::get).wrapping_sub(self.settled.get())
    }

    /// Tells the accounts in force what the thread holds.
    fn settle(&self) {
        let change = self.unsettled();
        self.settled.set(self.settled.get().wrapping_add(change));
        for account in &self.limits.borrow().accounts {
            account.held.fetch_add(change, Ordering::Relaxed);
        }
    }

    /// Puts limits in force; those that were.
    fn replace(&self, limits: Limits) -> Limits {
        self.settle();
        self.limits.replace(limits)
    }
}

/// Limits in force, until it is dropped.
struct InForce {
    outer: Limits,
}

impl InForce {
    fn put(limits: Limits) -> InForce {
        InForce { outer: HERE.with(|here| here.replace(limits)) }
    }
}

impl Drop for InForce {
    fn drop(&mut self) {
        let outer = std::mem::take(&mut self.outer);
        HERE.with(|here| here.replace(outer));
    }
}
