//! The parts of a program that are checked one by one.

use super::pair::Relation;
use jaminan::{Program, Stmt};
use num_traits::One;
use semantics::header::Threads;
use semantics::{Expr, Header, Name, Sharing, Syntax, Unsplittable, split_by_block, split_by_grid};
use std::collections::BTreeSet;

/// Threads that nothing orders, and what they run.
#[derive(Clone, Debug)]
pub struct Part {
    /// The declarations; the variables of loops around a phase are parameters.
    pub header: Header,
    /// What runs.
    pub body: Stmt,
    /// Which threads are asked about.
    kind: Kind,
    /// Arrays that other threads may write at a barrier in `body`.
    pub volatile: BTreeSet<Name>,
    /// Whether it begins where the program begins, with the initial memory.
    pub first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A program without barriers.
    Whole,
    /// What the threads that share a barrier run between two.
    Phase,
    /// What threads of different blocks run between two barriers of the grid: no other orders them.
    Across,
}

impl Part {
    /// Whether the part is a phase between barriers.
    pub fn is_phase(&self) -> bool {
        self.kind == Kind::Phase
    }

    /// Whether every execution of the program runs the part: not in a loop or under a condition.
    pub fn runs_always(&self, program: &Header) -> bool {
        self.header == *program
    }

    /// Which threads share the array and are not ordered in this part; none where there are no
    /// such threads.
    pub fn relation(&self, array: &Name) -> Option<Relation> {
        match (self.kind, self.header.sharing(array)) {
            (Kind::Whole, Sharing::Grid) => Some(Relation::Distinct),
            (Kind::Whole, Sharing::Block) | (Kind::Phase, _) => Some(Relation::SameBlock),
            (Kind::Across, Sharing::Grid) => Some(Relation::DifferentBlocks),
            (Kind::Across, Sharing::Block) => None,
        }
    }
}

/// The parts of a program: its phases, and where there may be several blocks what stands between barriers of
/// the grid once more, for threads of different blocks.
///
/// # Errors
/// See [`split_by_block`].
pub fn parts(program: &Program) -> Result<Vec<Part>, Unsplittable> {
    let Program { header, body } = program;
    if !body.synchronizes() {
        let (header, body) = (header.clone(), body.clone());
        return Ok(vec![Part {
            header,
            body,
            kind: Kind::Whole,
            volatile: BTreeSet::new(),
            first: true,
        }]);
    }
    let mut parts: Vec<Part> = split_by_block(header, body)?
        .into_iter()
        .map(|phase| Part {
            header: phase.header,
            body: phase.body,
            kind: Kind::Phase,
            volatile: BTreeSet::new(),
            first: phase.first,
        })
        .collect();
    let one_block = match &header.threads {
        Threads::Grid { grid, .. } => grid.iter().all(|n| matches!(n, Expr::Num(n) if n.is_one())),
        _ => true,
    };
    if !one_block {
        parts.extend(split_by_grid(header, body)?.into_iter().map(|phase| Part {
            header: phase.header,
            volatile: phase.body.arrays(),
            body: phase.body,
            kind: Kind::Across,
            first: phase.first,
        }));
    }
    Ok(parts)
}
