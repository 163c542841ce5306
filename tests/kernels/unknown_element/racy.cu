// expect: racy
//--blockDim=64 --gridDim=4

// Nothing at hand says what the elements are; all of the memory is used as numbers of another type.
#include "the_types.h"

__global__ void scale(const pair_t *__restrict__ in, pair_t *__restrict__ out) {
    const real_t *from = (const real_t *)in;
    real_t *to = (real_t *)out;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[2 * i] = 2 * from[2 * i];
    to[2 * i + 2] = 2 * from[2 * i + 1];
}
