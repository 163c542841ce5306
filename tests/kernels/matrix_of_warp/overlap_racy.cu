// expect: racy
//--blockDim=64 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// The tile of the second warp begins in the last row of that of the first one.
__global__ void fill(float *c) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> one;
    wmma::fill_fragment(one, 1.0f);
    wmma::store_matrix_sync(c + threadIdx.x / 32 * 15 * 16, one, 16, wmma::mem_row_major);
}
