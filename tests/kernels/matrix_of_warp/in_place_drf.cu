// expect: drf
//--blockDim=64 --gridDim=2

#include <mma.h>

namespace matrices = nvcuda::wmma;

// The lane that loads an element of a fragment stores it, too.
__global__ void scaled(float *c, float by) {
    matrices::fragment<matrices::accumulator, 16, 16, 16, float> sum;
    float *tile = c + (blockIdx.x * 2 + threadIdx.x / 32) * 256;
    matrices::load_matrix_sync(sum, tile, 16, matrices::mem_row_major);
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= by;
    matrices::store_matrix_sync(tile, sum, 16, matrices::mem_row_major);
}
