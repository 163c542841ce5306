// expect: potential

// A header that is not at hand says how large a block is; a constant of the kernel is made of it.
#include "how_large.h"

__global__ void mean(const float *x, float *m, int n) {
    const int threads = BLOCK;
    __shared__ float local[threads];
    int id = threadIdx.x;
    local[id] = 0;
    for (int i = id; i < n; i += threads) local[id] += x[i];
    // Nobody waits. (With one thread nobody need: what `BLOCK` is another file says.)
    if (id == 0) {
        m[blockIdx.x] = 0;
        for (int i = 0; i < threads; i++) m[blockIdx.x] += local[i];
    }
}

void run(const float *x, float *m, int n) { mean<<<10, BLOCK>>>(x, m, n); }
