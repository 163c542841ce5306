// expect: racy
//--blockDim=64 --gridDim=4

#include <cooperative_groups.h>

// Other blocks are not waited for.
__global__ void step(int *a) {
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = 1;
    __syncthreads();
    a[(i + 64) % 256] = 2;
}
