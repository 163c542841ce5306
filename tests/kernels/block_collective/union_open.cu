// expect: potential

// Two collectives in one union: which byte of it each of them touches is not said.
#include <cub/cub.cuh>

__global__ void sums(int *out, const int *in) {
    typedef cub::BlockReduce<int, 128> Reduce;
    typedef cub::BlockScan<int, 128> Scan;
    __shared__ union Storage {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
    } storage;
    int before, sum = Reduce(storage.reduce).Sum(in[threadIdx.x]);
    Scan(storage.scan).ExclusiveSum(in[threadIdx.x], before);
    out[blockIdx.x * 128 + threadIdx.x] = before + sum;
}

void run(int *out, const int *in) { sums<<<4, 128>>>(out, in); }
