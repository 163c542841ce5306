// expect: potential

#include <cub/cub.cuh>

struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void largest(int *out, const int *in) {
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int most = Reduce(storage).Reduce(in[threadIdx.x], Larger());
    int least = Reduce(storage).Reduce(in[threadIdx.x], cub::Min(), 100);
    if (threadIdx.x == 0) out[blockIdx.x] = most - least;
}

void run(int *out, const int *in) { largest<<<4, 128>>>(out, in); }
