// expect: drf
//--blockDim=128 --gridDim=4

#include <mma.h>

using namespace nvcuda;

// Each warp has a strip of rows of its own.
__global__ void product(const half *a, const half *b, float *c, float alpha) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < 64; k += 16) {
        wmma::load_matrix_sync(left, a + warp * 16 * 64 + k, 64);
        wmma::load_matrix_sync(right, b + k, 64);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= alpha;
    wmma::store_matrix_sync(c + warp * 16 * 16, sum, 16, wmma::mem_row_major);
}
