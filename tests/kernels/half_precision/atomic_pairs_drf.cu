// expect: drf

#include <cuda_fp16.h>

// Each half of a pair is changed by itself, at the same time as a half alone.
__global__ void add(__half *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *pairs = reinterpret_cast<__half2 *>(sums);
    __half2 one{__float2half(0.0f), __float2half(1.0f)};
    atomicAdd(&pairs[i % 256], one);
    atomicAdd(&sums[i % 512], __float2half(1.0f));
}
