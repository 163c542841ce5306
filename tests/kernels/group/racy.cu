// expect: racy
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

__global__ void shift(int *a) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] = next;
    block.sync();
}
