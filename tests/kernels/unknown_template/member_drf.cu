// expect: drf
//--blockDim=64 --gridDim=1

#include <missing_traits.h>

__global__ void k(int *a) {
    if (threadIdx.x < Traits<int>::inner::width) a[threadIdx.x] = 1;
}
