// Parallel reduction, optimised step by step (last step: unroll the last warp).
#include <iostream>
#include <cuda.h>
#include <cuda_runtime.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
    if (blockSize >=  8) sdata[tid] += sdata[tid + 4];
    if (blockSize >=  4) sdata[tid] += sdata[tid + 2];
    if (blockSize >=  2) sdata[tid] += sdata[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduce6(const int *g_idata, int *g_odata, unsigned int n) {
    __shared__ int sdata[blockSize];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + blockSize < n) sdata[tid] += g_idata[i + blockSize];
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid <  64) { sdata[tid] += sdata[tid +  64]; } __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

void launch(int threads, int blocks, const int *in, int *out, unsigned int n) {
    switch (threads) {
        case 512: reduce6<512><<<blocks, 512>>>(in, out, n); break;
        case 256: reduce6<256><<<blocks, 256>>>(in, out, n); break;
        case 128: reduce6<128><<<blocks, 128>>>(in, out, n); break;
        default: std::cerr << "bad block size\n";
    }
}

int main(int argc, char **argv) {
    unsigned int n = 1u << 24;
    int blocks = 64, threads = (argc > 1) ? std::atoi(argv[1]) : 256;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, blocks * sizeof(int));
    for (unsigned int i = 0; i < n; ++i) in[i] = 1;
    launch(threads, blocks, in, out, n);
    cudaDeviceSynchronize();
    long total = 0;
    for (int i = 0; i < blocks; ++i) total += out[i];
    std::cout << total << " of " << n << std::endl;
    return total != (long)n;
}
// expect reduce6: racy -- volatile orders nothing: the last warp has no __syncwarp, and threads are independent
