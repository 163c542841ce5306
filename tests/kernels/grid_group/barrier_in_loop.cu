// expect: drf
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

__global__ void diffuse(int *a, int *b, int n, int steps) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (int t = 0; t < steps; ++t) {
        for (int i = grid.thread_rank(); i < n - 1; i += grid.size()) b[i] = a[i + 1];
        grid.sync();
        int *s = a; a = b; b = s;
    }
}
