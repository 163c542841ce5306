// expect: drf

#include <cub/cub.cuh>

__global__ void sums(int *out, const int *in) {
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ union Storage {
        typename Reduce::TempStorage reduce;
        int values[128];
    } storage;
    storage.values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int other = storage.values[127 - threadIdx.x];
    __syncthreads();
    int sum = Reduce(storage.reduce).Sum(other);
    __syncthreads();
    if (threadIdx.x == 64) storage.values[100] = sum;
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(int *out, const int *in) { sums<<<4, 128>>>(out, in); }
