// expect: drf
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

using namespace cooperative_groups;

__global__ void step(int *a) {
    grid_group grid = this_grid();
    int next = a[grid.thread_rank() + 1];
    synchronize(grid);
    a[grid.thread_rank()] = next;
}
