// expect: drf
//--blockDim=64 --gridDim=1

#include <missing_convert.h>

__global__ void k(float *a) { a[threadIdx.x] = converted<float>(threadIdx.x); }
