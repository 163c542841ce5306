// expect: unsupported

// A thread waits until another one says so.
#include <cuda/atomic>
__global__ void k(cuda::atomic<int> *a, int *out) {
    a->wait(0);
    out[threadIdx.x] = 1;
}
