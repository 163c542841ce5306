// expect: potential
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

// A barrier of blocks, where one of the grid is needed; the one before it does not help.
__global__ void sum(int *a, int *of_block, int *total) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int t = threadIdx.x;
    a[blockIdx.x * 64 + t] = 0;
    grid.sync();
    if (t == 0) of_block[blockIdx.x] = a[blockIdx.x * 64 + 1];
    __syncthreads();
    if (blockIdx.x == 0 && t == 0) *total = of_block[3];
}
