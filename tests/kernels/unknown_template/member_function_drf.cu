// expect: drf
//--blockDim=64 --gridDim=1

#include <missing_tensor.h>

__global__ void k(float *a, Shape shape) {
    if (threadIdx.x < shape.size(1)) a[threadIdx.x] = 1;
}
