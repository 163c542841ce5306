// expect: drf

// All threads of the block wait for each other.
#include <cuda/barrier>
#include <cooperative_groups.h>
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    s[threadIdx.x] = a[threadIdx.x];
    bar.arrive_and_wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
