//! The parser of `.map`: no text makes it panic, and what it reads it prints and reads again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maps::ProtocolFile;
use semantics::{ParseOptions, Source};

fuzz_target!(|text: &str| {
    let read =
        |text: &str| ProtocolFile::parse(&Source::new("f.map", text), ParseOptions::default());
    if let Ok(protocol) = read(text) {
        let again = read(&protocol.to_string()).map_err(|diagnostic| diagnostic.message);
        assert_eq!(again.as_ref(), Ok(&protocol));
    }
});
