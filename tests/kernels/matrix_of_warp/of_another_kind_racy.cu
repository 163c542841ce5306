// expect: racy
//--blockDim=32 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// What is stored as a sum is loaded as a factor: by which lane is not said.
__global__ void squared(half *out) {
    __shared__ half tile[256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fill_fragment(sum, __float2half(1.0f));
    wmma::fill_fragment(right, __float2half(1.0f));
    wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
    wmma::load_matrix_sync(left, tile, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
