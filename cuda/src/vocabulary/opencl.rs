//! The functions and constants of OpenCL C that CUDA spells otherwise. [OpenCL C 3.0, 6.15]

use super::{Atomic, Constant, Reach, Update};
use semantics::IntType;

/// `CLK_LOCAL_MEM_FENCE`
pub const LOCAL_FENCE: u8 = 1;
/// `CLK_GLOBAL_MEM_FENCE`
pub const GLOBAL_FENCE: u8 = 2;
/// `CLK_IMAGE_MEM_FENCE`
pub const IMAGE_FENCE: u8 = 4;
/// `memory_scope_work_group`: those above are wider.
pub const WORK_GROUP: u8 = 2;

/// The constant of this name. In Clang's `opencl-c-base.h` the flags are plain literals and the scopes enumerators: each
/// has the type `int`. [OpenCL C 3.0, 6.15.8, 6.15.12.4]
pub fn constant(name: &str) -> Option<Constant> {
    let value = match name {
        "CLK_LOCAL_MEM_FENCE" => LOCAL_FENCE,
        "CLK_GLOBAL_MEM_FENCE" => GLOBAL_FENCE,
        "CLK_IMAGE_MEM_FENCE" => IMAGE_FENCE,
        "memory_scope_work_item" => 0,
        "memory_scope_sub_group" => 1,
        "memory_scope_work_group" => WORK_GROUP,
        "memory_scope_device" => 3,
        "memory_scope_all_svm_devices" | "memory_scope_all_devices" => 4,
        _ => return None,
    };
    Some(Constant::Int(value.into(), IntType::INT))
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `get_local_id(axis)`: `threadIdx`
    LocalId,
    /// `get_group_id(axis)`: `blockIdx`
    GroupId,
    /// `get_local_size(axis)`: `blockDim`
    LocalSize,
    /// `get_num_groups(axis)`: `gridDim`
    NumGroups,
    /// `get_global_size(axis)`: how many threads there are on an axis.
    GlobalSize,
    /// `get_global_id(axis)`: which of them this is.
    GlobalId,
    /// `barrier(flags)`, `work_group_barrier(flags, scope)`.
    Barrier,
    /// `mem_fence(flags)` and the like.
    Fence,
    /// `atomic_add(p, n)` and the like. `atomic_inc(p)` and `atomic_dec(p)` have no bound, as CUDA's have: they wrap
    /// around at the end of the type. [OpenCL C 3.0, 6.15.12.7]
    Atomic(Atomic),
}

/// The function of a name.
pub fn function(name: &str) -> Option<Function> {
    Some(match name {
        "get_local_id" => Function::LocalId,
        "get_group_id" => Function::GroupId,
        "get_local_size" | "get_enqueued_local_size" => Function::LocalSize,
        "get_num_groups" => Function::NumGroups,
        "get_global_size" => Function::GlobalSize,
        "get_global_id" => Function::GlobalId,
        "barrier" | "work_group_barrier" => Function::Barrier,
        "mem_fence" | "read_mem_fence" | "write_mem_fence" => Function::Fence,
        _ => {
            let operation = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_"))?;
            let update = match operation {
                "add" => Update::Add,
                "sub" => Update::Sub,
                "xchg" => Update::Exchange,
                "inc" => Update::Increment,
                "dec" => Update::Decrement,
                "cmpxchg" => Update::CompareAndSwap,
                "min" => Update::Min,
                "max" => Update::Max,
                "and" => Update::And,
                "or" => Update::Or,
                "xor" => Update::Xor,
                _ => return None,
            };
            Function::Atomic(Atomic { update, reach: Reach::Device })
        }
    })
}
