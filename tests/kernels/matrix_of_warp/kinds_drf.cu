// expect: drf
//--blockDim=32 --gridDim=1

#include <cuda_bf16.h>
#include <mma.h>
#include <stdint.h>

using namespace nvcuda;

// A product of each kind.
__global__ void products(float *c, const __nv_bfloat16 *bits, const float *single, int *sums, const uint8_t *bytes,
                         wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __nv_bfloat16, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, __nv_bfloat16, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> ab;
    wmma::fill_fragment(ab, 0);
    wmma::load_matrix_sync(a, bits, 16);
    wmma::load_matrix_sync(b, bits, 8);
    wmma::mma_sync(ab, a, b, ab);
    wmma::store_matrix_sync(c, ab, 32, layout);

    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> d;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> e;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> de;
    wmma::load_matrix_sync(d, single, 8);
    wmma::load_matrix_sync(e, single, 8);
    for (int i = 0; i < d.num_elements; ++i) d.x[i] = wmma::__float_to_tf32(d.x[i]);
    wmma::fill_fragment(de, 0.0f);
    wmma::mma_sync(de, d, e, de);
    wmma::store_matrix_sync(c + 1024, de, 16, wmma::mem_col_major);

    wmma::fragment<wmma::matrix_a, 8, 32, 16, uint8_t, wmma::row_major> f;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, uint8_t, wmma::col_major> g;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> fg;
    wmma::load_matrix_sync(f, bytes, 16);
    wmma::load_matrix_sync(g, bytes, 16);
    wmma::fill_fragment(fg, 0);
    wmma::mma_sync(fg, f, g, fg, true);
    wmma::store_matrix_sync(sums, fg, 32, wmma::mem_row_major);
}
