// expect: drf
//--blockDim=128 --gridDim=4

#include <cub/cub.cuh>

__global__ void sums(int *out, const int *in) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ union Storage {
        typename Reduce::TempStorage reduce;
        int values[32];
    } storage[4];
    int sum = Reduce(storage[threadIdx.x / 32].reduce).Sum(in[threadIdx.x]);
    __syncwarp();
    storage[threadIdx.x / 32].values[threadIdx.x % 32] = sum;
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
