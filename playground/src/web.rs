//! What JavaScript calls.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Told of how many programs out of how many are done with.
    #[wasm_bindgen(js_name = jaminanProgress)]
    fn progress(done: f64, total: f64);

    /// Told of a panic, of which nothing else is heard in a browser.
    #[wasm_bindgen(js_name = jaminanPanic)]
    fn panicked(message: &str);
}

/// Answers a question; see the crate's documentation.
#[wasm_bindgen]
pub fn ask(question: &str) -> String {
    std::panic::set_hook(Box::new(|why| panicked(&why.to_string())));
    crate::ask(question, &|done, total| progress(done as f64, total as f64))
}
