// expect: racy
//--blockDim=64 --gridDim=1

#include <cuda_fp16.h>

// The second half of a pair is read while another thread adds to it.
__global__ void add(__half *sums, __half *out) {
    int i = threadIdx.x;
    __half2 *pairs = reinterpret_cast<__half2 *>(sums);
    __half2 one{__float2half(0.0f), __float2half(1.0f)};
    atomicAdd(&pairs[i], one);
    out[i] = sums[(2 * i + 3) % 128];
}
