//! A kernel of the suite on a graph, launched as the suite's host code does.
//!
//! The host code is not run. It gives the kernel five arguments: where the neighbours of each node
//! begin, the neighbours, two arrays of data as long as the larger of the numbers of nodes and edges,
//! and the number of nodes. The data are what C's `rand` gives with the GNU library, the first array
//! modulo the nodes, the second modulo the edges, and 0 in front. [H24, §V] has 1024 blocks of 256 threads.

use super::graph::Graph;
use super::not_run::NotRun;
use crate::run::{Run, check};
use crate::stamp::Detectors;
use cuda::{Disk, Options};
use grid::arguments::{Bound, bind, slots};
use grid::contents::{Contents, Number};
use grid::{Grid, Launch, Module, Refusal, Schedule, Type};
use semantics::Source;

/// What the name of a file says of its kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// A bug that makes a race was planted.
    pub race: bool,
    /// A bug that makes an access out of bounds was planted.
    pub bounds: bool,
}

/// The bugs that make a race.
pub const RACES: [&str; 4] = ["atomicBug", "guardBug", "raceBug", "syncBug"];

impl Label {
    /// The label in a name.
    pub fn of(name: &str) -> Label {
        let race = RACES.iter().any(|bug| name.contains(bug));
        Label { race, bounds: name.contains("boundsBug") }
    }
}

/// The dimensions of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Blocks.
    pub grid: u32,
    /// Threads of a block.
    pub block: u32,
}

impl Shape {
    /// As [H24, §V] has it, by its artifact.
    pub const PUBLISHED: Shape = Shape { grid: 1024, block: 256 };
}

/// The random numbers of the GNU C library, from seed 1: each is the sum of those 3 and 31 before it,
/// halved in the end.
struct Rand {
    state: [u32; 31],
    at: usize,
}

impl Rand {
    fn new() -> Rand {
        let mut state = [1u32; 31];
        for n in 1..31 {
            state[n] = (u64::from(state[n - 1]) * 16807 % 0x7fff_ffff) as u32;
        }
        let mut rand = Rand { state, at: 3 };
        // The library throws these away.
        for _ in 0..310 {
            rand.next();
        }
        rand
    }

    fn next(&mut self) -> i64 {
        let before = self.state[(self.at + 28) % 31];
        let sum = self.state[self.at].wrapping_add(before);
        self.state[self.at] = sum;
        self.at = (self.at + 1) % 31;
        i64::from(sum >> 1)
    }
}

/// The only kernel of a source.
///
/// # Errors
/// What is no C++ or not supported; no kernel, or several.
pub fn module(name: &str, text: &str, includes: &[String]) -> Result<Module, NotRun> {
    let options = Options { include_dirs: includes.to_vec(), ..Options::default() };
    let source = Source::new(name.to_owned(), text.to_owned());
    let file = cuda::parse(&source, &options, &Disk).map_err(NotRun::Error)?;
    let mut kernels = grid::kernels(&file);
    match (kernels.pop(), kernels.is_empty()) {
        (Some((_, Ok(module))), true) => Ok(module),
        (Some((_, Err(Refusal::Error(error)))), true) => Err(NotRun::Error(error)),
        (Some((_, Err(Refusal::Unsupported(what)))), true) => Err(NotRun::Unsupported(what)),
        _ => Err(NotRun::NotOneKernel),
    }
}

/// The memory of a launch on a graph, and its registers.
///
/// # Errors
/// A kernel with other parameters.
pub fn memory<'m>(module: &'m Module, graph: &Graph) -> Result<(Grid<'m>, Bound), NotRun> {
    let slots = slots(module);
    let pointer = |n: usize| matches!(slots[n].ty, Type::Pointer(_));
    if slots.len() != 5 || !(0..4).all(pointer) || pointer(4) {
        return Err(NotRun::Parameters);
    }
    let (n, e) = (i64::from(graph.nodes()), i64::from(graph.edges()).max(1));
    let integer = |n: i64| Number::Integer(n.into());
    let integers = |words: &[i32]| words.iter().map(|word| integer((*word).into())).collect();
    let mut rand = Rand::new();
    let mut data = |below: i64| {
        let rest = (1..n.max(e)).map(|_| integer(rand.next() % below));
        Contents::List(std::iter::once(integer(0)).chain(rest).collect())
    };
    let mut neighbours: Vec<Number> = integers(&graph.list);
    neighbours.resize(e as usize, integer(0));
    let contents = [
        Contents::List(integers(&graph.index)),
        Contents::List(neighbours),
        data(n),
        data(e),
        Contents::Scalar(integer(n)),
    ];
    let given: Vec<_> = slots.iter().map(|slot| slot.name.clone()).zip(contents).collect();
    let mut memory = Grid::new(module);
    let bound = bind(&mut memory, module, &given, |_| None).map_err(NotRun::Unbound)?;
    Ok((memory, bound))
}

/// Limits of a run, and its order.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The dimensions.
    pub shape: Shape,
    /// The order of threads.
    pub schedule: Schedule,
    /// How many instructions it may take.
    pub fuel: u64,
}

/// A launch on a graph, checked.
///
/// # Errors
/// As [`memory`].
pub fn run(module: &Module, graph: &Graph, how: &How, at_work: Detectors) -> Result<Run, NotRun> {
    let (mut memory, bound) = memory(module, graph)?;
    Ok(check(&mut memory, &launch(how, bound), at_work))
}

/// The launch of a kernel with these arguments.
pub fn launch(how: &How, bound: Bound) -> Launch {
    Launch {
        grid: [how.shape.grid, 1, 1],
        block: [how.shape.block, 1, 1],
        schedule: how.schedule,
        fuel: how.fuel,
        arguments: bound.registers,
        ..Launch::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that glibc's `rand()` gives without `srand`.
    #[test]
    fn random_numbers_are_those_of_the_gnu_library() {
        let mut rand = Rand::new();
        let first: Vec<i64> = (0..4).map(|_| rand.next()).collect();
        assert_eq!(first, [1804289383, 846930886, 1681692777, 1714636915]);
    }

    #[test]
    fn a_name_says_what_is_planted() {
        let label = |name: &str| Label::of(name);
        assert_eq!(label("pull_boundsBug.cu"), Label { race: false, bounds: true });
        assert_eq!(label("pull_guardBug_boundsBug.cu"), Label { race: true, bounds: true });
        assert_eq!(label("pull.cu"), Label::default());
    }
}
