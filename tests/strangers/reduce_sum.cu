#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
#include "helper_cuda.h"

// Sum of an array: one partial sum per block, the rest on the host.
__global__ void reduceSum(const float* in, float* partial, unsigned n) {
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;

    float v = 0.f;
    if (i < n) v = in[i];
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    sdata[tid] = v;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) partial[blockIdx.x] = sdata[0];
}

int main() {
    const unsigned n = 1 << 20;
    const unsigned threads = 512;
    const unsigned blocks = n / (2 * threads);
    std::vector<float> h(n);
    for (auto& x : h) x = float(std::rand()) / RAND_MAX;

    float *d_in, *d_partial;
    checkCudaErrors(cudaMalloc(&d_in, n * sizeof(float)));
    checkCudaErrors(cudaMalloc(&d_partial, blocks * sizeof(float)));
    checkCudaErrors(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    reduceSum<<<blocks, threads, threads * sizeof(float)>>>(d_in, d_partial, n);
    getLastCudaError("reduceSum failed");

    std::vector<float> p(blocks);
    checkCudaErrors(cudaMemcpy(p.data(), d_partial, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    printf("gpu %f cpu %f\n", std::accumulate(p.begin(), p.end(), 0.0),
           std::accumulate(h.begin(), h.end(), 0.0));
    cudaFree(d_in);
    cudaFree(d_partial);
}
// expect reduceSum: race free, assuming missing-header -- the classic tree with a barrier in each round
