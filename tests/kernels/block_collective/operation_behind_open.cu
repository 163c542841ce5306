// expect: potential

// The first thread may call the operation again, with what the warps have, behind the barrier of the reduction.
#include <cub/cub.cuh>

struct Larger {
    int *least;
    __device__ int operator()(int a, int b) const { return a > b ? a : b > *least ? b : *least; }
};

__global__ void largest(int *out, const int *in) {
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ int least[1];
    if (threadIdx.x == 0) least[0] = 0;
    __syncthreads();
    Larger larger;
    larger.least = least;
    int most = Reduce(storage).Reduce(in[threadIdx.x], larger);
    if (threadIdx.x == 100) least[0] = 1;
    if (threadIdx.x == 0) out[blockIdx.x] = most;
}

void run(int *out, const int *in) { largest<<<1, 128>>>(out, in); }
