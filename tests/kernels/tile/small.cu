// expect: racy
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Of the two tiles of 16 threads in a warp, each waits for itself: what is read here the other tile writes.
__global__ void rotate(int *out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[(threadIdx.x + 16) % 64];
}
