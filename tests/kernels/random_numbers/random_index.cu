// expect: potential
//--blockDim=64 --gridDim=1

#include <curand_kernel.h>

// Nobody knows which numbers come.
__global__ void scatter(curandState_t *state, int *out) {
    out[curand(&state[threadIdx.x]) % 64] = 1;
}
