//! The thread that does the work: one with a large stack, and no panic of which is a verdict.

use crate::exit::Exit;
use crate::style::{ERROR, UNDECIDED};
use crate::terminal::tell;
use semantics::{Text, say};
use std::thread;

/// Sizes of the stack, in bytes, the first that the system grants is taken. It is memory only
/// where it is used: syntax trees are walked, printed and dropped by recursion.
pub const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// How `stacker` panics where the system grants it no stack.
const NO_STACK: &str = "allocate stack";

/// Runs the work; a panic is an internal error.
pub fn run(work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    std::panic::set_hook(Box::new(|_| {}));
    let work = std::sync::Arc::new(std::sync::Mutex::new(Some(work)));
    for size in STACKS {
        let work = std::sync::Arc::clone(&work);
        let spawned =
            thread::Builder::new().name("jaminan".into()).stack_size(size).spawn(move || {
                let work = work.lock().ok().and_then(|mut work| work.take());
                work.map_or(Exit::Bad, |work| work())
            });
        if let Ok(handle) = spawned {
            return handle.join().unwrap_or_else(|panic| internal_error(&*panic));
        }
    }
    tell(&Text::of_line(format_args!("{ERROR}error{ERROR:#}: no memory for a thread")));
    Exit::Bad
}

fn internal_error(panic: &(dyn std::any::Any + Send)) -> Exit {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    let mut text = Text::new();
    if message.contains(NO_STACK) {
        say!(text, "{UNDECIDED}undecided{UNDECIDED:#}: the system grants no more memory");
        tell(&text);
        return Exit::Undecided;
    }
    say!(text, "{ERROR}internal error{ERROR:#}: {message}");
    say!(
        text,
        "  this is a bug in jaminan and says nothing about the input; please report it with the command and \
         its input"
    );
    tell(&text);
    Exit::Bad
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_no_verdict() {
        assert_eq!(run(|| panic!("planted")), Exit::Bad);
        assert_eq!(run(|| Exit::Alarm), Exit::Alarm);
    }
}
