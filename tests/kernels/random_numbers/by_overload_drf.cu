// expect: drf
//--blockDim=64 --gridDim=4

#include <curand_kernel.h>

__device__ void drawn(float &x, curandStateSobol32 &state) { x = curand_uniform(&state); }
__device__ void drawn(float &x, curandStateSobol32 &state, float by) { x = by * curand_uniform(&state); }

// Which states they are follows from the only function that takes them.
template <typename State> __global__ void draw(State *states, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    State state = states[i];
    float x;
    drawn(x, state);
    out[i] = x;
    states[i] = state;
}
