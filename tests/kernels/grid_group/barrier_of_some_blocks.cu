// expect: unsupported
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

__global__ void step(int *a) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    a[grid.thread_rank()] = 1;
    if (blockIdx.x < 2) grid.sync();
}
