// expect: drf
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int *out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int row = 32 * tile.meta_group_rank();
    s[row + tile.thread_rank()] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[row + (tile.thread_rank() + 1) % 32];
}
