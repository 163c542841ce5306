//! Threads: a natural in the calculi, six coordinates in CUDA.

use crate::number::Number;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// One of the three dimensions of a CUDA launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Dim {
    X,
    Y,
    Z,
}

impl Dim {
    /// The three dimensions in order.
    pub const ALL: [Dim; 3] = [Dim::X, Dim::Y, Dim::Z];

    /// `x`, `y` or `z`.
    pub fn letter(self) -> char {
        match self {
            Dim::X => 'x',
            Dim::Y => 'y',
            Dim::Z => 'z',
        }
    }
}

/// A size of a launch along a dimension: a parameter of a kernel's program that no caller passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LaunchSize {
    /// Threads of a block: CUDA's `blockDim`.
    Block(Dim),
    /// Blocks of the grid: CUDA's `gridDim`.
    Grid(Dim),
}

impl LaunchSize {
    /// The size of this name. Members of parameters may be called much alike, and are none.
    ///
    /// ```
    /// use semantics::{Dim, LaunchSize};
    ///
    /// assert_eq!(LaunchSize::named("blockDim.x"), Some(LaunchSize::Block(Dim::X)));
    /// assert_eq!(LaunchSize::named("imageDim.x"), None);
    /// ```
    pub fn named(name: &str) -> Option<LaunchSize> {
        let (of, axis) = name.split_once('.')?;
        let dim = Dim::ALL.into_iter().find(|dim| axis.chars().eq([dim.letter()]))?;
        match of {
            "blockDim" => Some(LaunchSize::Block(dim)),
            "gridDim" => Some(LaunchSize::Grid(dim)),
            _ => None,
        }
    }
}

impl fmt::Display for LaunchSize {
    /// `blockDim.x`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchSize::Block(dim) => write!(f, "blockDim.{}", dim.letter()),
            LaunchSize::Grid(dim) => write!(f, "gridDim.{}", dim.letter()),
        }
    }
}

/// Which number of a thread an expression asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Axis {
    /// `tid` of the calculi: the thread itself.
    Tid,
    /// CUDA's `blockIdx`.
    Block(Dim),
    /// CUDA's `threadIdx`.
    Thread(Dim),
}

impl Axis {
    /// The six axes of CUDA, blocks first.
    pub const CUDA: [Axis; 6] = [
        Axis::Block(Dim::X),
        Axis::Block(Dim::Y),
        Axis::Block(Dim::Z),
        Axis::Thread(Dim::X),
        Axis::Thread(Dim::Y),
        Axis::Thread(Dim::Z),
    ];
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Axis::Tid => f.write_str("tid"),
            Axis::Block(d) => write!(f, "blockIdx.{}", d.letter()),
            Axis::Thread(d) => write!(f, "threadIdx.{}", d.letter()),
        }
    }
}

/// A thread identifier `i`. Cheap to clone.
#[allow(clippy::derived_hash_with_manual_eq)] // equality is the derived one, found sooner
#[derive(Clone, Hash)]
pub struct Thread(Arc<Coordinates>);

impl PartialEq for Thread {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Thread {}

impl PartialOrd for Thread {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Thread {
    fn cmp(&self, other: &Self) -> Ordering {
        // The accesses of one run share their thread.
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.cmp(&other.0) }
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Coordinates {
    Natural(Number),
    Cuda { block: [Number; 3], thread: [Number; 3] },
}

impl Thread {
    /// Thread `i` of the calculi.
    pub fn natural(i: impl Into<Number>) -> Self {
        Thread(Arc::new(Coordinates::Natural(i.into())))
    }

    /// The CUDA thread of this `blockIdx` and `threadIdx`, each `[x, y, z]`.
    pub fn cuda(block: [Number; 3], thread: [Number; 3]) -> Self {
        Thread(Arc::new(Coordinates::Cuda { block, thread }))
    }

    /// The number that the axis names, if this thread has it.
    pub fn axis(&self, axis: Axis) -> Option<&Number> {
        match (&*self.0, axis) {
            (Coordinates::Natural(i), Axis::Tid) => Some(i),
            (Coordinates::Cuda { block, .. }, Axis::Block(d)) => Some(&block[d as usize]),
            (Coordinates::Cuda { thread, .. }, Axis::Thread(d)) => Some(&thread[d as usize]),
            _ => None,
        }
    }

    /// The axes that this thread has, in order.
    pub fn axes(&self) -> &'static [Axis] {
        match &*self.0 {
            Coordinates::Natural(_) => &[Axis::Tid],
            Coordinates::Cuda { .. } => &Axis::CUDA,
        }
    }

    /// `blockIdx`, where the thread has one: threads of different blocks share no `__shared__` array.
    pub fn block(&self) -> Option<&[Number; 3]> {
        match &*self.0 {
            Coordinates::Natural(_) => None,
            Coordinates::Cuda { block, .. } => Some(block),
        }
    }
}

impl fmt::Display for Thread {
    /// `7`, or `blockIdx (0,0,0) threadIdx (1,0,0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Coordinates::Natural(i) => write!(f, "{i}"),
            Coordinates::Cuda { block: [bx, by, bz], thread: [tx, ty, tz] } => {
                write!(f, "blockIdx ({bx},{by},{bz}) threadIdx ({tx},{ty},{tz})")
            }
        }
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
