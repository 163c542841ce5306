// expect: racy
//--blockDim=32 --gridDim=1

#include <mma.h>

using namespace nvcuda::wmma;

// Which lane stores an element is not said: to take what lanes would store that take turns needs a barrier.
__global__ void scaled(float *c, const float *a) {
    __shared__ float tile[256];
    fragment<accumulator, 16, 16, 16, float> sum;
    load_matrix_sync(sum, a, 16, mem_row_major);
    store_matrix_sync(tile, sum, 16, mem_row_major);
    for (int i = threadIdx.x; i < 256; i += 32) c[i] = 2 * tile[i];
}
