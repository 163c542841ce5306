// expect: racy
//--blockDim=64 --gridDim=1

#include <curand_kernel.h>

// A thread changes the last of the vectors, which all read.
__global__ void draw(curandDirectionVectors32_t *vectors, curandStateScrambledSobol32_t *states) {
    int i = threadIdx.x;
    if (i == 0) vectors[0][31] = 1;
    curand_init(vectors[0], 17, i, &states[i]);
}
