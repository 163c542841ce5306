// expect: drf

// In shared memory, the block is all there is.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> all(0);
__global__ void k(int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> some;
    if (threadIdx.x == 0) some.store(0);
    __syncthreads();
    some++;
    --all;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = some.load();
}
