// expect: unsupported
//--blockDim=64 --gridDim=4

// The memory is used at both types: how far apart their elements are is not known.
#include "the_types.h"

__global__ void scale(pair_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    real_t *to = (real_t *)out;
    to[2 * i] = 1;
    out[i] = out[i + 1];
}
