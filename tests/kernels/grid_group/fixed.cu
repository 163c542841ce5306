// expect: drf
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void each(int *out, int n) {
    cg::grid_group grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        out[i] = i;
    }
}
