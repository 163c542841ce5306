// expect: drf
//--blockDim=64 --gridDim=4

#include <curand_kernel.h>

__global__ void sample(curandState *state, float *out, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, state + i);
    curandState own = state[i];
    float2 two = curand_normal2(&own);
    out[i] = two.x + curand_uniform(&own) * curand_poisson(&own, 3);
    state[i] = own;
}
