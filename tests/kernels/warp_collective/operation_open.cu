// expect: potential

// Several lanes call the operation with the same number of another lane.
#include <cub/cub.cuh>

struct Counted {
    int *seen;
    __device__ int operator()(int a, int b) const {
        seen[b] = 1;
        return a > b ? a : b;
    }
};

__global__ void largest(int *out, int *seen) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    Counted counted;
    counted.seen = seen;
    int most = Reduce(storage).Reduce(threadIdx.x, counted);
    if (threadIdx.x == 0) out[0] = most;
}

void run(int *out, int *seen) { largest<<<1, 32>>>(out, seen); }
