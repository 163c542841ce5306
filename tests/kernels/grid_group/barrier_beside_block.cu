// expect: drf
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

// Sums of blocks, then one of all.
__global__ void sum(int *a, int *of_block, int *total) {
    __shared__ int s[64];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) of_block[blockIdx.x] = s[0];
    grid.sync();
    if (blockIdx.x == 0 && t == 0) {
        int x = 0;
        for (int i = 0; i < 4; i++) x += of_block[i];
        *total = x;
    }
}
