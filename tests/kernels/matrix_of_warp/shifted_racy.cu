// expect: racy
//--blockDim=32 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// Two rows further down, elements are a whole turn of the lanes apart: nobody says that one lane stores both.
__global__ void fill(int *c) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> one;
    wmma::fill_fragment(one, 1);
    wmma::store_matrix_sync(c, one, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(c + 32, one, 16, wmma::mem_row_major);
}
