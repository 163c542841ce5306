// expect: racy

// An atomic that writes is one for its block alone, and other blocks read.
#include <cuda/atomic>
__global__ void k(int *a, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_block> writes(*a);
    cuda::atomic_ref<int, cuda::thread_scope_device> reads(*a);
    writes.store(1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = reads.load();
}
int main() { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 512); k<<<2, 64>>>(a, b); }
