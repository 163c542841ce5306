//! Z3 on a thread of this process.
//!
//! The context lives on a thread of its own with a large stack, so that neither a deep query nor
//! one that Z3 does not stop can take the caller down: past its time it is interrupted, and past
//! that it is left alone. Where Z3 ends the process, it ends the process.

use super::library::{Context, Library};
use super::{GRACE, STACK, Session};
use crate::solver::unknown::{Garbage, Unknown};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The address of a context, to interrupt it from another thread.
#[derive(Clone, Copy)]
struct Address(Context);
// SAFETY: the pointer is only passed to Z3_interrupt, which may be called from any thread while
// the context lives (see `Thread::ask`).
unsafe impl Send for Address {}

/// A thread that owns a context.
pub(super) struct Thread {
    library: Library,
    /// Dropped to end the thread.
    scripts: Option<Sender<String>>,
    answers: Receiver<String>,
    context: Address,
    thread: Option<thread::JoinHandle<()>>,
}

impl Thread {
    /// A new context on a new thread.
    pub fn start(library: Library) -> Result<Thread, Unknown> {
        let (scripts, inbox) = channel::<String>();
        let (outbox, answers) = channel::<String>();
        let (address, context) = channel();
        let run = move || {
            let context = library.context();
            if address.send(Address(context)).is_err() {
                return;
            }
            for script in inbox {
                if outbox.send(library.eval(context, &script)).is_err() {
                    break;
                }
            }
            // SAFETY: nobody else has the context any more: the owner of the other ends is gone.
            unsafe { library.delete(context) };
        };
        let thread = thread::Builder::new().name("z3".into()).stack_size(STACK).spawn(run);
        let thread = thread.map_err(|error| Unknown::NotStarted(error.to_string()))?;
        let context = context.recv().map_err(|_| Unknown::NotStarted("its thread ended".into()))?;
        Ok(Thread { library, scripts: Some(scripts), answers, context, thread: Some(thread) })
    }
}

impl Session for Thread {
    fn ask(&mut self, script: &str, time: Duration) -> Result<String, Unknown> {
        let gone = || Unknown::Garbage(Garbage::Gone);
        let scripts = self.scripts.as_ref().ok_or_else(gone)?;
        scripts.send(script.to_owned()).map_err(|_| gone())?;
        match self.answers.recv_timeout(time.saturating_add(GRACE)) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
            Err(RecvTimeoutError::Timeout) => {
                // SAFETY: the thread deletes the context only after `self.scripts` is dropped.
                unsafe { self.library.interrupt(self.context.0) };
                // It ends by itself, some time: nobody waits.
                self.thread = None;
                Err(Unknown::OutOfTime)
            }
        }
    }
}

impl Drop for Thread {
    /// Waits for an idle thread: Z3 must not be at work while the process ends.
    fn drop(&mut self) {
        self.scripts = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing left to clean up.
            let _ = thread.join();
        }
    }
}
