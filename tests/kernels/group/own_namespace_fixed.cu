// expect: drf
//--blockDim=64 --gridDim=1

namespace cooperative_groups {
struct thread_block {
    __device__ void sync() const { __syncthreads(); }
};
__device__ thread_block this_thread_block() { return thread_block(); }
}
namespace cg = cooperative_groups;

__global__ void k(int *a) {
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    s[threadIdx.x] = threadIdx.x;
    block.sync();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
