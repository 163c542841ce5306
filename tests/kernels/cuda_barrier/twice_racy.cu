// expect: racy

// Nothing orders what is read before and written behind one barrier.
#include <cuda/barrier>
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    bar.arrive_and_wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
    s[threadIdx.x] = 0;
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
