// expect: racy
//--blockDim=64 --gridDim=1
#include "unroll.h"

__global__ void by_one(int *a) {
    if (threadIdx.x <= 1)
        UNROLL
        for (int i = 0; i < 4; i++) a[i] = i;
}
