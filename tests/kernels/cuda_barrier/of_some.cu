// expect: unsupported

// Some threads do not arrive: it may be that others do elsewhere.
#include <cuda/barrier>
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    if (threadIdx.x > 3) bar.arrive_and_wait();
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
