//! Barriers: where threads wait for each other.

use crate::source::Site;

/// Which threads wait for each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Those of a block: `__syncthreads()`. Where a program has no blocks, all threads.
    #[default]
    Block,
    /// All of the grid: `this_grid().sync()`. [CUDA C++ Programming Guide, 8.8, Grid Synchronization]
    Grid,
}

/// A barrier of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Barrier {
    /// Which threads it is for.
    pub scope: Scope,
    /// Where it stands.
    pub site: Site,
}

impl From<Site> for Barrier {
    /// `sync`, at this place.
    fn from(site: Site) -> Self {
        Barrier { scope: Scope::Block, site }
    }
}
