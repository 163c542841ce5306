// expect: drf

// A loop that goes on until nobody came between.
#include <cuda/std/atomic>
__global__ void k(cuda::std::atomic<int> *a, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int old = a->load(cuda::std::memory_order_relaxed);
    while (!a->compare_exchange_weak(old, old + 1, cuda::std::memory_order_relaxed)) { }
    out[i] = old;
}
