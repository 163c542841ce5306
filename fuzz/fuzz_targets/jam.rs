//! The parser of `.jam`: no text makes it panic, and what it reads it prints and reads again.
#![no_main]

use jaminan::Program;
use libfuzzer_sys::fuzz_target;
use semantics::{ParseOptions, Source};

fuzz_target!(|text: &str| {
    let read = |text: &str| Program::parse(&Source::new("f.jam", text), ParseOptions::default());
    if let Ok(program) = read(text) {
        let again = read(&program.to_string()).map_err(|diagnostic| diagnostic.message);
        assert_eq!(again.as_ref(), Ok(&program));
    }
});
