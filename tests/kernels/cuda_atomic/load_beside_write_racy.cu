// expect: racy

// An atomic that only reads, beside a plain write.
#include <cuda/atomic>
__global__ void k(int *a, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(*a);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = r.load();
    if (i == 0) *a = 3;
}
