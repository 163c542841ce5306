// expect: unsupported

// A copy that ends in a pipeline.
#include <cuda/pipeline>
#include <cooperative_groups.h>
__global__ void k(int *a) {
    __shared__ int s[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, s, a, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
    pipe.consumer_release();
}
