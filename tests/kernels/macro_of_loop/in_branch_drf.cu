// expect: drf
//--blockDim=64 --gridDim=1
#include "unroll.h"

// The loop is what the condition is of, not the macro alone.
__global__ void by_one(int *a) {
    if (threadIdx.x == 0)
        UNROLL
        for (int i = 0; i < 4; i++) a[i] = i;
}
