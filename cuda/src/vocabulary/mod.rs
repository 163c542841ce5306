//! What the CUDA toolkit and OpenCL C declare, in their own words: `prelude/*.cuh` and `prelude/*.clh`. A text is made
//! of blocks with an empty line between them. A source is read with the blocks that declare what it names, and with
//! those that these name.

mod claims;
mod constant;
mod groups;
pub(crate) mod host;
mod index;
mod intrinsic;
mod language;
pub mod opencl;
mod operation;
mod vector;

pub(crate) use claims::has_preconditions;
pub use claims::{Precondition, is_claim, precondition};
pub use constant::{Constant, constant};
pub(crate) use intrinsic::Attribute;
pub use intrinsic::Intrinsic;
pub use language::Language;
pub use operation::{Atomic, Lanes, Math, Operation, Reach, Unnamed, Update, Vote};
pub(crate) use vector::{components, is_vector, vector_parts, wide_vector};

use crate::token::Token;
use index::{Block, Index};
use semantics::Name;
use std::collections::{HashMap, HashSet};

/// Whether the toolkit declares a function or type of this name: one of the file is an overload of it. What only
/// headers of its samples declare does not count.
pub fn declares(name: &str) -> bool {
    index::of(Language::Cuda).block(name).is_some_and(|block| block.is_of_toolkit())
}

/// Whether CUDA, or the C library, has a function of this name: one of the file is an overload of it.
pub fn is_of_cuda(name: &str) -> bool {
    declares(name) || vector_made_by(name).is_some()
}

/// The built-in vector that a function of this name makes: `make_float4`.
pub fn vector_made_by(name: &str) -> Option<&str> {
    name.strip_prefix("make_").filter(|vector| is_vector(vector))
}

/// Whether it makes a vector of so many values.
pub fn makes_vector(name: &str, arguments: usize) -> bool {
    let width = vector_made_by(name).and_then(|vector| vector.chars().last()?.to_digit(10));
    width.is_some_and(|width| u32::try_from(arguments) == Ok(width))
}

/// The structures of `opencl.clh` that are images.
const IMAGES: [&str; 3] = ["_image1d", "_image2d", "_image3d"];

/// Whether a structure of this name is an image of OpenCL C.
pub(crate) fn is_image(name: &str) -> bool {
    IMAGES.contains(&name)
}

/// The declarations that a source is read with. What it calls by names of cooperative groups or CUB is written out in it.
pub(crate) fn declarations<'h>(
    tokens: &mut Vec<Token>,
    language: Language,
    skipped: impl Iterator<Item = &'h String>,
) -> Vec<Token> {
    let index = index::of(language);
    let skipped: Vec<&String> = skipped.collect();
    groups::spell_out(tokens, &|name| {
        index.block(name).is_some_and(|block| block.is_at_hand(&skipped))
    });
    let own = types_of(tokens);
    let mut needed = Needed { index, own: &own, skipped: &skipped, known: HashMap::new() };
    for (n, token) in tokens.iter().enumerate() {
        if let Some(name) = token.name()
            && !n.checked_sub(1).is_some_and(|n| tokens[n].is(".") || tokens[n].is("->"))
            && let Some(block) = index.block(name.as_str())
        {
            needed.take(block, 0);
        }
    }
    // What is declared first stands first.
    let mut found: Vec<_> = needed.known.into_values().flatten().collect();
    found.sort_by_key(|block| block.number);
    found.iter().flat_map(|block| block.tokens().iter().cloned()).collect()
}

/// How many declarations may hang on each other in a row.
const DEEPEST: usize = 16;

/// The blocks that a source is read with.
struct Needed<'f> {
    index: &'static Index,
    /// The types that the source declares itself: what is said of the toolkit's is not said of them.
    own: &'f HashSet<Name>,
    skipped: &'f [&'f String],
    /// By number, nothing for those that cannot be taken.
    known: HashMap<usize, Option<&'static Block>>,
}

impl Needed<'_> {
    /// Takes a block, and those that it names; whether that can be.
    fn take(&mut self, block: &'static Block, depth: usize) -> bool {
        if let Some(known) = self.known.get(&block.number) {
            return known.is_some();
        }
        let own = self.own;
        let fits = block.is_at_hand(self.skipped)
            && depth < DEEPEST
            && !block.names().any(|name| own.contains(&name));
        self.known.insert(block.number, fits.then_some(block));
        let index = self.index;
        let others = block.tokens().iter().filter_map(Token::name);
        let whole = fits
            && others.filter_map(|name| index.block(name.as_str())).all(|other| {
                // What only the samples declare is not what the toolkit means.
                block.is_of_toolkit() && !other.is_of_toolkit() || self.take(other, depth + 1)
            });
        if !whole {
            self.known.insert(block.number, None);
        }
        whole
    }
}

/// The names that a source declares as types.
fn types_of(tokens: &[Token]) -> HashSet<Name> {
    let word = |n: usize| tokens.get(n).and_then(Token::name);
    let mut own = HashSet::new();
    let mut alias = false;
    for (n, token) in tokens.iter().enumerate() {
        match token.name().map_or("", Name::as_str) {
            "struct" | "class" | "union" | "enum" => {
                let defines =
                    ["{", ":", ";"].iter().any(|p| tokens.get(n + 2).is_some_and(|t| t.is(p)));
                own.extend(word(n + 1).filter(|_| defines).cloned());
            }
            "using" if tokens.get(n + 2).is_some_and(|t| t.is("=")) => {
                own.extend(word(n + 1).cloned());
            }
            "typedef" => alias = true,
            _ if alias && token.is(";") => {
                alias = false;
                own.extend(n.checked_sub(1).and_then(word).cloned());
            }
            _ => {}
        }
    }
    own
}

#[cfg(test)]
mod tests;
