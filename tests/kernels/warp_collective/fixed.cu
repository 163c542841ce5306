// expect: drf
//--blockDim=128 --gridDim=4

#include <cub/cub.cuh>

__global__ void sums(float *out, const float *in) {
    typedef cub::WarpReduce<float> Reduce;
    __shared__ typename Reduce::TempStorage storage[4];
    float sum = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 4 + threadIdx.x / 32] = sum;
}
