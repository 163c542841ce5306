// expect: racy
//--blockDim=32 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// By columns, other elements are at the same places.
__global__ void fill(float *c) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> one;
    wmma::fill_fragment(one, 1.0f);
    wmma::store_matrix_sync(c, one, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(c, one, 16, wmma::mem_col_major);
}
