// expect: drf

#include <cub/cub.cuh>

typedef cub::KeyValuePair<int, float> Pair;

struct Farther {
    __device__ Pair operator()(const Pair &a, const Pair &b) const { return a.value > b.value ? a : b; }
};

__global__ void farthest(int *out, const float *in) {
    typedef cub::BlockReduce<Pair, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    Pair own(threadIdx.x, in[threadIdx.x]);
    Pair most = Reduce(storage).Reduce(own, Farther(), 100);
    __syncthreads();
    Pair least = Reduce(storage).Reduce(own, cub::ArgMin());
    if (threadIdx.x == 0) out[blockIdx.x] = most.key - least.key;
}

void run(int *out, const float *in) { farthest<<<4, 128>>>(out, in); }
