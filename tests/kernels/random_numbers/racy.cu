// expect: racy
//--blockDim=64 --gridDim=4

#include <curand_kernel.h>

// One state for each thread of a block: the blocks share it.
__global__ void sample(curandState *state, float *out, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curand_uniform(&state[threadIdx.x]);
}
