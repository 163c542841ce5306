// expect: drf
//--blockDim=[8,8] --gridDim=1

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int *a) {
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    unsigned int rank = block.thread_rank();
    s[rank] = a[rank];
    block.sync();
    a[rank] = s[block.size() - 1 - rank];
}
