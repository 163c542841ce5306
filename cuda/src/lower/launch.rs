//! The launch: known numbers, or parameters within CUDA's limits.

use super::range::Range;
use crate::syntax::BlockBound;
use crate::term::num;
use semantics::{Axis, Cond, Dim, Expr, IntType, LaunchSize, Name, Number, Op, Rel};
use std::sync::Arc;

/// The most threads a block may have.
const MOST_THREADS: u32 = 1024;
/// The largest `blockDim` on each axis.
const LARGEST_BLOCK: [u32; 3] = [1024, 1024, 64];
/// The largest `gridDim` on each axis.
const LARGEST_GRID: [u32; 3] = [i32::MAX as u32, 65535, 65535];

/// `gridDim` and `blockDim`, each known or a parameter of this name.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    block: [Option<Number>; 3],
    grid: [Option<Number>; 3],
    /// The blocks that the kernel may be launched with, where its attributes say so.
    bound: Option<BlockBound<u64>>,
}

impl Launch {
    pub fn new(
        block: [Option<u64>; 3],
        grid: [Option<u64>; 3],
        bound: Option<&BlockBound<u64>>,
    ) -> Launch {
        let numbers = |dims: [Option<u64>; 3]| dims.map(|n| n.map(Number::from));
        Launch { block: numbers(block), grid: numbers(grid), bound: bound.cloned() }
    }

    /// Sets one dimension by its parameter's name.
    pub fn set(&mut self, name: &str, value: &Number) -> bool {
        let size = match LaunchSize::named(name) {
            Some(LaunchSize::Block(dim)) => &mut self.block[dim as usize],
            Some(LaunchSize::Grid(dim)) => &mut self.grid[dim as usize],
            None => return false,
        };
        *size = Some(value.clone());
        true
    }

    /// Whether no known dimension is 0.
    pub fn is_positive(&self) -> bool {
        self.block.iter().chain(&self.grid).flatten().all(|n| *n > 0.into())
    }

    /// Why no kernel can be launched so, if that is the case.
    pub fn refused(&self) -> Option<String> {
        let beyond = |dims: &[Option<Number>; 3], most: [u32; 3]| {
            dims.iter()
                .zip(most)
                .any(|(n, most)| n.as_ref().is_some_and(|n| *n < 1.into() || *n > most.into()))
        };
        if beyond(&self.block, LARGEST_BLOCK) {
            return Some("blockDim is from 1 to 1024 on x and y, and to 64 on z".into());
        }
        if beyond(&self.grid, LARGEST_GRID) {
            return Some("gridDim is from 1 to 2147483647 on x, and to 65535 on y and z".into());
        }
        let threads = self.block.iter().flatten().product::<Number>();
        if threads > MOST_THREADS.into() {
            return Some(format!("a block has at most {MOST_THREADS} threads, not {threads}"));
        }
        None
    }

    /// Which launch this is, if the attributes of the kernel make it fail.
    pub fn fails(&self) -> Option<String> {
        match &self.bound {
            None => None,
            Some(BlockBound::AtMost(most)) => {
                let threads = self.block.iter().flatten().product::<Number>();
                let what = format!("a launch with {threads} threads in a block, which fails: ");
                let allows = format!("`__launch_bounds__` of the kernel allows {most}");
                (threads > (*most).into()).then(|| what + &allows)
            }
            Some(BlockBound::Exactly(extents)) => {
                let other = |(n, of): (&Option<Number>, &u64)| {
                    n.as_ref().is_some_and(|n| *n != Number::from(*of))
                };
                let [x, y, z] = extents;
                let what = "a launch with blocks of another size, which fails: ";
                let asks = format!("`reqd_work_group_size` of the kernel is {x} × {y} × {z}");
                self.block.iter().zip(extents).any(other).then(|| what.to_string() + &asks)
            }
        }
    }

    /// The most threads that a block may have.
    fn most_threads(&self) -> u64 {
        let most = u64::from(MOST_THREADS);
        match &self.bound {
            Some(BlockBound::AtMost(bound)) => most.min(*bound),
            Some(BlockBound::Exactly(_)) | None => most,
        }
    }

    /// Whether `blockDim` is known.
    pub fn has_block(&self) -> bool {
        self.block.iter().all(Option::is_some)
    }

    /// `blockDim`, on one axis.
    pub fn block(&self, dim: Dim) -> Arc<Expr> {
        self.block[dim as usize]
            .clone()
            .map_or_else(|| Arc::new(Expr::Var(block_name(dim).into())), num)
    }

    /// `gridDim`, on one axis.
    pub fn grid(&self, dim: Dim) -> Arc<Expr> {
        self.grid[dim as usize]
            .clone()
            .map_or_else(|| Arc::new(Expr::Var(grid_name(dim).into())), num)
    }

    /// `gridDim` and `blockDim`, on each axis.
    pub fn extents(&self) -> [Expr; 6] {
        let [a, b, c] = Dim::ALL.map(|dim| Arc::unwrap_or_clone(self.grid(dim)));
        let [d, e, f] = Dim::ALL.map(|dim| Arc::unwrap_or_clone(self.block(dim)));
        [a, b, c, d, e, f]
    }

    /// The dimensions that are parameters, and what they may be.
    pub fn parameters(&self) -> Vec<(Name, Range)> {
        let mut all = Vec::new();
        for dim in Dim::ALL {
            let n = dim as usize;
            if self.grid[n].is_none() {
                all.push((grid_name(dim).into(), Range::new(1, LARGEST_GRID[n])));
            }
        }
        for dim in Dim::ALL {
            let n = dim as usize;
            if self.block[n].is_none() {
                all.push((block_name(dim).into(), Range::new(1, LARGEST_BLOCK[n])));
            }
        }
        all
    }

    /// The numbers of one coordinate.
    pub fn range_of_axis(&self, axis: Axis) -> Range {
        let most = match axis {
            Axis::Tid => return Range::of_type(IntType::signed(128)),
            Axis::Block(dim) => {
                let n = dim as usize;
                self.grid[n].clone().unwrap_or_else(|| LARGEST_GRID[n].into())
            }
            Axis::Thread(dim) => {
                let n = dim as usize;
                self.block[n].clone().unwrap_or_else(|| LARGEST_BLOCK[n].into())
            }
        };
        Range::new(0, most - 1)
    }

    /// What CUDA guarantees of the dimensions that are parameters.
    pub fn limits(&self) -> Vec<Cond> {
        let mut all = Vec::new();
        let long = |e: Arc<Expr>| crate::term::convert(IntType::LONG, IntType::UINT, e);
        for (name, range) in self.parameters() {
            let e = Arc::new(Expr::Var(name));
            all.push(Cond::Rel(Rel::Ge, Arc::clone(&e), num(range.min)));
            all.push(Cond::Rel(Rel::Le, e, num(range.max)));
        }
        if self.block.iter().any(Option::is_none) {
            let [x, y, z] = Dim::ALL.map(|dim| long(self.block(dim)));
            let times = |a, b| crate::term::bin(Op::Mul, IntType::LONG, a, b);
            let product = times(times(x, y), z);
            let most = self.most_threads();
            // One extent alone is within its own limit already.
            if matches!(&*product, Expr::Bin(..)) || most < MOST_THREADS.into() {
                all.push(Cond::Rel(Rel::Le, product, num(most)));
            }
        }
        all
    }

    /// The threads on an axis, where they may be 2^31 or more as far as the numbers alone say.
    pub fn threads(&self, dim: Dim) -> Option<Arc<Expr>> {
        let long = |e: Arc<Expr>| crate::term::convert(IntType::LONG, IntType::UINT, e);
        let (grid, block) = (long(self.grid(dim)), long(self.block(dim)));
        let product = crate::term::bin(Op::Mul, IntType::LONG, grid, block);
        // A parameter alone is below 2^31 already.
        matches!(&*product, Expr::Bin(..)).then_some(product)
    }
}

fn block_name(dim: Dim) -> String {
    LaunchSize::Block(dim).to_string()
}

fn grid_name(dim: Dim) -> String {
    LaunchSize::Grid(dim).to_string()
}
