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

/// Why clang has given no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTree {
    /// There is none.
    #[error("`{0}` is not found: {HINT}")]
    NotFound(String),
    /// It cannot be started.
    #[error("`{0}` cannot be started: {1}")]
    NotStarted(String, String),
    /// What it says has no end.
    #[error("`{0}` says too much of this file")]
    TooMuch(String),
    /// It takes longer than it may, in seconds.
    #[error("`{0}` does not end within {1} s")]
    NoEnd(String, u64),
    /// How it ended, with what it says is wrong.
    #[error("`{0}` gives no tree ({1}): give another version, or {HINT}")]
    Ended(String, String),
}

/// How to have a clang.
const HINT: &str = "install one (Debian: `apt install clang`), or leave `--front-end clang` out";

/// A clang, contained: it ends, and what it says has an end.
pub trait Clang {
    /// The tree of a text; `standard` is such as `c++17`.
    ///
    /// # Errors
    /// Why there is none.
    fn tree(&self, text: &str, standard: &str) -> Result<Dump, NoTree>;
}
