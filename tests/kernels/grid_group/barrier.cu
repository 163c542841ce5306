// expect: drf
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void step(int *a, int *b) {
    cg::grid_group grid = cg::this_grid();
    a[grid.thread_rank()] = 1;
    grid.sync();
    b[grid.thread_rank()] = a[grid.thread_rank() ^ 1];
}
