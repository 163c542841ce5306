// expect: drf

// Atomics of libcu++ do not race with each other.
#include <cuda/atomic>
__global__ void hist(const int *in, cuda::atomic<unsigned, cuda::thread_scope_device> *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[in[i] & 255].fetch_add(1, cuda::memory_order_relaxed);
}
