// expect: drf

// An atomic that only reads, beside one that writes.
#include <cuda/atomic>
__global__ void k(cuda::atomic<int, cuda::thread_scope_device> *a, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a->fetch_max(i);
    out[i] = a->load(cuda::memory_order_relaxed) + *a;
}
