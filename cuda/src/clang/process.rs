//! What is asked of a clang that is installed. Who can start processes gives it: this package starts none.

/// How clang is asked for the tree of a text on its standard input.
pub const ARGUMENTS: [&str; 17] = [
    "-x",
    "cuda",
    "--cuda-device-only",
    "--cuda-gpu-arch=sm_70",
    "-nocudainc",
    "-nocudalib",
    "-nostdinc",
    "-nostdinc++",
    "-fno-builtin",
    "-fsyntax-only",
    "-w",
    "-ferror-limit=0",
    "-fno-caret-diagnostics",
    "-Xclang",
    "-fcuda-allow-variadic-functions",
    "-Xclang",
    "-ast-dump=json",
];

/// What clang says of a text.
#[derive(Clone, Debug, Default)]
pub struct Dump {
    /// The tree, as JSON.
    pub tree: Vec<u8>,
    /// The errors, a line each.
    pub errors: String,
}

/// A clang, contained: it ends, and what it says has an end.
pub trait Clang {
    /// The tree of a text; `standard` is such as `c++17`.
    ///
    /// # Errors
    /// What went wrong, as a sentence without a full stop.
    fn tree(&self, text: &str, standard: &str) -> Result<Dump, String>;
}
