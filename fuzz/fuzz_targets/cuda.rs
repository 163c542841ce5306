//! The front end of CUDA and OpenCL: no text makes it panic, run forever, or take memory without bound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::Source;
use std::collections::BTreeMap;

fuzz_target!(|text: &str| {
    let none: BTreeMap<String, String> = BTreeMap::new();
    for name in ["f.cu", "f.cl"] {
        // An error is an answer.
        let _ = cuda::load(Source::new(name, text), &cuda::Options::default(), &none);
    }
});
