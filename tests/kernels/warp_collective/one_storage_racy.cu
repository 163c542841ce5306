// expect: racy
//--blockDim=128 --gridDim=4

// Each warp needs a storage of its own.
#include <cub/cub.cuh>

__global__ void sums(int *out, const int *in) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
