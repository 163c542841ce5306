//! The count of the memory that is held, for [`semantics::limits`], and the end where nobody asks for it in
//! time, or the system grants no more: exit code 3, where Rust's own would be an abort.
#![allow(unsafe_code)]

use semantics::limits;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The system's allocator; where it has nothing to give, or far more is held than is allowed, the
/// process ends as undecided.
struct OrUndecided;

/// How many bytes may be held.
static ALLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

/// How many are held, of those that were asked for since there is a limit.
static HELD: AtomicI64 = AtomicI64::new(0);

/// A thread tells of so many bytes at once: the one counter of all would cost more than the memory.
const TOLD_AT_ONCE: i64 = 1 << 16;

thread_local! {
    /// What this thread has not told of yet.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

/// Allows so many bytes. Work that takes more is to give up by itself, as its [`limits`] have it; where it
/// takes half as much again, it does not ask, and the process ends as undecided.
pub fn allow(bytes: u64) {
    ALLOWED.store(bytes.saturating_add(bytes / 2), Ordering::Relaxed);
}

fn count(bytes: usize, sign: i64) {
    let change = sign * i64::try_from(bytes).unwrap_or(i64::MAX);
    limits::count(change);
    let allowed = ALLOWED.load(Ordering::Relaxed);
    if allowed == u64::MAX {
        return;
    }
    let told = UNTOLD.try_with(|untold| {
        let all = untold.get().saturating_add(change);
        let told = if all.abs() < TOLD_AT_ONCE { 0 } else { all };
        untold.set(all - told);
        told
    });
    // A thread that ends may have no place to keep it any more.
    let told = told.unwrap_or(change);
    if told == 0 {
        return;
    }
    let held = HELD.fetch_add(told, Ordering::Relaxed).saturating_add(told);
    if told > 0 && u64::try_from(held).is_ok_and(|held| held > allowed) {
        end(b"undecided: the memory for this program is spent\n  \
            help: give more with `--max-memory`, or make the program smaller\n");
    }
}

#[global_allocator]
static ALLOCATOR: OrUndecided = OrUndecided;

// SAFETY: every call is passed on to the system's allocator as it is; what it gives is given.
unsafe impl GlobalAlloc for OrUndecided {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        // SAFETY: the caller's promises are those that are asked for here.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), -1);
        count(size, 1);
        // SAFETY: as above.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(layout.size(), -1);
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        none_left();
    }
    memory
}

#[cold]
fn none_left() -> ! {
    end(b"undecided: the system grants no more memory\n  \
        help: make the program or the bounds smaller, or allow the process more\n")
}

/// Says so and ends, without asking for memory: neither destructors nor buffers are run or flushed.
#[cold]
fn end(message: &[u8]) -> ! {
    // There is nobody to tell where this fails.
    // Nothing can be allocated any more, and the message is ours.
    #[allow(clippy::disallowed_methods)]
    let mut error = std::io::stderr();
    let _ = error.write_all(message);
    // SAFETY: ends the process; nothing of it is used any more.
    unsafe { libc::_exit(3) }
}
