// expect: drf

// `cuda::std::atomic` is one of the system.
#include <cuda/std/atomic>
#include <cuda/std/limits>
__global__ void k(cuda::std::atomic<unsigned> *a, unsigned *out) {
    unsigned most = cuda::std::numeric_limits<unsigned>::max();
    unsigned i = a->fetch_add(2u, cuda::std::memory_order_relaxed);
    if (i < most / 2) out[i] = 1;
}
