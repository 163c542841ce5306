// expect: drf
//--blockDim=64 --gridDim=1

#include <helper_math.h>

__global__ void light(float3 *v, float *out, int *at, int n) {
    int i = threadIdx.x;
    float3 a = normalize(v[i]);
    out[clamp(i, 0, 63)] = dot(a, cross(a, make_float3(1.0f))) + length(lerp(a, a, 0.5f));
    at[i] = dot(make_int2(i, 1), make_int2(n));
}
