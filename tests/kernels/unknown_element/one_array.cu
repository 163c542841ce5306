// expect: unsupported

// The launch gives both parameters one array.
#include "the_types.h"

__global__ void scale(pair_t *out, const pair_t *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    real_t *to = (real_t *)out;
    to[i] = in[i].x;
}

void run(pair_t *a) { scale<<<4, 64>>>(a, a); }
