// expect: drf

// To read a counter does not change it: each thread gets another number.
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> count{0};
__global__ void k(int *out) {
    int i = count.fetch_add(1);
    out[i] = count.load();
}
