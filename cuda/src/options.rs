//! What the caller says about a source: launch, macros, folders, parameters.

use crate::path;
use semantics::{Allowance, Number};

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
    /// `-include`: files that are read before the source.
    pub includes: Vec<String>,
    /// `-std`: the version of C++; C++17 where absent.
    pub standard: Option<Standard>,
    /// `--launch any`: the launch is any within CUDA's limits, whatever the source says.
    pub any_launch: bool,
    /// `--param`: values of scalar parameters, or of `blockDim.x` and the like.
    pub params: Vec<(String, Number)>,
    /// `--assume`: C conditions over parameters and the launch.
    pub assumes: Vec<String>,
    /// `--warp-sync`: so many threads run in lock step.
    pub warp_sync: Option<u32>,
    /// Whether a barrier that threads need not agree on stands in the program where it stands in the
    /// source: for who asks whether threads diverge there. Else such a kernel is not supported.
    pub divergent_barriers: bool,
    /// The only kernels that are asked about are those that may be meant by this name; all where absent.
    pub kernel: Option<String>,
    /// What may be spent on reading the file, its kernels aside.
    pub for_file: Allowance,
    /// What may be spent on reading each kernel, with the file that it stands in.
    pub for_kernel: Allowance,
}

impl Options {
    /// Whether a function of this name may be a kernel that is asked about: each of its titles has the last part in it.
    pub(crate) fn asks_about(&self, function: &str) -> bool {
        self.kernel.as_ref().is_none_or(|wanted| wanted.contains(path::last(function)))
    }
}

/// A version of C++.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Standard {
    Cpp98,
    Cpp11,
    Cpp14,
    #[default]
    Cpp17,
    Cpp20,
    Cpp23,
}

impl Standard {
    /// What `-std=` names, such as `c++14` or `gnu++17`.
    pub fn named(name: &str) -> Option<Standard> {
        Some(match name.strip_prefix("c++").or_else(|| name.strip_prefix("gnu++"))? {
            "98" | "03" => Standard::Cpp98,
            "11" | "0x" => Standard::Cpp11,
            "14" | "1y" => Standard::Cpp14,
            "17" | "1z" => Standard::Cpp17,
            "20" | "2a" => Standard::Cpp20,
            "23" | "2b" => Standard::Cpp23,
            _ => return None,
        })
    }

    /// What `-std=` is given for it, or for the first version in which all of `prelude/` is C++.
    pub fn flag(self) -> &'static str {
        match self {
            Standard::Cpp98 | Standard::Cpp11 | Standard::Cpp14 => "c++14",
            Standard::Cpp17 => "c++17",
            Standard::Cpp20 => "c++20",
            Standard::Cpp23 => "c++2b",
        }
    }

    /// The number that `__cplusplus` is. [C++17, 19.8]
    pub fn cplusplus(self) -> u32 {
        match self {
            Standard::Cpp98 => 199_711,
            Standard::Cpp11 => 201_103,
            Standard::Cpp14 => 201_402,
            Standard::Cpp17 => 201_703,
            Standard::Cpp20 => 202_002,
            Standard::Cpp23 => 202_302,
        }
    }
}
