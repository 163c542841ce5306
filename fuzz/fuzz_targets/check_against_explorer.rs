//! `check` against the explorer, on random kernels: no missed race, and no wrong claim of truth.
#![no_main]

use difftest::{Detector, Judge, Outcome};
use generators::{Launch, Source};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::path::Path;
use std::sync::OnceLock;

fn own() -> &'static Detector {
    static OWN: OnceLock<Detector> = OnceLock::new();
    OWN.get_or_init(|| {
        let text = include_str!("../../detectors/check.toml");
        match Detector::from_toml(text, Path::new(".")) {
            Ok(detector) => detector,
            Err(why) => panic!("{why}"),
        }
    })
}

thread_local! {
    static JUDGE: RefCell<Option<Judge<'static>>> = const { RefCell::new(None) };
}

fuzz_target!(|which: (u8, bool, u64, u32)| {
    let (size, of_grammar, seed, place) = which;
    let size = usize::from(size % 10) + 1;
    let source = match of_grammar {
        true => Source::uniform(size, true, seed),
        false => Ok(Source::Random { size, seed }),
    };
    let Some(kernel) = source.ok().and_then(|s| s.kernel(place.into(), Launch::row(4))) else {
        return;
    };
    JUDGE.with_borrow_mut(|judge| {
        let judge = judge.get_or_insert_with(|| match Judge::new(own()) {
            Ok(judge) => judge,
            Err(why) => panic!("{why}"),
        });
        if let Some(trial) = judge.trial(&kernel) {
            let wrong = matches!(
                trial.outcome,
                Outcome::MissedRace | Outcome::FalseAlarm | Outcome::WrongClaim
            );
            assert!(!wrong, "{}: {}\n{}", kernel.id, trial.outcome, trial.text);
        }
    });
});
