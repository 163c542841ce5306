//! What a kernel has that a detector may be wrong about, and the kernel without it.

mod c;
mod core;

use crate::kernel::{self, Code, Kernel, Language};
use jaminan::Program;
use semantics::{Op, ParseOptions, Rel, Source};
use std::fmt;

/// What can be taken from a kernel: all of the kind at once, and nothing else. In order of how much that
/// changes, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A comparison: the one beside it comes in its place, such as `<=` for `<`.
    Comparison(Rel),
    /// An operator: its left operand comes in its place.
    Operator(Op),
    /// Values that two threads may both write: each writes its own number.
    EqualValues,
    /// Arrays: one comes in the place of all.
    Arrays,
    /// Barriers.
    Barrier,
    /// Atomics: writes come in their place.
    Atomic,
    /// Shared memory: global memory comes in its place.
    SharedMemory,
    /// What is done where a condition does not hold.
    Else,
    /// `break`.
    Break,
    /// `switch`: all of its cases follow each other.
    Switch,
    /// Values of inputs: 0 comes in their place.
    Input,
    /// Reads of memory that is written: an input comes in their place.
    Read,
    /// Loops: the body comes in their place, once.
    Loop,
    /// Branches: both sides follow each other.
    Branch,
    /// Blocks beside the first.
    Blocks,
    /// Threads beside the first two of a block.
    Threads,
}

impl Feature {
    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Feature> {
        let comparisons = Rel::ALL.into_iter().map(Feature::Comparison);
        let operators = Op::ALL.into_iter().map(Feature::Operator);
        comparisons.chain(operators).chain([
            Feature::EqualValues,
            Feature::Arrays,
            Feature::Barrier,
            Feature::Atomic,
            Feature::SharedMemory,
            Feature::Else,
            Feature::Break,
            Feature::Switch,
            Feature::Input,
            Feature::Read,
            Feature::Loop,
            Feature::Branch,
            Feature::Blocks,
            Feature::Threads,
        ])
    }

    /// Those of a kernel, each with the kernel that has it no more.
    pub fn of(kernel: &Kernel) -> Vec<(Feature, Kernel)> {
        Feature::all().filter_map(|feature| Some((feature, feature.taken_from(kernel)?))).collect()
    }

    /// The kernel without it; nothing where it does not have it, or that is not known of its language.
    pub fn taken_from(self, kernel: &Kernel) -> Option<Kernel> {
        let mut new = Kernel { id: self.id(&kernel.id), ..kernel.clone() };
        match (self, &kernel.code) {
            (Feature::Blocks, _) => new.launch.grid = [1, 1, 1],
            (Feature::Threads, Code::Core(_)) if kernel.launch.threads_of_block() > 2 => {
                new.launch.block = [2, 1, 1];
            }
            (Feature::Threads, _) => {}
            (_, Code::Core(s)) => new.code = Code::Core(core::without(s, self)?),
            (_, Code::Text(Language::Jaminan, text)) => {
                let source = Source::new("kernel.jam", text);
                let mut program = Program::parse(&source, ParseOptions::default()).ok()?;
                program.body = core::without(&program.body, self)?;
                new.code = Code::Text(Language::Jaminan, program.to_string());
            }
            (_, Code::Text(Language::Protocol, _)) => {}
            (_, Code::Text(language, text)) => {
                new.code = Code::Text(*language, c::without(*language, text, self)?);
            }
        }
        if let Code::Text(language, text) = &new.code
            && new.launch != kernel.launch
        {
            // The text names the launch, too.
            let (old, with) = (kernel.launch.line(*language), new.launch.line(*language));
            new.code =
                Code::Text(*language, text.contains(&old).then(|| text.replacen(&old, &with, 1))?);
        }
        (new.code != kernel.code || new.launch != kernel.launch).then_some(new)
    }

    fn id(self, of: &str) -> String {
        kernel::changed_id(of, &format!("without {self}"))
    }
}

/// `barrier`, `operator %`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::Comparison(rel) => return write!(f, "comparison {}", rel.symbol()),
            Feature::Operator(op) => return write!(f, "operator {}", op.symbol()),
            Feature::EqualValues => "equal values",
            Feature::Arrays => "second array",
            Feature::Barrier => "barrier",
            Feature::Atomic => "atomic",
            Feature::SharedMemory => "shared memory",
            Feature::Else => "else",
            Feature::Break => "break",
            Feature::Switch => "switch",
            Feature::Input => "input",
            Feature::Read => "read",
            Feature::Loop => "loop",
            Feature::Branch => "branch",
            Feature::Blocks => "second block",
            Feature::Threads => "third thread",
        })
    }
}

/// The comparison beside one.
pub(crate) fn beside(rel: Rel) -> Rel {
    match rel {
        Rel::Lt => Rel::Le,
        Rel::Le => Rel::Lt,
        Rel::Gt => Rel::Ge,
        Rel::Ge => Rel::Gt,
        Rel::Eq => Rel::Ne,
        Rel::Ne => Rel::Eq,
    }
}
