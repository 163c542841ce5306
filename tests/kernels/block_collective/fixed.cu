// expect: drf

// A collective of CUB waits for all threads of the block; who uses its storage again waits in between.
#include <cub/cub.cuh>

__global__ void sums(float *out, const float *in) {
    typedef cub::BlockReduce<float, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ float scale;
    if (threadIdx.x == 7) scale = in[0];
    float sum = Reduce(storage).Sum(in[threadIdx.x]);
    float scaled = sum * scale;
    __syncthreads();
    float other = Reduce(storage).Sum(scaled, 100);
    if (threadIdx.x == 0) out[blockIdx.x] = other;
}

void run(float *out, const float *in) { sums<<<4, 128>>>(out, in); }
