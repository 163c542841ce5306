// expect: racy
//--blockDim=256 --gridDim=1

#include <cooperative_groups.h>

using namespace cooperative_groups;

// A barrier of a tile orders the threads of one warp only.
__global__ void sum(const int *in, int *out) {
    __shared__ int part[8];
    thread_block block = this_thread_block();
    thread_block_tile<32> tile = tiled_partition<32>(block);
    if (tile.thread_rank() == 0) {
        part[tile.meta_group_rank()] = in[block.thread_rank()];
    }
    tile.sync();
    if (block.thread_rank() == 0) {
        out[0] = part[7];
    }
}
