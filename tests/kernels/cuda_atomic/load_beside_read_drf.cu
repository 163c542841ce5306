// expect: drf

// An atomic that only reads, beside plain reads.
#include <cuda/atomic>
__global__ void k(int *a, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(*a);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = r.load() + *a;
}
