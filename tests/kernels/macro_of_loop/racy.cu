// expect: racy
//--blockDim=64 --gridDim=1
#include "unroll.h"

// The rows of two threads overlap.
__global__ void rows(int *a) {
    UNROLL
    for (int i = 0; i < 4; i++) a[threadIdx.x * 3 + i] = i;
}
