//! Running a kernel that stands in a test.
#![allow(dead_code, clippy::unwrap_used)] // each test uses a part; a test may panic

use grid::arguments::{Bound, bind};
use grid::contents::{Contents, Number, elements};
use grid::{Finding, Grid, Launch, Module, Observer, Outcome, Refusal, Schedule};
use semantics::Source;
use std::collections::BTreeMap;

/// The first kernel of a text.
pub fn compile(text: &str) -> Result<Module, Refusal> {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let source = Source::new("t.cu", text);
    let file = cuda::parse(&source, &cuda::Options::default(), &none).map_err(Refusal::Error)?;
    grid::kernels(&file).into_iter().next().unwrap().1
}

/// Integers as contents.
pub fn list(numbers: &[i64]) -> Contents {
    Contents::List(numbers.iter().map(|n| Number::Integer((*n).into())).collect())
}

pub fn int(n: i64) -> Contents {
    Contents::Scalar(Number::Integer(n.into()))
}

/// What a run left behind.
pub struct Ran {
    pub outcome: Outcome,
    pub arrays: BTreeMap<String, Vec<Number>>,
    module: Module,
}

impl Ran {
    pub fn ints(&self, name: &str) -> Vec<i64> {
        let of = |number: &Number| match number {
            Number::Integer(n) => *n as i64,
            Number::Real(x) => panic!("{x} is no integer"),
        };
        self.arrays[name].iter().map(of).collect()
    }

    /// The findings as `line:column kind`.
    pub fn findings(&self) -> Vec<String> {
        self.outcome.findings.iter().map(|f| self.text(f)).collect()
    }

    fn text(&self, finding: &Finding) -> String {
        let (line, column) = self.module.spans[finding.site as usize].line_column();
        format!("{line}:{column} {}", finding.kind)
    }
}

/// Runs a kernel under a launch; arguments are by name.
pub fn run(text: &str, given: &[(&str, Contents)], launch: Launch) -> Ran {
    run_with(text, given, launch, ())
}

pub fn run_with(
    text: &str,
    given: &[(&str, Contents)],
    launch: Launch,
    observer: impl Observer,
) -> Ran {
    match compile(text) {
        Ok(module) => run_module(&module, given, launch, observer),
        Err(refusal) => panic!("{refusal:?}"),
    }
}

pub fn run_module(
    module: &Module,
    given: &[(&str, Contents)],
    launch: Launch,
    observer: impl Observer,
) -> Ran {
    let mut grid = Grid::new(module);
    let given: Vec<(String, Contents)> =
        given.iter().map(|(name, contents)| (name.to_string(), contents.clone())).collect();
    let Bound { registers, arrays } = bind(&mut grid, module, &given, |_| None).unwrap();
    let outcome = grid.run(&Launch { arguments: registers, ..launch }, observer);
    let read = |array: &grid::arguments::Array| {
        let region = grid.global(array.object).unwrap();
        let numbers = elements(region, &array.element).into_iter().flatten().collect();
        (array.name.clone(), numbers)
    };
    let arrays = arrays.iter().map(read).collect();
    Ran { outcome, arrays, module: module.clone() }
}

/// So many threads in so many blocks.
pub fn launch(blocks: u32, threads: u32) -> Launch {
    Launch { grid: [blocks, 1, 1], block: [threads, 1, 1], ..Launch::default() }
}

pub const SCHEDULES: [Schedule; 5] = [
    Schedule::Canonical,
    Schedule::Reversed,
    Schedule::Random(1),
    Schedule::Random(2),
    Schedule::Random(3),
];
