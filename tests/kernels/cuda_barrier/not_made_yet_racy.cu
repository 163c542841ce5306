// expect: racy

// A thread may arrive before the barrier is made.
#include <cuda/barrier>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *a) {
    __shared__ barrier bar;
    __shared__ int s[64];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    // missing sync: racy
    s[threadIdx.x] = a[threadIdx.x];
    bar.arrive_and_wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
