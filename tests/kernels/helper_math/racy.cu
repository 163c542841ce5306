// expect: racy
//--blockDim=64 --gridDim=1

#include <helper_math.h>

__global__ void light(float *out) {
    out[clamp((int)threadIdx.x, 0, 7)] = 1.0f;
}
