// expect: potential

// The flag may order the two accesses.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> flag(0);
__global__ void k(int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { *data = 42; flag.store(1, cuda::memory_order_release); }
    else if (threadIdx.x == 0) {
        while (flag.load(cuda::memory_order_acquire) == 0) { }
        out[blockIdx.x] = *data;
    }
}
