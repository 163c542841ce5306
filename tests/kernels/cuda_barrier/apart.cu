// expect: unsupported

// What a thread does between it arrives and waits is ordered with less.
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
    __shared__ int s[64];
    if (threadIdx.x < 2) init(bar + threadIdx.x, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    auto token = bar[0].arrive();
    int x = a[threadIdx.x];
    bar[0].wait(std::move(token));
    a[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { int *a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }
