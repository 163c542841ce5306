//! Descriptions of detectors: what is none is refused, and what is one reads any answer.
#![no_main]

use difftest::Detector;
use difftest::child::{End, Ran};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::time::Duration;

fuzz_target!(|texts: (&str, &str)| {
    let (description, out) = texts;
    if let Ok(detector) = Detector::from_toml(description, Path::new(".")) {
        let ran =
            Ran { end: End::Exited(0), out: out.into(), err: String::new(), time: Duration::ZERO };
        let _ = detector.read(&ran);
    }
});
