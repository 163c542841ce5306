// expect: drf
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void fill(int *a) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    tile.sync();
    a[threadIdx.x] = tile.thread_rank();
}
