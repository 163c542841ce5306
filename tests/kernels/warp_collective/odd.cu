// expect: unsupported
//--blockDim=96 --gridDim=4

#include <cub/cub.cuh>

__global__ void sums(float *out, const float *in) {
    typedef cub::WarpReduce<float, 12> Reduce;
    __shared__ typename Reduce::TempStorage storage[8];
    float sum = Reduce(storage[threadIdx.x / 12]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 12 == 0) out[blockIdx.x * 8 + threadIdx.x / 12] = sum;
}
