// expect: racy
//--blockDim=128 --gridDim=4

// Warps do not wait for each other.
#include <cub/cub.cuh>

__global__ void sums(float *out, const float *in) {
    typedef cub::WarpReduce<float> Reduce;
    __shared__ typename Reduce::TempStorage storage[4];
    __shared__ float parts[4];
    float sum = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    if (threadIdx.x == 0) out[blockIdx.x] = parts[3];
}
