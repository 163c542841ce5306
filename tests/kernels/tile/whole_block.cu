// expect: drf
//--blockDim=16 --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The block is one tile.
__global__ void rotate(int *out) {
    __shared__ int s[16];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[(threadIdx.x + 1) % 16];
}
