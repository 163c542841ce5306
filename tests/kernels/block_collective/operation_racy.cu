// expect: racy

// The operation of a reduction writes.
#include <cub/cub.cuh>

struct Larger {
    int *last;
    __device__ int operator()(int a, int b) const {
        *last = a;
        return a > b ? a : b;
    }
};

__global__ void largest(int *out, const int *in, int *last) {
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    Larger larger;
    larger.last = last;
    int most = Reduce(storage).Reduce(in[threadIdx.x], larger);
    if (threadIdx.x == 0) out[blockIdx.x] = most;
}

void run(int *out, const int *in, int *last) { largest<<<1, 128>>>(out, in, last); }
