// expect: racy
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

// In place: the next step reads what this one writes, and this step what it overwrites.
__global__ void shift(int *a, int steps) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int t = 0; t < steps; ++t) {
        int x = a[(i + 64) % 256];
        a[i] = x;
        grid.sync();
    }
}
