// expect: unsupported

// Which other atomics it is ordered with, is not modelled.
#include <cuda/atomic>
__global__ void k(int *a, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_block> r(*a);
    out[blockIdx.x * blockDim.x + threadIdx.x] = r.load();
}
