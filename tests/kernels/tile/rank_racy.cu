// expect: racy
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each tile has a thread of rank 0.
__global__ void first(int *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.thread_rank() == 0) {
        out[0] = tile.meta_group_rank();
    }
}
