// expect: racy
//--blockDim=64 --gridDim=1

#include <cuComplex.h>

__global__ void scale(cuFloatComplex *a) {
    cuFloatComplex v = a[threadIdx.x];
    a[threadIdx.x / 2] = cuCaddf(v, v);
}
