// expect: drf
//--blockDim=64 --gridDim=1

#include <cuComplex.h>

__global__ void scale(cuFloatComplex *a, cufftComplex *b) {
    cuFloatComplex v = cuCmulf(a[threadIdx.x], make_cuFloatComplex(2.0f, 0.0f));
    a[threadIdx.x] = v;
    b[threadIdx.x] = make_float2(v.x, cuCimagf(v));
}
