// expect: drf
//--blockDim=64 --gridDim=1

// Both are comparisons.
#include <missing_convert.h>

__global__ void k(int *a, int n) {
    bool in = LOW < n && n > HIGH;
    a[threadIdx.x] = in;
}
