// expect: racy
//--blockDim=64 --gridDim=4

#include <curand_kernel.h>

// The second state of a thread is the first of another one.
__global__ void draw(curandDirectionVectors64_t *vectors, curandStateSobol64_t *states, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(vectors[0], i, &states[i]);
    curand_init(vectors[1], i, &states[i + blockDim.x]);
    out[i] = curand_uniform_double(&states[i]);
}
