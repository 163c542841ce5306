// expect: drf
//--blockDim=256 --gridDim=8

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <typename Tile>
__device__ int total(const Tile &tile, int v) {
    for (int step = tile.size() / 2; step > 0; step /= 2) {
        v += tile.shfl_down(v, step);
    }
    return v;
}

template <unsigned N>
__device__ bool leads(const cg::thread_block_tile<N> &tile) {
    return tile.thread_rank() == 0;
}

__global__ void sum(const int *in, int *out, float *parts) {
    __shared__ int part[8];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int v = total(tile, in[blockIdx.x * block.size() + block.thread_rank()]);
    if (leads(tile)) {
        part[tile.meta_group_rank()] = v;
    }
    cg::sync(block);
    if (block.thread_rank() == 0) {
        out[blockIdx.x] = part[0] + part[7];
    }
    float most = cg::reduce(tile, parts[block.thread_rank() + blockIdx.x * 256], cg::greater<float>{});
    parts[block.thread_rank() + blockIdx.x * 256] = most;
}
