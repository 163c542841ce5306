// expect: drf
//--blockDim=64 --gridDim=4

#include <curand_kernel.h>

// Each thread has two states of its own, and all read the vectors.
__global__ void draw(curandDirectionVectors32_t *vectors, curandStateSobol32_t *states, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(vectors[0], i, &states[i]);
    curand_init(vectors[1], i, &states[i + gridDim.x * blockDim.x]);
    skipahead(16, &states[i]);
    out[i] = curand_uniform(&states[i]) + curand_normal(&states[i + gridDim.x * blockDim.x]);
}
