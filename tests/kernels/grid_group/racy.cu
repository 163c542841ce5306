// expect: racy
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void each(int *out) {
    cg::grid_group grid = cg::this_grid();
    out[grid.thread_rank() / 2] = 1;
}
