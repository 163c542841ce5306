// expect: drf
//--blockDim=64 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// Warps have arrays of fragments, and leave them for all.
__global__ void sums(float *c, const half *a) {
    __shared__ float tiles[4][256];
    unsigned warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> left[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
    wmma::load_matrix_sync(right, a, 16);
    for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(left[i], a + 256 * (warp * 2 + i), 16);
        wmma::fill_fragment(sum[i], 0.0f);
        wmma::mma_sync(sum[i], left[i], right, sum[i]);
        wmma::store_matrix_sync(&tiles[warp * 2 + i][0], sum[i], 16, wmma::mem_row_major);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) c[i] = tiles[0][i] + tiles[1][i] + tiles[2][i] + tiles[3][i];
}
