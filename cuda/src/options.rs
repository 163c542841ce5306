//! What the caller says about a source: launch, macros, folders, parameters.

use semantics::Number;

/// Options of [`crate::load`].
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `blockDim`, `[x, y, z]`; unknown where absent.
    pub block_dim: Option<[u64; 3]>,
    /// `gridDim`, `[x, y, z]`; unknown where absent.
    pub grid_dim: Option<[u64; 3]>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-I`: folders in which `#include` looks after the folder of the including file.
    pub include_dirs: Vec<String>,
    /// `--param`: values of scalar parameters, or of `blockDim.x` and the like.
    pub params: Vec<(String, Number)>,
    /// `--assume`: C conditions over parameters and the launch.
    pub assumes: Vec<String>,
    /// `--warp-sync`: the threads of a warp run in lock step.
    pub warp_sync: bool,
    /// Whether a barrier that threads need not agree on stands in the program where it stands in the
    /// source: for who asks whether threads diverge there. Else such a kernel is not supported.
    pub divergent_barriers: bool,
}
