// expect: drf
//--blockDim=[16,4] --gridDim=1

#include <mma.h>

namespace tile = nvcuda::wmma;

// A warp is two rows of threads. Its tile is stored by rows or by columns, all of them alike.
__global__ void fill(float *c, bool by_columns) {
    tile::fragment<tile::accumulator, 16, 16, 16, float> one;
    tile::fill_fragment(one, 1.0f);
    auto layout = by_columns ? tile::mem_col_major : tile::mem_row_major;
    tile::store_matrix_sync(c + threadIdx.y / 2 * 16, one, 32, layout);
}
