// LayerNorm forward, one block per row. fp32.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include "common.h"

#define WARP_SIZE 32

__device__ float blockSum(float v, float *scratch) {
    int lane = threadIdx.x & (WARP_SIZE - 1), warp = threadIdx.x >> 5;
    for (int o = WARP_SIZE / 2; o > 0; o >>= 1) v += __shfl_xor_sync(0xFFFFFFFFu, v, o);
    if (lane == 0) scratch[warp] = v;
    __syncthreads();
    float total = 0.f;
    for (int w = 0; w < blockDim.x / WARP_SIZE; w++) total += scratch[w];
    return total;
}

__global__ void layernorm_forward(float *__restrict__ out, const float *__restrict__ inp,
                                  const float *__restrict__ weight, const float *__restrict__ bias, int C) {
    __shared__ float scratch[32];
    const float *x = inp + (size_t)blockIdx.x * C;
    float *y = out + (size_t)blockIdx.x * C;

    float s = 0.f;
    for (int i = threadIdx.x; i < C; i += blockDim.x) s += x[i];
    float mean = blockSum(s, scratch) / C;

    float v = 0.f;
    for (int i = threadIdx.x; i < C; i += blockDim.x) { float d = x[i] - mean; v += d * d; }
    float rstd = rsqrtf(blockSum(v, scratch) / C + 1e-5f);

    for (int i = threadIdx.x; i < C; i += blockDim.x) y[i] = (x[i] - mean) * rstd * weight[i] + bias[i];
}

int main(int argc, char **argv) {
    int B = 8, T = 1024, C = 768;
    float *out, *inp, *weight, *bias;
    cudaCheck(cudaMalloc(&out, B * T * C * sizeof(float)));
    cudaCheck(cudaMalloc(&inp, B * T * C * sizeof(float)));
    cudaCheck(cudaMalloc(&weight, C * sizeof(float)));
    cudaCheck(cudaMalloc(&bias, C * sizeof(float)));
    float *h = make_random_float(B * T * C);
    cudaCheck(cudaMemcpy(inp, h, B * T * C * sizeof(float), cudaMemcpyHostToDevice));
    int block_sizes[] = {64, 128, 256, 512};
    for (int j = 0; j < 4; j++) {
        layernorm_forward<<<B * T, block_sizes[j]>>>(out, inp, weight, bias, C);
        cudaCheck(cudaGetLastError());
    }
    free(h);
    return 0;
}
// expect layernorm_forward: racy, assuming missing-header -- the second blockSum writes scratch while other warps still sum up the first
