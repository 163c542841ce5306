// expect: racy
//--blockDim=64 --gridDim=1

#include <curand_kernel.h>

__global__ void setup(curandStatePhilox4_32_10_t *state) {
    curand_init(1, threadIdx.x, 0, &state[threadIdx.x / 2]);
}
