//! What is said of how a kernel was read.

/// Something that is said of a kernel's program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// A sentence, without a full stop.
    pub text: String,
    /// What it is about.
    pub kind: NoteKind,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// What is taken for granted of every kernel.
    Convention,
    /// Executions that the program leaves out.
    LeftOut,
    /// What is approximated, and how.
    Approximation,
}

impl Note {
    /// A convention.
    pub fn convention(text: impl Into<String>) -> Note {
        Note { text: text.into(), kind: NoteKind::Convention }
    }

    /// Executions that are left out.
    pub fn left_out(text: impl Into<String>) -> Note {
        Note { text: text.into(), kind: NoteKind::LeftOut }
    }

    /// An approximation.
    pub fn approximation(text: impl Into<String>) -> Note {
        Note { text: text.into(), kind: NoteKind::Approximation }
    }
}

impl From<String> for Note {
    fn from(text: String) -> Note {
        Note::approximation(text)
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Note {
        Note::approximation(text)
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
