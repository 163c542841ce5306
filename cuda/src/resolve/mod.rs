//! What a call means, decided once for all who read the syntax tree: `typing/`, which inlines it, `launch/`, which
//! reads host code, and the crate `grid`, which runs it. Each has types of its own, and says what they are made of.
//! [C++17, 16.3, 17.8]

pub mod arithmetic;
pub mod deduce;
pub mod enumeration;
pub mod function_argument;
mod layout;
mod operator;
pub mod overload;
mod shape;
pub mod special;
pub mod stands_for;
mod vector;

pub use arithmetic::Numeric;
pub use deduce::{Deduced, instantiated};
pub use enumeration::Enumerators;
pub use layout::{Layout, layout};
pub use operator::{operator, relation};
pub use shape::{Part, Shape};
pub use vector::vector;
