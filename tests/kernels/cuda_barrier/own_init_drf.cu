// expect: drf

// The file has a function of the name itself.
#include <cuda/barrier>
__device__ void init(int *a, int n) { a[threadIdx.x + blockIdx.x * blockDim.x] = n; }
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    init(a, 3);
}
