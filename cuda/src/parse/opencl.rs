//! OpenCL C through the same parser: its qualifiers are spelt as CUDA's. [OpenCL C 3.0, 6.7]

use crate::syntax::Type;
use crate::token::{Kind, Token};
use crate::vocabulary::wide_vector;

/// The vectors of 8 and of 16, which CUDA does not have.
pub(super) fn wide_vectors() -> impl Iterator<Item = (String, Type)> {
    let elements = [
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
        "double",
    ];
    let named = |of: &str, count: usize| {
        (format!("{of}{count}"), Type::Named(wide_vector(of, count).into()))
    };
    elements.into_iter().flat_map(move |of| [8, 16].map(|count| named(of, count)))
}

/// A token as CUDA spells it; `None` for what says nothing here.
pub(super) fn spell(mut token: Token) -> Option<Token> {
    let Some(word) = token.name() else { return Some(token) };
    let spelt = match word.as_str() {
        "__kernel" | "kernel" => "__global__",
        "__local" | "local" => "__shared__",
        "__constant" | "constant" => "const",
        "__global" | "global" | "__private" | "private" | "__generic" | "__read_only"
        | "read_only" | "__write_only" | "write_only" | "__read_write" | "read_write" => {
            return None;
        }
        _ => return Some(token),
    };
    token.kind = Kind::Name(spelt.into());
    Some(token)
}
