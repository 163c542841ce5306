// expect: drf
//--blockDim=64 --gridDim=1
#include "unroll.h"

// A macro of a header that is not at hand, as of `#pragma unroll`.
__global__ void rows(int *a) {
    UNROLL
    for (int i = 0; i < 4; i++) a[threadIdx.x * 4 + i] = i;
}
