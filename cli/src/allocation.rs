//! The end where the system grants no more memory: exit code 3, where Rust's own would be an abort.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator; where it has nothing to give, the process ends as undecided.
struct OrUndecided;

#[global_allocator]
static ALLOCATOR: OrUndecided = OrUndecided;

// SAFETY: every call is passed on to the system's allocator as it is; what it gives is given.
unsafe impl GlobalAlloc for OrUndecided {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that are asked for here.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
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

/// Says so and ends, without asking for memory: neither destructors nor buffers are run or flushed.
#[cold]
fn none_left() -> ! {
    let message = b"undecided: the system grants no more memory\n  \
        help: make the program or the bounds smaller, or allow the process more\n";
    // There is nobody to tell where this fails.
    let _ = std::io::stderr().write_all(message);
    // SAFETY: ends the process; nothing of it is used any more.
    unsafe { libc::_exit(3) }
}
