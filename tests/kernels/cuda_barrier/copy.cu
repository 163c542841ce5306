// expect: unsupported

// A copy that ends at the barrier.
#include <cuda/barrier>
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(s + threadIdx.x, a + threadIdx.x, sizeof(int), bar);
    bar.arrive_and_wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
