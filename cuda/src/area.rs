//! Of what constructs are that are not modelled.

/// The parts of the language, as far as something of them is not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// A part of the source that is not read, or is not understood.
    Unread,
    /// A name: what it means is not known, or may be one of several things.
    Name,
    /// A type, or a conversion from one to another.
    Type,
    /// A constructor, a base, an overloaded operator, or another part of a class.
    Class,
    /// A template, or what it is given.
    Template,
    /// What a call means, or where it leads.
    Call,
    /// An expression: an operator, a member, a part of a vector.
    Expression,
    /// A value that a variable begins with.
    Initializer,
    /// A statement.
    Statement,
    /// Something that must be a constant, and is none that is known.
    Constant,
    /// A pointer or a reference: where it points to.
    Pointer,
    /// Memory: what it holds, how it is used, and copies of it.
    Memory,
    /// An atomic, or an exchange of the threads of a warp.
    Atomic,
    /// An asynchronous copy, a texture or a surface.
    Transfer,
    /// A barrier.
    Barrier,
    /// Inline assembly.
    Assembly,
    /// A launch.
    Launch,
    /// Something larger than a limit.
    Limit,
}
